"""How long bots seem to think where people play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import fields

from dogpark import games
from dogpark.agents.bots import LEVELS
from dogpark.agents.pace import pause, takes
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rng import dice_below
from dogpark.kernel.schema import State
from dogpark.kernel.seed import dice_for
from dogpark.play.game import load
from dogpark.play.position import Position
from dogpark.server.entries import Opened
from dogpark.server.live.bots import look

USUAL = 700  # milliseconds, a table's pace
LONGEST = 1500  # that anybody wants to wait for a bot
BOTS = Path(__file__).parents[2] / "docs" / "bots.md"
HANDS = ("breath", "dog")  # games in which what one may do depends on cards that nobody else sees


def many(level: str, choices: int) -> list[int]:
    dice = dice_for("pace", 0)
    return [takes(USUAL, level, choices, dice) for _ in range(500)]


@pytest.mark.parametrize("level", [*LEVELS, "random", "greedy"])
def test_nobody_waits_where_the_table_has_no_pace(level: str) -> None:
    assert takes(0, level, 30, dice_for("pace", 0)) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_takes_now_longer_now_shorter_and_never_too_long(level: str) -> None:
    for choices in (1, 2, 8, 400):
        drawn = many(level, choices)
        assert len(set(drawn)) >= 10
        assert min(drawn) >= USUAL // 4
        assert max(drawn) <= LONGEST


@pytest.mark.parametrize("level", LEVELS)
def test_a_move_without_a_choice_is_quick(level: str) -> None:
    assert max(many(level, 1)) < sum(many(level, 8)) / 500


def test_a_champion_is_quick_where_it_is_easy_and_slow_where_it_is_hard() -> None:
    easy, hard = many("champion", 2), many("champion", 16)
    assert max(easy) <= USUAL * 1.25
    assert min(hard) > sum(easy) / 500


def test_a_puppy_does_not_see_how_hard_it_is() -> None:
    assert many("puppy", 2) == many("puppy", 100)


def test_bots_of_programs_take_what_the_table_says() -> None:
    assert set(many("greedy", 8)) == {USUAL}


# -- what it tells --------------------------------------------------------------------------------


def played(game: str, players: int, steps: int) -> Iterator[Position]:
    """The moments of a game in which everybody moves at random."""
    position, dice = load(game, players).start(seed=f"pace/{players}"), dice_for("moves", players)
    for _ in range(steps):
        if position.turn is None:
            return
        yield position
        if position.turn == CHANCE:
            due = position.due
            assert due is not None
            position.wait(due)
            continue
        legal = position.legal(position.turn)
        position.apply(position.turn, legal[dice_below(dice, len(legal))])


def elsewhere(position: Position, world: State) -> Position:
    """The same moment of the same game in another world."""
    return replace(position, _state=world, _codes={})


@pytest.mark.parametrize(
    ("game", "players"),
    [(game, n) for game in games.names() for n in games.rooms(game).facts.seats[::3]],
)
def test_how_long_a_bot_takes_is_the_same_whatever_others_cannot_know(
    game: str, players: int
) -> None:
    dice, compared, different = dice_for("worlds", 0), 0, 0
    for position in played(game, players, 250):
        for seat in (seat for seat in position.active if seat != CHANCE):
            shown = [pause(USUAL, level, position, seat) for level in LEVELS]
            for viewer in (None, *range(players)):
                if viewer == seat:
                    continue
                world = position.rooms.redeal(position.state, viewer, dice)
                other = elsewhere(position, world)
                assert [pause(USUAL, level, other, seat) for level in LEVELS] == shown
                if position.now is not None:  # against the clock it hesitates instead
                    assert look(other, seat, "family") == look(position, seat, "family")
                compared += 1
                different += len(other.legal(seat)) != len(position.legal(seat))
    assert compared > 100
    assert (different > 20) == (game in HANDS)  # where it would have been told


def test_a_game_that_goes_on_elsewhere_goes_on_as_quickly() -> None:
    for position in played("breath", 3, 30):
        for seat in position.active:
            taken = pause(USUAL, "family", position, seat)
            assert pause(USUAL, "family", position.copy(), seat) == taken


def test_a_search_is_within_its_pace_nearly_always() -> None:
    """What is beyond it shows how long was thought; docs/bots.md has how long that is."""
    measured = re.findall(r"Reply times of champion: .*p99 (\d+) ms", BOTS.read_text())
    assert len(measured) >= 5
    (pace,) = [one.default for one in fields(Opened) if one.name == "bot_pace"]
    dice = dice_for("pace", 0)
    least = min(takes(pace, "champion", choices, dice) for choices in (1, 2, 8) * 300)
    assert least >= max(map(int, measured))
