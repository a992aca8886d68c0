"""Studies: the same plan gives the same numbers wherever it is played, and they are told honestly."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from dogpark import lab
from dogpark.agents.interval import Interval
from dogpark.kernel import native
from dogpark.lab.columns import Column
from dogpark.lab.crew import LocalCrew, Order
from dogpark.lab.estimate import Sums, difference, estimate
from dogpark.lab.plan import MIXED, STRONGER, WEAKER, Cell
from dogpark.lab.study import Effect, Study, run
from dogpark.lab.words import verdict

SHORT = lab.plan("bonfire", vary={"rounds": [2]}, options={"rounds": 3}, games=40, seed="s")


@pytest.fixture(scope="module")
def by_python() -> Study:
    return lab.study(SHORT, LocalCrew("python", 1))


# -- the same everywhere --------------------------------------------------------------------------


def test_native_code_counts_what_python_counts(by_python: Study) -> None:
    found = lab.study(SHORT, LocalCrew("native", 2))
    assert found.cells == by_python.cells


def test_who_plays_which_games_leaves_no_trace(by_python: Study) -> None:
    found = Study(SHORT)
    for order in reversed(list(found.orders())):
        part = Study(SHORT).of(order.cell)
        assert len(part) == 0
        half = order.count // 2
        whole = by_python.of(order.cell)
        rest = whole.part(order.first + half, order.first + order.count)
        found.add(Order(order.cell, order.first + half, order.count - half), rest)
        found.add(Order(order.cell, order.first, half), whole.part(order.first, order.first + half))
    assert found.cells == by_python.cells


def test_variants_meet_the_same_luck_game_by_game(by_python: Study) -> None:
    same = lab.study(
        lab.plan("bonfire", options={"rounds": 3}, games=40, seed="s"), LocalCrew("python", 1)
    )
    assert same.of(Cell(0, WEAKER)) == by_python.of(Cell(0, WEAKER))


def test_bots_that_search_can_be_studied_too(compiled: Callable[[str], native.Native]) -> None:
    compiled("dogpark.games.bonfire")
    one = lab.plan("bonfire", options={"rounds": 2}, bots=("puppy", "champion"), games=2)
    found = lab.study(one, LocalCrew("native", 1))
    assert found.complete
    assert set(found.of(Cell(0, MIXED)).places[:, :2].ravel().tolist()) <= {1, 2}


# -- plans ----------------------------------------------------------------------------------------


def test_the_two_levels_change_seats_from_game_to_game() -> None:
    seatings = {SHORT.bots(Cell(0, MIXED), number) for number in range(4)}
    assert seatings == {("puppy", "greedy"), ("greedy", "puppy")}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"vary": {"rounds": [5]}}, "the game has already"),
        ({"vary": {"rounds": [2, 2]}}, "given twice"),
        ({"bots": ("greedy",)}, "two levels"),
        ({"bots": ("greedy", "greedy")}, "two levels"),
        ({"games": 1}, "two games or more"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(lab.BadPlan, match=words):
        lab.plan("bonfire", **wrong)  # type: ignore[arg-type]


# -- what it says ---------------------------------------------------------------------------------


def sums(*counted: float, over: float = 1.0) -> Sums:
    return Sums(np.array(counted), np.full(len(counted), over))


def test_an_interval_covers_the_truth_as_often_as_it_says() -> None:
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(400):
        over = rng.poisson(5, 200).astype(float)
        counted = rng.binomial(over.astype(int), 0.3).astype(float)
        found = estimate(Sums(counted, over))
        assert found is not None
        covered += found.low < 0.3 < found.high
    assert 0.92 < covered / 400 < 0.98


def test_pairs_on_the_same_luck_tell_a_small_difference_apart() -> None:
    rng = np.random.default_rng(2)
    luck = rng.normal(100, 30, 300)
    base = Sums(luck, np.ones(300))
    changed = Sums(luck + 1 + rng.normal(0, 1, 300), np.ones(300))
    found = difference(base, changed)
    assert found is not None
    assert 0.8 < found.low < 1 < found.high < 1.2
    alone = estimate(base)
    assert alone is not None
    assert alone.high - alone.low > 6


def test_what_was_never_counted_over_has_no_value() -> None:
    assert estimate(sums(0, 0, over=0)) is None
    assert difference(sums(1, 1), sums(0, 0, over=0)) is None


def effect(weaker: Interval, stronger: Interval) -> Effect:
    column = Column("hits", "hits", False, lambda games: sums(len(games)))
    return Effect(column, 1, {}, {}, {WEAKER: weaker, STRONGER: stronger})


UP, DOWN = Interval(2, 1, 3), Interval(-2, -3, -1)
MAYBE_UP, MAYBE_DOWN = Interval(1, -1, 3), Interval(-1, -3, 1)


@pytest.mark.parametrize(
    ("weaker", "stronger", "words"),
    [
        (UP, UP, "by both"),
        (UP, DOWN, "levels disagree"),
        (UP, MAYBE_UP, "only by puppy"),
        (MAYBE_UP, DOWN, "only by greedy, puppy leans the other way"),
        (MAYBE_UP, MAYBE_DOWN, "no"),
    ],
)
def test_where_the_levels_disagree_it_is_said(
    weaker: Interval, stronger: Interval, words: str, by_python: Study
) -> None:
    assert verdict(by_python, effect(weaker, stronger)) == words


def test_a_shorter_game_is_shorter_by_both_levels(by_python: Study) -> None:
    rounds = next(column for column in by_python.columns if column.name == "rounds")
    found = by_python.effect(rounds, 1)
    assert found.sure
    assert all(one is not None and one.high < 0 for one in found.difference.values())


def test_the_shares_of_all_who_move_add_up(by_python: Study) -> None:
    wins = [c for c in by_python.columns if c.name in ("first_wins", "second_wins")]
    total = sum(one.value for c in wins if (one := by_python.estimate(c, 0, STRONGER)))
    drawn = np.mean((by_python.of(Cell(0, STRONGER)).places[:, :2] == 1).all(axis=1))
    assert total == pytest.approx(1 - drawn)


def test_skill_is_what_the_stronger_level_wins(by_python: Study) -> None:
    gap = by_python.skill_gap(0)
    assert gap is not None
    games = by_python.of(Cell(0, MIXED))
    won = sum(
        games.places[n][SHORT.bots(Cell(0, MIXED), n).index("greedy")] == 1
        and (games.places[n][:2] == 1).sum() == 1
        for n in range(40)
    )
    decided = sum((games.places[n][:2] == 1).sum() == 1 for n in range(40))
    assert gap.value == pytest.approx(won / decided)


def test_a_study_stops_once_it_is_precise_enough() -> None:
    one = lab.plan("bonfire", vary={"rounds": [2]}, games=5000)
    *_, found = run(one, LocalCrew("native", 1), precision={"rounds": 0.5})
    assert found.games < 1000
    rounds = next(column for column in found.columns if column.name == "rounds")
    for known in found.effect(rounds, 1).difference.values():
        assert known is not None
        assert known.high - known.value <= 0.5


# -- frames ---------------------------------------------------------------------------------------


def test_frames_hold_every_game_and_every_effect(by_python: Study) -> None:
    games = lab.games(by_python)
    assert len(games) == 2 * 3 * 40
    assert games.filter(variant="rounds=2")["rounds"].max() == 2
    assert games["seed"][7] == "s/7"
    effects = lab.effects(by_python)
    assert set(effects["bots"]) == {"puppy", "greedy", "greedy v puppy"}
    assert effects.filter(measure="rounds")["difference_high"].max() < 0
