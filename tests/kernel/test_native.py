"""Native code and its cache: cold, compiling, ready; never stale."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from dogpark.kernel import native
from dogpark.kernel.native import CompilerFailed, Native
from dogpark.kernel.parts import PLAYING
from dogpark.kernel.rooms import Rooms

ENTRIES = tuple(PLAYING.signatures(Rooms("tests.toys.balloon")))
BALLOON = Path(__file__).parent.parent / "toys" / "balloon"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of one's own."""
    monkeypatch.setenv("DOGPARK_CACHE", str(tmp_path))
    return tmp_path


def _balloon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str
) -> Rooms:
    """A copy of the smallest toy under another name, with one thing changed."""
    package = tmp_path / name
    shutil.copytree(BALLOON, package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in package.glob("*.py"):
        text = path.read_text("utf-8").replace("tests.toys.balloon", name).replace(old, new)
        path.write_text(text, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return Rooms(name)


def test_the_cache_lies_where_the_environment_says(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert native.cache_root() == folder
    monkeypatch.delenv("DOGPARK_CACHE")
    assert native.cache_root().name == "dogpark"


def test_compiling_in_a_child_reports_progress_and_fills_the_cache(folder: Path) -> None:
    rooms = Rooms("tests.toys.balloon")
    assert native.status(rooms).phase == "cold"
    seen: list[tuple[str, int, int]] = []
    twin = native.warm(rooms, lambda *report: seen.append(report))
    total = len(ENTRIES)
    assert seen == [
        *((name, i, total) for i, name in enumerate(ENTRIES)),
        ("ready", total, total),
    ]
    state = native.status(rooms)
    assert (state.phase, state.game) == ("ready", "balloon")
    assert state.seconds is not None
    assert state.seconds > 0
    assert state.megabytes > 0
    assert folder in state.folder.parents
    assert not (state.folder / "compiling").exists()
    seen.clear()
    native.warm(rooms, lambda *report: seen.append(report))
    assert seen == []  # nothing was compiled again
    assert twin.active_at(rooms.state.records(1), 0) == 1
    assert native.clear() == 1
    assert native.status(rooms).phase == "cold"
    assert native.clear() == 0


def test_compiled_code_is_looked_for_under_a_key_of_the_rules(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = _balloon(tmp_path, monkeypatch, "balloon_one", "+ 100", "+ 100")
    same = _balloon(tmp_path, monkeypatch, "balloon_same", "s.turn += 1", "s.turn += 1  # on")
    other = _balloon(tmp_path, monkeypatch, "balloon_other", "+ 100", "+ 10")
    wider = _balloon(tmp_path, monkeypatch, "balloon_wider", "air: int = i8()", "air: int = i8(1)")
    keys = {
        name: native.status(rooms).folder.name
        for name, rooms in [("one", one), ("other", other), ("wider", wider)]
    }
    assert len(set(keys.values())) == 3
    assert native.status(same).folder.name != keys["other"]


def test_a_marker_of_a_compiler_that_lives_means_compiling_and_of_a_dead_one_cold(
    folder: Path, fetch: Rooms
) -> None:
    marker = native.status(fetch).folder / "compiling"
    marker.parent.mkdir(parents=True)
    marker.write_text(str(os.getpid()))
    assert native.status(fetch).phase == "compiling"
    with subprocess.Popen([sys.executable, "-c", ""]) as child:
        child.wait()
    marker.write_text(str(child.pid))
    assert native.status(fetch).phase == "cold"
    marker.write_text("nonsense")
    assert native.status(fetch).phase == "cold"


def test_rules_that_do_not_compile_are_told_in_the_compilers_words(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = _balloon(tmp_path, monkeypatch, "balloon_burst", "s.air + 100", "s.air + 'hot'")
    with pytest.raises(CompilerFailed, match="compiling balloon failed") as caught:
        native.warm(rooms)
    assert "rules.py" in str(caught.value)
    assert native.status(rooms).phase == "cold"


def test_the_child_speaks_json_lines(compiled: Callable[[str], Native], fetch: Rooms) -> None:
    compiled(fetch.package)
    with native.compile_in_background(fetch) as child:
        out, err = child.communicate()
    reports = [json.loads(line) for line in out.splitlines()]
    assert reports[-1] == ["ready", len(ENTRIES), len(ENTRIES)]
    assert child.returncode == 0, err


def test_a_twin_has_the_drivers_functions_and_no_others(
    compiled: Callable[[str], Native], fetch: Rooms
) -> None:
    twin = compiled(fetch.package)
    assert all(callable(getattr(twin, name)) for name in ENTRIES)
    with pytest.raises(AttributeError):
        _ = twin.bark


def test_the_entries_answer_one_game_of_a_batch(
    compiled: Callable[[str], Native], fetch: Rooms
) -> None:
    twin = compiled(fetch.package)
    states = fetch.state.records(2)
    fetch.blank(2, fetch.facts.read_options({}, 2)).write_record(states[1])
    codes, weights = np.zeros((2, fetch.buffer), dtype=np.int32)
    twin.start_at(states, 1)
    assert twin.active_at(states, 1) == 1 << 15
    assert twin.chance_at(states, 1, codes, weights) == 5
    for _ in range(2):
        twin.apply_at(states, 1, 15, twin.draw_at(states, 1, codes, weights))
    assert twin.active_at(states, 1) == 0b11
    dice = np.array([1, 2, 3, 4], dtype=np.uint32)
    choice = twin.choose_at(states, 1, 0, 1, codes, dice)
    assert choice == codes[: twin.legal_at(states, 1, 0, codes)][-1]
    assert not states[0].tobytes().strip(b"\0")  # the other game of the batch is untouched
