"""Whole games in one Parquet file, a row a game (docs/games-as-data.md): writing and reading it.

Needs the extra ``dogpark[lab]``. Every file tells in its metadata what was played and what the
codes of the moves mean, so that other programs can work with it too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Literal

import msgspec
import polars as pl

from dogpark import games
from dogpark.kernel.facts import BadOption
from dogpark.kernel.rooms import Rooms
from dogpark.lab.telling import Told
from dogpark.play.game import Game
from dogpark.play.record import BadRecord, Record, record_of, table_of
from dogpark.play.refused import Refused
from dogpark.play.result import Result
from dogpark.server.version import VERSION

FORMAT = 1
HEADER, ACTIONS = "dogpark", "actions"  # keys of the file's metadata

SCHEMA = pl.Schema(
    {
        "number": pl.UInt32(),
        "seed": pl.String(),
        "bots": pl.List(pl.String),
        "options": pl.String(),
        "decisions": pl.UInt32(),
        "places": pl.List(pl.Int8),
        "points": pl.List(pl.Int32),
        "seats": pl.List(pl.Int8),
        "codes": pl.List(pl.UInt16),
    }
)

GROUP = 4096  # games of a row group: one game is found without reading them all
PART_MOVES = 1 << 23  # moves that are kept in memory before they are written

DAMAGE = (pl.exceptions.PolarsError, pl.exceptions.PanicException)  # what a changed byte can raise


class Unwritable(RuntimeError):
    """The file cannot be written; the message says why."""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """What was played: the same for all games of a file."""

    dogpark: Literal["games"]
    format: int
    version: str  # of dogpark, which wrote it
    game: str
    rules: str  # the version of its rules
    fingerprint: str  # of the code of its rules and bots
    players: int
    options: dict[str, Any]
    bots: list[str]
    seed: str  # game i has the seed <seed>/<i>
    wanted: int  # how many games were to be played; fewer if that was stopped


def header_of(game: Game, bots: list[str], seed: str, wanted: int) -> Header:
    return Header(
        dogpark="games",
        format=FORMAT,
        version=VERSION,
        game=game.rooms.name,
        rules=game.facts.rules_version,
        fingerprint=game.rooms.fingerprint,
        players=game.players,
        options=dict(game.options),
        bots=bots,
        seed=seed,
        wanted=wanted,
    )


def _actions(rooms: Rooms) -> list[dict[str, Any]]:
    """What each code means, as in records."""
    return [rooms.table.action(code).to_dict() for code in range(len(rooms.table))]


def _json(data: object) -> str:
    return msgspec.json.encode(data).decode()


# -- writing --------------------------------------------------------------------------------------


class GamesWriter:
    """Writes games as they come. The file is there, whole, once the ``with`` is left; also if that
    was by Ctrl-C, with the games so far. Any other trouble leaves nothing behind.

    Polars writes a Parquet file at one go: games are written into parts in a folder beside the file,
    and the parts are put together at the end, without holding them in memory.
    """

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self.games = 0  # that the file has, once it is there
        self._header = header
        self._metadata = {
            HEADER: _json(header),
            ACTIONS: _json(_actions(games.rooms(header.game))),
        }
        self._waiting: list[pl.DataFrame] = []
        self._waiting_moves = 0
        self._parts: set[Path] = set()

    def __enter__(self) -> GamesWriter:
        try:
            self._folder = TemporaryDirectory(prefix=f".{self.path.name}.", dir=self.path.parent)
        except OSError as error:
            raise self._unwritable(error) from None
        return self

    def add(self, told: Told) -> None:
        self._waiting.append(_frame(self._header, told))
        self._waiting_moves += told.moves
        if self._waiting_moves >= PART_MOVES or sum(map(len, self._waiting)) >= GROUP:
            self._write_part()

    def __exit__(
        self, kind: type[BaseException] | None, _error: object, _trace: TracebackType | None
    ) -> None:
        with self._folder:
            if kind is None or issubclass(kind, KeyboardInterrupt):
                self._finish()

    def _finish(self) -> None:
        if self._waiting:
            self._write_part()
        if not self._parts:
            return
        parts = sorted(self._parts)
        whole = parts[0]
        try:
            if len(parts) > 1:
                whole = whole.with_name("whole.parquet")
                pl.scan_parquet(parts, glob=False).sink_parquet(
                    whole, metadata=self._metadata, row_group_size=GROUP
                )
            count = _count(whole)
            whole.replace(self.path)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise self._unwritable(error) from None
        self.games = count

    def _write_part(self) -> None:
        rows = pl.concat(self._waiting)
        # Named by its first game: when Ctrl-C comes at a bad moment, the same part is written again.
        part = Path(self._folder.name) / f"{rows['number'][0]:010}.parquet"
        try:
            rows.write_parquet(part, metadata=self._metadata, row_group_size=GROUP)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise self._unwritable(error) from None
        self._parts.add(part)
        self._waiting, self._waiting_moves = [], 0

    def _unwritable(self, error: Exception) -> Unwritable:
        # What the system says comes last in what Polars says.
        why = getattr(error, "strerror", None) or str(error).rpartition("IO error: ")[2]
        return Unwritable(f"the file {self.path} cannot be written: {why}")


def _frame(header: Header, told: Told) -> pl.DataFrame:
    count = len(told)
    numbers = range(told.first, told.first + count)
    return pl.DataFrame(
        {
            "number": numbers,
            "seed": [f"{header.seed}/{number}" for number in numbers],
            "bots": [header.bots] * count,
            "options": [_json(header.options)] * count,
            "decisions": told.decisions,
            "places": told.places.tolist(),
            "points": told.points.tolist(),
            "seats": pl.Series(told.seats, dtype=pl.List(pl.Int32)),
            "codes": pl.Series(told.codes, dtype=pl.List(pl.Int32)),
        }
    ).cast(SCHEMA)  # strict: a number that does not fit is an error, never another number


def _count(path: Path) -> int:
    return int(pl.scan_parquet(path, glob=False).select(pl.len()).collect().item())


# -- reading --------------------------------------------------------------------------------------


class GamesFile:
    """A file of games; BadRecord says why it is not one, or not one that this version can replay."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        try:
            metadata = pl.read_parquet_metadata(self.path)
            schema = pl.Schema(pl.read_parquet_schema(self.path))
            count = _count(self.path)
        except DAMAGE as error:
            raise BadRecord(f"the file {path} is damaged or was cut short: {error}") from None
        if HEADER not in metadata or ACTIONS not in metadata:
            raise BadRecord(
                f"the file {path} has no whole games in it; dogpark sim --record writes them"
            )
        self.header = _read_header(self.path, metadata[HEADER])
        self.game = _table_of(self.path, self.header)
        if schema != SCHEMA:
            raise BadRecord(f"the file {path} does not have the columns of format {FORMAT}")
        if metadata[ACTIONS] != _json(_actions(self.game.rooms)):
            raise BadRecord(
                f"the codes in {path} mean other actions than those of this dogpark ({VERSION}); "
                f"dogpark {self.header.version}, which wrote it, can replay it"
            )
        self._count = count

    def __len__(self) -> int:
        return self._count

    def games(self) -> pl.LazyFrame:
        """A row a game."""
        return pl.scan_parquet(self.path, glob=False)

    def actions(self) -> pl.DataFrame:
        """What the codes mean: a row for every code, to join with."""
        actions = [self.game.rooms.table.action(code) for code in range(len(self.game.rooms.table))]
        return pl.DataFrame(
            {
                "code": range(len(actions)),
                "kind": [action.kind for action in actions],
                "action": [str(action) for action in actions],
                "words": [action.words for action in actions],
            },
            schema_overrides={"code": pl.UInt16},
        )

    def summaries(self) -> Iterator[dict[str, Any]]:
        """Every game without its moves, but with their number."""
        columns = ("number", "seed", "decisions", "places", "points")
        length = pl.col("codes").list.len().alias("moves")
        yield from self._read(self.games().select(*columns, length)).iter_rows(named=True)

    def record(self, number: int) -> Record:
        """One game as a record, with the result that the file claims; ``replay`` proves it.

        The moves are played here, since times of a game against the clock are not in the file.
        """
        found = self._read(self.games().filter(pl.col("number") == number))
        if found.is_empty():
            raise BadRecord(
                f"there is no game {number} in {self.path}: they are numbered from 0 to {len(self) - 1}"
            )
        row = found.row(0, named=True)
        if len(row["seats"]) != len(row["codes"]):
            raise BadRecord(
                f"game {number} in {self.path} does not hold: not as many seats as codes"
            )
        position = self.game.begin(row["seed"], "manual")
        for move, (seat, code) in enumerate(zip(row["seats"], row["codes"], strict=True), 1):
            try:
                position.apply(seat, code)
            except Refused as refused:
                raise BadRecord(
                    f"game {number} in {self.path} does not hold: move {move}, {refused}"
                ) from None
        teams = self.game.facts.team_of(self.game.players)
        claimed = Result(tuple(row["places"]), tuple(row["points"]), teams)
        record = record_of(position, with_seed=True)
        header = msgspec.structs.replace(record.header, seats=row["bots"])
        return replace(record, header=header, result=claimed.to_dict(), now=None)

    def _read(self, wanted: pl.LazyFrame) -> pl.DataFrame:
        try:
            return wanted.collect()
        except DAMAGE as error:
            raise BadRecord(f"the file {self.path} is damaged: {error}") from None


def _read_header(path: Path, text: str) -> Header:
    try:
        data = msgspec.json.decode(text, type=dict[str, Any])
        if data.get("format") != FORMAT:
            raise BadRecord(
                f"the file {path} has format {data.get('format')} of dogpark {data.get('version')}; "
                f"this version reads format {FORMAT}"
            )
        return msgspec.convert(data, Header)
    except msgspec.DecodeError as error:
        raise BadRecord(f"what {path} says of its games cannot be read: {error}") from None


def _table_of(path: Path, header: Header) -> Game:
    try:
        return table_of(header.game, header.players, header.options, header.rules)
    except (games.UnknownGame, BadOption, BadRecord) as error:
        raise BadRecord(
            f"the games in {path} cannot be replayed by this dogpark ({VERSION}): {error}; "
            f"dogpark {header.version} wrote them"
        ) from None
