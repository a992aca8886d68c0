"""A study comes out the same, to the last number, in Python, in native code and on a GPU."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dogpark import lab
from dogpark.agents.simulate import Device
from dogpark.lab.crew import LocalCrew

# Short games: the simulator runs every kernel in Python, thread by thread.
PLANS = {
    "bonfire": lab.plan("bonfire", vary={"rounds": [1]}, options={"rounds": 2}, games=3),
    "dog": lab.plan(
        "dog", vary={"jack_targets": ["any_other"]}, options={"max_rounds": 1}, games=2
    ),
}

SIMULATED = """
import pickle, sys
from tests.lab.test_devices import PLANS, results
with open(sys.argv[1], "wb") as file:
    pickle.dump({name: results(name, "cuda") for name in PLANS}, file)
"""


def results(name: str, device: Device) -> dict[str, Any]:
    """All that was counted in every game, and all that is said about it."""
    study = lab.study(PLANS[name], LocalCrew(device, 1))
    told = {key: value for key, value in lab.to_dict(study).items() if key != "seconds"}
    return {"games": study.cells, "told": told}


@pytest.fixture(scope="module")
def by_simulator(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """By a process of its own: the simulator takes the GPU's place before the first import."""
    path = tmp_path_factory.mktemp("simulator") / "results"
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED, str(path)],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = pickle.loads(path.read_bytes())
    return found


@pytest.mark.parametrize("name", PLANS)
def test_the_gpu_kernels_find_what_python_finds(name: str, by_simulator: dict[str, Any]) -> None:
    assert by_simulator[name] == results(name, "python")


@pytest.mark.parametrize("name", PLANS)
def test_native_code_finds_what_python_finds(name: str) -> None:
    assert results(name, "native") == results(name, "python")


def test_results_that_differ_in_one_number_are_told_apart() -> None:
    one, other = results("bonfire", "python"), results("bonfire", "python")
    next(iter(other["games"].values())).tallies[0, 0] += 1
    assert one != other
