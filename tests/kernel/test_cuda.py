"""The GPU compiler where there is none: words that help, and the simulator."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dogpark.kernel import cuda
from dogpark.kernel.rooms import Rooms

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


def test_who_thinks_gets_more_registers_than_who_plays_at_random() -> None:
    assert cuda.registers_for(["random"] * 4) == cuda.HASTY
    assert cuda.registers_for(["random", "greedy"]) == cuda.THOUGHTFUL
    assert cuda.THOUGHTFUL > cuda.HASTY
