"""Memory of tables at which nothing happens: alone, with a socket each, and watched over it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import pairwise

from bench.server.ours import Ours, serving
from bench.server.processes import resident_kib

from dogpark.client.address import read_address
from dogpark.client.http import Api
from dogpark.client.loadtest.socket import Socket, open_socket

WARM = 200  # tables before the first look: what is loaded once is not a table's
AT_ONCE = 8


@dataclass(frozen=True)
class Idle:
    """KiB for each table."""

    tables: int
    alone: float
    socket: float  # what a socket adds that watches nothing
    watching: float  # what it adds to watch the table through all its four seats


class Guest:
    """A person with a table, who may watch it."""

    def __init__(self, server: Ours) -> None:
        self.api = Api(read_address(server.address))
        self.table = ""
        self._news = asyncio.Event()
        self._socket: Socket | None = None

    async def open_table(self) -> None:
        await self.api.me()
        opened = await self.api.open_table("dog", seats=["me"] * 4, start=True)
        self.table = opened["table"]
        self.api.close()

    async def connect(self) -> None:
        await open_socket(self, self.api.address, self.api.headers(), self.table)
        await self._hear_something()

    async def watch(self) -> None:
        assert self._socket is not None
        self._socket.send(b'{"type":"watch","id":1,"table":"%s"}' % self.table.encode())
        await self._hear_something()

    async def _hear_something(self) -> None:
        async with asyncio.timeout(60):
            await self._news.wait()
        self._news.clear()

    def opened(self, socket: Socket) -> None:
        self._socket = socket

    def hear(self, message: bytes) -> None:
        if message.startswith((b'{"type":"welcome"', b'{"type":"snapshot"')):
            self._news.set()

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
    guests = [Guest(server) for _ in range(tables)]
    steps = ("open_table", "connect", "watch")
    for step in steps:
        await each(warm, step)
    marks = [resident_kib(server.pid)]
    for step in steps:
        await each(guests, step)
        await asyncio.sleep(1)
        marks.append(resident_kib(server.pid))
    for guest in (*warm, *guests):
        guest.close()
    return Idle(tables, *((after - before) / tables for before, after in pairwise(marks)))


def measure(tables: int) -> Idle:
    """Opens so many tables of DOG on a fresh server, begun and waiting for their first move."""
    with serving() as server:
        return asyncio.run(_measure(server, tables))
