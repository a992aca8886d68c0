"""The board of DOG: fields, pegs, and where a peg can go.

Who stands where decides little about where a peg may go: only fresh pegs and the own finish stop
it (DOG-5.2, DOG-7.5). Both are read directly, so destinations need no search over the board. Stars
are sixteen fields apart and no card moves further than thirteen: a move meets one star at most.
"""

from __future__ import annotations

from dogpark.games.dog.actions import PEGS
from dogpark.games.dog.state import (
    DEEPEST_FIRST,
    EXACT_ENTRY,
    FORCED_ENTRY,
    KENNEL,
    PATH_FOUR_BACK,
    TOUCH_ONLY,
    Dog,
)

SECTOR = 16  # fields of the track per player; the first is the star
PATH_U = 96  # first field of central path U
PATH_SIZE = 15  # ids per path, used or not
LONGEST = 13  # the furthest a card moves

# By central_geometry: which path (0 U, 1 V) has an end in each sector, on its ninth field.
PATH_AT = ((0, 1, -1, 0, 1, -1), (1, 0, -1, 0, 1, -1), (-1, -1, -1, -1, -1, -1))
FIRST_END = ((8, 24), (24, 72), (-1, -1))  # heading +1 leads away from here …
LAST_END = ((56, 72), (56, 8), (-1, -1))  # … to here

# -- places ---------------------------------------------------------------------------------------


def track_length(s: Dog) -> int:
    return SECTOR * s.players


def finish_base(s: Dog) -> int:
    """The id of seat 0's first finish field; everything from here on is safe (DOG-1.4)."""
    return 64 if s.players == 4 else 126


def star_of(seat: int) -> int:
    return SECTOR * seat


def finish_field(s: Dog, seat: int, depth: int) -> int:
    """The seat's finish field of depth 1 (at the star) to 4."""
    return finish_base(s) + PEGS * seat + depth - 1


def depth_of(s: Dog, seat: int, field: int) -> int:
    """1..4 for the seat's own finish fields; 0 or less for every other field."""
    return field - finish_base(s) - PEGS * seat + 1


def partner_of(s: Dog, seat: int) -> int:
    """DOG-1.3"""
    half = s.players // 2
    return seat + half if seat < half else seat - half


def in_play(s: Dog, field: int) -> bool:
    """DOG-1.7: on the track or on a central path."""
    return 0 <= field < finish_base(s)


def on_path(s: Dog, field: int) -> bool:
    return track_length(s) <= field < finish_base(s)


def is_fresh(s: Dog, seat: int, peg: int) -> bool:
    """DOG-5.1"""
    return s.fresh[seat] != 0 and s.loc[seat][peg] == star_of(seat)


def all_safe(s: Dog, seat: int) -> bool:
    base = finish_base(s)
    for peg in range(PEGS):
        if s.loc[seat][peg] < base:
            return False
    return True


def controlled_by(s: Dog, seat: int) -> int:
    """The seat whose pegs, star and finish this player's cards act on (DOG-10.1, DOG-10.2)."""
    return partner_of(s, seat) if all_safe(s, seat) else seat


def open_fields(s: Dog, seat: int) -> int:
    """How many finish fields are empty from the star inwards, before the first safe peg."""
    open_ = PEGS
    for peg in range(PEGS):
        depth = depth_of(s, seat, s.loc[seat][peg])
        if 1 <= depth <= open_:
            open_ = depth - 1
    return open_


# -- central paths (DOG-11) -----------------------------------------------------------------------


