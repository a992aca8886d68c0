"""``dogpark migrate``, ``backup`` and ``restore``: a server's database, as a host looks after it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from dogpark.cli import errors, terminal
from dogpark.server.settings import BadSetting, Settings, read
from dogpark.server.store import backup as archive
from dogpark.server.store import migrate as migrations
from dogpark.server.store.alone import Occupied
from dogpark.server.store.dump import BadBackup
from dogpark.server.store.engine import Away, place


def migrate() -> int:
    """Brings the database up to date."""
    with _explained() as settings:
        before = migrations.current(settings)
        migrations.upgrade(settings)
        after = migrations.current(settings)
    what = "was up to date" if before == after else f"is now at revision {after}"
    terminal.out().print(f"The database ({place(settings)}) {what}.", soft_wrap=True)
    return errors.OK


def backup(file: Path) -> int:
    """Writes a backup; an older file of that name is replaced only when the new one is whole."""
    with _explained() as settings, _progress("Saving") as progress:
        if settings.on_sqlite and not settings.sqlite_file.exists():
            raise archive.NotNow(f"There is no {place(settings)}. Is DOGPARK_DATABASE right?")
        archive.backup(settings, file, progress)
    size = file.stat().st_size / 1e6
    terminal.out().print(f"Saved to {file} ({size:.1f} MB).", soft_wrap=True)
    return errors.OK


def verify(file: Path, *, json: bool) -> int:
    """Reads a backup through, and says what it holds."""
    with _explained(), _progress("Reading") as progress:
        header = archive.verify(file, progress)
    made = datetime.fromtimestamp(header.made_at / 1000, UTC)
    if json:
        told = {"file": str(file), "made_at": header.made_at, "revision": header.revision}
        terminal.print_json({**told, "rows": header.rows})
        return errors.OK
    held = ", ".join(f"{rows:,} {name}" for name, rows in header.rows.items() if rows)
    terminal.out().print(
        f"{file} is whole. It was made on {made:%Y-%m-%d at %H:%M} UTC (revision {header.revision}) "
        f"and holds {held or 'nothing'}.",
        soft_wrap=True,
    )
    return errors.OK


def restore(file: Path, *, force: bool) -> int:
    """Makes the database anew from a backup."""
    with _explained() as settings, _progress("Restoring") as progress:
        archive.restore(settings, file, force, progress)
    terminal.out().print(f"Restored from {file} to {place(settings)}.", soft_wrap=True)
    return errors.OK


@contextmanager
def _explained() -> Iterator[Settings]:
    known = (
        BadSetting,
        Occupied,
        Away,
        OSError,
        BadBackup,
        archive.NotNow,
        migrations.UnknownRevision,
    )
    try:
        yield read(os.environ)
    except known as error:
        raise errors.BadInput(str(error)) from None


@contextmanager
def _progress(words: str) -> Iterator[archive.Progress]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=terminal.err(), transient=True) as bar:
        task = bar.add_task(words, total=None)

        def told(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield told
