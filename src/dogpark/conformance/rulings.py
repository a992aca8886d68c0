"""Checks of the rule functions: who may act, what is allowed, what may fall, what is conserved."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable, Iterator
from math import prod

from dogpark.conformance.checks import check
from dogpark.conformance.packing import bytes_of
from dogpark.conformance.walk import Moment
from dogpark.kernel.facts import CHANCE_BIT
from dogpark.kernel.schema import State

JUNK = -7  # what buffers hold before a call: rules must not rely on zeros
MOST_WEIGHT = 1 << 31  # a draw multiplies the total by 32 random bits, within 64


@check("moment")
def conservation(moment: Moment) -> Iterator[str]:
    """Cards, sticks and pegs are conserved, and the game's own invariants hold."""
    yield from moment.rooms.problems(moment.s)


@check("moment")
def bounds(moment: Moment) -> Iterator[str]:
    """Every number fits its field: Python would not notice, compiled code would wrap around."""
    try:
        bytes_of(moment.s)
    except struct.error:
        yield from _misfits(moment.s)


def _misfits(s: State) -> Iterator[str]:
    for name, spec in type(s).fields.items():
        flat = _flat(getattr(s, name))
        low, high = spec.bounds
        if len(flat) != prod(spec.shape):
            yield f"field {name} has {len(flat)} numbers, declared are {prod(spec.shape)}"
        for item in flat:
            if not isinstance(item, int) or not low <= item <= high:
                yield f"field {name} holds {item!r}, outside {low}..{high}"


@check("moment")
def active(moment: Moment) -> Iterator[str]:
    """Only seats at the table may act, and when nature may, nobody else may."""
    mask = moment.rooms.rules.active(moment.s)
    if mask & CHANCE_BIT and mask != CHANCE_BIT:
        yield f"nature and seats may act together: {mask:b}"
    elif not mask & CHANCE_BIT and mask >> moment.table.players:
        yield f"seats beyond the {moment.table.players} at the table may act: {mask:b}"


@check("moment")
def legal(moment: Moment) -> Iterator[str]:
    """Legal codes are sorted, unique, known, few enough; none for those who may not act."""
    rooms, s = moment.rooms, moment.s
    acting = rooms.active_seats(s)
    for seat in moment.seats:
        codes = rooms.legal(s, seat)
        if seat in acting and not codes:
            yield f"seat {seat} may act but has no legal action"
        if seat not in acting and codes:
            yield f"seat {seat} may not act but has {codes}"
        if any(a >= b for a, b in itertools.pairwise(codes)):
            yield f"codes of seat {seat} are not ascending: {codes}"
        if len(codes) > rooms.facts.max_legal:
            yield f"seat {seat} has {len(codes)} choices, declared are {rooms.facts.max_legal}"
        if any(not 0 <= code < len(rooms.table) for code in codes):
            yield f"codes of seat {seat} are not all in the action table: {codes}"
        used = [JUNK] * rooms.facts.max_legal
        if used[: rooms.rules.legal(s, seat, used)] != codes:
            yield f"seat {seat}: a buffer that is not blank gives other codes"


@check("moment")
def chance(moment: Moment) -> Iterator[str]:
    """Nature's outcomes are unique and known, at least one, with whole weights from 1."""
    rooms, s = moment.rooms, moment.s
    if not rooms.rules.active(s) & CHANCE_BIT:
        return
    outcomes = rooms.chance(s)
    codes, weights = [code for code, _ in outcomes], [weight for _, weight in outcomes]
    if not codes:
        yield "nature may act but nothing can fall"
    if len(set(codes)) != len(codes):
        yield f"outcomes are listed twice: {codes}"
    if len(codes) > rooms.facts.max_outcomes:
        yield f"{len(codes)} outcomes, declared are {rooms.facts.max_outcomes}"
    if any(not 0 <= code < len(rooms.table) for code in codes):
        yield f"outcomes are not all in the action table: {codes}"
    if any(weight < 1 for weight in weights) or sum(weights) >= MOST_WEIGHT:
        yield f"weights are not whole numbers from 1: {weights}"


