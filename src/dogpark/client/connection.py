"""A socket to a server that outlives lost connections and restarting servers.

Every message is answered, and answers are matched by number. When the connection breaks, the
client connects again, asks for what it missed at each table, and sends again what was never
answered: an action under its old key, so that the server carries it out once however often it
hears of it.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeAlias

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from dogpark.client.backoff import USUAL, Backoff
from dogpark.client.clock import Clock
from dogpark.client.http import Api, NoServer
from dogpark.client.watched import Watched
from dogpark.wire.asks import Act, AnyAsk, Emote, Explain, Mute, Ping, Say, Undo, Unwatch, Watch
from dogpark.wire.tells import (
    Accepted,
    AnyTell,
    Closing,
    Pong,
    Refused,
    Snapshot,
    Update,
    Welcome,
)

Answer: TypeAlias = Accepted | Refused

log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[AnyTell] = msgspec.json.Decoder(AnyTell)

FOR_GOOD = (401, 403, 404, 4401, 4403)  # trying again would not help; the latter are close codes
PASSING = ("wait", "too many")  # refusals that say nothing about what was asked
NEVER_TWICE = (Undo, Say, Emote, Ping)  # without a key: sent again, they might be done again
FIRST_PINGS = 5
GREETING = 10  # seconds within which a server says welcome


class ConnectionLost(Exception):
    """The connection ended before the answer came; it may have happened, or not."""


class NotLetIn(Exception):
    """The server does not want this person here."""


@dataclass
class _Asked:
    """A message that was not answered yet, and who waits for the answer, if anybody."""

    ask: AnyAsk
    answer: asyncio.Future[AnyTell] | None

    def settle(self, told: AnyTell) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(told)

    def fail(self, error: Exception) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(error)


class Connection:
    """One person's socket. ``async with Connection(api) as park: …`` waits for the welcome.

    Who knows already which table will be watched names it as ``table``: where a server has several
    processes, the one that has the table can take the connection. It is not watched by that alone.
    """

    def __init__(
        self,
        api: Api,
        *,
        table: str | None = None,
        backoff: Backoff = USUAL,
        ping_every: float = 10,
    ) -> None:
        self.api = api
        self.clock = Clock()
        self.welcome: Welcome | None = None
        self.tables: dict[str, Watched] = {}
        self.reconnects = 0
        self._first_table = table
        self._backoff = backoff
        self._ping_every = ping_every
        self._socket: ClientConnection | None = None
        self._asked: dict[int, _Asked] = {}
        self._numbers = itertools.count(1)
        self._keys = map(f"{secrets.token_urlsafe(9)}-{{}}".format, itertools.count(1))
        self._pause: float | None = None  # seconds the server asked us to stay away
        self._task: asyncio.Task[None] | None = None
        self._later: set[asyncio.Task[None]] = set()
        self._ready: asyncio.Future[None] | None = None

    @property
    def connected(self) -> bool:
        return self._socket is not None

    async def __aenter__(self) -> Self:
        self._ready = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._stay_connected())
        try:
            await self._ready
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        tasks = [*self._later, *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._task = None
        self._end(ConnectionLost("the connection was closed"))

    # -- asking -----------------------------------------------------------------------------------

    async def watch(
        self, table: str, invite: str | None = None, *, words: bool = True
    ) -> Watched | Refused:
        """Follows a table from now on, through all connections to come."""
        watched = self.tables.setdefault(table, Watched(table, invite, words=words))
        answer = await self._ask(self._watch(watched))
        return answer if isinstance(answer, Refused) else watched

    async def unwatch(self, table: str) -> Answer:
        watched = self.tables.pop(table, None)
        if watched is not None:
            watched.end()
        return await self._ask_plainly(Unwatch(id=next(self._numbers), table=table))

    async def act(
        self, table: str, seat: int, move: Mapping[str, Any], *, key: str | None = None
    ) -> Answer:
        """Makes a move. While the server cannot save, it is tried again under the same key."""
        key = key or next(self._keys)
        watched = self.tables.get(table)
        live = watched is not None and watched.live and self.clock.known
        sent = self.clock.now() if live else None
        waits = self._backoff.waits()
        while True:
            number = next(self._numbers)
            ask = Act(id=number, table=table, seat=seat, move=dict(move), key=key, sent=sent)
            answer = await self._ask_plainly(ask)
            if isinstance(answer, Accepted) or answer.kind != "wait":
                return answer
            await asyncio.sleep(next(waits))

    async def undo(self, table: str, seat: int) -> Answer:
        return await self._ask_plainly(Undo(id=next(self._numbers), table=table, seat=seat))

    async def explain(self, table: str, seat: int, move: Mapping[str, Any]) -> Answer:
        ask = Explain(id=next(self._numbers), table=table, seat=seat, move=dict(move))
        return await self._ask_plainly(ask)

    async def say(self, table: str, words: str) -> Answer:
        return await self._ask_plainly(Say(id=next(self._numbers), table=table, words=words))

    async def emote(self, table: str, emote: str) -> Answer:
        return await self._ask_plainly(Emote(id=next(self._numbers), table=table, emote=emote))

    async def mute(self, person: str, *, muted: bool = True) -> Answer:
        return await self._ask_plainly(Mute(id=next(self._numbers), person=person, muted=muted))

    def _watch(self, watched: Watched) -> Watch:
        return Watch(
            id=next(self._numbers),
            table=watched.table,
            after=watched.seq or None,
            invite=watched.invite,
            words=watched.words,
        )

    async def _ask_plainly(self, ask: AnyAsk) -> Answer:
        answer = await self._ask(ask)
        if isinstance(answer, Accepted | Refused):
            return answer
        raise ConnectionLost(f"the server answered {ask} with {answer}")

    async def _ask(self, ask: AnyAsk) -> AnyTell:
        if self._task is None or self._task.done():
            raise ConnectionLost("this connection is closed")
        answer: asyncio.Future[AnyTell] = asyncio.get_running_loop().create_future()
        self._asked[ask.id] = _Asked(ask, answer)
        try:
            await self._send(ask)
            return await answer
        finally:
            self._asked.pop(ask.id, None)

    async def _send(self, ask: AnyAsk) -> None:
        """Sends it now; without a connection it is sent once there is one."""
        if self._socket is None:
            return
        try:
            await self._socket.send(_encode(ask), text=True)
        except ConnectionClosed:
            log.debug("the connection broke while sending")

    def _send_later(self, ask: AnyAsk) -> None:
        async def wait_and_send() -> None:
            await asyncio.sleep(self._backoff.first)
            if ask.id in self._asked:
                await self._send(ask)

        task = asyncio.create_task(wait_and_send())
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    # -- being connected --------------------------------------------------------------------------

    @property
    def _hint(self) -> str | None:
        """The table that is watched longest; before any is, the one that was announced."""
        return next(iter(self.tables), self._first_table)

    async def _stay_connected(self) -> None:
        try:
            while True:
                await self._connect_once()
        except (NoServer, NotLetIn) as error:
            self._end(error)

    async def _connect_once(self) -> None:
        """Connects, however many tries it takes, and returns when that connection has ended."""
        for wait in self._backoff.waits():
            try:
                await self._session()
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError) as error:
                self._judge(error)
            welcomed = self.connected
            self._disconnected()
            pause, self._pause = self._pause, None
            # All who were sent away would otherwise come back in the same instant.
            await asyncio.sleep(wait if pause is None else pause * random.uniform(1, 1.25))
            if welcomed:
                return

    def _judge(self, error: Exception) -> None:
        """Whether it is worth trying again."""
        if isinstance(error, InvalidStatus) and error.response.status_code in FOR_GOOD:
            raise NotLetIn(f"{self.api.address} lets nobody in like that: {error}") from error
        if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in FOR_GOOD:
            raise NotLetIn(error.rcvd.reason) from error
        if self.welcome is None:
            raise NoServer(f"no server answers at {self.api.address}: {error}") from error
        log.info("not connected to %s: %s", self.api.address, error)

    async def _session(self) -> None:
        """One connection, from the welcome to its end."""
        async with connect(
            self.api.address.socket_for(self._hint),
            additional_headers=self.api.headers(),
            compression=None,
            max_size=None,  # a snapshot is as long as it is
            proxy=None,
        ) as socket:
            async with asyncio.timeout(GREETING):
                greeting = self._hear(await socket.recv())
            if not isinstance(greeting, Welcome):
                if not isinstance(greeting, Closing):
                    self._judge(ConnectionError("it did not say welcome"))
                return
            await self._resume(socket)
            pinging = asyncio.create_task(self._keep_time())
            try:
                async for message in socket:
                    if isinstance(self._hear(message), Closing):
                        return
            finally:
                pinging.cancel()

    async def _resume(self, socket: ClientConnection) -> None:
        """After a welcome: what was missed is asked for, what was not answered is sent again."""
        if self._ready is not None and not self._ready.done():
            self._ready.set_result(None)
        else:
            self.reconnects += 1
        unanswered = [asked.ask for asked in self._asked.values()]
        underway = {ask.table for ask in unanswered if isinstance(ask, Watch)}
        again = [self._watch(w) for w in self.tables.values() if w.table not in underway]
        for watch in again:
            self._asked[watch.id] = _Asked(watch, None)
        self._socket = socket
        for ask in (*again, *unanswered):
            await self._send(ask)

    def _disconnected(self) -> None:
        self._socket = None
        words = "the connection was lost before the answer came; look before you try again"
        for asked in list(self._asked.values()):
            if isinstance(asked.ask, NEVER_TWICE):
                asked.fail(ConnectionLost(words))
                del self._asked[asked.ask.id]
            elif asked.answer is None:
                del self._asked[asked.ask.id]  # the table will be asked for anew

    def _end(self, error: Exception) -> None:
        if self._ready is not None and not self._ready.done():
            self._ready.set_exception(error)
        for asked in self._asked.values():
            asked.fail(error)
        self._asked.clear()
        for watched in self.tables.values():
            watched.end()
        self.tables.clear()

    async def _keep_time(self) -> None:
        """A few pings at once, then one now and then."""
        for number in itertools.count():
            if number >= FIRST_PINGS:
                await asyncio.sleep(self._ping_every)
            try:
                await self._ask(Ping(id=next(self._numbers), sent=self.clock.own()))
            except ConnectionLost:
                return

    # -- hearing ----------------------------------------------------------------------------------

    def _hear(self, message: str | bytes) -> AnyTell | None:
        received = self.clock.own()
        try:
            told = _decoder.decode(message)
        except msgspec.DecodeError as error:
            log.warning("a message that this client does not understand: %s", error)
            return None
        match told:
            case Welcome():
                self.welcome = told
                self.clock.hint(told.now, received)
            case Pong():
                self.clock.add(told.sent, told.now, received)
                self._answer(told.id, told)
            case Accepted() | Refused():
                self._answer(told.id, told)
            case Snapshot():
                if told.table in self.tables:
                    self.tables[told.table].show(told)
                self._answer(told.id, told)
            case Update():
                if told.table in self.tables:
                    self.tables[told.table].update(told)
            case Closing():
                self._pause = told.after / 1000
        return told

    def _answer(self, number: int, told: AnyTell) -> None:
        asked = self._asked.get(number)
        if asked is None:
            return
        if isinstance(asked.ask, Watch) and isinstance(told, Refused):
            if told.kind in PASSING:
                self._send_later(asked.ask)
                return
            watched = self.tables.pop(asked.ask.table, None)
            if watched is not None:
                watched.end(told)
        del self._asked[number]
        asked.settle(told)
