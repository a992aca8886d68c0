"""What is kept of a table besides its log: the lobby's line, and the result."""

from __future__ import annotations

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
        host=table.opened.host.id,
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
        free=sum(seat.free for seat in table.seats),
        changed_at=table.at,
        ended_at=table.ended_at,
        result=result.to_dict() if result else None,
        seq=table.seq,
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
        seats=[
            FinishedSeat(
                person=seat.who.id if seat.who and not seat.bot else None,
                name=seat.who.name if seat.who else "",
                bot=seat.bot,
                place=result.places[number],
                points=result.points[number],
            )
            for number, seat in enumerate(table.seats)
        ],
        teams=table.game.facts.team_of(table.opened.players),
    )
