"""Memory of tables at which nothing happens: without anybody connected, and with a socket each."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bench.server.ours import Ours, serving
from bench.server.processes import resident_kib

from dogpark.client.address import read_address
from dogpark.client.http import Api
from dogpark.client.loadtest.socket import Socket, open_socket

WARM = 200  # tables before the first look: what is loaded once is not a table's
AT_ONCE = 8


@dataclass(frozen=True)
class Idle:
    """KiB a table."""

    tables: int
    alone: float
    watched: float  # with one socket, whose person holds all seats


class Guest:
    """A person with a table, who may watch it."""

    def __init__(self, server: Ours) -> None:
        self.api = Api(read_address(server.address))
        self.table = ""
        self.watching = asyncio.Event()
        self._socket: Socket | None = None

    async def open_table(self) -> None:
        await self.api.me()
        opened = await self.api.open_table("dog", seats=["me"] * 4, start=True)
        self.table = opened["table"]
        self.api.close()

    async def watch(self) -> None:
        await open_socket(self, self.api.address, self.api.headers())
        async with asyncio.timeout(60):
            await self.watching.wait()

    def opened(self, socket: Socket) -> None:
        self._socket = socket

    def hear(self, message: bytes) -> None:
        assert self._socket is not None
        if message.startswith(b'{"type":"welcome"'):
            self._socket.send(b'{"type":"watch","id":1,"table":"%s"}' % self.table.encode())
        elif message.startswith(b'{"type":"snapshot"'):
            self.watching.set()

    def lost(self, why: str) -> None:
        raise ConnectionError(why)

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()


async def _measure(server: Ours, tables: int) -> Idle:
    limit = asyncio.Semaphore(AT_ONCE)

    async def each(guests: list[Guest], what: str) -> None:
        async def one(guest: Guest) -> None:
            async with limit:
                await getattr(guest, what)()

        await asyncio.gather(*(one(guest) for guest in guests))

    warm = [Guest(server) for _ in range(WARM)]
    await each(warm, "open_table")
    await each(warm, "watch")
    guests = [Guest(server) for _ in range(tables)]
    marks = [resident_kib(server.pid)]
    for what in ("open_table", "watch"):
        await each(guests, what)
        await asyncio.sleep(1)
        marks.append(resident_kib(server.pid))
    for guest in (*warm, *guests):
        guest.close()
    alone, watched = marks[1] - marks[0], marks[2] - marks[0]
    return Idle(tables, alone / tables, watched / tables)


def measure(tables: int) -> Idle:
    """Opens so many tables of DOG on a fresh server, begun and waiting for their first move."""
    with serving() as server:
        return asyncio.run(_measure(server, tables))
