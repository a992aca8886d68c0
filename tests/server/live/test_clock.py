"""The clock of a live table: it runs with the wall's, and stands still while nobody serves it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dogpark.server.live.clock import PAUSE_MS, Clock

NOON = 1_800_000_000_000


def test_the_clock_is_at_zero_when_the_game_begins_and_runs_from_then_on() -> None:
    clock = Clock.begun(NOON)
    assert clock.at(NOON) == 0
    assert clock.at(NOON + 1234) == 1234
    assert clock.wall_at(1234) == NOON + 1234
    assert clock.epoch == NOON


def test_before_the_beginning_it_stands_still() -> None:
    assert Clock.begun(NOON).at(NOON - 50) == 0


def test_after_an_outage_the_game_goes_on_where_it_was_after_a_pause() -> None:
    clock = Clock.begun(NOON).again(NOON + 60_000, reached=12_000)
    back = NOON + 60_000 + PAUSE_MS
    assert not clock.running(back - 1)
    assert clock.running(back)
    assert clock.at(NOON + 60_000) == clock.at(back) == 12_000
    assert clock.at(back + 300) == 12_300
    assert clock.wall_at(12_300) == back + 300
    assert clock.epoch == back - 12_000


def test_a_second_outage_right_after_the_first_loses_no_time_of_the_game() -> None:
    once = Clock.begun(NOON).again(NOON + 60_000, reached=12_000)
    twice = once.again(NOON + 61_000, reached=12_000)
    assert twice.at(NOON + 64_000) == 12_000


@given(
    outages=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), max_size=6),
    steps=st.lists(st.integers(0, 50_000), min_size=2, max_size=12),
)
def test_the_games_time_never_goes_back_behind_what_was_saved(
    outages: list[tuple[int, int]], steps: list[int]
) -> None:
    clock, wall, reached = Clock.begun(NOON), NOON, 0
    for away, since_saved in outages:
        for step in steps:
            wall += step
            assert clock.at(wall) >= reached
            reached = max(reached, clock.at(wall) - since_saved)
            assert clock.wall_at(clock.at(wall)) <= max(wall, clock.wall)
        wall += away
        clock = clock.again(wall, reached)
        assert clock.at(wall) == clock.at(clock.wall) >= reached
