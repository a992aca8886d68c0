"""Many games between bots, in Python, native on all cores, or on the GPU; same seeds, same games."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from dogpark.agents.bots import UnknownBot, simulated
from dogpark.agents.interval import Interval, mean_interval, share_interval
from dogpark.kernel import cuda, native
from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.playout import POLICIES
from dogpark.kernel.rng import LIMBS
from dogpark.kernel.seed import Seed, seed_words
from dogpark.play.game import Game

Device: TypeAlias = Literal["python", "native", "cuda"]
DEVICES: tuple[Device, ...] = get_args(Device)
Progress: TypeAlias = Callable[["Simulation"], None]

CHUNK = {"python": 4, "native": 256, "cuda": 262_144}  # games between two looks at the progress


@dataclass
class Batch:
    """Games to play and where their results go: plain arrays, one row a game."""

    states: npt.NDArray[Any]
    dice: npt.NDArray[np.uint32]
    policies: npt.NDArray[np.int32]
    decisions: npt.NDArray[np.int64]
    places: npt.NDArray[np.int32]
    points: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.states)

    def part(self, start: int, stop: int) -> Batch:
        rows = slice(start, stop)
        return Batch(*(array[rows] for array in vars(self).values()))


def make_batch(game: Game, bots: Sequence[str], seed: Seed, first: int, count: int) -> Batch:
    """Games number first, first+1, … of a simulation; game i has the seed ``<seed>/<i>``."""
    words = b"".join(seed_words(f"{seed}/{first + i}") for i in range(count))
    streams = np.frombuffer(words, dtype="<u4").reshape(count, 1 + MAX_SEATS, LIMBS)
    states = game.rooms.state.records(count)
    game.rooms.blank(game.players, game.options).write_record(states[0])
    states[:] = states[0]
    states["rng_key"] = streams[:, 0]
    policies = np.zeros((count, MAX_SEATS), dtype=np.int32)
    policies[:, : game.players] = [POLICIES.index(bot) for bot in bots]
    return Batch(
        states,
        np.ascontiguousarray(streams[:, 1:]).astype(np.uint32),
        policies,
        np.zeros(count, dtype=np.int64),
        np.zeros((count, MAX_SEATS), dtype=np.int32),
        np.zeros((count, MAX_SEATS), dtype=np.int32),
    )


@dataclass
class Simulation:
    """What came of it, so far or in the end."""

    game: Game
    bots: tuple[str, ...]
    seed: str
    device: Device
    wanted: int
    lengths: npt.NDArray[np.int64]  # decisions of each game so far
    places: npt.NDArray[np.int32]  # by game and seat
    points: npt.NDArray[np.int32]
    seconds: float = 0.0  # of play alone, without compiling

    @property
    def games(self) -> int:
        return len(self.lengths)

    @property
    def decisions(self) -> int:
        return int(self.lengths.sum())

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds if self.seconds else 0.0

    @property
    def won(self) -> npt.NDArray[np.bool_]:
        """Which seat won which game; a game that everybody shares nobody wins."""
        first: npt.NDArray[np.bool_] = self.places == 1
        first[first.all(axis=1)] = False
        return first

    @property
    def wins(self) -> list[int]:
        return [int(count) for count in self.won.sum(axis=0)]

    def win_share(self, seat: int) -> Interval:
        return share_interval(self.wins[seat], self.games)

    def mean_points(self, seat: int) -> Interval:
        return mean_interval(self.points[:, seat])

    @property
    def length(self) -> Interval:
        return mean_interval(self.lengths)

    def to_dict(self) -> dict[str, Any]:
        seats = range(self.game.players)
        return {
            "game": self.game.rooms.name,
            "rules": self.game.facts.rules_version,
            "players": self.game.players,
            "options": self.game.options,
            "bots": list(self.bots),
            "seed": self.seed,
            "device": self.device,
            "games": self.games,
            "seconds": round(self.seconds, 4),
            "decisions": self.decisions,
            "decisions_per_second": round(self.decisions_per_second, 1),
            "decisions_per_game": self.length.to_dict(),
            "wins": self.wins,
            "win_shares": [self.win_share(seat).to_dict() for seat in seats],
            "points": [self.mean_points(seat).to_dict() for seat in seats],
            "undecided": int((~self.won.any(axis=1)).sum()),
        }


def simulate(
    game: Game,
    games: int,
    bots: Sequence[str] | None = None,
    seed: Seed = 1,
    device: Device = "native",
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    compiling: native.Progress | None = None,
) -> Simulation:
    """Plays that many games and adds them up; identical results on every device."""
    lineup = tuple(bots or ["random"] * game.players)
    check(game, games, lineup, device)
    workers = threads or cores()
    if device == "native":
        run = _native(game, workers, compiling)
    else:
        run = _cuda(game, lineup) if device == "cuda" else _python(game)
    lengths = np.zeros(games, dtype=np.int64)
    places, points = np.zeros((2, games, game.players), dtype=np.int32)
    outcome = Simulation(
        game, lineup, str(seed), device, games, lengths[:0], places[:0], points[:0]
    )
    step = CHUNK[device] * workers
    for first in range(0, games, step):
        batch = make_batch(game, lineup, seed, first, min(step, games - first))
        began = time.perf_counter()
        run(batch)
        outcome.seconds += time.perf_counter() - began
        done = first + len(batch)
        lengths[first:done] = batch.decisions
        places[first:done] = batch.places[:, : game.players]
        points[first:done] = batch.points[:, : game.players]
        outcome.lengths, outcome.places, outcome.points = (
            lengths[:done],
            places[:done],
            points[:done],
        )
        if progress:
            progress(outcome)
    return outcome


def play_native(twin: native.Native, batch: Batch) -> None:
    """Plays the batch on this thread; other threads may run meanwhile."""
    codes, weights = np.zeros((2, twin.rooms.buffer), dtype=np.int32)
    twin.play_many(
        batch.states,
        batch.policies,
        batch.dice,
        codes,
        weights,
        batch.decisions,
        batch.places,
        batch.points,
        twin.rooms.facts.max_steps,
    )


def play_cuda(twin: cuda.Cuda, batch: Batch) -> float:
    """Plays the batch on the GPU; the kernel's own seconds."""
    return twin.play_many(
        batch.states,
        batch.policies,
        batch.dice,
        batch.decisions,
        batch.places,
        batch.points,
        twin.rooms.facts.max_steps,
    )


