"""The lobby's list of tables, and who keeps which."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import func, select, text

from dogpark.server.settings import Settings
from dogpark.server.store.directory import DEAD_MS, FORGET_MS, Directory, Summary
from dogpark.server.store.engine import Store, open_store
from dogpark.server.store.schema import processes, tables

WAIT = 60
NOW = 1_700_000_000_000


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[tuple[Directory, Store]]:
    store = open_store(settings)
    try:
        async with asyncio.timeout(WAIT):
            yield Directory(store), store
    finally:
        await store.close()


def seat(number: int, person: str | None = None, bot: str | None = None) -> dict[str, Any]:
    return {"seat": number, "person": person, "name": person and person.title(), "bot": bot}


def summary(table: str, **changes: Any) -> Summary:
    usual = Summary(
        id=table,
        game="dog",
        players=4,
        status="open",
        public=True,
        host="anna",
        clock="none",
        seats=[seat(0, "anna"), seat(1), seat(2, bot="keen"), seat(3)],
        free=2,
        changed_at=NOW,
    )
    return replace(usual, **changes)


async def keeping(store: Store) -> dict[str, tuple[str | None, int | None]]:
    """Table, keeper, when it is to be woken."""
    async with store.connect() as connection:
        rows = await connection.execute(select(tables.c.id, tables.c.keeper, tables.c.wake_at))
        return {row.id: (row.keeper, row.wake_at) for row in rows}


def ids(found: list[Summary]) -> list[str]:
    return [one.id for one in found]


def test_a_table_is_found_as_it_was_put(backend: Settings) -> None:
    over = summary(
        "t1",
        status="over",
        public=False,
        seq=9,
        created_at=NOW - 5,
        ended_at=NOW + 7,
        result={"places": [1, 2, 1, 2], "words": "Grüße"},
    )

    async def run() -> None:
        async with opened(backend) as (directory, _):
            assert await directory.get("t1") is None
            await directory.put(summary("t1", seq=1))
            assert await directory.get("t1") == summary("t1", seq=1, created_at=NOW)
            await directory.put(over)
            assert await directory.get("t1") == replace(over, created_at=NOW)

    asyncio.run(run())


def test_older_news_never_replaces_newer(backend: Settings) -> None:
    playing = summary("t", status="playing", seq=5, seats=[seat(0, "anna"), seat(1, "ben")])

    async def run() -> None:
        async with opened(backend) as (directory, _):
            await directory.put(playing)
            await directory.put(summary("t", seq=4, seats=[seat(0, "carla")]))
            assert await directory.get("t") == replace(playing, created_at=NOW)
            assert ids(await directory.of_person("ben")) == ["t"]
            assert await directory.of_person("carla") == []

    asyncio.run(run())


def test_the_lobby_lists_public_open_tables_newest_first_page_by_page(backend: Settings) -> None:
    async def run() -> None:
        async with opened(backend) as (directory, _):
            for number in range(7):
                # Some at the same millisecond: no page may lose or repeat one.
                await directory.put(summary(f"t{number}", changed_at=NOW + number // 3))
            await directory.put(summary("b", game="bonfire", changed_at=NOW + 9))
            await directory.put(summary("private", public=False))
            await directory.put(summary("playing", status="playing"))
            await directory.put(summary("over", status="over"))
            everything = ["b", *(f"t{n}" for n in range(6, -1, -1))]
            assert ids(await directory.open_tables()) == everything
            assert ids(await directory.open_tables("bonfire")) == ["b"]
            assert ids(await directory.open_tables("dog")) == everything[1:]
            seen: list[str] = []
            while page := await directory.open_tables(
                "dog", limit=2, before=seen[-1] if seen else None
            ):
                assert len(page) <= 2
                seen += ids(page)
            assert seen == everything[1:]
            assert await directory.open_tables(before="nothing") == []
            # One that has begun meanwhile is still a place in the list; of others nobody learns.
            await directory.put(summary("t4", status="playing", seq=1, changed_at=NOW + 1))
            assert ids(await directory.open_tables("dog", before="t4")) == everything[4:]
            assert await directory.open_tables(before="private") == []

    asyncio.run(run())


def test_the_lobby_never_reads_tables_that_are_over(backend: Settings) -> None:
    """The question it asks is answered from an index of open tables alone."""

    async def run() -> str:
        async with opened(backend) as (_, store), store.connect() as connection:
            if store.on_sqlite:
                how = "EXPLAIN QUERY PLAN "
            else:
                await connection.execute(text("SET enable_seqscan = off"))
                how = "EXPLAIN "
            query = (
                "SELECT * FROM tables WHERE public AND status = 'open' AND game = 'dog' "
                "ORDER BY created_at DESC, id DESC LIMIT 50"
            )
            return "\n".join(str(row) for row in await connection.execute(text(how + query)))

    plan = asyncio.run(run())
    assert "tables_lobby_of_game" in plan
    assert "Sort" not in plan
    assert "TEMP B-TREE" not in plan


def test_people_find_their_tables_also_with_several_seats_and_after_they_rose(
    backend: Settings,
) -> None:
    both = [seat(0, "anna"), seat(1, "anna"), seat(2, "ben"), seat(3)]

    async def run() -> None:
        async with opened(backend) as (directory, _):
            await directory.put(summary("t1", seats=both))
            await directory.put(summary("t2", public=False, changed_at=NOW + 1))
            assert ids(await directory.of_person("anna")) == ["t2", "t1"]
            assert ids(await directory.of_person("anna", limit=1)) == ["t2"]
            assert ids(await directory.of_person("anna", limit=1, before="t2")) == ["t1"]
            assert ids(await directory.of_person("ben")) == ["t1"]
            await directory.put(summary("t1", seats=[seat(0, "anna"), seat(1), seat(2), seat(3)]))
            assert await directory.of_person("ben") == []

    asyncio.run(run())


def test_people_find_what_goes_on_first_and_then_what_ended_page_by_page(
    backend: Settings,
) -> None:
    def over(table: str, at: int) -> Summary:
        return summary(table, status="over", changed_at=NOW, ended_at=NOW + at)

    async def run() -> None:
        async with opened(backend) as (directory, _):
            await directory.put(summary("old", status="playing", created_at=NOW - 9))
            await directory.put(over("slow", 8))
            await directory.put(over("quick", 5))
            await directory.put(over("quack", 5))
            await directory.put(summary("open", changed_at=NOW + 1))
            await directory.put(summary("closed", status="closed", ended_at=NOW + 9))
            await directory.put(summary("other", host="ben", seats=[seat(0, "ben")]))
            everything = ["open", "old", "slow", "quick", "quack"]
            assert ids(await directory.of_person("anna")) == everything
            seen: list[str] = []
            while page := await directory.of_person("anna", 2, seen[-1] if seen else None):
                assert len(page) <= 2
                seen += ids(page)
            assert seen == everything
            for nobodys in ("other", "nothing"):
                assert await directory.of_person("anna", before=nobodys) == []

    asyncio.run(run())


def test_hosts_without_a_seat_and_leavers_find_their_tables(backend: Settings) -> None:
    async def run() -> None:
        async with opened(backend) as (directory, _):
            left = summary("t", status="playing", seats=[seat(0), seat(1, bot="keen")])
            await directory.put(replace(left, left={1: "ben"}))
            assert ids(await directory.of_person("anna")) == ["t"]
            assert ids(await directory.of_person("ben")) == ["t"]
            found = await directory.get("t")
            assert found is not None
            assert "ben" not in str(found), "nobody else finds them there"
            await directory.put(replace(left, seq=1, host="carla"))
            assert await directory.of_person("anna") == []
            assert await directory.of_person("ben") == []

    asyncio.run(run())


def test_a_table_is_kept_by_one_living_process(backend: Settings) -> None:
    async def run() -> None:
        async with opened(backend) as (directory, store):
            await directory.put(summary("t"))
            assert not await directory.keep("nothing", "p1", NOW)
            assert await directory.keep("t", "p1", NOW)
            assert await directory.keep("t", "p1", NOW)
            assert not await directory.keep("t", "p2", NOW)
            await directory.beat("p1", NOW + 2000, "here:1")
            assert not await directory.keep("t", "p2", NOW + 2000 + DEAD_MS)
            assert await directory.keep("t", "p2", NOW + 2001 + DEAD_MS)
            await directory.beat("p1", NOW + 9000, "here:1")  # it was only slow
            await directory.beat("p2", NOW + 9000, "here:2")
            assert not await directory.keep("t", "p1", NOW + 9000)
            assert await keeping(store) == {"t": ("p2", None)}

    asyncio.run(run())


def test_news_of_a_table_leaves_its_keeper_alone(backend: Settings) -> None:
    async def run() -> None:
        async with opened(backend) as (directory, store):
            await directory.put(summary("t"), keeper="p1")
            await directory.put(summary("t", seq=1), keeper="p2")
            assert await keeping(store) == {"t": ("p1", None)}
            await directory.release("p1", {"t": NOW + 5})
            await directory.put(summary("t", seq=2))
            assert await keeping(store) == {"t": (None, NOW + 5)}

    asyncio.run(run())


def test_tables_of_the_dead_and_tables_to_be_woken_are_claimed(backend: Settings) -> None:
    async def run() -> None:
        async with opened(backend) as (directory, store):
            for name in ("of the dead", "of the living", "free", "later", "now"):
                await directory.put(summary(name, status="playing"))
            await directory.put(summary("ended", status="over"))
            await directory.beat("dead", NOW, "here:1")
            await directory.beat("alive", NOW + 10_000, "here:2")
            assert await directory.keep("of the dead", "dead", NOW)
            assert await directory.keep("ended", "dead", NOW)
            assert await directory.keep("of the living", "alive", NOW)
            await directory.keep("later", "alive", NOW)
            await directory.keep("now", "alive", NOW)
            await directory.release("alive", {"later": NOW + 10_001, "now": NOW + 10_000})

            assert sorted(await directory.claim("new", NOW + 10_000)) == ["now", "of the dead"]
            assert await directory.claim("new", NOW + 10_000) == []
            assert await directory.claim("new", NOW + 10_001) == ["later"]
            assert await keeping(store) == {
                "of the dead": ("new", None),
                "of the living": ("alive", None),
                "free": (None, None),
                "later": ("new", None),
                "now": ("new", None),
                "ended": ("dead", None),
            }

    asyncio.run(run())


def test_no_two_processes_claim_the_same_table(backend: Settings) -> None:
    async def claim_all(settings: Settings, process: str) -> list[str]:
        async with opened(settings) as (directory, _):
            claimed: list[str] = []
            while some := await directory.claim(process, NOW + 10_000, limit=7):
                claimed += some
            return claimed

    async def run() -> list[str]:
        async with opened(backend) as (directory, _):
            for number in range(60):
                await directory.put(summary(f"t{number}", status="playing"), keeper="dead")
            await directory.beat("dead", NOW, "here:1")
        shares = await asyncio.gather(*(claim_all(backend, f"p{n}") for n in range(4)))
        return [table for share in shares for table in share]

    assert sorted(asyncio.run(run())) == sorted(f"t{n}" for n in range(60))


def test_of_many_who_want_to_keep_a_table_one_does(backend: Settings) -> None:
    async def run() -> list[bool]:
        async with opened(backend) as (directory, _):
            await directory.put(summary("t"))
            return await asyncio.gather(*(directory.keep("t", f"p{n}", NOW) for n in range(8)))

    assert sorted(asyncio.run(run())) == [False] * 7 + [True]


def test_only_its_keeper_can_release_a_table(backend: Settings) -> None:
    async def run() -> None:
        async with opened(backend) as (directory, store):
            await directory.put(summary("t"), keeper="p1")
            await directory.release("p2", {"t": NOW})
            await directory.release("p2", {})
            assert await keeping(store) == {"t": ("p1", None)}
            await directory.release("p1", {"t": None, "nothing": NOW})
            assert await keeping(store) == {"t": (None, None)}

    asyncio.run(run())


def test_who_leaves_hands_its_tables_to_the_next_at_once(backend: Settings) -> None:
    async def run() -> None:
        async with opened(backend) as (directory, store):
            await directory.beat("p1", NOW, "here:1")
            await directory.put(summary("t1", status="playing"), keeper="p1")
            await directory.put(summary("t2", status="over"), keeper="p1")
            await directory.put(summary("t3", status="playing"), keeper="p2")
            await directory.beat("p2", NOW, "here:2")
            await directory.leave("p1")
            assert await directory.claim("p3", NOW) == ["t1"]
            assert await keeping(store) == {
                "t1": ("p3", None),
                "t2": (None, None),
                "t3": ("p2", None),
            }

    asyncio.run(run())


def test_a_process_that_knows_it_is_alone_need_not_wait_for_the_dead(backend: Settings) -> None:
    async def run() -> None:
        async with opened(backend) as (directory, _):
            await directory.beat("before", NOW, "here:1")
            await directory.put(summary("t", status="playing"), keeper="before")
            assert await directory.claim("now", NOW + 1) == []
            await directory.forget_others("now")
            assert await directory.claim("now", NOW + 1) == ["t"]

    asyncio.run(run())


def test_processes_long_dead_are_forgotten_once_they_keep_nothing(backend: Settings) -> None:
    async def run() -> None:
        async with opened(backend) as (directory, store):
            await directory.beat("dead", NOW, "here:1")
            await directory.put(summary("t", status="playing"), keeper="dead")
            later = NOW + FORGET_MS + 1
            known = select(func.count()).select_from(processes)
            await directory.forget_dead(later)
            async with store.connect() as connection:
                assert await connection.scalar(known) == 1
            assert await directory.claim("new", later) == ["t"]
            await directory.forget_dead(later)
            async with store.connect() as connection:
                assert await connection.scalar(known) == 1  # the new one
                assert await connection.scalar(select(processes.c.id)) == "new"

    asyncio.run(run())


@pytest.mark.parametrize("status", ["open", "playing"])
def test_a_process_that_kept_before_it_ever_gave_a_sign_is_noticed_when_it_dies(
    backend: Settings, status: Any
) -> None:
    async def run() -> None:
        async with opened(backend) as (directory, _):
            await directory.put(summary("t", status=status))
            assert await directory.keep("t", "brief", NOW)
            assert await directory.claim("new", NOW + DEAD_MS) == []
            assert await directory.claim("new", NOW + DEAD_MS + 1) == ["t"]

    asyncio.run(run())


class Called:
    """A roll that says what it was told to say."""

    def __init__(self, living: frozenset[str] | None) -> None:
        self.living = living
        self.heard: list[str] = []

    async def call(self, process: str, dead_ms: int) -> None:
        assert dead_ms == DEAD_MS
        self.heard.append(process)


def test_where_somebody_else_knows_who_lives_the_database_is_not_asked(sqlite: Settings) -> None:
    async def run() -> None:
        roll = Called(frozenset({"p1", "p2"}))
        async with opened(sqlite) as (plain, store):
            directory = Directory(store, roll)
            await directory.beat("p1", NOW, "here:1")
            assert roll.heard == ["p1"]
            assert await plain.living(NOW) == frozenset()  # nothing was written
            assert await directory.living(NOW) == {"p1", "p2"}
            await directory.put(summary("t", status="playing"))
            assert await directory.keep("t", "p1", NOW)
            long_after = NOW + FORGET_MS + DEAD_MS
            assert await directory.claim("p2", long_after) == []
            assert not await directory.keep("t", "p2", long_after)
            roll.living = None  # not known: then nobody is dead
            assert await directory.claim("p2", long_after) == []
            assert not await directory.keep("t", "p2", long_after)
            roll.living = frozenset({"p2"})
            assert await directory.claim("p2", NOW) == ["t"]

    asyncio.run(run())
