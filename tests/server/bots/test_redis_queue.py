"""Bots on any machine: jobs go over Redis, and whatever is lost there, a move comes."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import islice

import msgspec
import pytest
from redis.asyncio import Redis as Client

from dogpark.cli.commands import worker as command
from dogpark.cli.errors import BadInput
from dogpark.server.bots import redis_queue
from dogpark.server.bots.job import Job, think
from dogpark.server.bots.open import open_thinkers
from dogpark.server.bots.pool import Choice, Closed, Thinkers
from dogpark.server.bots.redis_queue import Errand, Places, SharedThinkers, work
from dogpark.server.settings import Settings
from tests.server.services import Redis

EXTRA = ["tests.server.bots.badbots"]
LONG = 30.0  # seconds; for bots that come to a move
BOUND = 120.0  # seconds; nothing here takes so long

MakeJob = Callable[[str], Job]
Misbehave = Callable[[str], None]


@asynccontextmanager
async def sharing(redis: Redis, here: Thinkers | None = None) -> AsyncIterator[SharedThinkers]:
    """A server's bots, thinking in a thread unless a worker does."""
    shared = SharedThinkers(here or Thinkers(0), redis.url)
    await shared.start()
    try:
        async with asyncio.timeout(BOUND):
            yield shared
    finally:
        await shared.close()


@asynccontextmanager
async def working(redis: Redis, workers: int = 1) -> AsyncIterator[Thinkers]:
    """A worker beside it."""
    stop = asyncio.Event()
    async with Thinkers(workers, extra=EXTRA) as thinkers:
        task = asyncio.create_task(work(redis.url, thinkers, stop))
        try:
            yield thinkers
        finally:
            stop.set()
            await task


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(_bounded(test))


async def _bounded(test: Callable[[], Awaitable[None]]) -> None:
    async with asyncio.timeout(BOUND):
        await test()


