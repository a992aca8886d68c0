"""What only the log on PostgreSQL must do: many processes, and a database that goes and comes."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter

import asyncpg  # type: ignore[import-untyped]
import pytest

from dogpark.server.log.open import open_log
from dogpark.server.log.rows import Log, Row, Unavailable
from dogpark.server.settings import Settings
from tests.server.services import Postgres, free_port

WAIT = 60
SOON = 15  # seconds; an untended connection would take a minute


async def until_appended(log: Log, row: Row) -> bool:
    """Append as a server does: where it is not sure, it reads first."""
    async with asyncio.timeout(WAIT):
        while True:
            try:
                there = [r for r in await log.read(row.table, row.seq - 1) if r.seq == row.seq]
                return there == [row] if there else await log.append(row)
            except Unavailable:
                await asyncio.sleep(0.02)


def test_two_processes_never_both_get_a_number(cluster: Settings) -> None:
    """Opposite orders in big batches: they would wait for each other if rows were not sorted."""

    async def run() -> None:
        logs = [await open_log(cluster) for _ in range(3)]
        wins: Counter[tuple[str, int]] = Counter()

        async def append(log: Log, table: str, seq: int) -> None:
            won = await log.append(Row(table, seq, 1, b"%d" % id(log)))
            wins[table, seq] += won

        async with asyncio.timeout(WAIT):
            for seq in range(1, 30):
                names = [f"t{n}" for n in range(40)]
                await asyncio.gather(
                    *(append(logs[0], name, seq) for name in names),
                    *(append(logs[1], name, seq) for name in reversed(names)),
                    *(append(logs[2], name, seq) for name in names),
                )
            assert set(wins.values()) == {1}
            assert len(wins) == 40 * 29
            assert len(await logs[0].read("t7")) == 29
        for log in logs:
            await log.close()

    asyncio.run(run())


def test_a_restart_of_postgres_loses_nothing_acknowledged(
    cluster: Settings, postgres: Postgres
) -> None:
    stop = asyncio.Event()

    async def appender(log: Log, table: str) -> list[Row]:
        done: list[Row] = []
        while not stop.is_set():
            row = Row(table, len(done) + 1, 1, b"%b/%d" % (table.encode(), len(done)))
            assert await until_appended(log, row)
            done.append(row)
        return done

    async def run() -> None:
        log = await open_log(cluster)
        async with asyncio.timeout(WAIT):
            busy = {f"t{n}": asyncio.create_task(appender(log, f"t{n}")) for n in range(8)}
            for fault in (postgres.stop, postgres.kill):
                await asyncio.sleep(0.2)
                await asyncio.to_thread(fault)
                await asyncio.to_thread(postgres.start)
            await asyncio.sleep(0.2)
            assert await until_appended(log, Row("after", 1, 1, b""))
            stop.set()
            for table, task in busy.items():
                done = await task
                assert await log.read(table) == done
                assert done
        await log.close()

    asyncio.run(run())


def test_while_postgres_is_away_every_append_is_told_so_at_once(
    cluster: Settings, postgres: Postgres
) -> None:
    async def run() -> None:
        log = await open_log(cluster)
        assert await log.append(Row("t", 1, 1, b""))
        await asyncio.to_thread(postgres.stop)
        for number in range(20):
            async with asyncio.timeout(SOON):
                with pytest.raises(Unavailable):
                    await log.append(Row("t", 2 + number % 3, 1, b""))
                with pytest.raises(Unavailable):
                    await log.read("t")
            await asyncio.sleep(0.02)
        await asyncio.to_thread(postgres.start)
        assert await until_appended(log, Row("t", 2, 1, b"back"))
        await log.close()

    asyncio.run(run())


def test_a_host_that_swallows_everything_is_given_up_soon() -> None:
    async def run(port: int) -> None:
        log = await open_log(Settings(f"postgresql://nobody@127.0.0.1:{port}/nothing"))
        async with asyncio.timeout(SOON):
            with pytest.raises(Unavailable, match="TimeoutError"):
                await log.append(Row("t", 1, 1, b""))
            with pytest.raises(Unavailable):
                await log.read("t")
            await log.close()

    with socket.create_server(("127.0.0.1", 0)) as never_accepts:
        asyncio.run(run(never_accepts.getsockname()[1]))


def test_a_log_whose_database_is_gone_closes_all_the_same() -> None:
    async def run() -> None:
        log = await open_log(Settings(f"postgresql://nobody@127.0.0.1:{free_port()}/nothing"))
        async with asyncio.timeout(SOON):
            with pytest.raises(Unavailable):
                await log.read("t")
            with pytest.raises(Unavailable):
                await log.append(Row("t", 1, 1, b""))
            await log.close()

    asyncio.run(run())


def test_what_is_acknowledged_is_on_disk_whatever_the_host_prefers(cluster: Settings) -> None:
    async def run() -> str:
        name = cluster.database.rpartition("/")[2]
        host = await asyncpg.connect(cluster.database)
        await host.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off')
        await host.close()
        log = await open_log(cluster)
        await log.append(Row("t", 1, 1, b""))
        found = await log._connection.fetchval("SHOW synchronous_commit")  # type: ignore[attr-defined]
        await log.close()
        return str(found)

    assert asyncio.run(run()) == "on"
