"""The record of a game: versioned JSON lines that people and programs can read.

A header (game, rules version, players, house rules, commitment to the seed), one line per action
and outcome, and a closing line (result, seed once it may be told, and a digest of all lines
above). A file without its closing line was cut short; one whose digest does not fit was changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

import msgspec

from dogpark import games
from dogpark.kernel.actions import Action, UnreadableAction
from dogpark.kernel.facts import CHANCE, NEVER, BadOption
from dogpark.kernel.seed import commitment
from dogpark.play.game import Game, load
from dogpark.play.position import Line, NoHistory, Position
from dogpark.play.refused import Refused

FORMAT = 1
NATURE = "chance"


class BadRecord(ValueError):
    """A record that cannot be read or does not hold; the message says where and why."""


class Header(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    dogpark: Literal["record"]
    format: int
    game: str
    rules: str
    players: int
    options: dict[str, Any]
    commitment: str | None
    seats: list[str] | None = None  # who sat where, if that was noted


class Closing(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    end: Literal["finished", "unfinished"]
    lines: int
    result: dict[str, Any] | None
    seed: str | None
    digest: str
    now: int | None = None  # of an unfinished game against the clock


@dataclass(frozen=True)
class Record:
    """A game as it was played, independent of any position."""

    header: Header
    lines: tuple[Line, ...]
    result: dict[str, Any] | None
    seed: str | None
    now: int | None = None  # what the clock said when an unfinished game was written down

    @property
    def finished(self) -> bool:
        return self.result is not None

    def dumps(self) -> str:
        body = [_line(msgspec.to_builtins(self.header))]
        for number, (seat, action, at) in enumerate(self.lines, 1):
            who = NATURE if seat == CHANCE else seat
            when = {} if at is None else {"at": at}
            body.append(_line({"n": number, "by": who, **when, **action.to_dict()}))
        closing = Closing(
            end="finished" if self.finished else "unfinished",
            lines=len(self.lines),
            result=self.result,
            seed=self.seed,
            digest=_digest(body, self.result, self.seed, self.now),
            now=self.now,
        )
        return "\n".join([*body, _line(msgspec.to_builtins(closing))]) + "\n"


def record_of(position: Position, *, with_seed: bool | None = None) -> Record:
    """The record of a position. The seed is told once the game is over, or if asked for."""
    if position.set_up:
        raise NoHistory("this position was set up, not played: it has no record")
    result = position.result
    game = position.game
    header = Header(
        dogpark="record",
        format=FORMAT,
        game=game.rooms.name,
        rules=game.facts.rules_version,
        players=game.players,
        options=dict(game.options),
        commitment=position.commitment,
    )
    tell = result is not None if with_seed is None else with_seed
    return Record(
        header,
        tuple(position.history()),
        result.to_dict() if result else None,
        position.seed if tell else None,
        position.now if result is None else None,
    )


def loads(text: str) -> Record:
    """Reads a record, checking its form; whether the game in it holds is for ``replay``."""
    rows = text.removesuffix("\n").split("\n")  # names and seeds may hold what splitlines splits
    if rows == [""]:
        raise BadRecord("the file is empty")
    header = _decode(rows[0], Header, 1)
    game = _table_of(header)
    if len(rows) < 2 or '"digest"' not in rows[-1]:
        raise BadRecord(
            f"line {len(rows)}: the file ends without its closing line; it was cut short"
        )
    closing = _decode(rows[-1], Closing, len(rows))
    body = rows[:-1]
    if closing.lines != len(body) - 1:
        raise BadRecord(
            f"the closing line counts {closing.lines} actions, the file has {len(body) - 1}"
        )
    if closing.digest != _digest(body, closing.result, closing.seed, closing.now):
        raise BadRecord("the digest does not fit the lines: the record was changed")
    lines = tuple(_read_line(game, row, number) for number, row in enumerate(body[1:], 1))
    if (closing.end == "finished") != (closing.result is not None):
        raise BadRecord("the closing line says finished but has no result, or the reverse")
    if (closing.now is None) != (closing.result is not None or not game.facts.timed):
        raise BadRecord("the closing line has no time 'now', or has one where no clock runs")
    return Record(header, lines, closing.result, closing.seed, closing.now)


def replay(record: Record, *, upto: int | None = None) -> Position:
    """Plays a record again, judging every line; the position it leads to.

    Nothing is rolled: outcomes are taken from the record. Where the seed is told, every outcome
    must be the one the seed draws, and the position can be played on from there.
    """
    game = _table_of(record.header)
    if record.seed is not None:
        _check_seed(record)
    position = game.begin(record.seed, "manual")
    for number, (seat, action, at) in enumerate(record.lines[:upto], 1):
        try:
            if at is not None:
                position.wait(at)
            if seat == CHANCE and record.seed is not None:
                _check_outcome(position, action)
            position.apply(seat, action, at)
        except Refused as refused:
            raise BadRecord(f"action {number}, {action}: {refused}") from None
        if position.now != at:
            raise BadRecord(f"action {number}, {action}: at {at} ms, but it is {position.now} ms")
    if upto is None and record.now is not None:
        _reach(position, record.now)
    if record.seed is not None:
        position.chance = "seeded"
        if upto is None and not record.finished:
            position.roll(position.now)  # a live countdown runs on, it does not jump
    if upto is None:
        _check_result(record, position)
    return position


def _check_seed(record: Record) -> None:
    assert record.seed is not None
    if record.header.commitment != commitment(record.seed):
        raise BadRecord("the seed is not the one that was committed to before the game")


def _reach(position: Position, now: int) -> None:
    """Lets the clock run on to when the game was written down."""
    try:
        position.wait(now)
    except Refused as refused:
        raise BadRecord(f"the closing line: {refused}") from None
    if position.now != now:
        raise BadRecord(f"the closing line says {now} ms, but it is {position.now} ms")


def _check_outcome(position: Position, action: Action) -> None:
    """Draws what the seed draws here and compares; advances the generator as play did."""
    if CHANCE not in position.active:
        return  # the referee will say so
    drawn = position.draw()
    if drawn != action:
        raise Refused("illegal now", None, f"the seed draws {drawn} here")


def _check_result(record: Record, position: Position) -> None:
    result = position.result
    told, found = record.result, result.to_dict() if result else None
    if told != found:
        raise BadRecord(f"the record claims the result {told}, its actions lead to {found}")


def table_of(name: str, players: int, options: Mapping[str, Any], rules: str) -> Game:
    """The table at which a game was played, if it was under the rules that are known here."""
    game = load(name, players, options)
    if rules != game.facts.rules_version:
        raise BadRecord(
            f"played under rules version {rules} of {game.facts.title}; "
            f"this version knows {game.facts.rules_version}"
        )
    return game


def _table_of(header: Header) -> Game:
    if header.format != FORMAT:
        raise BadRecord(f"record format {header.format}; this version reads format {FORMAT}")
    try:
        game = table_of(header.game, header.players, header.options, header.rules)
    except (games.UnknownGame, BadOption) as error:
        raise BadRecord(f"line 1: {error}") from None
    if header.seats is not None and len(header.seats) != header.players:
        raise BadRecord(f"line 1: {len(header.seats)} names for {header.players} seats")
    return game


def _read_line(game: Game, row: str, number: int) -> Line:
    data = _decode(row, dict[str, Any], number + 1)
    if data.pop("n", None) != number:
        raise BadRecord(f"line {number + 1}: expected action number {number}")
    who = data.pop("by", None)
    seat = CHANCE if who == NATURE else who
    if type(seat) is not int or (seat != CHANCE and not 0 <= seat < game.players):
        raise BadRecord(f"line {number + 1}: no seat {who!r} at a table of {game.players}")
    at = data.pop("at", None) if game.facts.timed else None
    if game.facts.timed and (type(at) is not int or not 0 <= at < NEVER):
        raise BadRecord(f"line {number + 1}: the time 'at' is missing or no whole number")
    try:
        return Line(seat, game.rooms.table.from_dict(data), at)
    except UnreadableAction as error:
        raise BadRecord(f"line {number + 1}: {error}") from None


def _decode(row: str, form: Any, number: int) -> Any:
    try:
        return msgspec.json.decode(row, type=form)
    except msgspec.DecodeError as error:
        raise BadRecord(f"line {number}: {error}") from None


def _line(data: dict[str, Any]) -> str:
    return msgspec.json.encode(data).decode()


def _digest(
    body: Sequence[str], result: dict[str, Any] | None, seed: str | None, now: int | None = None
) -> str:
    digest = sha256()
    end = {"result": result, "seed": seed} | ({} if now is None else {"now": now})
    for row in [*body, _line(end)]:
        digest.update(row.encode() + b"\n")
    return digest.hexdigest()
