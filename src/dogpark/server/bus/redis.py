"""The bus over Redis: one channel a table, and in a message the sender and a number.

Only the highest number of a table matters, so news that waits is folded into it: while Redis is
away nothing piles up, and when it is back everybody hears how far each table has come.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from dogpark.server.bus.hearing import Hearing
from dogpark.server.bus.news import UNSURE, Listener, News

CHANNEL = "dogpark:table:"
HOME = "dogpark:home"  # keeps the connection listening while no table is followed
MOST = 50_000  # tables with news that waits; more are left to those who read now and then
TOGETHER = 500  # messages or channels in one go
ANSWER_SECONDS = 2.0
SILENCE_SECONDS = 5.0  # without a word Redis is asked whether it is there
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0  # seconds between two attempts
_TROUBLE = (RedisError, OSError, TimeoutError)

T = TypeVar("T")
log = structlog.get_logger(__name__)


class RedisBus:
    """The bus as one process uses it."""

    def __init__(self, address: str, process: str) -> None:
        self._redis: Redis = Redis.from_url(
            address,
            retry=Retry(NoBackoff(), 0),  # we try again ourselves, and say so in ``up``
            socket_timeout=ANSWER_SECONDS,
            socket_connect_timeout=ANSWER_SECONDS,
            socket_keepalive=True,
        )
        self._process = process.encode()
        self._followed: set[str] = set()
        self._followed_changed = asyncio.Event()
        self._news: dict[str, int] = {}  # to be published
        self._has_news = asyncio.Event()
        self._hearing = Hearing(self._followed)
        self._tasks: set[asyncio.Task[None]] = set()
        self._sends = True
        self._listens = False

    async def start(self, listener: Listener) -> None:
        self._spawn(_again_and_again(lambda: self._listen(listener), self._deaf))
        self._spawn(_again_and_again(self._send_all, self._mute))

    def follow(self, table: str) -> None:
        self._followed.add(table)
        self._followed_changed.set()

    def unfollow(self, table: str) -> None:
        self._followed.discard(table)
        self._followed_changed.set()

    def publish(self, news: News) -> None:
        if news.table in self._news or len(self._news) < MOST:
            self._news[news.table] = max(news.seq, self._news.get(news.table, 0))
            self._has_news.set()

    @property
    def up(self) -> bool:
        return self._sends and self._listens

    async def close(self) -> None:
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._hearing.close()
        try:
            await self._send()  # what was published last: others may be waiting for just that
        except _TROUBLE as error:
            log.info("news lost at the end", reason=type(error).__name__)
        await self._redis.aclose()

    # -- sending ----------------------------------------------------------------------------------

    async def _send_all(self) -> None:
        while True:
            await self._has_news.wait()
            await self._send()
            self._sends = True

    async def _send(self) -> None:
        """Publish what waits; what Redis does not take goes on waiting."""
        self._has_news.clear()
        news, self._news = self._news, {}
        try:
            for some in _in_parts(news.items()):
                pipe = self._redis.pipeline(transaction=False)
                for table, seq in some:
                    pipe.publish(CHANNEL + table, b"%b %d" % (self._process, seq))
                await pipe.execute()
        except BaseException:
            for table, seq in news.items():
                self.publish(News(table, seq))
            raise

    def _mute(self) -> None:
        self._sends = False

    # -- listening --------------------------------------------------------------------------------

    async def _listen(self, listener: Listener) -> None:
        """Connect, follow what is followed, and pass on what is heard until the connection ends."""
        async with self._redis.pubsub() as pubsub:
            await pubsub.subscribe(HOME)
            self._followed_changed.set()
            async with asyncio.TaskGroup() as group:
                group.create_task(self._subscribe(pubsub))
                group.create_task(self._read(pubsub, listener))

    async def _subscribe(self, pubsub: PubSub) -> None:
        subscribed: set[str] = set()
        while True:
            await self._followed_changed.wait()
            self._followed_changed.clear()
            followed = set(self._followed)
            for some in _in_parts(followed - subscribed):
                await pubsub.subscribe(*(CHANNEL + table for table in some))
            for some in _in_parts(subscribed - followed):
                await pubsub.unsubscribe(*(CHANNEL + table for table in some))
            subscribed = followed

    async def _read(self, pubsub: PubSub, listener: Listener) -> None:
        asked = False
        while True:
            message = await pubsub.get_message(timeout=SILENCE_SECONDS)
            if message is not None:
                asked = False
                self._hear(message, listener)
            elif asked:
                raise TimeoutError("Redis is silent")
            else:
                await pubsub.ping()
                asked = True

    def _hear(self, message: dict[str, Any], listener: Listener) -> None:
        self._listens = True
        channel = message["channel"] or b""
        if not channel.startswith(CHANNEL.encode()):
            return
        table = channel.decode().removeprefix(CHANNEL)
        if message["type"] == "subscribe":
            self._hearing.tell(News(table, UNSURE), listener)
        elif message["type"] == "message":
            sender, _, seq = message["data"].rpartition(b" ")
            if sender != self._process and seq.isdigit():
                self._hearing.tell(News(table, int(seq)), listener)

    def _deaf(self) -> None:
        self._listens = False

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _again_and_again(work: Callable[[], Awaitable[None]], failed: Callable[[], None]) -> None:
    """Do something that ends only by a failure, and again after a pause that grows."""
    pause = FIRST_PAUSE
    clock = asyncio.get_running_loop().time
    while True:
        began = clock()
        try:
            await work()
        except* Exception as errors:  # noqa: BLE001 - whatever it is, others need their news
            log.info("the bus is away", reason=type(errors.exceptions[0]).__name__)
        failed()
        pause = FIRST_PAUSE if clock() - began > LONGEST_PAUSE else min(2 * pause, LONGEST_PAUSE)
        await asyncio.sleep(pause)


def _in_parts(items: Iterable[T]) -> Iterator[list[T]]:
    remaining = iter(items)
    while part := list(islice(remaining, TOGETHER)):
        yield part
