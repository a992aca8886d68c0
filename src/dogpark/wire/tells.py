"""What the server sends over the socket."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

Kind: TypeAlias = Literal[
    "unreadable",  # not a message, or not a move of this game
    "not your turn",  # the rules ask somebody else
    "illegal now",  # a rule forbids it; its id is in ``rule``
    "stale",  # it refers to something that is no longer so
    "over",  # the game is over
    "not allowed",  # this person may not do that at this table
    "unknown",  # no such table, person or seat
    "too many",  # slow down
    "wait",  # the server cannot save just now; nothing was lost, try again in a moment
    "fault",  # of the server: it may or may not have been done
]

Answered: TypeAlias = Annotated[int, Meta(description="The `id` of the message this answers.")]
TableName: TypeAlias = Annotated[str, Meta(description="The table.")]
Now: TypeAlias = Annotated[int, Meta(description="The server's time, in milliseconds since 1970.")]
Reached: TypeAlias = Annotated[
    int, Meta(description="The number that the table's log has reached; give it as `after` later.")
]


class Tell(msgspec.Struct, tag_field="type", kw_only=True, omit_defaults=True):
    """A message to a client."""


class Person(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Somebody, as others may know them."""

    id: str
    name: str
    colour: str | None = None
    guest: Annotated[bool, Meta(description="Without an account.")] = True


class Welcome(Tell, tag="welcome"):
    """The first message: who one is, and the server's clock."""

    you: Person
    now: Now
    version: Annotated[str, Meta(description="The server's version.")]
    emotes: Annotated[list[str], Meta(description="The emotes there are.")]


class Accepted(Tell, tag="accepted"):
    """Done, and saved."""

    id: Answered
    table: str | None = None
    seq: Annotated[
        int | None, Meta(description="Its number in the table's log, where it has one.")
    ] = None
    words: Annotated[str | None, Meta(description="The answer to `explain`.")] = None


class Refused(Tell, tag="refused"):
    """Not done; nothing has changed, unless it was a fault of the server's."""

    id: Annotated[
        int,
        Meta(description="The `id` of the message this answers; -1 if that could not be read."),
    ]
    kind: Annotated[Kind, Meta(description="Why, for programs.")]
    words: Annotated[str, Meta(description="Why, for people.")]
    rule: Annotated[str | None, Meta(description="The rule that forbids it, by its id.")] = None
    table: str | None = None


class Pong(Tell, tag="pong"):
    """The answer to a ping."""

    id: Answered
    sent: Annotated[float, Meta(description="As it was in the ping.")]
    now: Annotated[float, Meta(description="The server's time, in milliseconds since 1970.")]
    n: Annotated[int, Meta(description="To be sent back at once, as the next ping's `echo`.")] = 0


class SeatInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Who sits where."""

    seat: int
    person: Person | None = None
    bot: Annotated[
        str | None,
        Meta(description="A bot, by its level; with a person: it plays until they are back."),
    ] = None
    away: Annotated[bool, Meta(description="The person has no connection.")] = False
    team: int | None = None
    kept_for: Annotated[
        Person | None, Meta(description="Of a free seat: who alone may take it, at a rematch.")
    ] = None


class ClockInfo(msgspec.Struct, kw_only=True):
    """How long a decision may take."""

    kind: Literal["none", "relaxed", "live", "correspondence"]
    seconds: int | None


class TableInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What everybody may know of a table, apart from the game on it."""

    id: str
    game: str
    players: int
    options: Annotated[dict[str, Any], Meta(description="House rules; those not named are usual.")]
    status: Literal["open", "playing", "over", "closed"]
    host: Annotated[
        str, Meta(description="The id of who may begin: who set it up, or took that over.")
    ]
    public: bool
    clock: ClockInfo
    seats: list[SeatInfo]
    commitment: Annotated[
        str | None, Meta(description="The hash of the game's seed, from its start.")
    ] = None
    seed: Annotated[
        str | None, Meta(description="The seed, once the game is over or was ended early.")
    ] = None
    result: dict[str, Any] | None = None
    rematch: Annotated[str | None, Meta(description="The table where it goes on.")] = None
    epoch: Annotated[
        int | None, Meta(description="The server's time at which a live game's clock was 0.")
    ] = None


class Part(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The game through one pair of eyes: a seat of yours, or None as a spectator.

    In a snapshot ``set`` holds the whole view; in an update only the entries that changed, and
    ``gone`` names those that are there no more. Prompt, deadline and window always come along:
    without them nothing is asked.
    """

    seat: int | None
    set: Annotated[dict[str, Any], Meta(description="Entries of the view, whole each.")]
    gone: Annotated[list[str] | None, Meta(description="Entries that are there no more.")] = None
    prompt: Annotated[
        dict[str, Any] | None, Meta(description="What is asked of this seat, with its choices.")
    ] = None
    deadline: Annotated[
        int | None, Meta(description="The server's time by which this seat must have answered.")
    ] = None
    window: Annotated[
        int | None,
        Meta(
            description="The server's time at which answers that wait for each other take effect, "
            "at the latest; the same for everybody, asked or not."
        ),
    ] = None
    undo: Annotated[
        bool | None, Meta(description="Whether a move may be waiting to be taken back.")
    ] = None


class Happened(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Something that happened: events of the game, and what people say and do at the table."""

    seq: Annotated[int, Meta(description="Its number in the table's log; several may share one.")]
    at: Annotated[int, Meta(description="When, in milliseconds since 1970.")]
    event: Annotated[str, Meta(description="What, for programs.")]
    words: Annotated[str, Meta(description="What, for people.")]
    data: dict[str, Any] | None = None
    seat: int | None = None
    person: str | None = None
    to: Annotated[list[int] | None, Meta(description="The only seats that are told.")] = None

    @property
    def talk(self) -> bool:
        """Whether people said it, rather than the game or the table."""
        return self.person is not None and self.event in ("said", "emoted")


class Snapshot(Tell, tag="snapshot"):
    """A table as it is now, in answer to ``watch``."""

    id: Answered
    table: TableName
    seq: Reached
    now: Now
    info: TableInfo
    parts: Annotated[
        list[Part], Meta(description="One for each seat of yours, else a spectator's.")
    ]
    happened: Annotated[
        list[Happened], Meta(description="What was missed since `after`; else the latest talk.")
    ]


class Update(Tell, tag="update"):
    """What changed at a table since the last snapshot or update: everything up to ``seq``."""

    table: TableName
    seq: Reached
    now: Now
    happened: list[Happened] = []
    info: Annotated[TableInfo | None, Meta(description="Whole, when something in it changed.")] = (
        None
    )
    parts: Annotated[list[Part], Meta(description="Those in which something changed.")] = []


class Closing(Tell, tag="closing"):
    """The server is going away; connect again in so many milliseconds, nothing is lost."""

    words: str
    after: Annotated[int, Meta(description="Milliseconds to wait before connecting again.")]


AnyTell: TypeAlias = Welcome | Accepted | Refused | Pong | Snapshot | Update | Closing
