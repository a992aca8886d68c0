"""What a seat observes: all of it is its own to know, and nothing hidden moves it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from dogpark import games
from dogpark.conformance.tables import Table, tables
from dogpark.conformance.walk import Moment, walk
from dogpark.kernel.sight import Sight, sight_of

EVERY = 9  # moments of a game between two looks


def _moments(table: Table, number: int, steps: int | None = None) -> Iterator[Moment]:
    for moment in walk(table, f"sight/{number}", Counter()):
        if steps is not None and moment.step > steps:
            return
        if moment.step % EVERY == number % EVERY:
            yield moment


def _check(sight: Sight, moment: Moment) -> int:
    """Bounds, size and leaks; how many re-deals changed something hidden."""
    rooms, s = moment.rooms, moment.s
    different = 0
    for seat in moment.seats:
        out = [0] * sight.size
        assert sight.module.observe(s, seat, out) == sight.size
        seen = sight.observe(s, seat)
        outside = (seen < sight.low) | (seen > sight.high)
        assert not outside.any(), {
            name: part
            for name, part in sight.named(np.where(outside, seen, 0)).items()
            if any(part)
        }
        codes = rooms.legal(s, seat)
        assert all(code < sight.actions for code in codes)
        other = rooms.redeal(s, seat, moment.tries)
        different += _hidden(other.to_dict()) != _hidden(s.to_dict())
        assert sight.observe(other, seat).tobytes() == seen.tobytes()
        assert sight.mask(rooms.legal(other, seat)).tobytes() == sight.mask(codes).tobytes()
    return different


def _hidden(state: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in state.items() if not name.startswith("rng_")}


def test_re_dealing_what_a_seat_cannot_know_leaves_observation_and_mask_as_they_were(
    table: tuple[str, int],
) -> None:
    name, players = table
    rooms = games.rooms(name)
    sight = sight_of(rooms)
    different = 0
    for number in range(3):  # all random, all greedy, mixed
        for moment in _moments(Table(rooms, players, {}), number):
            different += _check(sight, moment)
    assert bool(different) == rooms.facts.hidden  # or nothing was proven


@pytest.mark.parametrize("name", games.names())
def test_house_rules_change_nothing_about_that(name: str) -> None:
    rooms = games.rooms(name)
    sight = sight_of(rooms)
    changed = [table for table in tables(rooms) if table.changed]
    for number, table in enumerate(changed):
        for moment in _moments(table, number, steps=60):
            _check(sight, moment)


@pytest.mark.parametrize("name", games.names())
def test_an_observation_tells_seats_apart_and_moves_with_the_game(name: str) -> None:
    rooms = games.rooms(name)
    sight = sight_of(rooms)
    seen = {
        sight.observe(moment.s, seat).tobytes()
        for moment in _moments(Table(rooms, rooms.facts.seats[-1], {}), 0, steps=200)
        for seat in moment.seats
    }
    assert len(seen) > 2 * rooms.facts.seats[-1]


@pytest.mark.parametrize("name", ["dog", "bonfire", "breath"])  # those registered with OpenSpiel
def test_the_actions_of_seats_come_before_those_of_nature(name: str) -> None:
    rooms = games.rooms(name)
    sight = sight_of(rooms)
    for moment in _moments(Table(rooms, rooms.facts.seats[0], {}), 0, steps=300):
        assert all(code >= sight.actions for code, _ in rooms.chance(moment.s))


def test_a_hand_is_seen_by_its_own_seat_only() -> None:
    rooms = games.rooms("dog")
    sight = sight_of(rooms)
    for moment in _moments(Table(rooms, 4, {}), 0, steps=60):
        for seat in moment.seats:
            hand = sight.named(sight.observe(moment.s, seat))["hand"]
            held = moment.s.to_dict()["hand"][seat]
            assert hand == [held.count(kind) for kind in range(len(hand))]
