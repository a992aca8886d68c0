"""Whole games told move by move: as ``simulate`` plays them, and every move is written down.

Playing needs nothing but dogpark; what is told can be kept in a file (see ``games_file``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from dogpark.agents.simulate import CHUNK, Batch, Progress, Simulation, check, cores, make_batch
from dogpark.kernel import native
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.parts import WATCHING
from dogpark.kernel.seed import Seed
from dogpark.play.game import Game

Device: TypeAlias = Literal["python", "native"]
Ints: TypeAlias = npt.NDArray[np.int32]
Driver: TypeAlias = Callable[[Batch, Ints, Ints, Ints], None]  # the batch; who, what, how many

FIRST_WIDTH = 512  # moves that a row has room for before anything is known of the games
MOST_CELLS = 1 << 24  # rows times their width: what is held in memory at once


@dataclass(frozen=True)
class Told:
    """Games number ``first``, ``first + 1``, … with all their moves, nature's too."""

    first: int
    seats: list[Ints]  # of each game who moved, move by move; CHANCE for nature
    codes: list[Ints]  # of each game what, as the codes of its actions
    places: Ints  # by game and seat
    points: Ints

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def decisions(self) -> list[int]:
        return [int(np.count_nonzero(seats != CHANCE)) for seats in self.seats]

    @property
    def moves(self) -> int:
        """Of all games together."""
        return sum(map(len, self.seats))


def simulate_telling(
    game: Game,
    games: int,
    bots: Sequence[str],
    seed: Seed,
    device: Device,
    *,
    keep: Callable[[Told], None],
    threads: int | None = None,
    progress: Progress | None = None,
    compiling: native.Progress | None = None,
) -> Simulation:
    """As ``simulate`` with the same seed; every game goes to ``keep``, in order, before ``progress``."""
    check(game, games, bots, device)
    workers = threads or cores()
    teller = Teller(game, bots, seed, _driver(game, device, workers, compiling))
    lengths = np.zeros(games, dtype=np.int64)
    places, points = np.zeros((2, games, game.players), dtype=np.int32)
    none = (lengths[:0], places[:0], points[:0])
    outcome = Simulation(game, tuple(bots), str(seed), device, games, *none)
    step = CHUNK[device] * workers
    for first in range(0, games, step):
        began = time.perf_counter()
        told = teller.tell(first, min(step, games - first))
        outcome.seconds += time.perf_counter() - began
        keep(told)
        done = first + len(told)
        lengths[first:done] = told.decisions
        places[first:done], points[first:done] = told.places, told.points
        outcome.lengths, outcome.places = lengths[:done], places[:done]
        outcome.points = points[:done]
        if progress:
            progress(outcome)
    return outcome


class Teller:
    """Tells games of one simulation; learns how long they are."""

    def __init__(self, game: Game, bots: Sequence[str], seed: Seed, driver: Driver) -> None:
        self._game = game
        self._bots = bots
        self._seed = seed
        self._driver = driver
        self._width = FIRST_WIDTH

    def tell(self, first: int, count: int) -> Told:
        game = self._game
        batch = make_batch(game, self._bots, self._seed, first, count)
        told = self._whole(batch)
        rooms = game.rooms
        ends = [rooms.places(rooms.state.read_record(record)) for record in batch.states]
        places, points = np.array(ends, np.int32).transpose(1, 0, 2)
        seats, codes = ([row[which] for row in told] for which in (0, 1))
        # Room for nearly all of the games to come; the few that are longer are played twice.
        self._width = int(1.5 * np.quantile([len(row) for row in seats], 0.9)) + 1
        return Told(first, seats, codes, places, points)

    def _whole(self, batch: Batch) -> list[Ints]:
        """Of each game who and what. One that outgrows its row is played again in a longer one."""
        told: dict[int, Ints] = {}
        most = self._game.facts.max_steps
        width = min(self._width, most + 1)
        left = np.arange(len(batch))
        while left.size:
            if width > 2 * most:
                raise RuntimeError(f"a game of {self._game!r} has more than {most} moves")
            longer: list[int] = []
            rows = max(1, MOST_CELLS // width)
            for at in range(0, len(left), rows):
                longer += self._rows(batch, left[at : at + rows], width, told)
            left = np.array(longer, np.int64)
            width *= 2
        return [told[number] for number in range(len(batch))]

    def _rows(
        self, batch: Batch, numbers: npt.NDArray[np.int64], width: int, told: dict[int, Ints]
    ) -> list[int]:
        """Plays these games of the batch in rows of that width; those that did not find room."""
        some = Batch(*(array[numbers] for array in vars(batch).values()))  # copies: see below
        seats, codes = np.zeros((2, len(some), width), np.int32)
        lengths = np.zeros(len(some), np.int32)
        self._driver(some, seats, codes, lengths)
        longer = []
        for row, (number, length) in enumerate(
            zip(numbers.tolist(), lengths.tolist(), strict=True)
        ):
            if length == width:
                longer.append(number)  # the batch still has it as it was before the game
                continue
            told[number] = np.stack([seats[row, :length], codes[row, :length]])
            batch.states[number] = some.states[row]
        return longer


# -- who plays ------------------------------------------------------------------------------------


def _driver(game: Game, device: Device, workers: int, compiling: native.Progress | None) -> Driver:
    return _natively(game, workers, compiling) if device == "native" else _in_python(game)


def _natively(game: Game, workers: int, compiling: native.Progress | None) -> Driver:
    rooms = game.rooms
    native.fill(rooms, compiling, WATCHING)
    twin = native.twin(rooms, WATCHING)

    def tell(batch: Batch, seats: Ints, codes: Ints, lengths: Ints) -> None:
        share = -(-len(batch) // workers)

        def part(at: int) -> None:
            rows = slice(at, at + share)
            some = batch.part(at, at + share)
            buffers = np.zeros((2, rooms.buffer), np.int32)
            twin.tell_many(
                *(some.states, some.policies, some.dice, *buffers),
                *(seats[rows], codes[rows], lengths[rows], seats.shape[1]),
            )

        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(part, range(0, len(batch), share)))

    return tell


def _in_python(game: Game) -> Driver:
    rooms = game.rooms
    tell_many: Any = rooms.link(
        lambda function: function, arrays=False, driver="watching", room="measures"
    )["tell_many"]

    def tell(batch: Batch, seats: Ints, codes: Ints, lengths: Ints) -> None:
        states = [rooms.state.read_record(record) for record in batch.states]
        tell_many(
            *(states, batch.policies.tolist(), batch.dice.tolist()),
            *([0] * rooms.buffer, [0] * rooms.buffer),
            *(seats, codes, lengths, seats.shape[1]),
        )
        for record, s in zip(batch.states, states, strict=True):
            s.write_record(record)

    return tell
