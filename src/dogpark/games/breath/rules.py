"""The rules of Dog's Breath: who is asked, what may be chosen, and what a choice does.

A round's flow is in ``rounds``, scavengers and guard dogs in ``scavenge``, points in ``scoring``,
what is certain to whom in ``knowledge``.
"""

from __future__ import annotations

from dogpark.games.breath.actions import (
    DEAL,
    DISCARD,
    DRAW,
    END,
    FALSE_ALARM,
    FLIP,
    GUARD,
    LET,
    NAME,
    OUT,
    PICK,
    SCAVENGE,
    SHOW,
    STAND,
    STARTS,
    STAY,
    TAKE,
    TAKEN_BLIND,
    TURN_DOWN,
)
from dogpark.games.breath.cards import copies
from dogpark.games.breath.knowledge import all_see_leave, hand_gets_seen, row_of
from dogpark.games.breath.rounds import (
    begin_round,
    can_go_out,
    card_drawn,
    card_shown,
    deal_card,
    draw_from_deck,
    end_turn,
    flip_card,
    go_out,
    lay_out,
    take_from_grid,
    turn_card_down,
)
from dogpark.games.breath.scavenge import (
    after_making_up,
    ask_for_guards,
    at_rest,
    legal_scavenges,
    let_it_happen,
    make_up,
    send_scavenger,
    stop_scavenger,
    swap,
)
from dogpark.games.breath.scoring import result
from dogpark.games.breath.state import (
    ALARMED,
    BLIND,
    COMING,
    DEALING,
    DECK,
    DISCARDING,
    DRAWING,
    ENDING,
    FACING,
    FLIPPING,
    GRID,
    GUARD_DOG,
    GUARDING,
    NAMING,
    NONE,
    OVER,
    SEATS,
    SHOWING,
    SORTS,
    SPECTATOR,
    STARTER,
    TAKING,
    Breath,
)
from dogpark.kernel.facts import CHANCE, CHANCE_BIT
from dogpark.kernel.schema import Row

__all__ = ["active", "apply", "chance", "legal", "result", "stage", "start"]

# -- the hooks ------------------------------------------------------------------------------------


def start(s: Breath) -> None:
    """BRE-2.3: chance picks the first starter, then the first round is dealt."""
    for seat in range(SEATS):
        s.total[seat] = 0
        s.scored[seat] = 0
        s.gained[seat] = 0
        for sort in range(SORTS):
            s.shown[seat][sort] = 0
    s.was_out = NONE
    s.round = 1
    at_rest(s)
    s.back = DRAWING
    lay_out(s)
    s.starter = NONE
    s.phase = STARTER


def active(s: Breath) -> int:
    """BRE-3.4: one seat at a time, or nature."""
    phase = s.phase
    if phase <= NAMING:
        return 1 << s.turn
    if phase <= ALARMED:
        return 1 << s.asked
    if phase == OVER:
        return 0
    return CHANCE_BIT


def stage(s: Breath, seat: int) -> int:
    if s.phase > ALARMED or active(s) != 1 << seat:
        return 0
    return s.phase + 1


def legal(s: Breath, seat: int, codes: Row) -> int:
    if active(s) != 1 << seat:
        return 0
    phase = s.phase
    if phase == DRAWING:
        return legal_draws(s, seat, codes)
    if phase == DISCARDING:
        return legal_discards(s, seat, codes)
    if phase == ENDING:
        return legal_endings(s, seat, codes)
    if phase == FLIPPING:
        return legal_flips(s, codes)
    if phase == TAKING:
        return legal_takes(s, codes)
    if phase == FACING:  # BRE-2.5
        codes[0] = STAND
        codes[1] = TURN_DOWN
        return 2
    if phase == GUARDING:  # BRE-5.2
        codes[0] = LET
        codes[1] = GUARD
        return 1 + (s.hand[seat][GUARD_DOG] > 0)
    if phase == NAMING:
        return legal_names(s, codes)
    codes[0] = STAY  # BRE-6.4
    codes[1] = FALSE_ALARM
    return 2


def chance(s: Breath, codes: Row, weights: Row) -> int:
    """BRE-1.5"""
    phase = s.phase
    if phase == STARTER:
        for seat in range(s.players):
            codes[seat] = STARTS + seat
            weights[seat] = 1
        return s.players
    if phase == BLIND:
        return blind_chance(s, codes, weights)
    if phase == DEALING or phase == COMING or phase == SHOWING:
        return deck_chance(s, codes, weights)
    return 0


