"""The parts a person meets at the table: what is typed, listed, told and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from dogpark import games
from dogpark.agents.bots import bot
from dogpark.agents.protocol import look
from dogpark.api import load
from dogpark.cli import pictures, seats
from dogpark.cli.boards import drawer
from dogpark.cli.table.choices import choice_lines
from dogpark.cli.table.moves import Choice, any_action, matching
from dogpark.cli.table.story import told
from dogpark.kernel.rooms import Event
from dogpark.kernel.seed import dice_for

WIDTHS = (60, 80, 100, 140)


def choices(*texts: str) -> list[Choice]:
    return [Choice(n, text, f"do {text}", {"do": text}) for n, text in enumerate(texts, 1)]


MOVES = choices("play K start", "play K 13", "play 10 10", "play 1 1", "peg 0", "exchange fire_for")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", [1]),
        ("play K start", [1]),
        ("PLAY k START", [1]),
        ("K start", [1]),
        ("K s", [1]),
        ("p K s", [1]),
        ("K", [1, 2]),
        ("play K", [1, 2]),
        ("10 10", [3]),
        ("10", [3]),
        ("play 1", [4]),
        ("fire", [6]),
        ("exch", [6]),
        ("do peg", [5]),
        ("do play K 13", [2]),
        ("77", []),
        ("moo", []),
        ("", []),
    ],
)
def test_what_is_meant(typed: str, meant: list[int]) -> None:
    assert [choice.number for choice in matching(typed, MOVES)] == meant


def test_any_action_of_the_game_is_understood() -> None:
    table = games.rooms("dog").table
    assert str(any_action("play k start", table)) == "play K start"
    assert str(any_action("K start", table)) == "play K start"
    assert str(any_action("fold", table)) == "fold"
    assert any_action("play the dog", table) is None


@pytest.mark.parametrize(("width", "rows"), [(100, 40), (60, 8), (40, 4), (140, 4)])
def test_every_choice_is_listed_whatever_the_room(width: int, rows: int) -> None:
    many = choices(*(f"play X {n}" for n in range(25)))
    lines = choice_lines(many, width, rows)
    text = "\n".join(line.plain for line in lines)
    assert all(line.cell_len <= width + 3 for line in lines)
    for choice in many:
        assert f"{choice.number:>3}  " in text


def test_where_hundreds_do_not_fit_some_are_listed_with_how_to_type_the_rest() -> None:
    many = choices(*(f"start {n} 4 H" for n in range(200)))
    lines = choice_lines(many, 80, 6)
    assert len(lines) == 6
    assert lines[-1].plain == ("  …  185 more: type its number, or the move, such as start 100 4 H")
    assert len(choice_lines(many, 200, 40)) <= 40


def test_names_stand_for_seats() -> None:
    assert seats.plain("Seat 1 steals from seat 2") == "Blue steals from Yellow"
    assert seats.plain("seat 9 is nobody") == "seat 9 is nobody"
    assert seats.coloured("It is seat 0's turn").plain == "It is Red's turn"


def test_names_are_those_of_the_games() -> None:
    for name in games.names():
        for players in games.rooms(name).facts.seats:
            for player in load(name, players).start("1").view(None)["players"]:
                assert player.get("name", seats.name(player["seat"])) == seats.name(player["seat"])


def test_a_whole_deal_is_one_line() -> None:
    deal = []
    for card in ("the ace", "the 4", "the joker"):
        for who in ("Red", "Blue"):
            deal.append(Event("dealt", f"{who} gets a card"))
        deal.append(Event("card", f"You get {card}"))
    news = [Event("round", "Round 1"), *deal, Event("turn", "It is Red's turn")]
    assert told(news) == ["Round 1", "You get the ace, 4, joker"]


def test_different_things_are_told_one_by_one() -> None:
    events = []
    for who in ("Red", "Blue", "Green"):
        events += [Event("played", f"{who} plays a king"), Event("started", f"{who} is on {who}")]
    assert len(told(events)) == 6
    turns = [Event("took", f"Seat {n} takes {n} fire") for n in range(4)]
    assert len(told([*turns, *turns])) == 8


@pytest.mark.parametrize("name", games.names())
def test_boards_fit_the_width_they_are_given(name: str) -> None:
    """Moments of greedy games as the seat that moves sees them, none with too long a line."""
    draw = drawer(name)
    for players in games.rooms(name).facts.seats:
        position = load(name, players).start("7")
        for step in range(300):
            if position.result is not None:
                break
            seat = position.active[0]
            if step % 30 == 0:
                for width in WIDTHS:
                    _fits(draw(position.view(seat), position.prompt(seat), width), width)
            dice = dice_for(f"{step}", seat)
            position.apply(seat, bot("greedy").choose(look(position, seat, dice), dice))
        _fits(draw(position.view(None), None, 60), 60)


def _fits(drawn: Any, width: int) -> None:
    console = Console(width=200, color_system=None, file=None)
    with console.capture() as capture:
        console.print(drawn)
    widest = max(len(line.rstrip()) for line in capture.get().splitlines())
    assert widest <= width


def test_the_pictures_of_the_docs_can_be_taken(tmp_path: Path) -> None:
    pictures.main(tmp_path)
    for game in games.names():
        drawn = (tmp_path / f"play-{game}.svg").read_text("utf-8")
        assert drawn.startswith("<svg")
        assert "cdnjs" not in drawn
