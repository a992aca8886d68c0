"""When a server looks for garbage: in small portions, and at everything in a quiet moment."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from dogpark.server.ops import garbage


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


class Held:
    """Something that may hold itself."""

    def __init__(self) -> None:
        self.me = self


def collections(generation: int) -> int:
    count: int = gc.get_stats()[generation]["collections"]
    return count


def test_what_is_young_is_looked_at_in_portions_and_nothing_else_by_itself() -> None:
    garbage.in_portions()
    young, older = collections(0), [collections(1), collections(2)]
    kept = [Held() for _ in range(50 * garbage.YOUNG)]
    assert collections(0) - young > 40
    assert [collections(1), collections(2)] == older
    assert len(gc.get_objects(generation=0)) < 3 * garbage.YOUNG
    del kept


def test_what_was_needed_for_a_moment_longer_is_looked_at_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As all that a request needed: it outlives a look or two, and lies about after that."""
    monkeypatch.setattr(garbage, "SOON", 0.01)

    async def main() -> None:
        garbage.in_portions()
        request = [Held() for _ in range(10 * garbage.YOUNG)]
        gone = [weakref.ref(one) for one in request]
        del request
        assert sum(one() is not None for one in gone) > len(gone) / 2
        old, collecting = collections(2), asyncio.create_task(garbage.collect())
        async with asyncio.timeout(60):
            while any(one() for one in gone):
                await asyncio.sleep(0.01)
        assert collections(2) == old
        collecting.cancel()

    asyncio.run(main())


def test_the_longer_a_look_takes_the_sooner_comes_the_next() -> None:
    wait = garbage.SOON
    for _ in range(100):  # a second's objects take 50 ms: looks find their pace, and keep to it
        wait = garbage.after(wait, wait * 0.05)
    assert garbage.PAUSE / 4 <= wait * 0.05 <= garbage.PAUSE
    assert garbage.after(wait, wait * 0.05) == wait
    assert garbage.after(garbage.SOONEST, 1.0) == garbage.SOONEST
    for _ in range(100):  # and with little to look at they become rare again
        wait = garbage.after(wait, 0.0001)
    assert wait == garbage.SOON


def test_what_a_server_has_when_it_begins_is_not_looked_at_again() -> None:
    there = [Held()]
    garbage.in_portions()
    assert gc.get_freeze_count() > 0
    assert not any(there[0] is one for one in gc.get_objects())


def hurried(monkeypatch: pytest.MonkeyPatch, load: float) -> list[float]:
    """Everything happens at once, in a process that is so busy; when it was collected, in its seconds."""
    now, collected = 0.0, list[float]()
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        await real(0)
        if now > 10_000:
            raise asyncio.CancelledError

    def collect() -> int:
        nonlocal now
        collected.append(now)
        now += 0.5  # that is how long it takes
        return 0

    clock: Any = lambda: now  # noqa: E731 (one line for three clocks)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(gc, "collect", collect)
    monkeypatch.setattr(time, "monotonic", clock)
    monkeypatch.setattr(time, "perf_counter", clock)
    monkeypatch.setattr(time, "process_time", lambda: now * load)
    return collected


def run() -> None:
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(garbage._collect_seldom())


def test_everything_is_looked_at_in_a_quiet_moment_and_more_seldom_where_it_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collected = hurried(monkeypatch, load=0.01)
    run()
    assert collected[0] == pytest.approx(61)
    assert collected[1] - collected[0] == pytest.approx(garbage.LATEST + 1.5)


def test_a_busy_server_does_it_all_the_same_after_waiting_for_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collected = hurried(monkeypatch, load=0.9)
    run()
    assert collected[0] == pytest.approx(120)
    assert collected[1] - collected[0] == pytest.approx(garbage.LATEST + 60.5)
