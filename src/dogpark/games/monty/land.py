"""The end of a run on a card for one: pushing and hopping off (MON-14). Rule dialect."""

from __future__ import annotations

from dogpark.games.monty.actions import PUSH_CODE
from dogpark.games.monty.crown import move_pawn, pawns_on, seating
from dogpark.games.monty.explore import begin_exploring
from dogpark.games.monty.ground import DX, DY, is_single_space, open_sides
from dogpark.games.monty.run import end_run
from dogpark.games.monty.state import (
    CAT,
    FRONT_ONLY,
    NONE,
    PUSH_CHOICE,
    PUSHING,
    SHOVING,
    SIDES,
    SINGLE_SPACE_OFF,
    Monty,
)
from dogpark.kernel.schema import Row


def land(s: Monty) -> None:
    """MON-14.1, MON-14.2: who has to leave the runner's card."""
    seat = s.runner
    others = crowding(s, seat)
    if others == 0:
        end_run(s)
        return
    s.victims = others if s.species[seat] == CAT else 1 << seat
    s.phase = PUSHING


def crowding(s: Monty, seat: int) -> int:
    """The other pawns on this pawn's card, if it is a card for one (MON-2.7, MON-19.21)."""
    tile = s.at[seat]
    if s.rule_single_space == SINGLE_SPACE_OFF or not is_single_space(s.kind[tile]):
        return 0
    return pawns_on(s, tile) & ~(1 << seat)


def next_push(s: Monty) -> None:
    """The next pawn that has to leave; the runner says in which direction (MON-14.1 to MON-14.3)."""
    if s.victims == 0:
        end_run(s)
        return
    seat = first_of(s, s.victims, NONE)
    s.victims &= ~(1 << seat)
    s.pushed = seat
    sides = ways_out(s, s.at[seat])
    if sides == 0:
        return  # MON-14.7
    if sides & (sides - 1) == 0:  # MON-5.9
        push(s, (sides > 1) + (sides > 2) + (sides > 4))
    else:
        s.phase = PUSH_CHOICE
        s.turn_seat = s.runner


def first_of(s: Monty, pawns: int, way: int) -> int:
    """Of these pawns the furthest one that way (NONE: no matter), then the one that came first."""
    best = NONE
    best_along = 0
    for seat in range(s.players):
        if (pawns >> seat) & 1:
            along = 0
            if way != NONE:
                along = s.x[s.at[seat]] * DX[way] + s.y[s.at[seat]] * DY[way]
            before = best == NONE or along > best_along
            if not before and along == best_along:
                before = s.tick[seat] < s.tick[best] or (
                    s.tick[seat] == s.tick[best] and seating(s, seat) < seating(s, best)
                )
            if before:
                best = seat
                best_along = along
    return best


def ways_out(s: Monty, tile: int) -> int:
    """The sides through which a pawn may be pushed off this tile, as a mask (MON-14.3, MON-19.23).

    MON-19.7: it is pushed over a fence, onto a trampoline, only where it has no end to leave by.
    """
    ends = s.links[tile] & open_sides(s, tile)
    if ends == 0 or s.rule_displaced_explore != FRONT_ONLY or tile == s.crown:
        ends |= s.free[tile]
    return ends if ends != 0 else s.links[tile]


def legal_pushes(s: Monty, codes: Row) -> int:
    sides = ways_out(s, s.at[s.pushed])
    count = 0
    for side in range(SIDES):
        codes[count] = PUSH_CODE + side
        count += (sides >> side) & 1
    return count


def push(s: Monty, side: int) -> None:
    s.way = side
    s.shoved = 1 << s.pushed
    s.phase = SHOVING


def shove(s: Monty) -> None:
    """MON-14.4 to MON-14.7: one pawn of the push moves on; who it meets may have to move on as well.

    Whoever is furthest along goes first, so every pawn comes to rest before the next one follows.
    """
    if s.shoved == 0:
        s.way = NONE
        s.pushed = NONE
        s.phase = PUSHING
        return
    seat = first_of(s, s.shoved, s.way)
    s.shoved &= ~(1 << seat)
    tile = s.at[seat]
    if (ways_out(s, tile) >> s.way) & 1 == 0:
        return  # MON-14.7
    if (s.free[tile] >> s.way) & 1:  # MON-14.5
        begin_exploring(s, seat, s.way)
        return
    move_pawn(s, seat, s.beside[tile][s.way])
    others = crowding(s, seat)
    if others != 0:  # MON-14.6
        s.shoved |= others if s.species[seat] == CAT else 1 << seat
