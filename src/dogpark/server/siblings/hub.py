"""The hub: it writes the log for all siblings, and what they must know of each other goes through it.

Rows that wait together share one commit, whoever sent them. Each sibling is then told what was
added by others. Who wants to change the database besides asks for a turn, and the log waits so
long: SQLite lets one write at a time, and would let the others try again after a while.

It also knows who lives: who is connected, and was heard of lately. Signs of life in the database would
each take a turn there, with the log waiting.

It ends when the family's line to it does and all siblings have gone, and not on signals: what they
have sent before they were killed is still written.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import sys
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from enum import IntEnum
from pathlib import Path
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from typing import Any

from dogpark.server.log.scribe import Line, connect, pack, unpack_whole, write
from dogpark.server.people.levels import Levels
from dogpark.server.siblings.place import BEAT, SIGN

CHUNK = 1 << 18
LONGEST_TURN = 15.0  # seconds; who has it for longer waits for something that never comes
STANDSTILL = 1.0  # seconds; a hub that was busy for so long has heard nobody meanwhile
NEWS_WAIT = (
    0.005  # seconds that news waits for an answer with which it can go: each wakes a process
)
MOST_UNSENT = 1 << 24  # bytes; a sibling that takes nothing in for so long has to begin anew


class Kind(IntEnum):
    """What a message is about. All are (kind, number, what); an answer has the number of its question."""

    ROWS = 0  # to be written: for each, whether it is the first of its number
    TURN = 1  # to change the database: answered when it has come
    DONE = 2  # that turn is over, or not wanted any more
    NEWS = 3  # (table, number) each: told to all the others
    TAKE = 4  # one from a bucket: the seconds to wait for it
    ALIVE = 5  # a sign of life: who lives, or nothing while the hub is too new to know
    THERE = 6  # whether it is there: answered with nothing, at once


class _Sibling:
    """A process at the other end of a socket."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.heard = bytearray()
        self.unsent = bytearray()
        self.news: dict[str, int] = {}  # how far tables have come, to be told
        self.news_due = 0.0
        self.name: str | None = None
        self.alive_at = 0.0  # when it last said so


