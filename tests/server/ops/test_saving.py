"""Whether anything can be saved: said once, and tried until it is so again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select
from structlog.testing import capture_logs

from dogpark.server.log.postgres import PostgresLog
from dogpark.server.log.rows import Row, Unavailable
from dogpark.server.ops import saving as module
from dogpark.server.ops.health import Unwell
from dogpark.server.ops.metrics import Metrics
from dogpark.server.ops.saving import Saving
from dogpark.server.settings import Settings
from dogpark.server.store.engine import open_store
from dogpark.server.store.meta import try_to_write
from dogpark.server.store.schema import meta
from tests.server.whole.running import in_loop


def up(metrics: Metrics) -> float | None:
    return metrics.registry.get_sample_value("dogpark_log_up")


async def well(saving: Saving) -> bool:
    try:
        await saving.check()
    except Unwell:
        return False
    return True


async def until(look: Callable[[], bool]) -> None:
    while not look():
        await asyncio.sleep(0.005)


def test_the_last_outcome_counts_and_is_told_once_however_often_it_comes() -> None:
    async def main() -> None:
        metrics = Metrics()
        saving = Saving(metrics)
        assert await well(saving)
        assert up(metrics) == 1
        with capture_logs() as told:
            for _ in range(3):
                saving.hear("database or disk is full")
            assert not await well(saving)
            assert up(metrics) == 0
            for _ in range(3):
                saving.hear(None)
            assert await well(saving)
            assert up(metrics) == 1
        failed, again = told
        assert (failed["log_level"], failed["reason"]) == ("error", "database or disk is full")
        assert again["event"] == "entries are saved again"

    in_loop(main)


def test_when_nobody_moves_it_is_tried_until_it_works_and_not_before_it_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "AGAIN", 0.0)
    tries, full = [0], [True]

    async def attempt() -> None:
        tries[0] += 1
        if full[0]:
            raise OSError("still full")

    async def main() -> None:
        metrics = Metrics()
        saving = Saving(metrics)
        watching = asyncio.create_task(saving.watch(attempt))
        for _ in range(10):
            await asyncio.sleep(0)
        assert tries == [0]
        saving.hear("full")
        await until(lambda: tries[0] > 3)
        assert up(metrics) == 0
        full[0] = False
        await until(lambda: up(metrics) == 1)
        assert await well(saving)
        watching.cancel()

    in_loop(main)


def test_a_try_leaves_nothing_behind(backend: Settings) -> None:
    async def main() -> None:
        store = open_store(backend)
        async with store.connect() as connection:
            before = list(await connection.execute(select(meta)))
        for _ in range(2):
            await try_to_write(store)
        async with store.connect() as connection:
            assert list(await connection.execute(select(meta))) == before
        await store.close()

    in_loop(main)


def test_what_was_to_be_saved_is_not_told_with_the_reason(cluster: Settings) -> None:
    async def main() -> None:
        told = list[str | None]()
        log = PostgresLog(cluster)
        log.on_outcome = told.append
        unfit: Any = "ace of spades"  # no bytes: asyncpg says so, and quotes it
        with pytest.raises(Unavailable) as failed:
            await log.append(Row("t", 1, 1, unfit))
        assert told == ["DataError"]
        assert "ace of spades" not in str(failed.value)
        await log.close()

    in_loop(main)
