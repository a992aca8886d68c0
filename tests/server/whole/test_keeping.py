"""What a process keeps, and what it lets go of: tables it cannot read, answers that wait no more."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from dogpark.server.log.rows import Unavailable
from dogpark.server.park import patience
from dogpark.server.park.sitting import Sitting, wall_ms
from dogpark.server.settings import Settings
from dogpark.server.store.schema import tables
from dogpark.server.store.sealed import Answer
from tests.server.whole.guests import Guest, at_a_server, begun, lines, play_out
from tests.server.whole.pack import ME, Plan
from tests.server.whole.running import Here, in_loop, serving
from tests.server.whole.scenes import sat_down


def test_a_table_that_cannot_be_taken_over_is_left_for_later_and_for_others(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(sqlite) as here:
            park = here.park
            table, _ = await sat_down(here, Plan("bonfire", (ME, "random"), bot_pace=1))
            while table not in park.keeping.tenders:
                await asyncio.sleep(0.01)
            park.keeping.let_go(table)
            asked = asyncio.Event()

            async def breaks(*_: object) -> int | None:
                asked.set()
                raise ZeroDivisionError

            monkeypatch.setattr(Sitting, "do", breaks)
            await park.keeping._adopt(table)
            assert asked.is_set()
            assert table not in park.keeping.tenders
            async with park.store.connect() as connection:
                row = (await connection.execute(select(tables).where(tables.c.id == table))).one()
            assert row.keeper is None
            assert row.wake_at > wall_ms() + 30_000

    in_loop(main)


def test_answers_that_waited_in_a_window_are_forgotten_when_the_game_is_over(
    sqlite: Settings,
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open(
            "breath", seats=["me", "me"], start=True, options={"rounds": 1}, public=True
        )
        await here.park.sealed.put(Answer(table, 3, 0, 1, 1, ann.id, "k"))
        assert await here.park.sealed.read(table, 3)
        async with lines(ann) as (line,):
            await line.watch(table)
            await play_out(table, line)
        while await here.park.sealed.read(table, 3):
            await asyncio.sleep(0.01)

    at_a_server(sqlite, 1, test)


def test_a_name_is_erased_here_too_although_the_log_was_away_for_a_moment(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "AGAIN", 0.05)

    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        first, second = await begun("bonfire", ann, ben), await begun("bonfire", ann, ben)
        read_anew, failed = Sitting.read_anew, set[str]()

        async def fails_once(sitting: Sitting) -> None:
            if sitting.id not in failed:
                failed.add(sitting.id)
                raise Unavailable
            await read_anew(sitting)

        monkeypatch.setattr(Sitting, "read_anew", fails_once)
        await asyncio.to_thread(ben.api.request, "DELETE", "/api/me", {"name": ben.name})
        assert failed == {first, second}
        for table in (first, second):
            while ben.name in here.park.sittings[table].table.info_json.decode():
                await asyncio.sleep(0.01)

    at_a_server(sqlite, 2, test)
