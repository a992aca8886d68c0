"""A pack of dogs: scripted players over real sockets who play on, whatever happens to the server.

Each remembers what was acknowledged to it and under which number. When the connection breaks it
comes back, to another server if it knows several, and sends again what was not answered.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any, NamedTuple, TypeVar

from dogpark.client.address import Address
from dogpark.client.backoff import Backoff
from dogpark.client.connection import Connection
from dogpark.client.http import Api, NoServer, RequestRefused
from dogpark.client.watched import Watched
from dogpark.wire.prompts import moves_of
from dogpark.wire.tells import Accepted, Refused

QUICK = Backoff(first=0.05, longest=0.3)
HESITATION = 0.05  # seconds after a refusal
ELSEWHERE = 0.2  # seconds without a connection, then another server is tried
ME = "dog"  # in a list of seats: somebody of the pack

T = TypeVar("T")
_KEYS = count(1)


class Acknowledged(NamedTuple):
    """What a server has promised."""

    table: str
    seat: int
    key: str
    seq: int | None  # None: kept sealed until a window closes
    seen: int  # the number up to which the table was known when it was asked
    at: float  # by time.monotonic


@dataclass
class Dog:
    """One person, and everything that was ever acknowledged to them."""

    api: Api
    id: str
    elsewhere: list[Address]
    dice: random.Random
    acknowledged: list[Acknowledged] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    reconnects: int = 0
    done: bool = False  # its game is over

    async def play(self, table: str, seats: Sequence[int], pace: float = 0) -> Watched:
        """Plays its seats at a table until the game is over; the table as it ended."""
        async with self.at(table) as (connection, watched):
            await self.play_on(connection, watched, seats, pace)
            self.reconnects += connection.reconnects
            self.done = True
            return watched

    async def play_on(
        self, connection: Connection, watched: Watched, seats: Sequence[int], pace: float = 0
    ) -> None:
        """Plays these seats until the game is over."""
        while not watched.over:
            for seat in seats:
                await self._answer(connection, watched, seat, pace)
            if not watched.over:
                await anext(watched)

    async def _answer(
        self, connection: Connection, watched: Watched, seat: int, pace: float
    ) -> None:
        """Moves as long as the seat is asked, or until its answer is sealed."""
        while (prompt := asked(watched, seat)) is not None:
            await asyncio.sleep(pace)
            move = self.dice.choice(moves_of(prompt))
            answer = await self.move(connection, watched, seat, move)
            if isinstance(answer, Refused):
                await asyncio.sleep(HESITATION)
            elif answer.seq is None:
                return

    async def move(
        self, connection: Connection, watched: Watched, seat: int, move: dict[str, Any]
    ) -> Accepted | Refused:
        """Makes a move, however often it has to be sent."""
        key, seen = f"k{next(_KEYS)}", watched.seq
        answer = await connection.act(watched.table, seat, move, key=key)
        if isinstance(answer, Refused):
            self.refused.append(answer)
        else:
            self.acknowledged.append(
                Acknowledged(watched.table, seat, key, answer.seq, seen, time.monotonic())
            )
        return answer

    @asynccontextmanager
    async def connected(self, table: str | None = None) -> AsyncIterator[Connection]:
        """A connection that goes to another server where this one is gone."""
        connection = await self.insist(
            lambda: Connection(self.api, table=table, backoff=QUICK).__aenter__()
        )
        looking = asyncio.create_task(self._look_elsewhere(connection))
        try:
            yield connection
        finally:
            looking.cancel()
            await connection.close()

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[tuple[Connection, Watched]]:
        """Connected, and watching a table."""
        async with self.connected(table) as connection:
            watched = await connection.watch(table)
            assert isinstance(watched, Watched), f"not let in: {watched}"
            yield connection, watched

    async def _look_elsewhere(self, connection: Connection) -> None:
        while True:
            await asyncio.sleep(ELSEWHERE)
            if not connection.connected:
                self._turn_elsewhere()

    def _turn_elsewhere(self) -> None:
        """Tries another server from now on, if there is one."""
        self.elsewhere.append(self.api.address)
        self.api.address = self.elsewhere.pop(0)
        self.api.close()

    async def insist(self, request: Callable[[], Awaitable[T]]) -> T:
        """Asks until a server answers that can, and that has not been asked too often."""
        while True:
            try:
                return await request()
            except NoServer:
                self._turn_elsewhere()
            except RequestRefused as refused:
                if refused.status not in (429, 503):
                    raise
            await asyncio.sleep(HESITATION)


def asked(watched: Watched, seat: int) -> dict[str, Any] | None:
    """What a seat is asked now."""
    eyes = watched.eyes.get(seat)  # nobody sees through it before the game begins
    return None if eyes is None or watched.over else eyes.prompt


async def newcomer(addresses: Sequence[Address], seed: int = 0) -> Dog:
    """Somebody new, at home at the first of these servers."""
    first, *others = addresses
    dog = Dog(Api(first), "", others, random.Random(seed))
    dog.id = (await dog.insist(dog.api.me))["id"]
    return dog


async def until(watched: Watched, look: Callable[[], bool]) -> None:
    """Waits until a table looks like that."""
    while not look():
        await anext(watched)


@dataclass(frozen=True, eq=False)
class Plan:
    """A table to be played: ``seats`` holds ME or a bot's level for each seat."""

    game: str
    seats: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)
    clock: str = "none"
    seconds: int | None = None
    bot_pace: int = 0

    @property
    def dogs(self) -> int:
        return self.seats.count(ME)

    async def open(self, dogs: Sequence[Dog]) -> str:
        """Opens the table, seats these dogs and begins; its name."""
        host, *others = dogs
        mine = self.seats.index(ME)
        wanted = [
            "me" if number == mine else "open" if seat == ME else seat
            for number, seat in enumerate(self.seats)
        ]
        opened = await host.insist(
            lambda: host.api.open_table(
                self.game,
                players=len(self.seats),
                seats=wanted,
                options=self.options,
                clock=self.clock,
                seconds=self.seconds,
                bot_pace=self.bot_pace,
                start=not others,
            )
        )
        table, invite = str(opened["table"]), opened["invite"]
        for dog in others:
            await dog.insist(partial(dog.api.sit, table, invite=invite))
        if others:
            await host.insist(partial(host.api.start, table))
        return table

    def seats_of(self, number: int) -> tuple[int, ...]:
        """The seat of the dog that was named so many-eth."""
        return ([seat for seat, who in enumerate(self.seats) if who == ME][number],)


