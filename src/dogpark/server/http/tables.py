"""Tables over HTTP: open, look up, begin, close, and the record of a finished game."""

from __future__ import annotations

import asyncio
import secrets
from functools import partial

from litestar import Response, Router, get, patch, post
from litestar.params import JSONBody

from dogpark.play.record import record_of
from dogpark.server import entries
from dogpark.server.entries import Opened, Who
from dogpark.server.http.limits import ARRANGING, RECORDS, TABLES
from dogpark.server.http.lobby import list_games, lobby, my_tables, quick
from dogpark.server.http.refusals import refuses
from dogpark.server.http.rematch import rematch
from dogpark.server.http.replies import (
    KNOWN_BOTS,
    THERE_ARE,
    InviteQuery,
    TableId,
    ThePark,
    Visitor,
    loaded,
    reply,
    seen,
)
from dogpark.server.http.seats import fill, leave, sit, swap
from dogpark.server.table import drafts
from dogpark.server.table.clocks import BadClock, seconds_of
from dogpark.server.table.drafts import Done, Draft, as_is
from dogpark.server.table.no import No
from dogpark.server.table.table import Table
from dogpark.wire.bodies import NewTable, Rearrange, TableReply


@post(
    "/tables",
    summary="Open a table",
    response_description="The table.",
    responses=refuses(401, 404),
    guests=True,
    per_person=TABLES,
)
async def open_table(data: JSONBody[NewTable], park: ThePark, visitor: Visitor) -> TableReply:
    """Open a table; one sits wherever ``seats`` says "me", else in the first seat."""
    opened = _opened(data, visitor)
    seats = data.seats if data.seats is not None else ["me"] + ["open"] * (opened.players - 1)
    if len(seats) != opened.players:
        raise No("unreadable", f"{len(seats)} entries for {opened.players} seats.")
    for wanted in seats:
        if wanted not in ("me", "open", *KNOWN_BOTS):
            raise No("unknown", f"A seat is me, open or a bot's, not {wanted!r}: {THERE_ARE}.")
    if data.start and "open" in seats:
        raise No("not allowed", "A table with open seats cannot begin at once.")
    sitting = await park.open(opened)
    for number, wanted in enumerate(seats):
        if wanted == "me":
            entry: entries.AnyEntry = entries.Sat(seat=number, who=visitor)
        elif wanted == "open":
            continue
        else:
            entry = entries.Filled(seat=number, bot=wanted)
        await sitting.do(partial(as_is, entry))
    if data.start:
        await sitting.do(lambda table: drafts.begin(table, visitor.id))
    return await reply(sitting, visitor)


def _opened(data: NewTable, host: Who) -> Opened:
    game = loaded(data.game, data.players, data.options)
    try:
        seconds = seconds_of(data.clock, data.seconds)
    except BadClock as error:
        raise No("unreadable", str(error)) from None
    if game.facts.timed and data.clock != "none":
        raise No("unreadable", f"{game.facts.title} has its own clock.")
    return Opened(
        game=data.game,
        players=game.players,
        options=data.options,
        host=host,
        clock=data.clock,
        seconds=seconds,
        public=data.public,
        invite=None if data.public else secrets.token_urlsafe(12),
        bot_pace=data.bot_pace,
        rules=game.facts.rules_version,
        rated=data.rated,
    )


@get("/tables/{table_id:str}", summary="A table", responses=refuses(401, 404), guests=True)
async def show_table(
    table_id: TableId, park: ThePark, visitor: Visitor, invite: InviteQuery = None
) -> TableReply:
    """A table one may see."""
    return await reply(await seen(park, table_id, visitor, invite), visitor)


@patch(
    "/tables/{table_id:str}",
    summary="Change a table",
    responses=refuses(401, 404, 409),
    per_person=ARRANGING,
)
async def rearrange(
    table_id: TableId, data: JSONBody[Rearrange], park: ThePark, visitor: Visitor
) -> TableReply:
    """Change house rules or the number of seats before the game; the host may.

    Seats come and go at the end. Everybody keeps theirs, so one that goes must be free or a bot's.
    """
    sitting = await seen(park, table_id, visitor)

    def wish(table: Table) -> Draft | Done:
        opened = table.opened
        players = opened.players if data.players is None else data.players
        options = opened.options if data.options is None else data.options
        return drafts.rearrange(table, visitor.id, loaded(opened.game, players, options))

    await sitting.do(wish)
    return await reply(sitting, visitor)


@post(
    "/tables/{table_id:str}/start",
    summary="Begin the game",
    status_code=200,
    responses=refuses(401, 404, 409),
    per_person=ARRANGING,
)
async def start(table_id: TableId, park: ThePark, visitor: Visitor) -> TableReply:
    """Begin the game; the host may."""
    sitting = await seen(park, table_id, visitor)
    await sitting.do(lambda table: drafts.begin(table, visitor.id))
    return await reply(sitting, visitor)


@post(
    "/tables/{table_id:str}/close",
    summary="Close a table",
    status_code=200,
    responses=refuses(401, 404, 409),
    per_person=ARRANGING,
)
async def close(table_id: TableId, park: ThePark, visitor: Visitor) -> TableReply:
    """Close a table that has not begun; the host may."""
    sitting = await seen(park, table_id, visitor)
    words = f"{visitor.name} closed the table."
    await sitting.do(lambda table: drafts.close(table, visitor.id, words))
    return await reply(sitting, visitor)


@get(
    "/tables/{table_id:str}/record",
    summary="The record of a finished game",
    media_type="application/jsonl",
    responses=refuses(401, 404, 409),
    guests=True,
    per_person=RECORDS,
)
async def record(
    table_id: TableId, park: ThePark, visitor: Visitor, invite: InviteQuery = None
) -> Response[str]:
    """The record of a finished game, seed and all; ``dogpark check`` verifies it."""
    table = (await seen(park, table_id, visitor, invite)).table
    if table.status != "over" or table.position is None:
        raise No("not your turn", "The record is published when the game is over.")
    text = await asyncio.to_thread(record_of(table.position).dumps)  # a long one takes its time
    name = f'attachment; filename="{table.opened.game}-{table.id}.dogpark.jsonl"'
    return Response(text, media_type="application/jsonl", headers={"content-disposition": name})


def routes() -> Router:
    return Router(
        path="/api",
        tags=["tables"],
        route_handlers=[
            list_games,
            lobby,
            my_tables,
            open_table,
            quick,
            show_table,
            rearrange,
            sit,
            fill,
            leave,
            swap,
            start,
            close,
            rematch,
            record,
        ],
    )
