"""A race that cannot go on where the crown is: dead ends, loops, the short cut home (MON-11).

Rule dialect.
"""

from __future__ import annotations

from dogpark.games.monty.actions import CROWN_CODE, CROWN_TILE_CODE, SHORTCUT_CODE
from dogpark.games.monty.crown import put_crown
from dogpark.games.monty.distance import spots
from dogpark.games.monty.ground import tile_codes
from dogpark.games.monty.home import finish_race, put_home_on_crown_card
from dogpark.games.monty.state import (
    CROWN_CHOICE,
    DEAD_END,
    EXPLORED,
    FROZEN,
    LOOP,
    NO_WAY_ON,
    NONE,
    OWN_CARD_FORBIDDEN,
    SHORT_CUT,
    SHORTCUT_FORCED,
    WENT_WELL,
    Monty,
)
from dogpark.kernel.schema import Row


def look_at_crown_card(s: Monty) -> None:
    """MON-11.1 to MON-11.7: after a card was laid, is the race stuck?"""
    crown = s.crown
    if s.free[crown] != 0:
        s.phase = EXPLORED
        return
    if crown == s.tiles - 1:  # the explorer's own new card
        s.came_to = end_of_path(s.free[crown], s.links[crown], s.edge)
    found = spots(s)
    if may_cut_short(s) and (found == 0 or s.rule_shortcut == SHORTCUT_FORCED):  # MON-19.28
        cut_short(s)
    elif found == 0:  # MON-11.7
        put_home_on_crown_card(s)
        finish_race(s, NO_WAY_ON, s.holder)
    else:
        ask_for_crown(s, s.holder if s.holder != NONE else s.explorer)


def end_of_path(free: int, links: int, edge: int) -> int:
    """MON-11.2: what a card with these free edges and links is, laid through ``edge`` of another."""
    if free != 0:
        return WENT_WELL
    return DEAD_END if links & ~(1 << (edge ^ 2)) == 0 else LOOP


def is_scared_away(s: Monty) -> bool:
    """MON-12.2: Bark Bark was drawn from the crown card; elsewhere it is only a wall (MON-12.4)."""
    return (s.came_to == FROZEN) & (s.front != 0)


def may_cut_short(s: Monty) -> bool:
    """MON-11.6: a dead end on the explorer's own new card, and no corner left."""
    return (s.came_to == DEAD_END) & (s.corners[0] + s.corners[1] == 0)


def cut_short(s: Monty) -> None:
    put_home_on_crown_card(s)
    finish_race(s, SHORT_CUT, s.explorer)


def ask_for_crown(s: Monty, decider: int) -> None:
    """The decider puts the crown on a spot, of which there is one at least."""
    allowed = crown_spots(s, decider)
    if allowed & (allowed - 1) == 0 and not may_cut_short(s):  # MON-5.9
        for tile in range(s.tiles):
            if allowed == 1 << tile:
                move_crown(s, decider, tile)
                return
    s.phase = CROWN_CHOICE
    s.turn_seat = decider


def crown_spots(s: Monty, decider: int) -> int:
    """MON-11.3, MON-12.2, MON-19.24"""
    found = spots(s)
    if s.rule_crown_own_card == OWN_CARD_FORBIDDEN:
        others = found & ~(1 << s.at[decider])
        if others != 0:
            return others
    return found


def legal_crowns(s: Monty, seat: int, codes: Row) -> int:
    count = 0
    if may_cut_short(s):
        codes[0] = SHORTCUT_CODE
        count = 1
    return tile_codes(s, crown_spots(s, seat), CROWN_CODE, CROWN_TILE_CODE, codes, count)


def move_crown(s: Monty, decider: int, tile: int) -> None:
    put_crown(s, decider, tile)
    s.phase = EXPLORED
