"""A study on a Ray cluster: the same results, a killed worker or not."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import ray

from dogpark import lab
from dogpark.lab.crew import LocalCrew, RayCrew
from dogpark.lab.study import run

PLAN = lab.plan("bonfire", vary={"rounds": [2]}, options={"rounds": 3}, games=2000, seed="ray")
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def crew() -> Iterator[RayCrew]:
    """Two workers on this machine, with the tests' own cache of compiled code."""
    environment = {
        "env_vars": {
            "DOGPARK_CACHE": str(Path(os.environ["DOGPARK_CACHE"]).resolve()),
            "PYTHONPATH": str(ROOT),
        }
    }
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env=environment)
    yield RayCrew("local", most_under_way=4)
    ray.shutdown()


@pytest.fixture(scope="module")
def alone() -> lab.Study:
    return lab.study(PLAN, LocalCrew("native", 1))


def test_two_workers_find_what_one_machine_finds(crew: RayCrew, alone: lab.Study) -> None:
    assert lab.study(PLAN, crew).cells == alone.cells


def test_a_killed_worker_changes_nothing(crew: RayCrew, alone: lab.Study) -> None:
    workers = _workers()
    assert workers
    killed = 0
    found = None
    for found in run(PLAN, crew):
        if not killed and found.played > 100:
            killed = workers[0]
            os.kill(killed, signal.SIGKILL)
    assert killed
    assert found is not None
    assert found.cells == alone.cells
    assert killed not in _workers()


def _workers() -> list[int]:
    """The processes that play."""

    @ray.remote
    def who() -> int:
        return os.getpid()

    found: Callable[..., Any] = who.remote
    return sorted(set(ray.get([found() for _ in range(20)])))
