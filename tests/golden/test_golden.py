"""The golden playthroughs are there for every table, and still true."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import pytest
from tools.golden import FOLDER, main, playthrough, wanted

from dogpark import games

HOW = "read the difference; if it is meant, write it anew with `make golden`"


def test_every_game_has_a_playthrough_for_each_number_of_players_and_there_are_no_others() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == set(wanted()), HOW


@pytest.mark.parametrize("name", sorted(wanted()))
def test_the_game_still_goes_as_written(name: str) -> None:
    path = FOLDER / name
    assert path.exists(), f"{name} is missing: `make golden` writes it"
    old, new = path.read_text("utf-8"), playthrough(wanted()[name])
    changes = list(unified_diff(old.splitlines(), new.splitlines(), name, "now", lineterm="", n=1))
    assert old == new, "\n".join([HOW, *changes[:40]])


@pytest.mark.parametrize("name", sorted(wanted()))
def test_a_playthrough_is_short_enough_to_be_read(name: str) -> None:
    assert (FOLDER / name).stat().st_size < 66_000


def test_writing_them_anew_removes_those_of_games_that_are_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(games, "names", lambda: ("bonfire",))
    (tmp_path / "cat-3.txt").write_text("meow")
    assert main(["--folder", str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.iterdir()} == set(wanted())
    assert "removed   cat-3.txt" in capsys.readouterr().out
