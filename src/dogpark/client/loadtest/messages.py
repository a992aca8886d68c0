"""The server's messages as far as a load test reads them; everything else is skipped unread.

It shares a machine with the server it measures, so it must not be busy with views nobody looks at.
No message refers back to itself, so none is looked at by the garbage collector (``gc=False``).
"""

from __future__ import annotations

import random
from typing import Any, TypeAlias

import msgspec
from msgspec import Raw

_encode = msgspec.json.Encoder().encode
_values = msgspec.json.Decoder(list[Any]).decode


class Choice(msgspec.Struct, gc=False):
    """A choice of a prompt."""

    action: Raw


class Form(msgspec.Struct, gc=False):
    """Many moves of one kind, in short."""

    do: str
    fields: list[str]
    moves: list[Raw]  # only the one that is picked is read

    def move(self, number: int) -> bytes:
        """One of its moves, encoded."""
        values = _values(self.moves[number])
        return _encode({"do": self.do, **dict(zip(self.fields, values, strict=True))})


class Prompt(msgspec.Struct, gc=False):
    """What a seat is asked."""

    choices: list[Choice] = []
    forms: list[Form] = []

    def pick(self) -> bytes:
        """Any of its moves, encoded; b"" if there is none."""
        if self.choices:
            return bytes(random.choice(self.choices).action)
        number = int(random.random() * sum([len(form.moves) for form in self.forms]))
        for form in self.forms:
            if number < len(form.moves):
                return form.move(number)
            number -= len(form.moves)
        return b""


class Part(msgspec.Struct, gc=False):
    """What a seat sees, without what it sees."""

    prompt: Prompt | None = None


class Info(msgspec.Struct, gc=False):
    """How a table is."""

    status: str


class Tell(msgspec.Struct, tag_field="type", gc=False):
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
