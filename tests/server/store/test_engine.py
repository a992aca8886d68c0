"""Reading and changing the database, and what happens when it goes away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from dogpark.server.settings import Settings
from dogpark.server.store import migrate, turns
from dogpark.server.store.engine import Away, Store, open_store
from dogpark.server.store.schema import meta, people, tokens
from tests.server.services import Postgres

WAIT = 60
SOON = 10  # seconds: less than SQLite waits for somebody who writes


async def put(store: Store, key: str) -> None:
    async with store.begin() as connection:
        await connection.execute(meta.insert().values(key=key, value=""))


async def put_and_then(store: Store, key: str, then: Callable[[], Awaitable[None]]) -> None:
    """Change something, and have something happen before the change is done."""
    async with store.begin() as connection:
        await connection.execute(meta.insert().values(key=key, value=""))
        await then()
        await connection.execute(meta.insert().values(key=f"{key} too", value=""))


async def keys(store: Store) -> list[str]:
    async with store.connect() as connection:
        return [row.key for row in await connection.execute(select(meta).order_by(meta.c.key))]


def test_a_change_is_whole_or_not_at_all(backend: Settings) -> None:
    async def stumble() -> None:
        raise RuntimeError

    async def run() -> None:
        store = open_store(backend)
        await put(store, "a")
        with pytest.raises(RuntimeError):
            await put_and_then(store, "b", stumble)
        assert await keys(store) == ["a"]
        with pytest.raises(IntegrityError):
            await put(store, "a")
        await put(store, "c")
        assert await keys(store) == ["a", "c"]
        await store.close()

    asyncio.run(run())


def test_what_somebody_has_goes_with_them_and_belongs_to_somebody(backend: Settings) -> None:
    token = tokens.insert().values(id="k", person_id="p", hash="h", name="n", created_at=1)

    async def run() -> None:
        store = open_store(backend)
        with pytest.raises(IntegrityError):
            async with store.begin() as connection:
                await connection.execute(token)
        async with store.begin() as connection:
            await connection.execute(
                people.insert().values(id="p", name="Pia", guest=True, created_at=1, seen_at=1)
            )
            await connection.execute(token)
        async with store.begin() as connection:
            await connection.execute(people.delete())
            assert await connection.scalar(select(func.count()).select_from(tokens)) == 0
        await store.close()

    asyncio.run(run())


def test_many_changes_at_once_all_happen(backend: Settings) -> None:
    async def count_up(store: Store) -> None:
        async with store.begin() as connection:
            row = select(meta.c.value).where(meta.c.key == "n").with_for_update()
            now = int((await connection.execute(row)).scalar_one())
            await connection.execute(
                meta.update().where(meta.c.key == "n").values(value=str(now + 1))
            )

    async def run() -> None:
        store = open_store(backend)
        async with store.begin() as connection:
            await connection.execute(meta.insert().values(key="n", value="0"))
        async with asyncio.timeout(WAIT):
            await asyncio.gather(*(count_up(store) for _ in range(60)))
        async with store.connect() as connection:
            assert await connection.scalar(select(meta.c.value)) == "60"
        await store.close()

    asyncio.run(run())


def test_who_gives_up_waiting_for_a_change_leaves_the_way_free(backend: Settings) -> None:
    async def run() -> None:
        store = open_store(backend)
        async with asyncio.timeout(WAIT):
            async with store.begin() as connection:
                await connection.execute(meta.insert().values(key="a", value=""))
                impatient = [asyncio.create_task(put(store, "a")) for _ in range(20)]
                await asyncio.sleep(0)
                for task in impatient:
                    task.cancel()
                await asyncio.gather(*impatient, return_exceptions=True)
            await put(store, "b")
            assert await keys(store) == ["a", "b"]
        await store.close()

    asyncio.run(run())


def test_a_change_that_is_cancelled_while_it_writes_is_undone_and_others_may_write(
    backend: Settings,
) -> None:
    async def put_many(store: Store, number: int, writing: asyncio.Event) -> None:
        rows = [{"key": f"{number:02} {row:05}", "value": ""} for row in range(3000)]
        async with store.begin() as connection:
            writing.set()
            # In one statement, as everywhere here: asyncpg may wait for good where many in a row
            # are cancelled (its issues 873 and 1265).
            await connection.execute(meta.insert().values(rows))
            await asyncio.Event().wait()  # nobody comes to the end of this

    async def run() -> None:
        store = open_store(backend)
        given_up = []  # what they raise is kept, and with it all that they had at hand
        for number in range(12):
            writing = asyncio.Event()
            task = asyncio.create_task(put_many(store, number, writing))
            await writing.wait()
            for _ in range(number):  # at whatever it is by then
                await asyncio.sleep(0.0005)
            task.cancel()
            async with asyncio.timeout(SOON):
                given_up += await asyncio.gather(task, return_exceptions=True)
                await put(store, f"after {number:02}")
        assert [type(one) for one in given_up] == [asyncio.CancelledError] * 12
        assert await keys(store) == [f"after {number:02}" for number in range(12)]
        await store.close()

    asyncio.run(run())


def test_a_database_that_went_away_says_so_and_works_again_when_it_is_back(
    cluster: Settings, postgres: Postgres
) -> None:
    async def run() -> None:
        store = open_store(cluster)
        async with asyncio.timeout(WAIT):
            await asyncio.gather(*(put(store, f"before{n}") for n in range(8)))
            await asyncio.to_thread(postgres.stop)
            for _ in range(10):
                with pytest.raises(Away):
                    await put(store, "meanwhile")
                with pytest.raises(Away):
                    await keys(store)
            await asyncio.to_thread(postgres.start)
            await asyncio.gather(*(put(store, f"after{n}") for n in range(8)))
            assert len(await keys(store)) == 16
        await store.close()

    asyncio.run(run())


def test_a_change_cut_off_in_the_middle_is_away_and_undone(
    cluster: Settings, postgres: Postgres
) -> None:
    async def restart() -> None:
        await asyncio.to_thread(postgres.restart)

    async def run() -> None:
        store = open_store(cluster)
        with pytest.raises(Away):
            await put_and_then(store, "a", restart)
        assert await keys(store) == []
        await store.close()

    asyncio.run(run())


def test_a_change_inside_a_change_is_told_off_and_nothing_hangs(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.05)

    async def run() -> None:
        store = open_store(sqlite)

        async def again() -> None:
            await put(store, "inside")

        async with asyncio.timeout(WAIT):
            with pytest.raises(Away, match="too busy"):
                await put_and_then(store, "outside", again)
            await put(store, "after")
            assert await keys(store) == ["after"]
        await store.close()

    asyncio.run(run())


def test_a_full_disk_is_away_and_not_a_mistake(sqlite: Settings) -> None:
    async def run() -> None:
        store = open_store(sqlite)
        async with store.connect() as connection:
            # All connections of a pool of one are this one.
            await connection.exec_driver_sql("PRAGMA max_page_count=1")
        with pytest.raises(Away, match="full"):
            async with store.begin() as connection:
                await connection.execute(meta.insert().values(key="a", value="x" * 100_000))
        assert await keys(store) == []
        await store.close()

    asyncio.run(run())


def test_a_mistake_is_not_taken_for_a_database_that_is_away(backend: Settings) -> None:
    async def run() -> None:
        store = open_store(backend)
        with pytest.raises(DBAPIError):
            async with store.connect() as connection:
                await connection.exec_driver_sql("SELECT * FROM nowhere")
        with pytest.raises(FileNotFoundError):
            async with store.connect():
                Path("/nowhere/at/all").read_bytes()
        await store.close()

    asyncio.run(run())


def test_a_mistake_does_not_tell_what_was_to_be_saved(backend: Settings) -> None:
    async def run() -> str:
        store = open_store(backend)
        async with store.begin() as connection:
            await connection.execute(meta.insert().values(key="k", value="sesame"))
        with pytest.raises(IntegrityError) as told:
            async with store.begin() as connection:
                await connection.execute(meta.insert().values(key="k", value="sesame"))
        await store.close()
        return str(told.value)

    assert "sesame" not in asyncio.run(run())


def test_a_file_may_have_any_name(tmp_path: Path) -> None:
    settings = Settings(f"sqlite:///{tmp_path}/über 100%25 ?mode=ro#x.sqlite")
    migrate.upgrade(settings)

    async def run() -> None:
        store = open_store(settings)
        await put(store, "a")
        assert await keys(store) == ["a"]
        await store.close()

    asyncio.run(run())
    assert "über 100%25 ?mode=ro#x.sqlite" in {file.name for file in tmp_path.iterdir()}


def test_a_database_that_does_not_exist_is_a_mistake_and_says_its_name(
    postgres: Postgres,
) -> None:
    async def run() -> None:
        store = open_store(Settings(postgres.url("nowhere")))
        with pytest.raises(Exception, match="nowhere") as told:
            await keys(store)
        assert not isinstance(told.value, Away)
        await store.close()

    asyncio.run(run())
