"""A game's rooms, gathered; and nature's draw."""

from __future__ import annotations

from collections import Counter

from dogpark.kernel.playout import lowest_seat
from dogpark.kernel.rooms import Event, Rooms
from dogpark.kernel.seed import seed_nature


def test_an_event_is_json_ready() -> None:
    event = Event("dealt", "Seat 1 gets a ball.", {"seat": 1})
    assert event.to_dict() == {"event": "dealt", "words": "Seat 1 gets a ball.", "seat": 1}
    assert event.seats is None


def test_a_buffer_holds_the_codes_of_seats_and_of_nature(fetch: Rooms) -> None:
    assert fetch.buffer == max(fetch.facts.max_legal, fetch.facts.max_outcomes) == 5


def test_nature_draws_every_outcome_as_often_as_its_weight_says(fetch: Rooms) -> None:
    s = fetch.blank(2, fetch.facts.read_options({}, 2))
    seed_nature(s, "weights")
    fetch.rules.start(s)
    s.bag = [1, 0, 2, 3, 4]  # type: ignore[attr-defined]
    drawn = Counter(fetch.python["draw_outcome"](s, [0] * 5, [0] * 5) for _ in range(5000))
    chances = dict(fetch.chance(s))
    assert set(drawn) == set(chances)
    chi2 = sum(
        (drawn[code] - 500 * weight) ** 2 / (500 * weight) for code, weight in chances.items()
    )
    assert chi2 < 16.3  # the 99.9 % point for 3 degrees of freedom


def test_the_lowest_seat_of_a_mask_goes_first() -> None:
    assert [lowest_seat(mask) for mask in (0b1, 0b10, 0b110, 0b100000)] == [0, 1, 1, 5]
