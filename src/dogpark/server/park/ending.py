"""What is kept of a table besides its log: the lobby's line, and the result."""

from __future__ import annotations

from dogpark.play.result import Result
from dogpark.server.people.ratings import Finished, FinishedSeat
from dogpark.server.store.directory import Summary
from dogpark.server.table.table import Table


def summary(table: Table) -> Summary:
    """The table as the lobby lists it."""
    result = table.result
    return Summary(
        id=table.id,
        game=table.opened.game,
        players=table.opened.players,
        status=table.status,
        public=table.opened.public,
        host=table.host.id,
        clock=table.opened.clock,
        seats=[
            {
                "seat": number,
                "person": seat.who.id if seat.who else None,
                "name": seat.who.name if seat.who else None,
                "bot": seat.bot,
            }
            for number, seat in enumerate(table.seats)
        ],
        free=sum(
            seat.free and kept is None
            for seat, kept in zip(table.seats, table.kept_for, strict=True)
        ),
        changed_at=table.at,
        ended_at=table.ended_at,
        result=result.to_dict() if result else None,
        seq=table.seq,
        left={n: seat.left.id for n, seat in enumerate(table.seats) if seat.left is not None},
    )


def finished(table: Table) -> Finished:
    """The result, as history and ratings take it."""
    result = table.result
    assert result is not None
    assert table.ended_at is not None
    return Finished(
        table=table.id,
        game=table.opened.game,
        players=table.opened.players,
        options=dict(table.game.options),
        ended_at=table.ended_at,
        rated=table.opened.rated,
        seats=[_seat(table, number, result) for number in range(len(table.seats))],
        teams=table.game.facts.team_of(table.opened.players),
    )


def _seat(table: Table, number: int, result: Result) -> FinishedSeat:
    """A seat's result is its person's, also where they left and a bot played on for them."""
    seat = table.seats[number]
    who = seat.who or seat.left
    return FinishedSeat(
        person=who.id if who else None,
        name=who.name if who else "",
        bot=None if who else seat.bot,
        place=result.places[number],
        points=result.points[number],
    )
