"""What the host has just done from the command line, told to every process through the database.

News from the command line reaches no process otherwise where there is no bus: one that is alone has
none, and siblings hear of each other only. The latest notice is one small row at which every process
looks again and again; who sees that it has missed one knows that much, and not what it said.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from dogpark.server.store.engine import Store
from dogpark.server.store.schema import meta

NOTICE = "notice"


class Notice(msgspec.Struct, frozen=True):
    """What was done last."""

    number: int = 0
    tables: dict[str, int] = {}  # how far their logs have come, as on the bus


async def latest(store: Store) -> Notice:
    """The last one there was; number 0 where there was none yet."""
    async with store.connect() as connection:
        told = await connection.scalar(_told)
    return Notice() if told is None else msgspec.json.decode(told, type=Notice)


async def put(
    store: Store, connection: AsyncConnection, tables: Mapping[str, int] | None = None
) -> None:
    """Tells it to everybody when the connection's change ends."""
    first = store.insert(meta).values(key=NOTICE, value=_encoded(Notice()))
    await connection.execute(first.on_conflict_do_nothing())
    told = await connection.scalar(_told.with_for_update())  # two hosts at once tell two notices
    assert told is not None
    number = msgspec.json.decode(told, type=Notice).number + 1
    notice = Notice(number, dict(tables or {}))
    await connection.execute(
        update(meta).where(meta.c.key == NOTICE).values(value=_encoded(notice))
    )


_told = select(meta.c.value).where(meta.c.key == NOTICE)


def _encoded(notice: Notice) -> str:
    return msgspec.json.encode(notice).decode()
