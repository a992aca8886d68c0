"""The games on a GPU: equality with the CPU, and decisions per second.

Run on a machine with a CUDA device: ``python bench/gpu.py``. Equality compares whole final
states, dice, results and lengths byte for byte with the native twin; speed is the kernel's time
with the games' arrays on the device, and the time of a whole simulation with both transfers.
``--registers 64,128 --bots greedy`` compares how many registers a thread has; ``--lab`` measures the
lab's kernel, which counts what happens in the games, with both transfers.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

import numpy as np
import numpy.typing as npt

from dogpark.agents.simulate import Batch, make_batch, play_cuda, play_native
from dogpark.kernel import cuda, native
from dogpark.kernel.parts import PLAYING, WATCHING
from dogpark.kernel.watching import MEMO, TALLY, TRACE
from dogpark.play.game import Game, load


def equal(one: Batch, two: Batch) -> dict[str, bool]:
    return {
        name: array.tobytes() == getattr(two, name).tobytes() for name, array in vars(one).items()
    }


def measure(
    twin: cuda.Cuda, game: Game, bot: str, games: int, checked: int, repeats: int
) -> dict[str, Any]:
    bots = [bot] * game.players
    here, there = (make_batch(game, bots, 7, 0, checked) for _ in range(2))
    began = time.process_time()
    play_native(native.load(game.rooms), here)
    native_seconds = time.process_time() - began
    play_cuda(twin, there)
    runs = []
    for repeat in range(repeats):
        batch = make_batch(game, bots, repeat + 1, 0, games)
        began = time.perf_counter()
        kernel = play_cuda(twin, batch)
        whole = time.perf_counter() - began
        decisions = int(batch.decisions.sum())
        runs.append({"kernel": decisions / kernel, "with_transfers": decisions / whole})
    return {
        "game": game.rooms.name,
        "players": game.players,
        "bots": bot,
        "state_bytes": game.rooms.state.dtype.itemsize,
        "equal_games": checked,
        "equal": equal(here, there),
        "native_decisions_per_second": round(int(here.decisions.sum()) / native_seconds),
        "games": games,
        "decisions_per_second": runs,
    }


def measure_lab(
    twin: cuda.Cuda, game: Game, bot: str, games: int, checked: int, repeats: int
) -> dict[str, Any]:
    bots = [bot] * game.players
    here, counted_here = make_batch(game, bots, 7, 0, checked), np.zeros((checked, TALLY), np.int32)
    codes, weights = np.zeros((2, game.rooms.buffer), np.int32)
    native.load(game.rooms, part=WATCHING).watch_many(
        *(here.states, here.policies, here.dice, codes, weights),
        *(np.zeros(MEMO, np.int32), np.zeros(TRACE, np.int32)),
        *(counted_here, here.places, here.points, game.facts.max_steps),
    )
    there, counted_there, _ = watched(twin, game, bots, 7, checked)
    same = {
        "tallies": counted_here.tobytes() == counted_there.tobytes(),
        "places": here.places.tobytes() == there.places.tobytes(),
        "points": here.points.tobytes() == there.points.tobytes(),
    }
    seconds = [watched(twin, game, bots, repeat + 1, games)[2] for repeat in range(repeats)]
    return {
        "game": game.rooms.name,
        "players": game.players,
        "bots": bot,
        "equal_games": checked,
        "equal": same,
        "games": games,
        "seconds_of_the_lab": [round(one, 2) for one in seconds],
    }


def watched(
    twin: cuda.Cuda, game: Game, bots: list[str], seed: int, games: int
) -> tuple[Batch, npt.NDArray[np.int32], float]:
    batch, tallies = make_batch(game, bots, seed, 0, games), np.zeros((games, TALLY), np.int32)
    began = time.perf_counter()
    twin.watch_many(
        *(batch.states, batch.policies, batch.dice, tallies, batch.places, batch.points),
        game.facts.max_steps,
    )
    return batch, tallies, time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="dog")
    parser.add_argument("--players", default="4", help="one or several numbers, by commas")
    parser.add_argument("--bots", default="random", help="one or several names, by commas")
    parser.add_argument("--games", type=int, default=500_000)
    parser.add_argument("--checked", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--registers", help="of a thread; one or several numbers, by commas")
    parser.add_argument("--lab", action="store_true", help="measure the lab's kernel")
    wanted = parser.parse_args()
    tables = [load(wanted.game, int(players)) for players in wanted.players.split(",")]
    bots = wanted.bots.split(",")
    for registers in numbers(wanted.registers, cuda.registers_for(bots)):
        began = time.perf_counter()
        part = WATCHING if wanted.lab else PLAYING
        twin = cuda.Cuda(tables[0].rooms, part, registers)
        dogs = ["random"] * tables[0].players
        if wanted.lab:
            watched(twin, tables[0], dogs, 0, 256)
        else:
            play_cuda(twin, make_batch(tables[0], dogs, 0, 0, 256))
        ready = {"seconds_until_ready": round(time.perf_counter() - began, 1)}
        print(json.dumps({"registers": registers, **ready}), flush=True)
        for game in tables:
            for bot in bots:
                take = measure_lab if wanted.lab else measure
                found = take(twin, game, bot, wanted.games, wanted.checked, wanted.repeats)
                print(json.dumps(found), flush=True)


def numbers(text: str | None, usual: int) -> list[int]:
    return [int(word) for word in text.split(",")] if text else [usual]


if __name__ == "__main__":
    main()
