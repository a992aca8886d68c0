"""A WebSocket as light as can be: the library's protocol, and no task per connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from dogpark.client.address import Address


class Owner(Protocol):
    """Who hears what comes over a socket."""

    def opened(self, socket: Socket) -> None: ...

    def hear(self, message: bytes) -> None: ...

    def lost(self, why: str) -> None: ...


class Socket(asyncio.Protocol):
    """One connection; it tells its owner of messages and, once, of its end."""

    def __init__(self, owner: Owner, address: Address, headers: dict[str, str]) -> None:
        self._owner = owner
        self._protocol = ClientProtocol(parse_uri(address.socket), max_size=None)
        self._headers = headers
        self._write: Callable[[bytes], None]
        self._transport: asyncio.Transport
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
        self._protocol.send_text(message)
        self._flush()
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


async def open_socket(owner: Owner, address: Address, headers: dict[str, str]) -> None:
    """Connects; the welcome comes as a message. Raises OSError where nobody listens."""
    await asyncio.get_running_loop().create_connection(
        lambda: Socket(owner, address, headers), address.host, address.port
    )
