"""Monty's Bark! Bark! in the terminal."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from dogpark.cli.boards.monty import draw, scrolled, used_part
from dogpark.cli.boards.monty_lawn import Window
from dogpark.cli.table.story import told
from tests.games.monty.table import MONTY, garden, match
from tests.games.monty.test_telling import listen, play_on


def drawn(view: dict[str, Any], prompt: dict[str, Any] | None, width: int, height: int = 24) -> str:
    console = Console(
        width=width, height=height, file=io.StringIO(), color_system=None, highlight=False
    )
    console.print(draw(view, prompt, width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def lawn(view: dict[str, Any], width: int = 79, height: int = 24) -> list[str]:
    """The rows of the drawing, without what stands beside it."""
    lines = drawn(view, None, width, height).splitlines()
    edge = lines[0].index("Race")
    return [line[:edge].rstrip() for line in lines]


@pytest.mark.parametrize(
    "options", [{}, {"geometry": "track"}, {"geometry": "grid_free"}, {"table_w": 4, "table_h": 3}]
)
@pytest.mark.parametrize("width", [40, 60, 79, 100, 131, 180])
def test_the_drawing_never_exceeds_the_width(width: int, options: dict[str, object]) -> None:
    """MON-18.1"""
    steps = enumerate(play_on(6, 4, max_rounds=10, mode="one_off", **options))
    for number, (_, _, _, s) in steps:
        if number % 50 == 0:
            for seat in (None, 0):
                for height in (24, 60):
                    prompt = None if seat is None else MONTY.prompt(s, seat)
                    text = drawn(MONTY.view(s, seat), prompt, width, height)
                    assert max(cell_len(line) for line in text.splitlines()) <= max(width, 44)


def test_a_race_is_drawn_with_paths_signs_and_fog() -> None:
    """MON-2.2, MON-2.4, MON-2.10"""
    g = garden("PATH GATE TREE TRAMP BROKEN", at={0: (8, 4)}, leader=0)
    assert lawn(MONTY.view(g.s, None), 99)[4:8] == [
        "   ░░░░░░░                               ┋        ♛R░░░░░░░",
        " 4 ░░░░░░░━━━S━━━━━━━━━━━━━∏━━━━━━♣━━━━━━◎━━━━━━╳━━━░░░░░░░",
        "   ░░░░░░░BY                             ┋   R      ░░░░░░░",
        "                                      ░░░░░░░",
    ]


def test_pawns_stand_on_their_cards_and_the_crown_is_seen() -> None:
    """MON-1.1, MON-1.2"""
    g = garden("PATH PATH", players=5, at={0: (5, 4), 3: (5, 4)}, leader=3)
    rows = lawn(MONTY.view(g.s, None), 99, 40)
    assert rows[1].endswith("♛G░░░░░░░")
    assert "RG" in rows[3]
    assert "BYW" in rows[3].replace(" ", "")


def test_walls_hops_and_bark_bark_are_drawn() -> None:
    """MON-2.5, MON-2.9, MON-2.11"""
    g = garden("TRAMP PATH BARK", tiles="PATH 4,3", obstacles="2,4", crown=(4, 4))
    rows = lawn(MONTY.view(g.s, None), 119, 40)
    text = "\n".join(rows)
    assert "BARK!" in text
    assert "┣" in text  # Start is blocked by the obstacle
    assert "┫" in text  # and the path by Monty
    assert "↑" in text  # over the fence


def test_where_a_choice_leads_is_marked_with_its_numbers() -> None:
    """MON-10.1, MON-14.3"""
    g = garden()
    g.set_off(0, 1)
    view, prompt = MONTY.view(g.s, 0), MONTY.prompt(g.s, 0)
    assert "6-10" in drawn(view, prompt, 79)
    assert "1-5" in drawn(view, prompt, 79)
    assert "1-5" not in drawn(view, None, 79)
    g = garden("PATH TREE", at={1: (5, 4), 0: (4, 4)}, leader=1)
    g.set_off(0, 1)
    assert "░1░" in drawn(MONTY.view(g.s, 0), MONTY.prompt(g.s, 0), 79)


def test_an_empty_table_is_drawn_whole_for_whoever_lays_start() -> None:
    """MON-2.1, MON-3.5"""
    s = match()
    text = drawn(MONTY.view(s, 0), MONTY.prompt(s, 0), 79)
    assert " 0  1  2  3  4  5  6  7  8  9 10 11 12" in text
    assert len([line for line in text.splitlines() if line[:2].strip().isdigit()]) == 9


def test_the_part_in_use_is_drawn_and_what_does_not_fit_is_scrolled_to() -> None:
    """MON-18.1"""
    g = garden("PATH PATH PATH PATH PATH PATH PATH PATH", at={0: (11, 4)}, leader=0)
    view = MONTY.view(g.s, None)
    assert used_part(view) == Window(2, 4, 11, 1)
    assert scrolled(view, used_part(view), 5, 3) == Window(8, 4, 5, 1)
    assert "◂" in lawn(view, 60)[0]


def test_a_track_is_folded_into_rows() -> None:
    """MON-19.4"""
    states = [s.copy() for *_, s in play_on(4, 3, max_rounds=8, mode="one_off", geometry="track")]
    longest = max(states, key=lambda s: s.tiles)
    assert longest.tiles > 12
    rows = lawn(MONTY.view(longest, None), 119, 40)
    assert rows[0].split() == [str(number) for number in range(10)]
    assert {"0", "10"} <= {row[:2].strip() for row in rows}


def test_a_long_run_told_in_one_line_still_says_which_step_went_over_a_fence() -> None:
    """MON-2.9"""
    tiles = "PATH 4,4 / TRAMP 5,4 / TREE 5,3 / PATH 6,3 / PATH 7,3"
    g = listen(tiles=tiles, at={1: (7, 3), 2: (7, 3)}, leader=1)
    g.run(0, 5)
    steps = [event for event in g.told if event.key in ("run", "step")]
    way = "path at 4,4, trampoline at 5,4, tree at 5,3 over the fence, path at 6,3, path at 7,3"
    assert told(steps) == ["Red runs 5 spaces", f"Red goes to the {way}"]


def test_a_bigger_terminal_gets_a_bigger_drawing_with_names_on_the_cards() -> None:
    """MON-2.2"""
    g = garden("PATH GATE", at={0: (5, 4)}, leader=0)
    view = MONTY.view(g.s, 0)
    assert len(lawn(view, 120, 50)) > len(lawn(view, 79, 24))
    assert "gate" in "\n".join(lawn(view, 120, 50))


def test_the_panel_shows_own_cards_at_once_and_others_only_face_down() -> None:
    """MON-18.3, MON-4.2"""
    g = garden()
    g.play("0: claim 3", "1: claim 4", "2: claim silent", "0: commit 5")
    mine = drawn(MONTY.view(g.s, 0), None, 100, 40)
    theirs = drawn(MONTY.view(g.s, 1), None, 100, 40)
    assert "played  5" in mine
    assert "played  ▒" in theirs
    assert "said    3   4   –" in theirs


def test_the_panel_tells_of_talks_runs_and_supplies() -> None:
    """MON-18.1, MON-18.5"""
    g = garden("PATH PATH", at={2: (5, 4)}, leader=2)
    g.share(5, 0, 1)
    g.play("offer 2")
    text = drawn(MONTY.view(g.s, 0), None, 100, 40)
    assert "Red and Blue share 5 spaces" in text
    assert "Red offers: Red 2, Blue 3" in text
    assert "♛ leads" in text
    assert "2 to ♛" in text
    assert "deck 19, next 9 from the garden" in text
    assert "6 gated corners" in text
    g = garden()
    g.set_off(0, 3)
    assert "Red runs: 3 spaces left" in drawn(MONTY.view(g.s, 1), None, 100, 40)
    g = garden("PATH", at={1: (4, 4)}, leader=1, max_rounds=1, mode="one_off")
    g.fail(5, 0, 2)
    text = drawn(MONTY.view(g.s, 0), None, 100, 40)
    assert "The race brought Red 1, Blue 3, Yellow 1" in text
    assert "Blue wins" in text
