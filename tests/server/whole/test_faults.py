"""Servers that are killed, databases and buses that go away: nothing that was promised is lost."""

from __future__ import annotations

import asyncio
import random

import pytest

from dogpark.server.settings import Settings
from tests.server.whole import verdict
from tests.server.whole.pack import ME, Pack, Plan
from tests.server.whole.running import Apart, in_loop

SHORT_PILE = {"round_seconds": [2, 1, 1], "ready_seconds": 2, "sniff_seconds": 1}
PLANS = (
    Plan("bonfire", (ME, ME)),
    Plan("bonfire", (ME, "greedy", ME), clock="live"),
    Plan("dog", (ME, ME, "random", "greedy"), {"max_rounds": 2}),
    Plan("dog", (ME, ME, ME, ME), {"max_rounds": 2}),
    Plan("breath", (ME, "greedy", "random"), {"rounds": 1}),
    Plan("monty", (ME, ME, "random"), {"max_rounds": 3}),
    Plan("dogpile", (ME, "greedy", ME), SHORT_PILE),
)
VEILED = (Plan("breath", (ME, ME, "random"), {"rounds": 1}, clock="live"),)


async def _play_through_kills(
    settings: Settings, server: Apart, plans: tuple[Plan, ...], kills: int, longest: float
) -> Pack:
    """Kills a server so many times under play; all tables then come to their end."""
    dice = random.Random(kills)
    pack = Pack([server.address])
    playing = asyncio.create_task(pack.run(plans))
    try:
        for _ in range(kills):
            before = len(pack.acknowledged)
            while len(pack.acknowledged) < before + 3:  # it must have been under play
                assert not playing.done(), playing.result()
                await asyncio.sleep(0.01)
            await asyncio.sleep(dice.uniform(0, longest))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        pack.enough.set()
        await playing
        await verdict.all_results(settings, pack)
    finally:
        playing.cancel()
    return pack


def _killed(settings: Settings, plans: tuple[Plan, ...], kills: int, longest: float) -> Pack:
    async def main() -> Pack:
        with Apart(settings) as server:
            pack = await _play_through_kills(settings, server, plans, kills, longest)
        await verdict.check(settings, pack)
        return pack

    return in_loop(main, 60 + 15 * kills)


def test_a_server_killed_under_play_loses_nothing_and_does_nothing_twice(backend: Settings) -> None:
    kills = 4 if backend.on_sqlite else 3
    pack = _killed(backend, PLANS, kills, longest=1)
    assert {played.plan.game for played in pack.played} == {plan.game for plan in PLANS}
    assert all(dog.reconnects for dog in pack.dogs)


@pytest.mark.soak
def test_a_hundred_kills_lose_nothing_and_do_nothing_twice(backend: Settings) -> None:
    pack = _killed(backend, PLANS + VEILED, kills=100, longest=8)
    assert len(pack.played) > len(PLANS + VEILED)
