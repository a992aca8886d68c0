"""The kit's check of veiled stages: what it lets pass, what it finds, and that it has something to find."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from dogpark import games
from dogpark.conformance import run, tables
from dogpark.conformance.walk import walk
from dogpark.kernel.rooms import Rooms
from tests.toys.broken import Patched
from tests.toys.fetch import rules as good
from tests.toys.fetch.actions import THROW


def veiling(rooms: Rooms, **veiled: str) -> Rooms:
    rooms.facts = replace(rooms.facts, veiled=veiled)
    return rooms


def problems(rooms: Rooms, *checks: str) -> list[str]:
    report = run(rooms, at=tables(rooms)[:1], games=6, checks=set(checks))
    return [failure.problem for failure in report.failures]


def test_a_move_that_everybody_can_always_make_may_stand_for_no_answer() -> None:
    assert problems(veiling(Patched(), throw="throw 1"), "veiled", "facts") == []


def test_a_move_that_only_some_can_make_is_found_with_the_seat_that_cannot() -> None:
    (found,) = problems(veiling(Patched(), throw="throw 3"), "veiled")
    assert "may not 'throw 3'" in found


def test_a_window_that_asks_somebody_twice_is_found() -> None:
    def apply(s: Any, seat: int, code: int) -> None:
        if code != THROW:  # throwing with the first arm seals nothing
            good.apply(s, seat, code)

    (found,) = problems(veiling(Patched(apply=apply), throw="throw 1"), "veiled")
    assert "asked again" in found


def test_a_move_that_does_not_exist_is_found() -> None:
    (found,) = problems(veiling(Patched(), throw="juggle"), "veiled")
    assert "UnreadableAction" in found


@pytest.mark.parametrize(
    "change", [{"veiled": {"trhow": "throw 1"}}, {"no_conferring": "FET-9.9"}], ids=str
)
def test_a_stage_or_a_rule_that_is_not_there_is_found(change: dict[str, Any]) -> None:
    rooms = Patched()
    rooms.facts = replace(rooms.facts, **change)
    assert problems(rooms, "facts")


@pytest.mark.parametrize("name", [n for n in games.names() if games.rooms(n).facts.veiled])
def test_the_games_that_the_kit_plays_come_to_veiled_stages(name: str) -> None:
    rooms = games.rooms(name)
    met: Counter[str] = Counter()
    for moment in walk(tables(rooms)[0], "kit/0", Counter()):
        met.update(rooms.stage(moment.s, seat) for seat in moment.seats)
    assert all(met[stage] for stage in rooms.facts.veiled)
