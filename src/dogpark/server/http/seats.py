"""Seats over HTTP: take one, leave it, put a bot there, change places."""

from __future__ import annotations

from functools import partial

from litestar import post
from litestar.params import JSONBody

from dogpark.server.http.limits import ARRANGING
from dogpark.server.http.refusals import refuses
from dogpark.server.http.replies import (
    KNOWN_BOTS,
    THERE_ARE,
    TableId,
    ThePark,
    Visitor,
    reply,
    seen,
)
from dogpark.server.table import drafts
from dogpark.server.table.no import No
from dogpark.wire.bodies import Fill, Rise, Sit, Swap, TableReply


@post(
    "/tables/{table_id:str}/sit",
    summary="Take a seat",
    status_code=200,
    responses=refuses(401, 404, 409),
    per_person=ARRANGING,
    guests=True,
)
async def sit(
    table_id: TableId, data: JSONBody[Sit], park: ThePark, visitor: Visitor
) -> TableReply:
    """Take a seat."""
    sitting = await park.sitting(table_id)
    await sitting.do(lambda table: drafts.sit(table, visitor, data.seat, data.invite))
    return await reply(sitting, visitor)


@post(
    "/tables/{table_id:str}/bot",
    summary="Put a bot into a seat",
    status_code=200,
    responses=refuses(401, 404, 409),
    per_person=ARRANGING,
)
async def fill(
    table_id: TableId, data: JSONBody[Fill], park: ThePark, visitor: Visitor
) -> TableReply:
    """Put a bot into a seat; the host may."""
    sitting = await seen(park, table_id, visitor)
    if data.bot not in KNOWN_BOTS:
        raise No("unknown", f"There is no bot called {data.bot!r}; {THERE_ARE}.")
    await sitting.do(lambda table: drafts.fill(table, visitor.id, data.seat, data.bot))
    return await reply(sitting, visitor)


@post(
    "/tables/{table_id:str}/leave",
    summary="Leave a seat",
    status_code=200,
    responses=refuses(401, 404, 409),
    per_person=ARRANGING,
)
async def leave(
    table_id: TableId, data: JSONBody[Rise], park: ThePark, visitor: Visitor
) -> TableReply:
    """Leave a seat; during the game a bot plays on for good."""
    sitting = await seen(park, table_id, visitor)
    seats = sitting.table.seats_of(visitor.id) if data.seat is None else (data.seat,)
    if not seats:
        raise No("stale", "You do not sit here.")
    for seat in seats:
        await sitting.do(partial(drafts.rise, person=visitor.id, seat=seat))
    return await reply(sitting, visitor)


@post(
    "/tables/{table_id:str}/swap",
    summary="Change places",
    status_code=200,
    responses=refuses(401, 404, 409),
    per_person=ARRANGING,
)
async def swap(
    table_id: TableId, data: JSONBody[Swap], park: ThePark, visitor: Visitor
) -> TableReply:
    """Change places before the game."""
    sitting = await seen(park, table_id, visitor)
    one, other = data.seats
    await sitting.do(lambda table: drafts.swap(table, visitor.id, one, other))
    return await reply(sitting, visitor)