@check("moment")
def stage(moment: Moment) -> Iterator[str]:
    """A seat has a stage exactly when it may act, and the stage has a name."""
    rooms, s = moment.rooms, moment.s
    acting = rooms.active_seats(s)
    for seat in moment.seats:
        index = rooms.rules.stage(s, seat)
        if not 0 <= index < len(rooms.facts.stages):
            yield f"seat {seat} is in stage {index}, there are {len(rooms.facts.stages)}"
        elif (index != 0) != (seat in acting):
            yield f"seat {seat} is in stage {index}, those who may act are {acting}"


@check("costly")
def pure(moment: Moment) -> Iterator[str]:
    """Looking changes nothing: not legal, view, prompt, refusal, events, re-deal, nor greedy."""
    rooms, s = moment.rooms, moment.s.copy()
    was = bytes_of(s)
    looks: dict[str, Callable[[], object]] = {
        "problems": lambda: rooms.problems(s),
        "active": lambda: rooms.active_seats(s),
        "chance": lambda: rooms.chance(s) if CHANCE_BIT & rooms.rules.active(s) else None,
        "stage": lambda: [rooms.stage(s, seat) for seat in moment.seats],
        "legal": lambda: [rooms.legal(s, seat) for seat in moment.seats],
        "view": lambda: [rooms.view(s, viewer) for viewer in moment.viewers],
        "prompt": lambda: [rooms.prompt(s, seat) for seat in moment.seats],
        "redeal": lambda: [rooms.redeal(s, viewer, [1, 2, 3, 4]) for viewer in moment.viewers],
        "greedy": lambda: [greedy_pick(moment, s, seat, [1, 2, 3, 4]) for seat in moment.seats],
        "refusal": lambda: [rooms.refusal(s, seat, code) for seat, code in _illegal(moment)],
    }
    if not rooms.rules.active(s):
        looks["result"] = lambda: rooms.places(s)
    for name, look in looks.items():
        look()
        if bytes_of(s) != was:
            yield f"{name} changes the state"
            s = moment.s.copy()
    if moment.before is not None:
        before = moment.before.copy()
        rooms.events(before, moment.seat, moment.code, s)
        if before != moment.before or bytes_of(s) != was:
            yield "events changes a state"


@check("costly")
def deterministic(moment: Moment) -> Iterator[str]:
    """The same step from the same state leads to the same state."""
    if moment.before is None:
        return
    again = moment.before.copy()
    moment.rooms.rules.apply(again, moment.seat, moment.code)
    if again != moment.s:
        yield f"{moment.seat} playing {moment.code} once more: {difference(moment.s, again)}"


@check("costly")
def greedy(moment: Moment) -> Iterator[str]:
    """The rules of thumb pick one of the legal actions, the same with the same dice."""
    for seat in moment.rooms.active_seats(moment.s):
        if seat not in moment.seats:
            continue
        count = len(moment.rooms.legal(moment.s, seat))
        picks = {greedy_pick(moment, moment.s.copy(), seat, [5, 6, 7, 8]) for _ in range(2)}
        if len(picks) > 1 or not all(pick in range(count) for pick in picks):
            yield f"seat {seat} has {count} choices; greedy picks {sorted(map(repr, picks))}"


def greedy_pick(moment: Moment, s: State, seat: int, dice: list[int]) -> int:
    """The index greedy picks; -1 for a seat that has nothing to choose."""
    rooms = moment.rooms
    codes = rooms.legal(s, seat)
    if not codes:
        return -1
    buffer = codes + [JUNK] * (rooms.buffer - len(codes))
    pick: int = rooms.python["greedy"](s, seat, buffer, len(codes), dice)
    return pick


def _illegal(moment: Moment) -> Iterator[tuple[int, int]]:
    """For every seat that may act, the first codes that it may not play."""
    for seat in moment.rooms.active_seats(moment.s):
        if seat in moment.seats:
            allowed = set(moment.rooms.legal(moment.s, seat))
            others = (code for code in range(len(moment.rooms.table)) if code not in allowed)
            for code, _ in zip(others, range(3), strict=False):
                yield seat, code


def difference(a: State, b: State) -> str:
    """The fields in which two states differ."""
    names = [name for name in type(a).fields if getattr(a, name) != getattr(b, name)]
    return "; ".join(f"{name} {getattr(a, name)} / {getattr(b, name)}" for name in names)


def _flat(value: object) -> list[object]:
    if not isinstance(value, list):
        return [value]
    return [item for row in value for item in _flat(row)]
