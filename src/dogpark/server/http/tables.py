"""Tables over HTTP: open, join, arrange, begin, leave, play again, look up."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Annotated, Any

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import FromPath, FromQuery, JSONBody, Parameter

from dogpark import games
from dogpark.agents.bots import BOTS
from dogpark.kernel.facts import BadOption
from dogpark.play.declared import facts_dict
from dogpark.play.game import Game, load
from dogpark.play.record import record_of
from dogpark.server import entries
from dogpark.server.entries import Opened, Who
from dogpark.server.http.limits import TABLES
from dogpark.server.http.refusals import refuses
from dogpark.server.park.park import Park
from dogpark.server.park.sitting import Sitting, wall_ms
from dogpark.server.store.directory import Summary
from dogpark.server.table import drafts
from dogpark.server.table.clocks import BadClock, seconds_of
from dogpark.server.table.no import No
from dogpark.server.table.table import Table
from dogpark.wire.bodies import (
    Fill,
    Listed,
    NewTable,
    Quick,
    Rise,
    Sit,
    Swap,
    TableReply,
    Tables,
)

LEVELS = tuple(BOTS)
ThePark = NamedDependency[Park]
Visitor = NamedDependency[Who]
TableId = FromPath[
    Annotated[
        str,
        Parameter(
            pattern="^[a-z0-9]{6,24}$",
            description="A table.",
            examples=[Example(value="k3m9x2p7qa")],
        ),
    ]
]
InviteQuery = FromQuery[
    Annotated[str | None, Parameter(max_length=64, description="From the table's link.")]
]
LISTED = 50


@get("/games", summary="The games there are", responses=refuses(), sync_to_thread=False)
def list_games() -> dict[str, object]:
    """Every game: its facts and house rules, and the bots there are."""
    known = [facts_dict(games.rooms(name).facts) for name in games.names()]
    return {"games": known, "bots": list(LEVELS)}


@get("/tables", summary="The lobby", responses=refuses(), guests=True)
async def lobby(
    park: ThePark,
    game: FromQuery[
        Annotated[str | None, Parameter(max_length=20, description="Only tables of this game.")]
    ] = None,
) -> Tables:
    """Public tables with a free seat, the newest first."""
    found = await park.directory.open_tables(game, LISTED)
    return Tables(tables=[_listed(one) for one in found])


@get("/me/tables", summary="One's tables", responses=refuses(401), guests=True)
async def my_tables(park: ThePark, visitor: Visitor) -> Tables:
    """Tables one sits or sat at, the latest first."""
    found = await park.directory.of_person(visitor.id, LISTED)
    return Tables(tables=[_listed(one) for one in found])


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
        if wanted not in ("me", "open", *LEVELS):
            raise No(
                "unknown", f"A seat is me, open or one of {', '.join(LEVELS)}; not {wanted!r}."
            )
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
        await sitting.do(partial(_as_is, entry))
    if data.start:
        await sitting.do(lambda table: drafts.begin(table, visitor.id))
    return await _reply(sitting, visitor)


@post(
    "/quick",
    summary="Quick match",
    response_description="The table one has a seat at.",
    responses=refuses(401),
    guests=True,
    per_person=TABLES,
)
async def quick(data: JSONBody[Quick], park: ThePark, visitor: Visitor) -> TableReply:
    """Seats one at once: at a table that waits for players, or at a new one."""
    game = _load(data.game, data.players, {})
    async with park.matching[data.game, game.players]:
        sitting = await _match(park, game, visitor) or await _wait(park, game, visitor, data.wait)
        return await _reply(sitting, visitor)


async def _match(park: Park, game: Game, visitor: Who) -> Sitting | None:
    """A seat at a table that waits for such players, if there is one; a full table begins."""
    for one in await park.directory.open_tables(game.facts.name, LISTED):
        if one.players != game.players:
            continue
        sitting = await park.sitting(one.id)
        if sitting.table.opened.fill_at is None:
            continue
        try:
            await sitting.do(lambda table: drafts.sit(table, visitor, None, None))
        except No:
            continue  # somebody was faster
        if not any(seat.free for seat in sitting.table.seats):
            await sitting.do(lambda table: drafts.begin(table, None))
        return sitting
    return None


async def _wait(park: Park, game: Game, visitor: Who, seconds: float) -> Sitting:
    """A table that waits for others, and begins with bots after so many seconds."""
    opened = Opened(
        game=game.facts.name,
        players=game.players,
        options={},
        host=visitor,
        clock="live" if not game.facts.timed else "none",
        seconds=seconds_of("live", None) if not game.facts.timed else None,
        public=True,
        rules=game.facts.rules_version,
        fill_at=wall_ms() + int(seconds * 1000),
    )
    sitting = await park.open(opened)
    await sitting.do(lambda table: drafts.sit(table, visitor, 0, None))
    return sitting


@get("/tables/{table_id:str}", summary="A table", responses=refuses(401, 404), guests=True)
async def show_table(
    table_id: TableId, park: ThePark, visitor: Visitor, invite: InviteQuery = None
) -> TableReply:
    """A table one may see."""
    return await _reply(await _seen(park, table_id, visitor, invite), visitor)


@post(
    "/tables/{table_id:str}/sit",
    summary="Take a seat",
    status_code=200,
    responses=refuses(401, 404, 409),
    guests=True,
)
async def sit(
    table_id: TableId, data: JSONBody[Sit], park: ThePark, visitor: Visitor
) -> TableReply:
    """Take a seat."""
    sitting = await park.sitting(table_id)
    await sitting.do(lambda table: drafts.sit(table, visitor, data.seat, data.invite))
    return await _reply(sitting, visitor)


@post(
    "/tables/{table_id:str}/bot",
    summary="Put a bot into a seat",
    status_code=200,
    responses=refuses(401, 404, 409),
)
async def fill(
    table_id: TableId, data: JSONBody[Fill], park: ThePark, visitor: Visitor
) -> TableReply:
    """Put a bot into a seat; the host may."""
    sitting = await _seen(park, table_id, visitor)
    await sitting.do(lambda table: drafts.fill(table, visitor.id, data.seat, data.bot, LEVELS))
    return await _reply(sitting, visitor)


@post(
    "/tables/{table_id:str}/leave",
    summary="Leave a seat",
    status_code=200,
    responses=refuses(401, 404, 409),
)
async def leave(
    table_id: TableId, data: JSONBody[Rise], park: ThePark, visitor: Visitor
) -> TableReply:
    """Leave a seat; during the game a bot plays on for good."""
    sitting = await _seen(park, table_id, visitor)
    seats = sitting.table.seats_of(visitor.id) if data.seat is None else (data.seat,)
    if not seats:
        raise No("stale", "You do not sit here.")
    for seat in seats:
        await sitting.do(partial(drafts.rise, person=visitor.id, seat=seat))
    return await _reply(sitting, visitor)


@post(
    "/tables/{table_id:str}/swap",
    summary="Change places",
    status_code=200,
    responses=refuses(401, 404, 409),
)
async def swap(
    table_id: TableId, data: JSONBody[Swap], park: ThePark, visitor: Visitor
) -> TableReply:
    """Change places before the game."""
    sitting = await _seen(park, table_id, visitor)
    one, other = data.seats
    await sitting.do(lambda table: drafts.swap(table, visitor.id, one, other))
    return await _reply(sitting, visitor)


@post(
    "/tables/{table_id:str}/start",
    summary="Begin the game",
    status_code=200,
    responses=refuses(401, 404, 409),
)
async def start(table_id: TableId, park: ThePark, visitor: Visitor) -> TableReply:
    """Begin the game; the host may."""
    sitting = await _seen(park, table_id, visitor)
    await sitting.do(lambda table: drafts.begin(table, visitor.id))
    return await _reply(sitting, visitor)


@post(
    "/tables/{table_id:str}/close",
    summary="Close a table",
    status_code=200,
    responses=refuses(401, 404, 409),
)
async def close(table_id: TableId, park: ThePark, visitor: Visitor) -> TableReply:
    """Close a table that has not begun; the host may."""
    sitting = await _seen(park, table_id, visitor)
    words = f"{visitor.name} closed the table."
    await sitting.do(lambda table: drafts.close(table, visitor.id, words))
    return await _reply(sitting, visitor)


@post(
    "/tables/{table_id:str}/rematch",
    summary="Play again",
    status_code=200,
    responses=refuses(401, 404, 409),
    per_person=TABLES,
)
async def rematch(table_id: TableId, park: ThePark, visitor: Visitor) -> TableReply:
    """The same people, bots, house rules and clock at a new table; everybody's seat is kept."""
    old = await _seen(park, table_id, visitor)
    if old.table.rematch is None:
        await _again(park, old, visitor)
    assert old.table.rematch is not None
    sitting = await _seen(park, old.table.rematch, visitor)
    if sitting.table.status == "open":
        for seat, kept_for in enumerate(sitting.table.kept_for):
            if kept_for == visitor.id:
                await sitting.do(partial(drafts.sit, who=visitor, seat=seat, invite=None))
    return await _reply(sitting, visitor)


