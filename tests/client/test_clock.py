"""The server's clock, reckoned from pings."""

from __future__ import annotations

import pytest

from dogpark.client.clock import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock on a machine where it is always 1,000,000 milliseconds."""
    monkeypatch.setattr(Clock, "own", staticmethod(lambda: 1_000_000.0))
    return Clock()


def test_before_the_server_has_said_anything_its_time_is_not_known(clock: Clock) -> None:
    assert not clock.known
    with pytest.raises(LookupError):
        clock.now()


def test_the_welcome_gives_a_first_idea(clock: Clock) -> None:
    clock.hint(server=5_000, received=1_000)
    assert clock.now() == 1_004_000


def test_half_of_the_way_is_the_way_there(clock: Clock) -> None:
    clock.hint(server=0, received=0)
    clock.add(sent=1_000, server=9_020, received=1_040)
    assert clock.now() == 1_008_000
    assert clock.way == 40


def test_pings_that_were_held_up_are_not_believed(clock: Clock) -> None:
    for number in range(8):
        sent = 1_000.0 * number
        clock.add(sent, sent + 8_010, sent + 20)  # 10 ms each way: 8,000 ahead
        clock.add(sent, sent + 8_510, sent + 520)  # 510 ms there, 10 ms back: looks like 8,250
    assert clock.now() == 1_008_000


def test_one_odd_ping_among_the_quick_ones_changes_nothing(clock: Clock) -> None:
    clock.add(0, 3_000, 2)  # far off, and quicker than all others
    for number in range(1, 6):
        clock.add(100.0 * number, 100.0 * number + 8_005, 100.0 * number + 10)
    assert clock.now() == 1_008_000


def test_old_pings_are_forgotten(clock: Clock) -> None:
    clock.add(0, 0, 2)
    for number in range(100):
        clock.add(100.0 * number, 100.0 * number + 8_005, 100.0 * number + 10)
    assert clock.way == 10
    assert clock.now() == 1_008_000
