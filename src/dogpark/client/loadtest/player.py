"""Scripted players and spectators: each on a socket of its own, at one table.

A player makes any legal move as soon as it is asked and its table's pace allows. It never makes
two at a time: the next one waits until the last is acknowledged. What a move has led to is told
before the acknowledgement, so the prompt is then a new one.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from time import perf_counter
from typing import Protocol

import msgspec

from dogpark.client.backoff import Backoff
from dogpark.client.http import Api
from dogpark.client.loadtest.figures import Figures
from dogpark.client.loadtest.messages import (
    Accepted,
    Closing,
    Part,
    Prompt,
    Refused,
    Snapshot,
    Update,
    Welcome,
    decode,
)
from dogpark.client.loadtest.pace import Pace
from dogpark.client.loadtest.socket import Socket, open_socket

BACKOFF = Backoff(first=0.1, longest=2)
SECOND_THOUGHTS = 0.2  # seconds after a refusal
SLOWER = 1.0  # seconds after being told to slow down
REMEMBERED = 64  # updates


class Run(Protocol):
    """What players ask of the test they are part of."""

    figures: Figures
    running: bool  # moves are made
    over: bool  # connections that end now may stay so

    def finished(self, table: Table) -> None: ...

    def spawn_reconnect(self, viewer: Viewer) -> None: ...


class Table:
    """One table, as its players here share it."""

    def __init__(self, run: Run, gap: float, *, with_bots: bool, words: bool) -> None:
        self.run = run
        self.words = words
        self.pace = Pace(gap, with_bots=with_bots)
        self.id = ""
        self.invite: str | None = None
        self.viewers: list[Viewer] = []
        self._acknowledged: set[int] = set()
        self._shown: dict[int, Viewer | None] = {}  # to whom each number was; None: to several
        self._finished = False

    def begin(self, table: str, invite: str | None) -> None:
        """A game on it, or on the one that came after it."""
        self.id, self.invite = table, invite
        self._acknowledged.clear()
        self._shown.clear()
        self._finished = False

    def acknowledged(self, mover: Player, seq: int) -> None:
        """Somebody's move was saved: measures when the others see it."""
        if seq in self._acknowledged:
            self.run.figures.err("two moves were acknowledged under one number")
        self._acknowledged.add(seq)
        moved = Moved(mover, seq, mover.sent)
        for viewer in self.viewers:
            if viewer is not mover:
                viewer.look_for(moved)

    def show(self, viewer: Viewer, seq: int) -> None:
        """Somebody was told of the move with this very number."""
        if self._shown.setdefault(seq, viewer) is not viewer:
            self._shown[seq] = None

    def was_shown(self, moved: Moved) -> bool:
        """Whether anybody else was told of this very move. Of secret ones nobody is."""
        return self._shown.get(moved.seq, moved.mover) is not moved.mover

    def ended(self) -> None:
        if not self._finished:
            self._finished = True
            self.run.finished(self)


class Moved(msgspec.Struct):
    """A move that was acknowledged."""

    mover: Player
    seq: int
    sent: float


