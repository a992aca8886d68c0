"""Lag: what is measured, what is given back, and what a client cannot get by lying."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dogpark.server.live.lag import (
    ACTION_MS,
    FAVOURS,
    LONGEST_MS,
    NEGLIGIBLE_MS,
    LagMeter,
    Quota,
    shortest,
)


def measured(*trips: float) -> LagMeter:
    meter = LagMeter()
    for trip in trips:
        meter.hear(trip)
    return meter


# -- measuring ------------------------------------------------------------------------------------


def test_an_unmeasured_way_supports_nothing() -> None:
    assert LagMeter().one_way is None
    assert LagMeter().supports == 0


def test_a_steady_way_supports_its_own_lag_and_hardly_more() -> None:
    meter = measured(*[80.0] * 40)
    assert meter.one_way == 40
    assert 40 <= meter.supports <= 41


def test_an_unsteady_way_supports_its_slower_messages_too() -> None:
    meter = measured(*[64.0, 96.0] * 40)
    assert meter.one_way is not None
    assert 38 < meter.one_way < 42
    assert 48 < meter.supports < 80


def test_one_slow_answer_changes_little() -> None:
    meter = measured(*[40.0] * 40)
    meter.hear(400)
    assert meter.one_way is not None
    assert meter.one_way < 45


def test_a_device_that_slept_is_not_a_long_way() -> None:
    meter = measured(40.0, LONGEST_MS + 1, -5.0)
    assert meter.one_way == 20


def test_a_way_that_became_shorter_is_believed_after_a_while() -> None:
    meter = measured(*[300.0] * 20, *[30.0] * 60)
    assert meter.supports < 25


# -- giving back ----------------------------------------------------------------------------------


def test_an_honest_claim_within_what_the_way_supports_is_given_whole() -> None:
    assert Quota().grant(42.7, 60) == 42


def test_more_than_the_way_supports_is_not_given() -> None:
    assert Quota().grant(90, 30) == 30


def test_more_than_the_most_for_one_action_is_not_given() -> None:
    assert Quota().grant(5000, 3000) == ACTION_MS


def test_who_claims_nothing_gets_nothing() -> None:
    assert Quota().grant(None, 80) == 0


def test_a_move_sent_in_the_future_counts_when_it_arrives() -> None:
    assert Quota().grant(-250.0, 80) == 0


def test_a_lag_that_nobody_feels_is_not_given_back() -> None:
    assert Quota().grant(NEGLIGIBLE_MS - 1, NEGLIGIBLE_MS - 1) == 0
    assert Quota().most(NEGLIGIBLE_MS - 1) == 0


def test_only_what_a_dog_has_more_than_others_is_given_back() -> None:
    assert Quota().grant(130, 140, base=90) == 40
    assert Quota().grant(85, 140, base=90) == 0
    assert Quota().most(95, base=90) == 0


def test_the_lag_that_everybody_has_is_that_of_the_shortest_way() -> None:
    assert shortest([measured(180.0), measured(90.0)]) == 45
    assert shortest([]) == 0


def test_nothing_is_known_to_be_common_with_an_unmeasured_way_or_one_elsewhere() -> None:
    assert shortest([measured(180.0), LagMeter()]) == 0
    assert shortest([measured(180.0), None]) == 0


def test_after_so_many_favours_nothing_is_given_back_within_the_round() -> None:
    quota = Quota()
    for _ in range(FAVOURS):
        assert quota.grant(ACTION_MS, ACTION_MS) == ACTION_MS
        quota.spend()
    assert quota.grant(ACTION_MS, ACTION_MS) == 0
    assert quota.most(ACTION_MS) == 0
    quota.spend()
    assert quota.left == 0


@given(
    claimed=st.floats(-1e9, 1e9),
    supports=st.integers(0, 10**6),
    base=st.integers(0, 10**4),
    spent=st.integers(0, 5),
)
def test_whatever_is_claimed_no_action_gets_more_than_the_table_waits_for(
    claimed: float, supports: int, base: int, spent: int
) -> None:
    quota = Quota()
    for _ in range(spent):
        quota.spend()
    granted = quota.grant(claimed, supports, base)
    assert 0 <= granted <= quota.most(supports, base) <= min(ACTION_MS, supports)
