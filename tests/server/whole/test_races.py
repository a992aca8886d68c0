"""Races and falls: what is cut short, comes at the same moment, or is read meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from dogpark.client.watched import Watched
from dogpark.server import entries
from dogpark.server.log.rows import Row, Unavailable
from dogpark.server.park import keeping, patience
from dogpark.server.park import park as parks
from dogpark.server.park.park import Park
from dogpark.server.park.sitting import Sitting
from dogpark.server.people.ratings import Finished, record_result
from dogpark.server.settings import Settings
from dogpark.server.store.engine import Away, Store
from dogpark.server.table import drafts
from dogpark.wire.prompts import moves_of
from dogpark.wire.tells import Accepted, Happened, Refused
from tests.server.whole.pack import ME, Plan, asked, newcomer, until
from tests.server.whole.running import in_loop, serving
from tests.server.whole.scenes import log_of, put_away, sat_down, tended, two

PLAN = Plan("bonfire", (ME, ME))


def test_what_was_saved_for_somebody_who_is_gone_by_then_is_told_to_the_others(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parks, "AGAIN", 0.05)

    async def main() -> None:
        async with serving(sqlite) as here:
            table, (ann, ben) = await sat_down(here, PLAN)
            async with ben.at(table) as (_, theirs):
                sitting, append = here.park.sittings[table], here.park.log.append
                saved = asyncio.Event()

                async def saves_and_never_answers(row: Row) -> bool:
                    await append(row)
                    saved.set()
                    return await asyncio.Future()

                monkeypatch.setattr(here.park.log, "append", saves_and_never_answers)
                who = sitting.table.seats[0].who
                assert who is not None
                emote = partial(drafts.emote, who=who, name="wag")
                wish = asyncio.create_task(sitting.do(emote))
                await saved.wait()
                before = theirs.seq
                monkeypatch.setattr(here.park.log, "append", append)
                wish.cancel()
                await until(theirs, lambda: theirs.seq > before)
                assert isinstance((await log_of(here.park, table))[-1], entries.Emoted)
                assert ann.id == who.id

    in_loop(main)


def test_while_the_log_cannot_be_read_one_look_is_planned_however_often_it_was_asked(
    sqlite: Settings,
) -> None:
    async def main() -> None:
        async with serving(sqlite) as here:
            table, _ = await sat_down(here, PLAN)
            tasks = len(here.park._tasks)
            for _ in range(10):
                here.park.doubt(here.park.sittings[table])
            assert len(here.park._tasks) == tasks + 1

    in_loop(main)


def test_somebody_who_gives_up_while_a_table_is_read_does_not_take_it_from_others(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(sqlite) as here:
            table, _ = await sat_down(here, PLAN)
            park = here.park
            put_away(park, table)
            read, slow = park.log.read, asyncio.Event()

            async def slowly(id: str, after: int = 0) -> list[Row]:  # noqa: A002
                await slow.wait()
                return await read(id, after)

            monkeypatch.setattr(park.log, "read", slowly)
            first = asyncio.create_task(park.sitting(table))
            second = asyncio.create_task(park.sitting(table))
            await asyncio.sleep(0)
            first.cancel()
            slow.set()
            sitting = await second
            assert sitting is park.sittings[table]
            assert not park._loading

    in_loop(main)


@contextmanager
def unreadable(park: Park) -> Iterator[list[str]]:
    """The log cannot be read meanwhile; the tables for which that was tried."""
    tried: list[str] = []

    async def away(table: str, after: int = 0) -> list[Row]:
        tried.append(table)
        raise Unavailable

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(park.log, "read", away)
        yield tried


def test_a_table_that_could_not_be_read_is_read_when_it_can_be(sqlite: Settings) -> None:
    async def main() -> None:
        async with serving(sqlite) as here:
            table, _ = await sat_down(here, PLAN)
            park = here.park
            put_away(park, table)
            with unreadable(park):
                with pytest.raises(Unavailable):
                    await park.sitting(table)
                assert table not in park.sittings
            assert (await park.sitting(table)).table.seq == 4

    in_loop(main)


def test_a_claimed_table_is_kept_although_the_log_was_away_at_that_moment(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "BEAT", 0.05)
    monkeypatch.setattr(patience, "AGAIN", 0.05)

    async def main() -> None:
        async with serving(sqlite) as here:
            table, _ = await sat_down(here, Plan("bonfire", (ME, "random")))
            park = here.park
            await tended(park, table)
            with unreadable(park) as tried:
                put_away(park, table)
                await park.directory.release(park.process, {table: 0})
                while len(tried) < 3:
                    await asyncio.sleep(0.01)
            await tended(park, table)

    in_loop(main)


def test_who_comes_while_a_table_is_put_away_finds_it_kept(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(sqlite) as here:
            table, (ann,) = await sat_down(here, Plan("bonfire", (ME, "random"), bot_pace=1))
            park = here.park
            sitting = park.sittings[table]
            await tended(park, table)
            release, released = park.directory.release, asyncio.Event()

            async def slowly(process: str, wakes: dict[str, int | None]) -> None:
                await release(process, wakes)
                released.set()
                await asyncio.sleep(0.3)

            monkeypatch.setattr(park.directory, "release", slowly)
            monkeypatch.setattr(park.keeping.tenders[table], "wake_at", lambda: None)
            sitting.used_at = time.monotonic() - 2 * keeping.IDLE
            putting = asyncio.create_task(park.keeping.put_away([sitting]))
            await released.wait()
            async with ann.at(table) as (one, mine):
                await putting
                assert park.sittings[table] is sitting
                assert table in park.keeping.tenders
                assert table in await park.directory.kept_by(park.process)
                await ann.play_on(one, mine, (0,))
                assert mine.over

    in_loop(main)


def test_a_table_is_not_put_away_before_the_directory_knows_who_keeps_it(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(sqlite) as here:
            park = here.park
            put, asked_for, allowed = park.directory.put, asyncio.Event(), asyncio.Event()

            async def slowly(*args: Any, **options: Any) -> None:
                asked_for.set()
                await allowed.wait()
                await put(*args, **options)

            monkeypatch.setattr(park.directory, "put", slowly)
            opening = asyncio.create_task(sat_down(here, PLAN))
            await asked_for.wait()
            (sitting,) = park.sittings.values()
            sitting.used_at = time.monotonic() - 2 * keeping.IDLE
            await park.keeping.tidy()
            assert list(park.sittings.values()) == [sitting]
            allowed.set()
            table, _ = await opening
            await tended(park, table)
            assert park.keeping.tenders[table].sitting is park.sittings[table]

    in_loop(main)


def test_a_table_that_could_not_be_sent_home_is_kept_on(
    siblings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(siblings) as here:
            park = here.park
            monkeypatch.setattr(park, "at_home", lambda _: True)
            table, _ = await sat_down(here, PLAN)
            await tended(park, table)
            monkeypatch.setattr(park, "at_home", lambda _: False)
            with monkeypatch.context() as broken:
                broken.setattr(park.directory, "release", away)
                with pytest.raises(Away):
                    await park.keeping.tidy()
                assert table in park.keeping.tenders
            await park.keeping.tidy()
            assert table not in park.keeping.tenders
            assert table not in await park.directory.kept_by(park.process)

    in_loop(main)


async def away(*_: Any) -> None:
    raise Away


def test_nobody_watches_before_all_that_has_happened_is_known(
    siblings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table goes on just before, and the log cannot be read: they are told to wait."""

    async def main() -> None:
        async with serving(siblings) as here:
            table, (ann, _) = await sat_down(here, PLAN)
            sitting, missed, read = here.park.sittings[table], Sitting._missed, here.park.log.read
            tried = asyncio.Event()

            async def away(*_: object) -> list[Row]:
                tried.set()
                raise Unavailable

            async def meanwhile(self: Sitting, after: int | None) -> list[Happened]:
                found = await missed(self, after)
                if not tried.is_set():
                    monkeypatch.setattr(here.park.log, "read", away)
                    self.fall_behind()
                return found

            async with ann.connected() as one:
                monkeypatch.setattr(Sitting, "_missed", meanwhile)
                watching = asyncio.create_task(one.watch(table))
                await tried.wait()
                assert not sitting.present(ann.id)
                monkeypatch.setattr(here.park.log, "read", read)
                assert isinstance(await watching, Watched)
                assert sitting.present(ann.id)

    in_loop(main)