def apply(s: Breath, seat: int, code: int) -> None:
    phase = s.phase
    if seat == CHANCE:
        nature(s, phase, code)
    elif code >= SCAVENGE and phase <= ENDING:
        send_scavenger(s, seat, code - SCAVENGE)
    elif phase == DRAWING:
        if code == DRAW:
            draw_from_deck(s, seat)
        else:
            pick(s, seat, code - PICK)
    elif phase == DISCARDING:
        discard(s, seat, code - DISCARD)
    elif phase == ENDING:
        if code == OUT:
            go_out(s, seat)
        else:
            end_turn(s)
    elif phase == FLIPPING:
        flip_card(s, code - FLIP)
    elif phase == TAKING:
        take_from_grid(s, seat, code - TAKE)
    elif phase == FACING:
        if code == TURN_DOWN:
            turn_card_down(s)
        else:
            s.phase = FLIPPING
    elif phase == GUARDING:
        if code == GUARD:
            stop_scavenger(s, seat)
        else:
            let_it_happen(s, seat)
    elif phase == NAMING:
        s.wish = code - NAME
        ask_for_guards(s)
    else:
        if code == FALSE_ALARM:
            s.out = NONE  # BRE-6.5
        s.came = NONE
        s.went = NONE
        make_up(s)


def nature(s: Breath, phase: int, code: int) -> None:
    if phase == DEALING:
        deal_card(s, code - DEAL)
    elif phase == COMING:
        card_drawn(s, code - DEAL)
        if s.drawer == s.turn:
            s.came = code - DEAL
        if s.target == NONE:
            s.phase = DISCARDING
        else:
            after_making_up(s)
    elif phase == SHOWING:
        card_shown(s, code - SHOW)
    elif phase == BLIND:
        swap(s, code - TAKEN_BLIND)
    else:
        s.starter = code - STARTS
        begin_round(s)


# -- what may be chosen ---------------------------------------------------------------------------


def legal_flips(s: Breath, codes: Row) -> int:
    """BRE-2.6: any card that lies face-down."""
    count = 0
    for place in range(GRID):
        codes[count] = FLIP + place
        count += (s.covered >> place) & 1
    return count


def legal_takes(s: Breath, codes: Row) -> int:
    """BRE-2.7"""
    codes[0] = TAKE + min(s.standing, s.spot)
    codes[1] = TAKE + max(s.standing, s.spot)
    return 2


def legal_draws(s: Breath, seat: int, codes: Row) -> int:
    """BRE-3.1"""
    codes[0] = DRAW
    count = 1
    for sort in range(SORTS):
        codes[count] = PICK + sort
        count += s.face_up[sort] > 0
    return legal_scavenges(s, seat, codes, count)


def legal_discards(s: Breath, seat: int, codes: Row) -> int:
    """BRE-3.2"""
    count = 0
    for sort in range(SORTS):
        codes[count] = DISCARD + sort
        count += s.hand[seat][sort] > 0
    return legal_scavenges(s, seat, codes, count)


def legal_endings(s: Breath, seat: int, codes: Row) -> int:
    """BRE-3.3"""
    codes[0] = END
    codes[1] = OUT
    return legal_scavenges(s, seat, codes, 1 + can_go_out(s, seat))


def legal_names(s: Breath, codes: Row) -> int:
    """BRE-11.4: any sort of card that there is."""
    count = 0
    for sort in range(SORTS):
        codes[count] = NAME + sort
        count += copies(s, sort) > 0
    return count


# -- what may fall --------------------------------------------------------------------------------


def deck_chance(s: Breath, codes: Row, weights: Row) -> int:
    """Any card that may be the next one; those known to lie at the bottom come last (BRE-2.8)."""
    above = s.top > 0
    bottom = row_of(DECK, SPECTATOR)
    base = DEAL
    if s.phase == SHOWING:
        base = SHOW
    count = 0
    for sort in range(SORTS):
        weight = s.deck[sort] - above * s.known[bottom][sort]
        codes[count] = base + sort
        weights[count] = weight
        count += weight > 0
    return count


def blind_chance(s: Breath, codes: Row, weights: Row) -> int:
    """BRE-4.4: each card of the hand is as likely as another."""
    count = 0
    for sort in range(SORTS):
        weight = s.hand[s.target][sort]
        codes[count] = TAKEN_BLIND + sort
        weights[count] = weight
        count += weight > 0
    return count


# -- drawing and discarding -----------------------------------------------------------------------


def pick(s: Breath, seat: int, sort: int) -> None:
    """BRE-3.1: any one of the discards, before the eyes of all."""
    s.face_up[sort] -= 1
    s.hand[seat][sort] += 1
    s.cards[seat] += 1
    hand_gets_seen(s, seat, sort)
    s.came = sort
    s.phase = DISCARDING


def discard(s: Breath, seat: int, sort: int) -> None:
    """BRE-3.2; BRE-8.3 asks for the last one."""
    s.hand[seat][sort] -= 1
    s.cards[seat] -= 1
    s.face_up[sort] += 1
    s.last[seat] = sort
    all_see_leave(s, seat, sort)
    s.came = NONE
    s.phase = ENDING
