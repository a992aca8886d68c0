"""What a browser was sent, to the byte: every frame of its sockets, and every answer over HTTP.

A socket is kept in the form in which the server's own leak tests know a device, so that they judge
what the page got exactly as they judge scripted people.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
from playwright.sync_api import Page, Request, Route, WebSocket

from dogpark.server.log.rows import Row
from dogpark.wire.asks import AnyAsk, Ask
from dogpark.wire.tells import AnyTell, Snapshot, Update, Welcome
from tests.server.whole.crowd import Heard

_asked = msgspec.json.Decoder(AnyAsk).decode
_told = msgspec.json.Decoder(AnyTell).decode


@dataclass
class Person:
    """Whose socket it is, as its welcome says."""

    id: str = ""
    name: str = ""


@dataclass
class Socket:
    """One socket of a page, as `tests.server.whole.crowd.Device` keeps one."""

    who: Person = field(default_factory=Person)
    heard: list[Heard] = field(default_factory=list)
    sent: dict[int, Ask] = field(default_factory=dict)

    def hear(self, payload: str | bytes) -> None:
        raw = payload.encode() if isinstance(payload, str) else payload
        told = _told(raw)
        if isinstance(told, Welcome):
            self.who = Person(told.you.id, told.you.name)
        self.heard.append(Heard(0, raw, told))

    def send(self, payload: str | bytes) -> None:
        ask = _asked(payload)
        self.sent[ask.id] = ask


class Answer(NamedTuple):
    """What came back over HTTP."""

    method: str
    path: str
    status: int
    body: bytes


@dataclass
class Recorded:
    """Everything that one page was sent."""

    sockets: list[Socket] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)  # of the server's interface
    files: set[str] = field(default_factory=set)  # everything else that was asked for, by path

    @classmethod
    def of(cls, page: Page) -> Recorded:
        """From now on. A worker would keep requests from us, so its browser must let none in."""
        new = cls.sockets_of(page)
        page.route("**/api/**", new._pass_on)
        page.on("request", new._note)
        return new

    @classmethod
    def sockets_of(cls, page: Page) -> Recorded:
        """The sockets alone, from now on."""
        new = cls()
        page.on("websocket", new._listen)
        return new

    def _listen(self, socket: WebSocket) -> None:
        kept = Socket()
        self.sockets.append(kept)
        socket.on("framereceived", kept.hear)
        socket.on("framesent", kept.send)

    def _pass_on(self, route: Route) -> None:
        answer, asked = route.fetch(), route.request
        path = urlsplit(asked.url).path
        self.answers.append(Answer(asked.method, path, answer.status, answer.body()))
        route.fulfill(response=answer)

    def _note(self, request: Request) -> None:
        path = urlsplit(request.url).path
        if not path.startswith("/api/"):
            self.files.add(path)

    def told(self) -> list[Snapshot | Update]:
        """What it was told of tables."""
        return [
            heard.told
            for socket in self.sockets
            for heard in socket.heard
            if isinstance(heard.told, Snapshot | Update)
        ]

    @property
    def stage(self) -> str | None:
        """What kind of question the page is asked now, as far as was heard."""
        parts = [part for told in self.told() for part in told.parts]
        prompt = parts[-1].prompt if parts else None
        return None if prompt is None else str(prompt["stage"])

    @property
    def bytes(self) -> bytes:
        return b"\n".join(heard.raw for socket in self.sockets for heard in socket.heard)


def rows_of(database: Path, table: str) -> list[Row]:
    """A table's log, read beside the server that keeps it."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as log:
        found = log.execute(
            "SELECT seq, at, body FROM events WHERE table_id = ? ORDER BY seq", (table,)
        )
        return [Row(table, *row) for row in found]
