"""What the tests about people share: a database with people in it, and the rows of a played table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from argon2 import PasswordHasher
from sqlalchemy import insert, select

from dogpark.server.entries import AnyEntry, Who, encode
from dogpark.server.people.buckets import LocalBuckets
from dogpark.server.people.ids import wall_ms
from dogpark.server.people.passwords import Passwords
from dogpark.server.people.ratings import Finished, FinishedSeat
from dogpark.server.people.register import People
from dogpark.server.settings import Settings
from dogpark.server.store import schema
from dogpark.server.store.directory import Directory, Status, Summary
from dogpark.server.store.engine import open_store

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@asynccontextmanager
async def open_people(settings: Settings, **given: Any) -> AsyncIterator[People]:
    """Everybody of a database, with passwords that cost nothing to hash."""
    store = open_store(settings)
    given.setdefault("passwords", Passwords(CHEAP))
    given.setdefault(
        "buckets", LocalBuckets(lambda: 0.0)
    )  # nothing fills while a test takes its time
    people = People(store, settings, **given)
    try:
        yield people
    finally:
        await people.close()
        await store.close()


def with_people(settings: Settings, test: Callable[[People], Awaitable[None]]) -> None:
    """Runs a test that wants to wait for things."""

    async def run() -> None:
        async with open_people(settings) as people:
            await asyncio.wait_for(test(people), 60)

    asyncio.run(run())


async def newcomer(people: People) -> Who:
    return (await people.guest()).who


async def write_log(people: People, table: str, *entries: AnyEntry) -> None:
    """A table's log, and its line in the lobby."""
    now = wall_ms()
    async with people.store.begin() as connection:
        await connection.execute(
            insert(schema.events),
            [
                {"table_id": table, "seq": seq, "at": now + seq, "body": encode(entry)}
                for seq, entry in enumerate(entries, 1)
            ],
        )


async def list_table(
    people: People, table: str, seats: list[Who | None], status: Status = "playing"
) -> None:
    host = next(who for who in seats if who)
    await Directory(people.store).put(
        Summary(
            id=table,
            game="dogpile",
            players=len(seats),
            status=status,
            public=True,
            host=host.id,
            clock="none",
            seats=[
                {"seat": n, "person": w.id if w else None, "name": w.name if w else None}
                for n, w in enumerate(seats)
            ],
            free=0,
            changed_at=1,
        )
    )


async def whole_database(people: People) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table."""
    async with people.store.connect() as connection:
        return {
            name: [
                dict(row)
                for row in (
                    await connection.execute(select(table).order_by(*table.primary_key))
                ).mappings()
            ]
            for name, table in schema.metadata.tables.items()
        }


def tables_with(everything: dict[str, list[dict[str, Any]]], needle: str) -> list[str]:
    """Which tables of the database hold a text anywhere."""
    wanted = needle.encode()
    return [
        name
        for name, rows in everything.items()
        if any(
            wanted in (value if isinstance(value, bytes) else str(value).encode())
            for row in rows
            for value in row.values()
        )
    ]


def game(
    table: str,
    *seats: tuple[Who | str | None, int],
    teams: tuple[tuple[int, ...], ...] = (),
    rated: bool = True,
    ended_at: int = 1000,
    name: str = "dogpile",
) -> Finished:
    """A finished game: for each seat who sat there (a bot by its level) and its place."""
    return Finished(
        table=table,
        game=name,
        players=len(seats),
        options={},
        ended_at=ended_at,
        rated=rated,
        seats=[
            FinishedSeat(
                person=who.id if isinstance(who, Who) else None,
                name=who.name if isinstance(who, Who) else "",
                bot=who if isinstance(who, str) else None,
                place=place,
                points=10 - place,
            )
            for who, place in seats
        ],
        teams=teams or tuple((seat,) for seat in range(len(seats))),
    )
