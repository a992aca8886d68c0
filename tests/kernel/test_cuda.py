"""The GPU compiler where there is none: words that help, and the simulator."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from types import FunctionType

import pytest

from dogpark import games
from dogpark.kernel import cuda, playout
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.seed import dice_for

PLAY = """
import numpy as np
from dogpark.agents.simulate import simulate
from dogpark.conformance.tables import Table
from dogpark.kernel.rooms import Rooms
game = Table(Rooms("tests.toys.fetch"), 3, {"heavy": "on"}).game
one, other = (simulate(game, 6, ["random", "greedy", "random"], 5, device) for device in ("python", "cuda"))
for name in ("lengths", "places", "points"):
    assert np.array_equal(getattr(one, name), getattr(other, name)), name
print(one.wins == other.wins and one.decisions == other.decisions)
"""


def test_a_missing_package_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert cuda.trouble() == "numba-cuda is not installed; install dogpark[cuda]"


def test_a_missing_device_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import cuda as numba_cuda

    monkeypatch.setattr(numba_cuda, "is_available", lambda: False)
    assert cuda.trouble() == "no CUDA device was found; use --device native"


def test_a_driver_that_fails_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import cuda as numba_cuda

    def fail() -> bool:
        raise OSError("libcuda is asleep")

    monkeypatch.setattr(numba_cuda, "is_available", fail)
    assert cuda.trouble() == "the CUDA driver does not answer: libcuda is asleep"


def test_without_a_gpu_the_kernels_are_refused_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, fetch: Rooms
) -> None:
    from numba import cuda as numba_cuda

    monkeypatch.setattr(numba_cuda, "is_available", lambda: False)
    with pytest.raises(cuda.NoGpu, match="use --device native"):
        cuda.Cuda(fetch)


def test_the_simulator_counts_as_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_ENABLE_CUDASIM", "1")
    assert cuda.simulated()
    assert cuda.trouble() is None


def test_whole_games_on_the_simulator_are_those_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_ENABLE_CUDASIM", "1")
    done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "True", done.stderr


class _Lane:
    """What a thread of a GPU has: its number, and a way to hear what another one holds."""

    def __init__(self, laneid: int, held: list[int], all_here: Barrier) -> None:
        self.laneid = laneid
        self._held = held
        self._all_here = all_here

    def shfl_sync(self, mask: int, value: int, source: int) -> int:
        assert mask == 0b1111 << 4, "only those who play this game take part"
        self._held[self.laneid] = value
        self._all_here.wait()
        heard = self._held[source]
        self._all_here.wait()
        return heard


def test_threads_that_share_the_judging_choose_what_one_alone_would() -> None:
    lanes, first = 4, 4  # the second game of a warp
    dice = random.Random(1)
    hands = [[dice.randrange(5) for _ in range(dice.randrange(1, 14))] for _ in range(60)]
    held, all_here = [0] * 32, Barrier(lanes)
    calls: list[int] = []

    def judge(_s: None, _look: int, lane: int, value: int) -> int:
        calls.append(lane)
        return value

    def linked(lane: int | None) -> Callable[..., int]:
        space = vars(playout) | {"judge": judge, "glance": lambda s, seat: 0}
        if lane is not None:
            space |= cuda._sharing(_Lane(first + lane, held, all_here), lanes)
        for name in ("judge_next", "judgement", "greedy"):
            space[name] = FunctionType(space[name].__code__, space)
        greedy: Callable[..., int] = space["greedy"]
        return greedy

    def play(lane: int | None) -> list[int]:
        greedy, luck = linked(lane), dice_for("lanes", 0)
        return [greedy(None, lane, values, len(values), luck) for values in hands]

    alone = play(None)
    calls.clear()
    with ThreadPoolExecutor(lanes) as threads:
        together = list(threads.map(play, range(lanes)))
    assert together == [alone] * lanes
    shares = Counter(calls)
    assert sum(shares.values()) == sum(len(values) for values in hands if len(values) > 1)
    assert max(shares.values()) < 2 * min(shares.values())


def test_only_games_that_judge_move_by_move_are_played_by_several_threads() -> None:
    judging = [name for name in games.names() if Rooms(f"dogpark.games.{name}").judges_moves]
    assert judging == ["bonfire", "dog", "monty"]


def test_who_thinks_gets_more_registers_than_who_plays_at_random() -> None:
    assert cuda.crew_for(["random"] * 4) is cuda.HASTY
    assert cuda.crew_for(["random", "greedy"]) is cuda.THOUGHTFUL
    assert cuda.THOUGHTFUL.registers > cuda.HASTY.registers
