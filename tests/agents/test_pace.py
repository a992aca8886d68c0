"""How long bots seem to think where people play."""

from __future__ import annotations

import pytest

from dogpark.agents.bots import LEVELS
from dogpark.agents.pace import takes
from dogpark.kernel.seed import dice_for

USUAL = 700  # milliseconds, a table's pace
LONGEST = 1500  # that anybody wants to wait for a bot


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
