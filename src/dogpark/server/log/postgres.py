"""The log in PostgreSQL: one connection writes, and rows that wait together share one commit.

Many processes write to one log; the primary key decides who was first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import asyncpg  # type: ignore[import-untyped]
from msgspec.structs import astuple

from dogpark.server.log.answer import Answer
from dogpark.server.log.rows import Row, Unavailable
from dogpark.server.settings import Settings

BATCH = 512  # rows in one commit at most
READERS = 4  # connections to read with
CONNECT_SECONDS = 1.5
ANSWER_SECONDS = 5.0  # a database that takes longer for a batch is given up, and asked anew
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.5  # seconds between two attempts to connect

_APPEND = """
    INSERT INTO events (table_id, seq, at, body)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[])
    ON CONFLICT DO NOTHING
    RETURNING table_id, seq
"""
_READ = "SELECT seq, at, body FROM events WHERE table_id = $1 AND seq > $2 ORDER BY seq"
_TROUBLE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what is made of a server that dies in mid-sentence
)


class _Asked(NamedTuple):
    row: Row
    answer: Answer[bool]


class PostgresLog:
    """A log that many processes share."""

    def __init__(self, settings: Settings) -> None:
        self.on_answered: Callable[[], None] = lambda: None
        self.on_outcome: Callable[[str | None], None] = lambda _: None
        self._address = settings.database
        self._waiting: list[_Asked] = []
        self._writer: asyncio.Task[None] | None = None
        self._connection: Any = None
        self._pause = FIRST_PAUSE
        self._away_until = 0.0  # by the event loop's clock
        self._pool: Any = None
        self._opening = asyncio.Lock()
        self._closed = False

    def append(self, row: Row) -> Answer[bool]:
        if self._closed:
            raise Unavailable("the log is closed")
        loop = asyncio.get_running_loop()
        if loop.time() < self._away_until:
            raise Unavailable("the database is away")
        answer: Answer[bool] = Answer()
        self._waiting.append(_Asked(row, answer))
        if self._writer is None or self._writer.done():
            self._writer = loop.create_task(self._write_all(), name="log-writer")
        return answer

    async def read(self, table: str, after: int = 0) -> list[Row]:
        if self._closed:
            raise Unavailable("the log is closed")
        try:
            pool = await self._readers()
            async with pool.acquire(timeout=2 * ANSWER_SECONDS) as connection:
                found = await connection.fetch(_READ, table, after, timeout=ANSWER_SECONDS)
        except _TROUBLE as error:
            raise Unavailable(f"the log cannot be read: {_words(error)}") from error
        return [Row(table, *line) for line in found]

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        self._closed = True
        if self._writer is not None:
            await self._writer
        if self._connection is not None:
            with suppress(*_TROUBLE):
                await self._connection.close(timeout=CONNECT_SECONDS)
            self._connection = None
        if self._pool is not None:
            self._pool.terminate()  # whatever is still being read, nobody waits for it
            self._pool = None

    async def _write_all(self) -> None:
        """Save what waits, batch by batch, until nothing does."""
        while self._waiting:
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            try:
                new = await self._write({(a.row.table, a.row.seq): a.row for a in reversed(batch)})
            except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear
                self._give_up(batch, error)
                continue
            self._pause = FIRST_PAUSE
            self.on_outcome(None)
            for asked in batch:
                number = (asked.row.table, asked.row.seq)
                asked.answer.give(number in new)
                new.discard(number)  # another row of the same number came too late
            self.on_answered()

    async def _write(self, rows: dict[tuple[str, int], Row]) -> set[tuple[str, int]]:
        """Save rows in one commit; the numbers that were not taken yet."""
        if self._connection is None:
            self._connection = await self._connect()
        # Always in the same order, so that two processes never wait for each other's rows.
        columns = zip(*sorted(map(astuple, rows.values())), strict=True)
        new = await self._connection.fetch(_APPEND, *map(list, columns), timeout=ANSWER_SECONDS)
        return {(line[0], line[1]) for line in new}

    def _give_up(self, batch: list[_Asked], error: BaseException) -> None:
        """Tell all who wait that the database is away, and leave it alone for a moment."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None
        self._away_until = asyncio.get_running_loop().time() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        batch += self._waiting
        self._waiting = []
        self.on_outcome(_words(error))
        for asked in batch:
            asked.answer.give(Unavailable(f"the log cannot be written: {_words(error)}"))
        self.on_answered()

    async def _connect(self) -> Any:
        return await asyncpg.connect(
            self._address,
            timeout=CONNECT_SECONDS,
            server_settings={
                "application_name": "dogpark log",
                "synchronous_commit": "on",  # whatever the host prefers elsewhere
            },
        )

    async def _readers(self) -> Any:
        async with self._opening:
            if self._pool is None:
                self._pool = await asyncpg.create_pool(
                    self._address,
                    min_size=0,
                    max_size=READERS,
                    timeout=CONNECT_SECONDS,
                    server_settings={"application_name": "dogpark log reader"},
                )
        return self._pool


def _words(error: BaseException) -> str:
    if isinstance(error, asyncpg.DataError):
        return type(error).__name__  # its message quotes what was to be saved
    return str(error).partition("\n")[0] or type(error).__name__
