"""Why one choice among others of its kind is not possible: what stands in the way, asked of the rules."""

from __future__ import annotations

from dogpark.games.monty.actions import (
    COMMIT_CODE,
    CROWN_CODE,
    CROWN_TILE_CODE,
    DEMAND_CODE,
    EXPLORE_CODE,
    GATE_CODE,
    GATE_TILE_CODE,
    OFFER_CODE,
    PER_SIDE,
    PILE_NAMES,
    PUSH_CODE,
    START_CODE,
    STEP_CODE,
    WIDTH,
)
from dogpark.games.monty.distance import reachable, spots
from dogpark.games.monty.explore import GATED, sources_at, turned_left, turned_right
from dogpark.games.monty.ground import (
    is_bounce_edge,
    is_gate,
    open_sides,
    tile_of_code,
)
from dogpark.games.monty.run import has_bounced_off
from dogpark.games.monty.state import (
    BARK,
    BOUNCE_ANY,
    DEAD_END,
    GRID,
    LEFT_RIGHT,
    NONE,
    ORDER,
    SEND_ORDER,
    TRACK,
    TRAMP,
    Monty,
)
from dogpark.games.monty.stuck import is_scared_away
from dogpark.games.monty.talks import FACTORIAL, SPLITS
from dogpark.games.monty.words import (
    SIDES,
    cell_name,
    counted,
    in_mask,
    named,
    seat_name,
    tile_words,
)
from dogpark.kernel.rooms import Refusal

# -- laying Start, putting down a card ------------------------------------------------------------


def why_no_start(s: Monty, _seat: int, code: int) -> Refusal:
    cell = (code - START_CODE) >> 1
    x, y = cell % WIDTH, cell // WIDTH
    where = cell_name(s, x, y)
    if s.rule_geometry != GRID:
        return Refusal("MON-19.4", "without a table Start has its place: say only how it lies")
    if x >= s.rule_table_w or y >= s.rule_table_h:
        return Refusal("MON-2.1", f"{where} is off the table")
    if cell in s.rule_obstacles and not s.cleared:
        return Refusal("MON-19.3", f"something stands on the table at {where}")
    return Refusal("MON-3.5", f"at {where} no end of Start would be free this way")


def why_no_commit(_s: Monty, _seat: int, code: int) -> Refusal:
    """Only a card that was played and is not back yet can be refused."""
    number = code - COMMIT_CODE + 2
    return Refusal("MON-19.15", f"your {number} comes back when all four have been played")


# -- talks ----------------------------------------------------------------------------------------


def why_no_offer(s: Monty, _seat: int, code: int) -> Refusal:
    if s.matter == ORDER:
        return Refusal("MON-6.3", "the spaces are shared out: offer who goes first, or pass")
    ways = SPLITS[len(in_mask(s.talkers))][s.number]
    if code - OFFER_CODE < ways:
        return Refusal("MON-19.16", "everyone takes at least one space")
    return Refusal("MON-5.4", f"there are {ways} ways to share {s.number} spaces")


def why_no_demand(s: Monty, _seat: int, code: int) -> Refusal:
    if s.matter == ORDER:
        return Refusal("MON-6.3", "the spaces are shared out: write down who goes first")
    if code == DEMAND_CODE:
        return Refusal("MON-19.16", "everyone takes at least one space")
    return Refusal("MON-5.4", f"there are only {s.number} spaces to share")


def why_no_order(s: Monty, _seat: int, _code: int) -> Refusal:
    """An order that does not exist for so few players, or one before there is one to agree."""
    if s.phase == SEND_ORDER:
        return Refusal("MON-7.5", "the pawns that are level do not have so many orders")
    if s.matter != ORDER:
        return Refusal("MON-5.4", "share out the spaces first; the order comes after that")
    members = in_mask(s.talkers)
    ways = FACTORIAL[len(members)]
    return Refusal("MON-6.3", f"there are {ways} orders of {named(members)}")


# -- going back -----------------------------------------------------------------------------------


def why_no_gate(s: Monty, seat: int, code: int) -> Refusal:
    tile = tile_of_code(s, code, GATE_CODE, GATE_TILE_CODE)
    if not 0 <= tile < s.tiles:
        return Refusal("MON-2.6", "there is no gate there")
    where = tile_words(s, tile)
    if not is_gate(s.kind[tile]):
        return Refusal("MON-2.6", f"{where} is no gate")
    if tile == s.at[seat]:
        return Refusal("MON-7.1", "the gate you stand on does not count")
    if s.far[tile] <= s.far[s.at[seat]]:
        return Refusal("MON-7.1", f"{where} is not behind you")
    return Refusal("MON-7.1", f"{where} is not the nearest gate behind you")


# -- running --------------------------------------------------------------------------------------


def why_no_step(s: Monty, _seat: int, code: int) -> Refusal:
    side = code - STEP_CODE
    tile = s.at[s.runner]
    if not s.links[tile] >> side & 1:
        return _no_way(s, tile, side)
    other = s.beside[tile][side]
    if other == s.ban:
        return Refusal("MON-11.5", "after a loop the next space is not straight back")
    if s.left == 0 and s.rule_bounce_direction == BOUNCE_ANY:
        if has_bounced_off(s, other):
            return Refusal("MON-19.9", "no trampoline twice in one chain of bounces")
        return Refusal("MON-19.9", f"from {tile_words(s, other)} there is no way to the crown")
    return Refusal("MON-9.1", f"{tile_words(s, other)} is not closer to the crown")


