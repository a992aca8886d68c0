"""``dogpark doctor``: what works here, and what to do next."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dogpark import games
from dogpark.kernel import native
from tests.cli.conftest import Run
from tests.cli.helpers import one_sentence


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOGPARK_CACHE", str(tmp_path / "cache"))


def test_json_tells_everything(run: Run, tmp_path: Path) -> None:
    ran = run("doctor", "--json")
    told = json.loads(ran.out)
    assert ran.code == 0
    assert told["packages"]["numba"]
    assert told["cache"]["folder"] == str(tmp_path / "cache")
    assert {game["game"] for game in told["games"]} == set(games.names())
    assert all(game["native"] == "cold" for game in told["games"])
    assert told["cuda"].keys() == {"usable", "simulated", "trouble"}
    assert told["terminal"]["columns"] == 100
    assert any("--warm" in advice for advice in told["advice"])


def test_people_get_it_in_words(run: Run) -> None:
    ran = run("doctor")
    assert ran.code == 0
    for words in ("Python", "CUDA", "Cache", "cold", "doctor --warm"):
        assert words in ran.out


def test_one_game_only(run: Run) -> None:
    told = json.loads(run("doctor", "bonfire", "--json").out)
    assert [game["game"] for game in told["games"]] == ["bonfire"]


def test_clear_throws_compiled_code_away(run: Run, tmp_path: Path) -> None:
    old = tmp_path / "cache" / "native" / "bonfire-0123"
    old.mkdir(parents=True)
    ran = run("doctor", "--clear")
    assert ran.code == 0
    assert "1 game" in ran.out
    assert not old.exists()


def test_warm_compiles_what_is_cold(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    warmed = []
    monkeypatch.setattr(native, "fill", lambda rooms, progress: warmed.append(rooms.name))
    assert run("doctor", "bonfire", "--warm").code == 0
    assert warmed == ["bonfire"]


def test_a_compiler_that_fails_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise native.CompilerFailed("compiling bonfire failed: no room")

    monkeypatch.setattr(native, "fill", fails)
    ran = run("doctor", "bonfire", "--warm")
    assert ran.code == 2
    assert "no room" in one_sentence(ran.err)


def test_an_unknown_game(run: Run) -> None:
    ran = run("doctor", "cat")
    assert ran.code == 2
    assert "no game 'cat'" in one_sentence(ran.err)
