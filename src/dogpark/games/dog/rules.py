"""The rules of DOG: what may be chosen, and what a choice does.

The board is in ``board``, the seven in ``seven``, the jack in ``jack``, the flow of a round in
``rounds``. A turn is a chain of small choices (DOG-3.7): the card and its use, then peg and
destination, peg and target, or the steps of a seven.
"""

from __future__ import annotations

from dogpark.games.dog.actions import (
    CARD_OF,
    DEAL,
    DEALER,
    DEST,
    FIRST_PLAY,
    FOLD,
    GIVE,
    JACK,
    JOKER,
    KINDS,
    LAND,
    PEG,
    PEGS,
    PLAY,
    SEATS,
    STEP,
    TARGET,
    USE_BACK,
    USE_NULL,
    USE_OF,
    USE_SPLIT,
    USE_START,
    USE_SWAP,
)
from dogpark.games.dog.board import (
    all_safe,
    backward,
    controlled_by,
    destination,
    finish_base,
    forward,
    move,
    partner_of,
    start_peg,
    swap,
)
from dogpark.games.dog.jack import (
    can_swap,
    is_swap_seat,
    is_swappable,
    may_play_blank,
    opponents_swappable,
)
from dogpark.games.dog.rounds import (
    BIGGEST_DEAL,
    begin_deal,
    deal_card,
    drop_card,
    end_game,
    exchange_gifts,
    lay_down_hand,
    next_turn,
)
from dogpark.games.dog.seven import STEPS, can_split, land, make_step, may_land, open_ways
from dogpark.games.dog.state import (
    DEALER_DRAW,
    DEALING,
    DEST_CHOICE,
    EXCHANGE,
    KENNEL,
    NONE,
    OVER,
    PEG_CHOICE,
    PLAY_ON,
    SEVEN_STEPS,
    TARGET_CHOICE,
    TURN,
    Dog,
)
from dogpark.kernel.facts import CHANCE_BIT
from dogpark.kernel.schema import Row

PER_RANK = 8

# -- the hooks ------------------------------------------------------------------------------------


def start(s: Dog) -> None:
    """All pegs in the kennel, all cards in the draw pile (DOG-1.1, DOG-1.6)."""
    for seat in range(SEATS):
        s.fresh[seat] = 0
        s.cards[seat] = 0
        s.gift[seat] = NONE
        s.sure[seat] = 0
        for peg in range(PEGS):
            s.loc[seat][peg] = KENNEL
            s.heading[seat][peg] = 0
        for i in range(BIGGEST_DEAL):
            s.hand[seat][i] = NONE
    for kind in range(KINDS):
        s.draw[kind] = PER_RANK
        s.discard[kind] = 0
        s.buried[kind] = 0
    s.draw[JOKER] = 2 * s.rule_jokers_per_pack  # DOG-13.1
    for team in range(3):
        s.rank[team] = 0
    s.turn = NONE
    s.round = 1
    s.size = BIGGEST_DEAL
    s.dealt = 0
    s.dealer = s.rule_first_dealer
    clear_play(s)
    if s.dealer == NONE:
        s.phase = DEALER_DRAW
    else:  # DOG-13.2
        begin_deal(s)


def active(s: Dog) -> int:
    if s.phase == OVER:
        return 0
    if s.phase <= DEALING:
        return CHANCE_BIT
    if s.phase == EXCHANGE:
        mask = 0
        for seat in range(s.players):
            if s.gift[seat] == NONE and s.cards[seat] > 0:
                mask |= 1 << seat
        return mask
    return 1 << s.turn


def stage(s: Dog, seat: int) -> int:
    if seat >= s.players or s.phase <= DEALING or s.phase == OVER:
        return 0
    if s.phase == EXCHANGE:
        return 1 if s.gift[seat] == NONE and s.cards[seat] > 0 else 0
    return s.phase - 1 if s.turn == seat else 0


def legal(s: Dog, seat: int, codes: Row) -> int:
    if stage(s, seat) == 0:
        return 0
    if s.phase == TURN:
        return legal_plays(s, seat, codes)
    if s.phase == SEVEN_STEPS:
        return legal_steps(s, codes)
    if s.phase == PEG_CHOICE:
        return legal_pegs(s, codes)
    if s.phase == DEST_CHOICE:
        return legal_destinations(s, codes)
    if s.phase == TARGET_CHOICE:
        return legal_targets(s, codes)
    return legal_gifts(s, seat, codes)