def _no_way(s: Monty, tile: int, side: int) -> Refusal:
    """Why nobody can walk through this side of a card."""
    where = f"{tile_words(s, tile)}"
    if not open_sides(s, tile) >> side & 1:
        return Refusal("MON-2.8", f"{where} is closed to the {SIDES[side]}")
    if s.free[tile] >> side & 1:
        return Refusal("MON-9.1", f"nothing lies {SIDES[side]} of {where} yet")
    return _blocked(s, tile, side)


def _blocked(s: Monty, tile: int, side: int) -> Refusal:
    other = s.beside[tile][side]
    if other >= 0 and s.kind[other] == BARK:
        return Refusal("MON-2.5", f"Monty sits {SIDES[side]} of {tile_words(s, tile)}")
    return Refusal("MON-2.11", f"{tile_words(s, tile)} is blocked to the {SIDES[side]}")


# -- exploring ------------------------------------------------------------------------------------


def why_no_exploration(s: Monty, _seat: int, code: int) -> Refusal:
    side, source = divmod(code - EXPLORE_CODE, PER_SIDE)
    tile = s.at[s.explorer]
    if s.edge not in (NONE, side):
        words = f"{seat_name(s.explorer)} is pushed {SIDES[s.edge]}, not {SIDES[side]}"
        return Refusal("MON-14.5", words)
    if not s.free[tile] >> side & 1:
        return _no_edge(s, tile, side)
    if sources_at(s, tile, side) >> source & 1:
        return Refusal("MON-10.6", "that would be hopeless: no free edge could be reached from it")
    return _no_corner(s, tile, side, source)


def _no_edge(s: Monty, tile: int, side: int) -> Refusal:
    if not open_sides(s, tile) >> side & 1:
        return Refusal("MON-2.10", f"{tile_words(s, tile)} is closed to the {SIDES[side]}")
    if s.links[tile] >> side & 1:
        rule = "MON-9.6" if s.kind[tile] == TRAMP else "MON-10.1"
        other = tile_words(s, s.beside[tile][side])
        return Refusal(rule, f"{other} lies there already; explore through a free edge")
    return _blocked(s, tile, side)


def _no_corner(s: Monty, tile: int, side: int, source: int) -> Refusal:
    """The pile is empty, or the corner may not lie like that."""
    if s.rule_corner_types == LEFT_RIGHT:
        turn = (source - GATED) % 4
        for of_two, rotation in enumerate((turned_left(side), turned_right(side))):
            if turn == rotation and s.corners[of_two] == 0:
                return Refusal("MON-10.1", f"no corners that turn {PILE_NAMES[of_two]} are left")
        words = "only the top corner of a pile is taken, and each pile turns one way"
        return Refusal("MON-19.6", words)
    open_up = s.copy()
    open_up.corners = [1, 1]
    if sources_at(open_up, tile, side) >> source & 1:
        pile = "gated" if source < GATED + 4 else "plain"
        return Refusal("MON-10.1", f"there are no {pile} corners left")
    if s.rule_geometry == TRACK:
        return Refusal("MON-19.4", "on a track a corner does not turn")
    assert not is_bounce_edge(s, tile, side)  # there a corner may lie as it likes
    return Refusal("MON-2.12", f"the corner must continue the path from {tile_words(s, tile)}")


# -- pushing --------------------------------------------------------------------------------------


def why_no_push(s: Monty, _seat: int, code: int) -> Refusal:
    """Whoever is asked has both ends to choose from, or two fences and no end (MON-19.7)."""
    side, tile = code - PUSH_CODE, s.at[s.pushed]
    if open_sides(s, tile) >> side & 1:
        return _blocked(s, tile, side)
    words = f"{tile_words(s, tile)} has a fence to the {SIDES[side]}, and nobody is pushed over it"
    return Refusal("MON-14.3", words)


# -- the crown ------------------------------------------------------------------------------------


def why_no_crown(s: Monty, seat: int, code: int) -> Refusal:
    rule = "MON-12.2" if is_scared_away(s) else "MON-11.3"
    tile = tile_of_code(s, code, CROWN_CODE, CROWN_TILE_CODE)
    if not 0 <= tile < s.tiles:
        return Refusal(rule, "no card lies there")
    where = tile_words(s, tile)
    if s.free[tile] == 0:
        return Refusal(rule, f"{where} has no free edge")
    if not reachable(s, 1 << s.crown) >> tile & 1:
        return Refusal(rule, f"{where} cannot be reached from the crown card without drawing")
    assert tile == s.at[seat]
    assert spots(s) >> tile & 1
    return Refusal("MON-19.24", "the crown goes to another card than the one you stand on")


def why_no_shortcut(s: Monty, _seat: int, _code: int) -> Refusal:
    left = sum(s.corners)
    if s.came_to != DEAD_END:
        return Refusal("MON-11.6", "the short cut home begins at a dead end of your own")
    return Refusal("MON-11.6", f"{counted(left, 'corner')} left: the short cut is closed")
