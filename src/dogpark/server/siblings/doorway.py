"""The doorway: a connection that names its table goes to the sibling where the table is at home.

All siblings take connections at one address, and the system gives each to any of them. The first
line of a request tells where it belongs; the socket itself is handed over, with what was read of it.
Where the other cannot take it now it stays: any of them can serve any table.

Browsers, proxies and Prometheus ask again over the connection they have. So each request is looked
at, not only a connection's first.
"""

from __future__ import annotations

import asyncio
import re
import socket
from array import array
from contextlib import suppress
from functools import partial
from typing import Any, Final, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dogpark.server.siblings.place import Place

LONGEST: Final = 4096  # bytes in which a first line must end to be looked at
MOST: Final = 1 << 16  # bytes that are handed over with a connection
KNOCKS: Final = 200  # times somebody who is busy is tried
PAUSE: Final = 0.005  # seconds between them

_SOCKET: Final = re.compile(rb"GET /api/socket\?(?:[^ ]*&)?table=([A-Za-z0-9_-]+)")
_FIGURES: Final = re.compile(rb"GET /metrics(?:\?(?:[^ ]*&)?process=(\d{1,4}))?(?![\w.])")


def belongs(place: Place, line: bytes) -> int:
    """The sibling that answers a request with this first line."""
    found = _SOCKET.match(line)
    if found:
        return place.home(found[1].decode())
    found = _FIGURES.match(line)
    if found:  # each has its own; who does not say whose gets those of always the same
        asked = int(found[1] or 0)
        return asked if asked < place.count else place.number
    return place.number


class Doorway(HttpToolsProtocol):
    """uvicorn's own protocol for requests, from the second line of each on."""

    def __init__(
        self, place: Place, out: socket.socket, handed: bytes | None = None, **uvicorns: Any
    ) -> None:
        super().__init__(**uvicorns)
        self._place = place
        self._out = out
        self._handed = handed is not None  # and not come in yet
        # None: what comes is of a request that is served here.
        self._read: bytes | None = handed or b""
        self._whole = False  # all of that request has come

    def data_received(self, data: bytes) -> None:
        if self._read is None and self._at_rest():
            self._unset_keepalive_if_required()
            self._read = b""
        if self._read is None:
            super().data_received(data)
            return
        self._read += data
        if self._handed:
            return
        line, ended, _ = self._read.partition(b"\r\n")
        if not ended and len(self._read) < LONGEST:
            return
        to = belongs(self._place, line)
        if to == self._place.number or len(self._read) > MOST:
            self.come_in()
        else:
            self.transport.pause_reading()
            self._knock(to, KNOCKS)

    def _at_rest(self) -> bool:
        """Whether the last request is over, and its answer has left: what comes is a new one."""
        if not self._whole or not self.cycle.response_complete or self.pipeline:
            return False
        return self.transport.get_write_buffer_size() == 0

    def on_message_begin(self) -> None:
        self._whole = False
        super().on_message_begin()

    def on_message_complete(self) -> None:
        self._whole = True
        super().on_message_complete()

    def come_in(self) -> None:
        """It is served here, beginning with what was read."""
        data, self._read, self._handed = self._read, None, False
        if data:
            super().data_received(data)

    def _knock(self, to: int, knocks: int) -> None:
        if self.transport.is_closing():
            return
        handle = self.transport.get_extra_info("socket").fileno()
        try:
            # socket.send_fds takes an address, and does not use it.
            handed = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [handle]))]
            self._out.sendmsg([self._read or b""], handed, 0, str(self._place.door(to)))
        except BlockingIOError:
            if knocks:
                asyncio.get_running_loop().call_later(PAUSE, self._knock, to, knocks - 1)
                return
        except OSError:
            pass  # it is not there, or not any more
        else:
            self.transport.close()  # the other holds it too: only this end of it is closed
            return
        self.transport.resume_reading()
        self.come_in()


class Threshold:
    """What a server needs to hand connections over, and to be handed some."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._out = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._out.setblocking(False)
        self._in: socket.socket | None = None
        self._coming: set[asyncio.Task[None]] = set()

    @property
    def protocol(self) -> type[asyncio.Protocol]:
        """For ``uvicorn.Config``, which calls it."""
        return cast("type[asyncio.Protocol]", partial(Doorway, self._place, self._out))

    def open(self, server: uvicorn.Server) -> None:
        """From now on siblings may hand connections to this server."""
        door = self._place.door(self._place.number)
        door.unlink(missing_ok=True)  # of one that was here before
        self._in = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._in.setblocking(False)
        self._in.bind(str(door))
        asyncio.get_running_loop().add_reader(self._in.fileno(), self._look, server)

    def close(self) -> None:
        if self._in is not None:
            asyncio.get_running_loop().remove_reader(self._in.fileno())
            self._place.door(self._place.number).unlink(missing_ok=True)
            self._in.close()
            self._in = None
        self._out.close()

    def _look(self, server: uvicorn.Server) -> None:
        with suppress(BlockingIOError):
            while self._in is not None:
                data, handles, _, _ = socket.recv_fds(self._in, MOST, 1)
                for handle in handles:
                    coming = asyncio.create_task(self._welcome(server, handle, data))
                    self._coming.add(coming)
                    coming.add_done_callback(self._coming.discard)

    async def _welcome(self, server: uvicorn.Server, handle: int, data: bytes) -> None:
        line = socket.socket(fileno=handle)
        with suppress(OSError):  # it has gone meanwhile
            line.setblocking(False)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            _, door = await asyncio.get_running_loop().connect_accepted_socket(
                partial(
                    Doorway,
                    self._place,
                    self._out,
                    data,
                    config=server.config,
                    server_state=server.server_state,
                    app_state=server.lifespan.state,
                ),
                line,
            )
            door.come_in()  # with whatever else has come by now
