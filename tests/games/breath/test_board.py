"""Dog's Breath in the terminal."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from dogpark.cli.boards.breath import draw, short
from dogpark.games.breath.actions import CARDS
from tests.games.breath.table import (
    BREATH,
    at_turn,
    chance,
    do,
    lay_up,
    new_game,
    turn_of,
    undrawn,
)
from tests.games.breath.table import draw as draw_card

ONE = "Msd Mbd Msn B Psd Vbd Vsn"
TWO = "Vsd Vsd Vbd Psd Pbd Pbd G"


def rows(
    view: dict[str, Any], prompt: dict[str, Any] | None, width: int, height: int = 50
) -> list[str]:
    console = Console(
        width=200, height=height, file=io.StringIO(), color_system=None, highlight=False
    )
    console.print(draw(view, prompt, width))
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_every_sort_has_a_short_name_of_its_own() -> None:
    """BRE-1.1, BRE-1.2, BRE-1.3"""
    names = [short(card) for card in CARDS]
    assert len(set(names)) == len(CARDS)
    assert names[-4:] == ["Mbn", "B", "S", "G"]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_drawing_never_exceeds_the_width(width: int) -> None:
    """BRE-10.1"""
    s = at_turn(ONE, TWO)
    lay_up(s, "Vsd Vbn Psd Psn Pbn Msd Mbd Mbn B G S Vsn Msn")
    do(s, "pick B")
    for seat in (None, 0, 1):
        prompt = None if seat is None else BREATH.prompt(s, seat)
        drawn = rows(BREATH.view(s, seat), prompt, width)
        assert max(cell_len(line) for line in drawn) <= width


def test_the_hand_is_drawn_with_its_score_and_the_numbers_to_type() -> None:
    """BRE-3.2, BRE-7.1"""
    s = at_turn(ONE, TWO)
    drawn = "\n".join(rows(BREATH.view(s, 0), BREATH.prompt(s, 0), 80))
    assert "21 now: 18 for 3 meat with a bone, 3 for 1 pair" in drawn
    draw_card(s, "S")
    drawn = "\n".join(rows(BREATH.view(s, 0), BREATH.prompt(s, 0), 80))
    assert "   1      2      3      4" in drawn
    assert "after discarding" in drawn


def test_the_grid_shows_what_everybody_saw() -> None:
    """BRE-2.6"""
    s = new_game()
    for card in ["Msd", "Msd", "Msn", "Msn", "B", "Psd", "Psd", "Psd", "Psd", "Vsd"]:
        chance(s, f"deal {card}")
    do(s, "flip 2")
    chance(s, "show Mbd")
    do(s, "flip 5")
    chance(s, "show G")
    do(s, "take 5", "turn_down")
    drawn = "\n".join(rows(BREATH.view(s, 1), None, 60))
    assert "   ▒▒▒▒▒    ▒Mbd▒    ▒▒▒▒▒    ▒▒▒▒▒\n     ·      ▒▒▒▒▒" in drawn
    drawn = "\n".join(rows(BREATH.view(s, 1), BREATH.prompt(s, 1), 60))
    assert " 1 ▒▒▒▒▒  2 ▒Mbd▒  3 ▒▒▒▒▒  4 ▒▒▒▒▒\n     ·    5 ▒▒▒▒▒" in drawn  # the numbers to type


def test_other_hands_are_shown_as_far_as_they_are_known() -> None:
    """BRE-10.2"""
    s = at_turn(ONE, TWO)
    lay_up(s, "Mbn")
    do(s, "pick Mbn")
    line = next(line for line in rows(BREATH.view(s, 1), None, 80) if "0  Red" in line)
    assert line.split()[-3:] == ["0", "8", "Mbn"]
    assert not any("meat" in row and "│" in row for row in rows(BREATH.view(s, 1), None, 80))


def test_a_scavenger_at_work_is_shown_without_the_card_laid_down() -> None:
    """BRE-4.5"""
    s = at_turn("S Msd Msd Msn B Psd Vbd", TWO)
    do(s, "scavenge 1 B")
    mine, theirs = (rows(BREATH.view(s, seat), None, 80) for seat in (0, 1))
    assert any("you lay down B" in line for line in mine)
    assert any("Red sends a scavenger to Blue" in line for line in theirs)
    assert not any("lay down" in line for line in theirs)


def test_the_first_moment_and_the_last_can_be_drawn() -> None:
    """BRE-2.3, BRE-9.3"""
    for players in (2, 3, 4):
        s = undrawn(players)
        assert rows(BREATH.view(s, None), None, 60)
        assert rows(BREATH.view(s, 0), BREATH.prompt(s, 0), 60)


def test_a_low_screen_keeps_the_board_low() -> None:
    """BRE-10.1: head, discards, two lines of players, hand, score, legend"""
    s = at_turn("S Msd Msn B Psd Vbd Vbn", TWO, "Vsn Vbn Psn Psn Pbn Mbn Mbn", "B B B S S G G")
    lay_up(s, "Mbn Psd")
    draw_card(s, "Mbd")
    view, prompt = BREATH.view(s, 0), BREATH.prompt(s, 0)
    low = rows(view, prompt, 79, 24)
    assert len(low) == 7
    assert low[0] == "Round 1 of 5 · Red's turn · deck 25"
    assert low[4] == "hand 1 Vbd  2 Vbn  3 Psd  4 Msd  5 Msn  6Mbd*  7  B   8  S"
    assert len(rows(view, prompt, 79, 60)) == 16


def test_the_card_just_drawn_is_marked() -> None:
    """BRE-3.2"""
    s = at_turn(ONE, TWO)
    draw_card(s, "S")
    drawn = rows(BREATH.view(s, 0), BREATH.prompt(s, 0), 80)
    marks = next(line for line in drawn if "*" in line)
    assert marks.split() == ["1", "2", "3", "4", "5", "6", "7", "8*"]


@pytest.mark.parametrize("width", [60, 79, 120])
def test_the_legend_takes_one_line(width: int) -> None:
    """BRE-1.1"""
    last = rows(BREATH.view(at_turn(ONE, TWO), 0), None, width)[-2:]
    assert last[0].startswith("21 now")
    assert "Guard" in last[1] or "guard dog" in last[1]


def test_the_round_just_scored_is_shown_while_the_next_grid_lies_and_at_the_end() -> None:
    """BRE-9.4, BRE-9.1"""
    for rounds in (1, 2):
        s = at_turn(ONE, TWO, rounds=rounds)
        turn_of(s, "S", "S", "out")
        turn_of(s, "S", "S")
        drawn = "\n".join(rows(BREATH.view(s, 0), None, 79))
        assert "16 = 21-5 Vsn Vbd Psd Msd Msn Mbd B" in drawn
        assert "35 Vsd×2 Vbd Psd Pbd×2 G" in drawn
    s = at_turn(ONE, TWO)
    assert "round 1" not in "\n".join(rows(BREATH.view(s, 0), None, 79))


def test_a_bone_discarded_last_is_shown() -> None:
    """BRE-8.3"""
    s = at_turn(ONE, TWO)
    turn_of(s, "S", "B")
    line = next(line for line in rows(BREATH.view(s, 1), None, 80) if "0  Red" in line)
    assert line.endswith("last discard B")
