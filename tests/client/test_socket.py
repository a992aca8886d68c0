"""The light WebSocket of a load test, against the library's own server side."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import cast

import pytest
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from dogpark.client.address import Address
from dogpark.client.loadtest.socket import Socket

ADDRESS = Address(secure=False, host="127.0.0.1", port=1)
SIZES = [0, 1, 125, 126, 127, 65_535, 65_536]


class Owner:
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.losses: list[str] = []

    def opened(self, socket: Socket) -> None:
        pass

    def hear(self, message: bytes) -> None:
        self.heard.append(message)

    def lost(self, why: str) -> None:
        self.losses.append(why)


class Line:
    """A socket, the library as its server, and a cable between them that carries what it is told."""

    def __init__(self) -> None:
        self.owner = Owner()
        self.server = ServerProtocol()
        self.closed = False
        self.socket = Socket(self.owner, ADDRESS, {}, None)
        self.socket.connection_made(cast("asyncio.Transport", self))

    def write(self, data: bytes) -> None:
        self.server.receive_data(data)

    def close(self) -> None:
        self.closed = True

    def answer(self, status: int = 101) -> None:
        """The server's answer to the request; it is not on its way yet."""
        (request,) = self.server.events_received()
        assert isinstance(request, Request)
        accepted = self.server.accept(request)
        if status == 101:
            self.server.send_response(accepted)
        else:
            self.server.send_response(self.server.reject(status, "no\n"))

    def on_its_way(self) -> bytes:
        return b"".join(self.server.data_to_send())

    def carry(self, size: int | None = None) -> None:
        """To the socket, so many bytes at a time, or all at once."""
        data = self.on_its_way()
        for start in range(0, len(data), size or len(data)):
            self.socket.data_received(data[start : start + (size or len(data))])

    def received(self) -> list[tuple[Opcode, bytes]]:
        """What the server got."""
        return list(_frames(self.server))


def _frames(server: ServerProtocol) -> Iterator[tuple[Opcode, bytes]]:
    for event in server.events_received():
        assert isinstance(event, Frame)
        yield event.opcode, bytes(event.data)


@pytest.fixture
def line() -> Line:
    """An open one."""
    made = Line()
    made.answer()
    made.carry()
    return made


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 4096, None])
def test_messages_are_heard_whole_however_they_are_cut(piece: int | None) -> None:
    line = Line()
    line.answer()
    said = [b"x" * size for size in SIZES]
    for text in said:
        line.server.send_text(text)
    line.carry(piece)
    assert line.owner.heard == said


@pytest.mark.parametrize("size", SIZES[:-1])
def test_what_is_sent_arrives(line: Line, size: int) -> None:
    assert line.socket.send(b"y" * size)
    assert line.received() == [(Opcode.TEXT, b"y" * size)]


def test_no_two_messages_are_masked_alike(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[bytes] = []
    monkeypatch.setattr(line.socket, "_write", written.append)
    for _ in range(3000):
        line.socket.send(b"the same")
    assert len(set(written)) > 2990


@pytest.mark.parametrize("piece", [1, 5, None])
def test_a_ping_between_messages_is_answered(line: Line, piece: int | None) -> None:
    line.server.send_text(b"before")
    line.server.send_ping(b"")
    line.server.send_ping(b"there?")
    line.server.send_text(b"after")
    line.carry(piece)
    assert line.received() == [(Opcode.PONG, b""), (Opcode.PONG, b"there?")]
    assert line.owner.heard == [b"before", b"after"]


@pytest.mark.parametrize("piece", [1, None])
def test_after_the_servers_goodbye_nothing_is_heard_or_sent(line: Line, piece: int | None) -> None:
    line.server.send_close(1001, "going home")
    goodbye = line.on_its_way()
    late = b"\x81\x04late"
    for start in range(0, len(goodbye + late), piece or 1000):
        line.socket.data_received((goodbye + late)[start : start + (piece or 1000)])
    assert line.owner.heard == []
    assert not line.socket.send(b"too late")
    line.socket.eof_received()
    line.socket.connection_lost(None)
    assert line.owner.losses == ["going home"]


def test_a_server_that_breaks_the_protocol_is_told_so(line: Line) -> None:
    line.socket.data_received(b"\x81\x84keyslate\x81\x04late")
    assert line.owner.heard == []
    ((kind, data),) = line.received()
    assert (kind, int.from_bytes(data[:2], "big")) == (Opcode.CLOSE, 1002)


@pytest.mark.parametrize("piece", [1, None])
def test_a_server_that_lets_nobody_in_is_lost(piece: int | None) -> None:
    line = Line()
    line.answer(status=503)
    line.carry(piece)
    assert line.closed
    assert line.owner.losses == ["the server answered 503"]


def test_nothing_is_sent_before_the_server_has_answered() -> None:
    line = Line()
    assert not line.socket.send(b"too early")
    line.answer()
    assert line.server.state is OPEN
    assert line.received() == []


def test_who_closes_it_hears_of_no_loss(line: Line) -> None:
    line.socket.close()
    line.socket.connection_lost(None)
    assert line.closed
    assert line.received()[0][0] is Opcode.CLOSE
    assert line.owner.losses == []
