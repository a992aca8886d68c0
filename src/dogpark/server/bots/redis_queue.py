"""Bots that think on any machine: jobs go to workers (``dogpark worker``) over Redis.

The queue is a list of numbers; each job lies under a key of its own, for a few seconds. Whoever takes
it off that key has it, a worker or the one who asked: it takes its job back if nobody came for it in
time. So nothing needs to be acknowledged, claimed from the dead or swept up, which is what BLMOVE or
a stream with a consumer group would be for: a worker that dies, an answer that is lost or a Redis that
is restarted only means that the one who asked lets its own bot think.

Workers that know other rules or other bots, as during an update, have a queue of their own.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from hashlib import sha256
from itertools import count
from typing import Any, cast

import msgspec
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from dogpark import games
from dogpark.agents.bots import BOTS
from dogpark.server.bots.job import Job
from dogpark.server.bots.pool import Choice, Closed, Thinkers
from dogpark.server.ops import logs
from dogpark.server.table.fair import Question

ALIVE_SECONDS = 3.0  # since a worker was last heard of
LOOK_SECONDS = 1.0  # between two looks whether workers are there
BUSY_SECONDS = 1.5  # since a worker last said that it is at a job
CLAIM_SECONDS = 0.5  # a job waits for a worker
LONG_QUEUE = 200  # jobs; with more waiting, a job is taken back at once
SLACK_SECONDS = 2.0  # beyond the bot's time, until an answer counts as lost
BLOCK_SECONDS = 1.0
ANSWER_SECONDS = 3.0  # Redis itself may take
KEPT_SECONDS = 60  # answers and lists that nobody fetches any more
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # seconds between two attempts
_TROUBLE = (RedisError, OSError)

log = logs.get(__name__)


class Errand(msgspec.Struct, frozen=True):
    """A job on its way to a worker."""

    job: Job
    timeout: float
    answers: str  # where the answer goes


class Reply(msgspec.Struct, frozen=True):
    """A choice on its way back."""

    number: str
    choice: Choice


_ENCODER = msgspec.msgpack.Encoder()
_ERRANDS: msgspec.msgpack.Decoder[Errand] = msgspec.msgpack.Decoder(Errand)
_REPLIES: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)


class Places:
    """Where things lie in Redis, for all processes with the same games and bots."""

    def __init__(self) -> None:
        known = [f"{name} {games.rooms(name).fingerprint}" for name in games.names()]
        version = sha256("\n".join([*known, *BOTS]).encode()).hexdigest()[:12]
        self.base = f"dogpark:bots:{version}"
        self.queue = f"{self.base}:queue"
        self.alive = f"{self.base}:alive"

    def errand(self, number: str) -> str:
        return f"{self.base}:job:{number}"

    def busy(self, number: str) -> str:
        return f"{self.base}:busy:{number}"


def _connect(url: str) -> Redis:
    return Redis.from_url(
        url,
        retry=Retry(NoBackoff(), 0),  # we try again ourselves
        socket_timeout=ANSWER_SECONDS,
        socket_connect_timeout=ANSWER_SECONDS,
    )


async def _pop(redis: Redis, queue: str) -> bytes | None:
    """The next of a list, or None after a moment without one."""
    found: Any = await cast(Awaitable[Any], redis.blpop([queue], timeout=BLOCK_SECONDS))
    return None if found is None else found[1]


async def _persist(attempt: Callable[[], Awaitable[None]], stop: asyncio.Event, what: str) -> None:
    """Does it again and again until told to stop; after trouble, after a pause."""
    pause = FIRST_PAUSE
    while not stop.is_set():
        try:
            await attempt()
            pause = FIRST_PAUSE
        except (*_TROUBLE, msgspec.MsgspecError) as error:
            if pause == FIRST_PAUSE:
                log.warning("bots have trouble on the bus", step=what, error=type(error).__name__)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


class SharedThinkers:
    """As Thinkers, but workers elsewhere think where there are any; else this process does."""

    def __init__(self, here: Thinkers, url: str) -> None:
        self.here = here
        self.figures = here.figures
        self._redis = _connect(url)
        self._places = Places()
        self._answers = f"{self._places.base}:answers:{secrets.token_hex(8)}"
        self._numbers = (f"{self._answers[-16:]}-{n}" for n in count())
        self._asked: dict[str, asyncio.Future[Choice]] = {}
        self._stop = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.has_workers = False  # when last looked

    @property
    def waiting(self) -> int:
        return self.here.waiting + len(self._asked)

    @property
    def memory(self) -> int:
        return self.here.memory

    async def start(self) -> None:
        """Begins to look for workers; bots think from now on."""
        await self.here.start()
        if not self._tasks:
            self._tasks = [
                asyncio.create_task(_persist(self._listen, self._stop, "answers")),
                asyncio.create_task(_persist(self._look, self._stop, "workers")),
            ]

    async def choose(self, job: Job, timeout: float, table: str = "") -> Choice:
        """As ``Thinkers.choose``."""
        if self._stop.is_set():
            raise Closed("bots think no more: the server is closing")
        await self.start()
        choice = await self._elsewhere(job, timeout) if self.has_workers else None
        if choice is None or choice.code not in job.legal:
            return await self.here.choose(job, timeout, table)
        self.figures.thought(choice.level, choice.seconds)
        if choice.stumbled is not None:
            self.figures.stumbles[choice.stumbled] += 1
        return choice

    async def judge(self, question: Question, timeout: float, table: str = "") -> str | None:
        """As ``Thinkers.judge``, and by this process's own: what is hidden stays on this machine."""
        return await self.here.judge(question, timeout, table)

    async def _elsewhere(self, job: Job, timeout: float) -> Choice | None:
        """What a worker comes to; None if none of them will."""
        number = next(self._numbers)
        answer = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        try:
            ahead = await self._offer(number, Errand(job, timeout, self._answers))
            if ahead <= LONG_QUEUE:
                await asyncio.wait([answer], timeout=CLAIM_SECONDS)
            if not answer.done() and not await self._withdrawn(number):
                await self._wait(number, answer, timeout)
            return answer.result() if answer.done() and not answer.cancelled() else None
        except _TROUBLE:
            return None
        finally:
            del self._asked[number]

    async def _wait(self, number: str, answer: asyncio.Future[Choice], timeout: float) -> None:
        """Waits for a worker that has the job, as long as it is alive and has time left."""
        loop = asyncio.get_running_loop()
        until = loop.time() + timeout + SLACK_SECONDS
        while not answer.done() and loop.time() < until:
            await asyncio.wait([answer], timeout=CLAIM_SECONDS)
            if not answer.done() and not await self._redis.exists(self._places.busy(number)):
                await asyncio.wait([answer], timeout=CLAIM_SECONDS)  # it may be on its way
                break

    async def _offer(self, number: str, errand: Errand) -> int:
        """Puts a job into the queue; how many are there now."""
        pipe = self._redis.pipeline(transaction=False)
        kept = int(1000 * (CLAIM_SECONDS + SLACK_SECONDS))
        pipe.set(self._places.errand(number), _ENCODER.encode(errand), px=kept)
        pipe.rpush(self._places.queue, number)
        pipe.expire(self._places.queue, KEPT_SECONDS)
        _, length, _ = await pipe.execute()
        return int(length)

    async def _withdrawn(self, number: str) -> bool:
        """Takes a job back; False if a worker has it already."""
        return await self._redis.getdel(self._places.errand(number)) is not None

    async def _listen(self) -> None:
        try:
            body = await _pop(self._redis, self._answers)
        except _TROUBLE:
            for answer in self._asked.values():
                answer.cancel()  # it may be lost; whoever waits for it thinks for itself
            raise
        if body is not None:
            reply = _REPLIES.decode(body)
            answer_to = self._asked.get(reply.number)
            if answer_to is not None and not answer_to.done():
                answer_to.set_result(reply.choice)

    async def _look(self) -> None:
        try:
            self.has_workers = bool(await self._redis.exists(self._places.alive))
        except _TROUBLE:
            self.has_workers = False
            raise
        await asyncio.sleep(LOOK_SECONDS)

    async def close(self) -> None:
        """As ``Thinkers.close``; workers go on for others."""
        self._stop.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for answer in self._asked.values():
            answer.cancel()
        await self.here.close()
        await self._redis.aclose()


