"""Rules of thumb for DOG: what a position is worth, and the play that gains most.

Every choice is judged by its best completion: a card by its best use, a use by its best peg, a peg
by its best destination. A seven is judged by its best run of one peg, the rest of the steps at par.
Only the board and the seat's own hand are looked at.
"""

from __future__ import annotations

from dogpark.games.dog.actions import (
    ACE,
    CARD_OF,
    DEST,
    FIRST_PLAY,
    FOUR,
    GIVE,
    JOKER,
    KING,
    LAND,
    PEG,
    PEGS,
    PLAY,
    SEVEN,
    STEP,
    TARGET,
    USE_NULL,
    USE_OF,
    USE_SPLIT,
    USE_START,
    USE_SWAP,
    WAY_OFF,
    WAY_ON,
)
from dogpark.games.dog.board import (
    FIRST_END,
    LAST_END,
    controlled_by,
    depth_of,
    destination,
    exit_of,
    fields_in,
    finish_base,
    finish_field,
    heading_on,
    is_fresh,
    open_fields,
    partner_of,
    path_at,
    path_field,
    path_of,
    star_of,
    track_length,
)
from dogpark.games.dog.jack import can_swap, is_swap_seat, is_swappable, opponents_swappable
from dogpark.games.dog.rules import can_start, destinations
from dogpark.games.dog.seven import STEPS, can_split, run_length
from dogpark.games.dog.state import (
    DEST_CHOICE,
    EXCHANGE,
    GEOMETRY_OFF,
    HARMLESS_PASSING,
    KENNEL,
    NONE,
    PEG_CHOICE,
    SEVEN_STEPS,
    TARGET_CHOICE,
    Dog,
)
from dogpark.kernel.schema import Row

NOWHERE = -1_000_000

# What things are worth, in steps of one peg.
OUT = 24  # being out of the kennel
SAFE = 16  # being in the finish, beyond the way there
DEPTH = 3  # each finish field
REACH = 13  # an opponent this close behind is a danger
DANGER = 32  # … and costs one part in so many of what the peg is worth
KEEP_JOKER = 14
KEEP_START = 5
KEEP_FOUR = 3
KEEP_SEVEN = 3

# -- what a place is worth ------------------------------------------------------------------------


def steps_home(s: Dog, seat: int, field: int, heading: int) -> int:
    """Steps from a field in play to the seat's own star, by the shortest way."""
    length = track_length(s)
    star = star_of(seat)
    if field >= length:
        inside = s.rule_central_len + 1 - fields_in(s, field, heading)
        return inside + (star - exit_of(s, path_of(field), heading)) % length
    best = (star - field) % length
    if s.players == 6 and s.rule_central_geometry != GEOMETRY_OFF:
        across = s.rule_central_len + 1
        for path in range(2):
            first = FIRST_END[s.rule_central_geometry][path]
            last = LAST_END[s.rule_central_geometry][path]
            there = (first - field) % length + across + (star - last) % length
            back = (last - field) % length + across + (star - first) % length
            best = min(best, there, back)
    return best


def worth(s: Dog, seat: int, field: int, heading: int) -> int:
    """What it is worth to the seat to have an ordinary peg of its own there."""
    if field == KENNEL:
        return 0
    lap = track_length(s)
    if field >= finish_base(s):
        return OUT + lap + SAFE + DEPTH * depth_of(s, seat, field)
    return OUT + lap - steps_home(s, seat, field, heading)


def share(s: Dog, seat: int, other: int, gain: int) -> int:
    """What another player's gain means to this seat's team."""
    if other == seat or other == partner_of(s, seat):
        return gain
    return -gain * 3 // 4


def hit_gain(s: Dog, seat: int, field: int, mover: int, peg: int) -> int:
    """What sending home everybody else on this field means to the seat's team."""
    if field >= finish_base(s):
        return 0
    gain = 0
    for other in range(s.players):
        for victim in range(PEGS):
            if s.loc[other][victim] == field and (other != mover or victim != peg):
                gain -= share(s, seat, other, worth(s, other, field, s.heading[other][victim]))
    return gain


def danger(s: Dog, seat: int, field: int, value: int) -> int:
    """What opponents close behind a peg on the track cost."""
    length = track_length(s)
    if field >= length or field == KENNEL:
        return 0
    partner = partner_of(s, seat)
    near = 0
    for other in range(s.players):
        if other == seat or other == partner:
            continue
        if field == star_of(other):
            near += 2  # its owner may start
        for peg in range(PEGS):
            behind = field - s.loc[other][peg]
            if behind < 0:
                behind += length
            if behind <= REACH and 0 <= s.loc[other][peg] < length:
                near += 1
    return near * value // DANGER