async def _again(park: Park, old: Sitting, visitor: Who) -> None:
    drafts.rematch(old.table, visitor.id, "")  # refused before a table is opened for nothing
    before = old.table.opened
    people = [seat.who.id if seat.who else None for seat in old.table.seats]
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
        reserved=people,
    )
    sitting = await park.open(opened)
    for number, seat in enumerate(old.table.seats):
        if seat.who is None and seat.bot is not None:
            bot = entries.Filled(seat=number, bot=seat.bot)
            await sitting.do(partial(_as_is, bot))
    await old.do(lambda table: drafts.rematch(table, visitor.id, sitting.id))
    if old.table.rematch != sitting.id:
        words = "Somebody else was faster: it goes on at another table."
        await sitting.do(lambda table: drafts.close(table, None, words))


@get(
    "/tables/{table_id:str}/record",
    summary="The record of a finished game",
    media_type="application/jsonl",
    responses=refuses(401, 404, 409),
    guests=True,
)
async def record(
    table_id: TableId, park: ThePark, visitor: Visitor, invite: InviteQuery = None
) -> Response[str]:
    """The record of a finished game, seed and all; ``dogpark check`` verifies it."""
    table = (await _seen(park, table_id, visitor, invite)).table
    if table.status != "over" or table.position is None:
        raise No("not your turn", "The record is published when the game is over.")
    text = record_of(table.position).dumps()
    name = f'attachment; filename="{table.opened.game}-{table.id}.dogpark.jsonl"'
    return Response(text, media_type="application/jsonl", headers={"content-disposition": name})


