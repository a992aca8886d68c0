"""The socket: one per client, for all the tables it watches."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency

from dogpark.play.refused import Refused as AgainstTheRules
from dogpark.server.entries import Who
from dogpark.server.http.outbox import Outbox
from dogpark.server.http.post import Post
from dogpark.server.http.security import TRY_LATER, origin_allowed
from dogpark.server.http.visitor import socket_pass, socket_person
from dogpark.server.live.lag import LagMeter
from dogpark.server.log.rows import Unavailable
from dogpark.server.ops import logs
from dogpark.server.ops.line import EXTENSION, Line
from dogpark.server.ops.metrics import Metrics
from dogpark.server.park.acting import OtherWay, act, act_at_once
from dogpark.server.park.allowance import Allowance
from dogpark.server.park.park import Park
from dogpark.server.park.sitting import MISSED_KEPT, Conflict, Outcome, Sitting, wall_ms
from dogpark.server.park.taking_back import take_back
from dogpark.server.people.register import Pass, People
from dogpark.server.settings import Settings
from dogpark.server.store.engine import Away
from dogpark.server.table import drafts, prompts
from dogpark.server.table.no import No
from dogpark.server.table.table import person_of
from dogpark.server.version import VERSION
from dogpark.wire import asks
from dogpark.wire.tells import Accepted, AnyTell, Closing, Pong, Refused, Welcome

MOST_TABLES = 64  # one socket may watch
MOST_WAITING = 8  # moves of live games that are not answered yet
PONGS = 8  # whose echo is still of interest
PATIENCE = 500  # refusals for haste before the connection is closed
IN_A_ROW = 32  # messages of one socket that are answered before the others have their turn
# What counts for more messages than one: whether taking back is fair is tried out in many worlds,
# and what is said is kept for good and told to everybody.
COSTS: dict[type, int] = {asks.Undo: 9, asks.Say: 9, asks.Emote: 4, asks.Watch: 2, asks.Explain: 1}
REPLAYED = 20  # entries of a table that is played again from its log count for one message
A_MOVE = '{"type":"act"'  # how a client's move begins, if it does as all of ours do
FAREWELL = 5.0  # seconds in which a client may take in why the connection is closed
# Close codes: why, for the client. 1012 means: come back, the service restarts.
UNKNOWN, FORBIDDEN, TOO_SLOW, TOO_MANY, FAULT, RESTART = 4401, 4403, 4408, 4429, 1011, 1012

log = logs.get(__name__)
_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[asks.AnyAsk] = msgspec.json.Decoder(asks.AnyAsk)
_id_of = msgspec.json.Decoder(dict[str, Any])


class Connection:
    """One socket, and the person behind it."""

    def __init__(self, who: Who, held: Pass, outbox: Outbox, park: Park, people: People) -> None:
        self.who = who
        self.held = held
        self.person = who.id
        self.muted: set[str] = set()
        self.outbox = outbox
        self.park = park
        self.people = people
        self.watched: dict[str, Sitting] = {}
        self.lag = LagMeter()
        self._pongs: dict[int, float] = {}  # when the latest were sent, for their echoes
        self._pong = 0
        self._later: set[asyncio.Task[None]] = set()
        rate = park.settings.messages_per_second
        self._allowances = (Allowance(rate), park.allowances.of(self.person, rate))
        self.hasty = 0
        self.ended = asyncio.Event()
        self._acting: asyncio.Task[None] | None = None  # a move that takes the long way
        self._busy = False  # one message after the other
        self._free: asyncio.Future[None] | None = None  # for who waits until it is not

    def send(self, message: bytes) -> None:
        self.outbox.put(message)

    def tell(self, message: AnyTell) -> None:
        self.outbox.put(_encode(message))

    # -- messages ---------------------------------------------------------------------------------

    async def hear(self, text: str | bytes) -> None:
        """Answers one message, whatever it is, once the one before it is answered."""
        while self._busy:
            if self._free is None or self._free.done():
                self._free = asyncio.get_running_loop().create_future()
            await self._free
        self._free = None
        received = time.monotonic()
        ask = self._understand(text, received)
        if ask is None:
            return
        self._busy = True
        try:
            await self._answered(ask, self._answer(ask))
        finally:
            self._done(received)

    def take(self, text: str) -> bool:
        """The short way of a move: it is on its way to the log before the next message is read.

        It needs neither a task nor a queue. False: ``hear`` it instead.
        """
        if self.ended.is_set():
            return True  # whatever else it sends, nobody hears
        # Where another message waits to be answered, this one comes after it.
        first = not self._busy and self._free is None
        if not first or self.outbox.full or not text.startswith(A_MOVE):
            return False
        received = time.monotonic()
        ask = self._understand(text, received)
        if ask is None:
            if self.hasty > PATIENCE:
                self.end()
            return True
        self._busy = True
        try:
            begun = isinstance(ask, asks.Act) and act_at_once(
                self, ask, partial(self._acted, ask, received)
            )
        except Exception as error:  # noqa: BLE001 (whatever it is, it is answered)
            self._refuse_for(ask, error)
            self._done(received)
        else:
            if not begun:
                self._act_later(ask, received)
        return True

    def _acted(self, ask: asks.Act, received: float, outcome: Outcome) -> None:
        """What came of a move that took the short way."""
        if not isinstance(outcome, BaseException):
            self.tell(Accepted(id=ask.id, table=ask.table, seq=outcome))
        elif isinstance(outcome, Conflict | OtherWay):
            self._act_later(ask, received)
            return
        else:
            self._refuse_for(ask, outcome)
        self._done(received)

    def _act_later(self, ask: asks.AnyAsk, received: float) -> None:
        """The long way, in a task of its own."""
        self._acting = asyncio.create_task(self._answered(ask, self._answer(ask)))
        self._acting.add_done_callback(lambda _: self._done(received))

    def _done(self, received: float) -> None:
        """A message is answered; the next, please."""
        self.park.metrics.acknowledge_seconds.observe(time.monotonic() - received)
        self._busy = False
        if self._free is not None and not self._free.done():
            self._free.set_result(None)

    def _understand(self, text: str | bytes, now: float) -> asks.AnyAsk | None:
        """A message, if it is one and this client may ask; else it is refused."""
        metrics = self.park.metrics
        metrics.messages_in.value += 1
        metrics.bytes_in.value += len(text)
        if not self._may_ask(now):
            self.hasty += 1
            self.refuse(_id(text), "too many", "That was a lot at once; slow down, please.")
            return None
        try:
            ask = _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self.refuse(_id(text), "unreadable", f"This is no message of ours: {error}")
            return None
        cost = COSTS.get(type(ask))
        if cost is not None:
            self._spend(cost)
        return ask

    def _may_ask(self, now: float) -> bool:
        mine, everywhere = self._allowances
        if not mine.take(now):
            return False
        if not everywhere.take(now):
            mine.spend(-1)  # it was not asked
            return False
        return True

    def _spend(self, messages: float) -> None:
        for allowance in self._allowances:
            allowance.spend(messages)

    def refuse(
        self,
        ask: int,
        kind: Any,
        words: str,
        rule: str | None = None,
        table: str | None = None,
    ) -> None:
        self.park.metrics.refusals[kind].inc()
        self.tell(Refused(id=ask, kind=kind, words=words, rule=rule, table=table))

    async def _answer(self, ask: asks.AnyAsk) -> None:
        match ask:
            case asks.Act():
                await act(self, ask)
            case asks.Ping():
                self._ping(ask)
            case asks.Watch():
                await self._watch(ask)
            case asks.Unwatch():
                self._unwatch(ask.table)
                self.tell(Accepted(id=ask.id, table=ask.table))
            case asks.Undo():
                await take_back(self, ask)
            case asks.Say():
                await self._do(ask, lambda table: drafts.say(table, self.who, ask.words))
            case asks.Emote():
                await self._do(ask, lambda table: drafts.emote(table, self.who, ask.emote))
            case asks.Explain():
                self._explain(ask)
            case asks.Mute():
                await self._mute(ask)

    def _ping(self, ask: asks.Ping) -> None:
        if ask.echo is not None:
            sent = self._pongs.pop(ask.echo, None)
            if sent is not None:
                self.lag.hear((time.monotonic() - sent) * 1000)
        self._pong += 1
        self._pongs[self._pong] = time.monotonic()
        self._pongs.pop(self._pong - PONGS, None)
        self.tell(Pong(id=ask.id, sent=ask.sent, now=time.time() * 1000, n=self._pong))

    def later(self, ask: asks.Act, work: Coroutine[Any, Any, None]) -> None:
        """Something that is answered later, while other messages are read."""
        if len(self._later) >= MOST_WAITING:
            work.close()
            raise No("too many", "Wait for your last moves to be answered, please.")
        task = asyncio.create_task(self._answered(ask, work))
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    async def _answered(self, ask: asks.AnyAsk, work: Coroutine[Any, Any, None]) -> None:
        """Does something, and says why it was not done if it was not."""
        try:
            await work
        except Exception as error:  # noqa: BLE001 (whatever it is, it is answered)
            self._refuse_for(ask, error)

    def _refuse_for(self, ask: asks.AnyAsk, error: BaseException) -> None:
        table = getattr(ask, "table", None)
        match error:
            case No():
                self.refuse(ask.id, error.kind, error.words, error.rule, table)
            case AgainstTheRules():
                self.refuse(ask.id, error.kind, error.message, error.rule, table)
            case Unavailable() | Away():
                words = "Saving is not possible just now. Nothing is lost: please try again in a moment."
                self.refuse(ask.id, "wait", words, None, table)
            case _:
                log.error("message not answered", type=ask.__struct_config__.tag, exc_info=error)
                words = (
                    "A fault of ours: it may or may not have been done. Please look, and try again."
                )
                self.refuse(ask.id, "fault", words, None, table)

    async def _do(self, ask: asks.Say | asks.Emote, wish: Any) -> None:
        seq = await self.watching(ask.table).do(wish)
        self.tell(Accepted(id=ask.id, table=ask.table, seq=seq))

    def watching(self, table: str) -> Sitting:
        """A table this socket watches: only there may it do anything."""
        sitting = self.watched.get(table)
        if sitting is None:
            raise No("unknown", "Watch the table first.")
        return sitting

    async def _watch(self, ask: asks.Watch) -> None:
        if len(self.watched) >= MOST_TABLES and ask.table not in self.watched:
            raise No("too many", f"A connection watches at most {MOST_TABLES} tables.")
        at_hand = ask.table in self.park.sittings
        sitting = await self.park.sitting(ask.table)
        missed = 0 if ask.after is None else sitting.table.seq - ask.after
        if not at_hand or missed > MISSED_KEPT:
            self._spend(sitting.table.seq / REPLAYED)
        await sitting.watch(self, ask)
        self.watched[ask.table] = sitting
        await self.park.presence.came(sitting, self.person)

    def _unwatch(self, table: str) -> None:
        sitting = self.watched.pop(table, None)
        if sitting is not None:
            self.park.presence.went(self, sitting)

    def _explain(self, ask: asks.Explain) -> None:
        table = self.watching(ask.table).table
        if ask.seat not in table.seats_of(self.person):
            raise No("not allowed", "That is not your seat.")
        if table.position is None:
            raise No("not your turn", "The game has not begun yet.")
        words = prompts.explain(table.asking(ask.seat), ask.seat, ask.move)
        self.tell(Accepted(id=ask.id, table=ask.table, words=words))

    async def _mute(self, ask: asks.Mute) -> None:
        await self.people.mute(self.person, ask.person, ask.muted)
        for mine in self.park.connections:  # on whichever device they asked for it
            if mine.person == self.person:
                (mine.muted.add if ask.muted else mine.muted.discard)(ask.person)
        self.tell(Accepted(id=ask.id))

    def end(self) -> None:
        """The connection is to be closed: its reader is too slow, or its person is gone for good."""
        self.ended.set()

    def gone(self) -> None:
        for task in self._later:
            task.cancel()
        if self._acting is not None:
            self._acting.cancel()
        for table in list(self.watched):
            self._unwatch(table)


@websocket("/api/socket")
async def socket(
    socket: WebSocket[Any, Any, Any],
    park: NamedDependency[Park],
    people: NamedDependency[People],
    settings: NamedDependency[Settings],
    metrics: NamedDependency[Metrics],
    post: NamedDependency[Post],
) -> None:
    """Play, watch and talk. The messages are described in the socket's reference."""
    if not origin_allowed(socket.headers, settings):
        await socket.accept()  # a page is told a close code, but not why it was not let in at all
        await socket.close(code=FORBIDDEN, reason="This page may not connect here.")
        return
    try:
        who = await socket_person(socket, people, settings)
        muted = set() if who is None else await people.muted_by(who.id)
    except Away:
        await socket.accept()
        await socket.close(code=TRY_LATER, reason="Out of order for a moment; connect again.")
        return
    await socket.accept()
    if who is None:
        await socket.close(code=UNKNOWN, reason="Ask /api/me who you are first, or bring a token.")
        return

    # Past the handshake messages go straight to the server: the framework's layers in between
    # would cost as much as the message itself.
    line: Line = cast("Any", socket.scope)["extensions"][EXTENSION]
    outbox = Outbox(line, post)
    connection = Connection(who, socket_pass(socket, people, who), outbox, park, people)
    outbox.on_overflow = connection.end
    connection.muted = muted
    line.on_message = connection.take
    connection.tell(
        Welcome(you=person_of(who), now=wall_ms(), version=VERSION, emotes=list(drafts.EMOTES))
    )
    metrics.sockets.inc()
    park.connections.add(connection)
    reader = asyncio.create_task(_read(line, connection))
    ended = asyncio.create_task(connection.ended.wait())
    try:
        await asyncio.wait({reader, ended}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        line.on_message = None
        park.connections.discard(connection)
        connection.gone()
        metrics.sockets.dec()
        metrics.messages_out.inc(outbox.sent_messages)
        metrics.bytes_out.inc(outbox.sent_bytes)
        code, reason = 1000, ""
        if outbox.overflowed:
            metrics.slow_sockets.inc()
            code, reason = TOO_SLOW, "Too slow; connect again and catch up."
        elif connection.hasty > PATIENCE:
            code, reason = TOO_MANY, "Too many messages."
        elif connection.ended.is_set():
            code, reason = UNKNOWN, "You are not known here any more."
        outbox.close()
        for task in (reader, ended):
            task.cancel()
        for fault in await asyncio.gather(reader, ended, return_exceptions=True):
            if isinstance(fault, Exception):
                log.error("socket failed", exc_info=fault)
                code, reason = FAULT, "A fault of ours; connect again."
        closed = reader.done() and not reader.cancelled() and reader.exception() is None
        if not (closed and code == 1000):  # else the client has closed it
            with suppress(RuntimeError, OSError):  # it was gone already
                async with asyncio.timeout(FAREWELL):  # who does not read is not told
                    await socket.close(code=code, reason=reason)


async def _read(line: Line, connection: Connection) -> None:
    heard = 0
    while connection.hasty <= PATIENCE:
        event: Any = await line.receive()
        if event["type"] == "websocket.disconnect" or connection.ended.is_set():
            return
        if event["type"] == "websocket.receive":
            await connection.hear(event.get("text") or event.get("bytes") or b"")
            heard += 1
            if connection.outbox.full:
                await connection.outbox.room()
            elif heard % IN_A_ROW == 0:
                await asyncio.sleep(0)


async def say_goodbye(park: Park) -> None:
    """Tells everybody to come back in a moment, not all in the same: the server is going away."""
    for connection in tuple(park.connections):
        after = 200 + secrets.randbelow(800)
        connection.tell(Closing(words="The server restarts; nothing is lost.", after=after))
    await asyncio.gather(*(connection.outbox.flush(1.0) for connection in park.connections))


def _id(text: str | bytes) -> int:
    """The number of a message that is otherwise unreadable, so that its sender knows which."""
    try:
        found = _id_of.decode(text).get("id", -1)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return -1
    return found if type(found) is int and 0 <= found <= 2**53 else -1
