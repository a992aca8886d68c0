"""Patience: with a database that is away just now, and with others while there is much to do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from typing import Any, TypeVar

from dogpark.server.log.rows import Unavailable
from dogpark.server.store.engine import Away

AGAIN = 1.0  # seconds until the next try
TURN = 0.005  # seconds at a time; then everybody else has a turn
TROUBLE = (Unavailable, Away)

T = TypeVar("T")


async def patiently(attempt: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Tries until the database is there."""
    while True:
        try:
            return await attempt()
        except TROUBLE:
            await asyncio.sleep(AGAIN)


async def unhurried(many: Iterable[T]) -> AsyncIterator[T]:
    """Goes through many things, and lets others have their turn now and then.

    To play a long game again takes a good part of a second, in which nobody else could move.
    """
    until = time.perf_counter() + TURN
    for one in many:
        yield one
        if time.perf_counter() > until:
            await asyncio.sleep(0)
            until = time.perf_counter() + TURN
