"""The short way of a move: without a task where nothing stands in it, and the long way where it does."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from dogpark.server import entries
from dogpark.server.http.socket import Connection
from dogpark.server.log.answer import Answer
from dogpark.server.log.rows import Row, Unavailable
from dogpark.server.park import park as parks
from dogpark.server.settings import Settings
from dogpark.server.table import drafts
from dogpark.wire import asks
from dogpark.wire.tells import Accepted, Pong, Refused
from tests.server.whole.guests import Guest, Line, at_a_server, begun, lines
from tests.server.whole.running import Here


async def turn(both: tuple[Line, Line], table: str) -> tuple[Line, int, list[dict[str, Any]]]:
    """Whoever is asked: their line, their seat and what they may do."""
    for line in both:
        await line.watch(table)
    line, seat = next((line, n) for n, line in enumerate(both) if line.tables[table].moves(n))
    return line, seat, await line.asked(table, seat)


@pytest.fixture
def short_way_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that takes the long way is answered as a fault."""
    answer = Connection._answer

    async def long_way(self: Connection, ask: asks.AnyAsk) -> None:
        assert not isinstance(ask, asks.Act)
        await answer(self, ask)

    monkeypatch.setattr(Connection, "_answer", long_way)


@pytest.mark.usefixtures("short_way_only")
def test_moves_of_those_who_are_asked_at_once_wait_for_each_other_without_a_task(
    sqlite: Settings,
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        table = await begun("dog", *people)
        async with lines(*people) as all_four:
            for line in all_four:
                await line.watch(table)
            sitting = here.park.sittings[table]
            before = sitting.table.seq
            assert sitting.table.asked == (0, 1, 2, 3)  # everybody passes a card
            assert sitting._turn.take()
            moves = [line.tables[table].moves(seat)[0] for seat, line in enumerate(all_four)]
            moves[2] = {"do": "fly"}
            acting = [
                asyncio.create_task(line.act(table, seat, move))
                for seat, (line, move) in enumerate(zip(all_four, moves, strict=True))
            ]
            while len(sitting._turn._waiting) < len(people):
                await asyncio.sleep(0.005)
            sitting._turn.give()
            answers = [await act for act in acting]
            kinds = [type(one).__name__ for one in answers]
            assert kinds == ["Accepted", "Accepted", "Refused", "Accepted"]
            told = sorted(one.seq or 0 for one in answers if isinstance(one, Accepted))
            assert told == [before + 1, before + 2, before + 3]

    at_a_server(sqlite, 4, test)


@pytest.mark.usefixtures("short_way_only")
def test_a_move_that_finds_nobody_else_at_its_table_needs_no_task(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await begun("bonfire", ann, ben)
        async with lines(ann, ben) as (one, two):
            line, seat, moves = await turn((one, two), table)
            before = here.park.sittings[table].table.seq
            answer = await line.act(table, seat, moves[0], key="once")
            assert isinstance(answer, Accepted)
            assert answer.seq == before + 1
            again = await line.act(table, seat, moves[0], key="once")
            assert isinstance(again, Accepted)
            assert again.seq == answer.seq  # done already, and not twice
            refused = await line.act(table, seat, {"do": "fly"})
            assert isinstance(refused, Refused)
            assert refused.kind == "unreadable"

    at_a_server(sqlite, 2, test)


def test_what_is_sent_behind_a_move_is_answered_after_it(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await begun("bonfire", ann, ben)
        async with lines(ann, ben) as (one, two):
            line, seat, moves = await turn((one, two), table)
            act = {"type": "act", "id": 901, "table": table, "seat": seat, "move": moves[0]}
            await line.send({**act, "key": "first"})
            await line.send({"type": "ping", "id": 902})
            await line.send({**act, "id": 903, "key": "first"})
            await line.answer(903)
            answers = [one.id for one in line.heard if isinstance(one, Accepted | Pong)]
            assert [number for number in answers if number > 900] == [901, 902, 903]

    at_a_server(sqlite, 2, test)


def test_a_move_does_not_overtake_a_message_that_was_read_and_waits(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await begun("bonfire", ann, ben)
        async with lines(ann, ben) as (one, two):
            line, seat, moves = await turn((one, two), table)
            (there,) = [c for c in here.park.connections if c.person == people[seat].id]
            there._busy = True  # with the message before the one that waits
            await line.send({"type": "ping", "id": 901})
            while there._free is None:
                await asyncio.sleep(0.005)
            there._busy = False  # and answered, in a moment in which a move comes in
            act = {"type": "act", "id": 902, "table": table, "seat": seat, "key": "a"}
            act["move"] = moves[0]
            assert not there.take(msgspec.json.encode(act).decode())
            there._free.set_result(None)
            await line.answer(901)
            await line.send({**act, "id": 903})
            assert isinstance(await line.answer(903), Accepted)

    at_a_server(sqlite, 2, test)


def test_a_move_whose_number_was_taken_is_judged_again(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await begun("bonfire", ann, ben)
        async with lines(ann, ben) as (one, two):
            line, seat, moves = await turn((one, two), table)
            sitting = here.park.sittings[table]
            who = sitting.table.seats[0].who
            assert who is not None
            wag = drafts.emote(sitting.table, who, "wag").entry
            before = sitting.table.seq
            # As another process would, which this one has not heard of yet.
            assert await here.park.log.append(Row(table, before + 1, 0, entries.encode(wag)))
            answer = await line.act(table, seat, moves[0])
            assert isinstance(answer, Accepted)
            assert answer.seq == before + 2
            assert (await line.told(table, "emoted")).seq == before + 1

    at_a_server(sqlite, 2, test)


def test_a_move_that_cannot_be_saved_is_told_to_wait_and_may_come_again(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parks, "AGAIN", 0.05)

    def away(_: Row) -> Answer[bool]:
        answer: Answer[bool] = Answer()
        answer.give(Unavailable("the disk is full"))
        return answer

    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await begun("bonfire", ann, ben)
        async with lines(ann, ben) as (one, two):
            line, seat, moves = await turn((one, two), table)
            ask = {"table": table, "seat": seat, "move": moves[0], "key": "mine"}
            with monkeypatch.context() as patch:
                patch.setattr(here.park.log, "append", away)
                assert (await line.refused("act", **ask)).kind == "wait"
            before = here.park.sittings[table].table.seq
            assert (await line.done("act", **ask)).seq == before + 1

    at_a_server(sqlite, 2, test)
