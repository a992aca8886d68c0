"""Games against the clock: who acts when, what falls due, and records that keep the times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from dogpark.conformance.tables import Table, registered
from dogpark.kernel.facts import CHANCE, NEVER
from dogpark.kernel.rooms import Rooms
from dogpark.play.game import Game, load
from dogpark.play.position import NoClock, Position
from dogpark.play.record import BadRecord, loads, record_of, replay
from dogpark.play.refused import Refused


@pytest.fixture
def chase() -> Iterator[Game]:
    rooms = Rooms("tests.toys.chase")
    with registered(rooms):
        yield Table(rooms, 2, {}).game


@pytest.fixture
def live(chase: Game) -> Position:
    """A chase that was played by the clock to its end."""
    position = chase.start(seed=7)
    position.apply(0, "sprint", at=40)
    position.apply(1, "trot", at=40)
    position.apply(1, "trot", at=1999)
    position.wait(5000)
    return position


def test_without_a_clock_every_seat_acts_as_soon_as_it_may(chase: Game) -> None:
    position = chase.start(seed=7)
    position.apply(0, "trot")
    assert (position.now, position.moment(0), position.moment(1)) == (0, 300, 0)
    position.apply(0, "trot")
    assert (position.now, position.moment(1)) == (300, 300)


def test_without_a_clock_what_is_due_happens_once_nobody_can_act_before(chase: Game) -> None:
    position = chase.start(seed=7)
    for _ in range(4):
        position.apply(0, "sprint")
        position.apply(1, "sprint")
    assert position.now == 2000
    assert position.result is not None
    assert position.history()[-1].at == 2000


def test_whoever_is_ready_first_comes_next(chase: Game) -> None:
    position = chase.start(seed=7)
    first = position.turn
    assert first is not None
    position.apply(first, "sprint")
    assert position.turn == 1 - first
    position.apply(1 - first, "trot")
    assert position.turn == 1 - first
    position.wait(2000)
    assert position.turn is None


def test_time_passes_until_the_moment_of_a_move(chase: Game) -> None:
    position = chase.start(seed=7)
    position.apply(1, "trot", at=777)
    assert (position.now, position.moment(1)) == (777, 1077)
    position.apply(0, "trot", at=700)  # no time machine: it is 777 by now
    assert position.now == 777


def test_a_time_that_is_past_is_now_and_what_follows_happens_at_once(chase: Game) -> None:
    position = chase.start(seed=7)
    position.wait(1000)
    position.apply(1, "sprint", at=990)
    position.apply(0, "sprint", at=1700)
    position.apply(1, "sprint", at=1400)
    events = position.wait(0)
    assert (position.now, events) == (1700, [])
    assert [line.at for line in position.history()] == [0, 1000, 1700, 1700]


def test_what_a_move_leaves_to_chance_is_decided_however_old_its_time() -> None:
    position = load("dogpile", 2).start(seed=7)
    for seat in (0, 1):
        position.apply(seat, "ready", at=0)
    position.apply(0, "dig 1", at=5000)
    events = position.apply(1, "dig 2", at=4990)
    assert position.active == (0, 1)
    assert [event.key for event in events] == ["dug", "found"]


@pytest.mark.parametrize("at", [1.5, True, "40", -1, NEVER])
def test_a_time_that_is_no_whole_number_of_milliseconds_is_refused(chase: Game, at: Any) -> None:
    position = chase.start(seed=7)
    with pytest.raises(Refused, match="a time is in whole milliseconds"):
        position.apply(0, "trot", at=at)
    assert (position.now, position.length) == (0, 1)


def test_a_seat_that_is_not_ready_is_refused_and_told_how_long(chase: Game) -> None:
    position = chase.start(seed=7)
    position.apply(1, "trot", at=100)
    with pytest.raises(Refused, match=r"CHA-1\.2: still running for 50 ms"):
        position.apply(1, "trot", at=350)
    position.apply(1, "trot", at=400)
    assert position.now == 400


def test_what_is_due_happens_at_its_own_time_however_late_the_clock_is_read(chase: Game) -> None:
    position = chase.start(seed=7)
    events = position.wait(9000)
    assert [event.key for event in events] == ["whistle"]
    assert position.now == 2000
    assert position.due == NEVER


def test_a_move_after_the_end_of_time_is_refused(chase: Game) -> None:
    position = chase.start(seed=7)
    with pytest.raises(Refused, match="over"):
        position.apply(0, "trot", at=2000)


def test_nothing_readable_moves_no_clock(chase: Game) -> None:
    position = chase.start(seed=7)
    with pytest.raises(Refused, match="a move starts with"):
        position.apply(0, "bark", at=500)
    assert position.now == 0


def test_nature_does_not_act_before_its_time(chase: Game) -> None:
    position = chase.start(chance="manual")
    position.apply(CHANCE, "first 1", at=0)
    with pytest.raises(Refused, match="nothing is left to chance"):
        position.apply(CHANCE, "whistle", at=1500)
    for seat in (0, 1):
        position.apply(seat, "sprint", at=1900)
    with pytest.raises(Refused, match="nothing falls due before 2000 ms"):
        position.apply(CHANCE, "whistle", at=1950)
    position.apply(CHANCE, "whistle", at=2100)
    assert position.now == 2000


def test_a_copy_has_a_clock_of_its_own(chase: Game) -> None:
    position = chase.start(seed=7)
    position.copy().wait(600)
    assert position.now == 0


def test_a_game_without_a_clock_has_no_time(game: Game) -> None:
    position = game.start(seed=7)
    assert (position.now, position.due, position.moment(0)) == (None, None, None)
    with pytest.raises(NoClock, match="Fetch is not played against a clock"):
        position.apply(0, "throw 1", at=5)


def test_a_record_keeps_the_times_and_replays_them(live: Position) -> None:
    text = live.record().dumps()
    assert '{"n":4,"by":1,"at":1999,"do":"trot"}' in text
    again = replay(loads(text))
    assert again.history() == live.history()
    assert again.state == live.state
    assert replay(loads(text), upto=2).now == 40


def test_a_game_that_goes_on_is_kept_with_the_time_it_had(chase: Game) -> None:
    position = chase.start(seed=7)
    for seat in (0, 1):
        position.apply(seat, "sprint", at=1600)
    position.wait(1900)  # nobody can act any more, but the whistle has not blown yet
    again = replay(loads(record_of(position, with_seed=True).dumps()))
    assert (again.now, again.active, again.result) == (1900, (CHANCE,), None)
    assert [event.key for event in again.wait(2000)] == ["whistle"]


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (39, "the closing line says 39 ms, but it is 40 ms"),
        (2001, "the closing line says 2001 ms, but it is 2000 ms"),
        (-1, "a time is in whole milliseconds"),
    ],
)
def test_a_closing_time_that_cannot_be_is_refused(live: Position, now: int, words: str) -> None:
    kept = record_of(live, with_seed=False)
    kept = replace(kept, lines=kept.lines[:3], result=None, now=now)
    with pytest.raises(BadRecord, match=words):
        replay(loads(kept.dumps()))


def test_a_closing_time_is_told_exactly_where_a_clock_runs_on(live: Position) -> None:
    kept = record_of(live, with_seed=False)
    for wrong in (replace(kept, now=2000), replace(kept, result=None, now=None)):
        with pytest.raises(BadRecord, match="no time 'now', or has one where no clock runs"):
            loads(wrong.dumps())


def test_a_position_survives_its_json_form_times_and_all(live: Position) -> None:
    again = live.game.from_dict(live.to_dict())
    assert again.history() == live.history()
    assert again.now == 2000


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"n":3,"by":1,"at":39,"do":"trot"}', "at 39 ms, but it is 40 ms"),
        ('{"n":3,"by":0,"at":41,"do":"trot"}', "CHA-1.2"),
        ('{"n":3,"by":1,"at":2000,"do":"trot"}', "is not asked now"),
        ('{"n":3,"by":1,"at":"40","do":"trot"}', "the time 'at' is missing or no whole number"),
        ('{"n":3,"by":1,"do":"trot"}', "the time 'at' is missing or no whole number"),
    ],
)
def test_a_record_whose_times_do_not_hold_is_refused(live: Position, line: str, words: str) -> None:
    from dogpark.play import record as module

    header, *rows = record_of(live, with_seed=False).dumps().splitlines()
    body = [header, *rows[:2], line]
    digest = module._digest(body, None, None, 99)
    closing = f'"end":"unfinished","lines":3,"result":null,"seed":null,"digest":"{digest}","now":99'
    with pytest.raises(BadRecord, match=words):
        replay(loads("\n".join([*body, f"{{{closing}}}", ""])))
