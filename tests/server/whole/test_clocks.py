"""Clocks: whoever is late is moved for, once; and nobody loses time while the server is away."""

from __future__ import annotations

import asyncio

import pytest

from dogpark.client.watched import Watched
from dogpark.server import entries
from dogpark.server.entries import Away, Back, Clocked, Handed
from dogpark.server.live import clock as live_clock
from dogpark.server.park import keeping, presence, tender
from dogpark.server.settings import Settings
from dogpark.server.table import clocks
from dogpark.wire.prompts import moves_of
from dogpark.wire.tells import Accepted
from tests.server.whole.guests import Guest, at_a_server, begun, lines
from tests.server.whole.pack import ME, Plan, until
from tests.server.whole.running import Here, in_loop, serving
from tests.server.whole.scenes import by, log_of, quiet, sat_down, told


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decisions may take a second or less, and absence shows sooner."""
    for kind in ("live", "relaxed", "correspondence"):
        monkeypatch.setitem(clocks.BOUNDS, kind, (1, 10**6))
    monkeypatch.setattr(presence, "BLINK", 0.1)
    monkeypatch.setattr(keeping, "BEAT", 0.05)
    monkeypatch.setattr(keeping, "TIDY", 0.05)


BOTH = Plan("bonfire", (ME, ME), clock="live", seconds=1)


def test_the_clock_moves_for_who_is_late_and_after_twice_a_bot_stays_until_they_act(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "BLINK", 60.0)  # they take their time to connect

    async def main() -> None:
        async with serving(sqlite) as here:
            plan = Plan("bonfire", (ME, ME), clock="live", seconds=1, bot_pace=10_000)
            table, dogs = await sat_down(here, plan)
            async with dogs[0].connected() as one, dogs[1].connected() as two:
                mine, theirs = await one.watch(table), await two.watch(table)
                assert isinstance(mine, Watched)
                assert isinstance(theirs, Watched)
                playing = asyncio.create_task(dogs[0].play_on(one, mine, (0,)))
                await until(theirs, lambda: told(theirs).seats[1].bot is not None)
                log = await log_of(here.park, table)
                assert [e.seat for e in by(log, "clock")] == [1], "the second time a bot took over"
                assert [(e.seat, e.why) for e in log if isinstance(e, Handed)] == [(1, "clock")]
                assert not [e for e in log if isinstance(e, Away)], "they were connected"
                # The bot takes its time. Who acts is back.
                prompt = theirs.eyes[1].prompt
                assert prompt is not None
                assert isinstance(await two.act(table, 1, moves_of(prompt)[0]), Accepted)
                log = await log_of(here.park, table)
                assert [e.seat for e in log if isinstance(e, Back)] == [1]
                assert here.park.sittings[table].table.seats[1].bot is None
                playing.cancel()

    in_loop(main)


def test_who_hands_over_and_comes_back_again_and_again_is_late_all_the_same(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tender, "pause", lambda *_: 10**6)  # the bot in between is in no hurry

    async def test(here: Here, people: list[Guest]) -> None:
        table = await begun("bonfire", *people, clock="live", seconds=1)
        async with lines(*people) as both:
            for line in both:
                await line.watch(table)
            (seat,) = here.park.sittings[table].table.asked
            while not by(log := await log_of(here.park, table), "clock"):
                await people[seat].at(table, "stand-in")
                await asyncio.sleep(0.1)
                await people[seat].at(table, "take-over")
                await asyncio.sleep(0.1)
            assert [e.seat for e in by(log, "clock")] == [seat]

    at_a_server(sqlite, 2, test)


def test_by_correspondence_a_table_is_put_away_and_still_times_out_with_nobody_there(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "IDLE", 0.1)

    async def main() -> None:
        async with serving(backend) as here:
            plan = Plan("bonfire", (ME, ME), clock="correspondence", seconds=6)
            table, dogs = await sat_down(here, plan)
            async with dogs[0].connected() as one:
                assert isinstance(await one.watch(table), Watched)
            while table in here.park.sittings:
                await asyncio.sleep(0.01)
            assert not by(await log_of(here.park, table), "clock"), "put away before its time"
            assert table not in here.park.keeping.tenders
            while not by(await log_of(here.park, table), "clock"):
                await asyncio.sleep(0.05)
            log = await log_of(here.park, table)
            assert len(by(log, "clock")) == 1
            assert not [e for e in log if isinstance(e, Clocked)], "nobody lost any time"
            first = next(n for n, e in enumerate(log) if isinstance(e, entries.Begun))
            rows = await here.park.log.read(table)
            late = next(row for row, e in zip(rows, log, strict=True) if e in by(log, "clock"))
            assert late.at - rows[first].at >= 6000

    in_loop(main)


def test_after_a_restart_clocks_begin_anew(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MISSED_MS", 200)

    async def main() -> None:
        async with serving(backend) as here:
            table, dogs = await sat_down(here, BOTH)
            begun = here.park.sittings[table].table.at
        await asyncio.sleep(1.1)  # whoever is asked would be late by now
        async with serving(backend) as here:
            for dog in dogs:
                dog.api.address = here.address
            async with dogs[0].connected() as one, dogs[1].connected() as two:
                mine, theirs = await one.watch(table), await two.watch(table)
                assert isinstance(mine, Watched)
                assert isinstance(theirs, Watched)
                (seat,) = here.park.sittings[table].table.asked
                watched = (mine, theirs)[seat]
                await until(watched, lambda: (watched.eyes[seat].deadline or 0) > begun + 2000)
                log = await log_of(here.park, table)
                assert len([e for e in log if isinstance(e, Clocked)]) == 1
                assert not by(log, "clock")

    in_loop(main)


@pytest.mark.parametrize("clock", ["none", "live"])
def test_at_a_deserted_table_bots_and_clocks_wait_for_the_first_to_come_back(
    sqlite: Settings, clock: str
) -> None:
    async def main() -> None:
        async with serving(sqlite, grace=1) as here:
            seconds = None if clock == "none" else 1
            plan = Plan("bonfire", (ME, "random", ME), clock=clock, seconds=seconds, bot_pace=1)
            table, dogs = await sat_down(here, plan)
            async with dogs[0].connected() as one, dogs[1].connected() as two:
                assert isinstance(await one.watch(table), Watched)
                assert isinstance(await two.watch(table), Watched)
            sitting = here.park.sittings[table]
            while not sitting.table.deserted:
                await asyncio.sleep(0.01)
            before = await quiet(here.park, table)  # what a bot was about to do is done
            await asyncio.sleep(1.5)  # longer than the clock and the grace
            assert len(await log_of(here.park, table)) == before
            async with dogs[0].connected() as one:
                mine = await one.watch(table)
                assert isinstance(mine, Watched)
                assert sitting.table.seats[2].bot is None, "the other has their whole grace"
                await until(mine, lambda: told(mine).seats[2].bot is not None)
                await dogs[0].play_on(one, mine, (0,))
                assert mine.over

    in_loop(main)


def test_a_live_game_stands_still_while_nobody_is_there(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_clock, "PAUSE_MS", 100)

    async def main() -> None:
        async with serving(sqlite) as here:
            options = {"round_seconds": [2, 1, 1], "ready_seconds": 1, "sniff_seconds": 1}
            table, (dog,) = await sat_down(here, Plan("dogpile", (ME, "greedy"), options))
            async with dog.connected() as one:
                watched = await one.watch(table)
                assert isinstance(watched, Watched)
                prompt = watched.eyes[0].prompt
                assert prompt is not None
                await dog.move(one, watched, 0, moves_of(prompt)[0])
            sitting = here.park.sittings[table]
            while not sitting.table.deserted:
                await asyncio.sleep(0.01)
            before = await quiet(here.park, table)
            await asyncio.sleep(1)
            assert len(await log_of(here.park, table)) == before
            async with dog.connected() as one:
                watched = await one.watch(table)
                assert isinstance(watched, Watched)
                back = len(await log_of(here.park, table))
                await until(watched, lambda: watched.seq > back + 1)  # it goes on by itself

    in_loop(main)
