"""People for tests: guests of a server, and their sockets, message by message.

The client library hides what a connection does; here every message can be looked at. All waiting is
bounded by ``running.in_loop``.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from socket import SO_RCVBUF, SOL_SOCKET
from socket import socket as Socket  # noqa: N812 (it is a class)
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from dogpark.client.address import Address
from dogpark.client.http import Api, RequestRefused
from dogpark.client.watched import Watched
from dogpark.server.settings import Settings
from dogpark.wire.prompts import moves_of
from dogpark.wire.tells import (
    Accepted,
    AnyTell,
    Happened,
    Pong,
    Refused,
    Snapshot,
    TableInfo,
    Update,
    Welcome,
)
from tests.server.whole.running import Here, in_loop, serving

T = TypeVar("T")
_decoder: msgspec.json.Decoder[AnyTell] = msgspec.json.Decoder(AnyTell)
_KEYS = itertools.count(1)


class Seen(Watched):
    """A table as a socket has seen it, and everything that was told of it, in order."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.told: list[Happened] = []

    @property
    def known(self) -> TableInfo:
        assert self.info is not None
        return self.info

    @property
    def events(self) -> list[str]:
        return [one.event for one in self.told]

    @property
    def said(self) -> list[str]:
        """What people said, in order."""
        return [one.words for one in self.told if one.event == "said"]

    def moves(self, seat: int) -> list[dict[str, Any]]:
        """What a seat may do now; nothing if it is not asked."""
        prompt = self.eyes[seat].prompt if seat in self.eyes else None
        return [] if prompt is None else moves_of(prompt)


class Line:
    """One socket. What comes in is kept, and tables are followed."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[AnyTell] = []
        self.tables: dict[str, Seen] = {}
        self._numbers = itertools.count(1)
        self._news = asyncio.Condition()
        self._over = False
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for message in self.socket:
                await self._hear(_decoder.decode(message))
        except ConnectionClosed:
            pass  # ``closed`` tells how
        finally:
            async with self._news:
                self._over = True
                self._news.notify_all()

    async def _hear(self, told: AnyTell) -> None:
        if isinstance(told, Snapshot):
            seen = self.tables.setdefault(told.table, Seen(told.table))
            seen.show(told)
            seen.told += told.happened
        elif isinstance(told, Update) and told.table in self.tables:
            self.tables[told.table].update(told)
            self.tables[told.table].told += told.happened
        async with self._news:
            self.heard.append(told)
            self._news.notify_all()

    # -- waiting ----------------------------------------------------------------------------------

    async def until(self, look: Callable[[], T | None]) -> T:
        """The first thing that ``look`` finds, now or after some message."""
        async with self._news:
            while True:
                found = look()
                if found:
                    return found
                assert not self._over, f"closed with {self.socket.close_code} before it came"
                await self._news.wait()

    async def told(self, table: str, event: str) -> Happened:
        """The last event of this kind at a table, once there is one."""

        def look() -> Happened | None:
            of_kind = [one for one in self.tables[table].told if one.event == event]
            return of_kind[-1] if of_kind else None

        return await self.until(look)

    async def asked(self, table: str, seat: int) -> list[dict[str, Any]]:
        """What a seat may do, once it is asked."""
        return await self.until(lambda: self.tables[table].moves(seat))

    async def closed(self) -> int | None:
        """The code with which the server closed this connection, once it has."""
        async with self._news:
            await self._news.wait_for(lambda: self._over)
        return self.socket.close_code

    # -- asking -----------------------------------------------------------------------------------

    async def welcome(self) -> Welcome:
        def look() -> Welcome | None:
            return next((one for one in self.heard if isinstance(one, Welcome)), None)

        return await self.until(look)

    def number(self) -> int:
        return next(self._numbers)

    async def send(self, message: Mapping[str, Any] | str | bytes) -> None:
        """Sends something as it is: a message, a text or a binary frame."""
        if isinstance(message, str | bytes):
            await self.socket.send(message)
        else:
            await self.socket.send(msgspec.json.encode(message), text=True)

    async def answer(self, number: int) -> AnyTell:
        """The answer to a message, once it comes."""

        def look() -> AnyTell | None:
            return next((one for one in self.heard if getattr(one, "id", None) == number), None)

        return await self.until(look)

    async def ask(self, kind: str, **fields: Any) -> AnyTell:
        """Asks something and waits for the answer."""
        number = self.number()
        await self.send({"type": kind, "id": number, **fields})
        return await self.answer(number)

    async def watch(self, table: str, **fields: Any) -> Seen:
        answer = await self.ask("watch", table=table, **fields)
        assert isinstance(answer, Snapshot), answer
        return self.tables[table]

    async def act(self, table: str, seat: int, move: Mapping[str, Any], **fields: Any) -> AnyTell:
        key = fields.pop("key", None) or f"k{next(_KEYS)}"
        return await self.ask("act", table=table, seat=seat, move=move, key=key, **fields)

    async def done(self, kind: str, **fields: Any) -> Accepted:
        """Asks for something that must be accepted."""
        answer = await self.ask(kind, **fields)
        assert isinstance(answer, Accepted), answer
        return answer

    async def refused(self, kind: str, **fields: Any) -> Refused:
        """Asks for something that must be refused."""
        answer = await self.ask(kind, **fields)
        assert isinstance(answer, Refused), answer
        assert answer.words
        return answer

    async def ping(self) -> Pong:
        """Whether the server still answers, and everything before has been answered."""
        answer = await self.ask("ping")
        assert isinstance(answer, Pong), answer
        return answer

    async def close(self) -> None:
        await self.socket.close()
        await self._reading


class Guest:
    """One person at a server."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.api = Api(address)
        self.id = ""
        self.name = ""

    async def open(self, game: str, **wishes: Any) -> str:
        """Opens a table; its name."""
        return str((await self.api.open_table(game, **wishes))["table"])

    async def post(self, path: str, **body: Any) -> Any:
        return await self.api.post(path, body)

    async def at(self, table: str, what: str, **body: Any) -> Any:
        """Does something at a table over HTTP."""
        return await self.post(f"/api/tables/{table}/{what}", **body)

    async def kept_out(self, path: str, **body: Any) -> RequestRefused:
        """A request that must be refused with words; how it was."""
        try:
            answer = await self.api.post(path, body)
        except RequestRefused as refused:
            return refused
        raise AssertionError(f"{path} was not refused: {answer}")

    def socket(self, buffer: int | None = None, **headers: str) -> connect:
        """A bare socket of this person, once it is entered."""
        return connect(
            self.address.socket_for(None),
            additional_headers={**self.api.headers(), **headers},
            compression=None,
            max_size=None,
            proxy=None,
            close_timeout=2,
            sock=None if buffer is None else self._reached(buffer),
        )

    @asynccontextmanager
    async def line(self, buffer: int | None = None, **headers: str) -> AsyncIterator[Line]:
        """A socket of this person; another one for another device.

        ``buffer`` is how much the machine takes in for somebody who does not read.
        """
        async with self.socket(buffer, **headers) as connection:
            line = Line(connection)
            try:
                yield line
            finally:
                await line.close()

    def _reached(self, buffer: int) -> Socket:
        made = Socket()
        made.setsockopt(SOL_SOCKET, SO_RCVBUF, buffer)
        made.connect((self.address.host, self.address.port))
        return made


