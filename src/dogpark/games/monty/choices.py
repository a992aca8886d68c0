"""What each choice would do here, in words and as data.

Where a choice moves something, it is tried on a copy and the difference is told: nothing here knows a
rule. The data name the ``cell`` that a choice is about, so that it can be shown on the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from dogpark.games.monty.actions import (
    CLAIM_CODE,
    COMMIT_CODE,
    CROWN_CODE,
    CROWN_TILE_CODE,
    DEMAND_CODE,
    EXPLORE_CODE,
    GATE_CODE,
    GATE_TILE_CODE,
    OFFER_CODE,
    ORDER_CODE,
    ORIENT_CODE,
    PASS_CODE,
    PER_SIDE,
    PUSH_CODE,
    RESPOND_CODE,
    SHORTCUT_CODE,
    SPECIES_CODE,
    START_CODE,
    STEP_CODE,
    WIDTH,
)
from dogpark.games.monty.crown import pawns_on
from dogpark.games.monty.explore import DECK, GATED, PLAIN, lay_card
from dogpark.games.monty.gates import tied_in_front
from dogpark.games.monty.ground import (
    DX,
    DY,
    OPEN_SIDES,
    is_bounce_edge,
    open_sides,
    tile_of_code,
)
from dogpark.games.monty.offers import deal_data, offered_words, order_of, order_words, split_of
from dogpark.games.monty.race import start_turn
from dogpark.games.monty.rules import advance, decide
from dogpark.games.monty.state import (
    ACCEPT,
    ANSWER,
    CAT,
    CGATE,
    COMMIT,
    CPLAIN,
    CROWN_CHOICE,
    DEAD_END,
    DEMAND,
    EXPLORE_CHOICE,
    GATE_CHOICE,
    LAY_START,
    NONE,
    OFFER,
    ORDER,
    ORIENT_CHOICE,
    PUSH_CHOICE,
    SEND_ORDER,
    SILENT,
    SINGLE_SPACE_OFF,
    SPECIES,
    START,
    STEP_CHOICE,
    TALK,
    TRACK,
    Monty,
)
from dogpark.games.monty.stuck import end_of_path
from dogpark.games.monty.talks import next_proposer
from dogpark.games.monty.words import (
    AXES,
    KINDS,
    SIDES,
    cell_name,
    counted,
    in_mask,
    listed,
    named,
    seat_name,
    tile_words,
    whose,
)

Told: TypeAlias = tuple[str, dict[str, Any]]

FEW = 3  # with more players in one talk there are too many splits to write them out
NUMBERS = ("no", "one", "two", "three", "four")


def described(s: Monty, seat: int, code: int) -> Told:
    """Words and data of a choice that is legal for this seat now."""
    return _DESCRIBE[s.phase](s, seat, code)


def tried(s: Monty, seat: int, code: int) -> Monty:
    """The position right after this choice, before anything follows from it."""
    new = s.copy()
    decide(new, seat, code)
    return new


# -- before the race ------------------------------------------------------------------------------


def _species(s: Monty, _seat: int, code: int) -> Told:
    if s.rule_single_space == SINGLE_SPACE_OFF:  # MON-19.21, MON-7.5
        if code - SPECIES_CODE == CAT:
            return "a cat: you go back to a gate after squirrels that are level with you", {}
        return "a squirrel: you go back to a gate before cats that are level with you", {}
    if code - SPECIES_CODE == CAT:
        return "a cat: you stay on a tree or fence and push the others off", {}
    return "a squirrel: you hop off a tree or fence yourself, and go back before cats", {}


def _start(s: Monty, _seat: int, code: int) -> Told:
    cell, axis = divmod(code - START_CODE, 2)
    x, y = cell % WIDTH, cell // WIDTH
    sides = in_mask(OPEN_SIDES[START][start_turn(s, axis)])
    lies = AXES[axis] if len(sides) > 1 else f"open {SIDES[sides[0]]}"
    return f"Start at {cell_name(s, x, y)}, {lies}", {"cell": [x, y], "lies": AXES[axis]}


# -- the secret phase -----------------------------------------------------------------------------


def _talk(_s: Monty, _seat: int, code: int) -> Told:
    claim = code - CLAIM_CODE
    if claim == SILENT:
        return "say nothing", {}
    return f"say you will play the {claim + 1}", {"number": claim + 1}


def _commit(_s: Monty, _seat: int, code: int) -> Told:
    number = code - COMMIT_CODE + 2
    return f"put down the {number}", {"number": number}


# -- talks ----------------------------------------------------------------------------------------


def _offer(s: Monty, seat: int, code: int) -> Told:
    if code == PASS_CODE:
        return f"pass{_if_last(s)}", _last(s)
    if s.matter == ORDER:
        order = order_of(s.talkers, code - ORDER_CODE)
        return f"offer: {order_words(order, seat)}", {"order": order}
    index = code - OFFER_CODE
    shares, data = split_of(s, index), deal_data(s, index)
    if len(shares) > FEW:  # the question names the players in order
        return f"offer {' '.join(map(str, shares.values()))}", data
    return f"offer: {offered_words(s, index, seat)}", data


def _if_last(s: Monty) -> str:
    """What it means that this turn brings no agreement (MON-5.8)."""
    return ", and the talks fail" if _last(s) else ""


def _last(s: Monty) -> dict[str, Any]:
    return {"talks_fail": True} if next_proposer(s.copy()) else {}


def _answer(s: Monty, seat: int, code: int) -> Told:
    if code - RESPOND_CODE == ACCEPT:
        return f"yes: {offered_words(s, s.offer, seat)}", {}
    return f"no{_if_last(s)}", _last(s)


def _demand(s: Monty, seat: int, code: int) -> Told:
    if s.matter == ORDER:
        order = order_of(s.talkers, code - ORDER_CODE)
        return order_words(order, seat), {"order": order}
    spaces = code - DEMAND_CODE
    return f"{counted(spaces, 'space')} of {s.number}", {"spaces": spaces}


# -- going back -----------------------------------------------------------------------------------


def _send_order(s: Monty, seat: int, code: int) -> Told:
    members = sum(1 << other for other in s.sent[: tied_in_front(s)])
    order = order_of(members, code - ORDER_CODE)
    return order_words(order, seat), {"order": order}


def _gate(s: Monty, _seat: int, code: int) -> Told:
    tile = tile_of_code(s, code, GATE_CODE, GATE_TILE_CODE)
    return f"go back to {tile_words(s, tile)}, {s.far[tile]} from the crown", _cell_of(s, tile)


def _cell_of(s: Monty, tile: int) -> dict[str, Any]:
    return {"cell": [s.x[tile], s.y[tile]], "tile": tile}


# -- running --------------------------------------------------------------------------------------


def _step(s: Monty, seat: int, code: int) -> Told:
    side = code - STEP_CODE
    after = tried(s, seat, code)
    tile = after.at[seat]
    hop = not s.links[tile] >> (side ^ 2) & 1
    how = "bounce" if s.left == 0 else "go"
    words = f"{how} {SIDES[side]}{' over the fence' if hop else ''} to {tile_words(s, tile)}"
    if after.holder == seat != s.holder:
        words += " and take the crown"
    return f"{words}{_company(s, seat, tile)}", _cell_of(s, tile)


def _company(s: Monty, seat: int, tile: int) -> str:
    """``, where Blue is``"""
    others = [other for other in in_mask(pawns_on(s, tile)) if other != seat]
    if not others:
        return ""
    return f", where {named(others)} {'is' if len(others) == 1 else 'are'}"


# -- exploring ------------------------------------------------------------------------------------


def _explore(s: Monty, seat: int, code: int) -> Told:
    side, source = divmod(code - EXPLORE_CODE, PER_SIDE)
    tile = s.at[s.explorer]
    x, y = s.x[tile] + DX[side], s.y[tile] + DY[side]
    data = {"cell": [x, y], "side": SIDES[side]}
    if source == DECK:
        verb = "bounce" if is_bounce_edge(s, tile, side) else "go"
        words = f"{verb} {SIDES[side]} and draw"
        if s.explorer != seat:  # MON-19.22
            words = f"{seat_name(s.explorer)} goes {SIDES[side]}: draw"
        return words, data | {"card": "draw"}
    kind = CGATE if source < PLAIN else CPLAIN
    words = f"lay a {KINDS[kind]} {SIDES[side]}"
    if s.explorer != seat:
        words = f"{seat_name(s.explorer)} goes {SIDES[side]}: lay a {KINDS[kind]}"
    if s.rule_geometry != TRACK:
        turn = source - (GATED if kind == CGATE else PLAIN)
        words += corner_turn(OPEN_SIDES[kind][turn], side)
    where, leads = _lands_on(s, seat, code)
    return words + where, data | {"card": KINDS[kind], **leads}


def corner_turn(sides: int, side: int) -> str:
    """How a corner laid through this side lies: ``, turning west``, ``, open north and east``."""
    back = 1 << (side ^ 2)
    if sides & back:
        return f", turning {SIDES[in_mask(sides & ~back)[0]]}"
    return f", open {listed([SIDES[one] for one in in_mask(sides)])}"


def _lands_on(s: Monty, seat: int, code: int) -> Told:
    """Where a corner leads, found by laying it: it may join another card, or end at once."""
    after = tried(s, seat, code)
    lay_card(after)  # with MON-19.6 the next corner of the pile would be turned up first
    new = after.tiles - 1
    free, links = after.free[new], after.links[new]
    joined = in_mask(links & ~(1 << (after.edge ^ 2)))
    if joined:
        tiles = [after.beside[new][side] for side in joined]
        return f", joining {listed([tile_words(after, tile) for tile in tiles])}", {"joins": tiles}
    if end_of_path(free, links, after.edge) == DEAD_END:
        return ", a dead end", {"dead_end": True}
    return "", {}


def _orient(s: Monty, _seat: int, code: int) -> Told:
    axis = code - ORIENT_CODE
    along = axis == 1 - (s.edge & 1)
    meaning = f"straight on {SIDES[s.edge]}" if along else "the beginning of a new row"
    tile = s.at[s.explorer]
    cell = [s.x[tile] + DX[s.edge], s.y[tile] + DY[s.edge]]
    return f"{AXES[axis]}: {meaning}", {"cell": cell, "lies": AXES[axis]}


# -- pushing --------------------------------------------------------------------------------------


def _push(s: Monty, seat: int, code: int) -> Told:
    side = code - PUSH_CODE
    tile = s.at[s.pushed]
    who = "hop" if s.pushed == seat else f"push {seat_name(s.pushed)}"
    if s.free[tile] >> side & 1:
        x, y = s.x[tile] + DX[side], s.y[tile] + DY[side]
        return f"{who} {SIDES[side]} into the unknown", {"cell": [x, y], "side": SIDES[side]}
    other = s.beside[tile][side]
    fence = "" if open_sides(s, tile) >> side & 1 else " over the fence"  # MON-19.7
    where = f"onto {tile_words(s, other)}{_company(s, s.pushed, other)}"
    words = f"{who} {SIDES[side]}{fence} {where}"
    after = tried(s, seat, code)
    advance(after)
    if after.shoved:
        moved = [whose(one, seat) for one in in_mask(after.shoved)]
        verb = "has" if len(moved) == 1 and moved != ["you"] else "have"
        words += f", so that {listed(moved)} {verb} to move on"
    return words, _cell_of(s, other) | {"side": SIDES[side]}


# -- the crown ------------------------------------------------------------------------------------


def _crown(s: Monty, seat: int, code: int) -> Told:
    if code == SHORTCUT_CODE:
        return "take the short cut: Home lies here, and you are the first", {}
    tile = tile_of_code(s, code, CROWN_CODE, CROWN_TILE_CODE)
    edges = len(in_mask(s.free[tile]))
    free = f"{NUMBERS[edges]} free edge{'' if edges == 1 else 's'}"
    holder = tried(s, seat, code).holder
    taken = "" if holder == NONE else f"; {whose(holder, seat)} {_takes(holder, seat)} it at once"
    return f"put the crown on {tile_words(s, tile)}, {free}{taken}", _cell_of(s, tile)


def _takes(holder: int, seat: int) -> str:
    return "take" if holder == seat else "takes"


_DESCRIBE: dict[int, Callable[[Monty, int, int], Told]] = {
    SPECIES: _species,
    LAY_START: _start,
    TALK: _talk,
    COMMIT: _commit,
    OFFER: _offer,
    ANSWER: _answer,
    DEMAND: _demand,
    SEND_ORDER: _send_order,
    GATE_CHOICE: _gate,
    STEP_CHOICE: _step,
    EXPLORE_CHOICE: _explore,
    ORIENT_CHOICE: _orient,
    PUSH_CHOICE: _push,
    CROWN_CHOICE: _crown,
}
