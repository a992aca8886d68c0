"""What a client sends over the socket. Every message is answered; ``id`` comes back in the answer."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

MAX_BYTES = 8192  # of one message; the longest honest one is a chat line with a table's name
MAX_WORDS = 280

Id: TypeAlias = Annotated[int, Meta(ge=0, le=2**53, description="Comes back in the answer.")]
TableId: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9]{6,24}$", description="The table.")]
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=5, description="A seat of yours, counted from 0.")]
Move: TypeAlias = Annotated[
    dict[str, Any], Meta(description="One of the prompt's choices: its `action`.")
]
Key: TypeAlias = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9_-]{1,40}$",
        description="The client's own name for this action. Sent again after a lost connection, "
        "the same key is never carried out twice: it is answered as the first time.",
    ),
]
Emoji: TypeAlias = Annotated[
    str, Meta(pattern="^[a-z_]{1,20}$", description="An emote's name; `welcome` lists them.")
]
Time: TypeAlias = Annotated[float, Meta(ge=0, le=2**53)]


class Ask(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """A message from a client."""

    id: Id


class Watch(Ask, tag="watch"):
    """Follow a table: answered by a snapshot, then an update for everything that happens.

    With ``after``, the last sequence number seen, the snapshot also tells everything missed since.
    """

    table: TableId
    after: Annotated[
        Annotated[int, Meta(ge=0, le=2**53)] | None,
        Meta(description="The last sequence number seen: the snapshot then tells what was missed."),
    ] = None
    invite: Annotated[
        Annotated[str, Meta(max_length=64)] | None,
        Meta(description="The invitation, for a table that is not public."),
    ] = None
    words: Annotated[
        bool,
        Meta(description="False for programs: prompts list moves in short, without words."),
    ] = True


class Unwatch(Ask, tag="unwatch"):
    """No longer follow a table."""

    table: TableId


class Act(Ask, tag="act"):
    """Make a move in one's seat."""

    table: TableId
    seat: Seat
    move: Move
    key: Key
    sent: Annotated[
        Time | None,
        Meta(
            description="When it was made, in the server's milliseconds as the client reckons them; "
            "for games against the clock."
        ),
    ] = None


class Undo(Ask, tag="undo"):
    """Take back one's last move, while that is fair and its time lasts; asked again, the one before it."""

    table: TableId
    seat: Seat


class Explain(Ask, tag="explain"):
    """What a move would do here, in words; for prompts that list their moves without."""

    table: TableId
    seat: Seat
    move: Move


class Say(Ask, tag="say"):
    """Say something to everybody at the table."""

    table: TableId
    words: Annotated[
        str, Meta(min_length=1, max_length=MAX_WORDS, description="What is said; plain text.")
    ]


class Emote(Ask, tag="emote"):
    """Show how one feels; allowed even where talking is not."""

    table: TableId
    emote: Emoji


class Mute(Ask, tag="mute"):
    """Hear no more, or again, what somebody says at any table."""

    person: Annotated[str, Meta(max_length=40, description="Whom: a person's id.")]
    muted: Annotated[bool, Meta(description="False: hear them again.")] = True


class Ping(Ask, tag="ping"):
    """Measure the way and the clock: answered by a pong with the server's time.

    ``echo`` is the number of a pong that has just come in; a client that sends one back at once
    lets the server measure the way too, and what a long way costs in a live game is given back.
    """

    sent: Annotated[Time, Meta(description="Any time of the client's; it comes back.")] = 0
    echo: Annotated[
        Annotated[int, Meta(ge=0, le=2**53)] | None,
        Meta(description="The `n` of the pong that has just come in."),
    ] = None


AnyAsk: TypeAlias = Watch | Unwatch | Act | Undo | Explain | Say | Emote | Mute | Ping
