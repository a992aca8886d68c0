"""The arrays behind a vector environment, and the native code that steps through them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from dogpark.kernel import native
from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.parts import OBSERVING
from dogpark.kernel.rng import LIMBS
from dogpark.kernel.seed import seed_words
from dogpark.kernel.sight import sight_of
from dogpark.kernel.vector import LAID_OUT
from dogpark.play.game import Game

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.int8]


@dataclass
class Arrays:
    """One row a game: what goes in, what comes out, and what is kept between steps."""

    states: npt.NDArray[Any]
    actions: Ints
    seats: Ints  # who decides next
    asked: Ints  # the seats that are asked at all, as a mask
    dice: npt.NDArray[np.uint32]  # of the policies that play the other seats
    choices: Ints  # codes of what may be done
    counts: Ints  # how many those are
    masks: Flags
    observations: Ints
    finals: Ints  # the last sight of a game that began anew at once
    gained: Ints  # for each seat, how many it left behind less how many were ahead
    ended: Flags

    def part(self, rows: slice) -> Arrays:
        return Arrays(*(getattr(self, one.name)[rows] for one in fields(self)))


def make_arrays(game: Game, count: int, asked: Sequence[int]) -> Arrays:
    rooms = game.rooms
    sight = sight_of(rooms)
    return Arrays(
        states=rooms.state.records(count),
        actions=np.zeros(count, np.int32),
        seats=np.full(count, LAID_OUT, np.int32),
        asked=np.array(asked, np.int32),
        dice=np.zeros((count, MAX_SEATS, LIMBS), np.uint32),
        choices=np.zeros((count, rooms.buffer), np.int32),
        counts=np.zeros(count, np.int32),
        masks=np.zeros((count, sight.actions), np.int8),
        observations=np.zeros((count, sight.size), np.int32),
        finals=np.zeros((count, sight.size), np.int32),
        gained=np.zeros((count, MAX_SEATS), np.int32),
        ended=np.zeros(count, np.int8),
    )


class Stepper:
    """Steps all games by one decision, on as many threads as asked for."""

    def __init__(
        self, game: Game, arrays: Arrays, policies: Ints, *, threads: int, restart: bool
    ) -> None:
        self._rooms = game.rooms
        self._code = native.twin(game.rooms, OBSERVING)
        self._arrays = arrays
        self._policies = policies
        self._restart = int(restart)
        self._blank = game.rooms.state.records(1)
        game.rooms.blank(game.players, game.options).write_record(self._blank[0])
        share = -(-len(arrays.seats) // threads)
        starts = range(0, len(arrays.seats), share)
        # A buffer of its own for each thread, lest they write into each other's.
        self._parts = [
            (arrays.part(slice(at, at + share)), np.zeros((2, game.rooms.buffer), np.int32))
            for at in starts
        ]
        self._pool = ThreadPoolExecutor(len(self._parts) - 1) if len(self._parts) > 1 else None

    def lay_out(self, seeds: Sequence[str]) -> None:
        """Empty tables with the luck of these seeds; the next step starts the games."""
        arrays = self._arrays
        words = b"".join(map(seed_words, seeds))
        streams = np.frombuffer(words, dtype="<u4").reshape(len(seeds), 1 + MAX_SEATS, LIMBS)
        arrays.states[:] = self._blank[0]
        arrays.states["rng_key"] = streams[:, 0]
        arrays.dice[:] = streams[:, 1:]
        arrays.seats[:] = LAID_OUT

    def step(self) -> None:
        first, *others = self._parts
        waiting = [self._pool.submit(self._run, *part) for part in others] if self._pool else []
        self._run(*first)
        for one in waiting:
            one.result()

    def _run(self, part: Arrays, scratch: Ints) -> None:
        self._code.advance_games(
            part.states,
            self._blank,
            part.actions,
            part.seats,
            part.asked,
            self._policies,
            part.dice,
            part.choices,
            part.counts,
            part.masks,
            part.observations,
            part.finals,
            part.gained,
            part.ended,
            scratch,
            self._restart,
            self._rooms.facts.max_steps,
        )

    def first_illegal(self) -> int:
        """The first game whose action is none of its choices; negative if all are."""
        arrays = self._arrays
        found: int = self._code.first_illegal(arrays.masks, arrays.actions, arrays.seats)
        return found

    def pick_any(self, dice: npt.NDArray[np.uint32], actions: Ints) -> None:
        self._code.pick_any(self._arrays.choices, self._arrays.counts, dice, actions)

    def close(self) -> None:
        if self._pool:
            self._pool.shutdown()
