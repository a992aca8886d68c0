"""Bots in veiled windows: they think from the opening on, and nobody ever waits for one."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from dogpark.server.bots.job import Job
from dogpark.server.bots.pool import Choice
from dogpark.server.entries import Moved
from dogpark.server.live import veil
from dogpark.server.settings import Settings
from dogpark.server.table import drafts
from dogpark.wire.tells import Accepted
from tests.server.whole.crowd import Device
from tests.server.whole.running import Here, in_loop
from tests.server.whole.scavenged import Scene, at_the_table, scene, time_passes
from tests.server.whole.scenes import log_of

LONG_MS = 600_000  # however busy the machine is, a window stays open until the test lets it close
SPECTATOR = 3


@pytest.fixture(autouse=True)
def _long_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(veil.LENGTHS_MS, "none", LONG_MS)


class Ponderous:
    """A bot that takes the last of its choices, after as long as it is told to think."""

    def __init__(self, here: Here) -> None:
        self.here = here
        self.may_answer = asyncio.Event()
        self.asked: list[tuple[int, bool]] = []  # seats, and whether a window was open

    async def choose(self, job: Job, timeout: float, table: str = "") -> Choice:
        window = self.here.park.sittings[table].table.window
        self.asked.append((job.seat, window is not None))
        if window is not None:
            await self.may_answer.wait()
        return Choice(job.legal[-1], job.level)


async def with_a_bot(here: Here, at: list[Device], found: Scene) -> Ponderous:
    """The holder of the guard dog has gone, and a bot plays for them; a scavenger is sent."""
    bot = Ponderous(here)
    here.park.thinkers.choose = bot.choose  # type: ignore[method-assign]
    table = at[SPECTATOR].table
    sitting = here.park.sittings[table]
    while not sitting.kept:
        await asyncio.sleep(0.01)
    await sitting.do(partial(drafts.hand, seat=found.holder, bot="greedy", why="clock"))
    answer = await at[found.sender].act(found.sender, found.move)
    assert isinstance(answer, Accepted)
    while not bot.asked:
        await asyncio.sleep(0.01)
    return bot


async def window_closes(here: Here, table: str) -> None:
    await time_passes(here, table)
    while here.park.sittings[table].table.window is not None:
        await asyncio.sleep(0.01)


async def moved_in_window(here: Here, table: str, seat: int) -> Moved:
    *_, last = [
        e for e in await log_of(here.park, table) if isinstance(e, Moved) and e.seat == seat
    ]
    return last


def test_a_bot_thinks_from_the_opening_on_and_its_answer_counts(sqlite: Settings) -> None:
    async def main() -> None:
        found = scene(first=True)
        async with at_the_table(sqlite, found) as (here, at):
            bot = await with_a_bot(here, at, found)
            table = at[SPECTATOR].table
            rooms = here.park.sittings[table].table.game.rooms
            assert bot.asked == [(found.holder, True)]
            assert here.park.sittings[table].table.window is not None
            bot.may_answer.set()
            while not here.park.keeping.tenders[table]._sealed:
                await asyncio.sleep(0.01)
            await window_closes(here, table)
            move = await moved_in_window(here, table, found.holder)
            assert rooms.table.action(move.lines[0][1]).kind == "guard"
            assert move.by == "window"  # as if nobody had answered

    in_loop(main)


def test_a_window_closes_while_a_bot_still_thinks_and_it_lets_it_happen(sqlite: Settings) -> None:
    async def main() -> None:
        found = scene(first=True)
        async with at_the_table(sqlite, found) as (here, at):
            bot = await with_a_bot(here, at, found)
            table = at[SPECTATOR].table
            rooms = here.park.sittings[table].table.game.rooms
            await window_closes(here, table)
            assert not bot.may_answer.is_set()
            move = await moved_in_window(here, table, found.holder)
            assert rooms.table.action(move.lines[0][1]).kind == "let"
            assert move.by == "window"
            bot.may_answer.set()  # too late: it is not asked any more, and nothing comes of it
            seq = here.park.sittings[table].table.seq
            await at[SPECTATOR].ask("ping")
            assert here.park.sittings[table].table.seq == seq

    in_loop(main)


def test_who_comes_back_within_a_window_answers_themselves(sqlite: Settings) -> None:
    async def main() -> None:
        found = scene(first=True)
        async with at_the_table(sqlite, found) as (here, at):
            bot = await with_a_bot(here, at, found)
            table = at[SPECTATOR].table
            rooms = here.park.sittings[table].table.game.rooms
            bot.may_answer.set()
            answer = await at[found.holder].act(found.holder, {"do": "let"}, key="mine")
            assert isinstance(answer, Accepted)
            await window_closes(here, table)
            move = await moved_in_window(here, table, found.holder)
            assert (rooms.table.action(move.lines[0][1]).kind, move.by) == ("let", "person")

    in_loop(main)
