"""Saved games: a record with its seed, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import msgspec

from dogpark.cli.errors import BadInput
from dogpark.cli.inputs import record_from
from dogpark.cli.table.seating import Seating
from dogpark.play.position import Position
from dogpark.play.record import BadRecord, Record, record_of
from dogpark.play.record import replay as play_again


def record_with_seats(position: Position, seating: Seating) -> Record:
    """The record, with the seed even if the game is not over: what follows must stay the same."""
    record = record_of(position, with_seed=True)
    header = msgspec.structs.replace(record.header, seats=list(seating.names))
    return replace(record, header=header)


def suggested_name(game: str) -> Path:
    """A name in this folder that is not taken."""
    stem = f"{game}-{datetime.now().astimezone():%Y%m%d-%H%M}"
    path, count = Path(f"{stem}.jsonl"), 1
    while path.exists():
        count += 1
        path = Path(f"{stem}-{count}.jsonl")
    return path


def write(path: Path, record: Record) -> None:
    """Atomically, readable by its owner alone: an unfinished game tells its seed."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(record.dumps())
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}.") from None


def check_target(path: Path, *, force: bool) -> None:
    """Before anything is played: whether the file may be written at all."""
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name a file.")
    if path.exists() and not force:
        raise BadInput(f"{path} exists already; choose another name, or add --force.")
    folder = path.parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise BadInput(f"{path} cannot be written: {folder} is not a folder you may write to.")


def load_unfinished(path: Path) -> tuple[Record, Position]:
    """A saved game that can go on, or BadInput that says why it cannot."""
    record = record_from(path)
    try:
        position = play_again(record)
    except BadRecord as error:
        raise BadInput(f"{path} does not hold: {error}.") from None
    if record.finished:
        raise BadInput(f"The game in {path} is over; look at it with: dogpark replay {path}")
    if record.seed is None:
        raise BadInput(
            f"{path} does not carry its seed, so the game cannot go on; "
            f"look at it with: dogpark replay {path}"
        )
    return record, position