@dataclass
class Played:
    """A game that has come to its end, as those saw it who played it."""

    table: str
    plan: Plan
    ends: list[Watched]


async def play(plan: Plan, dogs: Sequence[Dog], pace: float = 0) -> Played:
    """One game from its opening to its end."""
    table = await plan.open(dogs)
    ends = await asyncio.gather(
        *(dog.play(table, plan.seats_of(number), pace) for number, dog in enumerate(dogs))
    )
    return Played(table, plan, list(ends))


class Pack:
    """Dogs at many tables. Each table's people play the same plan again until it is enough."""

    def __init__(self, addresses: Sequence[Address], pace: float = 0) -> None:
        self.addresses = list(addresses)
        self.pace = pace
        self.enough = asyncio.Event()
        self.dogs: list[Dog] = []
        self.played: list[Played] = []
        self._running: asyncio.Task[None] | None = None

    @property
    def acknowledged(self) -> list[Acknowledged]:
        return [one for dog in self.dogs for one in dog.acknowledged]

    @asynccontextmanager
    async def playing(self, plans: Sequence[Plan]) -> AsyncIterator[None]:
        """Under play: afterwards every table comes to its end."""
        self._running = asyncio.create_task(self.run(plans))
        try:
            yield
            self.enough.set()
            await self._running
        finally:
            self._running.cancel()

    async def until(self, look: Callable[[], bool]) -> None:
        """Waits until play has come to that."""
        while not look():
            assert self._running is not None
            assert not self._running.done(), self._running.result()
            await asyncio.sleep(0.01)

    async def moves(self, times: int) -> None:
        """Waits until so many more moves are acknowledged."""
        enough = len(self.acknowledged) + times
        await self.until(lambda: len(self.acknowledged) >= enough)

    async def run(self, plans: Sequence[Plan]) -> None:
        """Plays all plans side by side, at least once each."""
        try:
            async with asyncio.TaskGroup() as group:
                for number, plan in enumerate(plans):
                    group.create_task(self._again_and_again(plan, number))
        finally:
            for dog in self.dogs:
                dog.api.close()

    async def _again_and_again(self, plan: Plan, number: int) -> None:
        # Every table has its dogs at home at different servers, one after the other.
        dogs = []
        for n in range(plan.dogs):
            dogs.append(await newcomer(self._from(number + n), seed=100 * number + n))
            self.dogs.append(dogs[-1])
        while True:
            self.played.append(await play(plan, dogs, self.pace))
            if self.enough.is_set():
                return

    def _from(self, first: int) -> list[Address]:
        first %= len(self.addresses)
        return self.addresses[first:] + self.addresses[:first]
