"""How far it is: distance to the crown, what can be reached, and what is hopeless (MON-2.15, MON-10.6).

Rule dialect. A set of tiles is a number with bit t for tile t. Neighbours were mostly laid one after
the other, so sweeps through all tiles, up and down in turn, settle after two or three.
"""

from __future__ import annotations

from dogpark.games.monty.ground import OPEN_SIDES, at_side, is_linked, open_sides
from dogpark.games.monty.state import EMPTY, FAR, SIDES, Monty


def measure(s: Monty) -> None:
    """The distance of every tile to the crown card (MON-2.15)."""
    tiles = s.tiles
    for tile in range(tiles):
        s.far[tile] = FAR
    s.far[s.crown] = 0
    downwards = True
    changed = True
    while changed:
        changed = False
        for i in range(tiles):
            tile = tiles - 1 - i if downwards else i
            links = s.links[tile]
            nearest = s.far[tile]
            for side in range(SIDES):
                if (links >> side) & 1:
                    far = s.far[s.beside[tile][side]] + 1
                    if far < nearest:
                        nearest = far
                        changed = True
            s.far[tile] = nearest
        downwards = not downwards


def reachable(s: Monty, seeds: int) -> int:
    """These tiles and all that links lead to from them, without drawing."""
    tiles = s.tiles
    seen = seeds
    before = 0
    downwards = True
    while seen != before:
        before = seen
        for i in range(tiles):
            tile = tiles - 1 - i if downwards else i
            if (seen >> tile) & 1:
                links = s.links[tile]
                for side in range(SIDES):
                    if (links >> side) & 1:
                        seen |= 1 << s.beside[tile][side]
        downwards = not downwards
    return seen


def spots(s: Monty) -> int:
    """MON-11.3, MON-12.2: tiles with a free edge that can be reached from the crown card."""
    reached = reachable(s, 1 << s.crown)
    found = 0
    for tile in range(s.tiles):
        if (reached >> tile) & 1 and s.free[tile] != 0:
            found |= 1 << tile
    return found


def is_hopeful(s: Monty, packed: int, kind: int, turn: int) -> bool:
    """MON-10.6: whether a free edge could be reached from such a card in the cell with these sides."""
    sides = OPEN_SIDES[kind][turn]
    seeds = 0
    for side in range(SIDES):
        other = at_side(packed, side)
        if other == EMPTY:
            if (sides >> side) & 1:
                return True
        elif other >= 0:
            if is_linked(s, kind, sides, s.kind[other], open_sides(s, other), side):
                seeds |= 1 << other
    reached = reachable(s, seeds)
    for tile in range(s.tiles):
        if (reached >> tile) & 1:
            free = s.free[tile]
            for side in range(SIDES):  # the cell itself would no longer be empty
                if at_side(packed, side) == tile:
                    free &= ~(1 << (side ^ 2))
            if free != 0:
                return True
    return False
