"""The line: frames in and out, by the short way and the long one."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from dogpark.server.ops import line as lines
from dogpark.server.ops.line import EXTENSION, Gone, Line

HELLO = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
BIGGEST = 5000
Handler = Callable[[Line], Awaitable[None]]


@asynccontextmanager
async def served(handle: Handler) -> AsyncIterator[int]:
    """A server that does this with every line; its port."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        await handle(scope["extensions"][EXTENSION])

    config = uvicorn.Config(app, log_config=None, ws_max_size=BIGGEST, ws_per_message_deflate=False)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Line(config, state, {}), "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
    await asyncio.gather(*state.tasks)


async def heard_by(line: Line, into: list[Any]) -> None:
    """Everything that comes, up to and with the end."""
    while True:
        event: Any = await line.receive()
        into.append(event.get("text", event.get("bytes", event.get("code"))))
        if event["type"] == "websocket.disconnect":
            return


def frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


async def sent(pieces: list[bytes]) -> list[Any]:
    """What the server makes of bytes that come in these pieces, and then no more."""
    heard: list[Any] = []

    async def handle(line: Line) -> None:
        await heard_by(line, heard)

    async with asyncio.timeout(20), served(handle) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HELLO)
        await reader.readuntil(b"\r\n\r\n")
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.001)
        writer.close()
        await writer.wait_closed()
    return heard


STREAM = (
    frame(Opcode.TEXT, b"short")
    + frame(Opcode.TEXT, b"m" * 300)
    + frame(Opcode.PING, b"?")
    + frame(Opcode.TEXT, "Hündchen".encode())
    + frame(Opcode.TEXT, b"in ", fin=False)
    + frame(Opcode.CONT, b"two")
    + frame(Opcode.BINARY, b"\x00\x01")
    + frame(Opcode.TEXT, b"")
    + frame(Opcode.TEXT, b"last")
)
MESSAGES = ["short", "m" * 300, "Hündchen", "in two", b"\x00\x01", "", "last"]


@pytest.mark.parametrize("size", [1, 2, 5, 7, 64, 311, len(STREAM)])
def test_however_a_stream_is_cut_the_same_messages_are_heard(size: int) -> None:
    pieces = [STREAM[at : at + size] for at in range(0, len(STREAM), size)]
    assert asyncio.run(sent(pieces))[:-1] == MESSAGES


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (frame(Opcode.TEXT, b"\xff\xfe"), 1007),
        (frame(Opcode.TEXT, b"x" * (BIGGEST + 1)), 1009),
        (b"\x81\x05hello", 1002),  # a client masks what it sends
        (b"\xc1" + frame(Opcode.TEXT, b"compressed")[1:], 1002),
    ],
    ids=["no text", "too long", "no mask", "compressed"],  # masks are random; names must not be
)
def test_a_frame_that_is_none_ends_the_line_with_a_code(bad: bytes, code: int) -> None:
    assert asyncio.run(sent([frame(Opcode.TEXT, b"good") + bad])) [:2] == ["good", code]  # fmt: skip


def test_messages_of_every_length_arrive_whole_and_in_order() -> None:
    texts = [b"", b"a", b"b" * 125, b"c" * 126, b"d" * 65_535, b"e" * 65_536, b"f" * 200_000]

    async def handle(line: Line) -> None:
        line.write(texts)
        line.write(texts[:2])
        await heard_by(line, [])

    async def main() -> list[Any]:
        async with (
            asyncio.timeout(20),
            served(handle) as port,
            connect(f"ws://127.0.0.1:{port}/", max_size=None) as client,
        ):
            return [await client.recv() for _ in range(9)]

    assert asyncio.run(main()) == [text.decode() for text in [*texts, *texts[:2]]]


def test_who_writes_to_a_line_that_is_gone_is_told_so() -> None:
    told: list[bool] = []

    async def handle(line: Line) -> None:
        await heard_by(line, [])
        with pytest.raises(Gone):
            line.write([b"too late"])
        told.append(True)

    async def main() -> None:
        async with asyncio.timeout(20), served(handle) as port, connect(f"ws://127.0.0.1:{port}/"):
            pass

    asyncio.run(main())
    assert told == [True]


def test_a_flood_that_nobody_takes_in_is_not_read_any_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lines, "MOST_HEARD", 4)
    heard: list[Any] = []
    most: list[int] = []

    async def handle(line: Line) -> None:
        while not line.read_paused:
            await asyncio.sleep(0.001)
        most.append(line.queue.qsize())
        await heard_by(line, heard)

    async def main() -> None:
        async with (
            asyncio.timeout(20),
            served(handle) as port,
            connect(f"ws://127.0.0.1:{port}/") as client,
        ):
            for number in range(20):
                await client.send(struct.pack(">i", number).hex())
                await asyncio.sleep(0.002)

    asyncio.run(main())
    assert 4 <= most[0] < 20
    assert heard[:-1] == [struct.pack(">i", number).hex() for number in range(20)]


def test_the_end_of_a_line_is_heard_with_its_code() -> None:
    heard: list[Any] = []

    async def handle(line: Line) -> None:
        await heard_by(line, heard)

    async def main() -> None:
        async with (
            asyncio.timeout(20),
            served(handle) as port,
            connect(f"ws://127.0.0.1:{port}/") as client,
        ):
            await client.send("bye")
            await client.close(4000, "enough")
            with pytest.raises(ConnectionClosed):
                await client.recv()

    asyncio.run(main())
    assert heard == ["bye", 4000]
