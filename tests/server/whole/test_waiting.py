"""Tables that wait for their game: nobody waits for a host who has gone, or finds an empty table."""

from __future__ import annotations

import asyncio

import pytest

from dogpark.server.entries import Closed, Hosted
from dogpark.server.park import keeping, presence, waiting
from dogpark.server.park.sitting import wall_ms
from dogpark.server.settings import Settings
from dogpark.server.store.directory import Summary
from tests.server.whole.guests import Guest, at_a_server, guest, guests, lines, lobby
from tests.server.whole.running import Here, in_loop, serving
from tests.server.whole.scenes import log_of, put_away, quiet, tended, two


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "WAITING_BLINK", 0.2)
    monkeypatch.setattr(keeping, "BEAT", 0.1)


async def listed(here: Here, table: str, status: str) -> Summary:
    """The lobby's line of a table, once it stands so."""
    while (found := await here.park.directory.get(table)) is None or found.status != status:
        await asyncio.sleep(0.02)
    return found


def test_a_table_that_everybody_has_left_alone_closes_by_itself(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "GIVEN_UP_MS", 300)

    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        private = await ann.open("bonfire", players=2)
        watched = await ben.open("bonfire", players=2, public=True)
        async with lines(ann, ben) as (one, two):
            await two.watch(watched)
            table = await ann.open("bonfire", players=2, public=True)
            await one.watch(table)
            await one.close()
            await listed(here, table, "closed")
            assert await lobby(ben) == [watched]
            closed = [one for one in await log_of(here.park, table) if isinstance(one, Closed)]
            assert [one.why for one in closed] == [waiting.NOBODY]
            for other in (private, watched):
                assert (await listed(here, other, "open")).status == "open"

    at_a_server(backend, 2, test)


def test_a_table_that_was_opened_and_never_looked_at_closes_too(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "GIVEN_UP_MS", 300)

    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        seated = await ann.open("bonfire", players=2, public=True)
        unseated = await ann.open("bonfire", players=2, public=True, seats=["open", "open"])
        for table in (seated, unseated):
            await listed(here, table, "closed")

    at_a_server(sqlite, 1, test)


def test_a_table_that_was_put_away_is_woken_to_be_given_up_also_after_a_restart(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(backend) as here, guests(here.address, 1) as (ann,):
            table = await ann.open("bonfire", players=2, public=True)
            await tended(here.park, table)
            sitting = here.park.sittings[table]
            while waiting.given_up_at(sitting.table) is None:
                await asyncio.sleep(0.02)
            while table in here.park.sittings:  # not before the lobby knows of it
                await here.park.keeping.put_away([sitting])
                await asyncio.sleep(0.02)
        monkeypatch.setattr(waiting, "GIVEN_UP_MS", 0)  # half an hour later
        async with serving(backend) as here:
            async with here.park.store.begin() as connection:
                await connection.exec_driver_sql(f"UPDATE tables SET wake_at = {wall_ms()}")
            await listed(here, table, "closed")

    in_loop(main)


def test_a_table_at_which_people_were_is_looked_at_again_after_it_was_put_away(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever should have noted that they went may have fallen."""
    monkeypatch.setattr(presence, "WAITING_BLINK", 3600.0)

    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open("bonfire", players=2, public=True)
        await tended(here.park, table)
        wake = here.park.keeping.tenders[table].wake_at()
        assert wake is not None
        assert abs(wake - wall_ms() - waiting.GIVEN_UP_MS) < 60_000
        put_away(here.park, table)
        monkeypatch.setattr(presence, "WAITING_BLINK", 0.1)
        monkeypatch.setattr(waiting, "GIVEN_UP_MS", 300)
        await here.park.directory.release(here.park.process, {table: wall_ms()})
        await listed(here, table, "closed")

    at_a_server(sqlite, 1, test)


def test_two_processes_close_a_table_once_and_only_when_nobody_is_at_either(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with two(shared) as (here, there):
            ann, ben = await guest(here.address), await guest(there.address)
            table = await ann.open("bonfire", players=3, public=True)
            async with lines(ben) as (line,):
                await ben.api.sit(table)
                await line.watch(table)
                seen = line.tables[table]
                await line.until(lambda: seen.known.seats[0].away)  # Ann never came
                while not here.park.sittings[table].table.seats[1].came:
                    await asyncio.sleep(0.02)
                monkeypatch.setattr(waiting, "GIVEN_UP_MS", 500)
                await quiet(here.park, table, 2.0)
                assert seen.known.status == "open"
                assert not seen.known.seats[1].away
            await listed(here, table, "closed")
            await listed(there, table, "closed")
            log = await log_of(here.park, table)
            assert sum(isinstance(entry, Closed) for entry in log) == 1
            for dog in (ann, ben):
                dog.api.close()

    in_loop(main)


def test_when_the_host_gets_up_and_goes_somebody_else_may_begin(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "HOST_LEFT_MS", 200)

    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("bonfire", players=2, public=True)
        async with lines(ann, ben) as (one, two):
            await one.watch(table)
            await ben.api.sit(table)
            seen = await two.watch(table)
            await ann.at(table, "leave")
            assert seen.known.host == ann.id, "they may only change places"
            await one.close()
            told = await two.told(table, "hosted")
            assert (told.person, told.data) == (ben.id, {"name": ben.name})
            await two.until(lambda: seen.known.host == ben.id)
            refused = await ann.kept_out(f"/api/tables/{table}/start")
            assert "Only the host" in str(refused)
            await ben.at(table, "bot", seat=0, bot="greedy")
            assert (await ben.at(table, "start"))["info"]["status"] == "playing"
            hosted = [e for e in await log_of(here.park, table) if isinstance(e, Hosted)]
            assert len(hosted) == 1
            assert (await listed(here, table, "playing")).host == ben.id

    at_a_server(backend, 2, test)


def test_a_host_who_is_away_for_minutes_is_the_host_no_more_and_keeps_their_seat(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "HOST_GONE_MS", 300)

    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        opened = await ann.api.open_table("bonfire", players=3)
        table, invite = opened["table"], opened["invite"]
        await cat.api.sit(table, 2, invite)  # never comes, so it is not hers
        await ben.api.sit(table, 1, invite)
        async with lines(ben) as (line,):
            seen = await line.watch(table)
            await line.until(lambda: seen.known.host == ben.id)
            assert seen.known.seats[0].away
            assert seen.known.seats[0].person is not None
            shown = await ann.api.get(f"/api/tables/{table}")
            assert shown["invite"] == invite, "whoever opened it still has the link"
            await ben.at(table, "start")

    at_a_server(sqlite, 3, test)


def test_when_the_host_is_deleted_somebody_else_is_the_host(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "HOST_LEFT_MS", 200)

    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("bonfire", players=2, public=True)
        async with lines(ann, ben) as (one, two):
            await one.watch(table)
            await ben.api.sit(table)
            seen = await two.watch(table)
            await asyncio.to_thread(ann.api.request, "DELETE", "/api/me", {"name": ann.name})
            await two.until(lambda: seen.known.host == ben.id)
            assert seen.known.seats[0].away

    at_a_server(sqlite, 2, test)
