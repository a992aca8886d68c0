"""Keys struck a blink too early count as soon as they may."""

from __future__ import annotations

import pytest

from dogpark.play.eager import EAGER_MS, counts_at
from dogpark.play.game import load
from dogpark.play.position import Position


@pytest.fixture
def counting_down() -> Position:
    position = load("dogpile", players=2).start(seed=3)
    for seat in range(2):
        position.apply(seat, "ready", at=0)
    return position


def test_who_may_act_acts_now(counting_down: Position) -> None:
    counting_down.wait(4000)
    assert counts_at(counting_down, 0) == 4000


def test_a_dog_that_is_free_in_a_blink_acts_then(counting_down: Position) -> None:
    counting_down.apply(0, "dig 7", at=4000)
    counting_down.wait(4700 - EAGER_MS)
    assert counts_at(counting_down, 0) == 4700
    assert counts_at(counting_down, 1) == 4700 - EAGER_MS


def test_earlier_than_a_blink_it_counts_now_and_the_referee_says_why_not(
    counting_down: Position,
) -> None:
    counting_down.apply(0, "dig 7", at=4000)
    counting_down.wait(4700 - EAGER_MS - 1)
    assert counts_at(counting_down, 0) == 4700 - EAGER_MS - 1


def test_at_the_end_of_a_countdown_it_counts_when_that_is_over(counting_down: Position) -> None:
    counting_down.wait(3000 - EAGER_MS - 1)
    assert counts_at(counting_down, 0) == 3000 - EAGER_MS - 1
    counting_down.wait(3000 - EAGER_MS)
    before = counting_down.to_dict()
    assert counts_at(counting_down, 0) == 3000
    assert counting_down.to_dict() == before


def test_the_end_of_a_round_is_nobodys_beginning(counting_down: Position) -> None:
    counting_down.wait(32_900)
    counting_down.apply(0, "dig 7", at=32_950)  # busy until after the end
    assert counts_at(counting_down, 0) == 32_950
