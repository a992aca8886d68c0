"""Which games are played live, from the command line to the record; and light or dark."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from dogpark.cli import terminal
from dogpark.cli.commands import play
from dogpark.cli.live import daylight, is_live
from dogpark.cli.live.screen import LiveApp
from dogpark.cli.main import main
from dogpark.cli.table.match import Match
from dogpark.cli.table.seating import seat_people
from dogpark.play.game import load
from tests.cli.conftest import Run
from tests.cli.helpers import lines_of

QUICK = ("--option", "round_seconds=2,1,1", "--seed", "4")


@pytest.mark.parametrize(
    ("game", "players", "humans", "live"),
    [
        ("dogpile", 3, None, True),
        ("dogpile", 3, "none", True),
        ("dogpile", 3, "0,1", False),  # one keyboard
        ("bonfire", 3, None, False),
    ],
)
def test_games_against_the_clock_are_live_for_one_person_or_bots(
    game: str, players: int, humans: str | None, live: bool
) -> None:
    position = load(game, players).start(1)
    assert is_live(position, seat_people(players, None, humans)) is live


# -- without a terminal ---------------------------------------------------------------------------


def test_without_a_terminal_dogpile_is_played_turn_by_turn(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl"
    ran = run("play", "dogpile", *QUICK, "--save", path, typed=["1"] * 60)
    assert ran.code == 0, ran.err
    assert "Winner" in ran.out
    assert run("check", path).code == 0
    moves = [line for line in lines_of(path)[1:-1] if line["by"] == 0]
    assert moves[0]["do"] == "ready"
    assert all(line["at"] >= 0 for line in moves)


def test_at_the_ordinary_table_nobody_loses_time_to_another_seat(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl"
    option = ("--option", "round_seconds=10,1,1")
    ran = run("play", "dogpile", "--humans", "none", *option, "--seed", 4, "--save", path)
    assert ran.code == 0, ran.err
    lines = lines_of(path)[1:-1]
    first = lines[: [line["do"] for line in lines].index("time_up")]
    deeds = [sum(line["by"] == seat for line in first) for seat in (0, 1)]
    assert min(deeds) >= 10
    assert max(deeds) <= 3 * min(deeds)


# -- with a terminal ------------------------------------------------------------------------------


class Ended:
    """Stands in for the screen: how the person left it."""

    how: str | None = "left"
    return_code = 0
    light: list[bool] = []
    tables: list[Any] = []

    def __init__(self, table: Any, *, light: bool) -> None:
        self.light.append(light)
        self.tables.append(table)

    def run(self) -> str | None:
        table = self.tables[-1]
        if self.how == "over":
            clock = [0]
            table._clock = lambda: clock[0]
            table.start()
            while not table.over:
                clock[0] += 1000
                table.tick()
        return self.how


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> type[Ended]:
    """A person at a terminal, whose screen ends as the test says."""
    monkeypatch.setattr(terminal, "interactive", lambda: True)
    monkeypatch.setattr(terminal, "watched", lambda: True)
    monkeypatch.setattr(daylight, "is_light", lambda: True)
    monkeypatch.setattr(play, "_cells", lambda: (80, 24))
    monkeypatch.setattr("dogpark.cli.live.screen.LiveApp", Ended)
    monkeypatch.setattr(Ended, "light", [])
    monkeypatch.setattr(Ended, "tables", [])
    return Ended


def test_in_a_terminal_dogpile_opens_live_as_light_as_the_terminal_is(
    run: Run, person: type[Ended]
) -> None:
    ran = run("play", "dogpile", "--players", 4, "--delay", 1, typed=["n"])
    assert (ran.code, person.light) == (0, [True])
    assert "Not saved" in ran.out
    table = person.tables[0]
    assert table.seating.names == ("you", "family", "family", "family")
    assert set(table._spans.values()) == {(500, 1500)}


def test_a_live_game_that_is_left_can_be_kept_and_resumed(
    run: Run, person: type[Ended], tmp_path: Path
) -> None:
    path = tmp_path / "live.jsonl"
    ran = run("play", "dogpile", *QUICK, "--save", path)
    assert ran.code == 0, ran.err
    assert "--resume" in ran.out
    assert run("play", "--resume", path, typed=[]).code == 0
    assert person.tables[1].position.seed == "4"


def test_a_live_game_that_is_over_tells_the_places_and_keeps_a_record_that_holds(
    run: Run, person: type[Ended], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(person, "how", "over")
    path = tmp_path / "live.jsonl"
    ran = run("play", "dogpile", *QUICK, "--save", path)
    assert ran.code == 0, ran.err
    assert "You come second" in ran.out
    assert "dogpark replay" in ran.out
    checked = run("check", path, "--json")
    assert checked.code == 0
    assert json.loads(checked.out)[0]["finished"] is True
    assert run("replay", path, "--from-seat", 0).code == 0


@pytest.mark.parametrize(("answer", "played"), [("y", True), ("n", False)])
def test_a_terminal_that_is_too_small_is_offered_the_ordinary_table(
    run: Run, person: type[Ended], monkeypatch: pytest.MonkeyPatch, answer: str, *, played: bool
) -> None:
    sat: list[Match] = []

    def sit_down(match: Match) -> int:
        sat.append(match)
        return 0

    monkeypatch.setattr(play, "_cells", lambda: (80, 23))
    monkeypatch.setattr(play, "_play", sit_down)
    monkeypatch.setattr(play, "_screen", lambda delay, plain: None)
    ran = run("play", "dogpile", typed=[answer])
    assert ran.code == 0
    assert "needs 80 × 24 cells; here are 80 × 23" in ran.out
    assert "--plain" in ran.out
    assert person.tables == []
    assert bool(sat) is played


def test_a_fault_of_the_screen_is_a_fault(
    run: Run, person: type[Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person, "return_code", 1)
    assert run("play", "dogpile").code == 70


def test_plain_means_lines_and_turns_also_in_a_terminal(run: Run, person: type[Ended]) -> None:
    ran = run("play", "dogpile", *QUICK, "--plain", typed=["1"] * 60)
    assert ran.code == 0, ran.err
    assert person.tables == []
    assert "Paws up for the first round" in ran.out


def test_open_hands_are_watched_turn_by_turn(
    run: Run, person: type[Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []

    def watch(match: Match) -> int:
        seen.append(match.manners.open_table)
        return 0

    monkeypatch.setattr(play, "_play", watch)
    monkeypatch.setattr(play, "_screen", lambda delay, plain: None)
    assert run("play", "dogpile", "--humans", "none", "--open").code == 0
    assert seen == [True]
    assert person.tables == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_real_terminal_shows_the_table_and_is_given_back() -> None:
    from tests.cli.test_terminal import ALT_OFF, ALT_ON, Terminal

    opened = Terminal("play", "dogpile", "--seed", "4", size=(80, 24))
    try:
        assert ALT_ON in opened.until("Enter: paws up")
        opened.type("\r")
        opened.until("paws off the pile")
        opened.type("q")
        opened.until("y leave")
        opened.type("y")
        assert ALT_OFF in opened.until(r"Save the game to go on later\?")
        opened.type("n\r")
        opened.until("Not saved")
        assert opened.code() == 0
    finally:
        opened.close()


# -- light or dark --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "light"),
    [
        ("\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62c", True),
        ("\x1b]11;rgb:fd/f6/e3\x07\x1b[?1;2c", True),
        ("\x1b]11;rgb:0000/2b2b/3636\x1b\\", False),
        ("\x1b[?1;2c", None),
        ("", None),
    ],
)
def test_the_terminal_tells_the_colour_of_its_ground(answer: str, light: bool | None) -> None:
    assert daylight.from_answer(answer) is light


@pytest.mark.parametrize(
    ("colours", "light"),
    [("0;15", True), ("0;default;7", True), ("15;0", False), ("12;8", False), ("", None)],
)
def test_else_the_environment_may_tell(colours: str, light: bool | None) -> None:
    assert daylight.from_environment(colours) is light


def test_dark_is_the_guess_where_nobody_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daylight, "_answer", lambda: "")
    monkeypatch.delenv("COLORFGBG", raising=False)
    assert daylight.is_light() is False
    monkeypatch.setenv("COLORFGBG", "0;15")
    assert daylight.is_light() is True


def test_without_colours_it_is_played_in_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    from dogpark.cli.live.table import LiveTable
    from dogpark.cli.table.story import Story

    monkeypatch.setenv("NO_COLOR", "1")
    position = load("dogpile", 2).start(1)
    app = LiveApp(LiveTable(position, seat_people(2), Story(), lambda: 0), by_hand=True)
    assert app.no_color


def test_help_tells_of_plain(capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", "--help"])
    assert "--plain" in capsys.readouterr().out
