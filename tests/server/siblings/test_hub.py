"""The hub: one log for all siblings, news of each other, turns at the database, common limits."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing
from typing import Any

import pytest
from sqlalchemy import func, select

from dogpark.server.bus.news import ANEW, UNSURE, News
from dogpark.server.log.open import open_log
from dogpark.server.log.rows import Row, Unavailable
from dogpark.server.log.scribe import pack
from dogpark.server.people.buckets import Limit
from dogpark.server.settings import Settings
from dogpark.server.siblings.bus import SiblingBus
from dogpark.server.siblings.hub import LONGEST_TURN, Kind
from dogpark.server.siblings.hubline import HubLine, Reached, SiblingBuckets
from dogpark.server.store.engine import open_store
from dogpark.server.store.schema import events, meta
from dogpark.server.store.turns import NoTurn
from tests.server.siblings.hubs import WAIT, HubApart

THREE = Limit("three", burst=3, per_second=0.001, shared=True)


def bounded(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(WAIT):
            await main()

    asyncio.run(run())


@asynccontextmanager
async def two(hub: HubApart) -> AsyncIterator[tuple[HubLine, HubLine]]:
    """The lines of two siblings."""
    one, other = await hub.line(0), await hub.line(1)
    yield one, other
    await one.close()
    await other.close()


async def until(look: Callable[[], object]) -> None:
    while not look():
        await asyncio.sleep(0.005)


def line_of(table: str, seq: int, body: bytes = b"x") -> tuple[str, int, int, bytes]:
    return (table, seq, 1, body)


# -- who lives ------------------------------------------------------------------------------------


def test_who_was_heard_of_lives_and_who_is_silent_or_gone_does_not(hub: HubApart) -> None:
    async def main() -> None:
        async with two(hub) as (one, other):
            began = time.monotonic()
            await asyncio.sleep(1)
            await other.call("other", dead_ms=1)
            await one.call("one", dead_ms=round(1000 * (time.monotonic() - began)))
            assert one.living == {"one", "other"}
            await asyncio.sleep(0.01)
            await one.call("one", dead_ms=1)
            assert one.living == {"one"}  # the other was silent for longer
            await other.close()
            while one.living != {"one"}:
                await one.call("one", dead_ms=round(1000 * (time.monotonic() - began)))

    bounded(main)


def test_a_hub_takes_nobody_for_dead_who_may_have_been_heard_of_before_its_time(
    hub: HubApart,
) -> None:
    async def main() -> None:
        async with two(hub) as (one, _):
            await one.call("one", dead_ms=1)
            assert one.living == {"one"}
            await one.call("one", dead_ms=3_600_000)
            assert one.living is None

    bounded(main)


def test_a_hub_that_stood_still_takes_nobody_for_dead_whom_it_could_not_hear(
    sqlite: Settings, hub: HubApart
) -> None:
    """Everybody's sign of life waits for it together; the first may not be told that it is alone."""

    async def main() -> None:
        async with two(hub) as (one, other):
            await asyncio.sleep(1.5)  # it has heard for long enough to say who lives
            await other.call("other", dead_ms=1000)
            await one.call("one", dead_ms=1000)
            assert one.living == {"one", "other"}
            with closing(sqlite3.connect(sqlite.sqlite_file, isolation_level=None)) as disk:
                disk.execute("BEGIN IMMEDIATE")  # as slow as a disk can be
                writing = asyncio.ensure_future(one.write([line_of("t", 1)]))
                await asyncio.sleep(2)
                calls = [
                    asyncio.create_task(one.call("one", dead_ms=1000)),
                    asyncio.create_task(other.call("other", dead_ms=1000)),
                ]
                await asyncio.sleep(0.1)
                assert not any(call.done() for call in calls)
                disk.execute("ROLLBACK")
            assert await writing == [True]
            await asyncio.gather(*calls)
            assert (one.living, other.living) == (None, None)

    bounded(main)


def test_without_the_hub_nobody_knows_who_lives(hub: HubApart) -> None:
    async def main() -> None:
        async with two(hub) as (one, _):
            while one.living is None:  # a machine that stood still makes the hub unsure
                await one.call("one", dead_ms=1)
            assert one.living == {"one"}
            await asyncio.to_thread(hub.kill)
            await until(lambda: not one.up)
            await one.call("one", dead_ms=1)
            assert one.living is None

    bounded(main)


# -- the log --------------------------------------------------------------------------------------


