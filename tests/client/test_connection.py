"""A connection that outlives its sockets, tried against a server that does what the test says."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from dogpark.client.address import Address
from dogpark.client.connection import Connection, ConnectionLost, NotLetIn
from dogpark.client.http import Api, NoServer
from dogpark.client.watched import Watched
from dogpark.wire.tells import Accepted, Refused
from tests.client.fake import PATIENCE, SOON, TABLE, Guest, connected, fake_server, happened, info

GIVE = {"do": "give", "card": "A"}


async def watching(park: Connection) -> Watched:
    watched = await park.watch(TABLE)
    assert isinstance(watched, Watched)
    return watched


def test_a_move_is_answered_by_its_own_answer() -> None:
    async def script(guest: Guest) -> None:
        first, second = await guest.hear("act"), await guest.hear("act")
        await guest.tell("refused", id=second["id"], kind="illegal now", words="no", rule="DOG-5.2")
        await guest.tell("accepted", id=first["id"], table=TABLE, seq=7)
        await guest.stay()

    async def play() -> None:
        async with connected(script) as park:
            yes, no = await asyncio.gather(park.act(TABLE, 0, GIVE), park.act(TABLE, 1, GIVE))
            assert yes == Accepted(id=yes.id, table=TABLE, seq=7)
            assert isinstance(no, Refused)
            assert (no.kind, no.rule) == ("illegal now", "DOG-5.2")

    asyncio.run(play())


def test_updates_change_the_view_entry_by_entry() -> None:
    async def script(guest: Guest) -> None:
        await guest.snapshot(await guest.hear("watch"), 4)
        prompt = {"ask": "Dig", "choices": []}
        part = {"seat": 0, "set": {"pile": 2}, "gone": ["gate"], "prompt": prompt, "deadline": 99}
        news = [happened(5, "Rex digs.")]
        await guest.tell("update", table=TABLE, seq=5, now=0, parts=[part], happened=news)
        await guest.hear("undo")
        await guest.tell("update", table=TABLE, seq=6, now=0, info=info("over"))
        await guest.stay()

    async def play() -> None:
        async with connected(script) as park:
            watched = await watching(park)
            assert (await anext(watched)).seq == 4
            change = await anext(watched)
            assert [one.words for one in change.happened] == ["Rex digs."]
            eyes = watched.eyes[0]
            assert (eyes.view, eyes.deadline) == ({"pile": 2}, 99)
            assert eyes.prompt == {"ask": "Dig", "choices": []}
            undoing = asyncio.create_task(park.undo(TABLE, 0))
            await anext(watched)
            assert (watched.seq, watched.over, eyes.prompt) == (6, True, None)
            undoing.cancel()

    asyncio.run(play())


def test_after_a_lost_connection_it_asks_for_exactly_what_it_missed() -> None:
    async def script(guest: Guest) -> None:
        asked = await guest.hear("watch")
        if guest.number == 0:
            assert asked.get("after") is None
            assert asked["invite"] == "secret"
            await guest.snapshot(asked, 4)
            await guest.tell("update", table=TABLE, seq=5, now=0, happened=[])
            await guest.drop()
            return
        assert (asked["after"], asked["invite"]) == (5, "secret")
        await guest.snapshot(asked, 8, happened=[happened(7, "Bella digs.")])
        await guest.stay()

    async def play() -> None:
        async with connected(script) as park:
            watched = await park.watch(TABLE, "secret")
            assert isinstance(watched, Watched)
            seen = [await anext(watched) for _ in range(3)]
            assert [change.seq for change in seen] == [4, 5, 8]
            assert [one.words for one in seen[2].happened] == ["Bella digs."]
            assert park.reconnects == 1

    asyncio.run(play())


def test_it_connects_again_with_a_hint_at_the_table_it_watches_longest() -> None:
    asked_for: list[str] = []

    async def script(guest: Guest) -> None:
        asked_for.append(guest.asked_for)
        watches = [await guest.hear("watch") for _ in range(2 if guest.number < 2 else 1)]
        if guest.number == 0:
            await guest.drop()
            return
        for asked in watches:
            await guest.snapshot(asked, 4, table=asked["table"])
        asked = await guest.hear("unwatch")
        if guest.number == 1:
            await guest.drop()
            return
        await guest.tell("accepted", id=asked["id"], table=asked["table"])
        await guest.stay()

    async def play() -> None:
        async with connected(script) as park:
            await asyncio.gather(park.watch("a&b"), park.watch("t2"))
            await park.unwatch("a&b")

    asyncio.run(play())
    assert asked_for == ["/api/socket", "/api/socket?table=a%26b", "/api/socket?table=t2"]


def test_a_table_named_beforehand_is_the_hint_until_one_is_watched() -> None:
    asked_for: list[str] = []

    async def script(guest: Guest) -> None:
        asked_for.append(guest.asked_for)
        asked = await guest.hear("watch" if guest.number else "ping")
        if guest.number < 2:
            await guest.drop()
            return
        await guest.snapshot(asked, 4)
        await guest.stay()

    async def play() -> None:
        async with (
            asyncio.timeout(PATIENCE),
            fake_server(script) as address,
            Connection(Api(address), table="first", backoff=SOON) as park,
        ):
            while len(asked_for) < 2:
                await asyncio.sleep(0.01)
            await watching(park)

    asyncio.run(play())
    assert asked_for == [f"/api/socket?table={hint}" for hint in ("first", "first", TABLE)]


def test_an_unanswered_move_is_sent_again_under_the_same_key() -> None:
    keys: list[str] = []

    async def script(guest: Guest) -> None:
        asked = await guest.hear("act")
        keys.append(asked["key"])
        if guest.number < 2:
            await guest.drop()
            return
        await guest.tell("accepted", id=asked["id"], table=TABLE, seq=9)
        await guest.stay()

    async def play() -> None:
        async with connected(script) as park:
            answer = await park.act(TABLE, 0, GIVE)
            assert isinstance(answer, Accepted)
            assert answer.seq == 9

    asyncio.run(play())
    assert len(keys) == 3
    assert len(set(keys)) == 1


def test_every_move_has_a_key_of_its_own() -> None:
    keys: list[str] = []

    async def script(guest: Guest) -> None:
        for _ in range(3):
            asked = await guest.hear("act")
            keys.append(asked["key"])
            await guest.tell("accepted", id=asked["id"], table=TABLE, seq=1)
        await guest.stay()

    async def play() -> None:
        async with connected(script) as park:
            for _ in range(3):
                await park.act(TABLE, 0, GIVE)

    asyncio.run(play())
    assert len(set(keys)) == 3


def test_a_move_the_server_could_not_save_is_tried_again_under_the_same_key() -> None:
    keys: list[str] = []

    async def script(guest: Guest) -> None:
        for kind in ("wait", "wait", "over"):
            asked = await guest.hear("act")
            keys.append(asked["key"])
            await guest.tell("refused", id=asked["id"], kind=kind, words="…")
        await guest.stay()

    async def play() -> None:
        async with connected(script) as park:
            answer = await park.act(TABLE, 0, GIVE)
            assert isinstance(answer, Refused)
            assert answer.kind == "over"

    asyncio.run(play())
    assert len(keys) == 3
    assert len(set(keys)) == 1


def test_what_has_no_key_is_never_sent_twice() -> None:
    async def script(guest: Guest) -> None:
        if guest.number == 0:
            await guest.hear("say")
            await guest.drop()
        else:
            asked = await guest.hear("act")
            await guest.tell("accepted", id=asked["id"], table=TABLE, seq=1)
            await guest.stay()

    async def play() -> None:
        async with connected(script) as park:
            with pytest.raises(ConnectionLost, match="look before you try again"):
                await park.say(TABLE, "hello")
            assert isinstance(await park.act(TABLE, 0, GIVE), Accepted)

    asyncio.run(play())


def test_a_server_that_goes_away_is_left_alone_for_as_long_as_it_says() -> None:
    times: list[float] = []

    async def script(guest: Guest) -> None:
        times.append(time.monotonic())
        if guest.number == 0:
            await guest.tell("closing", words="Back in a moment.", after=300)
        await guest.stay()

    async def play() -> None:
        async with connected(script) as park:
            asked = asyncio.create_task(park.watch(TABLE))
            while len(times) < 2:
                await asyncio.sleep(0.01)
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)

    asyncio.run(play())
    assert times[1] - times[0] >= 0.3


def test_a_table_that_cannot_be_read_just_now_is_asked_for_again() -> None:
    async def script(guest: Guest) -> None:
        asked = await guest.hear("watch")
        await guest.tell("refused", id=asked["id"], kind="wait", words="In a moment.")
        await guest.snapshot(await guest.hear("watch"), 4)
        await guest.stay()

    async def play() -> None:
        async with connected(script) as park:
            assert (await watching(park)).seq == 4

    asyncio.run(play())


def test_a_table_that_is_refused_after_a_reconnect_ends_its_changes() -> None:
    async def script(guest: Guest) -> None:
        asked = await guest.hear("watch")
        if guest.number == 0:
            await guest.snapshot(asked, 4)
            await guest.drop()
        else:
            await guest.tell("refused", id=asked["id"], kind="unknown", words="No such table.")
            await guest.stay()

    async def play() -> None:
        async with connected(script) as park:
            watched = await watching(park)
            assert [change.seq async for change in watched] == [4]
            assert watched.refused is not None
            assert watched.refused.words == "No such table."
            assert TABLE not in park.tables

    asyncio.run(play())


def test_a_live_move_says_when_it_was_made_by_the_servers_clock() -> None:
    ahead = 5_000_000.0  # milliseconds by which the server's clock is ahead
    sent: list[Any] = []

    async def script(guest: Guest) -> None:
        async for asked in _everything(guest, ahead):
            if asked["type"] == "watch":
                await guest.snapshot(asked, 1, epoch=1)
            else:
                sent.append((asked.get("sent"), time.monotonic() * 1000 + ahead))
                await guest.tell("accepted", id=asked["id"], table=TABLE, seq=2)

    async def play() -> None:
        async with connected(script) as park:
            while park.clock.way is None:
                await asyncio.sleep(0.01)
            await watching(park)
            await park.act(TABLE, 0, GIVE)

    asyncio.run(play())
    [(told, received)] = sent
    assert abs(received - told) < ahead / 100


async def _everything(guest: Guest, ahead: float) -> Any:
    import json

    async for text in guest.socket:
        asked = json.loads(text)
        if asked["type"] == "ping":
            await guest.pong(asked, ahead)
        else:
            yield asked


def test_a_message_from_the_future_is_skipped() -> None:
    async def script(guest: Guest) -> None:
        await guest.tell("fireworks", colour="red")
        asked = await guest.hear("act")
        await guest.tell("accepted", id=asked["id"], table=TABLE, seq=1)
        await guest.stay()

    async def play() -> None:
        async with connected(script) as park:
            assert isinstance(await park.act(TABLE, 0, GIVE), Accepted)

    asyncio.run(play())


def test_where_no_server_is_that_is_said_at_once() -> None:
    async def play() -> None:
        async with fake_server(Guest.stay) as address:
            pass  # it was there, and is there no more
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(NoServer, match="no server answers at http://127"):
                await Connection(Api(address), backoff=SOON).__aenter__()

    asyncio.run(play())


def test_who_is_not_let_in_does_not_knock_again() -> None:
    knocks = 0

    def refuse(socket: ServerConnection, request: Request) -> Response:
        nonlocal knocks
        knocks += 1
        assert request.headers["Authorization"] == "Bearer wrong"
        return socket.respond(401, "Who are you?")

    async def play() -> None:
        async with (
            asyncio.timeout(PATIENCE),
            serve(
                lambda socket: asyncio.sleep(0), "127.0.0.1", 0, process_request=refuse
            ) as server,
        ):
            port = next(iter(server.sockets)).getsockname()[1]
            api = Api(Address(secure=False, host="127.0.0.1", port=port), token="wrong")
            with pytest.raises(NotLetIn):
                await Connection(api, backoff=SOON).__aenter__()

    asyncio.run(play())
    assert knocks == 1


def test_who_is_sent_away_hears_why() -> None:
    async def turn_away(socket: ServerConnection) -> None:
        await socket.close(4401, "Bring a token.")

    async def play() -> None:
        async with asyncio.timeout(PATIENCE), serve(turn_away, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            api = Api(Address(secure=False, host="127.0.0.1", port=port))
            with pytest.raises(NotLetIn, match="Bring a token"):
                await Connection(api, backoff=SOON).__aenter__()

    asyncio.run(play())


def test_closing_ends_everybody_who_waits() -> None:
    async def play() -> None:
        async with connected(Guest.stay) as park:
            waiting = asyncio.create_task(park.act(TABLE, 0, GIVE))
            await asyncio.sleep(0)
            await park.close()
            with pytest.raises(ConnectionLost):
                await waiting
            with pytest.raises(ConnectionLost, match="closed"):
                await park.act(TABLE, 0, GIVE)

    asyncio.run(play())
