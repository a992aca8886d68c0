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
from dogpark.server.table import clocks
from tests.server.conftest import SECRET, Shuffles
from tests.server.services import Postgres, Redis
from tests.server.whole.played import WAYS, Played, play
from tests.server.whole.running import in_loop, serving

T = TypeVar("T")
BACKENDS = ("sqlite", "cluster")
# Every game on each; the ways that it takes longer to play, on one.
TABLES = [("sqlite", way) for way in WAYS] + [("cluster", game) for game in games.names()]
SHORT_MS = 400  # of a veiled window; half of it may be used for answers


EVENING_SECONDS = 300  # all games at once; on a busy machine three minutes


@dataclass(frozen=True)
class Evening:
    """Every table by its backend and the way it was played, and the log lines written meanwhile."""

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

    async def at(backend: str) -> dict[tuple[str, str], Played]:
        async with serving(settings[backend]) as here:
            ways = [way for where, way in TABLES if where == backend]
            played = await together(play(here, WAYS[way]) for way in ways)
            return {(backend, way): one for way, one in zip(ways, played, strict=True)}

    async def main() -> list[dict[tuple[str, str], Played]]:
        return await together(at(backend) for backend in BACKENDS)

    with pytest.MonkeyPatch.context() as patch, written() as lines:
        _shorten(patch)
        patch.setitem(clocks.BOUNDS, "live", (1, 300))
        sqlite, cluster = in_loop(main, EVENING_SECONDS)
    return Evening(sqlite | cluster, lines.getvalue())


def _shorten(patch: pytest.MonkeyPatch) -> None:
    for clock in ("none", "live"):
        patch.setitem(veil.LENGTHS_MS, clock, SHORT_MS)


@pytest.fixture(params=TABLES, ids="-".join)
def played(
    request: pytest.FixtureRequest, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> Played:
    """Each game of the evening."""
    _shorten(monkeypatch)  # to fold its log as it was played
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