def chance(s: Dog, codes: Row, weights: Row) -> int:
    count = 0
    if s.phase == DEALER_DRAW:
        for seat in range(s.players):
            codes[count] = DEALER + seat
            weights[count] = 1
            count += 1
    elif s.phase == DEALING:
        for kind in range(KINDS):
            if s.draw[kind] > 0:
                codes[count] = DEAL + kind
                weights[count] = s.draw[kind]
                count += 1
    return count


def apply(s: Dog, seat: int, code: int) -> None:
    if s.phase == DEALING:
        deal_card(s, code - DEAL)
    elif s.phase == TURN:
        if code == FOLD:
            lay_down_hand(s, seat)
            next_turn(s)
        else:
            play_card(s, seat, code - PLAY)
    elif s.phase == SEVEN_STEPS:
        if code == LAND:
            land(s)
        else:
            make_step(s, (code - STEP) // 2, (code - STEP) % 2)
        if s.left == 0:
            end_card(s)
    elif s.phase == PEG_CHOICE:
        s.peg = code - PEG
        s.phase = TARGET_CHOICE if USE_OF[s.play] == USE_SWAP else DEST_CHOICE
    elif s.phase == DEST_CHOICE:
        move(
            s,
            s.mover,
            s.peg,
            destination(destinations(s, s.mover, s.peg, USE_OF[s.play]), code - DEST),
        )
        end_card(s)
    elif s.phase == TARGET_CHOICE:
        swap(s, s.mover, s.peg, (code - TARGET) // PEGS, (code - TARGET) % PEGS)
        end_card(s)
    elif s.phase == EXCHANGE:
        s.gift[seat] = code - GIVE
        exchange_gifts(s)
    elif s.phase == DEALER_DRAW:
        s.dealer = code - DEALER
        begin_deal(s)


def result(s: Dog, places: Row, points: Row) -> None:
    """Teams share place and points (DOG-10.3, DOG-10.5, DOG-13.22)."""
    teams = s.players // 2
    ranked = 0
    for team in range(teams):
        if s.rank[team] > 0:
            ranked += 1
    base = finish_base(s)
    for team in range(teams):
        safe = 0
        for peg in range(PEGS):
            if s.loc[team][peg] >= base:
                safe += 1
            if s.loc[team + teams][peg] >= base:
                safe += 1
        place = s.rank[team] if s.rank[team] > 0 else ranked + 1
        places[team] = place
        places[team + teams] = place
        points[team] = safe
        points[team + teams] = safe


# -- what may be chosen ---------------------------------------------------------------------------


def legal_gifts(s: Dog, seat: int, codes: Row) -> int:
    count = 0
    for i in range(s.cards[seat]):
        if i == 0 or s.hand[seat][i] != s.hand[seat][i - 1]:
            codes[count] = GIVE + s.hand[seat][i]
            count += 1
    return count


def legal_plays(s: Dog, seat: int, codes: Row) -> int:
    """Every card with every use that can be carried through; else a blank jack, else folding."""
    mover = controlled_by(s, seat)
    count = 0
    for i in range(s.cards[seat]):
        kind = s.hand[seat][i]
        if i > 0 and kind == s.hand[seat][i - 1]:
            continue
        for play in range(FIRST_PLAY[kind], FIRST_PLAY[kind + 1]):
            if can_play(s, seat, mover, USE_OF[play]):
                codes[count] = PLAY + play
                count += 1
    if count == 0 and may_play_blank(s, mover):
        for i in range(s.cards[seat]):
            kind = s.hand[seat][i]
            if (kind == JACK or kind == JOKER) and (i == 0 or kind != s.hand[seat][i - 1]):
                codes[count] = PLAY + FIRST_PLAY[kind + 1] - 1  # null is a card's last use
                count += 1
    if count == 0:  # DOG-2.7
        codes[0] = FOLD
        count = 1
    return count


def can_play(s: Dog, seat: int, mover: int, use: int) -> bool:
    if use == USE_START:
        return can_start(s, mover)
    if use == USE_SPLIT:
        return can_split(s, mover)
    if use == USE_SWAP:
        return can_swap(s, seat, mover)
    if use == USE_NULL:
        return False  # a last resort, looked at when all else fails (DOG-9.4)
    for peg in range(PEGS):
        if destinations(s, mover, peg, use) != 0:
            return True
    return False


def can_start(s: Dog, mover: int) -> bool:
    """DOG-4.1, DOG-4.3"""
    if s.fresh[mover] != 0:
        return False
    for peg in range(PEGS):
        if s.loc[mover][peg] == KENNEL:
            return True
    return False


def destinations(s: Dog, mover: int, peg: int, use: int) -> int:
    """Where this use of a card, forwards or backwards, can take the peg; packed."""
    return backward(s, mover, peg) if use == USE_BACK else forward(s, mover, peg, use)


def legal_pegs(s: Dog, codes: Row) -> int:
    count = 0
    use = USE_OF[s.play]
    for peg in range(PEGS):
        if use == USE_SWAP:
            possible = is_swappable(s, s.mover, peg)
        else:
            possible = destinations(s, s.mover, peg, use) != 0
        if possible:
            codes[count] = PEG + peg
            count += 1
    return count


def legal_destinations(s: Dog, codes: Row) -> int:
    found = destinations(s, s.mover, s.peg, USE_OF[s.play])
    count = 0
    while destination(found, count) >= 0:
        codes[count] = DEST + count
        count += 1
    return count


def legal_targets(s: Dog, codes: Row) -> int:
    opponents = opponents_swappable(s, s.turn)
    count = 0
    for seat in range(s.players):
        if not is_swap_seat(s, s.turn, s.mover, seat, opponents):
            continue
        for peg in range(PEGS):
            if is_swappable(s, seat, peg) and (seat != s.mover or peg != s.peg):
                codes[count] = TARGET + PEGS * seat + peg
                count += 1
    return count


def legal_steps(s: Dog, codes: Row) -> int:
    count = 0
    for peg in range(PEGS):
        ways = open_ways(s, peg)
        for way in range(2):
            if (ways >> way) & 1:
                codes[count] = STEP + 2 * peg + way
                count += 1
    if may_land(s):
        codes[count] = LAND
        count += 1
    return count


# -- playing a card -------------------------------------------------------------------------------


def play_card(s: Dog, seat: int, play: int) -> None:
    """The card lies face up from now on (DOG-3.7); then its use is carried out or asked about."""
    kind = CARD_OF[play]
    drop_card(s, seat, kind)
    s.discard[kind] += 1
    giver = partner_of(s, seat)
    if s.gift[giver] == kind:
        s.sure[giver] = 0  # DOG-12.3
    s.play = play
    s.mover = controlled_by(s, seat)
    use = USE_OF[play]
    if use == USE_START:
        start_peg(s, s.mover)
        end_card(s)
    elif use == USE_NULL:
        end_card(s)
    elif use == USE_SPLIT:
        s.phase = SEVEN_STEPS
        s.left = STEPS
    else:
        s.phase = PEG_CHOICE


def clear_play(s: Dog) -> None:
    s.play = NONE
    s.mover = NONE
    s.peg = NONE
    s.left = 0
    s.moved = 0
    s.entered = 0
    s.barred = 0


def end_card(s: Dog) -> None:
    """The card is done: has its team won (DOG-10.3)? Then the next turn."""
    clear_play(s)
    if all_safe(s, s.turn) and all_safe(s, partner_of(s, s.turn)):
        if not plays_on_after_win(s):
            return
    next_turn(s)


def plays_on_after_win(s: Dog) -> bool:
    """Notes the winners' place; false if that ends the game (DOG-13.21)."""
    teams = s.players // 2
    team = s.turn % teams
    place = 1
    for other in range(teams):
        if s.rank[other] > 0:
            place += 1
    s.rank[team] = place
    if s.rule_after_win != PLAY_ON or place == teams - 1:
        end_game(s)
        return False
    lay_down_hand(s, team)
    lay_down_hand(s, team + teams)
    return True
