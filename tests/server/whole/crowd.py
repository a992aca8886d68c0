"""Scripted people: sockets that keep every byte, and players who answer every prompt by their dice.

A device is one socket of one person. It keeps what it was sent, as it was sent, and when; and what
it asked, with every answer. Nothing of the client library is used to understand it: what a client
believes is put together here once more, from the messages alone.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from dogpark.client.address import Address
from dogpark.client.clock import Clock
from dogpark.wire import asks
from dogpark.wire.prompts import moves_of
from dogpark.wire.tells import (
    Accepted,
    AnyTell,
    Closing,
    Happened,
    Pong,
    Refused,
    Snapshot,
    TableInfo,
    Update,
    Welcome,
)
from tests.server.whole.guests import Guest

T = TypeVar("T")
ASKS: dict[str, type[asks.Ask]] = {
    "watch": asks.Watch,
    "unwatch": asks.Unwatch,
    "act": asks.Act,
    "undo": asks.Undo,
    "explain": asks.Explain,
    "say": asks.Say,
    "emote": asks.Emote,
    "mute": asks.Mute,
    "ping": asks.Ping,
}
_decode = msgspec.json.Decoder(AnyTell).decode
_encode = msgspec.json.encode
_KEYS = itertools.count(1)
_TIMES = ("now", "at", "sent", "deadline", "window", "epoch")


class Heard(NamedTuple):
    """One message, when it came in (by the machine's own clock), its bytes, and what they say."""

    at: float
    raw: bytes
    told: AnyTell


@dataclass
class Sight:
    """What a device believes one seat (or the spectator) to see."""

    view: dict[str, Any] = field(default_factory=dict)
    prompt: dict[str, Any] | None = None
    deadline: int | None = None
    window: int | None = None
    undo: bool = False


class Device:
    """One socket of one person at one table."""

    def __init__(self, who: Guest, socket: ClientConnection, table: str) -> None:
        self.who = who
        self.table = table
        self.heard: list[Heard] = []
        self.sent: dict[int, asks.Ask] = {}
        self.answers: dict[int, list[AnyTell]] = {}
        self.seq = 0
        self.info: TableInfo | None = None
        self.sights: dict[int | None, Sight] = {}
        self.happened: list[Happened] = []
        self.clock = Clock()
        self.ended = False
        self._socket = socket
        self._numbers = itertools.count(1)
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    @property
    def over(self) -> bool:
        return self.info is not None and self.info.status == "over"

    @property
    def epoch(self) -> int:
        assert self.info is not None
        assert self.info.epoch is not None
        return self.info.epoch

    # -- hearing ----------------------------------------------------------------------------------

    async def _read(self) -> None:
        try:
            async for message in self._socket:
                raw = message.encode() if isinstance(message, str) else message
                self._take(Heard(time.monotonic(), raw, _decode(raw)))
        except ConnectionClosed:
            pass  # as when a server is stopped; ``ended`` tells
        finally:
            self.ended = True
            self._news.set()

    def _take(self, heard: Heard) -> None:
        self.heard.append(heard)
        told = heard.told
        match told:
            case Snapshot():
                self.sights = {}
                self._see(told)
            case Update():
                self._see(told)
            case Pong():
                self.clock.add(told.sent, told.now, Clock.own())
            case Welcome() | Accepted() | Refused() | Closing():
                pass
        if isinstance(told, Accepted | Refused | Pong | Snapshot) and told.id >= 0:
            self.answers.setdefault(told.id, []).append(told)
        self._news.set()

    def _see(self, told: Snapshot | Update) -> None:
        self.seq = told.seq
        self.info = told.info or self.info
        self.happened += told.happened
        for part in told.parts:
            sight = self.sights.setdefault(part.seat, Sight())
            sight.view.update(part.set)
            for name in part.gone or ():
                del sight.view[name]
            sight.prompt, sight.deadline = part.prompt, part.deadline
            sight.window, sight.undo = part.window, bool(part.undo)

    async def until(self, look: Callable[[], T | None], seconds: float | None = None) -> T | None:
        """The first thing that ``look`` finds, now or after some message; None after so long."""
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            self._news.clear()
            found = look()
            if found or self.ended:
                return found
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                return None
            try:
                async with asyncio.timeout(left):
                    await self._news.wait()
            except TimeoutError:
                return None

    async def reached(self, seq: int) -> None:
        """Once everything up to this number is known here."""
        await self.until(lambda: self.seq >= seq)

    async def finished(self) -> None:
        """Once the game is over, as far as is known here."""
        await self.until(lambda: self.over)

    # -- asking -----------------------------------------------------------------------------------

    async def send(self, kind: str, **fields: Any) -> int:
        """Sends a message of that kind; its number."""
        number = next(self._numbers)
        ask = ASKS[kind](id=number, **fields)
        self.sent[number] = ask
        await self._socket.send(_encode(ask), text=True)
        return number

    async def answer(self, number: int) -> AnyTell:
        found = await self.until(lambda: self.answers.get(number))
        assert found, f"closed before the answer to {self.sent[number]} came"
        return found[0]

    async def ask(self, kind: str, **fields: Any) -> AnyTell:
        return await self.answer(await self.send(kind, **fields))

    async def watch(self, **fields: Any) -> AnyTell:
        return await self.ask("watch", table=self.table, **fields)

    async def act(self, seat: int, move: Mapping[str, Any], **fields: Any) -> AnyTell:
        fields.setdefault("key", f"k{next(_KEYS)}")
        return await self.ask("act", table=self.table, seat=seat, move=dict(move), **fields)

    async def learn_the_way(self, pings: int = 5) -> None:
        """Pings, each with the echo of the pong before: both sides measure the way."""
        echo: int | None = None
        for _ in range(pings):
            pong = await self.ask("ping", sent=Clock.own(), echo=echo)
            assert isinstance(pong, Pong)
            echo = pong.n

    async def close(self) -> None:
        await self._socket.close()
        await self._reading


@asynccontextmanager
async def device(who: Guest, table: str) -> AsyncIterator[Device]:
    """A socket of this person, welcomed and not watching yet."""
    async with who.socket() as socket:
        new = Device(who, socket, table)
        try:
            await new.until(lambda: new.heard)
            yield new
        finally:
            await new.close()


@asynccontextmanager
async def devices(people: list[Guest], table: str, **watch: Any) -> AsyncIterator[list[Device]]:
    """A socket for each of these people, all watching."""
    async with AsyncExitStack() as stack:
        found = [await stack.enter_async_context(device(one, table)) for one in people]
        for one in found:
            answer = await one.watch(**watch)
            assert isinstance(answer, Snapshot), answer
        yield found


def elsewhere(who: Guest, address: Address) -> Guest:
    """The same person at another process, or after a restart."""
    new = Guest(address)
    new.id, new.name, new.api.cookie = who.id, who.name, who.api.cookie
    return new


def timeless(raw: bytes, table: str) -> Any:
    """A message without what differs from table to table in any case: its name, and the time."""

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: bare(v) for k, v in value.items() if k not in _TIMES}
        return [bare(one) for one in value] if isinstance(value, list) else value

    return bare(msgspec.json.decode(raw.replace(table.encode(), b"TABLE")))


