"""Bots at the terminal: which sit there, how long they take, and that one may watch them think."""

from __future__ import annotations

import subprocess
import threading

import pytest
from rich.text import Text

from dogpark import games
from dogpark.agents.bots import LEVELS
from dogpark.cli.errors import BadInput
from dogpark.cli.table import compiling, fullscreen
from dogpark.cli.table.compiling import searching
from dogpark.cli.table.fullscreen import FullScreen
from dogpark.cli.table.screen import Scene
from dogpark.cli.table.seating import seat_people
from dogpark.kernel import native
from dogpark.kernel.native import Phase, Status
from tests.cli.conftest import Run


def test_family_dogs_sit_in_the_other_seats_unless_others_are_asked_for() -> None:
    assert seat_people(3).names == ("you", "family", "family")
    assert seat_people(3, bots="champion,puppy").names == ("you", "champion", "puppy")


def test_a_bot_that_nobody_knows_is_refused_with_the_levels() -> None:
    with pytest.raises(BadInput, match="there are puppy, family, working, champion"):
        seat_people(2, bots="wolf")


def test_the_help_names_the_levels(run: Run) -> None:
    told = " ".join(run("play", "--help").out.split())
    for level in LEVELS:
        assert level in told


def test_a_whole_game_is_watched_between_levels(run: Run) -> None:
    one_round = ["--option", "rounds=1", "--seed", "4"]
    ran = run("play", "bonfire", *one_round, "--seats", "champion,puppy")
    assert ran.code == 0
    assert "champion" in ran.out


# -- thinking -------------------------------------------------------------------------------------


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> FullScreen:
    """The whole terminal, where there is none."""
    monkeypatch.setattr(fullscreen, "_silence", lambda: lambda: None)
    return FullScreen(delay=0)


SCENE = Scene("DOG", Text("Blue’s turn"), lambda _: Text("the board"), list)


def test_a_quick_bot_is_not_said_to_think(
    screen: FullScreen, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert screen.wait(SCENE, 100, lambda: "a move") == "a move"
    assert capsys.readouterr().out == ""


def test_while_a_bot_thinks_the_screen_shows_the_board_and_says_so(
    screen: FullScreen, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = threading.Event()
    draw = screen._line

    def line(words: Text) -> None:
        draw(words)
        shown.set()

    monkeypatch.setattr(fullscreen, "LONG_SECONDS", 0.0)
    monkeypatch.setattr(screen, "_line", line)
    assert screen.wait(SCENE, 100, lambda: shown.wait(20)) is True
    out = capsys.readouterr().out
    assert "the board" in out
    assert "thinking" in out


def test_what_a_bot_does_wrong_is_not_lost_in_the_background(screen: FullScreen) -> None:
    def stumble() -> None:
        raise ValueError("lost the thread")

    with pytest.raises(ValueError, match="lost the thread"):
        screen.wait(SCENE, 100, stumble)


# -- compiling ------------------------------------------------------------------------------------


def test_only_levels_that_search_want_machine_code() -> None:
    rooms = games.rooms("bonfire")
    assert not searching(rooms, ("you", "puppy", "family", "greedy", "random"))
    assert searching(rooms, ("you", "champion"))


@pytest.mark.parametrize(
    ("phase", "names", "begun"),
    [
        ("cold", ("you", "champion"), 1),
        ("cold", ("you", "family"), 0),
        ("compiling", ("you", "champion"), 0),
        ("ready", ("you", "champion"), 0),
    ],
)
def test_rules_are_compiled_beside_the_game_and_the_compiler_ends_with_it(
    monkeypatch: pytest.MonkeyPatch, phase: Phase, names: tuple[str, ...], begun: int
) -> None:
    rooms = games.rooms("bonfire")
    children: list[subprocess.Popen[str]] = []

    def compile_for_long(_: object) -> subprocess.Popen[str]:
        children.append(subprocess.Popen(["sleep", "600"], stdout=subprocess.PIPE, text=True))
        return children[-1]

    monkeypatch.setattr(native, "status", lambda _: Status("bonfire", phase, native.cache_root()))
    monkeypatch.setattr(native, "compile_in_background", compile_for_long)
    with compiling.compiling(rooms, names):
        assert len(children) == begun
        assert all(child.poll() is None for child in children)
    assert all(child.returncode for child in children)
