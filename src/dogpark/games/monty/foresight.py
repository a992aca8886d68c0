"""What it may bring to lay a card: a way on, a dead end, a short cut home. Rule dialect.

Part of the rules of thumb (``strategy``). A dead end is a nuisance while corners are left and the way
home when none are: the leader who lays the last corner against a wall has won the race (MON-11.6).
"""

from __future__ import annotations

from dogpark.games.monty.actions import PER_SIDE
from dogpark.games.monty.deck import kinds_on_top
from dogpark.games.monty.distance import is_hopeful
from dogpark.games.monty.explore import DECK, GATED, PLAIN, axes_through
from dogpark.games.monty.ground import DX, DY, OPEN_SIDES, around, at_side, is_linked, open_sides
from dogpark.games.monty.state import (
    BARK,
    BROKEN,
    CPLAIN,
    DEAD_END,
    EMPTY,
    KEEP,
    LOOP,
    ON_TRACK,
    SIDES,
    STAGE,
    TRACK,
    TRAMP,
    WENT_WELL,
    Monty,
)
from dogpark.games.monty.stuck import end_of_path

# What an exploration is worth, compared with coming home.
WIN = 10_000
PLAN = 5_000  # to be sure of it within this run
STUCK = -300  # to have to move the crown away
BARKED = -300  # so does Bark Bark
STOPPED = -60  # for each space that is lost
BOUNCE = 40
CORNER = -200  # corners are kept for the last run


def comes_to(s: Monty, packed: int, kind: int, turn: int, side: int) -> int:
    """What becomes of the race if this card is laid in the cell with these sides."""
    sides = OPEN_SIDES[kind][turn]
    free = 0
    links = 0
    for out in range(SIDES):
        other = at_side(packed, out)
        if other == EMPTY:
            free |= sides & (1 << out)
        elif other >= 0:
            links |= is_linked(s, kind, sides, s.kind[other], open_sides(s, other), out) << out
    return end_of_path(free, links, side)


def worth_of_laying(s: Monty, packed: int, kind: int, turn: int, side: int, corners: int) -> int:
    """``corners`` are those left then."""
    if s.front == 0:
        return 0
    end = comes_to(s, packed, kind, turn, side)
    if end == WENT_WELL:
        return 0
    if (end == DEAD_END and corners == 0) or not is_hopeful(s, packed, kind, turn):
        return WIN
    return STUCK


def worth_of_straight(s: Monty, packed: int, tile: int, kind: int, side: int, corners: int) -> int:
    """The better way for it to lie."""
    axes = axes_through(s, tile, side)
    best = -WIN
    for axis in range(2):
        if (axes >> axis) & 1:
            turn = ON_TRACK if kind == TRAMP and s.rule_geometry == TRACK else axis
            worth = worth_of_laying(s, packed, kind, turn, side, corners)
            best = max(best, worth)
    return best


def worth_of_draw(s: Monty, packed: int, tile: int, side: int, corners: int) -> int:
    """The mean over all cards that may come."""
    total = 0
    weights = 0
    for kind in range(kinds_on_top(s)):
        if s.deck[kind] > 0:
            worth = 0
            if kind == STAGE:
                worth = WIN
                if s.stage == 0:
                    worth = worth_of_straight(s, packed, tile, KEEP, side, corners)
            elif kind == BARK:
                worth = BARKED
            else:
                worth = worth_of_straight(s, packed, tile, kind, side, corners)
            if worth < WIN:
                if kind == BROKEN or kind == BARK:
                    worth += STOPPED * s.left
                elif kind == TRAMP:
                    worth += BOUNCE
            total += s.deck[kind] * worth
            weights += s.deck[kind]
    return total // weights


def can_plan(s: Monty, side: int, turn: int, corners: int) -> bool:
    """Whether the run may use up all corners, and this one leads on from the card before."""
    joined = (OPEN_SIDES[CPLAIN][turn] >> (side ^ 2)) & 1
    return s.front != 0 and corners <= s.left and joined != 0 and s.rule_geometry != TRACK