def standing(s: Dog, seat: int, field: int, heading: int) -> int:
    """What a place is worth, less the danger there."""
    value = worth(s, seat, field, heading)
    return value - danger(s, seat, field, value)


def peg_standing(s: Dog, seat: int, peg: int) -> int:
    if is_fresh(s, seat, peg):
        return OUT
    return standing(s, seat, s.loc[seat][peg], s.heading[seat][peg])


# -- what a play gains ----------------------------------------------------------------------------


def move_gain(s: Dog, seat: int, mover: int, peg: int, field: int) -> int:
    after = standing(s, mover, field, heading_on(s, mover, peg, field))
    return after - peg_standing(s, mover, peg) + hit_gain(s, seat, field, mover, peg)


def peg_gain(s: Dog, seat: int, mover: int, peg: int, use: int) -> int:
    """The best destination of one peg."""
    found = destinations(s, mover, peg, use)
    best = NOWHERE
    for index in range(3):
        field = destination(found, index)
        if field < 0:
            break
        best = max(best, move_gain(s, seat, mover, peg, field))
    return best


def swap_gain(s: Dog, seat: int, mover: int, peg: int, other: int, target: int) -> int:
    gain = 0
    for side in range(2):  # what each of the two makes of the other's place
        one = mover if side == 0 else other
        one_peg = peg if side == 0 else target
        two = other if side == 0 else mover
        two_peg = target if side == 0 else peg
        place = standing(s, one, s.loc[two][two_peg], s.heading[two][two_peg])
        gain += share(s, seat, one, place - peg_standing(s, one, one_peg))
    return gain


def best_swap(s: Dog, seat: int, mover: int, peg: int) -> int:
    best = NOWHERE
    opponents = opponents_swappable(s, seat)
    for other in range(s.players):
        if not is_swap_seat(s, seat, mover, other, opponents):
            continue
        for target in range(PEGS):
            if is_swappable(s, other, target) and (other != mover or target != peg):
                best = max(best, swap_gain(s, seat, mover, peg, other, target))
    return best


