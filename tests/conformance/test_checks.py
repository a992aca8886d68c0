"""Each check of the kit can fail: a toy broken in just that way trips it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dogpark.conformance import CHECKS, run, tables
from dogpark.kernel.native import Native
from dogpark.kernel.rooms import Rooms
from tests.toys.broken import BROKEN

TWINS = ("native", "simulator")
PLAYED = sorted(set(BROKEN) - set(TWINS))


def test_every_check_has_a_toy_that_fails_it() -> None:
    assert set(BROKEN) == set(CHECKS)


def test_every_check_says_in_a_sentence_what_it_checks() -> None:
    assert [check.name for check in CHECKS.values() if not check.sentence.endswith(".")] == []


@pytest.mark.parametrize("toy", ["tests.toys.fetch", "tests.toys.chase"])
def test_the_sound_toys_pass_every_check_at_every_table(
    toy: str, compiled: Callable[[str], Native]
) -> None:
    report = run(Rooms(toy), games=6, twin=compiled(toy), simulator_steps=20)
    report.insist()
    assert set(report.looked) == set(CHECKS)


@pytest.mark.parametrize("check", PLAYED)
def test_a_broken_toy_trips_the_check(check: str) -> None:
    rooms = BROKEN[check]()
    report = run(rooms, at=tables(rooms)[:1], games=6)
    assert check in report.failed


@pytest.mark.parametrize("check", PLAYED)
def test_the_check_fails_on_its_own_without_the_others(check: str) -> None:
    rooms = BROKEN[check]()
    report = run(rooms, at=tables(rooms)[:1], games=6, checks={check})
    assert report.failed == {check}


def test_rules_that_python_and_native_read_differently_are_found(
    compiled: Callable[[str], Native],
) -> None:
    rooms = BROKEN["native"]()
    report = run(
        rooms, at=tables(rooms)[:1], games=1, checks={"native"}, twin=compiled(rooms.package)
    )
    assert report.failed == {"native"}
    assert "score" in report.failures[0].problem


def test_rules_that_the_cuda_simulator_reads_differently_are_found(
    compiled: Callable[[str], Native],
) -> None:
    rooms = BROKEN["simulator"]()
    compiled(rooms.package)
    report = run(rooms, games=0, checks={"simulator"}, simulator_steps=4)
    assert report.failed == {"simulator"}
