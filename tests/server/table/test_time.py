"""The time for a decision: nothing that somebody does gives them more of it."""

from __future__ import annotations

from functools import partial

import pytest

from dogpark.server import entries
from dogpark.server.entries import Who
from dogpark.server.http.standing_in import _hand
from dogpark.server.table import drafts
from dogpark.server.table.clocks import RESPITE_MS
from dogpark.server.table.drafts import Draft
from dogpark.server.table.no import No
from tests.server.table.bench import ANN, BEN, CAT, Bench, in_a_seven, take_back

SECONDS = 30
FOUR = (ANN, BEN, CAT, Who(id="dan", name="Dan"))
hand_over = partial(_hand, person="ann", seat=0)


def exchange() -> Bench:
    """Four people at DOG, all asked for the card they give, with half a minute for it."""
    return Bench("dog", 4, clock="live", seconds=SECONDS).seat_all(*FOUR).begin()


def move(bench: Bench, seat: int, by: str = "person") -> None:
    """The first move that a seat can make."""
    table = bench.table
    assert table.position is not None
    code = table.position.codes(seat)[0]
    who = table.seats[seat].who
    person = who.id if who is not None and by == "person" else None
    bench.take(drafts.move(table, seat, code, by=by, person=person, key=f"k{table.seq}"))  # type: ignore[arg-type]  # (one of its names)


def deadlines(bench: Bench) -> list[int | None]:
    """As the table has them, and as it has them when it is read from its log again."""
    found = [bench.table.deadline(seat) for seat in range(len(bench.table.seats))]
    again = bench.again()
    assert [again.deadline(seat) for seat in range(len(again.seats))] == found
    return found


# -- taking back ----------------------------------------------------------------------------------


def test_who_takes_back_has_until_the_deadline_they_had() -> None:
    bench = exchange()
    before = deadlines(bench)
    for _ in range(3):
        bench.now += 5_000
        move(bench, 0)
        assert deadlines(bench) == [None, *before[1:]]
        bench.now += 4_000
        bench.take(take_back(bench.table, 0, "ann"))
        assert deadlines(bench) == before


def test_once_the_time_for_a_decision_is_up_it_is_not_taken_back() -> None:
    bench = exchange()
    due = bench.table.deadline(0)
    assert due is not None
    move(bench, 0)
    assert take_back(bench.table, 0, "ann", now=due - 1)
    with pytest.raises(No, match="time for that decision is up"):
        take_back(bench.table, 0, "ann", now=due)


def test_without_a_clock_there_is_always_time_to_take_back() -> None:
    bench = Bench("dog", 4).seat_all(*FOUR).begin()
    move(bench, 0)
    bench.take(take_back(bench.table, 0, "ann", now=bench.now + 10**9))
    assert bench.table.asked == (0, 1, 2, 3)


def test_every_step_of_a_seven_has_its_own_deadline_again() -> None:
    bench, seat = in_a_seven(clock="live", seconds=SECONDS)
    had = []
    for _ in range(3):
        had.append(deadlines(bench))
        bench.now += 2_000
        move(bench, seat)
    while had:
        bench.take(take_back(bench.table, seat, "ann"))
        assert deadlines(bench) == had.pop()


def test_what_others_have_sealed_meanwhile_moves_nobodys_deadline() -> None:
    bench = exchange()
    before = deadlines(bench)
    for seat in (0, 1, 2):
        bench.now += 1_000
        move(bench, seat)
    for seat in (1, 0, 2):
        bench.now += 1_000
        bench.take(take_back(bench.table, seat, FOUR[seat].id))
    assert deadlines(bench) == before


def test_after_a_time_without_a_server_a_decision_taken_back_has_its_full_time() -> None:
    bench = exchange()
    move(bench, 0)
    bench.now += 3_600_000
    bench.take(Draft(entries.Clocked()))
    clocked = bench.now
    bench.now += 5_000
    bench.take(take_back(bench.table, 0, "ann"))
    assert deadlines(bench) == [clocked + SECONDS * 1000] * 4


@pytest.mark.parametrize("by", ["clock", "bot", "window"])
def test_a_move_that_its_person_did_not_make_is_not_theirs_to_take_back(by: str) -> None:
    bench = exchange()
    move(bench, 0, by)
    assert not bench.table.may_undo(0)
    with pytest.raises(No, match="did not make that move"):
        take_back(bench.table, 0, "ann")
    move(bench, 1)  # and everybody else's is
    assert bench.table.may_undo(1)


def test_what_somebody_did_before_a_bot_moved_for_them_stays_too() -> None:
    bench, seat = in_a_seven(clock="live", seconds=SECONDS)
    move(bench, seat)
    move(bench, seat, "bot")
    move(bench, seat)
    bench.take(take_back(bench.table, seat, "ann"))
    with pytest.raises(No, match="did not make that move"):
        take_back(bench.table, seat, "ann")


def test_logs_in_which_a_move_of_the_clock_was_taken_back_are_read_as_they_were_written() -> None:
    bench = exchange()
    before = bench.table.position
    assert before is not None
    stood = before.to_dict()
    move(bench, 0, "clock")
    bench.take(Draft(entries.TookBack(seat=0, lines=before.length)))
    assert bench.table.position is not None
    assert bench.table.position.to_dict() == stood
    again = bench.again()
    assert again.position is not None
    assert again.position.to_dict() == stood


# -- handing over and coming back -----------------------------------------------------------------


def test_who_lets_a_bot_play_and_takes_over_has_until_the_deadline_they_had() -> None:
    bench = exchange()
    before = deadlines(bench)
    for _ in range(3):
        bench.now += 3_000
        bench.take(hand_over(bench.table))
        bench.now += 3_000
        bench.take(drafts.back(bench.table, 0, "ann"))
        assert deadlines(bench) == before


def test_who_was_away_and_comes_back_has_until_the_deadline_they_had() -> None:
    bench = exchange()
    before = deadlines(bench)
    for _ in range(3):
        bench.now += 1_000
        bench.take(drafts.away(bench.table, 0))
        bench.now += 1_000
        bench.take(drafts.hand(bench.table, 0, "family", "away"))
        bench.now += 1_000
        bench.take(drafts.back(bench.table, 0, "ann"))
        assert deadlines(bench) == before


def test_who_comes_back_after_their_time_is_late() -> None:
    bench = exchange()
    due = bench.table.deadline(0)
    assert due is not None
    bench.take(hand_over(bench.table))
    bench.now = due + 1_000
    bench.take(drafts.back(bench.table, 0, "ann"))
    assert deadlines(bench)[0] == due


def test_who_was_handed_over_by_the_clock_has_a_moment_more_and_no_second_one() -> None:
    bench = exchange()
    due = bench.table.deadline(0)
    assert due is not None
    bench.now = due
    for _ in range(3):
        bench.take(drafts.hand(bench.table, 0, "family", "clock"))
        bench.take(drafts.back(bench.table, 0, "ann"))
        assert deadlines(bench)[0] == due + RESPITE_MS
    move(bench, 0)
    for seat in (1, 2, 3):
        move(bench, seat)
    asked = bench.now
    (turn,) = bench.table.asked
    assert deadlines(bench)[turn] == asked + SECONDS * 1000, "the next decision is as any other"


def test_where_everybody_was_gone_clocks_begin_anew_for_nobody_waited() -> None:
    bench = exchange()
    for seat in range(4):
        bench.take(drafts.away(bench.table, seat))
    bench.now += 3_600_000
    bench.take(drafts.back(bench.table, 2, "cat"))
    assert deadlines(bench) == [bench.now + SECONDS * 1000] * 4
