"""Playing again over HTTP: the same people at a new table."""

from __future__ import annotations

import secrets
from functools import partial

from litestar import post

from dogpark.server import entries
from dogpark.server.entries import Opened, Who
from dogpark.server.http.limits import TABLES
from dogpark.server.http.refusals import refuses
from dogpark.server.http.replies import TableId, ThePark, Visitor, reply, seen
from dogpark.server.park.park import Park
from dogpark.server.park.sitting import Sitting
from dogpark.server.table import drafts
from dogpark.server.table.drafts import as_is
from dogpark.wire.bodies import TableReply


@post(
    "/tables/{table_id:str}/rematch",
    summary="Play again",
    status_code=200,
    responses=refuses(401, 404, 409),
    per_person=TABLES,
)
async def rematch(table_id: TableId, park: ThePark, visitor: Visitor) -> TableReply:
    """The same people, bots, house rules and clock at a new table; everybody's seat is kept."""
    old = await seen(park, table_id, visitor)
    if old.table.rematch is None:
        await _again(park, old, visitor)
    assert old.table.rematch is not None
    sitting = await seen(park, old.table.rematch, visitor)
    if sitting.table.status == "open":
        for seat in range(len(sitting.table.seats)):
            if sitting.table.keeps(seat, visitor.id):
                await sitting.do(partial(drafts.sit, who=visitor, seat=seat, invite=None))
    return await reply(sitting, visitor)


async def _again(park: Park, old: Sitting, visitor: Who) -> None:
    drafts.rematch(old.table, visitor.id, "")  # refused before a table is opened for nothing
    before = old.table.opened
    people = [seat.who for seat in old.table.seats]
    opened = Opened(
        game=before.game,
        players=before.players,
        options=before.options,
        host=visitor,
        clock=before.clock,
        seconds=before.seconds,
        public=before.public,
        invite=secrets.token_urlsafe(12) if not before.public else None,
        bot_pace=before.bot_pace,
        rules=before.rules,
        rated=before.rated,
        before=old.id,
        reserved=[who.id if who else None for who in people],
        awaited=people,
    )
    sitting = await park.open(opened)
    for number, seat in enumerate(old.table.seats):
        if seat.who is None and seat.bot is not None:
            await sitting.do(partial(as_is, entries.Filled(seat=number, bot=seat.bot)))
    await old.do(lambda table: drafts.rematch(table, visitor.id, sitting.id))
    if old.table.rematch != sitting.id:
        words = "Somebody else was faster: it goes on at another table."
        await sitting.do(lambda table: drafts.close(table, None, words))
