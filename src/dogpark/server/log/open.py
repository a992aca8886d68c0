"""Opens the log of a server."""

from __future__ import annotations

from dogpark.server.log.postgres import PostgresLog
from dogpark.server.log.rows import Log
from dogpark.server.log.sqlite import SqliteLog, Writer
from dogpark.server.settings import Settings


async def open_log(settings: Settings, writer: Writer | None = None) -> Log:
    """The log of these settings; ``migrate.upgrade`` comes before.

    Raises Occupied where another server uses the same file of SQLite, unless they have one
    ``writer``. PostgreSQL is reached at first use.
    """
    return SqliteLog(settings, writer) if settings.on_sqlite else PostgresLog(settings)
