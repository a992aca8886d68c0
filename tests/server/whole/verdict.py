"""The verdict on a log after everything is over: what was promised is in it, once, and in order."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import select

from dogpark.play.record import loads, record_of, replay
from dogpark.server import entries
from dogpark.server.entries import AnyEntry, Moved
from dogpark.server.log.open import open_log
from dogpark.server.log.rows import Row
from dogpark.server.settings import Settings
from dogpark.server.store.engine import open_store
from dogpark.server.store.schema import results
from dogpark.server.table.table import Table
from tests.server.whole.pack import Acknowledged, Pack, Played


async def rows_of(settings: Settings, tables: Sequence[str]) -> dict[str, list[Row]]:
    """The logs of tables, read from the disk. On SQLite no server may run meanwhile."""
    log = await open_log(settings)
    try:
        return {table: await log.read(table) for table in tables}
    finally:
        await log.close()


def entries_of(rows: Sequence[Row]) -> list[tuple[int, AnyEntry]]:
    return [(row.seq, entries.decode(row.body)) for row in rows]


def fold(rows: Sequence[Row]) -> Table:
    """A table from its log alone."""
    table = Table(rows[0].table)
    for row in rows:
        table.fold(row.seq, row.at, entries.decode(row.body))
    return table


async def check(settings: Settings, pack: Pack) -> None:
    """Every promise made to a pack was kept. The servers are down, or the database is shared."""
    logs = await rows_of(settings, [played.table for played in pack.played])
    for played in pack.played:
        rows = logs[played.table]
        promised = [one for one in pack.acknowledged if one.table == played.table]
        check_numbers(rows)
        check_promises(rows, promised)
        check_end(rows, played)
    await check_results(settings, pack)


def check_numbers(rows: Sequence[Row]) -> None:
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), "numbers have gaps"


def check_promises(rows: Sequence[Row], promised: Sequence[Acknowledged]) -> None:
    """No acknowledged action is lost, none applied twice."""
    moves = [(seq, entry) for seq, entry in entries_of(rows) if isinstance(entry, Moved)]
    by_key: dict[str, list[int]] = {}
    for seq, entry in moves:
        if entry.key is not None:
            by_key.setdefault(entry.key, []).append(seq)
    twice = {key: found for key, found in by_key.items() if len(found) > 1}
    assert not twice, f"applied twice: {twice}"
    lost = [one for one in promised if one.seq is not None and by_key.get(one.key) != [one.seq]]
    assert not lost, f"acknowledged, but not in the log at that number: {lost}"
    check_windows(rows, [one for one in promised if one.seq is None])


def check_windows(rows: Sequence[Row], sealed: Sequence[Acknowledged]) -> None:
    """Nobody whose answer was kept sealed was taken for silent when its window closed."""
    table = Table(rows[0].table)
    for row in rows:
        entry = entries.decode(row.body)
        if isinstance(entry, Moved) and entry.by == "window":
            ignored = [
                one
                for one in sealed
                if one.seat == entry.seat and table.window_seq <= one.seen < row.seq
            ]
            assert not ignored, f"answered, but passed over at {row.seq}: {ignored}"
        table.fold(row.seq, row.at, entry)


def check_end(rows: Sequence[Row], played: Played) -> None:
    """The game ended, all saw the same end, and its record holds with the seed that was told."""
    table = fold(rows)
    assert table.status == "over"
    assert table.position is not None
    assert table.result is not None
    for end in played.ends:
        assert end.info is not None
        assert end.info.result == table.result.to_dict()
        assert end.info.seed == table.seed
    record = record_of(table.position)
    assert record.seed == table.seed is not None
    assert replay(loads(record.dumps())).result == table.result


async def check_results(settings: Settings, pack: Pack) -> None:
    """Every finished game is in its people's history."""
    missing = await without_result(settings, [played.table for played in pack.played])
    assert not missing, f"no result was kept of {missing}"


async def without_result(settings: Settings, tables: Sequence[str]) -> set[str]:
    store = open_store(replace(settings, port=0))
    try:
        async with store.connect() as connection:
            kept = await connection.execute(select(results.c.table_id))
            return set(tables) - {row.table_id for row in kept}
    finally:
        await store.close()


async def all_results(settings: Settings, pack: Pack) -> None:
    """Waits until every finished game has a result; results follow the log a little later."""
    while await without_result(settings, [played.table for played in pack.played]):
        await asyncio.sleep(0.2)
