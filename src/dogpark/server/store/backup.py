"""Backups that fit either database: what SQLite has saved, PostgreSQL can be made from, and back.

A backup shows one moment, taken while the server runs. A restore checks the whole file before it
changes anything, and then happens entirely or not at all; servers are to be stopped for it.
"""

from __future__ import annotations

import asyncio
import base64
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Connection,
    Double,
    LargeBinary,
    Table,
    Text,
    case,
    column,
    func,
    insert,
    select,
    table,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import TypeEngine

from dogpark.server.settings import Settings
from dogpark.server.store import dump, migrate
from dogpark.server.store.alone import Alone
from dogpark.server.store.directory import DEAD_MS, GOING_ON
from dogpark.server.store.dump import BadBackup, Header, Kind, Section
from dogpark.server.store.engine import open_store, sqlite_file
from dogpark.server.store.locks import Work, alone
from dogpark.server.store.meta import SECRET
from dogpark.server.store.schema import meta, metadata, processes, tables

Progress: TypeAlias = Callable[[int, int], None]  # rows done, rows in all

TOGETHER = 1000  # rows read or written in one go
KEPT = [one for one in metadata.sorted_tables if one is not processes]
TYPES: dict[Kind, TypeEngine[Any]] = {
    "text": Text(),
    "whole": BigInteger(),
    "number": Double(),
    "truth": Boolean(),
    "bytes": LargeBinary(),
    "json": JSON(none_as_null=True),
}
_KINDS: dict[type[Any], Kind] = {
    str: "text",
    int: "whole",
    float: "number",
    bool: "truth",
    bytes: "bytes",
    dict: "json",
}


class NotNow(Exception):
    """The database is not in a state for this; the message says why and what to do."""


def backup(settings: Settings, file: Path, progress: Progress | None = None) -> Header:
    """Write everything there is into one file, in the place of an older one; what it holds.

    Not for use inside an event loop; there, ``await asyncio.to_thread(backup, …)``.
    """

    async def run() -> Header:
        store = open_store(settings)
        try:
            async with store.connect() as connection:
                if not store.on_sqlite:
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                return await _backup(settings, connection, file, progress)
        finally:
            await store.close()

    return asyncio.run(run())


def restore(
    settings: Settings,
    file: Path,
    force: bool = False,
    progress: Progress | None = None,
) -> Header:
    """Make a database from a backup, and bring it up to date; what the backup held.

    With ``force``, in the place of everything the database holds now. Not for use inside an event
    loop, as ``backup``.
    """
    header = _checked(file)

    async def run() -> Header:
        store = open_store(settings)
        try:
            async with store.begin() as connection:
                await connection.run_sync(_make_room, force)
                await connection.run_sync(migrate.move, header.revision)
                await _fill(connection, file, header, progress)
                await connection.run_sync(migrate.move, "head")
                await _let_go(connection)
                secret = await _secret(connection)
        finally:
            await store.close()
        if secret is not None and settings.on_sqlite:
            _write_secret(settings, secret)
        return header

    with _alone(settings):
        return asyncio.run(run())


def verify(file: Path, progress: Progress | None = None) -> Header:
    """Read a backup as a restore does, without a database; what it holds. Raises BadBackup."""
    header = _checked(file)
    done = 0
    for section, rows in dump.sections(file):
        for some in _in_parts(file, section, rows):
            done += len(some)
            if progress is not None:
                progress(done, header.total)
    return header


def _checked(file: Path) -> Header:
    """What a file says of itself, if it is whole and of a form that is known here."""
    header = dump.check(file)
    if header.revision not in migrate.revisions():
        raise BadBackup(
            f"{file} is of a newer dogpark (revision {header.revision}). Update this one."
        )
    return header


# -- backup ---------------------------------------------------------------------------------------