def test_an_action_is_known_by_its_key_however_much_others_do_meanwhile(sqlite: Settings) -> None:
    async def main() -> None:
        async with serving(sqlite) as here:
            table, (ann, ben) = await sat_down(here, PLAN)
            async with ann.at(table) as (one, mine), ben.at(table) as (other, theirs):
                later = asyncio.create_task(ben.play_on(other, theirs, (1,)))
                await until(mine, lambda: asked(mine, 0) is not None)
                prompt = asked(mine, 0)
                assert prompt is not None
                move = moves_of(prompt)[0]
                first = await one.act(table, 0, move, key="mine")
                assert isinstance(first, Accepted)
                again = await one.act(table, 0, move, key="mine")
                assert isinstance(again, Accepted)
                assert again.seq == first.seq
                later.cancel()
            who = here.park.sittings[table].table.seats[1].who
            assert who is not None
            bench = here.park.sittings[table].table
            bench.keys[who.id] = {f"theirs{n}": n for n in range(1000)}
            assert bench.done(ann.id, "mine") == first.seq

    in_loop(main)


def test_what_is_read_on_the_way_to_a_refusal_is_followed_up(shared: Settings) -> None:
    async def main() -> None:
        async with two(shared) as (here, there):
            plan = Plan("bonfire", (ME, "random", ME), bot_pace=1)
            table, (ann, ben) = await sat_down(here, plan)
            await tended(here.park, table)
            here.park.bus.unfollow(table)  # its keeper hears nothing
            ann.api.address = there.address
            async with ann.at(table) as (one, mine), ben.at(table) as (other, theirs):
                playing = asyncio.create_task(ann.play_on(one, mine, (0,)))
                moved = 0
                while moved < 3:  # whatever is refused, the bot then knows that it is asked
                    answer = await other.act(table, 2, {"do": "nonsense"})
                    assert isinstance(answer, Refused)
                    prompt = asked(theirs, 2)
                    if prompt is not None:
                        await ben.move(other, theirs, 2, moves_of(prompt)[0])
                    log = await log_of(here.park, table)
                    moved = sum(isinstance(e, entries.Moved) and e.by == "bot" for e in log)
                    await asyncio.sleep(0.02)
                playing.cancel()

    in_loop(main)


