"""The contract of a log, on every backend."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from dogpark.server.log.open import open_log
from dogpark.server.log.rows import Log, Row, Unavailable
from dogpark.server.settings import Settings

WAIT = 60


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Log]:
    log = await open_log(settings)
    try:
        async with asyncio.timeout(WAIT):
            yield log
    finally:
        await log.close()


def row(table: str, seq: int, body: bytes = b"{}") -> Row:
    return Row(table, seq, 1_700_000_000_000 + seq, body)


def test_what_is_appended_is_read_in_order_and_after_a_number(backend: Settings) -> None:
    bodies = [b'{"e":"said"}', b"", bytes(range(256)), "Käse; 7 𝄞".encode(), b"x" * 100_000]

    async def run() -> None:
        async with opened(backend) as log:
            rows = [row("table1", seq, body) for seq, body in enumerate(bodies, 1)]
            for one in rows:
                assert await log.append(one)
            await log.append(row("table2", 1))
            assert await log.read("table1") == rows
            assert await log.read("table1", 3) == rows[3:]
            assert await log.read("table1", 5) == []
            assert await log.read("nobody") == []

    asyncio.run(run())


def test_a_log_opened_again_has_everything(backend: Settings) -> None:
    async def write() -> None:
        async with opened(backend) as log:
            assert await log.append(row("t", 1, b"first"))

    async def read() -> list[Row]:
        async with opened(backend) as log:
            return await log.read("t")

    asyncio.run(write())
    assert asyncio.run(read()) == [row("t", 1, b"first")]


def test_the_first_row_of_a_number_stays_and_a_second_is_refused(backend: Settings) -> None:
    async def run() -> None:
        async with opened(backend) as log:
            assert await log.append(row("t", 1, b"first"))
            assert not await log.append(row("t", 1, b"second"))
            assert not await log.append(row("t", 1, b"first"))
            assert await log.read("t") == [row("t", 1, b"first")]

    asyncio.run(run())


def test_rows_that_come_together_are_judged_one_by_one(backend: Settings) -> None:
    """A batch with free numbers, taken ones, and one number twice."""

    async def run() -> None:
        async with opened(backend) as log:
            await log.append(row("b", 1, b"old"))
            asked = [
                row("a", 1, b"new"),
                row("b", 1, b"late"),
                row("c", 1, b"one"),
                row("c", 1, b"another"),
                row("c", 1, b"one"),
                row("d", 1, b"new"),
            ]
            got = await asyncio.gather(*map(log.append, asked))
            assert got == [True, False, True, False, False, True]
            assert [(await log.read(t))[0].body for t in "abcd"] == [b"new", b"old", b"one", b"new"]

    asyncio.run(run())


@pytest.mark.parametrize("number", [1, 2, 127, 128, 129, 1300, 3000])
def test_a_batch_may_have_any_size(backend: Settings, number: int) -> None:
    async def run() -> None:
        async with opened(backend) as log:
            rows = [row("t", seq, b"%d" % seq) for seq in range(1, number + 1)]
            assert all(await asyncio.gather(*map(log.append, rows)))
            assert await log.read("t") == rows
            again = await asyncio.gather(*map(log.append, [*rows, row("t", number + 1)]))
            assert again == [False] * number + [True]

    asyncio.run(run())


def test_of_many_who_want_a_number_exactly_one_gets_it(backend: Settings) -> None:
    """24 appenders race along 6 tables; each reads on when it was late, as a server does."""
    dice = random.Random(4)
    won: list[tuple[str, int, bytes]] = []

    async def appender(log: Log, name: int) -> None:
        for turn in range(15):
            table = f"t{dice.randrange(6)}"
            body = b"%d/%d" % (name, turn)
            while True:
                seq = len(await log.read(table)) + 1
                if await log.append(row(table, seq, body)):
                    won.append((table, seq, body))
                    break

    async def run() -> None:
        async with opened(backend) as log:
            await asyncio.gather(*(appender(log, name) for name in range(24)))
            found = [(r.table, r.seq, r.body) for n in range(6) for r in await log.read(f"t{n}")]
            assert len(won) == 24 * 15
            assert sorted(won) == found
            for table, count in Counter(table for table, _, _ in won).items():
                assert [r.seq for r in await log.read(table)] == list(range(1, count + 1))

    asyncio.run(run())


def test_an_appender_that_gave_up_disturbs_nobody(backend: Settings) -> None:
    async def run() -> None:
        async with opened(backend) as log:
            await log.append(row("t", 1))
            impatient = asyncio.ensure_future(log.append(row("t", 2)))
            patient = asyncio.ensure_future(log.append(row("t", 3)))
            await asyncio.sleep(0)
            impatient.cancel()
            assert await patient
            assert await log.append(row("t", 4))

    asyncio.run(run())


def test_closing_saves_what_waits_and_refuses_more(backend: Settings) -> None:
    async def run() -> None:
        log = await open_log(backend)
        waiting = [asyncio.ensure_future(log.append(row("t", seq))) for seq in range(1, 50)]
        await asyncio.sleep(0)
        await log.close()
        assert all(await asyncio.gather(*waiting))
        with pytest.raises(Unavailable):
            await log.append(row("t", 50))
        with pytest.raises(Unavailable):
            await log.read("t")
        async with opened(backend) as again:
            assert len(await again.read("t")) == 49

    asyncio.run(run())


WRITER = """
import asyncio, sys
from dogpark.server.log.open import open_log
from dogpark.server.log.rows import Row
from dogpark.server.settings import Settings

async def appender(log, table):
    seq = len(await log.read(table))
    while True:
        seq += 1
        assert await log.append(Row(table, seq, seq, f"{table}/{seq}".encode()))
        sys.stdout.write(f"{table} {seq}\\n")
        sys.stdout.flush()

async def main():
    log = await open_log(Settings(sys.argv[1]))
    await asyncio.gather(*(appender(log, f"t{n}") for n in range(16)))

asyncio.run(main())
"""


def test_nothing_acknowledged_is_lost_when_the_writer_is_killed(backend: Settings) -> None:
    acknowledged: dict[str, int] = {}
    for enough in (40, 300, 900):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, backend.database],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": "src"},
        )
        assert writer.stdout is not None
        told = 0
        for line in writer.stdout:
            told += 1
            if told == enough:
                writer.send_signal(signal.SIGKILL)
            # What was in the pipe when it died was acknowledged too; the last line may be cut off.
            if line.endswith("\n"):
                table, seq = line.split()
                acknowledged[table] = int(seq)
        writer.stdout.close()
        assert writer.wait(WAIT) == -signal.SIGKILL
        assert told >= enough

        async def read() -> dict[str, list[Row]]:
            async with opened(backend) as log:
                return {f"t{n}": await log.read(f"t{n}") for n in range(16)}

        for table, rows in asyncio.run(read()).items():
            assert [r.seq for r in rows] == list(range(1, len(rows) + 1))
            assert all(r.body == f"{table}/{r.seq}".encode() for r in rows)
            assert len(rows) >= acknowledged.get(table, 0), json.dumps(acknowledged)
