"""Checks of veiled stages: what an online table plays for seats that have not answered is allowed."""

from __future__ import annotations

from collections.abc import Iterator

from dogpark.conformance.checks import check
from dogpark.conformance.walk import Moment
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import State


@check("moment")
def veiled(moment: Moment) -> Iterator[str]:
    """Where a stage is veiled, its move is legal for every seat in turn, each asked once at most."""
    rooms, ahead = moment.rooms, moment.s.copy()
    asked: list[int] = []
    while (passing := _passing(rooms, ahead)) is not None:
        seat, move = passing
        code = rooms.table.from_text(move).code
        if code not in rooms.legal(ahead, seat):
            yield f"seat {seat} may not {move!r} after {asked} let it happen"
            return
        if seat in asked:
            yield f"seat {seat} is asked again in the same window, after {asked}"
            return
        asked.append(seat)
        rooms.rules.apply(ahead, seat, code)


def _passing(rooms: Rooms, s: State) -> tuple[int, str] | None:
    """Whose turn it is at a veiled stage, and the move that stands for no answer."""
    if not rooms.facts.veiled or not rooms.rules.active(s):
        return None
    seat = rooms.turn(s)
    move = None if seat == CHANCE else rooms.facts.veiled.get(rooms.stage(s, seat))
    return None if move is None else (seat, move)
