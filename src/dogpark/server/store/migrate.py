"""Brings a database up to date. Safe when several processes start at once: one does it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from dogpark.server.settings import Settings
from dogpark.server.store.engine import open_store
from dogpark.server.store.locks import Work, alone

T = TypeVar("T")


class UnknownRevision(Exception):
    """The database is newer than this program."""


def upgrade(settings: Settings) -> None:
    """Bring the database up to date, and make it if it is not there.

    Not for use inside an event loop; there, ``await asyncio.to_thread(upgrade, settings)``.
    """
    _within(settings, _upgrade)


def current(settings: Settings) -> str | None:
    """The revision a database is at; None for an empty one."""
    return _within(settings, revision)


def head() -> str:
    """The revision this program needs."""
    newest = ScriptDirectory.from_config(_config()).get_current_head()
    assert newest is not None
    return newest


def revisions() -> set[str]:
    """All revisions this program knows."""
    return {step.revision for step in ScriptDirectory.from_config(_config()).walk_revisions()}


def revision(connection: Connection) -> str | None:
    """The revision the database of a connection is at."""
    return MigrationContext.configure(connection).get_current_revision()


def move(connection: Connection, to: str) -> None:
    """Bring a database to any revision, "head" or "base", inside the caller's transaction."""
    config = _config()
    config.attributes["connection"] = connection
    if to == "base":
        command.downgrade(config, to)
    else:
        command.upgrade(config, to)


def _upgrade(connection: Connection) -> None:
    alone(connection, Work.MIGRATING)
    at = revision(connection)
    if at is not None and at not in revisions():
        raise UnknownRevision(
            f"The database is at revision {at}, which this version does not know: "
            "a newer dogpark has used it. Update this one."
        )
    move(connection, "head")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "dogpark.server.store:migrations")
    return config


def _within(settings: Settings, work: Callable[[Connection], T]) -> T:
    """Do something in one transaction, on a connection of its own."""

    async def run() -> T:
        store = open_store(settings)
        try:
            async with store.begin() as connection:
                return await connection.run_sync(work)
        finally:
            await store.close()

    return asyncio.run(run())
