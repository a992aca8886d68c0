"""What happens on the table, step by step: runs, explorations, pushes, the crown, the end of a race.

Each function tells one small step of the rules, from the position before it (a) and the one after (b).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dogpark.games.monty.actions import DRAW_CODE
from dogpark.games.monty.choices import corner_turn
from dogpark.games.monty.ground import is_bounce_edge, open_sides
from dogpark.games.monty.state import (
    AXIS_V,
    BARK,
    BROKEN,
    CGATE,
    CPLAIN,
    DEAD_END,
    DRAW,
    EXPLORE_CHOICE,
    HOME,
    LANDING,
    LOOP,
    NONE,
    ORIENT_CHOICE,
    RACE_OVER,
    SHORT_CUT,
    STAGE,
    TRACK,
    TRAMP,
    Monty,
)
from dogpark.games.monty.words import (
    AXES,
    KINDS,
    SIDES,
    counted,
    in_mask,
    kind_words,
    seat_name,
    tile_cell,
    tile_words,
)
from dogpark.kernel.rooms import Event

# -- where things are -----------------------------------------------------------------------------


def place_data(s: Monty, tile: int) -> dict[str, Any]:
    return {"x": s.x[tile], "y": s.y[tile], "tile": tile, "kind": KINDS[s.kind[tile]]}


def _cause(s: Monty, seat: int) -> str:
    """Why a pawn moves on the table: its run, a bounce, a hop, a push, or that others came."""
    if s.way == NONE:
        return "bounce" if s.left == 0 else "run"
    if seat != s.pushed:
        return "make_room"  # MON-14.4
    return "hop" if seat == s.runner else "push"


def _moved(a: Monty, b: Monty) -> int:
    """The pawn that stands elsewhere than before; NONE if none does."""
    return next((seat for seat in range(a.players) if a.at[seat] != b.at[seat]), NONE)


def _lost(spaces: int) -> str:
    return f"{counted(spaces, 'space')} {'is' if spaces == 1 else 'are'} lost"


def _crown_changed(a: Monty, b: Monty) -> Iterator[Event]:
    """MON-8.2, MON-8.4: the crown lies where it lay, and somebody else holds it."""
    if a.holder == b.holder:
        return
    data = {"seat": None if b.holder == NONE else b.holder, **place_data(b, b.crown)}
    if b.holder == NONE:
        words = f"The crown stays behind on {tile_words(b, b.crown)}, and nobody holds it"
        yield Event("crown_left", words, data)
    elif a.holder == NONE:
        yield Event("crown_taken", f"{seat_name(b.holder)} takes the crown", data)
    else:
        yield Event("crown_passed", f"The crown passes to {seat_name(b.holder)}", data)


def crown_put(a: Monty, b: Monty, seat: int, cause: str) -> Event:
    """MON-8.5: somebody has put the crown elsewhere, and why it had to go."""
    words = f"{seat_name(seat)} puts the crown on {tile_words(b, b.crown)}"
    if b.holder == seat:
        words += " and holds it"
    elif b.holder != NONE:
        words += f", where {seat_name(b.holder)} holds it now"
    else:
        words += ", where nobody holds it"
    holder = None if b.holder == NONE else b.holder
    data = {"seat": seat, "holder": holder, "from": a.crown, "cause": cause}
    return Event("crown_put", words, data | place_data(b, b.crown))


def crown_cause(s: Monty) -> str:
    """Why the crown has to be put elsewhere (MON-11, MON-12.1)."""
    if s.card == BARK:
        return "bark"
    return {DEAD_END: "dead_end", LOOP: "loop"}.get(s.came_to, "stuck")


# -- running --------------------------------------------------------------------------------------


def running(_a: Monty, b: Monty) -> Iterator[Event]:
    if b.runner != NONE:
        words = f"{seat_name(b.runner)} runs {counted(b.left, 'space')}"
        yield Event("run", words, {"seat": b.runner, "spaces": b.left})


def spaced(a: Monty, b: Monty) -> Iterator[Event]:
    """A step, a bounce, an exploration that begins, or spaces that cannot be used."""
    seat = a.runner
    if a.at[seat] != b.at[seat]:
        yield from stepped(a, b)
    elif b.explorer != NONE:
        yield from exploring(a, b)
    elif a.left > 0 and b.left == 0:  # MON-11.5
        words = f"{seat_name(seat)} may not turn straight back: {_lost(a.left)}"
        yield Event("lost", words, {"seat": seat, "spaces": a.left, "cause": "turn_back"})
    elif b.phase == LANDING and a.kind[a.at[seat]] == TRAMP:  # MON-19.9
        words = f"{seat_name(seat)} finds no way to bounce and rests on the trampoline"
        yield Event("rests", words, {"seat": seat, **place_data(a, a.at[seat])})


def stepped(a: Monty, b: Monty) -> Iterator[Event]:
    seat = a.runner
    start, end = a.at[seat], b.at[seat]
    bounce = a.left == 0
    side = next(d for d in in_mask(a.links[start]) if a.beside[start][d] == end)
    hop = not a.links[end] >> (side ^ 2) & 1
    words = f"{seat_name(seat)} {'bounces' if bounce else 'goes'} to {tile_words(b, end)}"
    if hop:
        words += " over the fence"
    data = {"seat": seat, "from": start, "side": SIDES[side], "hop": hop, "left": b.left}
    data["cause"] = _cause(a, seat)
    yield Event("bounce" if bounce else "step", words, data | place_data(b, end))
    yield from _crown_changed(a, b)


# -- exploring ------------------------------------------------------------------------------------


def exploring(a: Monty, b: Monty) -> Iterator[Event]:
    """An exploration begins: perhaps with a new leader, perhaps with nothing to choose."""
    seat = b.explorer
    if a.holder != b.holder:  # MON-8.1
        whom = "" if a.holder == NONE else f" from {seat_name(a.holder)}"
        data = {"seat": seat, "from": None if a.holder == NONE else a.holder}
        yield Event("lead", f"{seat_name(seat)} takes the lead{whom}", data)
    if b.phase != EXPLORE_CHOICE:
        yield from explored(b)


def explored(b: Monty) -> Iterator[Event]:
    """Where the card will come from; a corner is told when it lies there."""
    seat, tile = b.explorer, b.at[b.explorer]
    data = {"seat": seat, "side": SIDES[b.edge], "cause": _cause(b, seat), **place_data(b, tile)}
    if b.phase == DRAW:
        verb = "bounces" if is_bounce_edge(b, tile, b.edge) else "goes"
        words = f"{seat_name(seat)} {verb} {SIDES[b.edge]} and draws a card"
        yield Event("explore", words, data)
    elif b.pile != NONE:  # MON-19.6: the next corner of the pile is turned up first
        words = f"{seat_name(seat)} takes {kind_words(b.card)}"
        yield Event("corner", words, data | {"card": KINDS[b.card]})


def drawn(a: Monty, b: Monty, code: int) -> Iterator[Event]:
    """MON-10.3: a card that can be laid at once is told when it lies there."""
    kind, seat = code - DRAW_CODE, a.explorer
    name, tile = seat_name(seat), a.at[seat]
    if kind == BARK and b.stage == a.stage:
        yield _barked(a, b)
        if b.crown != a.crown or b.holder != a.holder:
            yield crown_put(a, b, seat, "bark")
        return
    if kind == BARK:  # MON-12.3
        words = "Bark Bark, but there is no way home: it counts as a Home Stage"
        yield Event("no_way_home", words, {"seat": seat})
    if kind in (BARK, STAGE):
        which = "first Home Stage: Keep Going" if b.stage == 1 else "second Home Stage"
        yield Event("home_stage", f"{name} finds the {which}", {"seat": seat, "stage": b.stage})
    elif b.phase == ORIENT_CHOICE:
        data = {"seat": seat, "card": KINDS[kind], "side": SIDES[a.edge], **place_data(a, tile)}
        yield Event("drawn", f"{name} draws {kind_words(kind)}", data)


def _barked(a: Monty, b: Monty) -> Event:
    """MON-12.1, MON-12.4"""
    seat, cell = a.explorer, tile_cell(b, b.tiles - 1)
    words = f"Bark Bark! Monty is at {cell}, and {seat_name(seat)} stays put"
    lost = a.left if a.way == NONE else 0
    if lost:
        words += f": {_lost(lost)}"
    return Event("bark", words, {"seat": seat, "lost": lost, **place_data(b, b.tiles - 1)})


def oriented(a: Monty, axis: int) -> Event:
    words = f"{seat_name(a.explorer)} lays it {AXES[axis]}"
    return Event("oriented", words, {"seat": a.explorer, "lies": AXES[axis]})


def laid(a: Monty, b: Monty) -> Iterator[Event]:
    """MON-10.4: the card lies there, and the pawn is on it."""
    seat, new = a.explorer, b.tiles - 1
    name, kind = seat_name(seat), b.kind[new]
    words = f"{name} comes to {kind_words(kind)} at {tile_cell(b, new)}"
    lies = None
    if kind == HOME:
        words = f"{name} is Home at {tile_cell(b, new)}"
    elif kind in (CGATE, CPLAIN):
        turn = "" if b.rule_geometry == TRACK else corner_turn(open_sides(b, new), a.edge)
        words = f"{name} lays {kind_words(kind)} at {tile_cell(b, new)}{turn}"
    else:
        lies = AXES[b.turn[new] == AXIS_V]
    data = {
        "seat": seat,
        "card": KINDS[kind],
        "lies": lies,
        "side": SIDES[a.edge],
        "cause": _cause(a, seat),
        "crown": b.crown == new,
        **place_data(b, new),
    }
    yield Event("home" if kind == HOME else "laid", words, data)
    if b.crown == a.crown:
        yield from _crown_changed(a, b)


def looked(a: Monty, b: Monty) -> Iterator[Event]:
    """MON-11: what becomes of the race if the crown card has no free edge left."""
    if a.free[a.crown]:
        return
    data = place_data(a, a.crown)
    if b.came_to == DEAD_END:
        yield Event("dead_end", f"{tile_cell(a, a.crown)} is a dead end", data)
    elif b.came_to == LOOP:
        yield Event("loop", f"At {tile_cell(a, a.crown)} the path closes a loop", data)
    else:
        words = f"From the crown at {tile_cell(a, a.crown)} there is nothing left to explore"
        yield Event("stuck", words, data)
    if b.phase == RACE_OVER:
        yield _home_here(b)
    elif b.crown != a.crown or b.holder != a.holder:
        mover = a.holder if a.holder != NONE else a.explorer
        yield crown_put(a, b, mover, crown_cause(b))


def _home_here(b: Monty) -> Event:
    """MON-11.6, MON-11.7: Home takes the place of the crown card."""
    where = tile_cell(b, b.crown)
    if b.ending == SHORT_CUT:
        words = f"{seat_name(b.finisher)} takes the short cut: Home is at {where}"
        return Event("short_cut", words, {"seat": b.finisher, **place_data(b, b.crown)})
    words = f"There is no way on: Home is at {where}"
    return Event("no_way_on", words, place_data(b, b.crown))


def crown_chosen(a: Monty, b: Monty, seat: int) -> Event:
    return _home_here(b) if b.phase == RACE_OVER else crown_put(a, b, seat, crown_cause(a))


def followed_up(a: Monty, b: Monty) -> Iterator[Event]:
    """MON-10.5, MON-19.25, MON-19.26: spaces that the exploration has cost, beyond its own."""
    lost = a.left - 1 - b.left
    if a.way != NONE or b.runner == NONE or a.left == 0 or lost == 0:
        return
    cause, why = "broken_fence", f"The broken fence stops {seat_name(a.runner)}"
    if a.card != BROKEN:
        cause, what = ("dead_end", "dead end") if a.came_to == DEAD_END else ("loop", "loop")
        why = f"The {what} ends {seat_name(a.runner)}'s run"
    data = {"seat": a.runner, "spaces": lost, "cause": cause}
    yield Event("lost", f"{why}: {_lost(lost)}", data)


# -- pushing --------------------------------------------------------------------------------------


def pushing(a: Monty, b: Monty) -> Iterator[Event]:
    """The next one to leave the card, if there is only one way or none."""
    if b.way != NONE:
        yield pushed(b)
    elif b.pushed not in (NONE, a.pushed) and b.phase == a.phase:  # MON-14.7
        words = f"{seat_name(b.pushed)} cannot leave {tile_words(b, b.at[b.pushed])}: it is shared"
        yield Event("shared", words, {"seat": b.pushed, **place_data(b, b.at[b.pushed])})


def pushed(b: Monty) -> Event:
    """MON-14.1, MON-14.2"""
    seat, side = b.pushed, SIDES[b.way]
    data = {"by": b.runner, "seat": seat, "side": side, **place_data(b, b.at[seat])}
    where = tile_words(b, b.at[seat])
    if seat == b.runner:
        return Event("hop", f"{seat_name(seat)} hops {side} off {where}", data)
    return Event("push", f"{seat_name(b.runner)} pushes {seat_name(seat)} {side} off {where}", data)


def shoving(a: Monty, b: Monty) -> Iterator[Event]:
    """MON-14.4 to MON-14.7: one pawn moves on, or explores, or cannot."""
    seat = _moved(a, b)
    if seat != NONE:
        tile = b.at[seat]
        words = f"{seat_name(seat)} lands on {tile_words(b, tile)}"
        data = {"by": a.runner, "seat": seat, "from": a.at[seat], "cause": _cause(a, seat)}
        yield Event("shoved", words, data | place_data(b, tile))
        yield from _crown_changed(a, b)
    elif b.explorer != NONE:
        yield from exploring(a, b)
    elif a.shoved != b.shoved:
        (seat,) = in_mask(a.shoved & ~b.shoved)
        words = f"{seat_name(seat)} cannot go on: {tile_words(b, b.at[seat])} is shared"
        yield Event("shared", words, {"seat": seat, **place_data(b, b.at[seat])})


# -- going back -----------------------------------------------------------------------------------


def sending(a: Monty, b: Monty) -> Iterator[Event]:
    """MON-7.1, MON-7.3: the next pawn goes back, unless something has to be chosen first."""
    seat = a.sent[0]
    if seat == NONE or a.sent == b.sent:
        return
    if a.at[seat] == b.at[seat]:
        words = f"{seat_name(seat)} has no gate behind and stays on {tile_words(b, b.at[seat])}"
        yield Event("stays", words, {"seat": seat, **place_data(b, b.at[seat])})
        return
    words = f"{seat_name(seat)} goes back to {tile_words(b, b.at[seat])}"
    yield Event("sent_back", words, {"seat": seat, "from": a.at[seat], **place_data(b, b.at[seat])})
    yield from _crown_changed(a, b)


def send_order(b: Monty, seat: int, settled: int) -> Event:
    order = b.sent[:settled]
    words = f"{seat_name(seat)} says who goes back first: {', '.join(map(seat_name, order))}"
    return Event("send_order", words, {"seat": seat, "order": order})
