"""Taking back over sockets: what was not fair to take back stays, everything else is as before."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from typing import Any

import httpx
import pytest

from dogpark.play import undo
from dogpark.play.record import loads, replay
from dogpark.server.settings import Settings
from dogpark.server.table import drafts
from dogpark.wire.tells import Accepted, Refused
from tests.server.table.bench import towards_a_seven
from tests.server.whole.guests import Guest, Line, Seen, all_told, at_a_server, begun, lines
from tests.server.whole.running import Here

# Short games in which each answer comes up with these seeds: (players, house rules, answers).
OK = "taken back"
GAMES: dict[str, tuple[int, dict[str, Any], set[str]]] = {
    "bonfire": (2, {"rounds": 1, "max_turns": 12}, {OK, undo.ROLLED, undo.ANSWERED}),
    "breath": (2, {"rounds": 3}, {OK, undo.ROLLED, undo.SHOWN}),
    "dog": (4, {"max_rounds": 3}, {OK, undo.ROLLED, undo.SHOWN, undo.ANSWERED}),
    "monty": (
        3,
        {"mode": "one_off", "max_rounds": 3},
        {OK, undo.ROLLED, undo.SHOWN, undo.ANSWERED},
    ),
}


def eyes_of(*watching: Line) -> list[Any]:
    """Everything that everybody sees and is asked."""
    return [
        deepcopy([(eyes.seat, eyes.view, eyes.prompt) for eyes in seen.eyes.values()])
        for line in watching
        for seen in line.tables.values()
    ]


def mover_of(seen: Seen) -> int:
    """A seat that is asked."""
    return next(seat for seat in range(seen.known.players) if seen.moves(seat))


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_may_be_taken_back_leaves_no_trace_and_any_other_stays(
    sqlite: Settings, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "fresh_seed", lambda: f"{game} taken back".ljust(43, "x"))
    size, options, expected = GAMES[game]
    dice, answers = random.Random(game), Counter[str]()

    async def test(here: Here, people: list[Guest]) -> None:
        ann, cat = people
        table = await ann.open(
            game, players=size, seats=["me"] * size, options=options, start=True, public=True
        )
        async with lines(ann, cat) as (line, spectator):
            seen = await line.watch(table)
            await spectator.watch(table)

            movers: list[int] = []
            while not seen.over:
                asked = [seat for seat in range(size) if seen.moves(seat)]
                seat = dice.choice(asked)
                before = eyes_of(line, spectator)
                answer = await line.act(table, seat, dice.choice(seen.moves(seat)))
                assert isinstance(answer, Accepted), answer
                await all_told(here, table, line, spectator)
                movers.append(seat)
                playing = here.park.sittings[table].table.status == "playing"
                if not playing or dice.random() < 0.6:
                    continue
                # Mostly the last one to move, now and then one who moved before.
                back = dice.choice((seat, seat, movers[-2:][0]))
                offered = seen.eyes[back].undo
                after = eyes_of(line, spectator)
                answer = await line.ask("undo", table=table, seat=back)
                await all_told(here, table, line, spectator)
                if isinstance(answer, Accepted):
                    assert offered
                    answers[OK] += 1
                    assert seen.told[-1].event == "tookback"
                    others = spectator.tables[table].told
                    if before[-1] != after[-1]:  # whoever saw the move sees that it is gone
                        assert others[-1] == seen.told[-1]
                    elif others:
                        assert others[-1] != seen.told[-1]
                    if back == seat:
                        assert eyes_of(line, spectator) == before
                    movers.pop(-1 if back == seat else -2)
                else:
                    assert isinstance(answer, Refused)
                    answers[answer.words] += 1
                    assert eyes_of(line, spectator) == after
                    assert answer.kind in ("illegal now", "stale")
            refused = await line.refused("undo", table=table, seat=0)
            assert refused.kind == "over"
        assert expected <= set(answers), answers
        async with httpx.AsyncClient(base_url=here.address.http, headers=ann.api.headers()) as http:
            record = (await http.get(f"/api/tables/{table}/record")).text
        result = replay(loads(record)).result
        assert result is not None
        assert result.to_dict() == seen.known.result

    at_a_server(sqlite, 2, test)


def test_everybody_takes_back_only_their_own(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat, dan = people
        table = await begun("dog", ann, ben, cat, dan)
        async with lines(*people) as all_four:
            for line in all_four:
                await line.watch(table)
            one, two = all_four[:2]
            assert not one.tables[table].eyes[0].undo
            nothing = await one.refused("undo", table=table, seat=0)
            assert (nothing.kind, nothing.words) == ("stale", undo.NOTHING)
            before = eyes_of(*all_four)
            first = await one.asked(table, 0)
            await one.done("act", table=table, seat=0, move=first[0], key="a")
            await two.done("act", table=table, seat=1, move=(await two.asked(table, 1))[0], key="b")
            for seat in (1, 2, 3):
                assert (await one.refused("undo", table=table, seat=seat)).kind == "not allowed"
            assert (await one.refused("undo", table=table, seat=4)).kind == "unknown"
            answer = await one.done("undo", table=table, seat=0)  # what the other sealed stays
            await one.until(lambda: one.tables[table].moves(0) == first)
            assert not one.tables[table].eyes[0].undo
            refused = await two.act(table, 1, first[0])
            assert isinstance(refused, Refused)
            assert refused.kind == "not your turn"
            await two.done("undo", table=table, seat=1)
            await all_told(here, table, *all_four)
            assert eyes_of(*all_four) == before
            again = await one.act(table, 0, first[0], key="a")
            assert isinstance(again, Accepted)  # its old key: it was done, and taken back
            assert again.seq is not None
            assert answer.seq is not None
            assert again.seq < answer.seq

    at_a_server(backend, 4, test)


def test_to_pick_and_take_back_again_and_again_gives_nobody_more_time(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        table = await begun("dog", *people, clock="live")
        async with lines(*people) as (one, *others):
            for line in (one, *others):
                await line.watch(table)
            eyes = one.tables[table].eyes[0]
            deadline = eyes.deadline
            assert deadline is not None
            for number in range(4):
                moves = await one.asked(table, 0)
                await one.done("act", table=table, seat=0, move=moves[0], key=f"pick-{number}")
                await one.until(lambda: not one.tables[table].moves(0))
                await one.done("undo", table=table, seat=0)
                await one.asked(table, 0)
                assert eyes.deadline == deadline

    at_a_server(sqlite, 4, test)


def test_against_the_clock_nothing_is_taken_back(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await begun("dogpile", ann, ben)
        async with lines(ann) as (line,):
            await line.watch(table)
            moves = await line.asked(table, 0)
            answer = await line.act(table, 0, moves[0])
            assert isinstance(answer, Accepted)
            assert not line.tables[table].eyes[0].undo
            refused = await line.refused("undo", table=table, seat=0)
            assert (refused.kind, refused.words) == ("illegal now", undo.TIMED)

    at_a_server(sqlite, 2, test)


def test_a_move_taken_back_stays_taken_back_after_a_restart(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open("dog", seats=["me"] * 4, start=True)
        async with lines(ann) as (line,):
            seen = await line.watch(table)
            for seat in (0, 1, 2):
                await line.done(
                    "act", table=table, seat=seat, move=seen.moves(seat)[0], key=f"k{seat}"
                )
            await line.done("undo", table=table, seat=1)
            await line.until(lambda: seen.moves(1))
            shown = eyes_of(line)
        sitting = here.park.sittings[table]
        here.park.drop(sitting)  # read from the log again, as any other process would
        async with lines(ann) as (line,):
            await line.watch(table)
            assert eyes_of(line) == shown
            assert here.park.sittings[table] is not sitting

    at_a_server(backend, 1, test)


def test_all_steps_of_a_seven_are_taken_back_also_after_a_restart(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "fresh_seed", lambda: "an early seven".ljust(43, "x"))

    async def test(here: Here, people: list[Guest]) -> None:
        ann, cat = people
        table = await ann.open("dog", seats=["me"] * 4, start=True, public=True)
        shown = []
        async with lines(ann, cat) as (line, spectator):
            seen = await line.watch(table)
            await spectator.watch(table)
            while seen.moves(seat := mover_of(seen))[0]["do"] != "step":
                await line.act(table, seat, towards_a_seven(seen.moves(seat)))
                await all_told(here, table, line, spectator)
            for _ in range(4):
                shown.append(eyes_of(line, spectator))
                await line.act(table, seat, seen.moves(seat)[0])
                await all_told(here, table, line, spectator)
            for _ in range(2):
                await line.done("undo", table=table, seat=seat)
                await all_told(here, table, line, spectator)
                assert eyes_of(line, spectator) == shown.pop()
        here.park.drop(here.park.sittings[table])  # read from the log again, as after a restart
        async with lines(ann, cat) as (line, spectator):
            seen = await line.watch(table)
            await spectator.watch(table)
            for _ in range(2):
                assert seen.eyes[seat].undo
                await line.done("undo", table=table, seat=seat)
                await all_told(here, table, line, spectator)
                assert eyes_of(line, spectator) == shown.pop()
            refused = await line.refused("undo", table=table, seat=seat)
            assert (refused.kind, refused.words) == ("illegal now", undo.SHOWN)

    at_a_server(backend, 2, test)
