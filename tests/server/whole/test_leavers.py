"""Leavers: a bot keeps the seat of who has gone, and gives it back."""

from __future__ import annotations

import asyncio

import pytest

from dogpark.client.http import Api
from dogpark.client.watched import Watched
from dogpark.server.entries import Back, Moved, decode
from dogpark.server.log.rows import Row, Unavailable
from dogpark.server.park import keeping, patience, presence
from dogpark.server.settings import Settings
from dogpark.wire.tells import Refused
from tests.server.whole.pack import ME, Dog, Plan, until
from tests.server.whole.running import in_loop, serving
from tests.server.whole.scenes import comings, log_of, sat_down, told

PLAN = Plan("bonfire", (ME, ME), bot_pace=1)
THREE = Plan("bonfire", (ME, ME, ME), bot_pace=1)


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "BLINK", 1.0)
    monkeypatch.setattr(keeping, "BEAT", 0.1)


def test_who_goes_is_away_after_a_moment_then_a_bot_plays_and_who_returns_has_the_seat_back(
    backend: Settings,
) -> None:
    async def main() -> None:
        async with serving(backend, grace=0.5) as here:
            table, (ann, ben) = await sat_down(here, PLAN)
            async with ann.connected() as one:
                mine = await one.watch(table)
                assert isinstance(mine, Watched)
                async with ben.connected() as two:
                    assert isinstance(await two.watch(table), Watched)
                await until(mine, lambda: told(mine).seats[1].away)
                assert told(mine).seats[1].bot is None, "there is a grace"
                await until(mine, lambda: told(mine).seats[1].bot == "family")
                assert await comings(here.park, table, 1) == ["away", "handed"]
                async with ben.connected() as two:
                    theirs = await two.watch(table)
                    assert isinstance(theirs, Watched)
                    await until(mine, lambda: told(mine).seats[1].bot is None)
                    assert not told(mine).seats[1].away
                    await asyncio.gather(
                        ann.play_on(one, mine, (0,)), ben.play_on(two, theirs, (1,))
                    )
                    assert any(a.seat == 1 for a in ben.acknowledged), "they play their seat again"
                assert await comings(here.park, table, 1) == ["away", "handed", "back"]
                assert await comings(here.park, table, 0) == []

    in_loop(main)


def test_a_short_interruption_is_not_noticed(sqlite: Settings) -> None:
    async def main() -> None:
        async with serving(sqlite) as here:
            table, (ann, ben) = await sat_down(here, PLAN)
            async with ann.connected() as one:
                assert isinstance(await one.watch(table), Watched)
                async with ben.connected() as two:
                    assert isinstance(await two.watch(table), Watched)
                async with ben.connected() as two:
                    assert isinstance(await two.watch(table), Watched)
                    await asyncio.sleep(3 * presence.BLINK)
                    assert await comings(here.park, table, 1) == []

    in_loop(main)


