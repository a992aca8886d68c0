"""A log whose writer hangs, as it does with its disk: who waits is told, and nothing goes wrong later.

A stopped process stands for a hung one: what it was handed it writes when it goes on.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest

from dogpark.server.log import dictation
from dogpark.server.log import sqlite as sqlite_log
from dogpark.server.log.rows import Row, Unavailable
from dogpark.server.log.sqlite import AT_A_TIME, SqliteLog
from dogpark.server.settings import Settings
from dogpark.server.store.turns import turns_of
from tests.server.siblings.hubs import HubApart
from tests.server.whole.running import in_loop

SOON = 0.3  # seconds, instead of five
LONG = "takes too long"


def row(table: str, seq: int, body: bytes = b"{}") -> Row:
    return Row(table, seq, 1, body)


@contextmanager
def impatient() -> Iterator[None]:
    """Nobody waits for long until the end of the block; else a slow machine has all the time it needs."""
    with pytest.MonkeyPatch.context() as hurried:
        hurried.setattr(sqlite_log, "ANSWER_SECONDS", SOON)
        yield


@contextmanager
def hung(pid: int) -> Iterator[None]:
    """Whoever writes hangs until the end of the block."""
    os.kill(pid, signal.SIGSTOP)
    try:
        with impatient():
            yield
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.fixture(params=["scribe", "hub"])
def writer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sqlite_log, "ANSWER_SECONDS", 60.0)
    return str(request.param)


@asynccontextmanager
async def opened(writer: str, settings: Settings, hub: HubApart) -> AsyncIterator[SqliteLog]:
    """A log that has written something, by its own scribe or by the hub."""
    line = await hub.line(0) if writer == "hub" else None
    log = SqliteLog(settings, line)
    assert await log.append(row("t", 1, b"one"))
    try:
        yield log
    finally:
        await log.close()
        if line is not None:
            await line.close()


def writing(log: SqliteLog, hub: HubApart) -> int:
    return hub.pid if log._scribe is None else log._scribe.pid


async def read(log: SqliteLog, table: str) -> list[bytes]:
    """What a table holds, once all is known that will ever come of it."""
    while True:
        try:
            return [one.body for one in await log.read(table)]
        except Unavailable:
            await asyncio.sleep(0.01)


async def append(log: SqliteLog, one: Row) -> bool:
    """Once rows are taken again."""
    while True:
        try:
            return await log.append(one)
        except Unavailable:
            await asyncio.sleep(0.01)


def test_who_waits_for_a_writer_that_hangs_is_told_so_and_what_it_had_is_found_later(
    sqlite: Settings, hub: HubApart, writer: str
) -> None:
    async def main() -> None:
        async with opened(writer, sqlite, hub) as log:
            with hung(writing(log, hub)):
                with pytest.raises(Unavailable, match=LONG):
                    await log.append(row("t", 2, b"two"))
                with pytest.raises(Unavailable, match=LONG):  # at once: nobody waits for it again
                    log.append(row("t", 2, b"another"))
            assert await read(log, "t") == [b"one", b"two"]
            assert not await log.append(row("t", 2, b"another"))
            assert await log.append(row("t", 3, b"three"))
            assert await read(log, "t") == [b"one", b"two", b"three"]

    in_loop(main)


def test_a_table_is_not_read_as_long_as_a_row_may_come_that_nobody_waits_for(
    sqlite: Settings, hub: HubApart, writer: str
) -> None:
    async def main() -> None:
        async with opened(writer, sqlite, hub) as log:
            with hung(writing(log, hub)):
                with pytest.raises(Unavailable):
                    await log.append(row("other", 1))
                with pytest.raises(Unavailable, match="still being written"):
                    await log.read("other")
                assert await read(log, "t") == [b"one"]  # of this one all is known
            assert await read(log, "other") == [b"{}"]

    in_loop(main)


def test_what_waits_behind_rows_that_hang_is_never_written(
    sqlite: Settings, hub: HubApart, writer: str
) -> None:
    async def main() -> None:
        async with opened(writer, sqlite, hub) as log:
            last = 2 + log._most  # the first number for which there is no room with the writer
            with hung(writing(log, hub)):
                asked = []
                for seq in range(2, last):
                    asked.append(asyncio.ensure_future(log.append(row("t", seq, b"handed over"))))
                    while log._waiting:
                        await asyncio.sleep(0.01)
                asked.append(asyncio.ensure_future(log.append(row("t", last, b"waits"))))
                for one in asked:
                    with pytest.raises(Unavailable):
                        await one
            assert await append(log, row("t", last, b"after"))
            assert await read(log, "t") == [b"one", *[b"handed over"] * log._most, b"after"]

    in_loop(main)


def test_of_all_that_was_handed_over_to_a_hub_that_hangs_nothing_is_told_before_all_is_known(
    sqlite: Settings, hub: HubApart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_log, "ANSWER_SECONDS", 60.0)
    tables = [f"t{number}" for number in range(AT_A_TIME)]

    async def main() -> None:
        async with opened("hub", sqlite, hub) as log:
            with hung(hub.pid):
                asked = []
                for table in tables:
                    asked.append(asyncio.ensure_future(log.append(row(table, 1, b"under way"))))
                    while log._waiting:
                        await asyncio.sleep(0.01)
                assert len(log._under_way) == len(tables)
                for one in asked:
                    with pytest.raises(Unavailable):
                        await one
                for table in tables:
                    with pytest.raises(Unavailable, match="still being written"):
                        await log.read(table)
            for table in tables:
                assert await read(log, table) == [b"under way"]
            assert await append(log, row("t", 2, b"two"))

    in_loop(main)


def test_a_scribe_that_hangs_for_too_long_is_killed_and_another_goes_on(
    sqlite: Settings, hub: HubApart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_log, "ANSWER_SECONDS", 60.0)
    monkeypatch.setattr(sqlite_log, "HUNG_SECONDS", SOON)

    async def main() -> None:
        async with opened("scribe", sqlite, hub) as log:
            assert log._scribe is not None
            first = log._scribe.pid
            os.kill(first, signal.SIGSTOP)
            with impatient(), pytest.raises(Unavailable):
                await log.append(row("t", 2, b"lost with it"))
            assert await append(log, row("t", 2, b"two"))
            assert log._scribe.pid != first
            assert await read(log, "t") == [b"one", b"two"]

    in_loop(main)


def test_a_log_with_a_scribe_that_hangs_can_be_closed(
    sqlite: Settings, hub: HubApart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_log, "ANSWER_SECONDS", 60.0)
    monkeypatch.setattr(dictation, "LEAVING", SOON)

    async def main() -> None:
        async with opened("scribe", sqlite, hub) as log:
            assert log._scribe is not None
            os.kill(log._scribe.pid, signal.SIGSTOP)
            with impatient():
                saving = asyncio.ensure_future(log.append(row("t", 2)))
                await asyncio.sleep(0)
                await log.close()
            with pytest.raises(Unavailable):
                await saving
        async with opened_again(sqlite) as log:  # the file is free
            assert await log.append(row("t", 2))

    in_loop(main)


@asynccontextmanager
async def opened_again(settings: Settings) -> AsyncIterator[SqliteLog]:
    log = SqliteLog(settings)
    yield log
    await log.close()


def test_rows_whose_turn_at_the_file_does_not_come_are_given_up_and_never_written(
    sqlite: Settings, hub: HubApart
) -> None:
    async def main() -> None:
        async with opened("scribe", sqlite, hub) as log:
            async with turns_of(sqlite.sqlite_file).task():  # as a change that hangs
                for _ in range(2):
                    with impatient(), pytest.raises(Unavailable):
                        await log.append(row("t", 2, b"too early"))
            assert await log.append(row("t", 2, b"two"))
            assert await read(log, "t") == [b"one", b"two"]

    in_loop(main)


def test_who_reads_from_a_disk_that_hangs_is_told_so(
    sqlite: Settings, hub: HubApart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_log, "READ_SECONDS", SOON)

    async def main() -> None:
        async with opened("scribe", sqlite, hub) as log:
            disk = asyncio.Event()
            loop, at_work = asyncio.get_running_loop(), log._read

            def hang(table: str, after: int) -> str | None:
                asyncio.run_coroutine_threadsafe(disk.wait(), loop).result()
                return at_work(table, after)

            monkeypatch.setattr(log, "_read", hang)
            with pytest.raises(Unavailable, match="cannot be read"):
                await log.read("t")
            disk.set()
            assert await read(log, "t") == [b"one"]

    in_loop(main)
