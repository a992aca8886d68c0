"""Floods and broken frames: one connection is closed with a stated code, and nobody else notices."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from dogpark.server.http import outbox
from dogpark.server.http.socket import PATIENCE
from dogpark.server.settings import Settings
from dogpark.wire.tells import Accepted, Pong, Refused
from tests.server.whole.guests import Guest, Line, at_a_server, begun, lines
from tests.server.whole.running import Here
from tests.server.whole.stage import answers_among, nothing_fails

BURST = 10_000


async def _burst(line: Line, messages: list[bytes]) -> int:
    """Sends all as fast as it goes while answers come in; how many were sent."""
    sent = 0
    try:
        for message in messages:
            await line.socket.send(message, text=True)
            sent += 1
    except ConnectionClosed:
        pass
    return sent


@pytest.mark.parametrize("what", ["readable", "unreadable"])
def test_a_burst_is_cut_off_with_a_stated_code_while_others_play_on(
    sqlite: Settings, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, mal = people
        table = await begun("bonfire", ann, ben)
        async with lines(ann, ben) as (one, two), mal.line() as wild:
            for line in (one, two, wild):
                await line.watch(table)
            seq = here.park.sittings[table].table.seq
            (connection,) = [c for c in here.park.connections if c.person == mal.id]
            messages = [
                msgspec.json.encode({"type": "act", "id": n, "table": table, "seat": n % 6})
                if what == "unreadable"
                else msgspec.json.encode(
                    {"type": "explain", "id": n, "table": table, "seat": 0, "move": {}}
                )
                for n in range(BURST)
            ]
            burst = asyncio.create_task(_burst(wild, messages))
            while not burst.done() or connection in here.park.connections:
                assert len(connection.outbox._waiting) <= outbox.MOST_MESSAGES
                await one.ping()
                await two.ping()
            await burst
            assert await wild.closed() == 4429
            answers = [a for a in answers_among(wild.heard) if isinstance(a, Refused)]
            assert len(answers) <= 10 * 20 + PATIENCE + 500
            assert [answer.id for answer in answers] == list(range(len(answers)))
            hasty = [answer for answer in answers if answer.kind == "too many"]
            assert len(hasty) >= PATIENCE // 2
            assert here.park.sittings[table].table.seq == seq
            line, seat = (one, 0) if one.tables[table].moves(0) else (two, 1)
            answer = await line.act(table, seat, line.tables[table].moves(seat)[0])
            assert isinstance(answer, Accepted)
            async with mal.line() as again:  # they may come back, and behave
                await again.ping()

    with nothing_fails(caplog):
        at_a_server(sqlite, 3, test, messages_per_second=20)


def test_where_a_burst_is_allowed_every_message_is_answered_once_and_in_order(
    sqlite: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, mal = people
        async with lines(ann, mal) as (one, wild):
            await wild.welcome()
            (connection,) = [c for c in here.park.connections if c.person == mal.id]
            messages = [msgspec.json.encode({"type": "ping", "id": n}) for n in range(BURST)]
            burst = asyncio.create_task(_burst(wild, messages))
            served = 0
            while len(wild.heard) <= BURST:
                assert len(connection.outbox._waiting) <= outbox.MOST_MESSAGES
                await one.ping()
                served += 1
            assert await burst == BURST
            assert [told.id for told in wild.heard[1:] if isinstance(told, Pong)] == list(
                range(BURST)
            )
            assert served > 20  # others were answered meanwhile

    with nothing_fails(caplog):
        at_a_server(sqlite, 2, test, messages_per_second=100_000)


BROKEN = [
    (b"\x81\x85\x00\x00\x00\x00\xff\xfe\xfd\xfc\xfb", 1007),  # text that is none
    (b"\x81\x05hello", 1002),  # not masked
    (b"\x83\x80\x00\x00\x00\x00", 1002),  # an unknown kind of frame
    (b"\xf1\x80\x00\x00\x00\x00", 1002),  # reserved bits
    (b"\x80\x80\x00\x00\x00\x00", 1002),  # a continuation of nothing
    (b"\x09\x80\x00\x00\x00\x00", 1002),  # a fragmented ping
    (b"\x81\xff\x00\x00\x7f\xff\xff\xff\xff\xff\x00\x00\x00\x00", 1009),  # endless
]


def test_a_broken_protocol_closes_that_connection_alone(
    sqlite: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, mal = people
        async with lines(ann) as (one,):
            for frame, code in BROKEN:
                async with mal.line() as two:
                    await two.welcome()
                    two.socket.transport.write(frame)
                    assert await two.closed() == code, frame
                    await one.ping()

    with nothing_fails(caplog):
        at_a_server(sqlite, 2, test)
