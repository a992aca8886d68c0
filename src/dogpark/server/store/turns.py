"""Whose turn it is to write to a file of SQLite: who came first.

SQLite itself lets those who wait try again after a while, and a log that never pauses would keep
everybody else waiting. The log writes from a thread of its own, everything else from the event
loop; both take turns here. It concerns one process; among siblings the hub says whose turn it is.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Protocol
from weakref import WeakValueDictionary

PATIENCE = 15.0  # seconds; who has the turn for longer waits for something that never comes


class NoTurn(TimeoutError):
    """The turn did not come; somebody keeps it."""


class TurnTaking(Protocol):
    """Where a task takes its turn."""

    def task(self) -> AbstractAsyncContextManager[None]: ...


class Turns:
    """A lock that is handed on in the order in which it was asked for."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._taken = False
        self._waiting: deque[Future[None]] = deque()

    @contextmanager
    def thread(self) -> Iterator[None]:
        """A turn of a thread, which waits for it."""
        asked = self._ask()
        try:
            asked.result(PATIENCE)
        except TimeoutError:
            self._give_up(asked)
            raise NoTurn from None
        try:
            yield
        finally:
            self._pass_on()

    @asynccontextmanager
    async def task(self) -> AsyncIterator[None]:
        """A turn of a task; the event loop goes on while it waits."""
        asked = self._ask()
        if not asked.done():
            try:
                async with asyncio.timeout(PATIENCE):
                    await asyncio.wrap_future(asked)
            except TimeoutError:
                self._give_up(asked)
                raise NoTurn from None
            except asyncio.CancelledError:
                self._give_up(asked)
                raise
        try:
            yield
        finally:
            self._pass_on()

    def _give_up(self, asked: Future[None]) -> None:
        if not asked.cancel() and not asked.cancelled():  # its turn had just come
            self._pass_on()

    def _ask(self) -> Future[None]:
        asked: Future[None] = Future()
        with self._guard:
            if self._taken:
                self._waiting.append(asked)
            else:
                self._taken = True
                asked.set_result(None)
        return asked

    def _pass_on(self) -> None:
        with self._guard:
            following = self._next()
            self._taken = following is not None
        if following is not None:
            following.set_result(None)

    def _next(self) -> Future[None] | None:
        while self._waiting:
            asked = self._waiting.popleft()
            if asked.set_running_or_notify_cancel():
                return asked
        return None


_KNOWN: WeakValueDictionary[Path, Turns] = WeakValueDictionary()
_KNOWN_GUARD = threading.Lock()


def turns_of(file: Path) -> Turns:
    """The turns at this file, the same for everybody in this process."""
    with _KNOWN_GUARD:
        return _KNOWN.setdefault(file.resolve(), Turns())
