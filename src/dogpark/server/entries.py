"""The entries of a table's log: everything that ever happens at a table.

A table is its entries, folded in order (server.table). Entries are kept for good, so their form
only ever grows: new fields have defaults. Nothing here is sent to anybody as it is: the seed of a
game in progress is among it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, get_args

import msgspec

Line: TypeAlias = list[int]  # [seat, code] or, in a game against the clock, [seat, code, at]
ClockKind: TypeAlias = Literal["none", "relaxed", "live", "correspondence"]


class Entry(msgspec.Struct, tag_field="e", omit_defaults=True, kw_only=True):
    """Something that happened at a table."""


class Who(msgspec.Struct, omit_defaults=True):
    """A person, as the table knows them."""

    id: str
    name: str
    colour: str | None = None
    guest: bool = True


class Opened(Entry, tag="opened"):
    """The table is set up. Always the first entry."""

    game: str
    players: int
    options: dict[str, Any]
    host: Who
    clock: ClockKind = "none"
    seconds: int | None = None  # a decision may take
    public: bool = False
    invite: str | None = None
    bot_pace: int = 700  # milliseconds a bot takes over a choice, more or less; 0: none
    rules: str = "1"  # the rules' version
    before: str | None = None  # the table this is the rematch of
    reserved: list[str | None] = []  # by seat, the person it is kept for
    awaited: list[Who | None] = []  # who these are; none at tables from before they were told
    rated: bool = True
    fill_at: int | None = None  # wall clock; bots take what is free then, and the game begins
    fill_bot: str = "greedy"  # as before there were levels


class Sat(Entry, tag="sat"):
    """A person took a seat."""

    seat: int
    who: Who


class Filled(Entry, tag="filled"):
    """A bot took a free seat."""

    seat: int
    bot: str


class Rose(Entry, tag="rose"):
    """A seat became free before the game began."""

    seat: int


class Swapped(Entry, tag="swapped"):
    """Two seats changed places before the game began: teams are chosen so."""

    seats: list[int]


class Hosted(Entry, tag="hosted"):
    """Somebody else is the host from now on: the one before has gone."""

    who: Who


class Rearranged(Entry, tag="rearranged"):
    """The host changed house rules or the number of seats before the game began.

    New seats are added at the end and removed from there; those that stay keep who sits there.
    """

    players: int
    options: dict[str, Any]


class Begun(Entry, tag="begun"):
    """The game began; the lines are what chance brought first."""

    seed: str
    lines: list[Line]


class Moved(Entry, tag="moved"):
    """A seat made a move; the lines are the move and what chance brought after it."""

    seat: int
    lines: list[Line]
    by: Literal["person", "bot", "clock", "window"] = "person"  # window: nobody answered in time
    key: str | None = None
    who: str | None = None  # the person's id
    favour: int | None = None  # the round of a live game in which its lag decided a contest


class Passed(Entry, tag="passed"):
    """In a game against the clock something fell due."""

    lines: list[Line]


class TookBack(Entry, tag="tookback"):
    """A seat took its last move back; the game is again as it was after so many lines.

    What others have sealed since then stays: those are the lines kept.
    """

    seat: int
    lines: int
    kept: list[Line] = []


class Away(Entry, tag="away"):
    """The person in a seat has gone; without a seat, the host, who has none."""

    seat: int | None = None


class Back(Entry, tag="back"):
    """The person in a seat is here (again) and plays it, whoever played it meanwhile."""

    seat: int | None = None


class Handed(Entry, tag="handed"):
    """A bot plays a seat until its person is back."""

    seat: int
    bot: str
    why: Literal["away", "clock", "left", "stumbled", "asked"]


class Left(Entry, tag="left"):
    """A person gave up their seat during the game for good."""

    seat: int
    bot: str = "greedy"  # plays on; as before there were levels


class Said(Entry, tag="said"):
    """Somebody said something."""

    who: Who
    words: str
    seat: int | None = None


class Emoted(Entry, tag="emoted"):
    """Somebody showed how they feel."""

    who: Who
    emote: str
    seat: int | None = None


class Clocked(Entry, tag="clocked"):
    """The clocks began anew: the table was without a server for a while."""


class Closed(Entry, tag="closed"):
    """The table was closed without a result."""

    why: str


class Rematched(Entry, tag="rematched"):
    """The same people go on at another table."""

    table: str


AnyEntry: TypeAlias = (
    Opened
    | Sat
    | Filled
    | Rose
    | Swapped
    | Hosted
    | Rearranged
    | Begun
    | Moved
    | Passed
    | TookBack
    | Away
    | Back
    | Handed
    | Left
    | Said
    | Emoted
    | Clocked
    | Closed
    | Rematched
)

# What each is called where entries are counted.
NAMES: dict[type, str] = {kind: str(kind.__struct_config__.tag) for kind in get_args(AnyEntry)}

_DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)

encode: Callable[[AnyEntry], bytes] = msgspec.json.Encoder().encode
decode: Callable[[bytes], AnyEntry] = _DECODER.decode
