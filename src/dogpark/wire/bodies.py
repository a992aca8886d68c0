"""Bodies of the HTTP interface for tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from dogpark.wire.tells import TableInfo

SeatNumber = Annotated[int, Meta(ge=0, le=5, description="A seat, counted from 0.", examples=[1])]
Invite = Annotated[
    str, Meta(max_length=64, description="From the table's link.", examples=["kJNkyfEijiUDGG-I"])
]
Game = Annotated[str, Meta(max_length=20, description="A game's name.", examples=["dog"])]
Players = Annotated[
    int, Meta(ge=2, le=6, description="Seats; if not said, as many as usual.", examples=[4])
]
Bot = Annotated[str, Meta(max_length=20, description="A bot's level.", examples=["family"])]


class Body(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a request may hold."""


class NewTable(Body):
    """A table to be opened."""

    game: Game
    players: Players | None = None
    options: Annotated[
        dict[str, Any],
        Meta(
            description="House rules; see the game's options.",
            examples=[{"jack_targets": "any_other"}],
        ),
    ] = {}
    seats: (
        Annotated[
            list[Annotated[str, Meta(max_length=20)]],
            Meta(
                max_length=6,
                description="For each seat: me, open, or a bot's level.",
                examples=[["me", "family", "open", "champion"]],
            ),
        ]
        | None
    ) = None
    clock: Literal["none", "relaxed", "live", "correspondence"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=30 * 24 * 3600, description="For a decision.")] | None = (
        None
    )
    public: Annotated[bool, Meta(description="Listed in the lobby, open to anybody.")] = False
    rated: Annotated[bool, Meta(description="Whether the result counts for ratings.")] = True
    bot_pace: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000,
            description="Milliseconds a bot takes over a choice, more or less; 0: none.",
        ),
    ] = 700
    start: Annotated[bool, Meta(description="Begin at once; every seat must be taken.")] = False


class Rearrange(Body):
    """How a table that has not begun shall be; what is not said stays as it is."""

    players: Players | None = None
    options: (
        Annotated[
            dict[str, Any],
            Meta(
                description="All house rules; those not named are as usual.",
                examples=[{"jack_targets": "any_other"}],
            ),
        ]
        | None
    ) = None


class Quick(Body):
    """Any game of this kind, now: with people who want the same, and bots after a short wait."""

    game: Game
    players: Players | None = None
    wait: Annotated[float, Meta(ge=0, le=60, description="Seconds until bots fill up.")] = 8


class Sit(Body):
    """Take a seat; any free one if none is named."""

    seat: SeatNumber | None = None
    invite: Invite | None = None


class Fill(Body):
    """A bot for a seat."""

    seat: SeatNumber
    bot: Bot


class Rise(Body):
    """Leave a seat; all of one's seats if none is named. The host may clear any before the start."""

    seat: SeatNumber | None = None


class Swap(Body):
    """Two seats change places: teams are chosen so."""

    seats: Annotated[
        list[SeatNumber],
        Meta(min_length=2, max_length=2, description="The two seats.", examples=[[1, 2]]),
    ]


class TableReply(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A table, and the secret part of its link for those who may pass it on."""

    table: str
    seq: int
    info: TableInfo
    invite: str | None = None


class Listed(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A table in a list."""

    table: str
    game: str
    players: int
    status: str
    clock: str
    free: int
    seats: list[dict[str, Any]]
    changed_at: int
    result: dict[str, Any] | None = None
    waits_for_you: Annotated[
        bool, Meta(description="Whether a move of yours is awaited; only in a list of your tables.")
    ] = False
    deadline: Annotated[
        int | None, Meta(description="The server's time by which it must have been made.")
    ] = None


class Tables(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A list of tables."""

    tables: list[Listed]
    next: Annotated[
        str | None,
        Meta(description="Ask for the next page with it as `before`; none: that is all."),
    ] = None


class RefusedBody(msgspec.Struct, kw_only=True):
    """Why something was not done; nothing has changed."""

    refused: str
    words: str
    rule: str | None = None
