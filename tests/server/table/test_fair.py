"""Whether a move may be taken back, asked so that another process can judge it."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

import pytest

from dogpark import games
from dogpark.kernel.seed import dice_for
from dogpark.play import undo
from dogpark.play.game import load
from dogpark.play.position import Position
from dogpark.play.undo import may_take_back
from dogpark.server.bots import job
from dogpark.server.bots.pool import Thinkers
from dogpark.server.table import drafts
from dogpark.server.table.drafts import Unjudged, Verdict
from dogpark.server.table.fair import Question, judge, question
from dogpark.server.table.no import No
from tests.server.table.bench import ANN, Bench

UNTIMED = [name for name in games.names() if not games.rooms(name).facts.timed]
DICE = dice_for("worlds", 0)


def questions(name: str, count: int) -> list[tuple[Question, str | None]]:
    """Moves of a game, each asked for at once or after the next one; and what is so."""
    position = load(name).start(seed=f"fair {name}")
    dice, found = random.Random(name), list[tuple[Question, str | None]]()
    while position.active and len(found) < count:
        seat, before = position.turn, position.copy()
        assert seat is not None
        position.apply(seat, dice.choice(position.legal(seat)))
        found.append(_asked(before, seat, position))
        if position.active and dice.random() < 0.3:
            other = position.turn
            assert other is not None
            position.apply(other, dice.choice(position.legal(other)))
            found.append(_asked(before, seat, position))
    return found


def _asked(before: Position, seat: int, after: Position) -> tuple[Question, str | None]:
    lines = after.since(before.length)
    so = may_take_back(before, seat, lines, after, list(DICE))
    return question(after, seat, before.length, list(DICE)), so


@pytest.mark.parametrize("name", UNTIMED)
def test_the_answer_is_the_same_wherever_it_is_judged(name: str) -> None:
    asked = questions(name, 60)
    assert [judge(one) for one, _ in asked] == [so for _, so in asked]
    assert len({so for _, so in asked}) > 1


def test_a_pool_of_bots_answers_it_in_a_process_of_its_own() -> None:
    asked = questions("dog", 12)

    async def main() -> list[str | None]:
        async with Thinkers(1) as thinkers, asyncio.timeout(60):
            return [await thinkers.judge(one, 20.0, "table") for one, _ in asked]

    assert asyncio.run(main()) == [so for _, so in asked]


@pytest.mark.parametrize("name", UNTIMED)
def test_a_question_holds_no_seed_and_nothing_that_chance_will_bring(name: str) -> None:
    position = load(name).start(seed="a very secret seed")
    seat = position.turn
    assert seat is not None
    length = position.length
    position.apply(seat, position.legal(seat)[0])
    body = job.encode(question(position, seat, length, list(DICE)))
    assert b"secret" not in body
    for word in position.state.rng_key:
        assert word.to_bytes(4, "big") not in body


def test_a_verdict_about_another_moment_is_not_taken() -> None:
    bench = Bench("dog", 4).seat_all(ANN).begin()
    position = bench.table.position
    assert position is not None
    first = position.legal(0)[0].to_dict()
    bench.take(drafts.move(bench.table, 0, first, by="person", person="ann", key="1"))
    with pytest.raises(Unjudged) as unjudged:
        drafts.take_back(bench.table, 0, "ann", None, bench.now)
    asked = unjudged.value.asked
    verdict = Verdict(asked, judge(asked))
    assert verdict.reason is None
    for seat in (1, 2, 3):
        position = bench.table.position
        assert position is not None
        move = position.legal(seat)[0].to_dict()
        bench.take(drafts.move(bench.table, seat, move, by="person", person="ann", key=f"{seat}+"))
        if seat < 3:
            with pytest.raises(Unjudged):
                drafts.take_back(bench.table, 0, "ann", verdict, bench.now)
    with pytest.raises(No, match=undo.ANSWERED):  # all have picked, and the gifts are shown
        drafts.take_back(bench.table, 0, "ann", verdict, bench.now)


def test_talk_meanwhile_makes_no_verdict_void() -> None:
    bench = Bench("dog", 4).seat_all(ANN).begin()
    position = bench.table.position
    assert position is not None
    first = position.legal(0)[0].to_dict()
    bench.take(drafts.move(bench.table, 0, first, by="person", person="ann", key="1"))
    with pytest.raises(Unjudged) as unjudged:
        drafts.take_back(bench.table, 0, "ann", None, bench.now)
    asked = unjudged.value.asked
    bench.take(drafts.emote(bench.table, ANN, "wag"))
    draft = drafts.take_back(bench.table, 0, "ann", Verdict(asked, judge(asked)), bench.now)
    bench.take(draft)
    assert Counter(one.event for one in bench.told)["tookback"] == 1
