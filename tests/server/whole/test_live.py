"""DOGPILE over real sockets: everybody at once, by the server's clock, through a restart, in two processes."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from dogpark.client.address import Address
from dogpark.play.record import loads, replay
from dogpark.server import entries
from dogpark.server.live.bots import Look
from dogpark.server.live.clock import PAUSE_MS
from dogpark.server.live.order import Action
from dogpark.server.log.open import open_log
from dogpark.server.log.rows import Row
from dogpark.server.park.live import Live, Ticket
from dogpark.server.settings import Settings
from dogpark.server.table import drafts
from dogpark.server.table.no import No
from dogpark.server.table.table import Table
from dogpark.wire.prompts import moves_of
from dogpark.wire.tells import Accepted, Pong, Refused
from tests.server.whole.crowd import Device, Player, devices, elsewhere
from tests.server.whole.guests import Guest, begun, guests
from tests.server.whole.ledger import folded, unaccounted
from tests.server.whole.played import OPTIONS
from tests.server.whole.running import Apart, Here, in_loop, serving

OUTAGE = 1.2  # seconds; where a second matters, more than one is made good
# One round that lasts through a restart.
LONG = {"round_seconds": [20, 1, 1], "ready_seconds": 5, "action_ms": [700, 400, 400, 400]}


async def open_pile(host: Guest, other: Guest, options: dict[str, Any]) -> str:
    """A table for two dogs and a bot."""
    opened = await host.api.open_table(
        "dogpile", players=3, seats=["me", "open", "greedy"], options=options, public=True
    )
    await other.api.sit(opened["table"])
    await host.api.start(opened["table"])
    return str(opened["table"])


async def move(at: Device, seat: int, **fields: Any) -> Accepted | Refused:
    """The first move the prompt offers, made now."""
    prompt = at.sights[seat].prompt
    assert prompt is not None
    answer = await at.act(seat, moves_of(prompt)[0], sent=at.clock.now(), **fields)
    assert isinstance(answer, Accepted | Refused)
    return answer


async def dig_out_of(at: Device, seat: int) -> None:
    """Until this seat may dig."""
    await at.until(lambda: (at.sights[seat].prompt or {}).get("stage") == "dig")


async def rows_of(here: Here, table: str) -> list[Row]:
    return await here.park.log.read(table)


def lines_of(row: Row) -> list[list[int]]:
    entry = entries.decode(row.body)
    assert isinstance(entry, entries.Moved)
    return entry.lines


def table_at(rows: list[Row], seq: int) -> Table:
    return next(step.table for step in folded(rows[:seq]) if step.seq == seq)


def test_dogs_dig_by_the_servers_clock_which_stands_still_while_the_server_is_away(
    sqlite: Settings,
) -> None:
    async def before(people: list[Guest], here: Here) -> tuple[str, int]:
        table = await open_pile(people[0], people[1], LONG)
        async with devices(people, table) as at:
            first, second, fence = at
            await the_way_is_measured(first, here)
            for one in (first, second):
                await one.learn_the_way()
            start, *_ = [row for row in await rows_of(here, table) if b'"begun"' in row.body]
            assert {one.epoch for one in at} == {start.at}
            for seat, one in enumerate((first, second)):
                assert isinstance(await move(one, seat), Accepted)  # paws up
            await dig_out_of(first, 0)
            dug = await move(first, 0)
            assert isinstance(dug, Accepted)
            assert dug.seq is not None
            for one in (second, fence):  # it reaches everybody else
                await one.reached(dug.seq)
            assert first.sights[0].view["players"][0]["dug"]["bone"]
            assert second.sights[1].view["players"][0]["dug"] == {"bone": None}
            busy = await move(first, 0)
            assert isinstance(busy, Refused)
            assert (busy.kind, busy.rule) == ("illegal now", "PILE-2.5")
            kept = lines_of((await rows_of(here, table))[dug.seq - 1])
            assert kept[0][2] >= 3000  # not before the countdown was over
            return table, first.epoch

    async def after(people: list[Guest], here: Here, table: str, epoch: int) -> None:
        async with devices([elsewhere(people[0], here.address)], table) as (first,):
            await first.until(lambda: first.info is not None and first.info.epoch != epoch)
            rows = await rows_of(here, table)
            clocked = next(row for row in rows if b'"clocked"' in row.body)
            table_then = table_at(rows, clocked.seq)
            assert table_then.position is not None
            reached = table_then.position.now
            assert reached is not None
            # The game's clock goes on, a moment later, exactly where all that was saved had led.
            assert first.epoch == clocked.at + PAUSE_MS - reached
            assert first.epoch - epoch > OUTAGE * 1000
            waiting = await first.act(0, {"do": "keep"})
            assert isinstance(waiting, Refused)
            assert waiting.kind == "wait"
            await first.learn_the_way()
            resumes = clocked.at + PAUSE_MS
            await asyncio.sleep((resumes - first.clock.now()) / 1000)
            settled = await move(first, 0)
            while isinstance(settled, Refused):  # a bot may be faster, and a clock behind
                await asyncio.sleep(0.05)
                settled = await move(first, 0)
            assert settled.seq is not None
            row = (await rows_of(here, table))[settled.seq - 1]
            (*_, made), *_ = lines_of(row)
            assert reached <= made <= row.at - first.epoch

    async def main() -> None:
        async with serving(sqlite) as here, guests(here.address, 3) as people:
            table, epoch = await before(people, here)
        await asyncio.sleep(OUTAGE)
        async with serving(sqlite) as here:
            await after(people, here, table, epoch)

    in_loop(main)


async def the_way_is_measured(at: Device, here: Here) -> None:
    """An echoed pong tells the server how long the way is; one that is not tells it nothing."""
    (connection,) = [one for one in here.park.connections if one.person == at.who.id]
    first = await at.ask("ping", sent=1)
    assert isinstance(first, Pong)
    await at.ask("ping", sent=2, echo=first.n + 1000)
    assert connection.lag.supports == 0
    await at.ask("ping", sent=3, echo=first.n)
    one_way = connection.lag.one_way
    assert one_way is not None
    assert one_way >= 0


def test_a_move_that_still_waits_when_the_game_ends_is_answered(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it ended: another process may have been the one that let the time run out."""
    monkeypatch.setattr(Live, "_window", lambda _: 3_600_000)  # so that every move waits

    async def main() -> None:
        async with serving(sqlite) as here, guests(here.address, 2) as (ann, ben):
            table = await open_pile(ann, ben, LONG)
            async with devices([ann], table) as (at,):
                number = await at.send(
                    "act", table=table, seat=0, move={"do": "ready"}, key="late", sent=0
                )
                await at.ask("ping")
                assert number not in at.answers
                sitting = here.park.sittings[table]
                monkeypatch.setattr(sitting.table, "status", "over")
                here.park.changed(sitting)
                answer = await at.answer(number)
                assert isinstance(answer, Refused)
                assert answer.kind == "over"

    in_loop(main)