def path_at(s: Dog, field: int) -> int:
    """The central path that has an end on this field of the track, or -1."""
    if s.players != 6 or field % SECTOR != 8:
        return -1
    return PATH_AT[s.rule_central_geometry][field // SECTOR]


def entry_heading(s: Dog, path: int, end: int) -> int:
    return 1 if end == FIRST_END[s.rule_central_geometry][path] else -1


def path_of(field: int) -> int:
    return (field - PATH_U) // PATH_SIZE


def path_field(s: Dog, path: int, heading: int, count: int) -> int:
    """The count-th field (from 1) of a path as met with that heading (DOG-11.3)."""
    place = count if heading > 0 else s.rule_central_len + 1 - count
    return PATH_U + PATH_SIZE * path + place - 1


def fields_in(s: Dog, field: int, heading: int) -> int:
    """The inverse of path_field: how many fields of its path a peg there has entered."""
    place = (field - PATH_U) % PATH_SIZE + 1
    return place if heading > 0 else s.rule_central_len + 1 - place


def exit_of(s: Dog, path: int, heading: int) -> int:
    if heading > 0:
        return LAST_END[s.rule_central_geometry][path]
    return FIRST_END[s.rule_central_geometry][path]


# -- destinations ---------------------------------------------------------------------------------
# Up to three fields in rising order, packed into one number: eight bits each, the field plus one.


def with_field(found: int, field: int) -> int:
    """The packed destinations with one more, still in rising order."""
    new = field + 1
    below = 0
    shift = 0
    while found & 255 and (found & 255) < new:
        below |= (found & 255) << shift
        shift += 8
        found >>= 8
    return below | (new << shift) | (found << (shift + 8))


def destination(found: int, index: int) -> int:
    return ((found >> (8 * index)) & 255) - 1


def with_track_fields(s: Dog, found: int, seat: int, field: int, steps: int, fresh: bool) -> int:
    """Adds where a walk of that many steps along the track leads: on, or into the finish.

    How the peg came here does not matter: no lap is counted (DOG-11.9).
    """
    if steps == 0:
        return with_field(found, field)
    to_star = SECTOR - field % SECTOR
    next_star = field // SECTOR + 1
    if next_star == s.players:
        next_star = 0
    inside = -1  # steps that would be left at the own star (DOG-7.1)
    if field == star_of(seat):
        if not fresh:  # DOG-7.3
            inside = steps
    elif next_star == seat:
        inside = steps - to_star
    if to_star <= steps and s.fresh[next_star] != 0:
        return found  # DOG-5.2; no own star can lie before this one
    ahead = field + steps
    length = track_length(s)
    found = with_field(found, ahead - length if ahead >= length else ahead)
    if may_enter(s, seat, inside):
        found = with_field(found, finish_field(s, seat, inside))
    return found


def may_enter(s: Dog, seat: int, depth: int) -> bool:
    """Whether a peg may walk from its star to this depth of its finish with one move."""
    if depth < 1 or depth > PEGS:
        return False
    open_ = open_fields(s, seat)
    if s.rule_deepest_first == DEEPEST_FIRST:
        return depth == open_  # DOG-13.8
    return depth <= open_  # DOG-7.5


def forward(s: Dog, seat: int, peg: int, steps: int) -> int:
    """All destinations of a peg that goes forwards by the full count (DOG-3.8, DOG-6.1), packed.

    Where the finish or a path branches off, both ways are listed (DOG-7.2, DOG-11.2).
    """
    field = s.loc[seat][peg]
    if field == KENNEL:
        return 0
    if field >= finish_base(s):
        return deeper(s, seat, field, steps)
    found = 0
    path = -1
    heading = 0
    count = 0  # fields of the path that the move would have entered, the far end included
    if field >= track_length(s):
        heading = s.heading[seat][peg]
        path = path_of(field)
        count = fields_in(s, field, heading) + steps
    else:
        found = with_track_fields(s, 0, seat, field, steps, is_fresh(s, seat, peg))
        end = end_ahead(s, field, steps)
        if end >= 0:
            path = path_at(s, end)
            heading = entry_heading(s, path, end)
            count = steps - (end - field) % track_length(s)
    if path >= 0:
        if count <= s.rule_central_len:
            found = with_field(found, path_field(s, path, heading, count))
        else:  # DOG-11.5: the way back in is barred, and the next path is too far
            rest = count - s.rule_central_len - 1
            found = with_track_fields(s, found, seat, exit_of(s, path, heading), rest, False)
    return entry_only(s, found) if s.rule_forced_entry == FORCED_ENTRY else found


def deeper(s: Dog, seat: int, field: int, steps: int) -> int:
    """A safe peg goes deeper, never onto or across another (DOG-7.5)."""
    depth = depth_of(s, seat, field)
    if depth + steps > PEGS:
        return 0
    for other in range(PEGS):
        if 0 < s.loc[seat][other] - field <= steps:
            return 0
    return with_field(0, field + steps)


def end_ahead(s: Dog, field: int, steps: int) -> int:
    """The path end where a peg on the track can turn off during such a move (DOG-11.2), or -1."""
    if s.players != 6:
        return -1
    to_end = (8 - field) % SECTOR
    if to_end >= steps or (s.rule_central_entry == EXACT_ENTRY and to_end > 0):  # DOG-13.18
        return -1
    end = (field + to_end) % track_length(s)
    if to_end > 8 and s.fresh[end // SECTOR] != 0:  # the star before it is blocked (DOG-5.2)
        return -1
    return end if path_at(s, end) >= 0 else -1


def backward(s: Dog, seat: int, peg: int) -> int:
    """All destinations of a peg that goes four backwards (DOG-6.4, DOG-7.4), packed."""
    field = s.loc[seat][peg]
    length = track_length(s)
    if field == KENNEL or field >= finish_base(s):
        return 0
    if field >= length:
        return path_backward(s, seat, peg)
    past_star = field % SECTOR
    sector = field // SECTOR
    if 1 <= past_star <= 4 and s.fresh[sector] != 0:  # DOG-5.2
        return 0
    found = with_field(0, field - 4 if field >= 4 else field - 4 + length)
    if sector == seat and 1 <= past_star <= 3 and s.rule_backward_finish != TOUCH_ONLY:
        if may_enter(s, seat, 4 - past_star):
            found = with_field(found, finish_field(s, seat, 4 - past_star))
    return entry_only(s, found) if s.rule_forced_entry == FORCED_ENTRY else found


def path_backward(s: Dog, seat: int, peg: int) -> int:
    """Inside a central path there is no way back (DOG-11.6), unless the house rule opens it."""
    if s.rule_central_four_back != PATH_FOUR_BACK:  # DOG-13.19
        return 0
    field = s.loc[seat][peg]
    heading = s.heading[seat][peg]
    path = path_of(field)
    count = fields_in(s, field, heading) - 4
    if count >= 1:
        return with_field(0, path_field(s, path, heading, count))
    return with_field(0, exit_of(s, path, -heading) + count)


def entry_only(s: Dog, found: int) -> int:
    """DOG-13.7: where one destination lies in the finish, the others are void."""
    for index in range(3):
        field = destination(found, index)
        if field >= finish_base(s):
            return with_field(0, field)
    return found


# -- moving pegs ----------------------------------------------------------------------------------


def place(s: Dog, seat: int, peg: int, field: int, heading: int) -> None:
    """Puts a peg on a field; if it was fresh it no longer is (DOG-5.1)."""
    if is_fresh(s, seat, peg):
        s.fresh[seat] = 0
    s.loc[seat][peg] = field
    s.heading[seat][peg] = heading


def hit(s: Dog, field: int, seat: int, peg: int) -> None:
    """Sends home every other peg on the field (DOG-6.2), on paths too (DOG-11.7)."""
    for other in range(s.players):
        for victim in range(PEGS):
            if s.loc[other][victim] == field and (other != seat or victim != peg):
                s.loc[other][victim] = KENNEL
                s.heading[other][victim] = 0


def heading_on(s: Dog, seat: int, peg: int, field: int) -> int:
    """The heading a peg will have on this destination of a move (DOG-11.4)."""
    if not on_path(s, field):
        return 0
    if s.heading[seat][peg] != 0:
        return s.heading[seat][peg]
    # It turned in: a move meets one path end at most (DOG-11.2).
    end = s.loc[seat][peg] + (8 - s.loc[seat][peg]) % SECTOR
    return entry_heading(s, path_of(field), end % track_length(s))


def move(s: Dog, seat: int, peg: int, field: int) -> None:
    """A whole move: the peg lands and hits (DOG-6.2); those it passed stay (DOG-6.3)."""
    place(s, seat, peg, field, heading_on(s, seat, peg, field))
    if field < finish_base(s):
        hit(s, field, seat, peg)


def start_peg(s: Dog, seat: int) -> None:
    """DOG-4.1, DOG-4.2: the first peg in the kennel comes out and is fresh."""
    for peg in range(PEGS):
        if s.loc[seat][peg] == KENNEL:
            s.loc[seat][peg] = star_of(seat)
            s.fresh[seat] = 1
            hit(s, star_of(seat), seat, peg)
            return


def swap(s: Dog, seat: int, peg: int, other: int, target: int) -> None:
    """DOG-9.1: two pegs change places; a heading belongs to the place (DOG-11.8).

    Neither is fresh afterwards, since no fresh peg is ever swapped (DOG-9.3, DOG-5.4).
    """
    field = s.loc[seat][peg]
    heading = s.heading[seat][peg]
    s.loc[seat][peg] = s.loc[other][target]
    s.heading[seat][peg] = s.heading[other][target]
    s.loc[other][target] = field
    s.heading[other][target] = heading
