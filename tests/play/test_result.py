"""Results: places, winners, teams."""

from __future__ import annotations

from dogpark.play.result import Result

ALONE = ((0,), (1,), (2,))


def test_the_seats_in_first_place_win() -> None:
    assert Result((2, 1, 1), (0, 5, 5), ALONE).winners == (1, 2)


def test_nobody_wins_a_game_that_everybody_shares() -> None:
    assert Result((1, 1, 1), (5, 5, 5), ALONE).winners == ()


def test_a_result_is_json_ready() -> None:
    assert Result((1, 2), (3, 0), ((0,), (1,))).to_dict() == {
        "places": [1, 2],
        "points": [3, 0],
        "winners": [0],
        "teams": [[0], [1]],
    }
