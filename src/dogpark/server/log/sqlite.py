"""The log in a file of SQLite: the scribe writes, and rows that wait together share one commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import msgspec

from dogpark.server.log import scribe
from dogpark.server.log.dictation import Dictation
from dogpark.server.log.rows import Row, Unavailable
from dogpark.server.settings import Settings
from dogpark.server.store.alone import Alone
from dogpark.server.store.engine import PRAGMAS, sqlite_file
from dogpark.server.store.turns import turns_of

BATCH = 1024  # rows in one commit at most

# A table is read as one value: each row would give up the interpreter and wait to get it back.
_READ = """
    SELECT group_concat(seq || ' ' || at || ' ' || hex(body), ';')
    FROM (SELECT seq, at, body FROM events WHERE table_id = ? AND seq > ? ORDER BY seq)
"""


class Writer(Protocol):
    """Who writes for several processes."""

    async def write(self, rows: Sequence[scribe.Line]) -> list[bool] | str:
        """For each row whether it was the first of its number, or why none was saved.

        EOFError: it has died, and nobody knows.
        """
        ...


class _Asked(msgspec.Struct, frozen=True):
    row: Row
    answer: asyncio.Future[bool]


class SqliteLog:
    """A log in one file: of one process, with a scribe of its own, or of several with one ``writer``."""

    def __init__(self, settings: Settings, writer: Writer | None = None) -> None:
        file = sqlite_file(settings)
        self._writer_of_all = writer
        self._alone = Alone(file) if writer is None else None
        self._turns = turns_of(file)
        self._file = str(file)
        self._loop: asyncio.AbstractEventLoop | None = None  # asking for it takes a system call
        self._waiting: list[_Asked] = []
        self._writer: asyncio.Task[None] | None = None
        self._scribe: Dictation | None = None
        self._closed = False
        self._readers = ThreadPoolExecutor(1, "log-reader")
        self._reading: sqlite3.Connection | None = None

    def append(self, row: Row) -> asyncio.Future[bool]:
        if self._closed:
            raise Unavailable("the log is closed")
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        answer: asyncio.Future[bool] = self._loop.create_future()
        self._waiting.append(_Asked(row, answer))
        if self._writer is None or self._writer.done():
            self._writer = self._loop.create_task(self._write_all(), name="log-writer")
        return answer

    async def read(self, table: str, after: int = 0) -> list[Row]:
        if self._closed:
            raise Unavailable("the log is closed")
        loop = asyncio.get_running_loop()
        told = await loop.run_in_executor(self._readers, self._read, table, after)
        return [Row(table, *_unpack(line)) for line in told.split(";")] if told else []

    async def close(self) -> None:
        """Write what is waiting, then let go of the file."""
        if self._closed:
            return
        self._closed = True
        if self._writer is not None:
            await self._writer
        await self._dismiss()
        await asyncio.get_running_loop().run_in_executor(self._readers, self._close_reader)
        self._readers.shutdown()
        if self._alone is not None:
            self._alone.release()

    # -- writing ----------------------------------------------------------------------------------

    async def _write_all(self) -> None:
        """Saves what waits, batch by batch; what comes meanwhile is the next one."""
        while self._waiting:
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            taken: list[bool] | str
            try:
                taken = await self._save([(*asked.row,) for asked in batch])
            except Exception as error:  # noqa: BLE001 (whatever it is, those who wait must hear)
                taken = str(error) or type(error).__name__
            for number, asked in enumerate(batch):
                if asked.answer.done():  # cancelled meanwhile
                    continue
                if isinstance(taken, str):
                    why = f"the log cannot be written: {taken}"
                    asked.answer.set_exception(Unavailable(why))
                else:
                    asked.answer.set_result(taken[number])

    async def _save(self, lines: list[scribe.Line]) -> list[bool] | str:
        """Has a batch saved; the writer's word, or why it could not."""
        try:
            if self._writer_of_all is not None:
                return await self._writer_of_all.write(lines)
            async with self._turns.task():
                return await self._dictate(lines)
        except (OSError, EOFError):
            await self._dismiss()
            return "its scribe has died"  # another takes over; what was saved will be found

    async def _dictate(self, lines: list[scribe.Line]) -> list[bool] | str:
        if self._scribe is None:
            # The scribe holds the lock too: if we are killed, nobody else begins before it has ended.
            kept = () if self._alone is None else self._alone.handles
            self._scribe = await Dictation.begin(self._file, kept)
        answer: list[bool] | str = await self._scribe.take_down((PRAGMAS, lines))
        return answer

    async def _dismiss(self) -> None:
        scribe, self._scribe = self._scribe, None
        if scribe is not None:
            await scribe.end()

    # -- in the reader's thread -------------------------------------------------------------------

    def _read(self, table: str, after: int) -> str | None:
        try:
            if self._reading is None:
                self._reading = scribe.connect(self._file, PRAGMAS)
            told: str | None = self._reading.execute(_READ, (table, after)).fetchone()[0]
        except sqlite3.Error as error:
            raise Unavailable(f"the log cannot be read: {error}") from error
        return told

    def _close_reader(self) -> None:
        if self._reading is not None:
            self._reading.close()


def _unpack(line: str) -> tuple[int, int, bytes]:
    seq, at, body = line.split(" ")
    return int(seq), int(at), bytes.fromhex(body)
