"""When a table that waits is given up, and when its host's part goes to somebody else."""

from __future__ import annotations

import pytest

from dogpark.server import entries
from dogpark.server.entries import AnyEntry
from dogpark.server.park.waiting import (
    DAY_MS,
    GIVEN_UP_LATE_MS,
    GIVEN_UP_MS,
    HOST_GONE_LATE_MS,
    HOST_GONE_MS,
    HOST_LEFT_MS,
    given_up,
    given_up_at,
    heir,
    passed_on,
    passes_at,
)
from dogpark.server.people.ids import gone_id
from dogpark.server.table import drafts
from dogpark.server.table.drafts import Draft
from dogpark.server.table.no import No
from tests.server.table.bench import ANN, BEN, CAT, Bench


def happens(bench: Bench, *some: AnyEntry) -> Bench:
    for entry in some:
        bench.take(Draft(entry))
    return bench


def waiting(*some: AnyEntry, public: bool = True, clock: entries.ClockKind = "none") -> Bench:
    """Ann's table, at which she sits."""
    opened = Bench("bonfire", 4, public=public, clock=clock)
    return happens(opened, entries.Sat(seat=0, who=ANN), *some)


BEN_SITS, CAT_SITS = entries.Sat(seat=1, who=BEN), entries.Sat(seat=2, who=CAT)


def test_while_anybody_is_there_a_table_is_never_given_up() -> None:
    bench = waiting(BEN_SITS, entries.Away(seat=0))
    assert given_up_at(bench.table) is None
    happens(bench, entries.Away(seat=1))
    assert given_up_at(bench.table) == bench.now + GIVEN_UP_MS
    happens(bench, entries.Back(seat=1))
    assert given_up_at(bench.table) is None


@pytest.mark.parametrize(
    ("public", "clock", "after"),
    [
        (True, "none", GIVEN_UP_MS),
        (True, "live", GIVEN_UP_MS),
        (True, "correspondence", GIVEN_UP_LATE_MS),
        (False, "none", GIVEN_UP_LATE_MS),
        (False, "correspondence", GIVEN_UP_LATE_MS),
    ],
)
def test_a_table_by_invitation_or_by_correspondence_waits_for_days(
    public: bool, clock: entries.ClockKind, after: int
) -> None:
    bench = waiting(entries.Away(seat=0), public=public, clock=clock)
    assert given_up_at(bench.table) == bench.now + after
    assert GIVEN_UP_MS < DAY_MS < GIVEN_UP_LATE_MS


def test_a_host_without_a_seat_is_there_all_the_same_until_they_are_away() -> None:
    bench = waiting(entries.Rose(seat=0))
    assert given_up_at(bench.table) is None
    happens(bench, entries.Away())
    assert given_up_at(bench.table) == bench.now + GIVEN_UP_MS
    assert bench.told[-1].words == "Ann is away."
    happens(bench, entries.Back())
    assert given_up_at(bench.table) is None


def test_a_table_is_closed_only_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = waiting(entries.Away(seat=0))
    due = given_up_at(bench.table)
    monkeypatch.setattr("dogpark.server.park.waiting.wall_ms", lambda: (due or 0) - 1)
    assert given_up(bench.table) is None
    monkeypatch.setattr("dogpark.server.park.waiting.wall_ms", lambda: due)
    bench.take(given_up(bench.table))
    assert bench.table.status == "closed"
    assert given_up(bench.table) is None


@pytest.mark.parametrize(
    ("clock", "after"), [("none", HOST_GONE_MS), ("correspondence", HOST_GONE_LATE_MS)]
)
def test_a_host_who_stays_away_is_replaced_by_the_next_who_is_there(
    clock: entries.ClockKind, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = waiting(BEN_SITS, CAT_SITS, clock=clock)
    assert passes_at(bench.table) is None
    happens(bench, entries.Away(seat=0))
    gone = bench.now
    happens(bench, entries.Away(seat=1))  # Ben is no use: he is away as well
    assert heir(bench.table) == CAT
    assert passes_at(bench.table) == gone + after
    monkeypatch.setattr("dogpark.server.park.waiting.wall_ms", lambda: gone + after)
    (told,) = bench.take(passed_on(bench.table))
    assert (told.event, told.person, told.words) == ("hosted", CAT.id, "Cat is the host now.")
    assert bench.table.info().host == CAT.id
    assert bench.again().info() == bench.table.info()
    with pytest.raises(No, match="Only the host"):
        drafts.fill(bench.table, ANN.id, 3, "family")
    bench.take(drafts.fill(bench.table, CAT.id, 3, "family"))
    bench.take(drafts.begin(bench.table, CAT.id))
    assert bench.table.status == "playing"


def test_a_host_who_got_up_and_left_is_replaced_soon() -> None:
    bench = waiting(BEN_SITS, entries.Rose(seat=0))
    assert passes_at(bench.table) is None, "they may only change places"
    happens(bench, entries.Away())
    assert passes_at(bench.table) == bench.now + HOST_LEFT_MS
    happens(bench, entries.Back(), entries.Sat(seat=3, who=ANN))
    assert passes_at(bench.table) is None
    happens(bench, entries.Rose(seat=3))
    assert passes_at(bench.table) is None, "that they were away once is forgotten"


def test_a_host_who_was_deleted_is_replaced_soon() -> None:
    ghost = entries.Who(id=gone_id(), name="a former player")
    bench = Bench("bonfire", 4, public=True)
    bench.table.host = ghost
    happens(bench, entries.Sat(seat=0, who=ghost), BEN_SITS, entries.Away(seat=0))
    assert passes_at(bench.table) == bench.now + HOST_LEFT_MS


def test_with_nobody_there_to_take_it_over_the_host_stays_the_host() -> None:
    bench = waiting(entries.Away(seat=0))
    assert passes_at(bench.table) is None
    happens(bench, BEN_SITS)
    assert heir(bench.table) == BEN
    assert passes_at(bench.table) is not None
    happens(bench, entries.Away(seat=1))
    assert passes_at(bench.table) is None


def test_who_came_back_while_all_were_away_does_not_make_the_host_less_away() -> None:
    bench = waiting(BEN_SITS, entries.Away(seat=0))
    gone = bench.now
    happens(bench, entries.Away(seat=1), entries.Back(seat=1))
    assert passes_at(bench.table) == gone + HOST_GONE_MS


def test_when_the_game_begins_whoever_is_away_gets_the_whole_grace() -> None:
    bench = Bench("bonfire", 2).seat_all(ANN, BEN)
    happens(bench, entries.Away(seat=1), entries.Away(seat=0), entries.Back(seat=0))
    bench.begin()
    ann, ben = bench.table.seats
    assert (ann.away_since, ann.came) == (None, 0)
    assert (ben.away_since, ben.came) == (bench.now, 0)


def test_a_seat_that_went_to_another_is_not_noted_as_away() -> None:
    bench = waiting(BEN_SITS, entries.Swapped(seats=[0, 1]))
    assert drafts.away(bench.table, 0, person=ANN.id) is None
    assert drafts.away(bench.table, 1, person=ANN.id) is not None
    happens(bench, entries.Rearranged(players=2, options={}))
    assert drafts.away(bench.table, 3, person=ANN.id) is None
