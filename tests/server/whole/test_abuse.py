"""What one client may cost everybody else: little, however it goes about it."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest

from dogpark.server.entries import Moved
from dogpark.server.http import limits
from dogpark.server.park import allowance, door, patience, sitting, tender
from dogpark.server.park.patience import unhurried
from dogpark.server.people import tokens
from dogpark.server.settings import Settings
from dogpark.server.table.table import Table
from dogpark.wire.tells import Accepted, Happened, Refused
from tests.server.whole.guests import Guest, Line, at_a_server, begun, lines
from tests.server.whole.running import Here, in_loop, serving
from tests.server.whole.scenes import log_of

# -- what counts for more -------------------------------------------------------------------------


async def kinds(line: Line, asked: list[dict[str, object]]) -> list[str]:
    """How messages that are sent all at once are answered, in short."""
    numbers = [line.number() for _ in asked]
    for number, one in zip(numbers, asked, strict=True):
        await line.send({"id": number, **one})
    answers = [await line.answer(number) for number in numbers]
    return [one.kind if isinstance(one, Refused) else one.__class__.__name__ for one in answers]


def test_who_talks_without_end_is_told_to_slow_down_sooner_than_who_plays(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, mal = people
        table = await begun("bonfire", ann, ben)
        async with lines(mal) as (line,):
            await line.watch(table)
            before = here.park.sittings[table].table.seq
            told = await kinds(line, [{"type": "say", "table": table, "words": "!"}] * 12)
            assert told[:3] == ["Accepted"] * 3  # of thirty messages at once
            assert told[3:] == ["too many"] * 9
            assert here.park.sittings[table].table.seq == before + 3

    at_a_server(sqlite, 3, test, messages_per_second=3)


def test_who_wants_a_whole_game_told_again_and_again_is_told_to_slow_down(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sitting, "MISSED_KEPT", 10)
    monkeypatch.setattr("dogpark.server.http.socket.MISSED_KEPT", 10)

    async def test(here: Here, people: list[Guest]) -> None:
        ann, mal = people
        table = await ann.open("dog", seats=["me"] * 4, start=True, public=True)
        async with lines(ann) as (line,):
            seen = await line.watch(table)
            for _ in range(60):
                seat = next(seat for seat in range(4) if seen.moves(seat))
                answer = await line.act(table, seat, seen.moves(seat)[0])
                assert isinstance(answer, Accepted)
                await line.ping()
        here.park.settings.__dict__["messages_per_second"] = 2
        seq = here.park.sittings[table].table.seq
        assert seq >= 60
        async with lines(mal) as (line,):
            cheap = [{"type": "watch", "table": table, "after": seq}] * 3
            assert await kinds(line, cheap) == ["Snapshot"] * 3
        async with lines(mal) as (line,):
            costly = [{"type": "watch", "table": table, "after": 0}] * 6
            told = await kinds(line, costly)
            assert told[:3] == ["Snapshot"] * 3
            assert told[-1] == "too many"  # six cheap ones would all have been answered

    at_a_server(sqlite, 2, test)


def test_more_sockets_of_one_person_ask_no_more_and_more(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        allowance, "time", SimpleNamespace(monotonic=lambda: 0.0)
    )  # it stands still

    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        answered = 0
        for _ in range(2):  # to come back is no new start
            async with lines(*[ann] * 5) as several:
                for line in several:
                    told = await kinds(line, [{"type": "ping", "sent": 1.0}] * 10)
                    answered += told.count("Pong")
        assert answered == 30  # three sockets' worth
        async with lines(ben) as (other,):
            assert await kinds(other, [{"type": "ping", "sent": 1.0}] * 10) == ["Pong"] * 10

    at_a_server(sqlite, 2, test, messages_per_second=1)


# -- the event loop -------------------------------------------------------------------------------


def test_who_goes_through_many_things_lets_others_have_their_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patience, "TURN", 0.001)
    order: list[str] = []

    async def works() -> None:
        async for number in unhurried(range(5)):
            order.append(f"work {number}")
            time.sleep(0.002)

    async def waits() -> None:
        for _ in range(3):
            order.append("turn")
            await asyncio.sleep(0)

    async def main() -> None:
        await asyncio.gather(works(), waits())

    asyncio.run(main())
    assert order[:4] == ["work 0", "turn", "work 1", "turn"]
    assert [one for one in order if one != "turn"] == [f"work {n}" for n in range(5)]


def test_a_long_game_is_read_piece_by_piece(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await begun("bonfire", ann, ben)
        park = here.park
        park.keeping.let_go(table)
        park.drop(park.sittings[table])
        monkeypatch.setattr(patience, "TURN", 0.0)
        rows = await park.log.read(table)
        seen = list[int]()

        fold = Table.fold

        def folds(table: Table, seq: int, *given: Any) -> list[Happened]:
            asyncio.get_running_loop().call_soon(seen.append, seq)  # in somebody else's turn
            return fold(table, seq, *given)

        monkeypatch.setattr(Table, "fold", folds)
        loading = asyncio.create_task(park.sitting(table))
        counts = set()
        while not loading.done():
            counts.add(len(seen))
            await asyncio.sleep(0)
        assert (await loading).table.seq == len(rows)
        assert len(counts) > len(rows) // 2  # others had their turn between two entries

    at_a_server(sqlite, 2, test)


# -- connections ----------------------------------------------------------------------------------


def test_one_address_has_so_many_connections_open_and_no_more(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "most_sockets", lambda _: 3)

    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        async with lines(ann, ann, ann) as three:
            async with ann.line() as fourth:
                assert await fourth.closed() == 1013
            await three[0].close()
            while len(here.park.connections) == 3:
                await asyncio.sleep(0.01)
            async with ann.line() as again:
                await again.welcome()

    at_a_server(sqlite, 1, test)


def test_a_school_may_open_as_many_as_it_lets_people_in() -> None:
    assert limits.most_sockets(Settings("sqlite:///x")) == 300
    assert limits.most_sockets(Settings("sqlite:///x", people_per_minute=1)) == 200
    assert limits.most_sockets(Settings("sqlite:///x", people_per_minute=200)) == 2000


def test_a_token_that_was_revoked_and_a_cookie_that_was_logged_out_end_their_sockets(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "LOOKS", 0.05)

    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        everybody = here.built.app.state.serving.people
        token, words = await tokens.make(everybody, ann.id, "bot")
        _, kept = await tokens.make(everybody, ann.id, "another")
        async with (
            ann.line(Authorization=f"Bearer {words}") as program,
            ann.line(Authorization=f"Bearer {kept}") as other,
            ann.line() as page,
        ):
            for line in (program, other, page):
                await line.welcome()
            await tokens.revoke(everybody, ann.id, token.id)
            assert await program.closed() == 4401
            await page.ping()
            await everybody.log_out_everywhere(ann.id)
            assert await page.closed() == 4401
            await other.ping()  # tokens are not cookies

    at_a_server(backend, 1, test)


def test_a_look_at_the_door_that_fails_is_not_the_last(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "LOOKS", 0.02)

    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        everybody = here.built.app.state.serving.people
        unwelcome, failed = everybody.unwelcome, asyncio.Event()

        async def fails(_: object) -> set[object]:
            failed.set()
            raise RuntimeError("oh")

        async with lines(ann) as (line,):
            await line.welcome()
            everybody.unwelcome = fails
            await failed.wait()
            everybody.unwelcome = unwelcome
            await everybody.ban(ann.id)
            assert await line.closed() == 4401

    at_a_server(sqlite, 1, test)


# -- bots -----------------------------------------------------------------------------------------


def test_bots_that_play_before_nobody_are_in_no_hurry(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tender, "UNSEEN_MS", 3_600_000)
    monkeypatch.setattr(tender, "ALONE_MS", 1)

    async def main() -> None:
        async with serving(sqlite) as here:
            ann = Guest(here.address)
            await ann.api.me()
            table = await ann.open(
                "bonfire", seats=["random", "random"], start=True, bot_pace=0, public=True
            )
            while table not in here.park.keeping.tenders:
                await asyncio.sleep(0.01)
            keeper = here.park.keeping.tenders[table]
            assert keeper._pace(keeper.table.position, 0, "random") == 3_600_000
            assert not [e for e in await log_of(here.park, table) if isinstance(e, Moved)]
            async with lines(ann) as (line,):
                await line.watch(table)
                assert keeper._pace(keeper.table.position, 0, "random") == 1
            ann.api.close()

    in_loop(main)


def test_a_table_with_people_keeps_its_pace(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open("bonfire", seats=["me", "random"], start=True, bot_pace=0)
        while table not in here.park.keeping.tenders:
            await asyncio.sleep(0.01)
        keeper = here.park.keeping.tenders[table]
        assert keeper._pace(keeper.table.position, 1, "random") == 0

    at_a_server(sqlite, 1, test)