class Hub:
    """Serves siblings, one message after the other."""

    def __init__(self, file: str, pragmas: list[str], listening: socket.socket) -> None:
        self._file = file
        self._pragmas = pragmas
        self._connection: sqlite3.Connection | None = None
        self._heard = memoryview(bytearray(CHUNK))  # memory for as much anew each time costs more
        self._selector = DefaultSelector()
        self._siblings: set[_Sibling] = set()
        self._batches: list[tuple[_Sibling, int, list[Line]]] = []
        self._turns: deque[tuple[_Sibling, int]] = deque()
        self._turn: tuple[_Sibling, int] | None = None
        self._turn_ends = 0.0
        self._levels = Levels()
        self._hears_since = time.monotonic()
        self._beat_due = 0.0
        self._listening = listening
        listening.setblocking(False)
        self._selector.register(listening, EVENT_READ)

    def serve(self, life: socket.socket) -> None:
        """Until ``life`` ends, and everybody has gone."""
        self._selector.register(life, EVENT_READ)
        alive = True
        while alive or self._siblings:
            self._live(life)
            ready = self._selector.select(self._wait())
            began = time.monotonic()
            for key, events in ready:
                if key.fileobj is self._listening:
                    self._welcome()
                elif key.fileobj is life:
                    if _over(life):
                        self._selector.unregister(life)
                        alive = False
                elif isinstance(key.data, _Sibling):
                    self._attend(key.data, events)
            if self._turn is None or time.monotonic() >= self._turn_ends:
                self._turn = None
                self._write()
                self._next_turn()
            self._tell_news()
            if time.monotonic() - began > STANDSTILL:
                self._hears_since = time.monotonic()
        if self._connection is not None:
            self._connection.close()

    def _live(self, life: socket.socket) -> None:
        """Tells the family that the hub lives, now and then."""
        now = time.monotonic()
        if now >= self._beat_due:
            self._beat_due = now + BEAT
            with suppress(OSError):  # it does not listen now, or not any more
                life.send(SIGN, socket.MSG_DONTWAIT)

    # -- siblings ---------------------------------------------------------------------------------

    def _welcome(self) -> None:
        line, _ = self._listening.accept()
        line.setblocking(False)
        sibling = _Sibling(line)
        self._siblings.add(sibling)
        self._selector.register(line, EVENT_READ, sibling)

    def _attend(self, sibling: _Sibling, events: int) -> None:
        try:
            if events & EVENT_WRITE:
                self._send(sibling)
            if events & EVENT_READ:
                size = sibling.line.recv_into(self._heard)
                if not size:
                    self._part_with(sibling)
                    return
                sibling.heard += self._heard[:size]
                for message in unpack_whole(sibling.heard):
                    self._take(sibling, *message)
        except BlockingIOError:
            pass
        except OSError:
            self._part_with(sibling)

    def _part_with(self, sibling: _Sibling) -> None:
        """What it has sent is written; nobody waits for a turn of its."""
        if sibling not in self._siblings:
            return
        self._siblings.discard(sibling)
        self._selector.unregister(sibling.line)
        sibling.line.close()
        self._turns = deque(turn for turn in self._turns if turn[0] is not sibling)
        if self._turn is not None and self._turn[0] is sibling:
            self._turn = None

    def _take(self, sibling: _Sibling, kind: int, number: int, what: Any) -> None:
        if kind == Kind.ROWS:
            self._batches.append((sibling, number, what))
        elif kind == Kind.TURN and sibling in self._siblings:
            self._turns.append((sibling, number))
        elif kind == Kind.DONE:
            self._done(sibling, number)
        elif kind == Kind.NEWS:
            self._tell_others(sibling, what)
        elif kind == Kind.TAKE:
            whose, burst, per_second = what
            wait = self._levels.take(whose, burst, per_second, time.monotonic())
            self._tell(sibling, Kind.TAKE, number, wait)
        elif kind == Kind.ALIVE:
            sibling.name, silence = what
            sibling.alive_at = time.monotonic()
            self._tell(sibling, Kind.ALIVE, number, self._living(sibling.alive_at - silence))
        elif kind == Kind.THERE:
            self._tell(sibling, Kind.THERE, number, None)

    def _living(self, since: float) -> list[str] | None:
        """Who was heard of since then; of a time in which this hub heard nobody, nobody knows."""
        if since < self._hears_since:
            return None
        return [one.name for one in self._siblings if one.name and one.alive_at >= since]

    # -- telling ----------------------------------------------------------------------------------

    def _tell(self, sibling: _Sibling, kind: Kind, number: int, what: object) -> None:
        if sibling not in self._siblings:
            return
        self._pack_news(sibling)
        sibling.unsent += pack((int(kind), number, what))
        self._send_or_part(sibling)

    def _send_or_part(self, sibling: _Sibling) -> None:
        try:
            self._send(sibling)
        except OSError:
            self._part_with(sibling)

    def _tell_others(self, teller: _Sibling, news: Iterable[tuple[str, int]]) -> None:
        for sibling in self._siblings:
            if sibling is not teller:
                if not sibling.news:
                    sibling.news_due = time.monotonic() + NEWS_WAIT
                for table, seq in news:
                    sibling.news[table] = max(seq, sibling.news.get(table, 0))

    def _pack_news(self, sibling: _Sibling) -> None:
        if sibling.news:
            sibling.unsent += pack((int(Kind.NEWS), 0, list(sibling.news.items())))
            sibling.news = {}

    def _tell_news(self) -> None:
        """To those to whom nothing else was said for a while."""
        now = time.monotonic()
        for sibling in tuple(self._siblings):
            if sibling.news and sibling.news_due <= now:
                self._pack_news(sibling)
                self._send_or_part(sibling)

    def _wait(self) -> float:
        """Seconds until something is due by itself."""
        due = [self._beat_due]
        due += [sibling.news_due for sibling in self._siblings if sibling.news]
        if self._turn is not None:
            due.append(self._turn_ends)
        return max(0.0, min(due) - time.monotonic())

    def _send(self, sibling: _Sibling) -> None:
        """As much as it takes in; the rest when it takes more."""
        try:
            sent = sibling.line.send(sibling.unsent)
        except BlockingIOError:
            sent = 0
        except ConnectionError:  # it has gone; reading comes to that, after all that it sent
            sent = len(sibling.unsent)
        del sibling.unsent[:sent]
        if len(sibling.unsent) > MOST_UNSENT:
            raise ConnectionAbortedError
        events = EVENT_READ | EVENT_WRITE if sibling.unsent else EVENT_READ
        if self._selector.get_key(sibling.line).events != events:
            self._selector.modify(sibling.line, events, sibling)

    # -- the database -----------------------------------------------------------------------------

    def _write(self) -> None:
        """All that waits, in one commit."""
        batches, self._batches = self._batches, []
        if not batches:
            return
        taken = self._saved([row for _, _, rows in batches for row in rows])
        at = 0
        for sibling, number, rows in batches:
            if isinstance(taken, str):
                self._tell(sibling, Kind.ROWS, number, taken)
                continue
            mine = taken[at : at + len(rows)]
            at += len(rows)
            news = _reached(row for row, first in zip(rows, mine, strict=True) if first)
            self._tell_others(sibling, news)
            self._tell(sibling, Kind.ROWS, number, mine)

    def _saved(self, rows: list[Line]) -> list[bool] | str:
        try:
            self._connection = self._connection or connect(self._file, self._pragmas)
            return write(self._connection, rows)
        except Exception as error:  # noqa: BLE001 (whatever it is, those who wait must hear)
            if self._connection is not None:
                self._connection.close()
                self._connection = None
            return str(error)

    def _next_turn(self) -> None:
        """Whoever has waited longest; what has come for the log meanwhile is written after it."""
        while self._turn is None and self._turns:
            self._turn = sibling, number = self._turns.popleft()
            self._turn_ends = time.monotonic() + LONGEST_TURN
            self._tell(sibling, Kind.TURN, number, None)

    def _done(self, sibling: _Sibling, number: int) -> None:
        turn = (sibling, number)
        if self._turn == turn:
            self._turn = None
        elif turn in self._turns:
            self._turns.remove(turn)


def _over(life: socket.socket) -> bool:
    """Whether the family has let go of the line, or has fallen."""
    try:
        return not life.recv(CHUNK)
    except ConnectionResetError:  # signs of life were under way to it
        return True


def _reached(rows: Iterable[Line]) -> list[tuple[str, int]]:
    """How far each table has come."""
    return list({table: seq for table, seq, _, _ in rows}.items())


def main(file: str, place: str, pragmas: str) -> None:
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.SIG_IGN)
    with suppress(FileNotFoundError):
        Path(place).unlink()  # of one that was here before
    with (
        socket.socket(fileno=os.dup(sys.stdin.fileno())) as life,
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening,
    ):
        listening.bind(place)
        listening.listen()
        Hub(file, json.loads(pragmas), listening).serve(life)


if __name__ == "__main__":
    main(*sys.argv[1:])
