"""Whose turn it is to write to a file of SQLite: who came first.

SQLite itself lets those who wait try again after a while, and a log that never pauses would keep
everybody else waiting. The log and everything else take turns here. It concerns one process; among
siblings the hub says whose turn it is.
"""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol
from weakref import WeakValueDictionary

from dogpark.server.turn import Turn

PATIENCE = 15.0  # seconds; who has the turn for longer waits for something that never comes


class NoTurn(TimeoutError):
    """The turn did not come; somebody keeps it."""


class TurnTaking(Protocol):
    """Where a task takes its turn."""

    def task(self) -> AbstractAsyncContextManager[None]: ...


class Turns(Turn):
    """A turn for which nobody waits for ever."""

    __slots__ = ("__weakref__",)

    def task(self) -> AbstractAsyncContextManager[None]:
        return self

    async def __aenter__(self) -> None:
        if self.take():  # as nearly always
            return
        try:
            async with asyncio.timeout(PATIENCE):
                await super().__aenter__()
        except TimeoutError:
            raise NoTurn from None


_KNOWN: WeakValueDictionary[Path, Turns] = WeakValueDictionary()


def turns_of(file: Path) -> Turns:
    """The turns at this file, the same for everybody in this process."""
    return _KNOWN.setdefault(file.resolve(), Turns())
