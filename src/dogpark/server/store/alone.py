"""One server at a time on one file of SQLite: the second is told so and leaves."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

PATIENCE = 1.0  # seconds; one that was killed may have left a last batch with its scribe


class Occupied(Exception):
    """Another server uses the database."""


class Alone:
    """The right to be the only server on a database; the system takes it back when we die."""

    def __init__(self, database: Path) -> None:
        file = database.with_name(f"{database.name}.lock")
        self._handle: int | None = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            _lock_soon(self._handle)
        except OSError as error:
            holder = os.pread(self._handle, 20, 0).decode("ascii", "replace").strip()
            self.release()
            raise Occupied(
                f"Another dogpark server (process {holder or 'unknown'}) uses {database}. Stop it "
                "first, or give this one a database of its own: DOGPARK_DATABASE=sqlite:///FILE. "
                "Many servers at once need PostgreSQL."
            ) from error
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, f"{os.getpid()}\n".encode(), 0)

    @property
    def handles(self) -> tuple[int, ...]:
        """For a child that shall hold the same right: it lasts until both have let go."""
        return () if self._handle is None else (self._handle,)

    def release(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _lock_soon(handle: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            _lock(handle)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