def check(game: Game, games: int, bots: Sequence[str], device: str) -> None:
    """Says what cannot be simulated, before anything is."""
    if games < 1:
        raise ValueError(f"at least one game has to be played, not {games}")
    if device not in DEVICES:
        raise ValueError(f"device is one of {', '.join(DEVICES)}, not {device!r}")
    if len(bots) != game.players:
        raise ValueError(f"{game.players} seats need {game.players} bots, not {len(bots)}")
    for name in bots:
        if name not in (there_are := simulated(game.rooms)):
            raise UnknownBot(f"no bot called {name!r} simulates; there are {', '.join(there_are)}")


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Runner: TypeAlias = Callable[[Batch], None]


def _python(game: Game) -> Runner:
    rooms = game.rooms
    play_many = rooms.python["play_many"]

    def run(batch: Batch) -> None:
        states = [rooms.state.read_record(record) for record in batch.states]
        outputs = [array.tolist() for array in (batch.decisions, batch.places, batch.points)]
        buffers = [0] * rooms.buffer, [0] * rooms.buffer
        dice = batch.dice.tolist()
        play_many(states, batch.policies.tolist(), dice, *buffers, *outputs, rooms.facts.max_steps)
        for record, s in zip(batch.states, states, strict=True):
            s.write_record(record)
        batch.dice[:] = dice
        batch.decisions[:], batch.places[:], batch.points[:] = outputs

    return run


def _native(game: Game, workers: int, compiling: native.Progress | None) -> Runner:
    rooms = game.rooms
    twin = native.warm(rooms, compiling)

    def run(batch: Batch) -> None:
        if workers == 1:
            play_native(twin, batch)
            return
        share = -(-len(batch) // workers)
        with ThreadPoolExecutor(workers) as pool:
            parts = [batch.part(at, at + share) for at in range(0, len(batch), share)]
            list(pool.map(partial(play_native, twin), parts))

    return run


def _cuda(game: Game, bots: Sequence[str]) -> Runner:
    twin = cuda.Cuda(game.rooms, registers=cuda.registers_for(bots))

    def run(batch: Batch) -> None:
        play_cuda(twin, batch)

    return run
