"""Figures and their order, as people read them."""

from __future__ import annotations

from math import inf

import pytest

from dogpark import lab
from dogpark.agents.interval import Interval
from dogpark.lab.columns import Column
from dogpark.lab.estimate import Sums
from dogpark.lab.plan import STRONGER, WEAKER
from dogpark.lab.study import Effect, Study
from dogpark.lab.words import change, estimated, question, strongest_first


def nothing(_games: object) -> Sums:
    raise AssertionError("nobody counts here")


COUNT = Column("hits", "pegs sent home", False, nothing)
SHARE = Column("first_wins", "wins of the first player to move", True, nothing)


def around(value: float, spread: float) -> Interval:
    return Interval(value, value - spread, value + spread)


@pytest.mark.parametrize(
    ("column", "found", "signed", "words"),
    [
        (COUNT, around(967.4, 11.2), False, "967 ± 11"),
        (COUNT, around(1234.56, 0.8), False, "1,234.6 ± 0.8"),
        (COUNT, around(-3.583, 0.021), True, "-3.58 ± 0.02"),
        (COUNT, around(0.0123, 0.0004), True, "+0.0123 ± 0.0004"),
        (COUNT, around(-1, 0), True, "-1.00 ± 0.00"),
        (COUNT, around(2, inf), False, "2.00"),
        (SHARE, around(0.4803, 0.0219), False, "48.0 ± 2.2 %"),
        (SHARE, around(0.032, 0.028), True, "+3.2 ± 2.8 pp"),
        (SHARE, around(-0.0004, 0.04), True, "+0.0 ± 4.0 pp"),
        (SHARE, None, False, "–"),
    ],
)
def test_a_figure_has_as_many_digits_as_its_interval_lets_mean_something(
    column: Column, found: Interval | None, signed: bool, words: str
) -> None:
    assert estimated(column, found, signed=signed) == words


def effect(weaker: Interval, stronger: Interval) -> Effect:
    return Effect(COUNT, 1, {}, {}, {WEAKER: weaker, STRONGER: stronger})


def test_disagreement_comes_first_and_what_luck_may_explain_last() -> None:
    unseen = effect(around(5, 10), around(5, 10))
    clear = effect(around(5, 1), around(5, 1))
    exact = effect(around(-1, 0), around(-1, 0))
    opposite = effect(around(2, 1), around(-2, 1))
    assert strongest_first([unseen, clear, exact, opposite]) == [opposite, exact, clear, unseen]


def test_a_level_that_is_all_but_at_nothing_leans_nowhere() -> None:
    seen = around(5, 1)
    assert effect(seen, around(-4, 5)).doubtful
    assert not effect(seen, around(-0.1, 5)).doubtful


def test_a_change_is_told_with_what_it_replaces() -> None:
    study = Study(
        lab.plan("bonfire", vary={"rounds": [2], "die_faces": ["1,2,3"]}, options={"rounds": 3})
    )
    assert change(study, 1) == "rounds=2 instead of 3"
    assert change(study, 2) == "die_faces=1,2,3 instead of 2,2,2"
    assert "number of rounds" in question(study)