def test_siblings_have_one_log_and_the_first_row_of_a_number_stays(
    sqlite: Settings, hub: HubApart
) -> None:
    async def main() -> None:
        async with two(hub) as (one, other):
            mine, theirs = await open_log(sqlite, one), await open_log(sqlite, other)
            assert await mine.append(Row("t", 1, 1, b"one"))
            assert not await theirs.append(Row("t", 1, 1, b"two"))
            assert await theirs.append(Row("t", 2, 1, b"three"))
            assert [row.body for row in await mine.read("t")] == [b"one", b"three"]
            await mine.close()
            await theirs.close()

    bounded(main)


def test_each_hears_what_others_have_added_and_nothing_of_its_own(hub: HubApart) -> None:
    async def main() -> None:
        async with two(hub) as (one, other):
            heard: dict[str, list[Reached]] = {"one": [], "other": []}
            one.on_news, other.on_news = heard["one"].extend, heard["other"].extend
            assert (
                await one.write([line_of("t", 1), line_of("t", 2), line_of("u", 1)]) == [True] * 3
            )
            assert await other.write([line_of("t", 2), line_of("v", 1)]) == [False, True]
            await until(lambda: heard["one"] and heard["other"])
            assert heard["other"] == [("t", 2), ("u", 1)]  # how far each has come
            assert heard["one"] == [("v", 1)]  # what was refused has not happened

    bounded(main)


def test_what_a_sibling_sent_before_it_fell_is_written(sqlite: Settings, hub: HubApart) -> None:
    async def main() -> None:
        async with two(hub) as (one, other):
            writing = asyncio.ensure_future(one.write([line_of("t", 1)]))
            await asyncio.sleep(0)
            await one.close()
            with pytest.raises(EOFError):
                await writing
            log = await open_log(sqlite, other)
            while not await log.read("t"):
                await asyncio.sleep(0.005)
            await log.close()

    bounded(main)


def test_when_the_hub_falls_who_waits_hears_and_another_goes_on(
    sqlite: Settings, hub: HubApart
) -> None:
    async def main() -> None:
        async with two(hub) as (one, _):
            log = await open_log(sqlite, one)
            assert await log.append(Row("t", 1, 1, b"one"))
            await asyncio.to_thread(hub.kill)
            await until(lambda: not one.up)
            with pytest.raises(Unavailable, match="scribe"):
                await log.append(Row("t", 2, 1, b"two"))
            with pytest.raises(NoTurn):
                async with one.task():
                    pytest.fail("there is nobody to give it")
            await asyncio.to_thread(hub.start)
            await until(lambda: one.up)
            assert await log.append(Row("t", 2, 1, b"two"))
            await log.close()

    bounded(main)


def test_it_ends_after_the_last_sibling_and_not_before(hub: HubApart) -> None:
    async def main() -> None:
        async with two(hub) as (one, other):
            hub.let_go()
            await one.close()
            assert await other.write([line_of("t", 1)]) == [True]
            assert not hub.ended
        assert await asyncio.to_thread(hub.end) == 0

    bounded(main)


# -- news -----------------------------------------------------------------------------------------


def test_the_bus_tells_of_followed_tables_alone_and_of_all_after_the_hub_was_away(
    hub: HubApart,
) -> None:
    async def main() -> None:
        async with two(hub) as (one, other):
            heard: list[News] = []

            async def listener(news: News) -> None:
                heard.append(news)

            bus = SiblingBus(other)
            await bus.start(listener)
            bus.follow("t")
            await one.write([line_of("t", 1), line_of("u", 1)])
            await until(lambda: heard)
            one.tell(News("t", ANEW))
            await until(lambda: len(heard) > 1)
            assert heard == [News("t", 1), News("t", ANEW)]
            await asyncio.to_thread(hub.kill)
            await until(lambda: not bus.up)
            await asyncio.to_thread(hub.start)
            await until(lambda: len(heard) > 2 and one.up)
            bus.unfollow("t")
            await one.write([line_of("t", 2)])
            assert await other.take(THREE, "me") == 0  # an answer comes after all that was told
            # Once, or again where the line was opened to a hub that was just about to be gone.
            assert set(heard[2:]) == {News("t", UNSURE)}
            await bus.close()

    bounded(main)


# -- turns ----------------------------------------------------------------------------------------