async def _backup(
    settings: Settings, connection: AsyncConnection, file: Path, progress: Progress | None
) -> Header:
    at = await connection.run_sync(migrate.revision)
    if at != migrate.head():
        raise NotNow(
            f"The database is at revision {at}, and this version needs {migrate.head()}: "
            "bring it up to date first."
        )
    counts = {
        str(one.name): await connection.scalar(select(func.count()).select_from(one)) or 0
        for one in KEPT
    }
    beside = _secret_beside(settings) if settings.on_sqlite else None
    if beside is not None:
        stored = await _secret(connection) is not None
        counts[meta.name] += not stored
    header = Header(dump.FORMAT, dump.VERSION, migrate.head(), time.time_ns() // 1_000_000, counts)
    done = 0
    with dump.new_file(file, header) as writer:
        for one in KEPT:
            # SQLAlchemy's names are a kind of string of their own.
            writer.section(str(one.name), {str(c.name): _kind(c.type) for c in one.columns})
            if one is meta and beside is not None:
                writer.row((SECRET, beside))
                done += 1
            async for rows in _all(connection, one, without_secret=beside is not None):
                for row in rows:
                    writer.row(row)
                done += len(rows)
                if progress is not None:
                    progress(done, header.total)
    return header


async def _all(
    connection: AsyncConnection, one: Table, *, without_secret: bool
) -> AsyncIterator[list[Sequence[Any]]]:
    """All rows of a table, some at a time."""
    query = select(one)
    if one is meta and without_secret:
        query = query.where(meta.c.key != SECRET)
    found = await connection.stream(query.order_by(*one.primary_key))
    async for rows in found.partitions(TOGETHER):
        yield [tuple(row) for row in rows]


def _kind(of: TypeEngine[Any]) -> Kind:
    return "json" if isinstance(of, JSON) else _KINDS[of.python_type]


# -- restore --------------------------------------------------------------------------------------


def _make_room(connection: Connection, force: bool) -> None:
    """See that nobody uses the database and nothing is lost unasked; then take everything away."""
    alone(connection, Work.MIGRATING)
    at = migrate.revision(connection)
    if at is not None and at not in migrate.revisions():
        raise NotNow(f"The database is of a newer dogpark (revision {at}). Update this one.")
    if at is None:
        return
    young = time.time_ns() // 1_000_000 - DEAD_MS
    if connection.dialect.name == "postgresql":
        alive = connection.scalars(select(processes.c.address).where(processes.c.seen_at >= young))
        if addresses := ", ".join(sorted(set(alive))):
            raise NotNow(f"Servers are running on this database ({addresses}): stop them first.")
    if not force:
        for one in KEPT:
            if one is not meta and connection.execute(select(one).limit(1)).first() is not None:
                raise NotNow(
                    "The database is not empty, and a restore would replace everything in it. "
                    "Use an empty one, or force it."
                )
    migrate.move(connection, "base")


async def _fill(
    connection: AsyncConnection, file: Path, header: Header, progress: Progress | None
) -> None:
    done = 0
    for section, rows in dump.sections(file):
        # By what the file says, not by the schema: an older one may have had other columns.
        columns = [column(name, TYPES.get(kind)) for name, kind in section.columns.items()]
        target = table(section.table, *columns)
        for some in _in_parts(file, section, rows):
            await connection.execute(insert(target), some)
            done += len(some)
            if progress is not None:
                progress(done, header.total)


def _in_parts(
    file: Path, section: Section, rows: Iterator[list[Any]]
) -> Iterator[list[dict[str, Any]]]:
    """The rows of a table as a database takes them, some at a time."""
    columns = section.columns
    unknown = set(columns.values()) - set(TYPES)
    if unknown:
        raise BadBackup(f"{file} has values of unknown kinds: {', '.join(sorted(unknown))}")
    binary = [number for number, kind in enumerate(columns.values()) if kind == "bytes"]
    while some := list(islice(rows, TOGETHER)):
        try:
            for row in some:
                for number in binary:
                    row[number] = base64.b64decode(row[number])
            part = [dict(zip(columns, row, strict=True)) for row in some]
        except (IndexError, TypeError, ValueError) as error:
            raise BadBackup(f"{file} has a row that is none of {section.table}: {error}") from error
        yield part


async def _let_go(connection: AsyncConnection) -> None:
    """What a process kept is for the next one to claim."""
    at_once = case((tables.c.status.in_(GOING_ON), 0), else_=None)
    await connection.execute(
        update(tables).where(tables.c.keeper.is_not(None)).values(keeper=None, wake_at=at_once)
    )


# -- the secret -----------------------------------------------------------------------------------
# PostgreSQL has it in a table, SQLite in a file beside; people stay who they are when they move.


async def _secret(connection: AsyncConnection) -> str | None:
    secret: str | None = await connection.scalar(select(meta.c.value).where(meta.c.key == SECRET))
    return secret


def _secret_beside(settings: Settings) -> str | None:
    file = settings.sqlite_file.with_suffix(".secret")
    return file.read_text().strip() if file.exists() else None


def _write_secret(settings: Settings, secret: str) -> None:
    file = settings.sqlite_file.with_suffix(".secret")
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as out:
        out.write(secret + "\n")


@contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    """No server runs on this file of SQLite meanwhile."""
    if not settings.on_sqlite:
        yield
        return
    alone = Alone(sqlite_file(settings))
    try:
        yield
    finally:
        alone.release()
