"""Exploring: which card, how it lies, Bark Bark and Home Stages (MON-10, MON-12, MON-13).

Rule dialect. A choice of edge and card is bit 9 * side + source of a mask, in the order of the codes;
source 0 is the deck, 1 + r a gated corner turned r, 5 + r a plain one.
"""

from __future__ import annotations

from dogpark.games.monty.actions import (
    EXPLORE_CODE,
    ORIENT_CODE,
    PER_SIDE,
)
from dogpark.games.monty.crown import move_pawn
from dogpark.games.monty.distance import is_hopeful, measure, spots
from dogpark.games.monty.ground import (
    DX,
    DY,
    around,
    is_bounce_edge,
    lay,
    lift_bark,
)
from dogpark.games.monty.home import finish_race
from dogpark.games.monty.state import (
    AXIS_H,
    AXIS_V,
    BARK,
    CGATE,
    CPLAIN,
    DRAW,
    DRAW_INSTIGATOR,
    EXPLORE_CHOICE,
    FACE,
    FROZEN,
    HOME,
    HOME_STAGE,
    KEEP,
    KEEP_ALIVE_OFF,
    LAID,
    LAYING,
    LEFT_RIGHT,
    NONE,
    ON_TRACK,
    ORIENT_CHOICE,
    PARALLEL_ONLY,
    PATH,
    SIDES,
    STAGE,
    TRACK,
    TRAMP,
    WENT_WELL,
    Monty,
)
from dogpark.games.monty.stuck import ask_for_crown
from dogpark.kernel.schema import Row

DECK = 0
GATED = 1
PLAIN = 5

# -- which edge, which card -------------------------------------------------------------------------


def begin_exploring(s: Monty, seat: int, edge: int) -> None:
    """The pawn explores from its tile, through ``edge`` or (NONE) through a free edge it chooses."""
    s.explorer = seat
    s.edge = edge
    s.card = NONE
    s.way_it_lies = NONE
    s.came_to = WENT_WELL
    s.front = 1 if s.at[seat] == s.crown else 0
    if s.front != 0:
        s.holder = seat  # MON-8.1
    choices = explorations(s)
    if choices & (choices - 1) == 0:  # MON-5.9
        for choice in range(SIDES * PER_SIDE):
            if choices == 1 << choice:
                explore(s, choice)
    else:
        s.phase = EXPLORE_CHOICE
        if s.way != NONE and s.rule_displaced_draw == DRAW_INSTIGATOR:  # MON-19.22
            s.turn_seat = s.runner
        else:
            s.turn_seat = seat


def explorations(s: Monty) -> int:
    """The choices the explorer has (MON-10.1, MON-10.2, MON-10.6)."""
    tile = s.at[s.explorer]
    edges = s.free[tile]
    if s.edge != NONE:
        edges = 1 << s.edge
    filtered = watches_hope(s)
    offered = 0
    hopeful = 0
    for side in range(SIDES):
        if (edges >> side) & 1:
            sources = sources_at(s, tile, side)
            offered |= sources << (PER_SIDE * side)
            if filtered:
                hopeful |= hopeful_sources(s, tile, side, sources) << (PER_SIDE * side)
    return hopeful if hopeful != 0 else offered


def watches_hope(s: Monty) -> bool:
    """MON-10.6, MON-19.27: whether hopeless choices are withheld."""
    return (
        (s.front != 0) & (s.rule_keep_alive != KEEP_ALIVE_OFF) & (s.corners[0] + s.corners[1] > 0)
    )


def turned_left(side: int) -> int:
    """The rotation of a corner that turns left, laid through this side."""
    return (side + 2) & 3


def turned_right(side: int) -> int:
    return (side + 1) & 3


def sources_at(s: Monty, tile: int, side: int) -> int:
    """Where a card laid through this edge may come from, and its turn (MON-2.12, MON-2.13)."""
    left = turned_left(side)
    right = turned_right(side)
    sources = 1 << DECK
    if s.rule_corner_types == LEFT_RIGHT:  # MON-19.6
        if s.corners[0] > 0:
            sources |= 1 << ((GATED if s.face[0] == 1 else PLAIN) + left)
        if s.corners[1] > 0:
            sources |= 1 << ((GATED if s.face[1] == 1 else PLAIN) + right)
        return sources
    turns = (1 << left) | (1 << right)
    if s.rule_geometry == TRACK:
        turns = 1 << right  # on a track a corner does not turn: one choice is enough
    elif is_bounce_edge(s, tile, side):
        turns = 15
    if s.corners[0] > 0:
        sources |= turns << GATED
    if s.corners[1] > 0:
        sources |= turns << PLAIN
    return sources


def hopeful_sources(s: Monty, tile: int, side: int, sources: int) -> int:
    """Those of the sources that are not hopeless (MON-10.6)."""
    packed = around(s, s.x[tile] + DX[side], s.y[tile] + DY[side])
    hopeful = 0
    axes = axes_through(s, tile, side)
    for axis in range(2):
        if (axes >> axis) & 1 and is_hopeful(s, packed, PATH, axis):
            hopeful = 1 << DECK
    for turn in range(4):
        both = (1 << (GATED + turn)) | (1 << (PLAIN + turn))
        if sources & both != 0:
            laid = ON_TRACK if s.rule_geometry == TRACK else turn
            if is_hopeful(s, packed, CPLAIN, laid):
                hopeful |= sources & both
    return hopeful


