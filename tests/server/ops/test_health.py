"""When a process should be sent players, and when not."""

from __future__ import annotations

import asyncio

import pytest

from dogpark.server.ops import health as module
from dogpark.server.ops.health import Health, Part, Unwell


async def fine() -> None:
    return None


async def broken() -> None:
    raise ConnectionError("postgresql://anna:hunter2@db")


async def unwell() -> None:
    raise Unwell("cannot save")


async def noted() -> str:
    return "two migrations behind"


async def hanging() -> None:
    await asyncio.Event().wait()


def report(health: Health) -> module.Report:
    return asyncio.run(health.report())


def test_a_process_whose_parts_all_answer_is_ready() -> None:
    health = Health()
    health.probe("database", fine)
    assert report(health) == module.Report(True, False, [Part("database", True)])


def test_a_part_that_is_needed_and_fails_makes_it_unready_without_telling_the_set_up() -> None:
    health = Health()
    health.probe("database", broken)
    told = report(health)
    assert not told.ready
    assert told.parts == [Part("database", False, "does not work")]


def test_a_part_that_knows_what_is_wrong_with_it_says_so_in_its_own_words() -> None:
    health = Health()
    health.probe("log", unwell)
    told = report(health)
    assert not told.ready
    assert told.parts == [Part("log", False, "cannot save")]


def test_a_bus_that_is_away_is_told_and_play_goes_on() -> None:
    health = Health()
    health.probe("database", fine)
    health.probe("bus", broken, needed=False)
    told = report(health)
    assert told.ready
    assert [part.ok for part in told.parts] == [True, False]


def test_a_note_is_passed_on() -> None:
    health = Health()
    health.probe("database", noted)
    assert report(health).parts == [Part("database", True, "two migrations behind")]


def test_a_part_that_hangs_counts_as_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    health = Health()
    health.probe("database", hanging)
    told = report(health)
    assert not told.ready
    assert told.parts == [Part("database", False, "does not answer")]


def test_a_process_on_its_way_out_is_not_ready_however_well_it_is() -> None:
    health = Health()
    health.probe("database", fine)
    health.draining = True
    told = report(health)
    assert not told.ready
    assert told.draining


def test_many_who_ask_at_once_ask_the_database_once() -> None:
    asked = 0

    async def counting() -> None:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0)

    async def scene() -> None:
        health = Health()
        health.probe("database", counting)
        told = await asyncio.gather(*(health.report() for _ in range(100)))
        told.append(await health.report())
        assert all(each.ready for each in told)

    asyncio.run(scene())
    assert asked == 1


def test_an_answer_grows_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FRESH", 0.0)
    checks = iter([fine, broken])

    async def changing() -> None:
        await next(checks)()

    async def scene() -> list[bool]:
        health = Health()
        health.probe("database", changing)
        return [(await health.report()).ready for _ in range(2)]

    assert asyncio.run(scene()) == [True, False]


def test_somebody_who_stops_waiting_does_not_spoil_it_for_others() -> None:
    async def scene() -> None:
        gate = asyncio.Event()

        async def slow() -> None:
            await gate.wait()

        health = Health()
        health.probe("database", slow)
        first = asyncio.create_task(health.report())
        second = asyncio.create_task(health.report())
        await asyncio.sleep(0)
        first.cancel()
        gate.set()
        assert (await second).ready

    asyncio.run(scene())
