"""A backup that is made under play holds everything that was acknowledged before it was begun."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dogpark.server.settings import Settings
from dogpark.server.store.backup import restore, verify
from tests.server.siblings.test_family import LONG
from tests.server.whole import verdict
from tests.server.whole.pack import Pack
from tests.server.whole.running import Apart, in_loop


def _saved(settings: Settings, file: Path) -> subprocess.CompletedProcess[str]:
    """As a host makes one."""
    return subprocess.run(
        [sys.executable, "-m", "dogpark", "backup", str(file)],
        env={**os.environ, "DOGPARK_DATABASE": settings.database},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("processes", [1, 2])
def test_a_backup_made_under_play_holds_what_was_acknowledged_and_can_be_restored(
    sqlite: Settings, tmp_path: Path, processes: int
) -> None:
    restored = replace(sqlite, database=f"sqlite:///{tmp_path / 'again' / 'dogpark.sqlite'}")

    async def main() -> None:
        with Apart(sqlite, DOGPARK_PROCESSES=str(processes)) as server:
            pack = Pack([server.address], pace=0.01)
            async with pack.playing(LONG):
                await pack.moves(50)
                before = pack.acknowledged
                done = await asyncio.to_thread(_saved, sqlite, tmp_path / "park.backup")
                assert done.returncode == 0, done.stderr
                await pack.moves(10)  # nobody was kept from playing on
            await verdict.all_results(sqlite, pack)
            assert await asyncio.to_thread(server.stop) == 0
        header = await asyncio.to_thread(verify, tmp_path / "park.backup")
        assert await asyncio.to_thread(restore, restored, tmp_path / "park.backup") == header
        tables = sorted({one.table for one in before})
        then = await verdict.rows_of(restored, tables)
        now = await verdict.rows_of(sqlite, tables)
        for table in tables:
            rows = then[table]
            assert rows == now[table][: len(rows)]
            verdict.check_promises(rows, [one for one in before if one.table == table])
        await verdict.check(sqlite, pack)

    in_loop(main)
