"""Patience: what must be done although the database is away just now is tried until it is done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from dogpark.server.log.rows import Unavailable
from dogpark.server.store.engine import Away

AGAIN = 1.0  # seconds until the next try
TROUBLE = (Unavailable, Away)

T = TypeVar("T")


async def patiently(attempt: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Tries until the database is there."""
    while True:
        try:
            return await attempt()
        except TROUBLE:
            await asyncio.sleep(AGAIN)
