"""Finding a table over HTTP: the games there are, the lobby, one's own tables, a quick match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from litestar import get, post
from litestar.params import FromQuery, JSONBody, Parameter

from dogpark import games
from dogpark.agents.bots import LEVELS
from dogpark.play.declared import facts_dict
from dogpark.server.http.limits import TABLES
from dogpark.server.http.refusals import refuses
from dogpark.server.http.replies import ThePark, Visitor, loaded, reply
from dogpark.server.park.glances import Turn
from dogpark.server.store.directory import Summary
from dogpark.wire.bodies import Listed, Quick, TableReply, Tables

LISTED = 50
Before = FromQuery[
    Annotated[
        str | None,
        Parameter(
            pattern="^[a-z0-9]{6,24}$",
            description="The `next` of the page before; without it one gets the first.",
        ),
    ]
]


@get("/games", summary="The games there are", responses=refuses(), sync_to_thread=False)
def list_games() -> dict[str, object]:
    """Every game: its facts and house rules, and the bots' levels from the weakest."""
    known = [facts_dict(games.rooms(name).facts) for name in games.names()]
    return {"games": known, "bots": list(LEVELS)}


@get("/tables", summary="The lobby", responses=refuses(), guests=True)
async def lobby(
    park: ThePark,
    game: FromQuery[
        Annotated[
            str | None, Parameter(pattern="^[a-z]{1,20}$", description="Only tables of this game.")
        ]
    ] = None,
    before: Before = None,
) -> Tables:
    """Public tables with a free seat, the newest first, fifty at a time."""
    return _page(await park.directory.open_tables(game, LISTED + 1, before), {})


@get("/me/tables", summary="One's tables", responses=refuses(401), guests=True)
async def my_tables(park: ThePark, visitor: Visitor, before: Before = None) -> Tables:
    """Tables one sits at, hosts, or left during the game, fifty at a time.

    First those that are open or played at, and then finished ones; of either the latest first. Of those
    that were closed nothing is left to see.
    """
    found = await park.directory.of_person(visitor.id, LISTED + 1, before)
    playing = [one.id for one in found[:LISTED] if one.status == "playing"]
    return _page(found, await park.glances.turns(visitor.id, playing))


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
    game = loaded(data.game, data.players, {})
    return await reply(await park.matching.seat(game, visitor, data.wait), visitor)


def _page(found: list[Summary], turns: Mapping[str, Turn]) -> Tables:
    """A page, of which one table more was found if there is a next one."""
    listed = [_listed(one, turns.get(one.id)) for one in found[:LISTED]]
    return Tables(tables=listed, next=listed[-1].table if len(found) > LISTED else None)


def _listed(one: Summary, turn: Turn | None) -> Listed:
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
        waits_for_you=turn is not None,
        deadline=turn.deadline if turn else None,
    )
