"""What only the host of a server may do, from its command line: look people up, close tables.

It works beside running servers. What they hold in memory they learn of within a second, from the
bus or from a notice in the database.
"""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from sqlalchemy import func, or_, select

from dogpark.server import entries
from dogpark.server.bus.news import ANEW, Bus, News
from dogpark.server.entries import Who
from dogpark.server.park.ending import summary
from dogpark.server.people import leaving
from dogpark.server.people.ids import like_an_id, wall_ms
from dogpark.server.people.looks import name_key
from dogpark.server.people.refused import NotDone
from dogpark.server.people.register import People
from dogpark.server.store import notices
from dogpark.server.store.directory import Directory
from dogpark.server.store.engine import Store
from dogpark.server.store.schema import events, logins, people, tables
from dogpark.server.table import drafts
from dogpark.server.table.table import Table

LISTED = 50
TRIES = 100
HEARD = 3.0  # seconds until running servers have surely heard of it


class Listed(NamedTuple):
    """Somebody, as their host may see them."""

    id: str
    name: str
    guest: bool
    banned: bool
    created_at: int
    seen_at: int


class ListedTable(NamedTuple):
    """A table, as its host may see it."""

    id: str
    game: str
    players: int
    status: str
    public: bool
    changed_at: int
    people: str


async def find_people(store: Store, words: str | None = None) -> list[Listed]:
    """Those seen last, of all or of those whose name or id holds these words."""
    wanted = select(people).order_by(people.c.seen_at.desc(), people.c.id).limit(LISTED)
    if words:
        wanted = wanted.where(
            or_(
                func.lower(people.c.name).contains(words.lower(), autoescape=True),
                people.c.id == words,
            )
        )
    async with store.connect() as connection:
        return [
            Listed(row.id, row.name, row.guest, row.banned, row.created_at, row.seen_at)
            for row in await connection.execute(wanted)
        ]


async def one_person(everybody: People, words: str) -> str:
    """The id of the person meant: an id, an account's name, or a name only one person has."""
    async with everybody.store.connect() as connection:
        for wanted in (
            select(people.c.id).where(people.c.id == words),
            select(logins.c.person_id).where(logins.c.name == name_key(words)),
            select(people.c.id).where(people.c.name == words).limit(2),
        ):
            found = (await connection.execute(wanted)).scalars().all()
            if len(found) == 1:
                return str(found[0])
            if found:
                raise NotDone("unknown", f"Several people are called {words!r}; say which by id.")
    raise NotDone("unknown", f"Nobody is called {words!r}; `dogpark admin people --find` looks.")


async def ban(everybody: People, person: str, banned: bool) -> Who:
    """Shuts somebody out, wherever they are just now, or lets them in again."""
    who = await everybody.ban(person, banned)
    async with everybody.store.begin() as connection:
        await notices.put(everybody.store, connection)
    return who


async def delete_person(everybody: People, bus: Bus, who: Who) -> int:
    """Deletes somebody as they may themselves; how many tables' logs have forgotten them.

    A server that runs has them in memory until it hears of it, and may write their name once more:
    that is waited for, and then erased as well.
    """
    forgotten: set[str] = set()

    async def tell(_: str, tables: set[str]) -> None:
        forgotten.update(tables)
        async with everybody.store.begin() as connection:
            await notices.put(everybody.store, connection, dict.fromkeys(tables, ANEW))
        for table in tables:
            bus.publish(News(table, ANEW))
        await asyncio.sleep(HEARD)

    everybody.on_gone = tell
    await leaving.delete_person(everybody, who)
    return len(forgotten)


async def list_tables(store: Store, status: str | None = None) -> list[ListedTable]:
    """The tables that changed last, of all or of one status."""
    wanted = select(tables).order_by(tables.c.changed_at.desc(), tables.c.id).limit(LISTED)
    if status is not None:
        wanted = wanted.where(tables.c.status == status)
    async with store.connect() as connection:
        return [
            ListedTable(
                id=row.id,
                game=row.game,
                players=row.players,
                status=row.status,
                public=row.public,
                changed_at=row.changed_at,
                people=", ".join(_who(seat) for seat in row.seats),
            )
            for row in await connection.execute(wanted)
        ]


async def close_table(store: Store, bus: Bus, table: str, why: str) -> int:
    """Closes a table whatever happens there; the number of the entry that says so.

    It is written past the log's own writer, which on SQLite only a server may have: the number
    decides who was first all the same, and who was not reads on and tries again.
    """
    if not like_an_id(table):
        raise NotDone("unknown", "There is no such table.")
    folded = Table(table)
    for _ in range(TRIES):
        await _read_on(store, folded)
        if folded.seq == 0:
            raise NotDone("unknown", "There is no such table.")
        entry = drafts.close(folded, None, why).entry
        seq, at = folded.seq + 1, wall_ms()
        row = store.insert(events).values(
            table_id=table, seq=seq, at=at, body=entries.encode(entry)
        )
        async with store.begin() as connection:
            saved = await connection.execute(row.on_conflict_do_nothing())
            if saved.rowcount == 1:
                await notices.put(store, connection, {table: seq})
        if saved.rowcount == 1:
            folded.fold(seq, at, entry)
            bus.publish(News(table, seq))
            await Directory(store).put(summary(folded))
            return seq
    raise NotDone("wait", "This table is very busy; please try again.")


async def _read_on(store: Store, table: Table) -> None:
    async with store.connect() as connection:
        rows = await connection.execute(
            select(events)
            .where(events.c.table_id == table.id, events.c.seq > table.seq)
            .order_by(events.c.seq)
        )
        for row in rows:
            table.fold(row.seq, row.at, entries.decode(row.body))


def _who(seat: dict[str, Any]) -> str:
    return seat.get("name") or (f"bot {seat['bot']}" if seat.get("bot") else "–")