def wins_by_corners(s: Monty, x: int, y: int, side: int, turn: int, corners: int) -> bool:
    """Whether so many corners, this one first, can end in a dead end with the last of them.

    Tries all ways to turn left and right; the corners laid on the way are walls for the later ones.
    """
    for ways in range(1 << (corners - 1)):
        if dead_end_along(s, x, y, side, turn, corners, ways):
            return True
    return False


def dead_end_along(s: Monty, x: int, y: int, side: int, turn: int, corners: int, ways: int) -> bool:
    """One such way: bit i of ``ways`` is set if corner i + 1 turns right."""
    came = side
    out = OPEN_SIDES[CPLAIN][turn] & ~(1 << (side ^ 2))
    heading = (out > 1) + (out > 2) + (out > 4)
    laid = 0  # the corners so far, twelve bits each: where, relative to the first, and open sides
    dx = 0
    dy = 0
    for number in range(corners):
        laid = (laid << 12) | near_cell(dx, dy) << 4 | 1 << (came ^ 2) | 1 << heading
        dx += DX[heading]
        dy += DY[heading]
        meets = laid_at(laid, number + 1, dx, dy, heading)
        if meets == EMPTY:
            meets = end_at(s, x + dx, y + dy, heading)
        if number == corners - 1:
            return meets == DEAD_END
        if meets != EMPTY:
            return False
        came = heading
        heading = (heading + 1) & 3 if (ways >> number) & 1 else (heading + 3) & 3
    return False


def near_cell(dx: int, dy: int) -> int:
    """A cell at most five away, in eight bits."""
    return (dx + 8) << 4 | (dy + 8)


def laid_at(laid: int, count: int, dx: int, dy: int, heading: int) -> int:
    """What an end with this heading meets there among the corners laid on the way, see ``end_at``."""
    for i in range(count):
        corner = (laid >> (12 * i)) & 4095
        if corner >> 4 == near_cell(dx, dy):
            return LOOP if (corner >> (heading ^ 2)) & 1 else DEAD_END
    return EMPTY


def end_at(s: Monty, x: int, y: int, heading: int) -> int:
    """What an end with this heading meets there: EMPTY, DEAD_END for a wall, LOOP for an open side."""
    packed = around(s, x - DX[heading], y - DY[heading])
    other = at_side(packed, heading)
    if other == EMPTY:
        return EMPTY
    if other >= 0 and (open_sides(s, other) >> (heading ^ 2)) & 1:
        return LOOP
    return DEAD_END


def judge_exploration(s: Monty, seat: int, choice: int) -> int:
    side = choice // PER_SIDE
    source = choice % PER_SIDE
    tile = s.at[s.explorer]
    x = s.x[tile] + DX[side]
    y = s.y[tile] + DY[side]
    packed = around(s, x, y)
    corners = s.corners[0] + s.corners[1]
    if source == DECK:
        worth = worth_of_draw(s, packed, tile, side, corners)
    else:
        turn = source - GATED if source < PLAIN else source - PLAIN
        laid = ON_TRACK if s.rule_geometry == TRACK else turn
        worth = worth_of_laying(s, packed, CPLAIN, laid, side, corners - 1)
        if worth < WIN:
            worth += CORNER
            if can_plan(s, side, turn, corners) and wins_by_corners(s, x, y, side, turn, corners):
                worth = PLAN
    return worth if s.explorer == seat else -worth


def judge_orientation(s: Monty, seat: int, axis: int) -> int:
    tile = s.at[s.explorer]
    packed = around(s, s.x[tile] + DX[s.edge], s.y[tile] + DY[s.edge])
    corners = s.corners[0] + s.corners[1]
    worth = worth_of_laying(s, packed, s.card, axis, s.edge, corners)
    return worth if s.explorer == seat else -worth
