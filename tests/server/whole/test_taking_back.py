"""While it is judged whether a move may be taken back, everybody else goes on."""

from __future__ import annotations

import asyncio

import pytest

from dogpark.play import undo
from dogpark.server.bots.minds import Stumbled
from dogpark.server.park import taking_back
from dogpark.server.settings import Settings
from dogpark.server.table.fair import Question, judge
from dogpark.wire.tells import Accepted, Refused
from tests.server.whole.guests import Guest, at_a_server, begun, lines
from tests.server.whole.running import Here


class Slow:
    """Judges when it is told to, and remembers what it was asked."""

    def __init__(self, here: Here) -> None:
        self.asked: list[Question] = []
        self.go_on = asyncio.Event()
        here.park.thinkers.judge = self.judge  # type: ignore[method-assign]

    async def judge(self, question: Question, timeout: float, table: str = "") -> str | None:
        self.asked.append(question)
        await self.go_on.wait()
        return judge(question)

    async def until_asked(self) -> None:
        while not self.asked:
            await asyncio.sleep(0.01)


def test_others_move_while_it_is_judged_and_then_it_is_judged_anew(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        table = await begun("dog", *people)
        async with lines(*people) as four:
            for line in four:
                await line.watch(table)
            moves = [await line.asked(table, seat) for seat, line in enumerate(four)]
            await four[0].done("act", table=table, seat=0, move=moves[0][0], key="mine")
            slow = Slow(here)
            wish = asyncio.create_task(four[0].ask("undo", table=table, seat=0))
            await slow.until_asked()
            for seat in (1, 2, 3):  # with the last one all gifts are on the table
                await four[seat].done(
                    "act", table=table, seat=seat, move=moves[seat][0], key=f"k{seat}"
                )
            assert not wish.done()
            slow.go_on.set()
            answer = await wish
            assert isinstance(answer, Refused)
            assert answer.words in (undo.ANSWERED, undo.ROLLED)

    at_a_server(sqlite, 4, test)


def test_what_others_seal_while_it_is_judged_stands(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        table = await begun("dog", *people)
        async with lines(*people) as four:
            for line in four:
                await line.watch(table)
            moves = [await line.asked(table, seat) for seat, line in enumerate(four)]
            await four[0].done("act", table=table, seat=0, move=moves[0][0], key="mine")
            slow = Slow(here)
            wish = asyncio.create_task(four[0].ask("undo", table=table, seat=0))
            await slow.until_asked()
            await four[1].done("act", table=table, seat=1, move=moves[1][0], key="theirs")
            slow.go_on.set()
            assert isinstance(await wish, Accepted)
            assert [len(one.lines) - one.since for one in slow.asked] == [1, 2]  # judged again
            position = here.park.sittings[table].table.position
            assert position is not None
            assert position.active == (0, 2, 3)

    at_a_server(sqlite, 4, test)


def test_who_asks_again_is_not_judged_again(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open("dog", seats=["me"] * 4, start=True)
        async with lines(ann) as (line,):
            seen = await line.watch(table)
            for seat in range(4):
                await line.done(
                    "act", table=table, seat=seat, move=seen.moves(seat)[0], key=f"k{seat}"
                )
            slow = Slow(here)
            slow.go_on.set()
            before = await line.refused("undo", table=table, seat=3)
            again = await line.refused("undo", table=table, seat=3)
            assert (before.kind, before.words) == (again.kind, again.words)
            assert len(slow.asked) <= 1

    at_a_server(sqlite, 1, test)


@pytest.mark.parametrize("fault", ["never", "stumbles"])
def test_what_cannot_be_judged_in_time_is_refused_and_nothing_has_changed(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    monkeypatch.setattr(taking_back, "PATIENCE", 0.1)

    async def stumble(question: Question, timeout: float, table: str = "") -> str | None:
        raise Stumbled("died")

    async def test(here: Here, people: list[Guest]) -> None:
        table = await begun("dog", *people)
        async with lines(*people) as (one, *_):
            await one.watch(table)
            moves = await one.asked(table, 0)
            await one.done("act", table=table, seat=0, move=moves[0], key="mine")
            slow = Slow(here)
            if fault == "stumbles":
                here.park.thinkers.judge = stumble  # type: ignore[method-assign]
            seq = here.park.sittings[table].table.seq
            refused = await one.refused("undo", table=table, seat=0)
            assert refused.kind == "wait"
            assert "could not be judged" in refused.words
            assert here.park.sittings[table].table.seq == seq
            slow.go_on.set()
            here.park.thinkers.judge = slow.judge  # type: ignore[method-assign]
            await one.done("undo", table=table, seat=0)  # nothing of the failure is remembered

    at_a_server(sqlite, 4, test)
