"""Fairness, measured: the simulation of bench/server/fairness.py with fewer dogs and wide bounds."""

from __future__ import annotations

from functools import cache

from bench.server.fairness import Rounds, Tally, contests, rounds

from dogpark.server.live.lag import FAVOURS

COUNT = 12  # rounds of 14 bones


@cache
def tallies() -> tuple[Tally, ...]:
    return tuple(contests("test", 6000))


@cache
def honest(lag: float, *, compensate: bool = True) -> Rounds:
    return rounds("test", COUNT, lag=lag, compensate=compensate)


def test_the_first_to_strike_gets_the_bone_however_much_the_ways_differ_up_to_100_ms() -> None:
    for tally in tallies():
        assert tally.contests > 300
        assert tally.given_back / tally.contests > 0.93


def test_a_longer_way_is_hardly_a_disadvantage_any_more() -> None:
    for tally in tallies():
        assert tally.behind_given_back / tally.behind > 0.9
    assert tallies()[-1].behind_without / tallies()[-1].behind < 0.25  # by order of arrival


def test_nobody_loses_by_what_others_are_given_back() -> None:
    for tally in tallies():
        ahead = tally.contests - tally.behind
        assert (tally.given_back - tally.behind_given_back) / ahead > 0.93


def test_over_a_round_a_dog_with_a_long_way_wins_nearly_its_share() -> None:
    fair, far, by_arrival = honest(20), honest(100), honest(100, compensate=False)
    assert by_arrival.won / by_arrival.bones < 0.05
    assert far.won / far.bones > 0.13
    assert 0.18 < fair.won / fair.bones < 0.32
    assert fair.in_order / fair.bones > 0.92


def test_a_liar_wins_no_more_by_it_than_its_favours() -> None:
    for pretends in (30, 100, 280):
        liar = rounds("test", COUNT, lag=20, pretends=pretends)
        assert liar.favoured <= FAVOURS * COUNT
        gained = (liar.won - honest(20).won) / COUNT
        assert gained <= FAVOURS
        assert liar.won / liar.bones < 0.55


def test_the_same_seed_measures_the_same() -> None:
    assert rounds("again", 2, lag=60) == rounds("again", 2, lag=60)
    assert contests("again", 50) == contests("again", 50)
