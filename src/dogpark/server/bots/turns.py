"""The queue in front of the minds: tables take turns, however many jobs one of them has."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Full(Exception):
    """So much is waiting that one more would only wait in vain."""


class Turns(Generic[T]):
    """Each ``take`` serves the table that has waited longest since it was last served."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._tables: OrderedDict[str, deque[T]] = OrderedDict()
        self._count = 0
        self._there = asyncio.Semaphore(0)

    def __len__(self) -> int:
        return self._count

    def put(self, table: str, one: T) -> None:
        if self._count >= self._limit:
            raise Full
        self._tables.setdefault(table, deque()).append(one)
        self._count += 1
        self._there.release()

    async def take(self) -> T:
        while True:
            await self._there.acquire()
            if self._tables:  # unless what was put there has been withdrawn
                return self._next()

    def _next(self) -> T:
        table, waiting = self._tables.popitem(last=False)
        one = waiting.popleft()
        if waiting:
            self._tables[table] = waiting
        self._count -= 1
        return one

    def withdraw(self, table: str, one: T) -> None:
        """Takes it out of the queue, if it is still there."""
        waiting = self._tables.get(table)
        if waiting is None or one not in waiting:
            return
        waiting.remove(one)
        self._count -= 1
        if not waiting:
            del self._tables[table]