async def _seen(park: Park, table_id: str, visitor: Who, invite: str | None = None) -> Sitting:
    sitting = await park.sitting(table_id)
    await sitting.refresh()
    if not sitting.table.may_watch(visitor.id, invite):
        raise No("unknown", "There is no such table.")
    return sitting


def _load(name: str, players: int | None, options: dict[str, Any]) -> Game:
    try:
        return load(name, players, options)
    except (games.UnknownGame, BadOption) as error:
        raise No("unreadable", str(error)) from None


def _opened(data: NewTable, host: Who) -> Opened:
    game = _load(data.game, data.players, data.options)
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


def _as_is(entry: entries.AnyEntry, _: Table) -> drafts.Draft:
    return drafts.Draft(entry)


async def _reply(sitting: Sitting, visitor: Who) -> TableReply:
    """The table as it is now; who asks for a list next finds it there."""
    await sitting.park.listed(sitting)
    table = sitting.table
    knows = table.opened.host.id == visitor.id or visitor.id in table.people
    return TableReply(
        table=table.id,
        seq=table.seq,
        info=table.info(),
        invite=table.opened.invite if knows else None,
    )


def _listed(one: Summary) -> Listed:
    return Listed(
        table=one.id,
        game=one.game,
        players=one.players,
        status=one.status,
        clock=one.clock,
        free=one.free,
        seats=one.seats,
        changed_at=one.changed_at,
        result=one.result,
    )


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
