"""Passing news on to who listens: one after the other for a table, and for few tables at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Set as AbstractSet

import structlog

from dogpark.server.bus.news import Listener, News

LISTENING = 8  # tables the listener is told of at the same time

log = structlog.get_logger(__name__)


class Hearing:
    """While the listener is busy with a table, its further news become one."""

    def __init__(self, followed: AbstractSet[str]) -> None:
        self._followed = followed
        self._heard: dict[str, int] = {}  # of which the listener is being told
        self._telling = asyncio.Semaphore(LISTENING)
        self._tasks: set[asyncio.Task[None]] = set()

    def tell(self, news: News, listener: Listener) -> None:
        table, seq = news.table, news.seq
        if table in self._heard:
            self._heard[table] = max(seq, self._heard[table])
            return
        self._heard[table] = seq
        task = asyncio.ensure_future(self._pass_on(table, listener))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, table: str, listener: Listener) -> None:
        async with self._telling:
            while (seq := self._heard[table]) and table in self._followed:
                self._heard[table] = 0  # until there is more
                try:
                    await listener(News(table, seq))
                except Exception as error:  # noqa: BLE001 - the listener's trouble is not ours
                    log.warning("news not taken", table=table, reason=type(error).__name__)
            del self._heard[table]

    async def close(self) -> None:
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