class Viewer:
    """Anybody who watches a table: a spectator, and what players have in common with them."""

    def __init__(self, run: Run, table: Table, api: Api) -> None:
        self.run = run
        self.table = table
        self.api = api
        self.seq = 0  # the latest seen
        self.ready = asyncio.Event()  # once the table was seen
        self._socket: Socket | None = None
        self._seen: deque[tuple[int, float, bool]] = deque(maxlen=REMEMBERED)
        self._awaited: deque[Moved] = deque()  # not yet seen here
        self._watches = 0  # ids of watches are even, those of moves odd

    # -- connection -------------------------------------------------------------------------------

    async def connect(self) -> None:
        await open_socket(self, self.api.address, self.api.headers(), self.table.id)

    def opened(self, socket: Socket) -> None:
        self._socket = socket
        self.run.figures.sockets += 1

    def lost(self, why: str) -> None:
        self._socket = None
        self.run.figures.sockets -= 1
        if not self.run.over:
            self.run.figures.reconnects += 1
            self.run.spawn_reconnect(self)

    async def reconnect(self) -> None:
        """Tries until it succeeds; what was missed is asked for."""
        for wait in BACKOFF.waits():
            await asyncio.sleep(wait)
            if self.run.over:
                return
            try:
                await self.connect()
            except OSError:
                continue
            return

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
            self.run.figures.sockets -= 1

    def watch(self) -> None:
        """Asks to be told of the table, from the last number seen on."""
        self._watches += 2
        ask = {
            "type": "watch",
            "id": self._watches,
            "table": self.table.id,
            "invite": self.table.invite,
            "after": self.seq or None,
            "words": self.table.words,
        }
        self.send(msgspec.json.encode(ask))

    def send(self, message: bytes) -> None:
        """Sends it now, if there is a connection; else it is sent when there is one again."""
        if self._socket is not None:
            self._socket.send(message)

    def change_table(self, old: str) -> None:
        """To the game after this one."""
        self._watches += 2
        self.send(f'{{"type":"unwatch","id":{self._watches},"table":"{old}"}}'.encode())
        self.seq = 0
        self._seen.clear()
        self._awaited.clear()
        self.watch()

    # -- messages ---------------------------------------------------------------------------------

    def hear(self, message: bytes) -> None:
        told = decode(message)
        now = perf_counter()
        # The commonest first; a match statement is slower, and this is done for every message.
        if isinstance(told, Update):
            if told.table == self.table.id:
                self._see(told, now)
        elif isinstance(told, Accepted):
            self.accepted(told, now)
        elif isinstance(told, Refused):
            self.refused(told)
        elif isinstance(told, Snapshot):
            if told.table == self.table.id:
                self._see(told, now)
                self.ready.set()
                self.resume()
        elif isinstance(told, Welcome):
            self.watch()
        elif isinstance(told, Closing) and self._socket is not None:
            self.close()
            self.run.spawn_reconnect(self)

    def accepted(self, told: Accepted, now: float) -> None:
        """A spectator makes no moves; this answers an unwatch."""

    def refused(self, told: Refused) -> None:
        if told.kind in ("wait", "too many"):
            asyncio.get_running_loop().call_later(SLOWER, self.watch)
        else:
            self.run.figures.err(f"a table could not be watched: {told.words}")

    def resume(self) -> None:
        """After a new connection."""

    def look_for(self, moved: Moved) -> None:
        """A move was acknowledged; when was it, or will it be, seen here?"""
        if moved.seq > self.seq:
            self._awaited.append(moved)
            return
        first = None
        for seen in reversed(self._seen):
            if seen[0] < moved.seq:
                break
            first = seen
        if first is not None:
            self._note(moved, first[1], first[2] and first[0] == moved.seq)

    def _see(self, told: Snapshot | Update, now: float) -> None:
        self.seq = seq = told.seq
        asked = self.look(told.parts)
        self._seen.append((seq, now, asked))
        self.table.show(self, seq)
        awaited = self._awaited
        while awaited and awaited[0].seq <= seq:
            moved = awaited.popleft()
            self._note(moved, now, asked and moved.seq == seq)
        if told.info is not None and told.info.status in ("over", "closed"):
            self.table.ended()

    def look(self, parts: list[Part]) -> bool:
        """What is new; whether this seat is now asked something."""
        return False

    def _note(self, moved: Moved, now: float, asked: bool) -> None:
        if not self.table.was_shown(moved):
            return
        figures = self.run.figures
        figures.seen.add(now - moved.sent)
        if asked:
            figures.asked.add(now - moved.sent)


class Player(Viewer):
    """One seat at a table."""

    def __init__(self, run: Run, table: Table, api: Api, seat: int) -> None:
        super().__init__(run, table, api)
        self.seat = seat
        self.sent = 0.0  # when the latest move was
        self._prompt: Prompt | None = None
        self._flight: bytes | None = None  # the move that is not answered yet
        self._number = 1
        self._key = secrets.token_urlsafe(6)
        self._timer: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> bool:
        """Whether a move of this player is still unanswered."""
        return self._flight is not None

    def look(self, parts: list[Part]) -> bool:
        if parts:
            self._prompt = parts[0].prompt
        if self._prompt is None:
            return False
        self.consider()
        return True

    def consider(self) -> None:
        """Makes a move if one is asked for and the last one is through, at the table's pace."""
        if (
            self._prompt is None
            or self._flight is not None
            or self._timer is not None
            or not self.run.running
        ):
            return
        now = perf_counter()
        slot = self.table.pace.slot(now)
        if slot > now:
            self._timer = asyncio.get_running_loop().call_later(slot - now, self._on_time)
        else:
            self._act()

    def _on_time(self) -> None:
        self._timer = None
        if self._flight is not None:
            self.send(self._flight)  # it is tried again
        elif self._prompt is not None and self.run.running:
            self._act()

    def _act(self) -> None:
        assert self._prompt is not None
        move = self._prompt.pick()
        if not move:
            return
        self._number += 2
        self._flight = b'{"type":"act","id":%d,"table":"%s","seat":%d,"key":"%s-%d","move":%s}' % (
            self._number,
            self.table.id.encode(),
            self.seat,
            self._key.encode(),
            self._number,
            move,
        )
        self.sent = perf_counter()
        self.send(self._flight)

    def accepted(self, told: Accepted, now: float) -> None:
        if told.id != self._number or self._flight is None:
            return
        self._flight = None
        if not self.run.running:
            return  # in time for the game, but not for the figures
        figures = self.run.figures
        figures.accepted += 1
        figures.acknowledged.add(now - self.sent)
        if told.seq is None:
            figures.err("a move was acknowledged without a number")
            return
        self.table.acknowledged(self, told.seq)
        self.consider()

    def refused(self, told: Refused) -> None:
        if told.id != self._number:
            super().refused(told)
            return
        self.run.figures.refuse(told.kind)
        again = told.kind in ("wait", "too many")
        if not again:
            self._flight = None
        if self._timer is None:
            wait = SLOWER if told.kind == "too many" else SECOND_THOUGHTS
            self._timer = asyncio.get_running_loop().call_later(wait, self._on_time)

    def resume(self) -> None:
        if self._flight is not None:
            self.send(self._flight)

    def change_table(self, old: str) -> None:
        self._prompt, self._flight = None, None
        super().change_table(old)
