"""The file of a backup: lines of JSON, compressed, that any database of ours can be made from.

The first line says what it is and how much it holds; then comes each table, a line with its columns
and a line for each row; the last line has the count and the digest of everything before it.
Nothing of it is ever held in memory as a whole.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeAlias, cast

import msgspec

FORMAT = "dogpark backup"
VERSION = 1

Kind: TypeAlias = str  # text, whole, number, truth, bytes or json


class BadBackup(ValueError):
    """A file that is no backup, or not whole any more."""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """What a backup says of itself."""

    format: str
    version: int
    revision: str  # of the database's schema
    made_at: int  # milliseconds since 1970
    rows: dict[str, int]  # of each table

    @property
    def total(self) -> int:
        return sum(self.rows.values())


class Section(msgspec.Struct, forbid_unknown_fields=True):
    """The beginning of a table."""

    table: str
    columns: dict[str, Kind]


class End(msgspec.Struct, forbid_unknown_fields=True):
    """The end of the file."""

    rows: int
    digest: str


class Rows(NamedTuple):
    """A table and its rows, which can be gone through once."""

    section: Section
    rows: Iterator[list[Any]]


class Writer:
    """Writes a backup line by line."""

    def __init__(self, out: BinaryIO, header: Header) -> None:
        self._out = out
        self._digest = hashlib.sha256()
        self._rows = 0
        self._line(header)

    def section(self, table: str, columns: dict[str, Kind]) -> None:
        self._line(Section(table, columns))

    def row(self, values: Sequence[Any]) -> None:
        self._line(values)
        self._rows += 1

    def end(self) -> None:
        self._line(End(self._rows, self._digest.hexdigest()))

    def _line(self, value: Any) -> None:
        line = msgspec.json.encode(value) + b"\n"  # bytes become base64
        self._digest.update(line)
        self._out.write(line)


@contextmanager
def new_file(file: Path, header: Header) -> Iterator[Writer]:
    """A backup in the making: it has its name only once it is whole, and only its owner reads it."""
    beside = file.with_name(f"{file.name}.part")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as raw:
            with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as out:
                writer = Writer(cast(BinaryIO, out), header)
                yield writer
                writer.end()
            raw.flush()
            os.fsync(raw.fileno())
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def _lines(file: Path) -> Iterator[Iterator[bytes]]:
    """The lines of a file; whatever is wrong with it becomes BadBackup."""
    try:
        with gzip.open(file, "rb") as lines:
            yield lines
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadBackup(f"{file} is damaged or no backup of dogpark: {error}") from error
    except msgspec.MsgspecError as error:
        raise BadBackup(f"{file} cannot be read: {error}") from error


def check(file: Path) -> Header:
    """Read a backup through to its end; what it says of itself, if all of it is there."""
    with _lines(file) as lines:
        line = next(lines, b"")
        header = _header(file, line)
        counted: dict[str, int] = {}
        table = ""
        digest = hashlib.sha256()
        for following in lines:
            digest.update(line)
            line = following
            if line.startswith(b'{"table"'):
                table = msgspec.json.decode(line, type=Section).table
                counted[table] = 0
            elif line.startswith(b"[") and table:
                counted[table] += 1
        if not line.startswith(b'{"rows"'):
            raise BadBackup(f"{file} is cut off: its end is missing")
        end = msgspec.json.decode(line, type=End)
        if end.digest != digest.hexdigest():
            raise BadBackup(f"{file} was changed or damaged: its digest is another")
        if end.rows != header.total or list(counted.items()) != list(header.rows.items()):
            raise BadBackup(f"{file} does not hold what its first line says")
    return header


def sections(file: Path) -> Iterator[Rows]:
    """The tables of a backup that was checked, one after the other; go through each one's rows."""
    with _lines(file) as lines:
        header = _header(file, next(lines, b""))
        for _ in header.rows:
            section = msgspec.json.decode(next(lines), type=Section)
            yield Rows(section, _rows(lines, header.rows[section.table]))


def _rows(lines: Iterator[bytes], number: int) -> Iterator[list[Any]]:
    for _ in range(number):
        yield msgspec.json.decode(next(lines), type=list[Any])


def _header(file: Path, line: bytes) -> Header:
    if f'"format":"{FORMAT}"'.encode() not in line:
        raise BadBackup(f"{file} is no backup of dogpark")
    header = msgspec.json.decode(line, type=Header)
    if header.version != VERSION:
        raise BadBackup(
            f"{file} is a backup of form {header.version}, and this version reads {VERSION}: "
            "a newer dogpark has made it. Update this one."
        )
    return header
