"""What the host does from the command line beside a running server reaches everybody there."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from dogpark.client.http import RequestRefused
from dogpark.server import entries
from dogpark.server.bus.here import Here as NoBus
from dogpark.server.entries import Said
from dogpark.server.park import door, notices
from dogpark.server.people import host
from dogpark.server.settings import Settings
from dogpark.server.store.notices import latest, put
from tests.server.whole.pack import ME, Plan, until
from tests.server.whole.running import Here, in_loop, serving
from tests.server.whole.scenes import log_of, sat_down, told, two

PLAN = Plan("bonfire", (ME, ME))


@pytest.fixture(params=["sqlite", "siblings", "cluster"])
def settings(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Of one process alone, of the first of two siblings, and on PostgreSQL with Redis."""
    monkeypatch.setattr(door, "LOOKS", 3600.0)  # what is looked at only then is not noticed at all
    found: Settings = request.getfixturevalue(request.param)
    return found


@asynccontextmanager
async def served(settings: Settings) -> AsyncIterator[list[Here]]:
    if settings.place is not None:
        async with two(settings) as both:
            yield list(both)
    else:
        async with serving(settings) as here:
            yield [here]


async def admin(settings: Settings, *words: str) -> str:
    """What the command line says, in a process of its own."""
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "dogpark", "admin", *words],
        env={
            **os.environ,
            "DOGPARK_DATABASE": settings.database,
            "DOGPARK_SECRET": settings.secret,
            "DOGPARK_BUS": settings.bus or "",
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


def test_a_table_that_the_host_closes_is_closed_for_those_who_watch_it(settings: Settings) -> None:
    async def main() -> None:
        async with served(settings) as servers:
            table, (ann, ben) = await sat_down(servers[0], PLAN)
            ben.api.address = servers[-1].address
            async with ann.at(table) as (_, mine), ben.at(table) as (_, theirs):
                await admin(settings, "close", table, "--why", "It rains.")
                for watched in (mine, theirs):
                    await until(watched, lambda watched=watched: watched.over)  # type: ignore[misc] # a default binds it
                    assert told(watched).status == "closed"
            log = await log_of(servers[0].park, table)
            assert log[-1] == entries.Closed(why="It rains.")
            listed = json.loads(await admin(settings, "tables", "--status", "closed", "--json"))
            assert [one["id"] for one in listed] == [table]

    in_loop(main)


def test_who_is_banned_is_shown_out_at_once_and_comes_in_again_when_allowed(
    settings: Settings,
) -> None:
    async def main() -> None:
        async with served(settings) as servers:
            table, (ann, _) = await sat_down(servers[0], PLAN)
            ann.api.address = servers[-1].address
            async with ann.at(table) as (_, mine):
                await admin(settings, "ban", ann.id)
                async for _ in mine:
                    pass  # until they are shown out, for good
            with pytest.raises(RequestRefused, match="banned"):
                await ann.api.me()
            await admin(settings, "unban", ann.id)
            async with ann.at(table):
                assert (await ann.api.me())["id"] == ann.id
            ann.api.close()

    in_loop(main)


def test_who_is_deleted_by_the_host_is_forgotten_by_running_servers(settings: Settings) -> None:
    async def main() -> None:
        async with served(settings) as servers:
            table, (ann, ben) = await sat_down(servers[0], PLAN)
            name = (await ann.api.me())["name"]
            async with ann.at(table) as (line, _):
                await line.say(table, "zounds what a move")
            ben.api.address = servers[-1].address
            async with ben.at(table) as (_, theirs):
                parks = [here.park for here in servers]
                for park in parks:
                    await park.sitting(table)
                exported = json.loads(await admin(settings, "export", ann.id))
                assert exported["person"]["name"] == name
                assert [one["words"] for one in exported["said"]] == ["zounds what a move"]
                done = json.loads(await admin(settings, "delete", ann.id, "--yes", "--json"))
                assert done == {"id": ann.id, "name": name, "tables": 1}
                await until(theirs, lambda: name not in str(told(theirs).seats))
                for park in parks:
                    while name in (await park.sitting(table)).table.info_json.decode():
                        await asyncio.sleep(0.02)
            said = [one for one in await log_of(parks[0], table) if isinstance(one, Said)]
            assert [one.words for one in said] == ["…"]
            ann.api.close()
            ben.api.close()

    in_loop(main)


def test_whoever_has_missed_a_notice_reads_all_tables(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "LOOKS", 3600.0)

    async def main() -> None:
        async with serving(sqlite) as here:
            park, people = here.park, here.built.app.state.serving.people
            table, (ann, _) = await sat_down(here, PLAN)
            async with ann.at(table) as (_, mine):
                before = (await latest(park.store)).number
                await host.close_table(park.store, NoBus(), table, "It rains.")
                async with park.store.begin() as connection:
                    await put(park.store, connection)
                assert await notices._look(park, people, before) == before + 2
                await until(mine, lambda: mine.over)

    in_loop(main)


def test_notices_are_numbered_whoever_writes_them(settings: Settings) -> None:
    async def main() -> None:
        async with served(settings) as servers:
            stores: list[Any] = [here.park.store for here in servers] * 3

            async def write(store: Any, table: str) -> None:
                async with store.begin() as connection:
                    await put(store, connection, {table: 7})

            before = (await latest(stores[0])).number
            async with asyncio.TaskGroup() as group:
                for number, store in enumerate(stores):
                    group.create_task(write(store, f"t{number}"))
            last = await latest(stores[0])
            assert last.number == before + len(stores)
            assert list(last.tables.values()) == [7]

    in_loop(main)
