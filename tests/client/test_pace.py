"""When the moves of a load test are due."""

from __future__ import annotations

import random

import pytest

from dogpark.client.loadtest.pace import Pace


def own_table(due: float = 10.0, gap: float = 2.0) -> Pace:
    """A table of our own people whose first move is due then."""
    pace = Pace(gap, with_bots=False)
    pace._due = due
    return pace


def test_moves_come_one_gap_after_the_other() -> None:
    pace = own_table()
    assert [pace.slot(9.0), pace.slot(10.1), pace.slot(12.1)] == [10.0, 12.0, 14.0]


def test_who_is_late_moves_at_once_and_the_beat_stays() -> None:
    pace = own_table()
    assert pace.slot(10.5) == 10.5
    assert pace.slot(10.6) == 12.0


def test_beats_missed_altogether_are_left_out() -> None:
    pace = own_table()
    assert pace.slot(17.5) == 17.5
    assert pace.slot(17.6) == 18.0


def test_tables_that_waited_for_the_same_pause_go_their_own_ways_again() -> None:
    paces = [own_table(due=10.0 + offset) for offset in (0.0, 0.5, 1.5)]
    assert {pace.slot(20.0) for pace in paces} == {20.0}
    assert [pace.slot(20.1) for pace in paces] == [22.0, 20.5, 21.5]


def test_the_first_move_is_anywhere_within_a_gap() -> None:
    firsts = []
    for _ in range(200):
        pace = Pace(2.0, with_bots=False)
        pace.spread(100.0)
        firsts.append(pace.slot(100.0))
    assert min(firsts) < 100.5
    assert max(firsts) > 101.5
    assert all(100.0 <= first < 102.0 for first in firsts)


def test_among_bots_a_player_thinks_for_a_gap_on_average_and_never_twice_as_long() -> None:
    random.seed(3)
    pace = Pace(2.0, with_bots=True)
    pace.spread(0.0)
    pace.slot(0.0)
    thought = [pace.slot(50.0) - 50.0 for _ in range(2000)]
    assert min(thought) >= 1.0
    assert max(thought) < 3.0
    assert sum(thought) / len(thought) == pytest.approx(2.0, abs=0.05)


def test_without_a_pace_moves_are_made_at_once() -> None:
    pace = Pace(0.0, with_bots=False)
    pace.spread(5.0)
    assert [pace.slot(5.0), pace.slot(5.1)] == [5.0, 5.1]
