"""The neighbourhood: cells, tiles, which of them are linked, and where a card may still go (MON-2).

Rule dialect. A set of sides is four bits, bit d for side d. What lies around a cell is packed into
one number, eight bits a side, see ``at_side``.
"""

from __future__ import annotations

from dogpark.games.monty.actions import WIDTH
from dogpark.games.monty.state import (
    BARK,
    BROKEN,
    CGATE,
    EMPTY,
    GATE,
    GRID,
    GRID_FREE,
    KEEP,
    NONE,
    OBSTACLES,
    OFF,
    SIDES,
    START,
    TRACK,
    TRAMP,
    TREE,
    UNDIRECTED,
    Monty,
)
from dogpark.kernel.schema import Row

DX = (0, 1, 0, -1)
DY = (-1, 0, 1, 0)

# MON-2.2, MON-2.3, MON-2.4, MON-2.5: open sides by kind and turn; the last column is ON_TRACK.
OPEN_SIDES = (
    (10, 5, 0, 0, 10),  # path
    (10, 5, 0, 0, 10),  # gate
    (10, 5, 0, 0, 10),  # tree
    (10, 5, 0, 0, 10),  # broken fence
    (15, 15, 0, 0, 10),  # trampoline
    (0, 0, 0, 0, 0),  # Bark Bark
    (0, 0, 0, 0, 0),  # a Home Stage never lies there itself
    (10, 5, 0, 0, 10),  # Keep Going
    (15, 15, 15, 15, 15),  # Home
    (10, 5, 2, 4, 2),  # Start; with one end it opens east or south (MON-19.5)
    (3, 6, 12, 9, 10),  # gated corner
    (3, 6, 12, 9, 10),  # plain corner
)


def open_sides(s: Monty, tile: int) -> int:
    return OPEN_SIDES[s.kind[tile]][s.turn[tile]]


def is_gate(kind: int) -> bool:
    """MON-2.6"""
    return (kind == START) | (kind == GATE) | (kind == CGATE)


def is_single_space(kind: int) -> bool:
    """MON-2.7"""
    return (kind == TREE) | (kind == BROKEN) | (kind == KEEP)


def is_bounce_edge(s: Monty, tile: int, side: int) -> bool:
    """MON-2.4: the sides of a trampoline that are not in its row. East and west are the odd sides."""
    return (s.kind[tile] == TRAMP) & (s.turn[tile] == (side & 1))


def cell_of(s: Monty, tile: int) -> int:
    return s.y[tile] * WIDTH + s.x[tile]


def tile_codes(s: Monty, tiles: int, cell_base: int, tile_base: int, codes: Row, count: int) -> int:
    """Appends the codes of these tiles in rising order: by cell on a table, else by number."""
    first = count
    for tile in range(s.tiles):
        if (tiles >> tile) & 1:
            code = tile_base + tile
            if s.rule_geometry == GRID:
                code = cell_base + cell_of(s, tile)
            slot = count
            while slot > first and codes[slot - 1] > code:
                codes[slot] = codes[slot - 1]
                slot -= 1
            codes[slot] = code
            count += 1
    return count


def tile_of_code(s: Monty, code: int, cell_base: int, tile_base: int) -> int:
    """The tile that such a code means."""
    if code >= tile_base:
        return code - tile_base
    for tile in range(s.tiles):
        if cell_of(s, tile) == code - cell_base:
            return tile
    return NONE


def is_cell(s: Monty, x: int, y: int) -> bool:
    """MON-2.1, MON-19.3, MON-19.4: whether a card could lie here if none did."""
    if s.rule_geometry == GRID_FREE:
        return True
    if s.rule_geometry == TRACK:
        return (y == 0) & (x >= 0)
    if x < 0 or y < 0 or x >= s.rule_table_w or y >= s.rule_table_h:
        return False
    if s.cleared != 0:
        return True
    cell = y * WIDTH + x
    for i in range(OBSTACLES):
        if s.rule_obstacles[i] < 0:  # they are in rising order, no cell comes last
            return True
        if s.rule_obstacles[i] == cell:
            return False
    return True


def around(s: Monty, x: int, y: int) -> int:
    """What lies on the four sides of a cell, packed for ``at_side``."""
    packed = 0
    for side in range(SIDES):
        state = EMPTY if is_cell(s, x + DX[side], y + DY[side]) else OFF
        packed |= (state - OFF) << (8 * side)
    for tile in range(s.tiles):
        dx = s.x[tile] - x
        dy = s.y[tile] - y
        if dx * dx + dy * dy == 1:
            side = 2 - dx if dx != 0 else 1 + dy
            packed &= ~(255 << (8 * side))
            packed |= (tile - OFF) << (8 * side)
    return packed


def at_side(packed: int, side: int) -> int:
    """A tile, EMPTY or OFF."""
    return ((packed >> (8 * side)) & 255) + OFF


def is_linked(s: Monty, kind: int, sides: int, to_kind: int, to_sides: int, side: int) -> bool:
    """Whether a tile leads to its neighbour at this side (MON-2.8, MON-2.9, MON-19.7)."""
    out = ((sides >> side) & 1) != 0
    back = ((to_sides >> (side ^ 2)) & 1) != 0
    if out & back:
        return True
    if out & (kind == TRAMP):
        return to_kind != BARK
    if back & (to_kind == TRAMP) & (s.rule_bounce_links == UNDIRECTED):
        return kind != BARK
    return False


def lay(s: Monty, x: int, y: int, kind: int, turn: int) -> None:
    """Puts the next tile into a cell and links it with what is there (MON-2.14)."""
    packed = around(s, x, y)
    tile = s.tiles
    s.tiles += 1
    s.x[tile] = x
    s.y[tile] = y
    s.kind[tile] = kind
    s.turn[tile] = turn
    for side in range(SIDES):
        other = at_side(packed, side)
        s.beside[tile][side] = other
        if other >= 0:
            s.beside[other][side ^ 2] = tile
    join(s, tile)


def join(s: Monty, tile: int) -> None:
    """Links and free edges of a tile and of its neighbours towards it, from what they are now."""
    kind = s.kind[tile]
    sides = open_sides(s, tile)
    links = 0
    free = 0
    for side in range(SIDES):
        other = s.beside[tile][side]
        if other == EMPTY:
            free |= sides & (1 << side)
        elif other >= 0:
            other_kind = s.kind[other]
            other_sides = open_sides(s, other)
            back = 1 << (side ^ 2)
            if is_linked(s, kind, sides, other_kind, other_sides, side):
                links |= 1 << side
            if is_linked(s, other_kind, other_sides, kind, sides, side ^ 2):
                s.links[other] |= back
            else:
                s.links[other] &= ~back
            s.free[other] &= ~back
    s.links[tile] = links
    s.free[tile] = free


def lift_bark(s: Monty) -> None:
    """Takes the tile laid last off the table again; it is Bark Bark, so no links go with it."""
    tile = s.tiles - 1
    s.tiles = tile
    for side in range(SIDES):
        other = s.beside[tile][side]
        if other >= 0:
            s.beside[other][side ^ 2] = EMPTY
            s.free[other] |= open_sides(s, other) & (1 << (side ^ 2))
