"""Scenes for tests: tables at which people sit, servers beside each other, and what was logged."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from dogpark.client.watched import Watched
from dogpark.server import entries
from dogpark.server.entries import AnyEntry, Moved
from dogpark.server.park.park import Park
from dogpark.server.settings import Settings
from dogpark.server.table.table import Table
from dogpark.wire.tells import Happened, TableInfo
from tests.server.whole.pack import ME, Dog, Plan, newcomer
from tests.server.whole.running import Here, serving

SHORT_PILE = {"round_seconds": [2, 1, 1], "ready_seconds": 2, "sniff_seconds": 1}
PLANS = (
    Plan("bonfire", (ME, ME)),
    Plan("bonfire", (ME, "greedy", ME), clock="live"),
    Plan("dog", (ME, ME, "random", "greedy"), {"max_rounds": 2}),
    Plan("dog", (ME, ME, ME, ME), {"max_rounds": 2}),
    Plan("breath", (ME, "greedy", "random"), {"rounds": 1}),
    Plan("monty", (ME, ME, "random"), {"max_rounds": 3}),
)
PILE = Plan("dogpile", (ME, "greedy", ME), SHORT_PILE)
VEILED = Plan("breath", (ME, ME, "random"), {"rounds": 1}, clock="live")
NEWS = ("away", "back", "handed", "left")


@asynccontextmanager
async def two(settings: Settings, **changes: object) -> AsyncIterator[tuple[Here, Here]]:
    """Two servers on the same database and bus, or two siblings, in this event loop."""
    place = settings.place
    second = settings if place is None else replace(settings, place=replace(place, number=1))
    async with serving(settings, **changes) as one, serving(second, **changes) as other:
        yield one, other


async def log_of(park: Park, table: str) -> list[AnyEntry]:
    return [entries.decode(row.body) for row in await park.log.read(table)]


async def quiet(park: Park, table: str, seconds: float = 0.5) -> int:
    """Once nothing has been logged for so long: how many entries there are by then."""
    before, now = -1, 0
    while before != now:
        await asyncio.sleep(seconds)
        before, now = now, len(await log_of(park, table))
    return now


async def sat_down(here: Here, plan: Plan) -> tuple[str, list[Dog]]:
    """A table that has begun, and its people, not connected yet."""
    dogs = [await newcomer([here.address], seed) for seed in range(plan.dogs)]
    table = await plan.open(dogs)
    for dog in dogs:
        dog.api.close()
    return table, dogs


async def tended(park: Park, table: str) -> None:
    """Once this process keeps a table."""
    while table not in park.keeping.tenders:
        await asyncio.sleep(0.01)


def put_away(park: Park, table: str) -> None:
    """A table is forgotten here, as one is that was idle for long."""
    park.keeping.let_go(table)
    park.drop(park.sittings[table])


def told(watched: Watched) -> TableInfo:
    assert watched.info is not None
    return watched.info


def by(log: Sequence[AnyEntry], whom: str) -> list[Moved]:
    return [entry for entry in log if isinstance(entry, Moved) and entry.by == whom]


async def comings(park: Park, table: str, seat: int) -> list[str]:
    """The comings and goings of a seat, as everybody was told of them."""
    again, heard = Table(table), list[Happened]()
    for row in await park.log.read(table):
        heard += again.fold(row.seq, row.at, entries.decode(row.body))
    return [one.event for one in heard if one.event in NEWS and one.seat == seat]
