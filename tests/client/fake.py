"""A server of a few lines that says what a test wants it to say."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from dogpark.client.address import Address
from dogpark.client.backoff import Backoff
from dogpark.client.connection import Connection
from dogpark.client.http import Api

TABLE = "table1"
SOON = Backoff(first=0.01, longest=0.02)
PATIENCE = 10  # seconds until a test that waits for something gives up


class Guest:
    """One connection of a client, as the fake server sees it."""

    def __init__(self, socket: ServerConnection, number: int) -> None:
        self.socket = socket
        self.number = number  # of connections so far, from 0

    @property
    def asked_for(self) -> str:
        """What the client connected to, with the query."""
        assert self.socket.request is not None
        return self.socket.request.path

    async def tell(self, type: str, **fields: Any) -> None:  # noqa: A002 (the field's name)
        await self.socket.send(json.dumps({"type": type, **fields}))

    async def hear(self, type: str) -> dict[str, Any]:  # noqa: A002
        """The next message of this type; pings are answered on the way."""
        async for text in self.socket:
            asked: dict[str, Any] = json.loads(text)
            if asked["type"] == type:
                return asked
            if asked["type"] == "ping":
                await self.pong(asked)
        raise AssertionError(f"the client has gone and never sent {type!r}")

    async def pong(self, asked: dict[str, Any], ahead: float = 0) -> None:
        now = time.monotonic() * 1000 + ahead
        await self.tell("pong", id=asked["id"], sent=asked["sent"], now=now)

    async def snapshot(
        self, asked: dict[str, Any], seq: int, *, epoch: int | None = None, **more: Any
    ) -> None:
        fields = {
            "id": asked["id"],
            "table": TABLE,
            "seq": seq,
            "now": 0,
            "info": info(epoch=epoch),
            "parts": [{"seat": 0, "set": {"pile": 3, "gate": "shut"}}],
            "happened": [],
        }
        await self.tell("snapshot", **{**fields, **more})

    async def drop(self) -> None:
        """Breaks off without a word, as a cut cable does."""
        self.socket.transport.abort()

    async def stay(self) -> None:
        """Listens, and answers nothing but pings, until the client goes."""
        async for text in self.socket:
            asked = json.loads(text)
            if asked["type"] == "ping":
                await self.pong(asked)


Script: TypeAlias = Callable[[Guest], Awaitable[None]]


def info(status: str = "playing", epoch: int | None = None) -> dict[str, Any]:
    return {
        "id": TABLE,
        "game": "dog",
        "players": 4,
        "options": {},
        "status": status,
        "host": "p1",
        "public": False,
        "clock": {"kind": "none", "seconds": None},
        "seats": [],
        "epoch": epoch,
    }


def happened(seq: int, words: str) -> dict[str, Any]:
    return {"seq": seq, "at": 0, "event": "told", "words": words}


@asynccontextmanager
async def fake_server(script: Script) -> AsyncIterator[Address]:
    """A server that says welcome and then follows the script, once for each connection."""
    count = 0
    failures: list[Exception] = []

    async def meet(socket: ServerConnection) -> None:
        nonlocal count
        guest = Guest(socket, count)
        count += 1
        you = {"id": "p1", "name": "Rex"}
        await guest.tell("welcome", you=you, now=0, version="1", emotes=[])
        try:
            await script(guest)
        except ConnectionClosed:
            return  # the client was done, or the test is
        except Exception as error:  # noqa: BLE001 (the test fails with it, whatever it is)
            failures.append(error)

    try:
        async with serve(meet, "127.0.0.1", 0, ping_interval=None) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            yield Address(secure=False, host="127.0.0.1", port=port)
    finally:
        if failures:
            raise failures[0]


@asynccontextmanager
async def connected(script: Script) -> AsyncIterator[Connection]:
    async with (
        asyncio.timeout(PATIENCE),
        fake_server(script) as address,
        Connection(Api(address, cookie="crumb"), backoff=SOON) as park,
    ):
        yield park
