"""The server's messages as far as a load test reads them; everything else is skipped unread.

It shares a machine with the server it measures, so it must not be busy with views nobody looks at.
"""

from __future__ import annotations

import random
from typing import Any, TypeAlias

import msgspec
from msgspec import Raw


class Choice(msgspec.Struct):
    """A choice of a prompt."""

    action: Raw


class Form(msgspec.Struct):
    """Many moves of one kind, in short."""

    do: str
    fields: list[str]
    moves: list[list[Any]]


class Prompt(msgspec.Struct):
    """What a seat is asked."""

    choices: list[Choice] = []
    forms: list[Form] = []

    def pick(self) -> bytes:
        """Any of its moves, encoded; b"" if there is none."""
        if self.choices:
            return bytes(random.choice(self.choices).action)
        moves = [(form, values) for form in self.forms for values in form.moves]
        if not moves:
            return b""
        form, values = random.choice(moves)
        return msgspec.json.encode({"do": form.do, **dict(zip(form.fields, values, strict=True))})


class Part(msgspec.Struct):
    """What a seat sees, without what it sees."""

    prompt: Prompt | None = None


class Info(msgspec.Struct):
    """How a table is."""

    status: str


class Tell(msgspec.Struct, tag_field="type"):
    """A message of the server."""


class Welcome(Tell, tag="welcome"):
    """One may begin."""


class Accepted(Tell, tag="accepted"):
    """Done."""

    id: int
    seq: int | None = None


class Refused(Tell, tag="refused"):
    """Not done."""

    id: int
    kind: str
    words: str


class Snapshot(Tell, tag="snapshot"):
    """A table."""

    table: str
    seq: int
    info: Info
    parts: list[Part]


class Update(Tell, tag="update"):
    """What is new at a table."""

    table: str
    seq: int
    info: Info | None = None
    parts: list[Part] = []


class Pong(Tell, tag="pong"):
    """The answer to a ping."""


class Closing(Tell, tag="closing"):
    """The server goes away."""

    after: int


AnyTell: TypeAlias = Welcome | Accepted | Refused | Snapshot | Update | Pong | Closing

decode = msgspec.json.Decoder(AnyTell).decode
