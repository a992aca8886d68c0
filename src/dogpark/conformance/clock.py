"""Checks of games against the clock: time only passes as the rules say it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dogpark.conformance.checks import check
from dogpark.conformance.packing import bytes_of
from dogpark.conformance.walk import Moment, Walked
from dogpark.kernel.facts import CHANCE, CHANCE_BIT, NEVER


@check("moment")
def clock(moment: Moment) -> Iterator[str]:
    """Seats act at their moment and nature when it is due; the clock never runs backwards."""
    rooms = moment.rooms
    if not rooms.facts.timed:
        return
    s: Any = moment.s
    if moment.before is not None:
        yield from _step(moment)
    mask = rooms.rules.active(s)
    if not mask:
        return
    due = rooms.due(s)
    if due < s.now:
        yield f"at {s.now} ms something was due at {due} ms"
    if not mask & CHANCE_BIT:
        for seat in rooms.active_seats(s):
            if not s.now <= rooms.moment(s, seat) < due:
                yield f"seat {seat} may act at {rooms.moment(s, seat)}, now {s.now}, due {due}"
    if due != NEVER:
        later: Any = s.copy()
        later.now = due
        if rooms.rules.active(later) != CHANCE_BIT:
            yield f"nature does not act when its time has come at {due} ms"


def _step(moment: Moment) -> Iterator[str]:
    rooms, before = moment.rooms, moment.before
    was: Any = before
    s: Any = moment.s
    assert before is not None
    if moment.seat == CHANCE:
        meant = max(was.now, rooms.due(before))
    else:
        meant = rooms.moment(before, moment.seat)
    if s.now != meant:
        yield f"seat {moment.seat} acted at {s.now} ms instead of {meant} ms"


@check("walk")
def live(walked: Walked) -> Iterator[str]:
    """The same moves at the same times, given by the clock of a live table, lead to the same end."""
    position = walked.position
    rooms = position.rooms
    if not rooms.facts.timed:
        return
    again = walked.table.game.begin(walked.seed, "seeded")
    again.roll(0)
    for seat, action, at in position.history():
        if seat != CHANCE:
            again.apply(seat, action, at)
    while again.due is not None and again.active and again.length < position.length:
        again.wait(again.due)
    same = bytes_of(again.state) == bytes_of(position.state)
    if not same or again.history() != position.history():
        yield "a live table that is told the same moves at the same times plays another game"