async def guest(address: Address) -> Guest:
    """Somebody new."""
    new = Guest(address)
    me = await new.api.me()
    new.id, new.name = me["id"], me["name"]
    return new


@asynccontextmanager
async def guests(address: Address, count: int) -> AsyncIterator[list[Guest]]:
    """So many people; their HTTP connections are closed at the end."""
    people = [await guest(address) for _ in range(count)]
    try:
        yield people
    finally:
        for one in people:
            one.api.close()


@asynccontextmanager
async def lines(*people: Guest) -> AsyncIterator[list[Line]]:
    """A socket for each of these people."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(one.line()) for one in people]


def at_a_server(
    settings: Settings,
    count: int,
    test: Callable[[Here, list[Guest]], Awaitable[None]],
    **changes: Any,
) -> None:
    """Runs a test at a server with so many guests."""

    async def main() -> None:
        async with serving(settings, **changes) as here, guests(here.address, count) as people:
            await test(here, people)

    in_loop(main)


async def begun(game: str, *people: Guest, **wishes: Any) -> str:
    """A game that has begun, everybody in the seat of their number."""
    host = people[0]
    table = await host.open(game, players=len(people), public=True, **wishes)
    for seat, one in enumerate(people[1:], 1):
        await one.api.sit(table, seat)
    await host.api.start(table)
    return table


async def all_told(here: Here, table: str, *watching: Line) -> None:
    """Once everybody has heard everything that is for their ears."""
    here.park.sittings[table].flush()
    for line in watching:
        await line.ping()


async def lobby(person: Guest, game: str | None = None) -> list[str]:
    """The tables that are listed, by name."""
    listed = await person.api.get("/api/tables" + (f"?game={game}" if game else ""))
    return [one["table"] for one in listed["tables"]]


def seat_of(reply: Any, person: Guest) -> list[int]:
    """Where somebody sits, as a reply about a table tells it."""
    return [
        seat["seat"]
        for seat in reply["info"]["seats"]
        if (seat.get("person") or {}).get("id") == person.id
    ]


async def play_out(table: str, *players: Line) -> None:
    """Everybody takes the first choice they have until the game is over."""

    async def play(line: Line) -> None:
        seen = line.tables[table]
        while not seen.over:
            await line.until(
                lambda: seen.over or any(eyes.prompt is not None for eyes in seen.eyes.values())
            )
            for seat in [s for s in seen.eyes if s is not None]:
                moves = seen.moves(seat)
                if moves:
                    await line.act(table, seat, moves[0])

    await asyncio.gather(*(play(line) for line in players))
