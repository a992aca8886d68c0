"""Playing on: what a play leads to in a world, natively where the compiled twin is there.

Every seat goes on by rules of thumb, which look at nothing but what that seat may know. So a play is
valued against players who do not see each other's cards, whatever the world that was dealt.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dogpark.kernel import native
from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.playout import GREEDY
from dogpark.kernel.rng import LIMBS, dice_word
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import Row, State

LONGEST = 12  # choices of one play
NO_CODE = -1

Play = tuple[int, ...]  # the codes of a play, in order
Values = npt.NDArray[np.float64]  # by world, or world and future, and play


def twin_of(rooms: Rooms) -> native.Native | None:
    """The compiled twin if it is there by now; nobody waits for a compiler in the middle of a game."""
    return native.twin(rooms) if native.status(rooms).phase == "ready" else None


class Rollouts:
    """Tries plays of one seat out in worlds."""

    def __init__(self, rooms: Rooms, seat: int, dice: Row) -> None:
        self._rooms = rooms
        self._seat = seat
        self._dice = dice
        self._twin = twin_of(rooms)

    @property
    def is_native(self) -> bool:
        return self._twin is not None

    def values(
        self, worlds: Sequence[State], plays: Sequence[Play], horizon: int, futures: int = 1
    ) -> Values:
        """How the seat stands after each play, in each world with each of so many futures.

        All plays meet the same luck there.
        """
        luck = self._luck(len(worlds) * futures)
        run = self._native if self._twin is not None else self._python
        return run(worlds, plays, horizon, luck).reshape(len(luck), len(plays))

    def _luck(self, count: int) -> npt.NDArray[np.uint32]:
        """For each future nature's key, and dice for every seat."""
        words = [dice_word(self._dice) for _ in range(LIMBS)]
        seeds = np.random.SeedSequence(words).generate_state(count * (1 + MAX_SEATS) * LIMBS)
        return seeds.reshape(count, 1 + MAX_SEATS, LIMBS).astype(np.uint32)

    def _native(
        self,
        worlds: Sequence[State],
        plays: Sequence[Play],
        horizon: int,
        luck: npt.NDArray[np.uint32],
    ) -> Values:
        rooms, twin = self._rooms, self._twin
        assert twin is not None
        dealt = rooms.state.records(len(worlds))
        for record, world in zip(dealt, worlds, strict=True):
            world.write_record(record)
        dealt = np.repeat(dealt, len(luck) // len(worlds))
        dealt["rng_key"] = luck[:, 0]
        dealt["rng_count"] = 0
        states = np.repeat(dealt, len(plays))
        values = np.zeros(len(states), dtype=np.int32)
        codes, weights = np.zeros((2, rooms.buffer), dtype=np.int32)
        places, points = np.zeros((2, MAX_SEATS), dtype=np.int32)
        twin.try_many(
            states,
            self._seat,
            np.tile(_table(plays), (len(luck), 1)),
            _policies(),
            np.repeat(luck[:, 1:], len(plays), axis=0),
            codes,
            weights,
            horizon,
            values,
            places,
            points,
        )
        return values.astype(np.float64)

    def _python(
        self,
        worlds: Sequence[State],
        plays: Sequence[Play],
        horizon: int,
        luck: npt.NDArray[np.uint32],
    ) -> Values:
        rooms = self._rooms
        states = []
        futures = len(luck) // len(worlds)
        for number, key in enumerate(luck[:, 0].tolist()):
            world = worlds[number // futures].copy()
            world.rng_key, world.rng_count = key, 0
            states += [world.copy() for _ in plays]
        values = [0] * len(states)
        codes, weights = [0] * rooms.buffer, [0] * rooms.buffer
        rooms.python["try_many"](
            states,
            self._seat,
            _table(plays).tolist() * len(luck),
            _policies().tolist(),
            np.repeat(luck[:, 1:], len(plays), axis=0).tolist(),
            codes,
            weights,
            horizon,
            values,
            [0] * MAX_SEATS,
            [0] * MAX_SEATS,
        )
        return np.array(values, dtype=np.float64)


def _table(plays: Sequence[Play]) -> npt.NDArray[np.int32]:
    table = np.full((len(plays), LONGEST), NO_CODE, dtype=np.int32)
    for row, play in zip(table, plays, strict=True):
        row[: len(play)] = play
    return table


def _policies() -> npt.NDArray[np.int32]:
    return np.full(MAX_SEATS, GREEDY, dtype=np.int32)


def whole_plays(
    rooms: Rooms, world: State, seat: int, codes: Sequence[int], within: Sequence[str], most: int
) -> list[Play]:
    """Each choice with all ways to go on with it until the seat has nothing more to say.

    Ways that lead to the same table are one, half way too: the steps of a seven come in many orders.
    Choices grow side by side, so that where there are more than ``most`` all of them are cut short
    alike, and a try-out goes on with them by rules of thumb.
    """
    steps = _Steps(rooms, seat, within)
    found: list[Play] = []
    met: set[object] = set()
    begun: deque[tuple[Play, Any]] = deque([((), steps.begin(world))])
    while begun:
        play, table = begun.popleft()
        ways = steps.ways_on(table) if play else codes
        if not ways or len(play) == LONGEST or (play and len(found) + len(begun) >= most):
            found.append(play)
            continue
        for code in ways:
            after = steps.after(table, code)
            key = steps.key(after)
            if key not in met:
                met.add(key)
                begun.append(((*play, code), after))
    return found


class _Steps:
    """The choices of one play after each other, natively where the compiled twin is there."""

    def __init__(self, rooms: Rooms, seat: int, within: Sequence[str]) -> None:
        self._rooms = rooms
        self._seat = seat
        self._stages = [rooms.facts.stages.index(stage) for stage in within]
        self._twin = twin_of(rooms)
        self._codes = np.zeros(rooms.buffer, dtype=np.int32)

    def begin(self, world: State) -> Any:
        if self._twin is None:
            return world
        table = self._rooms.state.records(1)
        world.write_record(table[0])
        return table.view(np.uint8)  # bytes: a copy of records leaves out what lies between fields

    def after(self, table: Any, code: int) -> Any:
        new = table.copy()
        if self._twin is None:
            self._rooms.rules.apply(new, self._seat, code)
        else:
            self._twin.apply_at(new.view(self._rooms.state.dtype), 0, self._seat, code)
        return new

    def key(self, table: Any) -> object:
        return repr(table) if self._twin is None else table.tobytes()

    def ways_on(self, table: Any) -> Sequence[int]:
        """How the play may go on; nothing if it is over."""
        rooms, twin, seat = self._rooms, self._twin, self._seat
        records = None if twin is None else table.view(rooms.state.dtype)
        s = table if records is None else records.view(np.recarray)[0]
        if rooms.rules.active(s) != 1 << seat or rooms.rules.stage(s, seat) not in self._stages:
            return ()
        if twin is None:
            return rooms.legal(s, seat)
        count = twin.legal_at(records, 0, seat, self._codes)
        ways: list[int] = self._codes[:count].tolist()
        return ways
