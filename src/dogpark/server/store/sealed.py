"""Answers that wait for the end of a window (live.veil): saved, but not in the log yet.

The log's numbers are for everybody; an answer that nobody may notice is kept apart until the
window closes. One that was acknowledged survives a crash like everything else.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import delete, select

from dogpark.server.store.engine import Store
from dogpark.server.store.schema import sealed


@dataclass(frozen=True)
class Answer:
    """What a seat has answered in the window that the entry ``seq`` opened."""

    table: str
    seq: int
    seat: int
    at: int
    code: int
    person: str
    key: str


class Sealed:
    """All answers that wait."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def put(self, answer: Answer) -> None:
        """Keeps an answer; until the window closes the last one counts."""
        row = asdict(answer)
        row["table_id"] = row.pop("table")
        new = self._store.insert(sealed).values(**row)
        async with self._store.begin() as connection:
            old = delete(sealed).where(sealed.c.table_id == answer.table, sealed.c.seq < answer.seq)
            await connection.execute(old)
            await connection.execute(
                new.on_conflict_do_update(
                    index_elements=[sealed.c.table_id, sealed.c.seq, sealed.c.seat],
                    set_={name: new.excluded[name] for name in ("at", "code", "person", "key")},
                )
            )

    async def clear(self, table: str) -> None:
        """A game is over: nothing waits there any more."""
        async with self._store.begin() as connection:
            await connection.execute(delete(sealed).where(sealed.c.table_id == table))

    async def read(self, table: str, seq: int) -> list[Answer]:
        query = select(sealed).where(sealed.c.table_id == table, sealed.c.seq == seq)
        async with self._store.connect() as connection:
            rows = await connection.execute(query)
            return [
                Answer(row.table_id, row.seq, row.seat, row.at, row.code, row.person, row.key)
                for row in rows
            ]
