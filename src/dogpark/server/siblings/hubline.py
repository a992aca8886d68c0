"""The way from a process to the hub: questions with their answers, and news of its siblings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, TypeAlias, cast

from dogpark.server.bus.news import News
from dogpark.server.log.answer import Answer
from dogpark.server.log.scribe import Line, pack, unpack_whole
from dogpark.server.ops import logs
from dogpark.server.people.buckets import Limit, LocalBuckets
from dogpark.server.siblings.hub import Kind
from dogpark.server.siblings.place import Place
from dogpark.server.store.turns import PATIENCE, NoTurn

AGAIN = 0.05  # seconds between two attempts to reach it

Reached: TypeAlias = tuple[str, int]  # a table, and how far it has come

log = logs.get(__name__)


class HubLine(asyncio.Protocol):
    """A line to the hub that outlives the hub: where it was cut, it is opened again."""

    def __init__(self, place: Place) -> None:
        self.up = False
        self.living: frozenset[str] | None = None  # processes, as the hub last told
        self.on_news: Callable[[list[Reached]], None] = lambda _: None
        self.on_reached: Callable[[], None] = lambda: None  # whatever was told meanwhile is lost
        self._place = place
        self._numbers = count(1)
        self._answers: dict[int, Answer[Any]] = {}
        self._heard = bytearray()
        self._transport: asyncio.Transport | None = None
        self._opening: asyncio.Task[None] | None = None
        self._closed = False

    async def open(self) -> None:
        self._opening = asyncio.create_task(self._open())
        await self._opening

    async def close(self) -> None:
        self._closed = True
        if self._opening is not None:
            self._opening.cancel()
        if self._transport is not None:
            self._transport.close()

    async def _open(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                await loop.create_unix_connection(lambda: self, str(self._place.hub))
            except OSError:
                await asyncio.sleep(AGAIN)  # it is being started
            else:
                return

    # -- what the event loop tells ----------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are no subclass of asyncio's, but just the same.
        self._transport = cast("asyncio.Transport", transport)
        self._transport.set_write_buffer_limits(high=0)  # as log.dictation
        self._heard.clear()
        self.up = True
        self.on_reached()

    def connection_lost(self, exc: Exception | None) -> None:
        self.up, self._transport = False, None
        answers, self._answers = self._answers, {}
        for answer in answers.values():
            answer.give(EOFError())
        if not self._closed:
            log.warning("the hub is away")
            self._opening = asyncio.get_running_loop().create_task(self._open())

    def data_received(self, data: bytes) -> None:
        self._heard += data
        for message in unpack_whole(self._heard):
            self._take(*message)

    def _take(self, kind: int, number: int, what: Any) -> None:
        if kind == Kind.NEWS:
            self.on_news(what)
            return
        answer = self._answers.pop(number, None)
        if answer is not None:
            answer.give(what)

    # -- what the process asks --------------------------------------------------------------------

    def _say(self, kind: Kind, number: int, what: object) -> None:
        if self._transport is not None:
            self._transport.write(pack((int(kind), number, what)))

    def _ask(self, kind: Kind, what: object) -> tuple[int, Answer[Any]]:
        if self._transport is None:
            raise EOFError
        number = next(self._numbers)
        answer = self._answers[number] = Answer()
        self._say(kind, number, what)
        return number, answer

    def write(self, rows: Sequence[Line]) -> Answer[list[bool] | str]:
        """Has rows saved; for each whether it was the first of its number, or why none was.

        EOFError: the hub has died, and nobody knows.
        """
        return self._ask(Kind.ROWS, list(rows))[1]

    def tell(self, news: News) -> None:
        """What the others cannot know from the log."""
        self._say(Kind.NEWS, 0, [(news.table, news.seq)])

    @asynccontextmanager
    async def task(self) -> AsyncIterator[None]:
        """A turn to change the database, as ``store.turns`` has it for one process."""
        try:
            number, answer = self._ask(Kind.TURN, None)
        except EOFError:
            raise NoTurn from None
        try:
            try:
                async with asyncio.timeout(PATIENCE):
                    await answer
            except (TimeoutError, EOFError):
                raise NoTurn from None
            yield
        finally:
            self._answers.pop(number, None)
            self._say(Kind.DONE, number, None)

    async def call(self, process: str, dead_ms: int) -> None:
        """A sign of life, as ``store.directory`` has it; without the hub nobody knows who lives."""
        try:
            _, answer = self._ask(Kind.ALIVE, (process, dead_ms / 1000))
            told: list[str] | None = await answer
        except EOFError:
            told = None
        self.living = None if told is None else frozenset(told)

    async def ask(self) -> None:
        """Whether it is there: it answers, or EOFError."""
        number, answer = self._ask(Kind.THERE, None)
        try:
            await answer
        finally:
            self._answers.pop(number, None)  # nobody may wait for it any more

    async def take(self, limit: Limit, whose: str) -> float:
        """From a bucket of all siblings."""
        key = f"{limit.name}:{whose}"
        _, answer = self._ask(Kind.TAKE, (key, limit.burst, limit.per_second))
        wait: float = await answer
        return wait


class SiblingBuckets:
    """Buckets of all siblings: the shared ones at the hub, the others here."""

    def __init__(self, line: HubLine) -> None:
        self._line = line
        self._local = LocalBuckets()

    async def take(self, limit: Limit, whose: str) -> float:
        if not limit.shared:
            return self._local.take_now(limit, whose)
        try:
            return await self._line.take(limit, whose)
        except EOFError:  # a limit must never be the reason why nobody can play
            return self._local.take_now(limit, whose)

    async def close(self) -> None:
        """The line is not of its own."""
