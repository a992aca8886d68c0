"""Where the next quick match begins: for every game and number of seats, the one table that waits.

Whoever wants to open another says instead of which; the database lets one of them do so. So people
who come at the same moment meet, at whichever processes they ask.
"""

from __future__ import annotations

from sqlalchemy import select

from dogpark.server.store.engine import Store
from dogpark.server.store.schema import meta


class Matches:
    """The tables that wait for players."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def waiting(self, game: str, players: int) -> str | None:
        """The table that was last opened for this; it may be full by now, or not there yet."""
        query = select(meta.c.value).where(meta.c.key == _key(game, players))
        async with self._store.connect() as connection:
            found: str | None = await connection.scalar(query)
        return found

    async def open(self, game: str, players: int, table: str, instead_of: str | None) -> bool:
        """From now on this table waits, unless somebody else has said so first of another."""
        new = self._store.insert(meta).values(key=_key(game, players), value=table)
        upsert = new.on_conflict_do_update(
            index_elements=[meta.c.key],
            set_={"value": new.excluded.value},
            where=meta.c.value == instead_of,
        ).returning(meta.c.value)
        async with self._store.begin() as connection:
            return (await connection.execute(upsert)).first() is not None


def _key(game: str, players: int) -> str:
    return f"quick/{game}/{players}"