def test_a_game_of_which_only_the_log_knew_that_it_had_begun_is_resumed_after_a_fall(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(sqlite) as here:
            park = here.park
            dog = await newcomer([here.address])
            opened = await dog.api.open_table(
                "bonfire", players=3, seats=["me", "random", "random"], clock="correspondence"
            )
            table = str(opened["table"])
            await tended(park, table)
            # The fall: what comes after the log is not done any more, nor is anything handed over.
            for nothing in ("put", "leave"):
                monkeypatch.setattr(park.directory, nothing, _never)
            park.keeping.let_go(table)
            await dog.api.start(table)
            dog.api.close()
        async with serving(sqlite) as here:
            assert any(isinstance(e, entries.Begun) for e in await log_of(here.park, table))
            await tended(here.park, table)
            while True:
                listed = await here.park.directory.get(table)
                assert listed is not None
                if listed.status == "playing":  # the lobby follows the log
                    break
                await asyncio.sleep(0.01)

    in_loop(main)


async def _never(*_: object) -> None:
    """What a fall prevents."""


def test_a_result_is_kept_before_the_lobby_forgets_a_table(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(sqlite) as here:
            park, known = here.park, list[str]()

            async def record(store: Store, finished: Finished) -> bool:
                listed = await park.directory.get(finished.table)
                known.append(listed.status if listed else "unknown")
                return await record_result(store, finished)

            monkeypatch.setattr(parks, "record_result", record)
            table, (ann,) = await sat_down(here, Plan("bonfire", (ME, "random"), bot_pace=1))
            async with ann.at(table) as (one, mine):
                await ann.play_on(one, mine, (0,))
            while not known:
                await asyncio.sleep(0.01)
            assert known[0] == "playing"

    in_loop(main)
