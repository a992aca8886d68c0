"""The generation of a person's cookies: it moves on, and every cookie given before is void.

Most people never move on from the first, so only those who did have a row; it lies in ``meta``.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Join, cast, delete, func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import BigInteger, Text

from dogpark.server.people.ids import wall_ms
from dogpark.server.store.engine import Store
from dogpark.server.store.schema import meta, people

_PREFIX = "cookies of "

# People with their generation: select GENERATION from PEOPLE.
PEOPLE: Join = people.join(
    meta, meta.c.key == literal(_PREFIX, Text).concat(people.c.id), isouter=True
)
GENERATION: ColumnElement[int] = func.coalesce(cast(meta.c.value, BigInteger), 0).label(
    "generation"
)


async def current(connection: AsyncConnection, person: str) -> int | None:
    """A person's generation, which nobody else moves on until this change is done."""
    mine = people.c.id == person
    # First the lock, then a look: what was read while waiting for a lock may be old.
    await connection.execute(select(people.c.id).where(mine).with_for_update())
    found: int | None = await connection.scalar(select(GENERATION).select_from(PEOPLE).where(mine))
    return found


async def move_on(store: Store, connection: AsyncConnection, person: str) -> None:
    """Makes all of a person's cookies void."""
    row = store.insert(meta).values(key=_PREFIX + person, value=str(wall_ms()))
    await connection.execute(
        row.on_conflict_do_update(index_elements=["key"], set_={"value": row.excluded.value})
    )


async def forget(connection: AsyncConnection, person: str) -> None:
    await connection.execute(delete(meta).where(meta.c.key == _PREFIX + person))
