"""The scribe: writes the log of SQLite, in a process of its own beside the server.

As a thread it would share the interpreter with the event loop, and get it only when the loop is at
rest: each of its few steps then waits up to five milliseconds, and every handing over costs both.
The scribe takes batches from its input and tells for each row whether it was the first of its
number, or for a batch why it could not be saved. It ends when its input does, and not on signals:
what the server has sent before it was killed is still written.

It runs as a script and imports nothing of ours, so that it is there in a moment.
"""

from __future__ import annotations

import marshal
import signal
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from typing import Any, BinaryIO, TypeAlias

TOGETHER = 128  # rows in one statement at most; each size is compiled once and kept
HEAD = 4  # bytes of a message's length

_INSERT = "INSERT INTO events (table_id, seq, at, body) VALUES "

Line: TypeAlias = tuple[str, int, int, bytes]


def pack(message: Any) -> bytes:
    body = marshal.dumps(message)
    return len(body).to_bytes(HEAD) + body


def unpack(body: bytes) -> Any:
    return marshal.loads(body)


def unpack_whole(heard: bytearray) -> Iterator[Any]:
    """The messages that have come whole; they are taken out of what was heard."""
    at = 0
    while len(heard) - at >= HEAD:
        end = at + HEAD + int.from_bytes(heard[at : at + HEAD])
        if len(heard) < end:
            break
        yield unpack(bytes(heard[at + HEAD : end]))
        at = end
    del heard[:at]


def connect(file: str, pragmas: Sequence[str]) -> sqlite3.Connection:
    connection = sqlite3.connect(
        file, isolation_level=None, check_same_thread=False, cached_statements=2 * TOGETHER
    )
    for pragma in pragmas:
        connection.execute(pragma)
    return connection


def write(connection: sqlite3.Connection, rows: list[Line]) -> list[bool]:
    """Save rows in one commit; which of them are the first of their number."""
    try:
        if len(rows) <= TOGETHER:
            _insert(connection, rows)  # by itself a transaction
        else:
            with _transaction(connection):
                for start in range(0, len(rows), TOGETHER):
                    _insert(connection, rows[start : start + TOGETHER])
    except sqlite3.IntegrityError:
        return _write_singly(connection, rows)
    return [True] * len(rows)


def _write_singly(connection: sqlite3.Connection, rows: list[Line]) -> list[bool]:
    """As ``write``, for the rare case that a number is taken."""
    statement = _statement(1) + " ON CONFLICT DO NOTHING"
    with _transaction(connection):
        return [connection.execute(statement, row).rowcount == 1 for row in rows]


def _insert(connection: sqlite3.Connection, rows: list[Line]) -> None:
    connection.execute(_statement(len(rows)), tuple(chain.from_iterable(rows)))


@cache
def _statement(rows: int) -> str:
    return _INSERT + ",".join(["(?,?,?,?)"] * rows)


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # some errors end it by themselves
            connection.execute("ROLLBACK")
        raise


def serve(file: str, asked: BinaryIO, told: BinaryIO) -> None:
    """Writes batches until there are no more."""
    connection: sqlite3.Connection | None = None
    while len(head := asked.read(HEAD)) == HEAD:
        pragmas, rows = unpack(asked.read(int.from_bytes(head)))
        answer: list[bool] | str
        try:
            connection = connection or connect(file, pragmas)
            answer = write(connection, rows)
        except Exception as error:  # noqa: BLE001 (whatever it is, those who wait must hear)
            answer = str(error)
            if connection is not None:
                connection.close()
                connection = None
        told.write(pack(answer))
        told.flush()
    if connection is not None:
        connection.close()


if __name__ == "__main__":
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.SIG_IGN)
    serve(sys.argv[1], sys.stdin.buffer, sys.stdout.buffer)
