"""The way to the database for everything that is not an append to the log.

    async with store.connect() as connection:  # to read
    async with store.begin() as connection:  # to change something: all of it or nothing

On SQLite one change at a time runs, and the log waits for it: keep what stands inside ``begin``
short, never wait there for anything but the database, and never begin again inside it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import URL, Connection, Table, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolIsEmpty
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from dogpark.server.settings import Settings
from dogpark.server.store.turns import NoTurn, TurnTaking, turns_of

BUSY_MS = 15_000  # how long a change on SQLite waits for another
CONNECT_SECONDS = 5
POOL = 8  # connections of one process, besides those of its log
# WAL: who reads never waits. FULL: what is committed survives the machine's fall, not only ours.
PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    f"PRAGMA busy_timeout={BUSY_MS}",
    "PRAGMA foreign_keys=ON",
)
# Why a database that was reached cannot do anything now, by SQLite's names and PostgreSQL's codes:
# locked, full, broken; too many connections, out of memory or disk, shutting down or starting.
_AWAY_ON_SQLITE = (
    "SQLITE_BUSY",
    "SQLITE_CANTOPEN",
    "SQLITE_FULL",
    "SQLITE_IOERR",
    "SQLITE_READONLY",
)
_AWAY_ON_POSTGRES = ("53", "57P")


class Away(Exception):
    """The database cannot be reached now."""


class Store:
    """An open database."""

    def __init__(self, settings: Settings, turns: TurnTaking | None = None) -> None:
        self.on_sqlite = settings.on_sqlite
        self.engine = _sqlite(settings) if settings.on_sqlite else _postgres(settings)
        self._changing = self.engine.execution_options(dogpark_changes=True)
        self._turns = turns or (turns_of(settings.sqlite_file) if settings.on_sqlite else None)
        self._place = place(settings)

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        with self._reached():
            async with self.engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A connection whose changes all happen at the end, or not at all if an error gets out."""
        with self._reached():
            async with (
                self._turns.task() if self._turns else nullcontext(),
                self._changing.begin() as connection,
            ):
                yield connection

    def insert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        """An INSERT that can say what to do on a conflict, in the words of this database."""
        return sqlite.insert(table) if self.on_sqlite else postgresql.insert(table)

    async def close(self) -> None:
        await self.engine.dispose()

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Turns a lost connection, and a database that can do nothing now, into Away."""
        try:
            yield
        except DBAPIError as error:
            if not error.connection_invalidated and not _is_away(error.orig):
                raise
            raise Away(f"{self._place} is away: {error.orig}") from error
        except (PoolIsEmpty, NoTurn) as error:
            raise Away(f"{self._place} is too busy.") from error
        except (ConnectionError, asyncpg.InternalClientError) as error:
            # The second is what is made of a server that dies in mid-sentence.
            raise Away(f"{self._place} is away: {error}") from error


def open_store(settings: Settings, turns: TurnTaking | None = None) -> Store:
    """The database of these settings. It connects at first use; ``migrate.upgrade`` comes before.

    ``turns``: where one takes turns at a file of SQLite, if not within this process.
    """
    return Store(settings, turns)


def sqlite_file(settings: Settings) -> Path:
    """Where SQLite keeps its file; made if it is not there, for its owner's eyes only."""
    file = settings.sqlite_file
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    return file


def postgres_connector(settings: Settings) -> Callable[[], Awaitable[Any]]:
    """Opens a connection to PostgreSQL, from its address just as psql reads it."""

    async def connect(*_: object, **options: Any) -> Any:
        try:
            return await asyncpg.connect(settings.database, timeout=CONNECT_SECONDS, **options)
        except (OSError, TimeoutError) as error:
            raise Away(f"{place(settings)} does not answer: {str(error) or 'no word'}") from error
        except asyncpg.PostgresError as error:
            if not _is_away(error):
                raise
            raise Away(f"{place(settings)} is away: {error}") from error

    return connect


def place(settings: Settings) -> str:
    """The database in words fit for a message: without user or password."""
    if settings.on_sqlite:
        return str(settings.sqlite_file)
    parts = urlsplit(settings.database)
    port = f":{parts.port}" if parts.port else ""
    return f"PostgreSQL at {parts.hostname or 'this machine'}{port}"


def _is_away(error: BaseException | None) -> bool:
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorname", "").startswith(_AWAY_ON_SQLITE)
    return (getattr(error, "sqlstate", None) or "").startswith(_AWAY_ON_POSTGRES)


def _postgres(settings: Settings) -> AsyncEngine:
    return create_async_engine(
        "postgresql+asyncpg://",
        hide_parameters=True,  # what people entrust to us does not belong into messages and logs
        async_creator=postgres_connector(settings),
        pool_size=POOL,
        max_overflow=0,
        pool_timeout=10,
        pool_pre_ping=True,  # after PostgreSQL was restarted nobody gets a dead connection
    )


def _sqlite(settings: Settings) -> AsyncEngine:
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(sqlite_file(settings))),
        hide_parameters=True,  # as above
        connect_args={"isolation_level": None},  # transactions begin below, not in the driver
        pool_size=POOL,
        max_overflow=0,
    )
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "begin", _begin)
    event.listen(engine.sync_engine, "invalidate", _undo)
    return engine


def _set_up(connection: DBAPIConnection, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _undo(connection: DBAPIConnection, *_: object) -> None:
    # Where a task was cancelled in the middle of a statement, its cursor outlives the connection,
    # and SQLite would keep the change open, and everybody else from writing, for as long.
    with suppress(sqlite3.Error):
        connection.rollback()


def _begin(connection: Connection) -> None:
    # A change takes the right to write at once: one that read first could not get it any more if
    # another has written meanwhile.
    changes = connection.get_execution_options().get("dogpark_changes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if changes else "BEGIN")
