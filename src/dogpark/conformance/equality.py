"""One source, three ways to run it: Python, native and CUDA in lockstep, compared to the byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from dogpark.conformance.checks import Finding, check
from dogpark.conformance.packing import bytes_of
from dogpark.conformance.rulings import JUNK, difference
from dogpark.conformance.tables import Table
from dogpark.conformance.walk import begin, policies_of
from dogpark.kernel.facts import CHANCE_BIT, MAX_SEATS
from dogpark.kernel.native import Native
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import State
from dogpark.kernel.seed import dice_for

Games: TypeAlias = Sequence[tuple[Table, str]]  # tables, each with the seed of a game at it
Array: TypeAlias = npt.NDArray[Any]
T = TypeVar("T")


@dataclass
class Arrays:
    """Games as compiled code holds them: one row a game. Variants may sit side by side."""

    states: Array
    policies: Array
    dice: Array
    decisions: Array

    def copy(self) -> Arrays:
        return self.only(list(range(len(self.states))))

    def only(self, rows: list[int]) -> Arrays:
        """Some of the games, in arrays of their own."""
        states = np.zeros(
            len(rows), dtype=self.states.dtype
        )  # a copy may spoil what is between fields
        for new, at in enumerate(rows):
            for name in states.dtype.names or ():
                states[new][name] = self.states[at][name]
        others = (array[rows] for array in (self.policies, self.dice, self.decisions))
        return Arrays(states, *others)


def arrays(games: Games) -> Arrays:
    """The games before their start."""
    rooms = games[0][0].rooms
    states = rooms.state.records(len(games))
    policies = np.zeros((len(games), MAX_SEATS), dtype=np.int32)
    dice = np.zeros((len(games), MAX_SEATS, 4), dtype=np.uint32)
    for at, (table, seed) in enumerate(games):
        blank = rooms.blank(table.players, table.game.options)
        blank.rng_key = begin(table, seed).state.rng_key
        blank.write_record(states[at])
        policies[at, : table.players] = policies_of(seed, table.players)
        dice[at] = [dice_for(seed, seat) for seat in range(MAX_SEATS)]
    return Arrays(states, policies, dice, np.zeros(len(games), dtype=np.int64))


def within(games: Games, twin: Native, decisions: int) -> Games:
    """The first games that together make no more decisions than that; two at the least."""
    rooms = games[0][0].rooms
    batch = arrays(games)
    buffers = np.zeros((2, rooms.buffer), dtype=np.int32)
    results = np.zeros((2, len(games), MAX_SEATS), dtype=np.int32)
    twin.play_many(
        batch.states,
        batch.policies,
        batch.dice,
        *buffers,
        batch.decisions,
        *results,
        rooms.facts.max_steps,
    )
    few = int((batch.decisions.cumsum() <= decisions).sum())
    return games[: max(2, few)]


@check("twins")
def native(games: Games, twin: Native) -> Iterator[Finding]:
    """Native code does what Python does: same states after every step, same answers, same result."""
    rooms = games[0][0].rooms
    batch = arrays(games)
    dice: list[list[list[int]]] = batch.dice.tolist()
    policies: list[list[int]] = batch.policies.tolist()
    mine = [rooms.state.read_record(record) for record in batch.states]
    buffers = np.full((2, rooms.buffer), JUNK, dtype=np.int32)
    for at, s in enumerate(mine):
        rooms.python["start"](s)
        twin.start_at(batch.states, at)
    own = [JUNK] * rooms.buffer, [JUNK] * rooms.buffer
    decisions = [0] * len(games)
    going = len(games)
    step_python = rooms.python["step_many"]
    for step in range(rooms.facts.max_steps + 1):
        for at in range(len(games)):
            if bytes_of(mine[at]) != batch.states[at].tobytes():
                theirs = rooms.state.read_record(batch.states[at])
                yield _found(games, at, step, f"Python / native: {difference(mine[at], theirs)}")
                return
        at = step % len(games)
        if batch.dice[at].tolist() != dice[at]:
            yield _found(
                games, at, step, "Python and native have rolled the bots' dice differently"
            )
            return
        for problem in _answers(rooms, twin, batch.states, at, mine[at], buffers):
            yield _found(games, at, step, problem)
            return
        if going * 2 < len(mine):  # what is over need not be compared again and again
            keep = [at for at, s in enumerate(mine) if rooms.rules.active(s)]
            for at in set(range(len(mine))) - set(keep):
                for problem in _answers(rooms, twin, batch.states, at, mine[at], buffers):
                    yield _found(games, at, step, problem)
                    return
            if not keep:
                return
            games, mine, dice = _only(games, keep), _only(mine, keep), _only(dice, keep)
            policies, decisions = _only(policies, keep), _only(decisions, keep)
            batch = batch.only(keep)
        going = step_python(mine, policies, dice, *own, decisions)
        went = twin.step_many(batch.states, batch.policies, batch.dice, *buffers, batch.decisions)
        if (going, decisions) != (went, batch.decisions.tolist()):
            yield _found(games, 0, step, f"{going} games go on in Python, {went} in native")
            return


def _only(rows: Sequence[T], keep: list[int]) -> list[T]:
    return [rows[at] for at in keep]


def _answers(
    rooms: Rooms, twin: Native, states: Array, at: int, s: State, buffers: Array
) -> Iterator[str]:
    """What the two say of one state: who may act, what is legal, what may fall, who has won."""
    codes, weights = buffers
    mask = rooms.rules.active(s)
    if twin.active_at(states, at) != mask:
        yield f"Python lets {mask:b} act, native {twin.active_at(states, at):b}"
    for seat in range(s.players):
        native_codes = codes[: twin.legal_at(states, at, seat, codes)].tolist()
        if native_codes != rooms.legal(s, seat):
            yield f"legal for seat {seat}: Python {rooms.legal(s, seat)}, native {native_codes}"
    if mask & CHANCE_BIT:
        count = twin.chance_at(states, at, codes, weights)
        pairs = list(zip(codes[:count].tolist(), weights[:count].tolist(), strict=True))
        if pairs != rooms.chance(s):
            yield f"outcomes: Python {rooms.chance(s)}, native {pairs}"
    if not mask:
        places, points = np.full((2, s.players), JUNK, dtype=np.int32)
        twin.result_at(states, at, places, points)
        if (places.tolist(), points.tolist()) != rooms.places(s):
            yield f"result: Python {rooms.places(s)}, native {places.tolist(), points.tolist()}"


def compare_steppers(games: Games, one: Any, other: Any, steps: int) -> Iterator[Finding]:
    """Two compiled twins step by step; ``one`` and ``other`` step all games of some Arrays."""
    rooms = games[0][0].rooms
    a = arrays(games)
    for at in range(len(games)):
        s = rooms.state.read_record(a.states[at])
        rooms.rules.start(s)
        s.write_record(a.states[at])
    b = a.copy()
    for step in range(1, steps + 1):
        was = _raw(a.states).tobytes()
        one(a)
        other(b)
        differing = np.flatnonzero((_raw(a.states) != _raw(b.states)).any(axis=1))
        if len(differing):
            at = int(differing[0])
            states = [rooms.state.read_record(x.states[at]) for x in (a, b)]
            yield _found(games, at, step, f"native / CUDA: {difference(*states)}")
            return
        for what in ("dice", "decisions"):
            if getattr(a, what).tobytes() != getattr(b, what).tobytes():
                yield _found(games, 0, step, f"native and CUDA differ in {what}")
                return
        if _raw(a.states).tobytes() == was:
            return


def _raw(states: Array) -> Array:
    """The bytes of all fields, a row a game; what lies between fields may be anything."""
    form = states.dtype
    used = np.zeros(form.itemsize, dtype=bool)
    for field, offset, *_ in (form.fields or {}).values():
        used[offset : offset + field.itemsize] = True
    rows: Array = np.frombuffer(states.tobytes(), dtype=np.uint8).reshape(len(states), -1)
    return rows[:, used]


@check("twins")
def simulator(games: Games, steps: int) -> Iterator[Finding]:
    """CUDA code, run by the CUDA simulator in a process of its own, does what native code does."""
    rooms = games[0][0].rooms
    asked = {
        "package": rooms.package,
        "steps": steps,
        "games": [[table.players, dict(table.changed), seed] for table, seed in games],
    }
    command = [sys.executable, "-m", "dogpark.conformance.simulator"]
    path = os.pathsep.join(entry for entry in sys.path if entry)  # toys are found where we are
    done = subprocess.run(
        command,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": path},
    )
    if done.returncode:
        yield _found(games, 0, None, f"the simulator failed:\n{done.stderr.strip()[-2000:]}")
        return
    for at, step, problem in json.loads(done.stdout)["findings"]:
        yield _found(games, at, step, problem)


def _found(games: Games, at: int, step: int | None, problem: str) -> Finding:
    table, seed = games[at]
    return Finding(table, seed, step, problem)
