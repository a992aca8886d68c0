"""During a game over HTTP: let a bot play one's seat for a while, take it back, end the game."""

from __future__ import annotations

from functools import partial

from litestar import post
from litestar.params import JSONBody

from dogpark.server import entries
from dogpark.server.http.limits import ARRANGING
from dogpark.server.http.refusals import refuses
from dogpark.server.http.replies import TableId, ThePark, Visitor, reply, seen
from dogpark.server.table import drafts
from dogpark.server.table.drafts import STAND_IN, Done, Draft
from dogpark.server.table.no import No
from dogpark.server.table.table import Table
from dogpark.wire.bodies import Body, SeatNumber, TableReply


class StandIn(Body):
    """One's seat; all of one's seats if none is named."""

    seat: SeatNumber | None = None


@post(
    "/tables/{table_id:str}/stand-in",
    summary="Let a bot play for a while",
    status_code=200,
    responses=refuses(401, 404, 409),
    per_person=ARRANGING,
)
async def stand_in(
    table_id: TableId, data: JSONBody[StandIn], park: ThePark, visitor: Visitor
) -> TableReply:
    """A bot plays one's seat until one takes it back, makes a move, or comes in anew."""
    sitting = await seen(park, table_id, visitor)
    for seat in _seats(sitting.table, visitor.id, data.seat):
        await sitting.do(partial(_hand, person=visitor.id, seat=seat))
    return await reply(sitting, visitor)


@post(
    "/tables/{table_id:str}/take-over",
    summary="Play on oneself",
    status_code=200,
    responses=refuses(401, 404, 409),
    per_person=ARRANGING,
)
async def take_over(
    table_id: TableId, data: JSONBody[StandIn], park: ThePark, visitor: Visitor
) -> TableReply:
    """One plays one's seat again, whoever has played it meanwhile."""
    sitting = await seen(park, table_id, visitor)
    for seat in _seats(sitting.table, visitor.id, data.seat):
        await sitting.do(partial(drafts.back, seat=seat, person=visitor.id))
    return await reply(sitting, visitor)


@post(
    "/tables/{table_id:str}/end",
    summary="End a game early",
    status_code=200,
    responses=refuses(401, 404, 409),
    per_person=ARRANGING,
)
async def end(table_id: TableId, park: ThePark, visitor: Visitor) -> TableReply:
    """End a game without a result; the host may, unless it is rated and counts for others too.

    Who has left is among them: the result is theirs. The seed is published, as after any game.
    """
    sitting = await seen(park, table_id, visitor)
    words = f"{visitor.name} ended the game."
    await sitting.do(partial(_end, person=visitor.id, why=words))
    return await reply(sitting, visitor)


def _seats(table: Table, person: str, seat: int | None) -> tuple[int, ...]:
    mine = table.seats_of(person) if seat is None else (seat,)
    if not mine:
        raise No("stale", "You do not sit here.")
    return mine


def _hand(table: Table, person: str, seat: int) -> Draft | Done:
    drafts.own(table, seat, person)
    if table.status != "playing":
        raise No("over" if table.status != "open" else "not your turn", "No game is on here.")
    if table.seats[seat].bot is not None:
        return Done(table.seq)
    return Draft(entries.Handed(seat=seat, bot=STAND_IN, why="asked"))


def _end(table: Table, person: str, why: str) -> Draft:
    if table.host.id != person:
        raise No("not allowed", "Only the host may do that.")
    if table.status != "playing":
        raise No("over" if table.status != "open" else "not your turn", "No game is on here.")
    # Else whoever is about to lose could call it off, also against somebody who has left.
    if table.opened.rated and (table.people | table.gone) - {person}:
        words = "It counts for others too. Leave, and a bot plays on in your seat."
        raise No("not allowed", words)
    return drafts.close(table, None, why)