def test_a_busy_log_and_the_rest_of_all_siblings_take_turns(
    sqlite: Settings, hub: HubApart
) -> None:
    """Nobody starves, and nobody ever hears that the database is locked."""

    async def main() -> None:
        async with two(hub) as lines:
            stop = asyncio.Event()
            logs = [await open_log(sqlite, line) for line in lines]
            stores = [open_store(sqlite, line) for line in lines]

            async def append(number: int) -> int:
                seq = 0
                while not stop.is_set():
                    seq += 1
                    assert await logs[number % 2].append(Row(f"t{number}", seq, seq, b"x" * 200))
                return seq

            async def change(number: int) -> None:
                for again in range(10):
                    async with stores[number].begin() as connection:
                        row = {"key": f"k{number}/{again}", "value": ""}
                        await connection.execute(meta.insert().values(**row))

            busy = [asyncio.create_task(append(number)) for number in range(8)]
            await asyncio.gather(change(0), change(1))
            stop.set()
            appended = sum(await asyncio.gather(*busy))
            async with stores[0].connect() as connection:
                assert await connection.scalar(select(func.count()).select_from(events)) == appended
                assert await connection.scalar(select(func.count()).select_from(meta)) == 20
            for store in stores:
                await store.close()
            for log in logs:
                await log.close()

    bounded(main)


def test_the_log_waits_for_who_has_the_turn_and_turns_come_in_order(hub: HubApart) -> None:
    async def main() -> None:
        async with two(hub) as (one, other):
            order: list[str] = []

            async def turn(line: HubLine, name: str) -> None:
                async with line.task():
                    order.append(name)

            async with one.task():
                waiting = [asyncio.create_task(turn(other, "second"))]
                await asyncio.sleep(0.05)
                waiting.append(asyncio.create_task(turn(one, "third")))
                writing = asyncio.ensure_future(other.write([line_of("t", 1)]))
                await asyncio.sleep(0.05)
                assert not writing.done()
                order.append("first")
            assert await writing == [True]
            await asyncio.gather(*waiting)
            assert order == ["first", "second", "third"]

    bounded(main)


def test_a_turn_ends_with_who_has_it_and_nobody_gets_one_they_gave_up(hub: HubApart) -> None:
    async def main() -> None:
        async with two(hub) as (one, other):
            third = await hub.line(1)
            async with other.task():
                given_up = asyncio.create_task(one.task().__aenter__())
                turn = third.task()
                dying = asyncio.create_task(turn.__aenter__())
                await asyncio.sleep(0.05)
                given_up.cancel()
                await asyncio.sleep(0.05)
            await dying  # the turn has come to it
            writing = asyncio.ensure_future(one.write([line_of("t", 1)]))
            await asyncio.sleep(0.05)
            assert not writing.done()
            await third.close()
            assert await writing == [True]

    bounded(main)


def test_a_turn_that_somebody_asked_for_who_has_gone_is_nobodys(hub: HubApart) -> None:
    """It died with a question and a wish for a turn on their way; neither was read yet."""

    async def main() -> None:
        async with two(hub) as (one, other):
            lost = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            lost.connect(str(hub.place(0).hub))
            asked = pack((int(Kind.ALIVE), 1, ("lost", 1.0)))
            lost.sendall(asked)
            await asyncio.to_thread(lost.recv, 1)  # the hub knows it
            async with one.task():
                hub.pause()
                lost.sendall(asked + pack((int(Kind.TURN), 2, None)))
                lost.close()
                hub.go_on()
                for _ in range(3):  # by now both were read
                    await other.take(THREE, "me")
            began = time.monotonic()
            assert await one.write([line_of("t", 1)]) == [True]
            assert time.monotonic() - began < LONGEST_TURN / 2

    bounded(main)


# -- limits ---------------------------------------------------------------------------------------


def test_limits_worth_it_are_counted_together_and_alone_while_the_hub_is_away(
    hub: HubApart,
) -> None:
    async def main() -> None:
        async with two(hub) as (one, other):
            mine, theirs = SiblingBuckets(one), SiblingBuckets(other)
            assert [await mine.take(THREE, "me") for _ in range(2)] == [0, 0]
            assert await theirs.take(THREE, "me") == 0
            assert await theirs.take(THREE, "me") > 0
            assert await mine.take(THREE, "me") > 0
            assert await mine.take(THREE, "you") == 0
            here = Limit("here", burst=1, per_second=0.001)
            assert [await one.take(here, "me") for one in (mine, theirs)] == [0, 0]
            await asyncio.to_thread(hub.kill)
            await until(lambda: not one.up)
            assert await mine.take(THREE, "me") == 0

    bounded(main)
