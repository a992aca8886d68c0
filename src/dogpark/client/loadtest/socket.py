"""A WebSocket as light as can be: no task per connection, and whole messages read straight away.

The library shakes hands and sees to everything rare: pings, the end, what is against the protocol.
A text in one frame, which is all a server says while people play, does not go through it: a load
test shares a machine with the server it measures, and the library takes longer than the players.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from typing import Protocol, cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from dogpark.client.address import Address

try:
    from websockets.speedups import apply_mask
except ImportError:  # it is not built for every system
    from websockets.utils import apply_mask

END_OF_ANSWER = b"\r\n\r\n"
TEXT = 0x80 | Opcode.TEXT  # how a text in one frame begins
MASKED = 0x80  # what we send is, what we get is not
TWO_BYTES = 126  # instead of a length: it follows in two bytes; with one more, in eight


def _mask_keys() -> Iterator[bytes]:
    """They must be unpredictable; asking the system for each would be one call more per move."""
    while True:
        many = os.urandom(4096)
        for start in range(0, len(many), 4):
            yield many[start : start + 4]


_keys = _mask_keys()


def frame(message: bytes) -> bytes:
    """A text in one frame, as a client must send it; none of ours is longer than 64 KiB."""
    length = len(message)
    if length < TWO_BYTES:
        head = bytes((TEXT, MASKED | length))
    else:
        head = bytes((TEXT, MASKED | TWO_BYTES)) + length.to_bytes(2, "big")
    key = next(_keys)
    return head + key + apply_mask(message, key)


class Owner(Protocol):
    """Who hears what comes over a socket."""

    def opened(self, socket: Socket) -> None: ...

    def hear(self, message: bytes) -> None: ...

    def lost(self, why: str) -> None: ...


class Socket(asyncio.Protocol):
    """One connection; it tells its owner of messages and, once, of its end."""

    def __init__(
        self, owner: Owner, address: Address, headers: dict[str, str], table: str | None
    ) -> None:
        self._owner = owner
        self._protocol = ClientProtocol(parse_uri(address.socket_for(table)), max_size=None)
        self._headers = headers
        self._write: Callable[[bytes], None]
        self._transport: asyncio.Transport
        self._read = self._read_answer  # takes what came, gives back what is not complete yet
        self._rest = b""
        self._said_goodbye = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are no subclass of asyncio's, but just the same.
        self._transport = cast("asyncio.Transport", transport)
        self._write = self._transport.write
        self._owner.opened(self)
        request = self._protocol.connect()
        for name, value in self._headers.items():
            request.headers[name] = value
        self._protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        self._rest = self._read(data)

    def _read_answer(self, data: bytes) -> bytes:
        """The library gets the answer to our request and no more, so that it holds no half frame."""
        head, found, rest = data.partition(END_OF_ANSWER)
        if not found:
            return data
        self._pass_on(head + found)
        opened = self._protocol.state is OPEN
        self._read = self._read_frames if opened else self._leave_to_library
        return self._read(rest)

    def _read_frames(self, data: bytes) -> bytes:
        """Texts go to the owner, other frames to the library, each of them whole."""
        start, size = 0, len(data)
        while size - start >= 2:
            length = data[start + 1]
            body = start + 2
            if length >= MASKED:  # against the protocol: the library ends it
                return self._leave_to_library(data[start:])
            if length == TWO_BYTES:
                body += 2
                if body > size:
                    break
                length = data[start + 2] << 8 | data[start + 3]
            elif length > TWO_BYTES:
                body += 8
                length = int.from_bytes(data[start + 2 : body], "big")
            end = body + length
            if end > size:
                break
            if data[start] == TEXT:
                self._owner.hear(data[body:end])
            else:
                self._pass_on(data[start:end])
                if self._protocol.state is not OPEN:
                    return self._leave_to_library(data[end:])
            start = end
        return data[start:]

    def _leave_to_library(self, data: bytes) -> bytes:
        """What comes from now on is no longer ours to read."""
        self._read = self._leave_to_library
        self._pass_on(data)
        return b""

    def _pass_on(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                if event.opcode is Opcode.TEXT:
                    self._owner.hear(bytes(event.data))
            elif isinstance(event, Response) and event.status_code != 101:
                self._goodbye(f"the server answered {event.status_code}")
        self._flush()

    def eof_received(self) -> None:
        self._protocol.receive_eof()

    def connection_lost(self, error: Exception | None) -> None:
        self._goodbye(str(error or self._protocol.close_reason or "closed by the server"))

    def send(self, message: bytes) -> bool:
        """Whether it could be sent."""
        if self._protocol.state is not OPEN:
            return False
        self._write(frame(message))
        return True

    def close(self) -> None:
        """Ends it; its owner hears nothing more."""
        self._said_goodbye = True
        if self._protocol.state is OPEN:
            self._protocol.send_close()
            self._flush()
        self._transport.close()

    def _goodbye(self, why: str) -> None:
        if not self._said_goodbye:
            self._said_goodbye = True
            self._transport.close()
            self._owner.lost(why)

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._write(data)


async def open_socket(
    owner: Owner, address: Address, headers: dict[str, str], table: str | None
) -> None:
    """Connects, with a hint at the table; the welcome comes as a message.

    Raises OSError where nobody listens.
    """
    await asyncio.get_running_loop().create_connection(
        lambda: Socket(owner, address, headers, table), address.host, address.port
    )