@dataclass
class Habits:
    """How somebody plays, besides answering what is asked."""

    talks: float = 0  # before a move, this often
    regrets: float = 0  # after a move, where it may be taken back, this often
    words: str = "psst"  # what is said begins like this
    most: int = 4  # things said, and moves taken back
    awake: int | None = None  # for so many moves; then nothing is answered any more


class Player:
    """Somebody who plays every seat of theirs to the end, by dice of their own."""

    def __init__(self, at: Device, dice: str, habits: Habits | None = None) -> None:
        self.at = at
        self.dice = random.Random(dice)
        self.habits = habits or Habits()
        self.refused: list[Refused] = []
        self._sealed: dict[int, tuple[Any, int | None]] = {}
        self._said = self._regretted = self._moved = 0

    async def play(self) -> None:
        """Until the game is over, or the socket is closed; or until they fall asleep."""
        at = self.at
        while not at.over and not at.ended and self._moved != self.habits.awake:
            seat = self._asked()
            if seat is None:
                await at.until(lambda: at.over or self._asked() is not None)
                continue
            wait = self._until_ready(seat)
            if wait > 0:
                await at.until(partial(self._is_ready, seat), wait)
                continue
            await self._talk()
            await self._move(seat)

    def _asked(self) -> int | None:
        """A seat that is asked something it has not answered yet."""
        for seat, sight in self.at.sights.items():
            if seat is None or sight.prompt is None:
                continue
            if self._sealed.get(seat) != (sight.prompt, sight.deadline):
                return seat
        return None

    def _until_ready(self, seat: int) -> float:
        """Seconds until this seat may act in a game against the clock; else 0."""
        at = self.at
        if at.info is None or at.info.epoch is None or seat not in at.sights:
            return 0
        ready_at: int = at.sights[seat].view["players"][seat]["ready_at"]
        return (at.epoch + ready_at - at.clock.now()) / 1000

    def _is_ready(self, seat: int) -> bool:
        return self.at.over or self._until_ready(seat) <= 0

    async def _move(self, seat: int) -> None:
        at = self.at
        sight = at.sights[seat]
        if sight.prompt is None:
            return
        asked = (sight.prompt, sight.deadline)
        sent = at.clock.now() if at.info is not None and at.info.epoch is not None else None
        answer = await at.act(seat, self.dice.choice(moves_of(sight.prompt)), sent=sent)
        if isinstance(answer, Refused):
            self.refused.append(answer)
            await at.until(lambda: at.over or self._now(seat) != asked, 0.05)
            return
        assert isinstance(answer, Accepted)
        self._moved += 1
        if answer.seq is None:
            self._sealed[seat] = asked
        elif at.sights[seat].undo and self._feels(self.habits.regrets, self._regretted):
            self._regretted += 1
            await at.ask("undo", table=at.table, seat=seat)

    def _now(self, seat: int) -> tuple[Any, int | None]:
        sight = self.at.sights[seat]
        return sight.prompt, sight.deadline

    async def _talk(self) -> None:
        if self._feels(self.habits.talks, self._said):
            self._said += 1
            await self.at.ask("say", table=self.at.table, words=f"{self.habits.words} {self._said}")
            await self.at.ask("emote", table=self.at.table, emote="wag")

    def _feels(self, often: float, done: int) -> bool:
        return done < self.habits.most and self.dice.random() < often