def test_a_move_of_somebody_who_is_back_is_not_dropped_with_the_plan_of_their_bot(
    sqlite: Settings,
) -> None:
    async def main() -> None:
        async with serving(sqlite) as here, guests(here.address, 2) as people:
            table = await open_pile(people[0], people[1], LONG)
            sitting = here.park.sittings[table]
            while not sitting.kept:
                await asyncio.sleep(0.01)
            live = here.park.live(sitting)
            answer: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
            mine = Action(0, {"do": "ready"}, 10**6, 10**6, Ticket(people[0].id, "k", answer))
            bots = Action(0, 1, 10**6, 10**6)
            for action in (mine, bots):
                live._held.add(action)
            live._looks[0] = Look(0, "something else that was asked", 0)
            live._look()
            assert [one for one in live._held if one.seat == 0] == [mine]
            assert 0 not in live._looks
            live.stop()
            with pytest.raises(No, match="restarts"):  # whatever becomes of it, it is answered
                await answer

    in_loop(main)


def test_who_is_back_does_not_wait_for_what_their_bot_meant_to_do(sqlite: Settings) -> None:
    async def main() -> None:
        async with serving(sqlite) as here, guests(here.address, 2) as people:
            table = await open_pile(people[0], people[1], LONG)
            live = here.park.live(here.park.sittings[table])
            async with devices(people[:1], table) as (at,):
                await at.learn_the_way()
                live._looks[0] = Look(0, "ready", 10**6)
                live._held.add(Action(0, 1, 10**6, 10**6))
                assert isinstance(await move(at, 0), Accepted)

    in_loop(main)


def test_ties_are_broken_by_the_seed_and_not_by_what_is_known_before_the_end(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ties(live: Live) -> list[int]:
        for at in range(1, 41):
            for seat in (0, 1):
                live._held.add(Action(seat, "wait", at, at))
        taken = [live._held.take(100, 0) for _ in range(80)]
        return [one.seat for one in taken if one is not None]

    async def main() -> None:
        async with serving(sqlite) as here, guests(here.address, 2) as people:
            found = []
            for seed in ("5e" * 32, "5e" * 32, "7a" * 32):
                monkeypatch.setattr(drafts, "fresh_seed", lambda seed=seed: seed)
                table = await begun("dogpile", *people)
                found.append(ties(here.park.live(here.park.sittings[table])))
            assert len(found[0]) == 80
            assert found[0] == found[1]
            assert found[0] != found[2]

    in_loop(main)


def test_two_processes_play_one_pile_to_its_end_with_a_bot(cluster: Settings) -> None:
    async def main(here: Address, there: Address) -> None:
        async with guests(here, 2) as (ann, ben):
            table = await open_pile(ann, ben, OPTIONS["dogpile"])
            async with devices([ann, elsewhere(ben, there)], table) as at:
                for one in at:
                    await one.learn_the_way()
                players = [Player(one, f"pile/{seat}") for seat, one in enumerate(at)]
                async with asyncio.TaskGroup() as group:
                    for player in players:
                        group.create_task(player.play())
                for one in at:
                    await one.finished()
            log = await open_log(cluster)
            try:
                rows = await log.read(table)
            finally:
                await log.close()
            check(rows, list(at))
            async with httpx.AsyncClient(base_url=there.http) as client:
                record = await client.get(f"/api/tables/{table}/record", headers=ben.api.headers())
            assert replay(loads(record.text)).result == table_at(rows, rows[-1].seq).result

    one, other = Apart(cluster), Apart(cluster)
    with ExitStack() as stack, ThreadPoolExecutor() as threads:
        for server in (one, other):
            stack.callback(server.kill)
        list(threads.map(Apart.start, (one, other)))
        in_loop(lambda: main(one.address, other.address))


def check(rows: list[Row], at: list[Device]) -> None:
    """Both saw the same game, to the byte; and everybody played."""
    last = table_at(rows, rows[-1].seq)
    assert last.result is not None
    assert unaccounted(rows, at) == []
    moves = [entries.decode(row.body) for row in rows]
    by = {(one.seat, one.by) for one in moves if isinstance(one, entries.Moved)}
    assert by == {(0, "person"), (1, "person"), (2, "bot")}
    times = [
        line[2]
        for one in moves
        if isinstance(one, entries.Moved | entries.Passed)
        for line in one.lines
    ]
    assert times == sorted(times)
    for one in at:
        assert one.seq == rows[-1].seq
        assert {len(some) for some in one.answers.values()} == {1}
