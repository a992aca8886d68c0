"""DOGPILE on a running server, whose clock the test moves on: long ways, and what is told when.

The way to one dog is long because it echoes its pongs late. Everything else is real: what is given
back, who waits how long, what the log keeps.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from dogpark.server import entries
from dogpark.server.live.lag import ACTION_MS, FAVOURS
from dogpark.server.park import live as live_tables
from dogpark.server.park import sitting as sittings
from dogpark.server.park.live import Live
from dogpark.server.park.sitting import wall_ms
from dogpark.server.settings import Settings
from dogpark.wire.prompts import moves_of
from dogpark.wire.tells import Accepted, AnyTell, Pong, Refused
from tests.server.whole.crowd import Device, devices, elsewhere
from tests.server.whole.guests import Guest, begun, guests
from tests.server.whole.running import Here, in_loop, serving

LATE = 0.4  # seconds until an echo; half of it is more than anybody is given back
APART = 40  # milliseconds between two strikes
BUSY_MS = 1000  # after which any dog is free again
LONG = {"round_seconds": [300, 1, 1], "ready_seconds": 600}
NEAR, FAR = 0, 1
FIRST = 1  # the number of the round


class Standing:
    """The server's clock, as live tables read it: it stands still until it is moved on."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 0
        patch.setattr(live_tables, "wall_ms", lambda: self.now)

    def catch_up(self) -> None:
        """Beyond the real time: whatever was saved lies back."""
        self.now = max(self.now, wall_ms()) + 4 * BUSY_MS

    def move_on(self, live: Live, ms: int) -> None:
        self.now += ms
        live.plan()