def test_who_comes_and_goes_while_others_come_is_missed_all_the_same(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their coming is noted once, and not again when they have gone."""

    async def main() -> None:
        async with serving(shared) as here:
            table, (ann, ben) = await sat_down(here, PLAN)
            log, sitting, comings = here.park.log, here.park.sittings[table], 0
            append = log.append

            async def slowly(row: Row) -> bool:
                nonlocal comings
                entry = decode(row.body)
                comings += entry == Back(seat=1)
                while entry == Back(seat=0) and not sitting.present(ben.id):
                    await asyncio.sleep(0.01)
                while comings == 2 and sitting.present(ben.id):
                    await asyncio.sleep(0.01)
                return await append(row)

            monkeypatch.setattr(log, "append", slowly)
            async with ann.connected() as one:
                mine = await one.watch(table)
                assert isinstance(mine, Watched)
                async with ben.connected() as two:
                    assert isinstance(await two.watch(table), Watched)
                await until(mine, lambda: told(mine).seats[1].away)

    in_loop(main)


def test_who_is_connected_twice_is_not_away_when_one_device_goes(sqlite: Settings) -> None:
    async def main() -> None:
        async with serving(sqlite) as here:
            table, (ann, ben) = await sat_down(here, PLAN)
            phone = Dog(Api(here.address, cookie=ben.api.cookie), ben.id, [], ben.dice)
            async with ann.connected() as one, ben.connected() as two:
                assert isinstance(await one.watch(table), Watched)
                assert isinstance(await two.watch(table), Watched)
                async with phone.connected() as three:
                    assert isinstance(await three.watch(table), Watched)
                await asyncio.sleep(3 * presence.BLINK)
                assert await comings(here.park, table, 1) == []

    in_loop(main)


def test_who_never_connects_is_missed_as_well(sqlite: Settings) -> None:
    async def main() -> None:
        async with serving(sqlite, grace=0.3) as here:
            table, (ann, _) = await sat_down(here, PLAN)
            async with ann.connected() as one:
                mine = await one.watch(table)
                assert isinstance(mine, Watched)
                await until(mine, lambda: told(mine).seats[1].bot is not None)
                await ann.play_on(one, mine, (0,))
                assert mine.over

    in_loop(main)


def test_who_leaves_for_good_is_replaced_at_once_and_cannot_come_back(backend: Settings) -> None:
    async def main() -> None:
        async with serving(backend) as here:
            table, (ann, ben, cat) = await sat_down(here, THREE)
            async with ann.connected() as one, ben.connected() as two, cat.connected() as three:
                mine, theirs = await one.watch(table), await two.watch(table)
                last = await three.watch(table)
                assert isinstance(mine, Watched)
                assert isinstance(theirs, Watched)
                assert isinstance(last, Watched)
                await ben.api.post(f"/api/tables/{table}/leave")
                ben.api.close()
                await until(mine, lambda: told(mine).seats[1].bot is not None)
                assert told(mine).seats[1].person is None
                await until(theirs, lambda: None in theirs.eyes)  # a spectator by now
                answer = await two.act(table, 1, {"do": "roll"})
                assert isinstance(answer, Refused)
                assert answer.kind == "not allowed"
                await asyncio.gather(ann.play_on(one, mine, (0,)), cat.play_on(three, last, (2,)))
                assert await comings(here.park, table, 1) == ["left"]
                log = await log_of(here.park, table)
                assert {e.by for e in log if isinstance(e, Moved) and e.seat == 1} == {"bot"}

    in_loop(main)


def test_who_is_deleted_during_a_game_is_missed_and_a_bot_plays_on(backend: Settings) -> None:
    async def main() -> None:
        async with serving(backend, grace=0.3) as here:
            table, (ann, ben) = await sat_down(here, PLAN)
            async with ann.connected() as one, ben.connected() as two:
                mine = await one.watch(table)
                assert isinstance(mine, Watched)
                assert isinstance(await two.watch(table), Watched)
                name = (await ben.api.me())["name"]
                await asyncio.to_thread(ben.api.request, "DELETE", "/api/me", {"name": name})
                ben.api.close()
                await until(mine, lambda: told(mine).seats[1].bot == "family")
                assert await comings(here.park, table, 1) == ["away", "handed"]

    in_loop(main)


def test_who_is_missed_while_nothing_can_be_saved_is_away_once_it_can(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "AGAIN", 0.1)

    async def main() -> None:
        async with serving(sqlite) as here:
            table, (ann, ben) = await sat_down(here, PLAN)
            log, tries = here.park.log, 0
            append = log.append

            async def away(row: Row) -> bool:
                nonlocal tries
                tries += 1
                raise Unavailable

            async with ann.connected() as one:
                mine = await one.watch(table)
                assert isinstance(mine, Watched)
                async with ben.connected() as two:
                    assert isinstance(await two.watch(table), Watched)
                monkeypatch.setattr(log, "append", away)
                while tries < 3:
                    await asyncio.sleep(0.02)
                monkeypatch.setattr(log, "append", append)
                await until(mine, lambda: told(mine).seats[1].away)
                # And who comes back meanwhile is back once it can be saved.
                monkeypatch.setattr(log, "append", away)
                tries = 0
                async with ben.connected() as two:
                    theirs = await two.watch(table)
                    assert isinstance(theirs, Watched)
                    while tries < 2:
                        await asyncio.sleep(0.02)
                    monkeypatch.setattr(log, "append", append)
                    await until(mine, lambda: not told(mine).seats[1].away)

    in_loop(main)
