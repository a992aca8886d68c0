"""Guests who left nothing behind are forgotten after a while, once a day, by one process."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import insert, select, update

from dogpark.server.entries import Who
from dogpark.server.people import expiry, generation, tokens
from dogpark.server.people.expiry import DAY_MS, forget_guests, todays
from dogpark.server.people.ids import wall_ms
from dogpark.server.people.ratings import record_result
from dogpark.server.people.register import People
from dogpark.server.settings import BadSetting, Settings, read
from dogpark.server.store import schema
from tests.server.people.helpers import game, list_table, newcomer, with_people
from tests.server.whole.running import in_loop, serving

NOW = wall_ms()
LONG_AGO, LATELY = NOW - 91 * DAY_MS, NOW - 89 * DAY_MS


async def last_seen(people: People, who: Who, at: int, **more: object) -> Who:
    async with people.store.begin() as connection:
        await connection.execute(
            update(schema.people).where(schema.people.c.id == who.id).values(seen_at=at, **more)
        )
    return who


async def guest(people: People, at: int = LONG_AGO, **more: object) -> Who:
    return await last_seen(people, await newcomer(people), at, **more)


async def known(people: People) -> set[str]:
    async with people.store.connect() as connection:
        return {row.id for row in await connection.execute(select(schema.people.c.id))}


async def forget(people: People) -> int:
    return await forget_guests(people.store, NOW - 90 * DAY_MS)


def test_who_was_not_seen_for_long_and_left_nothing_is_forgotten(backend: Settings) -> None:
    async def test(people: People) -> None:
        gone = [await guest(people) for _ in range(3)]
        here = await guest(people, LATELY)
        await people.log_out_everywhere(gone[0].id)
        await people.mute(here.id, gone[1].id, True)
        assert await forget(people) == 3
        assert await known(people) == {here.id}
        assert await people.muted_by(here.id) == set()
        async with people.store.connect() as connection:
            rows = (await connection.execute(select(schema.meta.c.key))).scalars().all()
        assert not [key for key in rows if gone[0].id in key]
        assert await forget(people) == 0

    with_people(backend, test)


def test_whoever_has_left_something_stays(backend: Settings) -> None:
    async def test(people: People) -> None:
        seated, waiting, played, rated, program, login = [await guest(people) for _ in range(6)]
        banned = await guest(people, banned=True)
        account = await guest(people, guest=False)
        await list_table(people, "playing1", [seated], "playing")
        await list_table(people, "open1", [waiting], "open")
        await record_result(people.store, game("over1", (played, 1), ("greedy", 2), rated=False))
        await record_result(people.store, game("over2", (rated, 1), (played, 2)))
        await tokens.make(people, program.id, "my bot")
        async with people.store.begin() as connection:
            row = {"name": "rex", "person_id": login.id, "password": None}
            await connection.execute(insert(schema.logins).values(**row))
        stay = {one.id for one in (seated, waiting, played, rated, program, login, banned, account)}
        assert await forget(people) == 0
        assert await known(people) == stay

    with_people(backend, test)


def test_a_seat_at_a_table_that_was_closed_keeps_nobody(backend: Settings) -> None:
    async def test(people: People) -> None:
        who = await guest(people)
        await list_table(people, "closed1", [who], "closed")
        assert await forget(people) == 1

    with_people(backend, test)


def test_many_are_forgotten_a_few_at_a_time_past_all_who_stay(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expiry, "MANY", 3)

    async def test(people: People) -> None:
        stay = set()
        for number in range(20):
            who = await guest(people, LONG_AGO - number // 4, banned=number % 4 < 2)
            if number % 4 < 2:
                stay.add(who.id)
        assert await forget(people) == 10
        assert await known(people) == stay

    with_people(backend, test)


def test_of_all_processes_one_looks_through_them_once_a_day(backend: Settings) -> None:
    async def test(people: People) -> None:
        store = people.store
        asked = await asyncio.gather(*(todays(store, NOW) for _ in range(5)))
        assert sum(asked) == 1
        assert not await todays(store, NOW + DAY_MS - 1)
        assert await todays(store, NOW + DAY_MS)
        assert not await todays(store, NOW + DAY_MS + 1)

    with_people(backend, test)


@pytest.mark.parametrize("days", [1, 0])
def test_a_server_does_it_by_itself_unless_guests_are_kept_for_good(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    monkeypatch.setattr(expiry, "FIRST", 0.01)
    looked = asyncio.Event()

    async def look(*_: object) -> int:
        looked.set()
        return 0

    monkeypatch.setattr(expiry, "forget_guests", look)

    async def main() -> None:
        async with serving(replace(sqlite, guests_kept_days=days)) as here:
            if days:
                await looked.wait()
            else:
                await here.park.directory.open_tables()
                assert not looked.is_set()
                assert await todays(here.park.store, wall_ms())  # nobody has looked

    in_loop(main)


def test_the_days_are_a_setting() -> None:
    assert read({}).guests_kept_days == 90
    assert read({"DOGPARK_GUESTS_KEPT_DAYS": "7"}).guests_kept_days == 7
    with pytest.raises(BadSetting, match="GUESTS_KEPT_DAYS"):
        read({"DOGPARK_GUESTS_KEPT_DAYS": "soon"})


def test_the_generation_of_a_forgotten_guests_cookies_does_not_come_back(sqlite: Settings) -> None:
    """The cookie of somebody who was forgotten is nobody's."""

    async def test(people: People) -> None:
        visit = await people.guest()
        assert visit.cookie is not None
        await last_seen(people, visit.who, LONG_AGO)
        assert await forget(people) == 1
        assert await people.of_cookie(visit.cookie) is None
        async with people.store.begin() as connection:
            assert await generation.current(connection, visit.who.id) is None

    with_people(sqlite, test)
