"""Several processes on one database: players are on any of them, and any of them may go."""

from __future__ import annotations

import asyncio
import random
import time

import pytest

from dogpark.server.entries import Clocked, Handed, Moved
from dogpark.server.park import keeping, presence
from dogpark.server.park.sitting import wall_ms
from dogpark.server.settings import Settings
from dogpark.server.siblings.hubline import HubLine
from dogpark.server.store import directory
from dogpark.server.store.directory import DEAD_MS
from dogpark.server.table import clocks
from tests.server.services import Redis
from tests.server.whole import verdict
from tests.server.whole.pack import ME, Pack, Plan, newcomer, until
from tests.server.whole.running import Apart, in_loop, serving
from tests.server.whole.scenes import (
    PILE,
    PLANS,
    VEILED,
    by,
    comings,
    log_of,
    put_away,
    sat_down,
    tended,
    told,
    two,
)

WITHIN = 5.0  # seconds after which players of a killed process must be on another


def test_players_of_a_killed_process_are_on_the_other_within_five_seconds(
    cluster: Settings,
) -> None:
    plans = (
        Plan("bonfire", (ME, ME), {"rounds": 9}),
        Plan("dog", (ME, ME, ME, ME), {"max_rounds": 3}),
        Plan("dog", (ME, ME, "greedy", "random"), {"max_rounds": 3}),
        Plan("monty", (ME, "random", "random")),
        Plan("bonfire", (ME, "greedy", "greedy"), {"rounds": 9}, clock="live"),
    )

    async def main() -> None:
        with Apart(cluster) as doomed, Apart(cluster) as other:
            pack = Pack([doomed.address, other.address], pace=0.03)
            async with pack.playing(plans):
                dogs = sum(plan.dogs for plan in plans)
                await pack.until(
                    lambda: (
                        len(pack.dogs) == dogs
                        and all(len(dog.acknowledged) >= 3 for dog in pack.dogs)
                    )
                )
                stranded = [
                    dog for dog in pack.dogs if dog.api.address == doomed.address and not dog.done
                ]
                await asyncio.to_thread(doomed.kill)
                killed = time.monotonic()
            await verdict.all_results(cluster, pack)
            assert stranded
            # Who had no more moves to make (all cards laid down in the last round) only saw the end;
            # nobody is left out there, for everybody plays until they have seen it.
            after = [[one.at for one in dog.acknowledged if one.at > killed] for dog in stranded]
            went_on = [moves for moves in after if len(moves) > 1]
            assert 2 * len(went_on) >= len(stranded)
            for moves in went_on:
                assert moves[1] - killed < WITHIN  # the first may have been on its way already
            await verdict.check(cluster, pack)

    in_loop(main, 120)


@pytest.mark.soak
def test_processes_killed_by_turns_lose_nothing_and_do_nothing_twice(cluster: Settings) -> None:
    plans, dice = (*PLANS, PILE, VEILED), random.Random(7)

    async def main() -> None:
        with Apart(cluster) as one, Apart(cluster) as other:
            pack = Pack([one.address, other.address])
            async with pack.playing(plans):
                for _ in range(50):
                    await asyncio.sleep(dice.uniform(0, 10))
                    await pack.moves(1)
                    server = dice.choice((one, other))
                    await asyncio.to_thread(server.kill)
                    await asyncio.sleep(dice.uniform(0, 5))
                    await asyncio.to_thread(server.start)
            await verdict.all_results(cluster, pack)
            await verdict.check(cluster, pack)

    in_loop(main, 1500)


def test_play_goes_on_while_redis_is_away_and_after_it_is_back(
    cluster: Settings, redis: Redis
) -> None:
    async def main() -> None:
        async with two(cluster) as (here, there):
            pack = Pack([here.address, there.address], pace=0.02)
            plans = (
                Plan("bonfire", (ME, ME)),
                Plan("dog", (ME, ME, "random", "greedy"), {"max_rounds": 1}),
            )

            async def everybody_moves(times: int) -> None:
                """Where people of both processes play, each sees what the other did."""
                enough = {dog.id: len(dog.acknowledged) + times for dog in pack.dogs}
                await pack.until(
                    lambda: all(len(d.acknowledged) >= enough[d.id] for d in pack.dogs[:2])
                )

            async with pack.playing(plans):
                await pack.until(
                    lambda: len(pack.dogs) == 4 and all(dog.acknowledged for dog in pack.dogs)
                )
                await everybody_moves(2)
                await asyncio.to_thread(redis.stop)
                await everybody_moves(3)
                assert not here.park.bus.up
                await asyncio.to_thread(redis.start)
                await everybody_moves(2)
            await verdict.all_results(cluster, pack)
            await verdict.check(cluster, pack)

    in_loop(main, 120)


