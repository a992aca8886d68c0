"""Secret choices at the same time: regret matching finds what no seat regrets."""

from __future__ import annotations

import numpy as np
import pytest

from dogpark.agents.regret import average_mixes

NOTHING = [np.zeros(2), np.zeros(2)]


def test_matching_pennies_are_mixed_evenly() -> None:
    same = np.array([[1.0, 0.0], [0.0, 1.0]])
    for mix in average_mixes(np.stack([same, 1 - same]), NOTHING, 400):
        assert mix == pytest.approx([0.5, 0.5], abs=0.05)


def test_a_zero_sum_game_gets_its_known_solution() -> None:
    """Rows [3, -1] and [-2, 1]: the first seat plays 3/7 and 4/7, the second 2/7 and 5/7."""
    won = np.array([[3.0, -1.0], [-2.0, 1.0]])
    first, second = average_mixes(np.stack([won, -won]), NOTHING, 2000)
    assert first == pytest.approx([3 / 7, 4 / 7], abs=0.03)
    assert second == pytest.approx([2 / 7, 5 / 7], abs=0.03)


def test_a_choice_that_is_always_worse_is_not_made() -> None:
    good = np.array([[2.0, 2.0], [1.0, 1.0]])
    first, second = average_mixes(np.stack([good, good.T]), NOTHING, 400)
    assert first[0] > 0.98
    assert second[0] > 0.98


def test_three_seats_avoid_each_other() -> None:
    """Whoever chooses alone wins: no seat may count on one choice."""
    payoffs = np.zeros((3, 2, 2, 2))
    for cell in np.ndindex(2, 2, 2):
        for seat in range(3):
            payoffs[(seat, *cell)] = cell.count(cell[seat]) == 1
    mixes = average_mixes(payoffs, [np.zeros(2)] * 3, 400)
    worth = [
        sum(
            payoffs[(0, choice, one, two)] * mixes[1][one] * mixes[2][two]
            for one in range(2)
            for two in range(2)
        )
        for choice in range(2)
    ]
    assert max(worth) - mixes[0] @ np.array(worth) < 0.05


@pytest.mark.parametrize(("believed", "answer"), [(0.9, 0), (0.0, None)])
def test_a_word_moves_the_others_as_far_as_it_is_believed(
    believed: float, answer: int | None
) -> None:
    """The second seat wants to match the first, which wants not to be matched."""
    same = np.array([[1.0, 0.0], [0.0, 1.0]])
    said = [np.array([believed, 0.0]), np.zeros(2)]
    first, second = average_mixes(np.stack([1 - same, same]), said, 400)
    if answer is None:
        assert second == pytest.approx([0.5, 0.5], abs=0.05)
    else:
        assert second[answer] > 0.98  # trusts
        assert first[answer] < 0.02  # and is lied to
