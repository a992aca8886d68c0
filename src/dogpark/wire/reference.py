"""The published description of the socket: a JSON Schema and an example of every message.

Both come from the types, so neither can say anything else than what the server reads and writes.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from dogpark.wire.asks import (
    Act,
    AnyAsk,
    Emote,
    Explain,
    Mute,
    Ping,
    Say,
    Undo,
    Unwatch,
    Watch,
)
from dogpark.wire.tells import (
    Accepted,
    AnyTell,
    ClockInfo,
    Closing,
    Happened,
    Kind,
    Part,
    Person,
    Pong,
    Refused,
    SeatInfo,
    Snapshot,
    TableInfo,
    Update,
    Welcome,
)

Schema: TypeAlias = dict[str, Any]
Direction: TypeAlias = Literal["ask", "tell"]

KINDS: Final[Mapping[Kind, str]] = {
    "unreadable": "It is not a message, or not a move of this game.",
    "not your turn": "The rules ask somebody else.",
    "illegal now": "A rule forbids it; its id is in `rule`.",
    "stale": "It refers to something that is no longer so.",
    "over": "The game is over.",
    "not allowed": "This person may not do that at this table.",
    "unknown": "There is no such table, person or seat.",
    "too many": "Slow down.",
    "wait": "The server cannot save just now. Nothing was lost: try again in a moment, with the same key.",
    "fault": "A fault of the server's. It may or may not have been done: try again with the same key.",
}


class Message(NamedTuple):
    """A message, as the reference tells it."""

    name: str  # the value of ``type``
    direction: Direction
    words: str
    schema: Schema
    example: AnyAsk | AnyTell


@cache
def socket_schema() -> Schema:
    """The schema of all messages: what a client sends is `$defs/Ask`, what it gets `$defs/Tell`."""
    (ask, tell), parts = msgspec.json.schema_components(
        [AnyAsk, AnyTell], ref_template="#/$defs/{name}"
    )
    for part in parts.values():
        if "description" in part:
            part["description"] = inspect.cleandoc(part["description"]).replace("``", "`")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "dogpark socket",
        "description": "Messages over the WebSocket at /api/socket: one JSON object in each text frame. "
        "A client that knows which table it will watch may open /api/socket?table=TABLE: a hint, so that "
        "of several processes the one that has the table can take the connection.",
        "anyOf": [{"$ref": "#/$defs/Ask"}, {"$ref": "#/$defs/Tell"}],
        "$defs": {
            "Ask": {"description": "What a client sends.", **ask},
            "Tell": {"description": "What the server sends.", **tell},
            **parts,
        },
    }


def messages() -> list[Message]:
    """Every message there is, in the order of its declaration."""
    parts = socket_schema()["$defs"]
    found: list[Message] = []
    for direction, union in (("ask", AnyAsk), ("tell", AnyTell)):
        for kind in get_args(union):
            schema = parts[kind.__name__]
            name = schema["properties"]["type"]["enum"][0]
            found.append(Message(name, direction, schema["description"], schema, EXAMPLES[kind]))  # type: ignore[arg-type]
    return found


def helpers() -> dict[str, Schema]:
    """The types that messages are made of, by name."""
    whole = {kind.__name__ for union in (AnyAsk, AnyTell) for kind in get_args(union)}
    parts = socket_schema()["$defs"]
    return {name: part for name, part in parts.items() if name not in {"Ask", "Tell", *whole}}


_TABLE: Final = "k3m9x2p7qa"
_ANNA: Final = Person(id="p_7fk2m9", name="Anna", colour="teal", guest=False)
_INFO: Final = TableInfo(
    id=_TABLE,
    game="bonfire",
    players=2,
    options={},
    status="playing",
    host=_ANNA.id,
    public=False,
    clock=ClockInfo(kind="relaxed", seconds=60),
    seats=[SeatInfo(seat=0, person=_ANNA), SeatInfo(seat=1, bot="family")],
    commitment="f94de4fae08a3d5a67d8ab8ec3e4f46e4b54a1db2d0c0f6e4e7c1f8a4f3d2b10",
)
_ROLL: Final[dict[str, Any]] = {"do": "roll"}

EXAMPLES: Final[Mapping[type[Any], Any]] = {
    Watch: Watch(id=1, table=_TABLE, after=41),
    Unwatch: Unwatch(id=2, table=_TABLE),
    Act: Act(id=3, table=_TABLE, seat=0, move=_ROLL, key="a8f3-0017"),
    Undo: Undo(id=4, table=_TABLE, seat=0),
    Explain: Explain(id=5, table=_TABLE, seat=0, move=_ROLL),
    Say: Say(id=6, table=_TABLE, words="Good luck!"),
    Emote: Emote(id=7, table=_TABLE, emote="wag"),
    Mute: Mute(id=8, person="p_x81k0z", muted=True),
    Ping: Ping(id=9, sent=183402.25),
    Welcome: Welcome(you=_ANNA, now=1794825600000, version="0.1.0", emotes=["wag", "bark", "howl"]),
    Accepted: Accepted(id=3, table=_TABLE, seq=42),
    Refused: Refused(
        id=3,
        kind="not your turn",
        words="It is not your turn.",
        table=_TABLE,
    ),
    Pong: Pong(id=9, sent=183402.25, now=1794825600123.5),
    Snapshot: Snapshot(
        id=1,
        table=_TABLE,
        seq=42,
        now=1794825600123,
        info=_INFO,
        parts=[
            Part(
                seat=0,
                set={
                    "game": "bonfire",
                    "you": 0,
                    "round": 1,
                    "turn": 0,
                    "bonfire": {"meat": 9, "charcoal": 7, "fire": 5},
                },
                prompt={
                    "seat": 0,
                    "stage": "turn",
                    "ask": "Roll the dice or exchange a stick",
                    "choices": [{"action": _ROLL, "text": "roll", "words": "roll the dice"}],
                },
                deadline=1794825660000,
            )
        ],
        happened=[
            Happened(
                seq=42,
                at=1794825600000,
                event="dice",
                words="Seat 1 rolls charcoal, charcoal and fire",
                data={"seat": 1, "dice": ["charcoal", "charcoal", "fire"]},
            )
        ],
    ),
    Update: Update(
        table=_TABLE,
        seq=43,
        now=1794825604210,
        happened=[
            Happened(
                seq=43,
                at=1794825604207,
                event="roll",
                words="Seat 0 picks up the dice",
                data={"seat": 0},
                seat=0,
            )
        ],
        parts=[Part(seat=0, set={"turns": 1, "asked": 1})],
    ),
    Closing: Closing(words="The server restarts; your table goes on in a moment.", after=850),
}