def test_two_keepers_at_once_do_everything_once(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(clocks.BOUNDS, "live", (1, 300))

    async def main() -> None:
        async with two(shared, grace=1) as (here, there):
            # Long enough for who does play to be in time on a slow machine.
            plan = Plan("bonfire", (ME, "random", ME), clock="live", seconds=5, bot_pace=1)
            table, (ann, ben) = await sat_down(here, plan)
            async with ann.at(table) as (one, mine), ben.at(table):
                for park in (here.park, there.park):
                    park.keeping.keep(await park.sitting(table))
                assert {
                    table
                } == here.park.keeping.tenders.keys() & there.park.keeping.tenders.keys()
                await ann.play_on(one, mine, (0,))  # the other lets the clock run out
            log = await log_of(here.park, table)
            late = by(log, "clock")
            assert [entry.seat for entry in late] == [2], "once late; then a bot played"
            assert [(e.seat, e.why) for e in log if isinstance(e, Handed)] == [(2, "clock")]
            assert not [e for e in log if isinstance(e, Clocked)]
            assert by(log, "bot")
            verdict.check_numbers(await here.park.log.read(table))
            verdict.check_promises(await here.park.log.read(table), ann.acknowledged)

    in_loop(main)


def test_who_goes_on_at_another_process_is_not_missed(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "BLINK", 2.0)

    async def main() -> None:
        async with two(shared, grace=0.3) as (here, there):
            table, (ann, ben) = await sat_down(here, Plan("bonfire", (ME, ME), bot_pace=1))
            async with ann.at(table) as (_, mine):
                async with ben.at(table):
                    ben.api.address = there.address
                async with ben.at(table):
                    await asyncio.sleep(3)  # longer than a blink and the grace
                    assert await comings(here.park, table, 1) == []
                    assert not told(mine).seats[1].away

    in_loop(main)


def test_who_is_called_away_by_one_process_and_is_at_another_is_back_at_once(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "BLINK", 0.1)

    async def main() -> None:
        async with two(shared, grace=3) as (here, there):
            table, (ann, ben) = await sat_down(here, Plan("bonfire", (ME, ME), bot_pace=1))
            ben.api.address = there.address
            async with ann.at(table) as (_, mine), ben.at(table):
                # As if the process where they are had been silent for too long.
                sitting = here.park.sittings[table]
                while not sitting.table.seats[1].came:  # the other process has noted it
                    await asyncio.sleep(0.01)
                here.park.presence.miss_absent(sitting, sitting.table.seq)
                await until(mine, lambda: told(mine).seats[1].away)
                await until(mine, lambda: not told(mine).seats[1].away)
                await asyncio.sleep(3.5)  # longer than the grace
                came = await comings(here.park, table, 1)
                assert came == ["away", "back"] * (len(came) // 2)
                assert came  # it was called away, and however often, it was back

    in_loop(main)


def test_a_name_that_was_erased_is_gone_from_every_process(shared: Settings) -> None:
    async def main() -> None:
        async with two(shared) as (here, there):
            table, (_, ben) = await sat_down(here, Plan("bonfire", (ME, ME)))
            seat = (await there.park.sitting(table)).table.seats[1]
            assert seat.who is not None
            name = seat.who.name
            await asyncio.to_thread(ben.api.request, "DELETE", "/api/me", {"name": name})
            ben.api.close()
            while name in (await there.park.sitting(table)).table.info_json.decode():
                await asyncio.sleep(0.02)
            assert name not in here.park.sittings[table].table.info_json.decode()

    in_loop(main)


@pytest.mark.parametrize("silent", [False, True], ids=["well", "silent itself"])
def test_people_who_are_gone_with_their_process_are_missed_by_the_keeper_of_their_table(
    cluster: Settings, monkeypatch: pytest.MonkeyPatch, silent: bool
) -> None:
    """Also where the keeper was silent itself, and judges nobody before it knows more."""
    monkeypatch.setattr(presence, "BLINK", 0.2)
    monkeypatch.setattr(directory, "DEAD_MS", 1500)  # as this process sees it

    async def main() -> None:
        async with serving(cluster, grace=0.3) as here:
            table, (ann, ben) = await sat_down(here, Plan("bonfire", (ME, ME), bot_pace=1))
            there = here.park.keeping
            async with ann.at(table) as (one, mine):
                await until(mine, lambda: told(mine).seats[1].bot is not None)
                if silent:
                    there._patient_until = wall_ms() + 3_600_000
                with Apart(cluster) as doomed:
                    ben.api.address = doomed.address
                    async with ben.at(table):
                        await until(mine, lambda: told(mine).seats[1].bot is None)
                        ben.elsewhere = []
                        await asyncio.to_thread(doomed.kill)
                    while silent and len(await here.park.directory.living(wall_ms()) or ()) > 1:
                        await asyncio.sleep(0.1)
                    there._patient_until = 0
                    await until(mine, lambda: told(mine).seats[1].bot is not None)
                await ann.play_on(one, mine, (0,))
                assert mine.over

    in_loop(main)


def test_a_process_that_was_silent_for_too_long_lets_go_of_what_others_have_taken(
    shared: Settings,
) -> None:
    async def main() -> None:
        async with two(shared) as (here, there):
            table, (ann,) = await sat_down(here, Plan("bonfire", (ME, "random"), bot_pace=1))
            await tended(here.park, table)
            # As if another had taken it for dead: by its signs of life, or among siblings by the hub's word.
            directory, roll = there.park.directory, there.park.directory._roll
            later = wall_ms() + 2 * DEAD_MS
            while not await directory.keep(table, there.park.process, later):
                assert isinstance(roll, HubLine)
                roll.living = frozenset({there.park.process})  # until it next hears from the hub
            await there.park.keeping.take_over(await there.park.sitting(table))
            here.park.keeping._beaten = 0
            while table in here.park.keeping.tenders:
                await asyncio.sleep(0.01)
            assert not here.park.sittings[table].kept
            async with ann.at(table) as (one, mine):
                await ann.play_on(one, mine, (0,))
            assert {e.by for e in await log_of(there.park, table) if isinstance(e, Moved)} == {
                "person",
                "bot",
            }

    in_loop(main)


def test_a_table_that_nobody_keeps_is_kept_by_a_process_where_somebody_watches(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "TIDY", 0.2)

    async def main() -> None:
        async with two(shared) as (here, there):
            table, (ann,) = await sat_down(here, Plan("bonfire", (ME, "random"), bot_pace=1))
            ann.api.address = there.address
            async with ann.at(table) as (one, mine):
                assert table in here.park.keeping.tenders
                assert table not in there.park.keeping.tenders
                # It was idle for so long that its keeper has put it away.
                put_away(here.park, table)
                await here.park.directory.release(here.park.process, {table: None})
                await ann.play_on(one, mine, (0,))
                assert table in there.park.sittings

    in_loop(main)


def test_somebody_who_comes_from_another_process_is_never_shown_an_older_table(
    shared: Settings,
) -> None:
    async def main() -> None:
        async with two(shared) as (here, there):
            table, (ann, _) = await sat_down(here, Plan("bonfire", (ME, ME)))
            await there.park.sitting(table)
            there.park.bus.unfollow(table)  # news is lost
            async with ann.at(table) as (one, mine):
                assert (await one.emote(table, "wag")).seq is not None  # type: ignore[union-attr]
                seen = mine.seq
                ann.api.address = there.address
                assert one._socket is not None
                await one._socket.close()
                while one.reconnects < 1 or mine.seq < seen:
                    await anext(mine)
                assert there.park.sittings[table].table.seq >= seen

    in_loop(main)


def test_a_newcomer_is_known_at_every_process(shared: Settings) -> None:
    async def main() -> None:
        async with two(shared) as (here, there):
            dog = await newcomer([here.address])
            dog.api.close()
            dog.api.address = there.address
            assert (await dog.api.me())["id"] == dog.id
            dog.api.close()

    in_loop(main)
