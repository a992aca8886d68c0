"""News from process to process, and a Redis that goes and comes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from dogpark.server.bus import redis as redis_bus
from dogpark.server.bus.news import UNSURE, Bus, News
from dogpark.server.bus.open import open_bus
from dogpark.server.settings import Settings
from tests.server.services import Redis, free_port

WAIT = 60


class Ear:
    """A listener that remembers what it heard."""

    def __init__(self) -> None:
        self.heard: list[News] = []
        self._more = asyncio.Event()

    async def __call__(self, news: News) -> None:
        self.heard.append(news)
        self._more.set()

    async def until(self, *wanted: News) -> None:
        """Wait until the newest news heard are these."""
        async with asyncio.timeout(WAIT):
            while tuple(self.heard[-len(wanted) :]) != wanted:
                self._more.clear()
                await self._more.wait()


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT):
        while not holds():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def opened(settings: Settings, process: str) -> AsyncIterator[tuple[Bus, Ear]]:
    bus = open_bus(settings, process)
    ear = Ear()
    await bus.start(ear)
    try:
        yield bus, ear
    finally:
        async with asyncio.timeout(WAIT):
            await bus.close()


def test_a_server_that_is_alone_needs_no_bus(sqlite: Settings) -> None:
    async def run() -> None:
        async with opened(sqlite, "p1") as (bus, ear):
            assert bus.up
            bus.follow("t")
            bus.publish(News("t", 1))
            bus.unfollow("t")
            await asyncio.sleep(0)
            assert ear.heard == []

    asyncio.run(run())


def test_news_reaches_others_who_follow_and_not_oneself(cluster: Settings) -> None:
    async def run() -> None:
        async with (
            opened(cluster, "p1") as (one, one_ear),
            opened(cluster, "p2") as (two, two_ear),
        ):
            one.follow("t")
            two.follow("t")
            await one_ear.until(News("t", UNSURE))  # from here on nothing is missed
            await two_ear.until(News("t", UNSURE))
            one.publish(News("t", 1))
            await two_ear.until(News("t", 1))
            one.publish(News("elsewhere", 5))
            one.publish(News("t", 2))
            await two_ear.until(News("t", 1), News("t", 2))
            two.publish(News("t", 3))
            await one_ear.until(News("t", UNSURE), News("t", 3))
            assert one.up
            assert two.up

    asyncio.run(run())


def test_who_follows_no_more_hears_no_more(cluster: Settings) -> None:
    async def run() -> None:
        async with opened(cluster, "p1") as (one, _), opened(cluster, "p2") as (two, ear):
            two.follow("a")
            two.follow("b")
            await until(lambda: len(ear.heard) == 2)
            two.unfollow("a")
            await until(lambda: listeners(cluster, "a") == 0)
            one.publish(News("a", 1))
            one.publish(News("b", 1))
            await ear.until(News("b", 1))
            assert News("a", 1) not in ear.heard
            two.follow("a")
            await ear.until(News("a", UNSURE))

    asyncio.run(run())


def listeners(settings: Settings, table: str) -> int:
    import redis

    assert settings.bus is not None
    with redis.Redis.from_url(settings.bus) as client:
        found = client.pubsub_numsub(f"dogpark:table:{table}")
    assert isinstance(found, list)
    return int(found[0][1])


def test_many_news_in_one_moment_end_with_the_newest_of_each_table(cluster: Settings) -> None:
    async def run() -> None:
        async with opened(cluster, "p1") as (one, _), opened(cluster, "p2") as (two, ear):
            names = [f"t{n}" for n in range(1200)]
            for name in names:
                two.follow(name)
            await until(lambda: len(ear.heard) == len(names))
            for seq in range(1, 4):
                for name in names:
                    one.publish(News(name, seq))
            last = {News(name, 3) for name in names}
            await until(lambda: last <= set(ear.heard))

    asyncio.run(run())


@pytest.mark.parametrize("fault", ["stop", "kill"])
def test_a_redis_that_was_restarted_is_found_again_and_nothing_stays_missed(
    cluster: Settings, redis: Redis, fault: str
) -> None:
    async def run() -> None:
        async with opened(cluster, "p1") as (one, _), opened(cluster, "p2") as (two, ear):
            two.follow("t")
            await ear.until(News("t", UNSURE))
            await asyncio.to_thread(getattr(redis, fault))
            await until(lambda: not two.up)
            one.publish(News("t", 1))
            one.publish(News("t", 2))
            two.follow("u")
            await until(lambda: not one.up)
            ear.heard.clear()
            await asyncio.to_thread(redis.start)
            await until(lambda: one.up and two.up)
            # Whatever was said meanwhile: the listener is told to look, at each table it follows.
            await until(lambda: {News("t", UNSURE), News("u", UNSURE)} <= set(ear.heard))
            one.publish(News("u", 7))
            await until(lambda: News("u", 7) in ear.heard)

    asyncio.run(run())


def test_a_redis_that_falls_silent_is_noticed(
    cluster: Settings, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "SILENCE_SECONDS", 0.1)

    async def run() -> None:
        async with opened(cluster, "p1") as (bus, ear):
            bus.follow("t")
            await ear.until(News("t", UNSURE))
            ear.heard.clear()
            redis.pause()
            try:
                await until(lambda: not bus.up)
            finally:
                redis.resume()
            await until(lambda: bus.up and News("t", UNSURE) in ear.heard)

    asyncio.run(run())


def test_a_redis_that_is_not_there_delays_and_raises_nothing() -> None:
    settings = Settings("postgresql://nowhere/nothing", f"redis://127.0.0.1:{free_port()}/0")

    async def run() -> None:
        async with opened(settings, "p1") as (bus, ear):
            bus.follow("t")
            for seq in range(1000):
                bus.publish(News("t", seq))
            await until(lambda: not bus.up)
            bus.unfollow("t")
            assert ear.heard == []

    asyncio.run(run())


def test_news_that_waits_for_redis_stays_within_bounds(
    cluster: Settings, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "MOST", 10)
    redis.stop()

    async def run() -> None:
        async with opened(cluster, "p1") as (one, _):
            for number in range(100):
                one.publish(News(f"t{number}", 1))
            one.publish(News("t3", 2))
            await until(lambda: not one.up)
            assert isinstance(one, redis_bus.RedisBus)
            assert len(one._news) == 10
            assert one._news["t3"] == 2
            await asyncio.to_thread(redis.start)
            await until(lambda: one.up)
            assert one._news == {}

    asyncio.run(run())


def test_what_was_published_last_is_sent_before_the_bus_closes(cluster: Settings) -> None:
    async def run() -> None:
        async with opened(cluster, "p2") as (two, ear):
            two.follow("t")
            await ear.until(News("t", UNSURE))
            one = open_bus(cluster, "p1")
            await one.start(Ear())
            one.publish(News("t", 9))
            await one.close()
            await ear.until(News("t", 9))

    asyncio.run(run())


def test_a_listener_that_stumbles_hears_the_next_news(cluster: Settings) -> None:
    async def run() -> None:
        calls: list[News] = []
        ear = Ear()

        async def stumbling(news: News) -> None:
            calls.append(news)
            if len(calls) == 1:
                raise RuntimeError("not today")
            await ear(news)

        two = open_bus(cluster, "p2")
        await two.start(stumbling)
        two.follow("t")
        async with opened(cluster, "p1") as (one, _):
            await until(lambda: len(calls) == 1)
            one.publish(News("t", 4))
            await ear.until(News("t", 4))
        await two.close()

    asyncio.run(run())


def test_news_that_comes_while_the_listener_is_busy_is_told_afterwards(cluster: Settings) -> None:
    """Also when what it is busy with was a look to be sure."""

    async def run() -> None:
        free = asyncio.Event()
        heard: list[News] = []

        async def slow(news: News) -> None:
            heard.append(news)
            await free.wait()

        two = open_bus(cluster, "p2")
        await two.start(slow)
        two.follow("t")
        two.follow("u")
        async with opened(cluster, "p1") as (one, _):
            await until(lambda: len(heard) == 2)
            one.publish(News("t", 1))
            two.follow("v")  # heard after the news, on the same connection
            await until(lambda: News("v", UNSURE) in heard)
            one.publish(News("t", 2))
            one.publish(News("v", 1))
            free.set()
            await until(lambda: News("t", 2) in heard and News("v", 1) in heard)
            assert heard.index(News("t", UNSURE)) < heard.index(News("t", 2))
        await two.close()

    asyncio.run(run())


def test_words_of_strangers_on_the_channel_do_no_harm(cluster: Settings) -> None:
    import redis

    assert cluster.bus is not None
    address = cluster.bus

    async def run() -> None:
        async with opened(cluster, "p1") as (one, _), opened(cluster, "p2") as (two, ear):
            two.follow("t")
            await ear.until(News("t", UNSURE))
            with redis.Redis.from_url(address) as stranger:
                for words in (b"", b"hello", b"p9 -1", b"p9 many", b"\xff\xfe 1x", b" "):
                    stranger.publish("dogpark:table:t", words)
            one.publish(News("t", 1))
            await ear.until(News("t", 1))
            assert set(ear.heard) == {News("t", UNSURE), News("t", 1)}

    asyncio.run(run())
