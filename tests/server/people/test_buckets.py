"""Token buckets, in one process and shared by many."""

from __future__ import annotations

import asyncio

import pytest

from dogpark.server.people.buckets import Limit, LocalBuckets, SharedBuckets, buckets_for, spend
from dogpark.server.people.levels import MOST_KEPT
from dogpark.server.people.refused import NotDone
from tests.server.services import Redis

THREE = Limit("three", burst=3, per_second=1, words="Slowly.", shared=True)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_and_then_as_fast_as_it_fills() -> None:
    clock = Clock()
    buckets = LocalBuckets(clock)
    assert [buckets.take_now(THREE, "me") for _ in range(4)] == [0, 0, 0, 1]
    assert buckets.take_now(THREE, "you") == 0
    clock.now += 0.5
    assert buckets.take_now(THREE, "me") == pytest.approx(0.5)
    clock.now += 0.5
    assert buckets.take_now(THREE, "me") == 0
    clock.now += 1000
    assert [buckets.take_now(THREE, "me") for _ in range(4)] == [0, 0, 0, 1]


def test_a_process_forgets_the_bucket_longest_unused() -> None:
    buckets = LocalBuckets(Clock())
    for _ in range(3):
        buckets.take_now(THREE, "first")
    assert buckets.take_now(THREE, "first") > 0
    for number in range(MOST_KEPT):
        buckets.take_now(THREE, str(number))
    assert buckets.take_now(THREE, "first") == 0


def test_spending_too_much_says_how_long_to_wait() -> None:
    async def run() -> None:
        buckets = LocalBuckets(Clock())
        for _ in range(3):
            await spend(buckets, THREE, "me")
        with pytest.raises(NotDone, match=r"Slowly\.") as no:
            await spend(buckets, THREE, "me")
        assert no.value.kind == "too many"
        assert no.value.after == 1

    asyncio.run(run())


def test_processes_on_one_bus_share_what_they_count(redis: Redis) -> None:
    async def run() -> None:
        one, other = buckets_for(redis.url), buckets_for(redis.url)
        slow = Limit("slow", burst=3, per_second=0.001, shared=True)
        try:
            taken = [await buckets.take(slow, "me") for buckets in (one, other, one, other)]
            assert taken[:3] == [0, 0, 0]
            assert 900 < taken[3] <= 1000
            assert await other.take(slow, "you") == 0
            alone = Limit("alone", burst=1, per_second=0.001)
            assert [await buckets.take(alone, "me") for buckets in (one, other)] == [0, 0]
        finally:
            await one.close()
            await other.close()

    asyncio.run(run())


def test_a_shared_bucket_fills_and_is_then_forgotten(redis: Redis) -> None:
    async def run() -> None:
        buckets = SharedBuckets(redis.url)
        quick = Limit("quick", burst=1, per_second=20, shared=True)
        try:
            assert await buckets.take(quick, "me") == 0
            while (wait := await buckets.take(quick, "me")) > 0:
                await asyncio.sleep(wait)
            assert 0 < await buckets._redis.pttl("dogpark:limit:quick:me") <= 2000
        finally:
            await buckets.close()

    asyncio.run(asyncio.wait_for(run(), 10))


def test_without_its_bus_a_process_counts_alone(redis: Redis) -> None:
    async def run() -> None:
        buckets = SharedBuckets(redis.url)
        slow = Limit("slow", burst=2, per_second=0.001, shared=True)
        try:
            redis.stop()
            assert [await buckets.take(slow, "me") for _ in range(2)] == [0, 0]
            assert await buckets.take(slow, "me") > 0
        finally:
            await buckets.close()
            redis.start()

    asyncio.run(asyncio.wait_for(run(), 30))


def test_without_a_bus_there_is_nothing_to_share() -> None:
    assert isinstance(buckets_for(None), LocalBuckets)
