"""What goes on here over HTTP: public tables where people play, to look over their shoulders."""

from __future__ import annotations

from litestar import get
from sqlalchemy import select, text

from dogpark.server.http.refusals import refuses
from dogpark.server.http.visitor import TheStore
from dogpark.server.store.schema import tables
from dogpark.wire.bodies import Listed, Tables

LISTED = 50
# Those that somebody keeps: where nobody has looked for a while nothing goes on. As the index has it.
_AWAKE = text("keeper IS NOT NULL")


@get("/live", summary="Games going on", responses=refuses())
async def live(store: TheStore) -> Tables:
    """Public tables where a game is on, those where something happened last first."""
    query = (
        select(tables)
        .where(_AWAKE, tables.c.public, tables.c.status == "playing")
        .order_by(tables.c.changed_at.desc(), tables.c.id)
        .limit(LISTED)
    )
    async with store.connect() as connection:
        rows = (await connection.execute(query)).all()
    return Tables(
        tables=[
            Listed(
                table=row.id,
                game=row.game,
                players=row.players,
                status=row.status,
                clock=row.clock,
                free=row.free,
                seats=row.seats,
                changed_at=row.changed_at,
                result=row.result,
            )
            for row in rows
        ]
    )
