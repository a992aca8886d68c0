"""Whole races, played move by move through the public surface, with the table after every step."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tools.plays import LOOK, Play, plays

import dogpark
from dogpark.games.monty.invariants import problems
from dogpark.games.monty.state import HOME_STAGE, NONE, Monty
from dogpark.kernel.facts import CHANCE
from dogpark.play.position import Position

RACES = {play.name: play for play in plays(("monty",))}


def state_of(position: Position) -> Monty:
    s = position.state
    assert isinstance(s, Monty)
    return s


def table(s: Monty, told: str) -> str:
    """How the table looks, saying as much as was told."""
    cells = [f"{s.x[tile]},{s.y[tile]}" for tile in s.at[: s.players]]
    crown = f"crown {s.x[s.crown]},{s.y[s.crown]}"
    parts = [
        f"pawns {' '.join(cells)}",
        crown + ("" if s.holder == NONE else f" held by {s.holder}"),
    ]
    if "points" in told:
        parts.append(f"points {' '.join(map(str, s.points[: s.players]))}")
    return " | ".join(parts)


def played(play: Play) -> Iterator[Position]:
    """The position after each move; where the play says how the table looks, it does."""
    game = dogpark.load("monty", play.table.players, play.table.changed)
    position = game.start(chance="manual")
    looks = 0
    for line in play.lines:
        if line.startswith(LOOK):
            assert table(state_of(position), line) == line.removeprefix(LOOK).strip()
            looks += 1
            continue
        who, _, move = line.partition(": ")
        position.apply(CHANCE if who == "chance" else int(who), move)
        assert problems(state_of(position)) == [], line
        yield position
    assert looks >= 15


@pytest.mark.parametrize("name", sorted(RACES))
def test_a_race_goes_step_by_step_as_it_is_told(name: str) -> None:
    """MON-15.1, MON-13.2, MON-8.1: pawns, crown and points as written in the play"""
    *_, position = played(RACES[name])
    assert position.active == ()
    assert state_of(position).ending == HOME_STAGE


def test_in_the_race_of_three_two_share_the_second_place_nine_links_from_home() -> None:
    """MON-15.3, MON-16.2"""
    *_, position = played(RACES["monty-race-of-three"])
    s = state_of(position)
    assert [s.far[tile] for tile in s.at[:3]] == [9, 9, 0]
    assert s.rank[:3] == [2, 2, 1]
    assert s.award[:3] == [1, 1, 3]
    assert s.deck == [0, 0, 0, 1, 0, 0, 0]  # one broken fence was never drawn
    assert s.bluffs[:3] == [1, 1, 0]  # 0 said 3 and played 2; 1 said 4 and played 5


def test_in_the_race_of_five_the_fourth_place_is_shared_and_gets_nothing() -> None:
    """MON-15.3, MON-15.4, MON-16.3"""
    *_, position = played(RACES["monty-race-of-five"])
    s = state_of(position)
    assert [s.far[tile] for tile in s.at[:5]] == [4, 7, 0, 5, 7]
    assert s.rank[:5] == [2, 4, 1, 3, 4]
    assert s.award[:5] == [2, 0, 3, 1, 0]


@pytest.mark.parametrize("name", sorted(RACES))
def test_the_record_of_a_race_replays_to_the_same_end(name: str) -> None:
    """MON-18.1"""
    *_, position = played(RACES[name])
    assert dogpark.replay(position.record()).to_dict() == position.to_dict()


def test_a_race_within_a_match_leads_to_the_next_race() -> None:
    """MON-17.1: the same moves in a match, which nobody has won yet"""
    play = RACES["monty-race-of-three"]
    position = dogpark.load("monty", 3).start(chance="manual")
    for seat, move in play.moves:
        position.apply(seat, move)
    assert position.active == (0,)
    assert position.stage(0) == "start"
    assert state_of(position).points[:3] == [1, 1, 3]


def test_walks_are_written_for_three_and_for_five() -> None:
    """MON-1.1"""
    assert sorted(RACES) == ["monty-race-of-five", "monty-race-of-three"]
    assert all(
        re.fullmatch(r"(\d|chance): .+|= pawns .+", line)
        for play in RACES.values()
        for line in play.lines
    )