def run_gain(s: Dog, seat: int, mover: int, peg: int, way: int, left: int, alone: bool) -> int:
    """The best run of one peg that begins with this step of a seven, above par.

    Par is one for each step, which any other peg would make of it. ``alone``: no other peg can make
    the rest, so only a run of all the steps counts.
    """
    field = s.loc[mover][peg]
    heading = s.heading[mover][peg]
    before = peg_standing(s, mover, peg)
    base = finish_base(s)
    length = track_length(s)
    best = NOWHERE
    hits = 0
    turn_off = way == WAY_OFF
    for step in range(1, left + 1):
        if field >= base:
            field += 1
            if depth_of(s, mover, field) > PEGS or is_taken(s, mover, peg, field):
                break
        elif field >= length:
            count = fields_in(s, field, heading)
            path = path_of(field)
            if count == s.rule_central_len:
                field = exit_of(s, path, heading)
                heading = 0
            else:
                field = path_field(s, path, heading, count + 1)
        elif (
            field == star_of(mover)
            and (turn_off or step > 1)
            and can_turn_in(s, mover, left - step)
        ):
            field = finish_field(s, mover, 1)
        elif turn_off and step == 1 and path_at(s, field) >= 0:
            path = path_at(s, field)
            heading = 1 if field == FIRST_END[s.rule_central_geometry][path] else -1
            field = path_field(s, path, heading, 1)
        else:
            field = field + 1 if field + 1 < length else 0
            if field % 16 == 0 and s.fresh[field // 16] != 0:
                break
        here = hit_gain(s, seat, field, mover, peg)
        if s.rule_seven_kills != HARMLESS_PASSING:
            hits += here
        else:
            hits = here
        if not alone or step == left:
            best = max(best, standing(s, mover, field, heading) - before + hits - step)
    return best


def is_taken(s: Dog, seat: int, peg: int, field: int) -> bool:
    for other in range(PEGS):
        if other != peg and s.loc[seat][other] == field:
            return True
    return False


def can_turn_in(s: Dog, seat: int, rest: int) -> bool:
    """Whether a run that comes to its star had better go in: it may not have to come out."""
    return s.fresh[seat] == 0 and open_fields(s, seat) > 0 and rest < PEGS


def others_can_move(s: Dog, mover: int, peg: int) -> bool:
    """Whether some other peg of the mover can take over the rest of a seven."""
    for other in range(PEGS):
        field = s.loc[mover][other]
        if other != peg and field != KENNEL:
            if field < finish_base(s) and run_length(s, field, STEPS) == STEPS:
                return True
    return False


def split_gain(s: Dog, seat: int, mover: int, left: int) -> int:
    best = NOWHERE
    for peg in range(PEGS):
        if s.loc[mover][peg] != KENNEL:
            alone = not others_can_move(s, mover, peg)
            for way in range(2):
                if way == WAY_ON or s.loc[mover][peg] < track_length(s):
                    best = max(best, run_gain(s, seat, mover, peg, way, left, alone))
    if best == NOWHERE:
        return 0
    return best + left


def use_gain(s: Dog, seat: int, mover: int, use: int) -> int:
    """The best completion of a use; NOWHERE if it has none."""
    best = NOWHERE
    if use == USE_START:
        if can_start(s, mover):
            best = OUT + hit_gain(s, seat, star_of(mover), mover, NONE)
    elif use == USE_SPLIT:
        if can_split(s, mover):
            best = split_gain(s, seat, mover, STEPS)
    elif use == USE_SWAP:
        if can_swap(s, seat, mover):
            for peg in range(PEGS):
                if is_swappable(s, mover, peg):
                    best = max(best, best_swap(s, seat, mover, peg))
    elif use != USE_NULL:
        for peg in range(PEGS):
            best = max(best, peg_gain(s, seat, mover, peg, use))
    return best


def keep_worth(kind: int) -> int:
    """What it is worth to have the card for later."""
    if kind == JOKER:
        return KEEP_JOKER
    if kind == ACE or kind == KING:
        return KEEP_START
    if kind == FOUR:
        return KEEP_FOUR
    return KEEP_SEVEN if kind == SEVEN else 0


def card_gain(s: Dog, seat: int, kind: int) -> int:
    """What the best play of this card would gain the player who holds it; 0 if nothing."""
    mover = controlled_by(s, seat)
    best = 0
    for play in range(FIRST_PLAY[kind], FIRST_PLAY[kind + 1]):
        best = max(best, use_gain(s, seat, mover, USE_OF[play]))
    return best + keep_worth(kind)


def gift_gain(s: Dog, seat: int, kind: int) -> int:
    """A gift is good if the partner gains more from it than oneself, who may have another."""
    alike = 0
    for i in range(s.cards[seat]):
        held = s.hand[seat][i]
        if held == kind or (is_start_card(held) and is_start_card(kind)):
            alike += 1
    gain = 0
    for side in range(2):
        player = seat if side == 0 else partner_of(s, seat)
        value = card_gain(s, player, kind)
        gain += value if side == 1 else -(value // min(alike, 2))
    return gain


def is_start_card(kind: int) -> bool:
    return kind == ACE or kind == KING or kind == JOKER


# -- the choice -----------------------------------------------------------------------------------


def code_gain(s: Dog, seat: int, code: int) -> int:
    if s.phase == EXCHANGE:
        return gift_gain(s, seat, code - GIVE)
    if s.phase == PEG_CHOICE:
        if USE_OF[s.play] == USE_SWAP:
            return best_swap(s, seat, s.mover, code - PEG)
        return peg_gain(s, seat, s.mover, code - PEG, USE_OF[s.play])
    if s.phase == DEST_CHOICE:
        field = destination(destinations(s, s.mover, s.peg, USE_OF[s.play]), code - DEST)
        return move_gain(s, seat, s.mover, s.peg, field)
    if s.phase == TARGET_CHOICE:
        other = (code - TARGET) // PEGS
        return swap_gain(s, seat, s.mover, s.peg, other, (code - TARGET) % PEGS)
    if s.phase == SEVEN_STEPS:
        if code == LAND:
            return hit_gain(s, seat, s.loc[s.mover][s.peg], s.mover, s.peg)
        peg = (code - STEP) // 2
        alone = not others_can_move(s, s.mover, peg)
        return run_gain(s, seat, s.mover, peg, (code - STEP) % 2, s.left, alone)
    play = code - PLAY  # folding is never one of several choices
    if USE_OF[play] == USE_NULL:
        return -keep_worth(CARD_OF[play])
    mover = controlled_by(s, seat)
    return use_gain(s, seat, mover, USE_OF[play]) - keep_worth(CARD_OF[play])


def greedy(s: Dog, seat: int, codes: Row, count: int, dice: Row) -> int:
    """The choice that gains most; the first of equals."""
    if count == 1:
        return 0
    best = 0
    best_gain = NOWHERE
    for i in range(count):
        gain = code_gain(s, seat, codes[i])
        if gain > best_gain:
            best = i
            best_gain = gain
    return best