def test_without_a_worker_a_server_thinks_for_itself(redis: Redis, job: MakeJob) -> None:
    async def test() -> None:
        async with sharing(redis) as shared:
            choice = await shared.choose(job("greedy"), LONG)
            assert choice.code == think(job("greedy"))
            assert not shared.has_workers
            assert shared.here.figures.thoughts == {"greedy": 1}

    run(test)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A job is not taken back, however slow the machine."""
    monkeypatch.setattr(redis_queue, "CLAIM_SECONDS", BOUND)


def test_a_worker_thinks_for_every_server(redis: Redis, job: MakeJob, patient: None) -> None:
    async def test() -> None:
        async with working(redis, 2) as worker, sharing(redis) as one, sharing(redis) as other:
            await until(lambda: one.has_workers and other.has_workers)
            asked = [
                server.choose(job(level), LONG, "table")
                for server in (one, other)
                for level in ("greedy", "random") * 5
            ]
            choices = await asyncio.gather(*asked)
            for choice in choices:
                assert choice.code == think(job(choice.level))
                assert choice.stumbled is None
            assert worker.figures.thoughts == {"greedy": 10, "random": 10}
            assert one.figures.thoughts == {"greedy": 5, "random": 5}
            assert one.here.thinking == one.waiting == 0

    run(test)


def test_a_bot_that_fails_at_a_worker_is_replaced_there(
    redis: Redis, job: MakeJob, misbehave: Misbehave, patient: None
) -> None:
    misbehave("dying")

    async def test() -> None:
        here = Thinkers(1, extra=EXTRA)
        async with working(redis) as worker, sharing(redis, here) as shared:
            await until(lambda: shared.has_workers)
            choice = await shared.choose(job("dying"), LONG)
            assert (choice.level, choice.stumbled, choice.why) == ("greedy", "dying", "died")
            assert worker.figures.stumbles == shared.figures.stumbles == {"dying": 1}

    run(test)


def test_a_worker_that_is_gone_costs_a_moment_and_no_move(redis: Redis, job: MakeJob) -> None:
    async def test() -> None:
        async with sharing(redis) as shared:
            async with working(redis):
                await until(lambda: shared.has_workers)
            choice = await shared.choose(job("greedy"), LONG)  # nobody takes it: taken back
            assert choice.code == think(job("greedy"))
            assert shared.figures.thoughts == {"greedy": 1}
            async with client(redis) as looking:
                assert await looking.keys("*:job:*") == []

    run(test)


def test_a_worker_that_dies_with_a_job_costs_a_moment_and_no_move(
    redis: Redis, job: MakeJob
) -> None:
    async def test() -> None:
        async with sharing(redis) as shared, client(redis) as thief:
            await thief.set(Places().alive, 1)
            await until(lambda: shared.has_workers)
            choosing = asyncio.create_task(shared.choose(job("greedy"), 600.0))
            _, number = await thief.blpop([Places().queue], timeout=60)  # type: ignore[misc] # both kinds of client
            assert await thief.getdel(Places().errand(number.decode())) is not None
            choice = await choosing  # long before the bot's 600 seconds are over
            assert choice.code == think(job("greedy"))

    run(test)


def test_a_worker_that_thinks_for_long_is_waited_for(
    redis: Redis, job: MakeJob, misbehave: Misbehave, monkeypatch: pytest.MonkeyPatch
) -> None:
    misbehave("pondering")
    monkeypatch.setattr(redis_queue, "CLAIM_SECONDS", 1.0)

    async def test() -> None:
        async with working(redis) as worker, sharing(redis) as shared:
            await worker.choose(job("random"), LONG)  # it is warm now
            await until(lambda: shared.has_workers)
            choice = await shared._elsewhere(job("pondering"), LONG)
            assert choice is not None, "nobody else has thought for it"
            assert (choice.level, choice.stumbled) == ("pondering", None)

    run(test)


def test_with_a_long_queue_a_server_thinks_for_itself_at_once(
    redis: Redis, job: MakeJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_queue, "LONG_QUEUE", 3)
    monkeypatch.setattr(redis_queue, "CLAIM_SECONDS", 600.0)

    async def test() -> None:
        async with sharing(redis) as shared, client(redis) as crowd:
            await crowd.set(Places().alive, 1)
            await crowd.rpush(Places().queue, "a", "b", "c")  # type: ignore[misc] # as above
            await until(lambda: shared.has_workers)
            choice = await shared.choose(job("greedy"), LONG)
            assert choice.code == think(job("greedy"))

    run(test)


def test_redis_may_be_restarted_at_any_time(redis: Redis, job: MakeJob) -> None:
    async def test() -> None:
        async with working(redis) as worker, sharing(redis) as shared:
            await until(lambda: shared.has_workers)
            asked = [asyncio.create_task(shared.choose(job("greedy"), LONG)) for _ in range(20)]
            await asyncio.sleep(0)
            await asyncio.to_thread(redis.kill)
            choices = await asyncio.gather(*asked)
            assert {choice.code for choice in choices} == {think(job("greedy"))}
            assert {choice.stumbled for choice in choices} == {None}
            await until(lambda: not shared.has_workers)
            assert (await shared.choose(job("greedy"), LONG)).level == "greedy"
            await asyncio.to_thread(redis.start)
            await until(lambda: shared.has_workers)
            before = worker.figures.thoughts.total()
            while worker.figures.thoughts.total() == before:  # it thinks for others again
                assert (await shared.choose(job("greedy"), LONG)).level == "greedy"

    run(test)


def test_rubbish_in_redis_stops_nobody(redis: Redis, job: MakeJob) -> None:
    async def test() -> None:
        async with working(redis) as worker, sharing(redis) as shared, client(redis) as vandal:
            await until(lambda: shared.has_workers)
            await vandal.set(Places().errand("x"), b"rubbish")
            await vandal.rpush(Places().queue, "x", "there is no such job")  # type: ignore[misc] # as above
            await vandal.rpush(shared._answers, b"rubbish")  # type: ignore[misc] # as above
            assert (await shared.choose(job("greedy"), LONG)).level == "greedy"
            while not worker.figures.thoughts:
                await shared.choose(job("greedy"), LONG)

    run(test)


def test_an_answer_that_is_not_legal_is_not_believed(redis: Redis, job: MakeJob) -> None:
    async def test() -> None:
        async with sharing(redis) as shared, client(redis) as liar:
            await liar.set(Places().alive, 1)
            await until(lambda: shared.has_workers)
            choosing = asyncio.create_task(shared.choose(job("greedy"), LONG))
            _, number = await liar.blpop([Places().queue], timeout=60)  # type: ignore[misc] # as above
            body = await liar.getdel(Places().errand(number.decode()))
            errand = msgspec.msgpack.decode(body, type=Errand)
            lie = redis_queue.Reply(number.decode(), Choice(10**6, "greedy"))
            await liar.rpush(errand.answers, msgspec.msgpack.encode(lie))  # type: ignore[misc] # as above
            assert (await choosing).code == think(job("greedy"))

    run(test)


def test_closing_tells_who_waits(redis: Redis, job: MakeJob) -> None:
    async def test() -> None:
        async with sharing(redis) as shared, client(redis) as nobody:
            await nobody.set(Places().alive, 1)
            await until(lambda: shared.has_workers)
            choosing = asyncio.create_task(shared.choose(job("greedy"), LONG))
            await until(lambda: shared.waiting == 1)
            await shared.close()
            with pytest.raises(Closed):
                await choosing
            with pytest.raises(Closed):
                await shared.choose(job("greedy"), LONG)

    run(test)


def test_who_thinks_follows_from_the_settings(redis: Redis) -> None:
    async def test() -> None:
        alone = await open_thinkers(Settings("sqlite:///x", bot_workers=0))
        many = await open_thinkers(Settings("postgresql://x", bus=redis.url, bot_workers=0))
        assert isinstance(alone, Thinkers)
        assert isinstance(many, SharedThinkers)
        await alone.close()
        await many.close()

    run(test)


@asynccontextmanager
async def client(redis: Redis) -> AsyncIterator[Client]:
    """Somebody else at the same Redis."""
    connection = Client.from_url(redis.url)
    try:
        yield connection
    finally:
        await connection.aclose()


# -- dogpark worker -------------------------------------------------------------------------------

COMMAND = "import sys; from dogpark.cli.commands.worker import run; sys.exit(run(processes=1))"


def test_the_command_thinks_for_servers_until_it_is_told_to_stop(
    redis: Redis, job: MakeJob, patient: None
) -> None:
    async def test() -> None:
        async with sharing(redis) as shared:
            await until(lambda: shared.has_workers)
            assert (await shared.choose(job("greedy"), LONG)).code == think(job("greedy"))

    env = {**os.environ, "DOGPARK_BUS": redis.url}
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND], env=env, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            run(test)
            process.send_signal(signal.SIGTERM)
            _, told = process.communicate(timeout=BOUND)
        finally:
            process.kill()
    assert process.returncode == 0
    last = msgspec.json.decode(told.splitlines()[-1])
    assert (last["event"], last["count"]) == ("worker ends", 1)


OFTEN = (
    "import sys; from dogpark.cli.commands import worker; worker.TOLD_EVERY = 0.1; "
    "sys.exit(worker.run(processes=1))"
)


def test_the_command_tells_now_and_then_what_was_done(
    redis: Redis, job: MakeJob, patient: None
) -> None:
    async def test() -> None:
        async with sharing(redis) as shared:
            await until(lambda: shared.has_workers)
            await shared.choose(job("greedy"), LONG)

    env = {**os.environ, "DOGPARK_BUS": redis.url}
    with subprocess.Popen(
        [sys.executable, "-c", OFTEN], env=env, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            run(test)
            assert process.stderr is not None
            lines = (one for one in process.stderr if "worker thinks" in one)
            told = (msgspec.json.decode(line) for line in islice(lines, 1000))
            done = next(one for one in told if one["count"])
        finally:
            process.kill()
    assert done["count"] == 1
    assert done["waiting"] == 0
    assert done["seconds"] >= 0
    assert done["bytes"] > 0


def test_the_command_without_a_bus_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOGPARK_BUS", raising=False)
    with pytest.raises(BadInput, match="DOGPARK_BUS=redis://"):
        command.run()
