"""One evening of games over real sockets, played once for all tests that look at it."""

from __future__ import annotations

import asyncio
import io
import logging
import shutil
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest
import structlog

from dogpark import games
from dogpark.server.live import veil
from dogpark.server.ops import logs
from dogpark.server.settings import Settings
from tests.server.conftest import SECRET, Shuffles
from tests.server.services import Postgres, Redis
from tests.server.whole.played import Played, play
from tests.server.whole.running import in_loop, serving

T = TypeVar("T")
BACKENDS = ("sqlite", "cluster")
SHORT_MS = 400  # of a veiled window; half of it may be used for answers


EVENING_SECONDS = 300  # ten games at once; on a busy machine two minutes


@dataclass(frozen=True)
class Evening:
    """Every game on every backend, and the log lines that were written meanwhile."""

    games: dict[tuple[str, str], Played]
    lines: str


@pytest.fixture(scope="session")
def evening(
    _postgres: Postgres,
    _redis: Redis,
    migrated_postgres: str,
    _migrated_sqlite: Path,
    tmp_path_factory: pytest.TempPathFactory,
    shuffles: Shuffles,
) -> Evening:
    """All games at once, on SQLite and on PostgreSQL with Redis: most of the time goes in waiting."""
    shuffles.begin("an evening")
    _redis.start()
    _postgres.start()
    file = tmp_path_factory.mktemp("evening") / "dogpark.sqlite"
    shutil.copyfile(_migrated_sqlite, file)
    database = _postgres.create("evening", migrated_postgres)
    settings = {
        "sqlite": Settings(f"sqlite:///{file}", secret=SECRET, port=0),
        "cluster": Settings(database, _redis.url, secret=SECRET, port=0),
    }

    async def at(backend: str) -> list[Played]:
        async with serving(settings[backend]) as here:
            return await together(play(here, game) for game in games.names())

    async def main() -> list[list[Played]]:
        return await together(at(backend) for backend in BACKENDS)

    with pytest.MonkeyPatch.context() as patch, written() as lines:
        patch.setitem(veil.LENGTHS_MS, "none", SHORT_MS)
        found = in_loop(main, EVENING_SECONDS)
    played = {
        (backend, one.game): one
        for backend, some in zip(BACKENDS, found, strict=True)
        for one in some
    }
    return Evening(played, lines.getvalue())


@pytest.fixture(
    params=[(backend, game) for backend in BACKENDS for game in games.names()],
    ids="-".join,
)
def played(
    request: pytest.FixtureRequest, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> Played:
    """Each game of the evening."""
    monkeypatch.setitem(veil.LENGTHS_MS, "none", SHORT_MS)  # to fold its log as it was played
    return evening.games[request.param]


async def together(several: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """All at the same time; if one fails the others are not waited for."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one) for one in several]
    return [task.result() for task in tasks]


@contextmanager
def written() -> Iterator[io.StringIO]:
    """All log lines of this process, as a server writes them."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    stream = io.StringIO()
    logs.configure("info", "json", stream)
    try:
        yield stream
    finally:
        structlog.reset_defaults()
        for handler in [one for one in root.handlers if one not in handlers]:
            root.removeHandler(handler)
        root.setLevel(level)
