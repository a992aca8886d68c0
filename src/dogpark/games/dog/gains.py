"""What one peg gains by a move in DOG: its place, its danger, whom it hits, whom it swaps with.

A seven is judged by its best run of one peg, the rest of the steps at par. The numbers, in the
thousandths of ``worth``, were found by letting the rules of thumb play against themselves with one
number changed, 3,000 duplicate games each.
"""

from __future__ import annotations

from dogpark.games.dog.actions import PEGS, WAY_OFF, WAY_ON
from dogpark.games.dog.board import (
    FIRST_END,
    SECTOR,
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
from dogpark.games.dog.jack import is_swap_seat, is_swappable, opponents_swappable
from dogpark.games.dog.lookout import Look, cards_that_hit, is_taken, look_round
from dogpark.games.dog.rules import can_start, destinations
from dogpark.games.dog.seven import STEPS, run_length
from dogpark.games.dog.state import HARMLESS_PASSING, KENNEL, Dog
from dogpark.games.dog.worth import finish_taken, finish_worth, peg_worth, worth

NOWHERE = -1_000_000

HIT = 90  # of a hundred that an opponent loses
DANGER = 95  # each card that hits costs so many of a thousand of what the peg is worth
PAR = 3  # a step of a seven that any peg may make

# -- what a place is worth ------------------------------------------------------------------------


def share(s: Dog, seat: int, other: int, gain: int) -> int:
    """What another player's gain means to this seat's team."""
    if other == seat or other == partner_of(s, seat):
        return gain
    return -gain * HIT // 100


def hit_gain(s: Dog, look: Look, seat: int, field: int, mover: int, peg: int) -> int:
    """What sending home everybody else on this field means to the seat's team."""
    if field >= finish_base(s) or (field < track_length(s) and not is_taken(look, field)):
        return 0
    gain = 0
    for other in range(s.players):
        for victim in range(PEGS):
            if s.loc[other][victim] == field and (other != mover or victim != peg):
                gain -= share(s, seat, other, worth(s, other, field, s.heading[other][victim]))
    return gain


def danger(s: Dog, look: Look, seat: int, field: int, value: int) -> int:
    """What opponents cost who may hit a peg on the track with their next card."""
    if not 0 <= field < track_length(s):
        return 0
    cards = cards_that_hit(s, look, field)
    owner = field // SECTOR
    if field == star_of(owner) and owner != seat and owner != partner_of(s, seat):
        if can_start(s, owner):
            cards += 2
    return cards * value * DANGER // 1000


def standing(s: Dog, look: Look, seat: int, field: int, heading: int) -> int:
    """What a place in play is worth, less the danger there."""
    value = worth(s, seat, field, heading)
    return value - danger(s, look, seat, field, value)


def peg_standing(s: Dog, look: Look, seat: int, peg: int) -> int:
    if is_fresh(s, seat, peg) or s.loc[seat][peg] >= finish_base(s):
        return peg_worth(s, seat, peg)
    return standing(s, look, seat, s.loc[seat][peg], s.heading[seat][peg])


def entry_gain(s: Dog, mover: int, peg: int, field: int) -> int:
    """What the finish gains by this peg on that field of it."""
    before = finish_taken(s, mover)
    after = before | 1 << (depth_of(s, mover, field) - 1)
    depth = depth_of(s, mover, s.loc[mover][peg])
    if depth >= 1:
        after &= ~(1 << (depth - 1))
    return finish_worth(s, after) - finish_worth(s, before)


def place_worth(s: Dog, look: Look, mover: int, peg: int, field: int, heading: int) -> int:
    """What a peg has of going there, whoever it hits."""
    if field >= finish_base(s):
        return entry_gain(s, mover, peg, field)
    return standing(s, look, mover, field, heading)


# -- what a play gains ----------------------------------------------------------------------------


def move_gain(s: Dog, look: Look, seat: int, mover: int, peg: int, field: int) -> int:
    """What a move gains, not counting the place that the peg leaves."""
    gain = place_worth(s, look, mover, peg, field, heading_on(s, mover, peg, field))
    return gain + hit_gain(s, look, seat, field, mover, peg)


def peg_gain(s: Dog, look: Look, seat: int, mover: int, peg: int, use: int) -> int:
    """The best destination of one peg."""
    found = destinations(s, mover, peg, use)
    if found == 0:
        return NOWHERE
    best = NOWHERE
    for index in range(3):
        field = destination(found, index)
        if field < 0:
            break
        best = max(best, move_gain(s, look, seat, mover, peg, field))
    return best - peg_standing(s, look, mover, peg)


def swap_gain(
    s: Dog, look: Look, theirs: Look, seat: int, mover: int, peg: int, other: int, target: int
) -> int:
    """What a swap gains; ``theirs`` is what the other peg's player sees of the track."""
    gain = 0
    for side in range(2):  # what each of the two makes of the other's place
        one = mover if side == 0 else other
        one_peg = peg if side == 0 else target
        two = other if side == 0 else mover
        two_peg = target if side == 0 else peg
        view = look if side == 0 else theirs
        place = standing(s, view, one, s.loc[two][two_peg], s.heading[two][two_peg])
        gain += share(s, seat, one, place - peg_standing(s, view, one, one_peg))
    return gain


def best_swap(s: Dog, look: Look, seat: int, mover: int, peg: int) -> int:
    best = NOWHERE
    opponents = opponents_swappable(s, seat)
    for other in range(s.players):
        if not is_swap_seat(s, seat, mover, other, opponents):
            continue
        theirs = look_round(s, other)
        for target in range(PEGS):
            if is_swappable(s, other, target) and (other != mover or target != peg):
                best = max(best, swap_gain(s, look, theirs, seat, mover, peg, other, target))
    return best


def run_gain(
    s: Dog, look: Look, seat: int, mover: int, peg: int, way: int, left: int, alone: bool
) -> int:
    """The best run of one peg that begins with this step of a seven, above par.

    Par is what any other peg would make of a step. ``alone``: no other peg can make
    the rest, so only a run of all the steps counts.
    """
    field = s.loc[mover][peg]
    heading = s.heading[mover][peg]
    base = finish_base(s)
    length = track_length(s)
    best = NOWHERE
    hits = 0
    turn_off = way == WAY_OFF
    for step in range(1, left + 1):
        if field >= base:
            field += 1
            if depth_of(s, mover, field) > PEGS or is_shut(s, mover, peg, field):
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
        here = hit_gain(s, look, seat, field, mover, peg)
        if s.rule_seven_kills != HARMLESS_PASSING:
            hits += here
        else:
            hits = here
        if not alone or step == left:
            gain = place_worth(s, look, mover, peg, field, heading) + hits - PAR * step
            best = max(best, gain)
    if best == NOWHERE:
        return NOWHERE
    return best - peg_standing(s, look, mover, peg)


def is_shut(s: Dog, seat: int, peg: int, field: int) -> bool:
    """Whether another own peg stands on this field of the finish."""
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


def split_gain(s: Dog, look: Look, seat: int, mover: int, left: int) -> int:
    best = NOWHERE
    for peg in range(PEGS):
        if s.loc[mover][peg] != KENNEL:
            alone = not others_can_move(s, mover, peg)
            for way in range(2):
                if way == WAY_ON or s.loc[mover][peg] < track_length(s):
                    best = max(best, run_gain(s, look, seat, mover, peg, way, left, alone))
    if best == NOWHERE:
        return 0
    return best + PAR * left
