"""Keys, numbers, and what somebody missed: while away, or because they read too slowly."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest

from dogpark.server.http import outbox
from dogpark.server.http.socket import MOST_TABLES
from dogpark.server.log.rows import Row
from dogpark.server.park import sitting
from dogpark.server.park.sitting import MISSED_KEPT
from dogpark.server.settings import Settings
from dogpark.server.table import drafts
from dogpark.wire.tells import Accepted, Snapshot, Update
from tests.server.whole.guests import Guest, Line, all_told, at_a_server, begun, lines
from tests.server.whole.running import Here


def test_the_same_key_twice_is_done_once_and_answered_twice(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open("bonfire", seats=["me", "me"], start=True)
        async with lines(ann) as (line,):
            seen = await line.watch(table)
            seat = next(s for s in (0, 1) if seen.moves(s))
            move = seen.moves(seat)[0]
            first = await line.act(table, seat, move, key="once")
            assert isinstance(first, Accepted)
            assert first.seq is not None
            before = here.park.sittings[table].table.position
            for other in (move, {"do": "nonsense"}):  # the key alone decides
                again = await line.act(table, seat, other, key="once")
                assert isinstance(again, Accepted)
                assert again.seq == first.seq
            assert here.park.sittings[table].table.position is before
            async with ann.line() as elsewhere:  # after a lost connection, on another socket
                await elsewhere.watch(table)
                again = await elsewhere.act(table, seat, move, key="once")
                assert isinstance(again, Accepted)
                assert again.seq == first.seq
            async with lines(ann) as (both,):  # and in the same moment
                await both.watch(table)
                seat = next(s for s in (0, 1) if both.tables[table].moves(s))
                move = both.tables[table].moves(seat)[0]
                ask = {"type": "act", "table": table, "seat": seat, "move": move, "key": "twice"}
                await both.send({**ask, "id": 901})
                await both.send({**ask, "id": 902})
                answers = [await both.answer(901), await both.answer(902)]
                assert all(isinstance(one, Accepted) for one in answers)
                assert len({one.seq for one in answers if isinstance(one, Accepted)}) == 1

    at_a_server(backend, 1, test)


def test_who_was_away_is_told_exactly_what_was_missed(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await begun("breath", ann, ben)
        async with lines(ann, cat) as (one, spectator):
            async with ben.line() as two:
                for line in (one, two, spectator):
                    await line.watch(table)
                whole = one.tables[table]

                async def play(moves: int, *lines: tuple[Line, int]) -> None:
                    for _ in range(moves):
                        line, seat = next(
                            (line, seat) for line, seat in lines if line.tables[table].moves(seat)
                        )
                        answer = await line.act(table, seat, line.tables[table].moves(seat)[0])
                        assert isinstance(answer, Accepted)
                        await all_told(here, table, *(line for line, _ in lines))

                await play(6, (one, 0), (two, 1))
                await one.done("say", table=table, words="are you there?")
                await two.told(table, "said")
                left_at = two.tables[table].seq
            async with ann.line() as phone:  # somebody else's other device has seen it all
                await phone.watch(table)
            async with ben.line() as two:
                await two.watch(table)
                await play(5, (one, 0), (two, 1))
                await one.done("say", table=table, words="welcome back")
                await one.done("emote", table=table, emote="wag")
                await one.told(table, "emoted")
            for after in (left_at, left_at + 3, 0):
                async with ben.line() as two:
                    answer = await two.ask("watch", table=table, after=after)
                    assert isinstance(answer, Snapshot)
                    assert answer.seq == whole.seq
                    told = answer.happened
                    assert all(one.seq > after for one in told)
                    shared = [h for h in told if h.to is None]
                    expected = [h for h in whole.told if h.seq > after and h.to is None]
                    if after:  # ann was told of what happened before she watched as talk alone
                        assert shared == expected
                    else:
                        assert shared[-len(expected) :] == expected
                        assert shared[0].event == "opened"
                    mine = [h for h in told if h.to is not None]
                    assert all(1 in (h.to or ()) for h in mine)
            async with ben.line() as two:
                for after in (whole.seq, whole.seq + 1000):
                    answer = await two.ask("watch", table=table, after=after)
                    assert isinstance(answer, Snapshot)
                    assert answer.happened == []

    at_a_server(backend, 3, test)


def test_what_was_missed_is_told_also_long_after(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "fresh_seed", lambda: "a long game".ljust(43, "x"))

    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open("bonfire", seats=["me", "me"], options={"rounds": 9}, start=True)
        async with lines(ann) as (line,):
            seen = await line.watch(table, after=0)
            while len(seen.told) <= MISSED_KEPT:  # more than the server keeps at hand
                seat = next(s for s in (0, 1) if seen.moves(s))
                answer = await line.act(table, seat, seen.moves(seat)[0])
                assert isinstance(answer, Accepted)
                await all_told(here, table, line)
            for after in (
                0,
                1,
                seen.told[5].seq,
                seen.told[-1 - MISSED_KEPT].seq,
                seen.told[-9].seq,
            ):
                async with ann.line() as again:
                    answer = await again.ask("watch", table=table, after=after)
                    assert isinstance(answer, Snapshot)
                    assert answer.happened == [one for one in seen.told if one.seq > after]

    at_a_server(sqlite, 1, test)


def test_while_somebody_is_told_a_long_past_the_others_play_on(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "fresh_seed", lambda: "a long game".ljust(43, "x"))
    monkeypatch.setattr(sitting, "MISSED_KEPT", 10)
    reading, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(rows: list[Row]) -> AsyncIterator[Row]:
        reading.set()
        await go_on.wait()
        for row in rows:
            yield row

    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("bonfire", seats=["me", "me"], start=True, public=True)
        async with lines(ann, ben) as (line, late):
            seen = await line.watch(table, after=0)

            async def play(moves: int) -> None:
                for _ in range(moves):
                    seat = next(s for s in (0, 1) if seen.moves(s))
                    answer = await line.act(table, seat, seen.moves(seat)[0])
                    assert isinstance(answer, Accepted)
                    await all_told(here, table, line)

            await play(20)
            monkeypatch.setattr(sitting, "unhurried", slowly)
            watching = asyncio.create_task(late.ask("watch", table=table, after=0))
            await reading.wait()
            await play(20)  # more than is kept at hand meanwhile
            assert not watching.done()
            go_on.set()
            snapshot = await watching
            assert isinstance(snapshot, Snapshot)
            everything = [one for one in seen.told if one.to is None]
            assert snapshot.happened == [one for one in everything if one.seq <= snapshot.seq]
            assert snapshot.seq == seen.seq

    at_a_server(sqlite, 2, test)


def test_updates_follow_each_other_without_a_gap_when_seats_change_hands(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("bonfire", players=3, public=True)
        async with lines(ann, ben) as (one, two):
            await one.watch(table)
            seen = await two.watch(table)
            # In one breath: what is said and a seat that changes hands, so that the eyes change
            # before everybody was told.
            for number in range(6):
                await one.done("say", table=table, words=f"{number}")
                await (ben.api.sit(table) if number % 2 == 0 else ben.at(table, "leave"))
            await two.ping()
            assert seen.said == [f"{number}" for number in range(6)]
            kinds = [event for event in seen.events if event in ("sat", "rose")]
            assert kinds == ["sat", "rose"] * 3
            numbers = [one.seq for one in seen.told]
            assert numbers == sorted(numbers)

    at_a_server(sqlite, 2, test)


def test_a_watched_table_is_watched_no_more_after_unwatch(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("bonfire", players=3, public=True)
        async with lines(ann, ben) as (one, two):
            await one.watch(table)
            await two.watch(table)
            await two.done("unwatch", table=table)
            await two.done("unwatch", table=table)  # twice does no harm
            before = len(two.heard)
            await one.done("say", table=table, words="anybody?")
            await one.told(table, "said")
            refused = await two.refused("say", table=table, words="yes")
            assert refused.kind == "unknown"
            await two.ping()
            assert not any(isinstance(told, Update) for told in two.heard[before:])

    at_a_server(sqlite, 2, test)


def test_one_socket_watches_sixty_four_tables_and_no_more(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        many = [
            await person.open("bonfire", public=True)
            for person in people[1:]
            for _ in range(MOST_TABLES // 4 + 1)
        ]
        async with lines(people[0]) as (line,):
            for table in many[:MOST_TABLES]:
                await line.watch(table)
            refused = await line.refused("watch", table=many[MOST_TABLES])
            assert refused.kind == "too many"
            await line.watch(many[0])  # again is no more
            await line.done("unwatch", table=many[0])
            await line.watch(many[MOST_TABLES])

    at_a_server(sqlite, 5, test)


# -- slow readers ---------------------------------------------------------------------------------


def keep_little(here: Here) -> None:
    """Lets this machine hold little of what the server has sent: a test should not take long."""
    for listener in here.server.servers:
        for one in listener.sockets:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)


async def flooded(here: Here, one: Line, table: str, slow: Guest) -> int:
    """Talks until a socket that does not read was dropped; the most bytes that waited for it."""
    (dropped,) = [c for c in here.park.connections if c.person == slow.id]
    most = 0
    while dropped in here.park.connections:
        await one.done("say", table=table, words="woof " * 55)
        most = max(most, sum(map(len, dropped.outbox._waiting)))
    assert dropped.outbox.overflowed
    assert not dropped.outbox._waiting  # given up with it
    return most


def test_who_does_not_read_is_dropped_without_hurting_others_and_comes_back(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST_BYTES", 50_000)

    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("bonfire", players=3, public=True)
        keep_little(here)
        async with lines(ann) as (one,), ben.line(buffer=4096) as slow:
            await one.watch(table)
            await slow.watch(table)
            seen_until = slow.tables[table].seq
            slow.socket.transport.pause_reading()
            assert await flooded(here, one, table, ben) < 200_000  # one message may be long
            await all_told(here, table, one)
            said = one.tables[table].said
            assert len(set(said)) == 1
            monkeypatch.undo()  # what was missed comes in one long message
            async with ben.line() as back:
                answer = await back.ask("watch", table=table, after=seen_until)
                assert isinstance(answer, Snapshot)
                assert [h.words for h in answer.happened if h.event == "said"] == said
            slow.socket.transport.resume_reading()
            assert await slow.closed() == 4408

    at_a_server(sqlite, 2, test)


def test_who_never_reads_again_is_not_waited_for(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST_MESSAGES", 20)
    monkeypatch.setattr("dogpark.server.http.socket.FAREWELL", 0.05)

    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("bonfire", players=3, public=True)
        keep_little(here)
        async with lines(ann) as (one,), ben.line(buffer=4096) as slow:
            await one.watch(table)
            await slow.watch(table)
            slow.socket.transport.pause_reading()
            await flooded(here, one, table, ben)
            async with ben.line() as another:
                await another.watch(table)
                await another.done("say", table=table, words="here again")
            slow.socket.transport.abort()

    at_a_server(sqlite, 2, test)
