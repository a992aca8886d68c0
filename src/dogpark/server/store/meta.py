"""Small facts all processes share."""

from __future__ import annotations

import secrets

from sqlalchemy import delete, insert, select
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from dogpark.server.store.engine import Store
from dogpark.server.store.schema import meta

SECRET = "secret"
_TRIED = "tried"


async def shared_secret(store: Store) -> str:
    """The secret that signs cookies where none was set: made by whichever process comes first."""
    insert_new = sqlite_insert if store.on_sqlite else postgres_insert
    made = insert_new(meta).values(key=SECRET, value=secrets.token_urlsafe(32))
    async with store.begin() as connection:
        await connection.execute(made.on_conflict_do_nothing())
        found = await connection.scalar(select(meta.c.value).where(meta.c.key == SECRET))
    assert isinstance(found, str)
    return found


async def try_to_write(store: Store) -> None:
    """A commit that has to reach the disk, and after which everything is as before."""
    async with store.begin() as connection:
        await connection.execute(insert(meta).values(key=_TRIED, value=""))
        await connection.execute(delete(meta).where(meta.c.key == _TRIED))