def axes_through(s: Monty, tile: int, side: int) -> int:
    """In which axes a straight card or trampoline may be laid through this edge, as a mask."""
    if is_bounce_edge(s, tile, side):
        if s.rule_bounce_orientation == PARALLEL_ONLY:  # MON-19.8
            return 1 << (side & 1)
        return 3  # MON-2.13
    return 1 << (AXIS_V - (side & 1))  # MON-2.12


def legal_explorations(s: Monty, codes: Row) -> int:
    choices = explorations(s)
    count = 0
    for choice in range(SIDES * PER_SIDE):
        codes[count] = EXPLORE_CODE + choice
        count += (choices >> choice) & 1
    return count


def explore(s: Monty, choice: int) -> None:
    s.edge = choice // PER_SIDE
    source = choice % PER_SIDE
    if source == DECK:
        s.phase = DRAW
        return
    gated = source < PLAIN
    turn = source - GATED if gated else source - PLAIN
    pile = 0 if gated else 1
    if s.rule_corner_types == LEFT_RIGHT:
        pile = 0 if turn == turned_left(s.edge) else 1
    s.card = CGATE if gated else CPLAIN
    s.way_it_lies = ON_TRACK if s.rule_geometry == TRACK else turn
    s.corners[pile] -= 1
    s.phase = LAYING
    if s.rule_corner_types == LEFT_RIGHT:
        s.face[pile] = NONE
        if s.corners[pile] > 0:
            s.pile = pile
            s.phase = FACE


# -- a card of the deck -------------------------------------------------------------------------------


def turn_up(s: Monty, kind: int) -> None:
    """MON-10.3: the card drawn is seen."""
    s.deck[kind] -= 1
    if kind == BARK:
        bark(s)
    elif kind == STAGE:
        home_stage(s)
    else:
        orient(s, kind)


def bark(s: Monty) -> None:
    """MON-12.1 to MON-12.4"""
    tile = s.at[s.explorer]
    lay(s, s.x[tile] + DX[s.edge], s.y[tile] + DY[s.edge], BARK, 0)
    if s.front != 0 and spots(s) == 0:  # MON-12.3
        lift_bark(s)
        home_stage(s)
        return
    s.card = BARK
    s.came_to = FROZEN
    measure(s)
    if s.front != 0:
        ask_for_crown(s, s.explorer)
    else:
        s.phase = LAID


def home_stage(s: Monty) -> None:
    """MON-13.1, MON-13.2; MON-13.3: the second one comes before the deck runs out."""
    s.stage += 1
    if s.stage == 1:
        orient(s, KEEP)
    else:
        s.card = HOME
        s.way_it_lies = 0
        s.phase = LAYING


def orient(s: Monty, kind: int) -> None:
    """How a straight card or a trampoline lies: off a bounce edge its player says so."""
    s.card = kind
    axes = orientations(s)
    if axes == 3:
        s.phase = ORIENT_CHOICE
        s.turn_seat = s.explorer
    else:
        orient_as(s, AXIS_V if axes == 1 << AXIS_V else AXIS_H)


def orientations(s: Monty) -> int:
    """MON-2.12, MON-2.13, MON-10.6: the axes in which the drawn card may lie, as a mask."""
    tile = s.at[s.explorer]
    axes = axes_through(s, tile, s.edge)
    if axes == 3 and watches_hope(s):
        packed = around(s, s.x[tile] + DX[s.edge], s.y[tile] + DY[s.edge])
        hopeful = 0
        for axis in range(2):
            if is_hopeful(s, packed, s.card, axis):
                hopeful |= 1 << axis
        if hopeful != 0:
            return hopeful
    return axes


def legal_orientations(s: Monty, codes: Row) -> int:
    axes = orientations(s)
    count = 0
    for axis in range(2):
        codes[count] = ORIENT_CODE + axis
        count += (axes >> axis) & 1
    return count


def orient_as(s: Monty, axis: int) -> None:
    s.way_it_lies = axis
    if s.card == TRAMP and s.rule_geometry == TRACK:
        s.way_it_lies = ON_TRACK
    s.phase = LAYING


# -- the card is laid -----------------------------------------------------------------------------------


def lay_card(s: Monty) -> None:
    """MON-10.4: the explorer moves onto the new card; MON-8.3: so does the crown it takes along."""
    tile = s.at[s.explorer]
    lay(s, s.x[tile] + DX[s.edge], s.y[tile] + DY[s.edge], s.card, s.way_it_lies)
    new = s.tiles - 1
    if s.front != 0 or s.card == HOME:
        s.crown = new
        s.holder = s.explorer
    move_pawn(s, s.explorer, new)
    if s.card == HOME:  # MON-13.2
        finish_race(s, HOME_STAGE, s.explorer)
    else:
        measure(s)
        s.phase = LAID
