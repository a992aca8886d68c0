"""Token buckets: so much at once, and so much a second after that.

Every process counts for itself. Where processes share a bus, limits that guard something worth
attacking (passwords, new guests) are counted there together; while it is away each process counts
alone again, for a limit must never be the reason why nobody can play.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from redis.asyncio import Redis
from redis.exceptions import RedisError

from dogpark.server.people.levels import Levels
from dogpark.server.people.refused import NotDone


@dataclass(frozen=True)
class Limit:
    """A bucket's size and how fast it fills again."""

    name: str
    burst: float
    per_second: float
    words: str = "That was a lot at once; take a breath."
    shared: bool = False  # counted by all processes together


class Buckets(Protocol):
    """``take`` returns 0 and takes one, or takes nothing and tells in how many seconds there is one."""

    async def take(self, limit: Limit, whose: str) -> float: ...

    async def close(self) -> None: ...


async def spend(buckets: Buckets, limit: Limit, whose: str) -> None:
    """Takes one, or raises NotDone."""
    wait = await buckets.take(limit, whose)
    if wait > 0:
        raise NotDone("too many", limit.words, after=wait)


class LocalBuckets:
    """Buckets of this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._levels = Levels()

    async def take(self, limit: Limit, whose: str) -> float:
        return self.take_now(limit, whose)

    def take_now(self, limit: Limit, whose: str) -> float:
        key = f"{limit.name}:{whose}"
        return self._levels.take(key, limit.burst, limit.per_second, self._clock())

    async def close(self) -> None:
        """There is nothing to close."""


# The level at a moment, kept until the bucket would be full again anyway. Redis tells the time.
_SCRIPT = """
local now = redis.call('TIME')
now = now[1] + now[2] / 1000000
local burst, rate = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'level', 'at')
local level = math.min(burst, (tonumber(kept[1]) or burst) + (now - (tonumber(kept[2]) or now)) * rate)
local wait = 0
if level >= 1 then level = level - 1 else wait = (1 - level) / rate end
redis.call('HSET', KEYS[1], 'level', string.format('%.6f', level), 'at', string.format('%.6f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - level) / rate * 1000) + 1000)
return string.format('%.6f', wait)
"""


class SharedBuckets:
    """Buckets of all processes: the shared ones in Redis, the others here."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url, socket_timeout=0.5, socket_connect_timeout=0.5, decode_responses=True
        )
        self._script = self._redis.register_script(_SCRIPT)
        self._local = LocalBuckets()

    async def take(self, limit: Limit, whose: str) -> float:
        if not limit.shared:
            return self._local.take_now(limit, whose)
        try:
            key = f"dogpark:limit:{limit.name}:{whose}"
            return float(await self._script(keys=[key], args=[limit.burst, limit.per_second]))
        except (RedisError, OSError):
            return self._local.take_now(limit, whose)

    async def close(self) -> None:
        await self._redis.aclose()


def buckets_for(bus: str | None) -> LocalBuckets | SharedBuckets:
    return SharedBuckets(bus) if bus else LocalBuckets()
