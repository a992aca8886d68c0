"""The socket, message by message: what is answered, and when a connection is closed."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from dogpark.server.park import door
from dogpark.server.settings import Settings
from dogpark.server.table.drafts import EMOTES
from dogpark.server.version import VERSION
from dogpark.wire.tells import Accepted, Pong, Refused
from tests.server.whole.guests import Guest, Line, at_a_server, begun, lines
from tests.server.whole.running import Here

SHORT = {"max_turns": 3, "rounds": 1}


# -- coming in ------------------------------------------------------------------------------------


def test_a_socket_begins_with_a_welcome(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        async with lines(ann) as (line,):
            welcome = await line.welcome()
            assert line.heard[0] is welcome
            assert (welcome.you.id, welcome.you.name, welcome.you.guest) == (ann.id, ann.name, True)
            assert welcome.version == VERSION
            assert welcome.emotes == list(EMOTES)
            pong = await line.ask("ping", sent=12.5)
            assert isinstance(pong, Pong)
            assert pong.sent == 12.5
            assert abs(pong.now - welcome.now) < 60_000

    at_a_server(sqlite, 1, test)


def test_nobody_unknown_is_let_in_and_told_so_by_a_code(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        origin = here.address.http
        for headers in (
            {},
            {"Origin": origin},
            {"Cookie": "dogpark=nonsense", "Origin": origin},
            {"Authorization": "Bearer dogpark_nonsense"},
            {"Authorization": "Basic abc"},
        ):
            async with connect(
                here.address.socket_for(None), additional_headers=headers, proxy=None
            ) as connection:
                await connection.wait_closed()
                assert connection.close_code == 4401, headers
                assert connection.close_reason
        assert here.park.connections == set()

    at_a_server(sqlite, 1, test)


def test_a_page_of_another_site_may_not_speak_for_its_visitor(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        mine = ann.api.headers()
        for origin in ("https://evil.example", "null", f"{here.address.http}.evil.example", ""):
            async with ann.line(Origin=origin) as line:
                assert await line.closed() == 4403, origin
                assert line.heard == []
            async with httpx.AsyncClient(base_url=here.address.http) as http:
                answer = await http.post(
                    "/api/tables", json={"game": "dog"}, headers={**mine, "Origin": origin}
                )
                assert answer.status_code == 403, origin
                assert answer.json()["refused"] == "not allowed"
        del mine["Origin"]
        async with connect(
            here.address.socket_for(None), additional_headers=mine, proxy=None
        ) as connection:
            await connection.wait_closed()
            assert connection.close_code == 4403  # a cookie without saying where it comes from
        assert here.park.sittings == {}

    at_a_server(sqlite, 1, test)


def test_a_program_comes_with_a_token_and_plays_as_its_person(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        token = await ann.api.make_token("my program")
        table = await begun("bonfire", ann, ben)
        headers = {"Authorization": f"Bearer {token}"}
        async with connect(
            here.address.socket_for(table), additional_headers=headers, proxy=None
        ) as connection:
            line = Line(connection)
            assert (await line.welcome()).you.id == ann.id
            await line.watch(table)
            async with lines(ben) as (other,):
                await other.watch(table)
                await line.until(lambda: line.tables[table].moves(0) or _turn(other, table, 1))
                seat, mine = (0, line) if line.tables[table].moves(0) else (1, other)
                answer = await mine.act(table, seat, (await mine.asked(table, seat))[0])
                assert isinstance(answer, Accepted)
            await line.close()

    def _turn(line: Line, table: str, seat: int) -> bool:
        return bool(line.tables[table].moves(seat))

    at_a_server(backend, 2, test)


def test_who_is_deleted_or_banned_is_shown_out(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "LOOKS", 0.05)

    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await begun("bonfire", ann, ben, cat)
        async with lines(ann, ben, cat) as (one, two, three):
            for line in (one, two, three):
                await line.watch(table)
            everybody = here.built.app.state.serving.people
            await everybody.ban(ben.id)
            assert await two.closed() == 4401
            async with ben.line() as again:
                assert await again.closed() == 4401
            await asyncio.to_thread(cat.api.request, "DELETE", "/api/me", {"name": cat.name})
            assert await three.closed() == 4401
            await one.ping()  # nobody else is bothered
            await one.until(lambda: one.tables[table].known.seats[2].person is not None)
            assert cat.name not in str(one.tables[table].known.seats)

    at_a_server(backend, 3, test)


# -- every kind of refusal ------------------------------------------------------------------------


def test_what_cannot_be_read_is_refused_and_the_connection_goes_on(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        async with lines(ann) as (line,):
            await line.welcome()
            for message, number in (
                ("", -1),
                ("hello", -1),
                ("[]", -1),
                ("{}", -1),
                ('{"id": 7}', 7),
                ('{"id": 8, "type": "fly"}', 8),
                ('{"id": 9, "type": "watch"}', 9),
                ('{"id": 10, "type": "watch", "table": "UPPER"}', 10),
                ('{"id": 11, "type": "ping", "wings": 2}', 11),
                ('{"id": "12", "type": "ping"}', -1),
                ('{"id": -13, "type": "ping"}', -1),
                ('{"id": 1e400, "type": "ping"}', -1),
                ('{"id": 14, "type": "say", "table": "abcdef", "words": ""}', 14),
                (b"\xff\xfe\x00", -1),
            ):
                line.heard.clear()
                await line.send(message)
                await line.until(lambda: line.heard)
                (told,) = line.heard
                assert isinstance(told, Refused), message
                assert (told.id, told.kind) == (number, "unreadable"), message
                assert told.words
            await line.send(b'{"id": 15, "type": "ping"}')  # binary, but a message
            assert isinstance(await line.answer(15), Pong)

    at_a_server(sqlite, 1, test)


def played(here: Here, table: str) -> int:
    """How many moves were made."""
    position = here.park.sittings[table].table.position
    return 0 if position is None else position.length


def test_a_move_is_refused_with_kind_rule_and_words(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await ann.open("dog", players=4, seats=["me", "open", "me", "open"], public=True)
        async with lines(ann, ben) as (one, two):
            await one.watch(table)

            async def refused(line: Line, seat: int, move: dict[str, Any]) -> Refused:
                before = played(here, table)
                answer = await line.act(table, seat, move)
                assert isinstance(answer, Refused), answer
                assert answer.table == table
                assert answer.words
                assert played(here, table) == before
                return answer

            early = await refused(one, 0, {"do": "give", "card": "K"})
            assert (early.kind, early.rule) == ("not your turn", None)
            assert (await one.refused("undo", table=table, seat=0)).kind == "not your turn"
            for seat in (1, 3):
                await ben.api.sit(table, seat) if seat == 1 else await cat.api.sit(table, seat)
            await ann.api.start(table)
            moves = await one.asked(table, 0)
            unreadable = await refused(one, 0, {"do": "give", "card": "purple"})
            assert unreadable.kind == "unreadable"
            for nonsense in ({}, {"do": 5}, {"do": "give"}, {**moves[0], "more": 1}):
                assert (await refused(one, 0, nonsense)).kind == "unreadable"
            cards = {"A", "K", "Q", "J", "2", "3", "4", "5", "6", "7", "8", "9", "10"}
            held = {move["card"] for move in moves}
            illegal = await refused(one, 0, {"do": "give", "card": min(cards - held)})
            assert illegal.kind == "illegal now"
            assert illegal.rule is not None
            assert illegal.rule.startswith("DOG-")
            assert (await refused(one, 1, moves[0])).kind == "not allowed"
            assert (await refused(one, 5, moves[0])).kind == "unknown"
            unseen = await two.act(table, 1, moves[0])
            assert isinstance(unseen, Refused)
            assert unseen.kind == "unknown"  # not watching
            answer = await one.act(table, 0, moves[0])
            assert isinstance(answer, Accepted)
            again = await refused(one, 0, moves[0])
            assert again.kind == "not your turn"

    at_a_server(backend, 3, test)


def test_after_the_end_everything_is_over(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open("bonfire", seats=["me", "me"], start=True, options=SHORT)
        async with lines(ann) as (line,):
            seen = await line.watch(table)
            while not seen.over:
                seat = next(s for s in (0, 1) if seen.moves(s))
                await line.act(table, seat, seen.moves(seat)[0])
                await line.ping()
            seq = seen.seq
            for answer in (
                await line.act(table, 0, {"do": "roll"}),
                await line.ask("undo", table=table, seat=0),
                await line.ask("explain", table=table, seat=0, move={"do": "roll"}),
            ):
                assert isinstance(answer, Refused)
                assert answer.kind == "over"
            await line.done("say", table=table, words="good game")  # one may still talk
            assert here.park.sittings[table].table.seq == seq + 1

    at_a_server(sqlite, 1, test)


def test_who_is_too_hasty_is_told_to_slow_down_and_then_shown_out(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        async with lines(ann, ben) as (line, other):
            await line.welcome()
            for number in range(40):
                await line.send({"type": "ping", "id": 1000 + number})
            answers = [await line.answer(1000 + number) for number in range(40)]
            hasty = [one for one in answers if isinstance(one, Refused)]
            assert 5 <= len(hasty) <= 20  # ten times two a second at once, and some more with time
            assert {one.kind for one in hasty} == {"too many"}
            await line.send("nonsense")  # nonsense counts too
            await line.until(lambda: [one for one in line.heard if getattr(one, "id", 0) == -1])
            last = line.heard[-1]
            assert isinstance(last, Refused)
            assert last.kind == "too many"
            await other.ping()  # everybody has their own measure
            for number in range(600):
                await line.send({"type": "ping", "id": 5000 + number})
            assert await line.closed() == 4429
            await other.ping()

    at_a_server(sqlite, 2, test, messages_per_second=2)


def test_what_takes_the_server_long_counts_for_more(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open("bonfire", seats=["me", "me"], start=True)
        async with lines(ann) as (line,):
            for number in (101, 102):
                await line.send({"type": "undo", "id": number, "table": table, "seat": 0})
            answers = [await line.answer(number) for number in (101, 102)]
            kinds = [one.kind for one in answers if isinstance(one, Refused)]
            assert kinds == ["unknown", "too many"]  # of ten messages at once

    at_a_server(sqlite, 1, test, messages_per_second=1)


# -- asking what a move would do ------------------------------------------------------------------


@pytest.mark.parametrize("game", ["bonfire", "dog", "monty", "breath", "dogpile"])
def test_a_move_is_explained_in_the_words_of_the_prompt(sqlite: Settings, game: str) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        size = {"dog": 4, "monty": 3}.get(game, 2)
        table = await ann.open(game, players=size, seats=["me"] * size, start=True)
        async with lines(ann) as (line,):
            seen = await line.watch(table)
            seat = await line.until(lambda: [s for s in range(size) if seen.moves(s)])
            move = seen.moves(seat[0])[0]
            seq = here.park.sittings[table].table.seq
            answer = await line.done("explain", table=table, seat=seat[0], move=move)
            assert answer.words
            prompt = seen.eyes[seat[0]].prompt
            if prompt and "choices" in prompt:
                assert answer.words in [choice["words"] for choice in prompt["choices"]]
            refused = await line.refused("explain", table=table, seat=seat[0], move={"do": "fly"})
            assert refused.kind == "unreadable"
            if game != "dogpile":  # whose clock runs on
                assert here.park.sittings[table].table.seq == seq

    at_a_server(sqlite, 1, test)


def test_only_ones_own_moves_are_explained(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("bonfire", players=2, public=True)
        async with lines(ann, ben) as (one, two):
            await one.watch(table)
            await two.watch(table)
            ask = {"table": table, "seat": 0, "move": {"do": "roll"}}
            assert (await one.refused("explain", **ask)).kind == "not your turn"
            assert (await two.refused("explain", **ask)).kind == "not allowed"
            assert (await two.refused("explain", **{**ask, "table": "nosuchone"})).kind == "unknown"

    at_a_server(sqlite, 2, test)


# -- live tables ----------------------------------------------------------------------------------


def test_at_a_live_table_too_nobody_moves_in_a_seat_that_is_not_theirs(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await begun("dogpile", ann, ben)
        async with lines(ann, ben, cat) as (one, two, three):
            for line in (one, two, three):
                await line.watch(table)
            moves = await one.asked(table, 0)
            for line, seat, kind in (
                (one, 1, "not allowed"),
                (two, 0, "not allowed"),
                (three, 0, "not allowed"),
                (one, 2, "unknown"),
                (one, 5, "unknown"),
                (three, 5, "unknown"),
            ):
                for sent in (None, 0, 1e15):
                    answer = await line.act(table, seat, moves[0], sent=sent)
                    assert isinstance(answer, Refused)
                    assert answer.kind == kind
            for odd in ({}, {"do": None}, {"do": "dig", "pile": 10**30}, {"do": "x" * 5000}):
                answer = await one.act(table, 0, odd)
                assert isinstance(answer, Refused)
                assert answer.kind == "unreadable"
            answer = await one.act(table, 0, moves[0])
            assert isinstance(answer, Accepted)

    at_a_server(sqlite, 3, test)
