"""What only the log on SQLite must do."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import func, select

from dogpark.server.log import scribe
from dogpark.server.log import sqlite as sqlite_log
from dogpark.server.log.open import open_log
from dogpark.server.log.rows import Row, Unavailable
from dogpark.server.settings import Settings
from dogpark.server.store.alone import Occupied
from dogpark.server.store.engine import PRAGMAS, open_store
from dogpark.server.store.schema import events, meta

WAIT = 60


def test_a_second_server_on_the_same_file_is_told_who_has_it(sqlite: Settings) -> None:
    second = (
        "import asyncio, sys\n"
        "from dogpark.server.log.open import open_log\n"
        "from dogpark.server.settings import Settings\n"
        "asyncio.run(open_log(Settings(sys.argv[1])))\n"
    )

    async def run() -> str:
        log = await open_log(sqlite)
        with pytest.raises(Occupied, match="Another dogpark server"):
            await open_log(sqlite)
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-c", second, sqlite.database],
            capture_output=True,
            text=True,
            timeout=WAIT,
            check=False,
        )
        assert done.returncode == 1
        await log.close()
        await (await open_log(sqlite)).close()  # free again
        return done.stderr

    told = asyncio.run(run())
    assert "Another dogpark server (process " in told
    assert str(sqlite.sqlite_file) in told


def test_a_full_disk_is_told_to_all_who_wait_and_loses_nothing(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = [*PRAGMAS, "PRAGMA max_page_count=1"]  # no smaller than it is: no page more

    async def run() -> None:
        log = await open_log(sqlite)
        assert await log.append(Row("t", 1, 1, b"before"))
        await log.close()

        monkeypatch.setattr(sqlite_log, "PRAGMAS", full)
        log = await open_log(sqlite)
        told = await asyncio.gather(
            *(log.append(Row(f"t{n}", 1, 1, b"x" * 10_000)) for n in range(5)),
            return_exceptions=True,
        )
        assert all(isinstance(one, Unavailable) and "full" in str(one) for one in told)
        assert [r.body for r in await log.read("t")] == [b"before"]
        monkeypatch.undo()  # somebody made room: the same log goes on
        assert await log.append(Row("t0", 1, 1, b"after"))
        await log.close()

    asyncio.run(run())


def test_a_row_no_database_takes_hurts_only_its_batch(sqlite: Settings) -> None:
    async def run() -> None:
        log = await open_log(sqlite)
        with pytest.raises(Unavailable):
            await log.append(Row("t", 2**70, 1, b""))
        assert await log.append(Row("t", 1, 1, b""))
        await log.close()

    asyncio.run(run())


def test_a_file_of_something_else_is_unavailable_not_a_hang(tmp_path: Path) -> None:
    file = tmp_path / "letter.sqlite"
    file.write_text("Dear Sir or Madam, " * 1000)

    async def run() -> None:
        log = await open_log(Settings(f"sqlite:///{file}"))
        async with asyncio.timeout(WAIT):
            with pytest.raises(Unavailable, match="not a database"):
                await log.append(Row("t", 1, 1, b""))
            with pytest.raises(Unavailable, match="not a database"):
                await log.read("t")
        await log.close()

    asyncio.run(run())


def test_the_file_is_for_its_owner_only_and_is_synced_to_disk(sqlite: Settings) -> None:
    connection = scribe.connect(str(sqlite.sqlite_file), PRAGMAS)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    connection.close()

    async def run() -> None:
        fresh = Settings(f"sqlite:///{sqlite.sqlite_file.with_name('new')}/dogpark.sqlite")
        await (await open_log(fresh)).close()
        assert stat.S_IMODE(fresh.sqlite_file.stat().st_mode) == 0o600
        assert stat.S_IMODE(fresh.sqlite_file.parent.stat().st_mode) == 0o700

    asyncio.run(run())


def test_a_busy_log_and_the_rest_of_the_server_take_turns(sqlite: Settings) -> None:
    """Neither starves, and nobody ever hears that the database is locked."""
    stop = asyncio.Event()

    async def appender(log: sqlite_log.SqliteLog, table: str) -> int:
        seq = 0
        while not stop.is_set():
            seq += 1
            assert await log.append(Row(table, seq, seq, b"x" * 200))
        return seq

    async def run() -> None:
        log = sqlite_log.SqliteLog(sqlite)
        store = open_store(sqlite)
        async with asyncio.timeout(WAIT):
            busy = [asyncio.create_task(appender(log, f"t{n}")) for n in range(32)]
            for number in range(100):
                async with store.begin() as connection:
                    before = await connection.scalar(select(func.count()).select_from(meta))
                    assert before == number
                    await connection.execute(meta.insert().values(key=f"k{number}", value=""))
            stop.set()
            appended = sum(await asyncio.gather(*busy))
            async with store.connect() as connection:
                assert await connection.scalar(select(func.count()).select_from(events)) == appended
        await log.close()
        await store.close()

    asyncio.run(run())


def test_a_table_is_read_while_somebody_else_writes(sqlite: Settings) -> None:
    async def run() -> None:
        log = await open_log(sqlite)
        await log.append(Row("t", 1, 1, b"there"))
        other = sqlite3.connect(sqlite.sqlite_file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM events")
        assert [r.body for r in await log.read("t")] == [b"there"]
        other.execute("ROLLBACK")
        other.close()
        await log.close()

    asyncio.run(run())


def test_when_its_scribe_dies_who_waits_hears_and_another_goes_on(sqlite: Settings) -> None:
    async def run() -> None:
        log = sqlite_log.SqliteLog(sqlite)
        assert await log.append(Row("t", 1, 1, b"one"))
        assert log._scribe is not None
        log._scribe.kill()
        async with asyncio.timeout(WAIT):
            with pytest.raises(Unavailable, match="scribe"):
                await log.append(Row("t", 2, 1, b"two"))
            assert await log.append(Row("t", 2, 1, b"two"))
        assert [row.body for row in await log.read("t")] == [b"one", b"two"]
        await log.close()

    asyncio.run(run())


@pytest.mark.skipif(sys.platform == "win32", reason="a lock is not inherited there")
def test_a_server_that_was_killed_leaves_no_scribe_and_no_lock_behind(sqlite: Settings) -> None:
    doomed = (
        "import asyncio, os, signal, sys\n"
        "from dogpark.server.log.rows import Row\n"
        "from dogpark.server.log.sqlite import SqliteLog\n"
        "from dogpark.server.settings import Settings\n"
        "async def main():\n"
        "    log = SqliteLog(Settings(sys.argv[1]))\n"
        "    assert await log.append(Row('t', 1, 1, b'saved'))\n"
        "    os.kill(log._scribe.pid, signal.SIGTERM)\n"  # as when a whole service is stopped
        "    os.kill(log._scribe.pid, signal.SIGINT)\n"
        "    assert await log.append(Row('t', 2, 1, b'saved too'))\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(main())\n"
    )

    async def run() -> None:
        command = [sys.executable, "-c", doomed, sqlite.database]
        done = await asyncio.to_thread(subprocess.run, command, timeout=WAIT, check=False)
        assert done.returncode == -signal.SIGKILL
        log = await open_log(sqlite)
        assert [row.body for row in await log.read("t")] == [b"saved", b"saved too"]
        await log.close()

    asyncio.run(run())
