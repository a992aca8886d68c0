"""DOGPILE in the terminal."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from dogpark.cli.boards.dogpile import draw
from dogpark.games.dogpile.state import Dogpile
from tests.games.dogpile.table import (
    PILE,
    after_round,
    arm,
    dig,
    do,
    new_game,
    paws_up,
    round_begun,
    sniff,
)


def rows(s: Dogpile, seat: int | None, width: int = 79) -> str:
    console = Console(width=width, file=io.StringIO(), color_system=None, highlight=False)
    view: dict[str, Any] = PILE.view(s, seat)
    console.print(draw(view, None, width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def busy_table() -> Dogpile:
    s = round_begun(6)
    for seat, faces in enumerate(("10♠ 10♥ 10♦", "K♠ Q♠", "joker★ A♥", "2♠", "3♠", "10♣")):
        arm(s, seat, faces)
    dig(s, 1, 54, "Q♦")
    do(s, 1, "put 1 up")
    dig(s, 3, 20, "joker☆")
    return s


@pytest.mark.parametrize("width", [30, 40, 52, 61, 62, 79, 120])
def test_the_drawing_never_exceeds_the_width(width: int) -> None:
    """PILE-1.3"""
    for s in (new_game(6), busy_table(), after_round("10♠ 10♥ 10♦", "K♠ Q♠ J♠", "2♠", "")):
        for seat in (None, 0, 3):
            drawn = rows(s, seat, width)
            assert max(cell_len(line) for line in drawn.splitlines()) <= width


def test_six_players_fit_a_terminal_of_80_by_24() -> None:
    """PILE-1.2"""
    assert len(rows(busy_table(), 0).splitlines()) <= 17


def test_every_spot_is_there_with_its_number() -> None:
    """PILE-1.3"""
    drawn = rows(new_game(), 0)
    assert all(f"{spot:>2} ▒▒" in drawn for spot in range(1, 55))


def test_bones_lie_open_are_known_are_hidden_or_are_gone() -> None:
    """PILE-7.2, PILE-7.5"""
    s = round_begun()
    dig(s, 0, 5, "Q♦")
    do(s, 0, "put 5 down")
    dig(s, 1, 6, "10♥")
    do(s, 1, "put 6 up")
    dig(s, 1, 7, "2♣")
    drawn = rows(s, 0)
    assert " 5 ~Q♦" in drawn
    assert " 6 10♥" in drawn
    assert " 7 ·" in drawn
    assert "2♣" not in drawn
    assert " 5 ▒▒" in rows(s, 1)


def test_the_round_and_the_time_left_are_told() -> None:
    """PILE-2.4"""
    s = round_begun()
    s.now += 12_500
    assert "round 1 of 3  dig!  17.5 s left" in rows(s, None)


def test_in_turns_nobody_is_waited_for() -> None:
    """PILE-2.2, PILE-5.6"""
    for s in (new_game(), after_round("A♠", "K♥")):
        assert " left" not in rows(s, 0)


def test_the_jokers_are_told_apart() -> None:
    """PILE-1.1"""
    s = round_begun()
    for spot, face in ((5, "joker★"), (6, "joker☆")):
        dig(s, 0, spot, face)
        do(s, 0, f"put {spot} up")
    assert " 5 jo★" in rows(s, 1)
    assert " 6 jo☆" in rows(s, 1)


def test_what_a_sniffer_remembers_is_told() -> None:
    """PILE-5.4, PILE-7.5"""
    s = after_round("A♠", "K♥")
    sniff(s, 0, 9, "6♣")
    sniff(s, 0, 10, "7♣")
    assert "Red sniffs 6♣ 7♣" in rows(s, 0)
    assert "Red sniffs ▒▒ ▒▒" in rows(s, 1)
    sniff(s, 0, 11, "8♣")
    for spot in (9, 1, 10):
        do(s, 1, f"lay {spot}")
    assert "on 1, 9, 10: 6♣ 7♣ 8♣" in rows(s, 0)
    assert "6♣" not in rows(s, 1)
    paws_up(s)
    dig(s, 1, 9, "6♣")
    assert "on 1, 10 or elsewhere: 6♣ 7♣ 8♣" in rows(s, 0)


def test_paws_loot_and_points_stand_in_a_line_for_each_dog() -> None:
    """PILE-4.1, PILE-7.4"""
    s = after_round("K♠ K♥ K♦", "4♠")
    drawn = rows(s, 1)
    assert "K♠ K♥ K♦" in drawn
    assert "49" in drawn
    s = round_begun()
    arm(s, 0, "K♠ K♥")
    assert "K♠ K♥" in rows(s, 0)
    assert "K♠" not in rows(s, 1)
