"""Work that only one process does at a time, whichever rows it touches.

On PostgreSQL such work has a lock of its own, held until the change ends. On SQLite whoever changes
anything is alone as it is.
"""

from __future__ import annotations

from enum import IntEnum

from sqlalchemy import Connection, text


class Work(IntEnum):
    """What is done alone. Any numbers, the same in all versions."""

    MIGRATING = 0x646F67
    FORGETTING = 0x646F68  # people who go; two who know each other stand in each other's rows


def alone(connection: Connection, work: Work) -> None:
    """Nobody else does this work until the connection's change ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": int(work)})
