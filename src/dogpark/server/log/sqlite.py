"""The log in a file of SQLite: one thread writes, and rows that wait together share one commit.

Every call into SQLite gives up the interpreter and has to get it back, which takes up to five
milliseconds each time while the event loop is busy. So a batch is one statement, however many
rows it has (64 rows, row by row, took 400 ms beside a busy loop; as one statement 11 ms), and a
table is read as one value.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple

from dogpark.server.log.rows import Row, Unavailable
from dogpark.server.settings import Settings
from dogpark.server.store.alone import Alone
from dogpark.server.store.engine import PRAGMAS, sqlite_file
from dogpark.server.store.turns import turns_of

BATCH = 1024  # rows in one commit at most
TOGETHER = 128  # rows in one statement at most; each size is compiled once and kept

_INSERT = "INSERT INTO events (table_id, seq, at, body) VALUES "
_READ = """
    SELECT group_concat(seq || ' ' || at || ' ' || hex(body), ';')
    FROM (SELECT seq, at, body FROM events WHERE table_id = ? AND seq > ? ORDER BY seq)
"""


class _Asked(NamedTuple):
    row: Row
    answer: asyncio.Future[bool]


class SqliteLog:
    """A log of one process, in one file."""

    def __init__(self, settings: Settings) -> None:
        file = sqlite_file(settings)
        self._alone = Alone(file)
        self._turns = turns_of(file)
        self._file = file
        self._queue: SimpleQueue[_Asked | None] = SimpleQueue()
        self._closed = False
        self._readers = ThreadPoolExecutor(1, "log-reader")
        self._reading: sqlite3.Connection | None = None
        self._writer = threading.Thread(target=self._write_all, name="log-writer", daemon=True)
        self._writer.start()

    async def append(self, row: Row) -> bool:
        if self._closed:
            raise Unavailable("the log is closed")
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.put(_Asked(row, answer))
        return await answer

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
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.get_running_loop().run_in_executor(self._readers, self._close_reader)
        self._readers.shutdown()
        self._alone.release()

    # -- in the reader's thread --------------------------------------------------------------------

    def _read(self, table: str, after: int) -> str | None:
        try:
            if self._reading is None:
                self._reading = _connect(self._file)
            told: str | None = self._reading.execute(_READ, (table, after)).fetchone()[0]
        except sqlite3.Error as error:
            raise Unavailable(f"the log cannot be read: {error}") from error
        return told

    def _close_reader(self) -> None:
        if self._reading is not None:
            self._reading.close()

    # -- in the writer's thread --------------------------------------------------------------------

    def _write_all(self) -> None:
        connection: sqlite3.Connection | None = None
        going_on = True
        while going_on:
            batch, going_on = self._next_batch()
            if not batch:
                continue
            taken: list[bool] | Unavailable
            try:
                connection = connection or _connect(self._file)
                with self._turns.thread():
                    taken = _write(connection, [asked.row for asked in batch])
            except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear
                taken = Unavailable(f"the log cannot be written: {error}")
                if connection is not None:
                    connection.close()
                    connection = None
            _answer(batch, taken)
        if connection is not None:
            connection.close()

    def _next_batch(self) -> tuple[list[_Asked], bool]:
        """What waits now, after waiting for the first; and whether more may come."""
        batch: list[_Asked] = []
        asked = self._queue.get()
        with suppress(Empty):
            while asked is not None:
                batch.append(asked)
                if len(batch) == BATCH:
                    break
                asked = self._queue.get_nowait()
        return batch, asked is not None


def _connect(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        file, isolation_level=None, check_same_thread=False, cached_statements=2 * TOGETHER
    )
    for pragma in PRAGMAS:
        connection.execute(pragma)
    return connection


def _write(connection: sqlite3.Connection, rows: list[Row]) -> list[bool]:
    """Save rows in one commit; which of them are the first of their number."""
    try:
        if len(rows) <= TOGETHER:
            _insert(connection, rows)  # by itself a transaction
        else:
            with _transaction(connection):
                for start in range(0, len(rows), TOGETHER):
                    _insert(connection, rows[start : start + TOGETHER])
    except sqlite3.IntegrityError:
        return _write_singly(connection, rows)
    return [True] * len(rows)


def _write_singly(connection: sqlite3.Connection, rows: Iterable[Row]) -> list[bool]:
    """As _write, for the rare case that a number is taken."""
    statement = _statement(1) + " ON CONFLICT DO NOTHING"
    with _transaction(connection):
        return [connection.execute(statement, row).rowcount == 1 for row in rows]


def _insert(connection: sqlite3.Connection, rows: list[Row]) -> None:
    connection.execute(_statement(len(rows)), tuple(chain.from_iterable(rows)))


@cache
def _statement(rows: int) -> str:
    return _INSERT + ",".join(["(?,?,?,?)"] * rows)


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # some errors end it by themselves
            connection.execute("ROLLBACK")
        raise


def _answer(batch: list[_Asked], taken: list[bool] | Unavailable) -> None:
    """Tell those who wait, in their event loop."""
    with suppress(RuntimeError):  # the loop is closed: nobody waits any more
        batch[0].answer.get_loop().call_soon_threadsafe(_settle, batch, taken)


def _settle(batch: list[_Asked], taken: list[bool] | Unavailable) -> None:
    for number, asked in enumerate(batch):
        if asked.answer.done():  # cancelled meanwhile
            continue
        if isinstance(taken, Unavailable):
            asked.answer.set_exception(Unavailable(*taken.args))
        else:
            asked.answer.set_result(taken[number])


def _unpack(line: str) -> tuple[int, int, bytes]:
    seq, at, body = line.split(" ")
    return int(seq), int(at), bytes.fromhex(body)
