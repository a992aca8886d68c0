"""The writer of the log hangs under play, as with its disk, and goes on: nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from dogpark.server.log import sqlite as sqlite_log
from dogpark.server.log.sqlite import SqliteLog
from dogpark.server.settings import Settings
from tests.server.siblings.test_family import LONG, children, family, figure
from tests.server.whole import verdict
from tests.server.whole.pack import Pack
from tests.server.whole.running import Apart, Here, in_loop, serving

HANGS = 3  # times


async def all_play_on(pack: Pack) -> None:
    """Everybody whose game is not over makes a move more."""
    before = {dog.id: len(dog.acknowledged) for dog in pack.dogs if not dog.done}
    await pack.until(
        lambda: all(
            dog.done or len(dog.acknowledged) > before[dog.id]
            for dog in pack.dogs
            if dog.id in before
        )
    )


async def all_have_begun(pack: Pack) -> None:
    dogs = sum(plan.dogs for plan in LONG)
    await pack.until(lambda: len(pack.dogs) == dogs and all(d.acknowledged for d in pack.dogs))


def test_when_the_scribe_hangs_players_are_told_to_wait_and_then_play_on(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang_for_a_while(here: Here) -> None:
        log = here.park.log
        assert isinstance(log, SqliteLog)
        assert log._scribe is not None
        pid = log._scribe.pid
        os.kill(pid, signal.SIGSTOP)
        try:
            with monkeypatch.context() as hurried:
                hurried.setattr(sqlite_log, "ANSWER_SECONDS", 0.5)
                while not log._unsettled:
                    await asyncio.sleep(0.01)
            # Long enough for tables in doubt to look into the log, and for players to try again.
            await asyncio.sleep(1.5)
            assert log._unsettled
        finally:
            os.kill(pid, signal.SIGCONT)

    async def main() -> None:
        async with serving(sqlite) as here:
            pack = Pack([here.address], pace=0.02)
            async with pack.playing(LONG):
                await all_have_begun(pack)
                for _ in range(HANGS):
                    await hang_for_a_while(here)
                    await all_play_on(pack)
            await verdict.all_results(sqlite, pack)
            for sitting in here.park.sittings.values():  # nothing was saved that nobody knows of
                assert sitting.table.seq == len(await here.park.log.read(sitting.id))
        await verdict.check(sqlite, pack)

    in_loop(main, 240)


def test_when_the_hub_hangs_players_are_told_to_wait_and_then_play_on(sqlite: Settings) -> None:
    async def failures(server: Apart) -> float:
        """Of both siblings."""
        name = "dogpark_append_failures_total"
        return sum([await asyncio.to_thread(figure, server, n, name) for n in range(2)])

    async def main() -> None:
        with family(sqlite) as server:
            pack = Pack([server.address], pace=0.02)
            async with pack.playing(LONG):
                await all_have_begun(pack)
                found = await asyncio.to_thread(children, server)
                [hub] = [pid for pid, args in found.items() if "siblings.hub" in args]
                os.kill(hub, signal.SIGSTOP)
                try:
                    while await failures(server) == 0:
                        await asyncio.sleep(0.2)
                    await asyncio.sleep(1.5)  # as above
                finally:
                    os.kill(hub, signal.SIGCONT)
                await all_play_on(pack)
            await verdict.all_results(sqlite, pack)
            assert await asyncio.to_thread(server.stop) == 0
        await verdict.check(sqlite, pack)

    in_loop(main, 240)
