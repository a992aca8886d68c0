"""The process in which the CUDA simulator steps games beside native code.

numba decides on the simulator when it is first imported, hence a process of its own, started with
NUMBA_ENABLE_CUDASIM=1. It reads {"package", "steps", "games": [[players, options, seed]]} and
answers {"games", "findings": [[game, step, problem]]}.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

from dogpark.conformance.equality import Arrays, compare_steppers
from dogpark.conformance.tables import Table
from dogpark.kernel import cuda, native
from dogpark.kernel.rooms import Rooms


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Steps the games that were asked for, native and simulated."""
    rooms = Rooms(asked["package"])
    games = [(Table(rooms, players, options), seed) for players, options, seed in asked["games"]]
    twin = native.load(rooms)
    gpu = cuda.Cuda(rooms)
    codes, weights = np.zeros((2, rooms.buffer), dtype=np.int32)

    def by_native(a: Arrays) -> None:
        twin.step_many(a.states, a.policies, a.dice, codes, weights, a.decisions)

    def by_cuda(a: Arrays) -> None:
        gpu.step_many(a.states, a.policies, a.dice, a.decisions)

    places = {id(table): at for at, (table, _) in enumerate(games)}
    found = compare_steppers(games, by_native, by_cuda, asked["steps"])
    findings = [[places[id(one.table)], one.step, one.problem] for one in found]
    return {"games": len(games), "findings": findings}


if __name__ == "__main__":
    print(json.dumps(answer(json.load(sys.stdin))))  # noqa: T201 (its answer)
