"""Guests who looked in, left nothing behind and never came back are forgotten after a while.

Everybody who opens the page has a row from then on. Whoever has a seat or a table, a rating, a finished game, a
way to log in or a token keeps it. So does who is banned.
"""

from __future__ import annotations

import asyncio

from sqlalchemy import BigInteger, cast, delete, exists, select, tuple_
from sqlalchemy.sql.elements import ColumnElement

from dogpark.server.ops import logs
from dogpark.server.people import generation
from dogpark.server.people.ids import wall_ms
from dogpark.server.store.engine import Away, Store
from dogpark.server.store.locks import Work, alone
from dogpark.server.store.schema import (
    logins,
    meta,
    mutes,
    passkeys,
    people,
    ratings,
    result_people,
    table_people,
    tables,
    tokens,
)

DAY_MS = 24 * 3600 * 1000
MANY = 200  # rows in one change: the log waits for it on SQLite
FIRST = 60.0  # seconds after the start, when people are back at their tables
LOOKS = 3600.0  # seconds between two looks whether a day has passed
LAST_LOOK = "guests last looked through"

log = logs.get(__name__)


async def watch_guests(store: Store, days: int) -> None:
    """Once a day forgets guests that were not seen for so many days, until cancelled.

    Whichever process is the first of the day does it. With 0 days guests are kept for good.
    """
    await asyncio.sleep(FIRST)
    while days:
        try:
            now = wall_ms()
            if await todays(store, now):
                count = await forget_guests(store, now - days * DAY_MS)
                log.info("guests forgotten", count=count)
        except Away as error:
            log.warning("guests not looked through", reason=type(error).__name__)
        except Exception:
            log.exception("guests not looked through")
        await asyncio.sleep(LOOKS)


async def todays(store: Store, now: int) -> bool:
    """Whether nobody has looked yet since a day; from now on somebody has."""
    new = store.insert(meta).values(key=LAST_LOOK, value=str(now))
    claim = new.on_conflict_do_update(
        index_elements=[meta.c.key],
        set_={"value": new.excluded.value},
        where=cast(meta.c.value, BigInteger) <= now - DAY_MS,
    ).returning(meta.c.key)
    async with store.begin() as connection:
        return (await connection.execute(claim)).first() is not None


async def forget_guests(store: Store, before: int) -> int:
    """Forgets guests who were last seen before that and left nothing behind; how many."""
    count, last = 0, (0, "")
    while True:
        unseen = people.c.guest & (people.c.seen_at < before)
        seen = tuple_(people.c.seen_at, people.c.id)
        query = select(people.c.seen_at, people.c.id).where(unseen, seen > last)
        async with store.connect() as connection:
            rows = await connection.execute(
                query.order_by(people.c.seen_at, people.c.id).limit(MANY)
            )
            some = [(row.seen_at, row.id) for row in rows]
        if not some:
            return count
        last = some[-1]
        count += await _forget(store, [person for _, person in some], unseen)


async def _forget(store: Store, ids: list[str], unseen: ColumnElement[bool]) -> int:
    async with store.begin() as connection:
        await connection.run_sync(alone, Work.FORGETTING)
        gone = await connection.execute(
            delete(people)
            .where(people.c.id.in_(ids), unseen, ~people.c.banned, ~_left_something())
            .returning(people.c.id)
        )
        forgotten = [row.id for row in gone]
        if forgotten:
            await connection.execute(delete(mutes).where(mutes.c.muted.in_(forgotten)))
            for person in forgotten:
                await generation.forget(connection, person)
        return len(forgotten)


def _left_something() -> ColumnElement[bool]:
    """Whether there is anything for which a person must stay; a table that was closed is nothing."""
    me = people.c.id
    seated = (
        exists()
        .where(table_people.c.person_id == me)
        .where(tables.c.id == table_people.c.table_id, tables.c.status != "closed")
    )
    return (
        seated
        | exists().where(ratings.c.person_id == me)
        | exists().where(result_people.c.person_id == me)
        | exists().where(logins.c.person_id == me)
        | exists().where(passkeys.c.person_id == me)
        | exists().where(tokens.c.person_id == me)
    )