class Pile:
    """Two dogs with a short way and a long one, and somebody at the fence."""

    def __init__(self, here: Here, clock: Standing, at: list[Device]) -> None:
        self.here = here
        self.clock = clock
        self.near, self.far, self.fence = at
        self.live = here.park.live(here.park.sittings[self.near.table])

    async def begin(self) -> None:
        """Until everybody may dig."""
        for seat, at in enumerate((self.near, self.far)):
            number = await self.send(at, seat, {"do": "ready"})
            self.clock.move_on(self.live, ACTION_MS)
            assert isinstance(await at.answer(number), Accepted)
        await self.free(4 * BUSY_MS)

    async def free(self, ms: int = BUSY_MS) -> None:
        """Some time passes, and everybody is asked what to do next."""
        self.clock.move_on(self.live, ms)
        for seat, at in ((NEAR, self.near), (FAR, self.far)):
            await at.until(lambda at=at, seat=seat: _stage(at, seat) == "dig")  # type: ignore[misc] # defaults bind them

    async def send(self, at: Device, seat: int, move: dict[str, Any], ago: int = 0) -> int:
        """A move that was made a while ago; once it waits, or is answered."""
        waiting = len(self.live._held)
        number = await at.send(
            "act",
            table=at.table,
            seat=seat,
            move=move,
            key=f"{seat}-{self.clock.now}",
            sent=self.clock.now - ago,
        )
        while len(self.live._held) == waiting and number not in at.answers:
            await asyncio.sleep(0.01)
        return number

    async def contest(self) -> tuple[AnyTell, AnyTell]:
        """Both strike for the same bone, the far dog first; its message comes in last."""
        move = next(one for one in moves_of(_prompt(self.near, NEAR)) if one["do"] == "dig")
        mine = await self.send(self.near, NEAR, move)
        self.clock.now += APART // 2
        theirs = await self.send(self.far, FAR, move, ago=APART + APART // 2)
        self.clock.move_on(self.live, ACTION_MS)
        return await self.near.answer(mine), await self.far.answer(theirs)

    async def put_back(self, at: Device, seat: int) -> None:
        """Whoever has dug something lays it down again, and everybody is free."""
        await at.until(lambda: any(one["do"] == "put" for one in moves_of(_prompt(at, seat))))
        await self.free()
        move = next(one for one in moves_of(_prompt(at, seat)) if one["do"] == "put")
        number = await self.send(at, seat, move)
        self.clock.move_on(self.live, ACTION_MS)
        answer = await at.answer(number)
        assert isinstance(answer, Accepted), answer
        assert answer.seq is not None
        for one in (self.near, self.far):
            await one.reached(answer.seq)
        await self.free()

    async def moved(self, answer: AnyTell) -> entries.Moved:
        """What the log has of an accepted move."""
        assert isinstance(answer, Accepted), answer
        assert answer.seq is not None
        row = (await self.here.park.log.read(self.near.table))[answer.seq - 1]
        entry = entries.decode(row.body)
        assert isinstance(entry, entries.Moved)
        return entry


async def echo_late(at: Device) -> None:
    """A way that looks long; who echoes nothing has the shortest there is."""
    for _ in range(2):
        pong = await at.ask("ping")
        assert isinstance(pong, Pong)
        await asyncio.sleep(LATE)
        await at.ask("ping", echo=pong.n)


def _prompt(at: Device, seat: int) -> dict[str, Any]:
    return at.sights[seat].prompt or {"choices": []}


def _stage(at: Device, seat: int) -> str | None:
    return _prompt(at, seat).get("stage")


@asynccontextmanager
async def pile(here: Here, clock: Standing, people: list[Guest], table: str) -> AsyncIterator[Pile]:
    async with devices(people, table) as at:
        found = Pile(here, clock, at)
        await echo_late(found.far)
        clock.catch_up()
        yield found


# -- who was first --------------------------------------------------------------------------------


def test_the_dog_that_struck_first_gets_the_bone_although_its_message_came_last(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Standing(monkeypatch)

    async def main() -> None:
        async with serving(sqlite) as here, guests(here.address, 3) as people:
            table = await begun("dogpile", *people[:2], options=LONG)
            async with pile(here, clock, people, table) as at:
                await at.begin()
                lost, won = await at.contest()
                assert isinstance(lost, Refused)
                assert lost.rule == "PILE-2.6"
                entry = await at.moved(won)
                assert (entry.seat, entry.favour) == (FAR, FIRST)
                ((_, _, made), *_) = entry.lines
                struck = clock.now - ACTION_MS - APART // 2 - APART
                assert made == struck - at.near.epoch

    in_loop(main)


def test_a_move_waits_and_nobody_hears_of_it_as_long_as_an_earlier_one_may_come(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Standing(monkeypatch)

    async def main() -> None:
        async with serving(sqlite) as here, guests(here.address, 3) as people:
            table = await begun("dogpile", *people[:2], options=LONG)
            async with pile(here, clock, people, table) as at:
                number = await at.send(at.near, NEAR, {"do": "ready"})
                clock.move_on(at.live, ACTION_MS - 1)
                seq = at.live.table.seq
                while at.live._step is not None or at.live._timer is None:  # it has looked
                    await asyncio.sleep(0.01)
                for one in (at.near, at.far, at.fence):
                    await one.ask("ping")
                assert at.live.table.seq == seq
                assert number not in at.near.answers
                clock.move_on(at.live, 1)
                assert isinstance(await at.near.answer(number), Accepted)

    in_loop(main)


def test_a_second_device_far_away_takes_nothing_from_the_others(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else nothing would be given back to anybody with a long way: all would seem to have one."""
    clock = Standing(monkeypatch)

    async def main() -> None:
        async with serving(sqlite) as here, guests(here.address, 3) as people:
            table = await begun("dogpile", *people[:2], options=LONG)
            async with (
                pile(here, clock, people, table) as at,
                devices(people[:1] * 9, table) as phones,
            ):
                async with asyncio.TaskGroup() as group:
                    for phone in phones:
                        group.create_task(echo_late(phone))
                await at.begin()
                lost, won = await at.contest()
                assert isinstance(lost, Refused)
                assert (await at.moved(won)).seat == FAR

    in_loop(main)


def test_the_quota_runs_out_and_a_restart_does_not_fill_it_again(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Standing(monkeypatch)

    async def before(here: Here, people: list[Guest]) -> str:
        table = await begun("dogpile", *people[:2], options=LONG)
        async with pile(here, clock, people, table) as at:
            await at.begin()
            for _ in range(FAVOURS):
                lost, won = await at.contest()
                assert isinstance(lost, Refused)
                assert (await at.moved(won)).favour == FIRST
                await at.put_back(at.far, FAR)
            await by_order_of_arrival(at)
        return table

    async def by_order_of_arrival(at: Pile) -> None:
        won, lost = await at.contest()
        assert isinstance(lost, Refused)
        assert lost.rule == "PILE-2.6"
        entry = await at.moved(won)
        assert (entry.seat, entry.favour) == (NEAR, None)
        await at.put_back(at.near, NEAR)

    async def main() -> None:
        async with serving(sqlite) as here, guests(here.address, 3) as people:
            table = await before(here, people)
        async with serving(sqlite) as here:
            back = [elsewhere(one, here.address) for one in people]
            async with pile(here, clock, back, table) as at:
                assert at.live.table.favours == {(FAR, FIRST): FAVOURS}
                assert at.live._quota(NEAR, FIRST).left == FAVOURS  # everybody has their own
                assert at.live._quota(FAR, FIRST + 1).left == FAVOURS  # and a new one each round
                await at.free()
                await by_order_of_arrival(at)

    in_loop(main)


# -- who hears of it when -------------------------------------------------------------------------


@pytest.mark.parametrize(("frame", "waits"), [(3600.0, True), (0.0, False)])
def test_who_only_watches_a_live_game_waits_for_the_frame_and_for_nothing_else(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch, frame: float, waits: bool
) -> None:
    monkeypatch.setattr(sittings, "LIVE_FRAME", frame)

    async def main() -> None:
        async with serving(sqlite) as here, guests(here.address, 3) as people:
            table = await begun("dogpile", *people[:2], options=LONG)
            async with devices(people, table) as at:
                moved = await at[0].act(NEAR, {"do": "ready"})
                assert isinstance(moved, Accepted)
                assert moved.seq is not None
                for one in at:
                    await one.ask("ping")  # what was sent before a pong comes before it
                assert at[1].seq == moved.seq  # who plays never waits for it
                assert (at[2].seq < moved.seq) == waits
                here.park.sittings[table].flush()
                await at[2].reached(moved.seq)

    in_loop(main)


def test_a_spectator_is_told_of_a_live_move_within_a_sixtieth_of_a_second(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As far as that is the server's: it has been told, or what tells it is set for then."""

    async def main() -> None:
        async with serving(sqlite) as here, guests(here.address, 3) as people:
            table = await begun("dogpile", *people[:2], options=LONG)
            sitting, told = here.park.sittings[table], list[float | None]()
            changed = here.park.changed

            def noted(one: sittings.Sitting) -> None:
                now = asyncio.get_running_loop().time()
                told.append(None if one._frame is None else one._frame.when() - now)
                changed(one)

            monkeypatch.setattr(here.park, "changed", noted)
            async with devices(people, table) as at:
                for seat in (NEAR, FAR):
                    moved = await at[seat].act(seat, {"do": "ready"})
                    assert isinstance(moved, Accepted)
                await at[2].reached(sitting.table.seq)
            assert len(told) >= 2
            assert all(left is None or left <= 1 / 60 for left in told)

    in_loop(main)