async def work(url: str, thinkers: Thinkers, stop: asyncio.Event) -> None:
    """A worker: takes jobs as long as it has a mind free for them, until told to stop."""
    redis, places = _connect(url), Places()

    async def show_life() -> None:
        await redis.set(places.alive, 1, px=int(1000 * ALIVE_SECONDS))
        await asyncio.wait([stopped], timeout=LOOK_SECONDS)

    async def take_one() -> None:
        waiting = await _pop(redis, places.queue)
        if waiting is None:
            return
        number = waiting.decode()
        pipe = redis.pipeline(transaction=False)
        pipe.getdel(places.errand(number))
        pipe.set(places.busy(number), 1, px=int(1000 * BUSY_SECONDS))
        body, _ = await pipe.execute()
        if body is None:  # taken back
            return
        errand = _ERRANDS.decode(body)
        thought = asyncio.create_task(thinkers.choose(errand.job, errand.timeout))
        try:
            while not (await asyncio.wait([thought], timeout=BUSY_SECONDS / 3))[0]:
                await redis.set(places.busy(number), 1, px=int(1000 * BUSY_SECONDS))
            reply = _ENCODER.encode(Reply(number, thought.result()))
        finally:
            thought.cancel()
        pipe = redis.pipeline(transaction=False)
        pipe.rpush(errand.answers, reply)
        pipe.expire(errand.answers, KEPT_SECONDS)
        pipe.delete(places.busy(number))
        await pipe.execute()

    await thinkers.start()
    stopped = asyncio.create_task(stop.wait())
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_persist(show_life, stop, "life"))
            for _ in range(thinkers.size):
                group.create_task(_persist(take_one, stop, "jobs"))
    finally:
        stopped.cancel()
        await redis.aclose()
