"""A row of the log, and what a log must be able to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from dogpark.server.log.answer import Answer


class Row(msgspec.Struct, frozen=True):
    """One entry of one table, as it is stored."""

    table: str
    seq: int  # from 1
    at: int  # wall clock, milliseconds since 1970
    body: bytes  # an entry, encoded (server.entries)


class Unavailable(Exception):
    """The log cannot be reached now. Nothing of the row was saved, or it will be found there later."""


class Log(Protocol):
    """Where rows are kept. The first row of a number stays; a second is refused.

    ``append`` answers when the row is on disk: True, or False where that number was taken by
    another row. Rows of many tables that wait at the same time share one commit. It raises, or
    answers with, Unavailable where the database is away; the caller then reads before it decides
    anything. ``on_answered`` is called when all that shared a commit have their answers, and
    ``on_outcome`` with what became of each: nothing where it was saved, or why it was not.
    """

    on_answered: Callable[[], None]
    on_outcome: Callable[[str | None], None]

    def append(self, row: Row) -> Answer[bool]: ...

    async def read(self, table: str, after: int = 0) -> list[Row]: ...

    async def close(self) -> None: ...
