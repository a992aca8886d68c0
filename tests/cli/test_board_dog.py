"""DOG in the terminal."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from dogpark.cli.boards.dog import draw
from tests.games.dog.positions import DOG, act, new_game, position
from tests.games.dog.test_view import play_on


def rows(view: dict[str, Any], prompt: dict[str, Any] | None, width: int, height: int = 24) -> str:
    console = Console(
        width=width, height=height, file=io.StringIO(), color_system=None, highlight=False
    )
    console.print(draw(view, prompt, width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [40, 67, 79, 99, 110, 131, 180])
@pytest.mark.parametrize("height", [24, 40, 60])
def test_the_drawing_never_exceeds_the_width(width: int, height: int) -> None:
    """DOG-12.1"""
    for players in (4, 6):
        for number, (_, _, _, after) in enumerate(play_on(5, players, max_rounds=4)):
            if number % 60 == 0:
                for seat in (None, 0, players - 1):
                    prompt = None if seat is None else DOG.prompt(after, seat)
                    drawn = rows(DOG.view(after, seat), prompt, width, height)
                    assert max(cell_len(line) for line in drawn.splitlines()) <= max(width, 41)


def test_four_players_fit_a_terminal_of_80_by_24() -> None:
    """DOG-12.1"""
    view = DOG.view(position("0:[10]", "2 3 4 5 6 7"), 0)
    assert len(rows(view, None, 79).splitlines()) == 17


def test_every_peg_in_play_and_every_star_is_on_the_board() -> None:
    """DOG-1.4, DOG-5.1"""
    s = position("0:[10 0*] 1:[20 F1.2] 2:[U3+] 5:[V9-]", "5", players=6)
    drawn = rows(DOG.view(s, 0), None, 111)
    for peg in ("R0", "R*", "B0", "B1", "Y0", "P0"):
        assert peg in drawn
    assert drawn.count("★") == 5  # Red's is taken


def test_pegs_can_be_told_apart_without_colours() -> None:
    """DOG-1.2"""
    s = position("0:[1] 1:[2] 2:[3] 3:[4]", "5")
    assert "R0B0Y0G0" in rows(DOG.view(s, 0), None, 79)


def test_who_looks_sits_at_the_lower_left() -> None:
    """DOG-1.3"""
    s = position("2:[33]", "5", seat=2)
    assert rows(DOG.view(s, 2), None, 79).splitlines()[16].startswith(" ★ Y0")
    assert rows(DOG.view(s, 0), None, 79).splitlines()[0].rstrip().startswith(" ★")


def test_where_a_choice_leads_is_marked_with_its_number() -> None:
    """DOG-3.7, DOG-6.2"""
    s = act(act(position("0:[10] 1:[15]", "5 9"), "play 5 5"), "peg 0")
    assert "1×" in rows(DOG.view(s, 0), DOG.prompt(s, 0), 79)
    assert "1×" not in rows(DOG.view(s, 0), None, 79)


def test_a_narrow_terminal_gets_a_list_with_the_same_facts() -> None:
    """DOG-12.1"""
    s = position("0:[10 0*] 5:[V9-]", "5", players=6)
    drawn = rows(DOG.view(s, 0), None, 60)
    assert "10 0*" in drawn
    assert "V9-" in drawn
    assert "★" not in drawn


def test_the_first_moment_of_a_game_can_be_drawn() -> None:
    """DOG-1.6"""
    for players in (4, 6):
        for width in (60, 80, 120):
            assert rows(DOG.view(new_game(players), None), None, width)
