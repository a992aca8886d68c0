"""What was saved for somebody who was cut short: everybody learns of it, and nobody is wronged."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest

from dogpark.server.log.rows import Row
from dogpark.server.park import park as parks
from dogpark.server.park.park import Park
from dogpark.server.settings import Settings
from dogpark.server.table import drafts
from dogpark.server.table.no import No
from tests.server.whole.pack import ME, Plan
from tests.server.whole.running import in_loop, serving
from tests.server.whole.scenes import sat_down, two

PLAN = Plan("bonfire", (ME, ME))


async def move_cut_short(park: Park, table: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A move that is saved while the task that wanted it is cancelled; the wish to make it."""
    sitting, append, saved = park.sittings[table], park.log.append, asyncio.Event()
    position = sitting.table.position
    assert position is not None
    seat = position.active[0]
    who = sitting.table.seats[seat].who
    assert who is not None

    async def saves_and_never_answers(row: Row) -> bool:
        await append(row)
        saved.set()
        return await asyncio.Future()

    monkeypatch.setattr(park.log, "append", saves_and_never_answers)
    move = position.legal(seat)[0].code
    wish = partial(drafts.move, seat=seat, wish=move, by="person", person=who.id, key="cut-short")
    task = asyncio.create_task(sitting.do(wish))
    await saved.wait()
    monkeypatch.setattr(park.log, "append", append)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return wish


def test_other_processes_hear_of_what_was_saved_for_somebody_who_was_cut_short(
    cluster: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parks, "AGAIN", 0.05)
    monkeypatch.setattr(parks, "SWEEP", 3600.0)  # it is heard of over the bus or not at all

    async def main() -> None:
        async with two(cluster) as (here, there):
            table, _ = await sat_down(here, PLAN)
            other = await there.park.sitting(table)
            while other.table.seq < here.park.sittings[table].table.seq:
                await asyncio.sleep(0.01)
            wish = await move_cut_short(here.park, table, monkeypatch)
            who = wish.keywords["person"]  # whoever was to begin
            while other.table.done(who, "cut-short") is None:
                await asyncio.sleep(0.01)

    in_loop(main)


def test_a_move_that_follows_one_cut_short_is_judged_by_what_was_saved(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parks, "AGAIN", 3600.0)  # nobody looks at the log by themselves

    async def main() -> None:
        async with serving(sqlite) as here:
            table, _ = await sat_down(here, PLAN)
            sitting = here.park.sittings[table]
            before = sitting.table.seq
            again = await move_cut_short(here.park, table, monkeypatch)
            assert sitting.table.seq == before  # it does not know yet
            refused = partial(drafts.rise, person="nobody", seat=0)
            with pytest.raises(No):
                await sitting.do(refused)  # whatever it was, the log was asked first
            assert sitting.table.seq == before + 1
            assert await sitting.do(again) == before + 1  # its own key: done already

    in_loop(main)
