"""Floods and broken frames: one connection is closed with a stated code, and nobody else notices."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from litestar.enums import HttpMethod
from litestar.routes import HTTPRoute
from websockets.exceptions import ConnectionClosed

from dogpark.server.entries import Back
from dogpark.server.http import limits, outbox
from dogpark.server.http.app import build
from dogpark.server.http.socket import PATIENCE
from dogpark.server.people.buckets import LocalBuckets
from dogpark.server.settings import Settings
from dogpark.wire.tells import Accepted, Pong, Refused
from tests.server.whole.guests import Guest, Line, at_a_server, begun, lines
from tests.server.whole.running import Here
from tests.server.whole.scenes import log_of
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
    backend: Settings, what: str, caplog: pytest.LogCaptureFixture
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
            # Where there may be several servers it is noted who has come, a moment later.
            added = (await log_of(here.park, table))[seq:]
            assert not added or (backend.bus and {type(entry) for entry in added} == {Back})
            line, seat = (one, 0) if one.tables[table].moves(0) else (two, 1)
            answer = await line.act(table, seat, line.tables[table].moves(seat)[0])
            assert isinstance(answer, Accepted)
            async with mal.line() as again:  # they may come back, and behave
                await again.ping()

    with nothing_fails(caplog):
        at_a_server(backend, 3, test, messages_per_second=20)


def test_where_a_burst_is_allowed_every_message_is_answered_once_and_in_order(
    backend: Settings, caplog: pytest.LogCaptureFixture
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
        at_a_server(backend, 2, test, messages_per_second=100_000)


def test_who_comes_and_goes_without_end_is_told_to_slow_down_and_others_are_not(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time is an entry that is kept for good, and told to everybody who watches."""

    monkeypatch.setattr(LocalBuckets.__init__, "__defaults__", (lambda: 0.0,))  # nothing fills

    async def test(here: Here, people: list[Guest]) -> None:
        ann, mal = people
        table = await ann.open("dog", public=True)
        before = here.park.sittings[table].table.seq
        for _ in range(limits.ARRANGING.burst // 2):
            await mal.at(table, "sit")
            await mal.at(table, "leave")
        before += limits.ARRANGING.burst
        assert here.park.sittings[table].table.seq == before
        for what, body in (
            ("sit", {}),
            ("swap", {"seats": [0, 1]}),
            ("stand-in", {}),
            ("take-over", {}),
        ):
            no = await mal.kept_out(f"/api/tables/{table}/{what}", **body)
            assert (no.status, no.kind) == (429, "too many")
        assert here.park.sittings[table].table.seq == before
        await ann.at(table, "swap", seats=[0, 1])
        assert here.park.sittings[table].table.seq == before + 1

    at_a_server(backend, 2, test)


def test_whatever_writes_at_a_table_over_http_has_a_limit_of_its_own() -> None:
    writing = [
        handler
        for route in build(Settings("sqlite:///nowhere")).app.routes
        if isinstance(route, HTTPRoute) and route.path.startswith(("/api/tables", "/api/quick"))
        for handler in route.route_handlers
        if not handler.http_methods <= {HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS}
    ]
    assert len(writing) >= 12
    for handler in writing:
        assert handler.opt.get("per_person") in (limits.TABLES, limits.ARRANGING), str(handler)


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
    backend: Settings, caplog: pytest.LogCaptureFixture
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
        at_a_server(backend, 2, test)
