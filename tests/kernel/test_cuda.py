"""The GPU compiler where there is none: words that help, and the simulator."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from dogpark.kernel import cuda
from dogpark.kernel.parts import PLAYING, WATCHING
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


def test_kernels_are_kept_apart_by_game_part_and_registers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DOGPARK_CACHE", str(tmp_path))
    kinds = [
        (Rooms(f"dogpark.games.{name}"), part, registers)
        for name in ("bonfire", "dog")
        for part in (PLAYING, WATCHING)
        for registers in (cuda.HASTY, cuda.THOUGHTFUL)
    ]
    folders = {cuda._folder(*kind) for kind in kinds}
    assert len(folders) == len(kinds)
    assert {folder.parent for folder in folders} == {tmp_path / "cuda"}


def test_numba_keeps_kernels_in_our_folder_and_everything_else_where_it_did(tmp_path: Path) -> None:
    from numba.cuda.core import config

    before = config.CACHE_DIR
    with cuda._kept_in(tmp_path / "kernels"):
        assert str(tmp_path / "kernels") == config.CACHE_DIR
    assert before == config.CACHE_DIR


def test_a_long_rule_is_called_and_not_copied() -> None:
    attributes: set[str] = set()
    function = SimpleNamespace(attributes=attributes)
    made = SimpleNamespace(
        fndesc=SimpleNamespace(llvm_func_name="apply"),
        library=SimpleNamespace(get_function={"apply": function}.__getitem__),
    )
    rule = SimpleNamespace(compile_device=lambda args, return_type: made)
    cuda._call_rather_than_copy(rule)
    assert attributes == set()
    assert rule.compile_device(()) is made
    assert attributes == {"noinline"}
