"""What the server's tests share: databases, buses, and settings that lead to them.

``backend`` runs a test twice: on SQLite alone, and on PostgreSQL with Redis. A machine without them
fails such a test with the command that installs them; it never passes by skipping. ``shared`` runs a
test with two servers twice: on PostgreSQL with Redis, and as siblings on SQLite.

Games begun in a test's own process are shuffled the same way in every run, so that a failure repeats.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest

from dogpark.server.park import park as parks
from dogpark.server.park.names import new_id
from dogpark.server.people import passwords
from dogpark.server.settings import Settings
from dogpark.server.store import migrate
from dogpark.server.table import drafts
from tests.server.people.helpers import CHEAP
from tests.server.reused import Reused
from tests.server.services import Postgres, Redis
from tests.server.siblings.hubs import HubApart

SECRET = "a secret that only the tests know"
_NUMBERS = count(1)


class Shuffles:
    """Seeds as long as real ones, each by the name of the test and how many came before it there."""

    def __init__(self) -> None:
        self.begin("")

    def begin(self, name: str) -> None:
        self._name = name
        self._numbers = count(1)

    def __call__(self) -> str:
        return sha256(f"{self._name} {next(self._numbers)}".encode()).hexdigest()


@pytest.fixture(scope="session", autouse=True)
def shuffles() -> Iterator[Shuffles]:
    with pytest.MonkeyPatch.context() as patch:
        named = Shuffles()
        patch.setattr(drafts, "fresh_seed", named)
        yield named


@pytest.fixture(autouse=True)
def _shuffled_by_name(request: pytest.FixtureRequest, shuffles: Shuffles) -> None:
    shuffles.begin(request.node.nodeid)


@pytest.fixture(scope="session", autouse=True)
def _cheap_hashes() -> Iterator[None]:
    """A server makes a hash when it starts, which is meant to be costly, and many are started here.

    Those in processes of their own take their time.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "PasswordHasher", lambda: CHEAP)
        yield


@pytest.fixture(scope="session")
def _postgres() -> Iterator[Postgres]:
    with Postgres() as server:
        yield server


@pytest.fixture(scope="session")
def _redis() -> Iterator[Redis]:
    with Redis() as server:
        yield server


@pytest.fixture
def postgres(_postgres: Postgres) -> Iterator[Postgres]:
    """This worker's PostgreSQL, running; a test may stop it and need not start it again."""
    _postgres.start()
    yield _postgres
    _postgres.start()


@pytest.fixture
def redis(_redis: Redis) -> Redis:
    """This worker's Redis, running and empty; a test may stop it and need not start it again."""
    _redis.start()
    _redis.empty()
    return _redis


@pytest.fixture(scope="session")
def migrated_postgres(_postgres: Postgres) -> str:
    """The name of a database that is migrated and otherwise untouched."""
    _postgres.start()
    migrate.upgrade(Settings(_postgres.create("migrated"), secret=SECRET))
    return "migrated"


@pytest.fixture(scope="session")
def _reused(_postgres: Postgres, migrated_postgres: str) -> Reused:
    return Reused(_postgres, migrated_postgres, "reused")


@pytest.fixture(scope="session")
def _migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("migrated") / "dogpark.sqlite"
    migrate.upgrade(Settings(f"sqlite:///{file}", secret=SECRET))
    return file


@pytest.fixture
def empty_postgres(postgres: Postgres) -> Iterator[Settings]:
    """Settings that lead to a fresh database of PostgreSQL, not migrated; no bus."""
    name = f"test{next(_NUMBERS)}"
    yield Settings(postgres.create(name), secret=SECRET, port=0)
    postgres.start()
    postgres.drop(name)


@pytest.fixture
def empty_sqlite(tmp_path: Path) -> Settings:
    """Settings that lead to a database of SQLite that is not there yet."""
    return Settings(f"sqlite:///{tmp_path / 'empty.sqlite'}", secret=SECRET, port=0)


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest) -> Settings:
    """Settings that lead to an empty database, of either kind."""
    settings: Settings = request.getfixturevalue(f"empty_{request.param}")
    return settings


@pytest.fixture
def sqlite(tmp_path: Path, _migrated_sqlite: Path) -> Settings:
    """Settings of a server on SQLite alone, its database fresh and migrated."""
    file = tmp_path / "dogpark.sqlite"
    shutil.copyfile(_migrated_sqlite, file)
    return Settings(f"sqlite:///{file}", secret=SECRET, port=0)


@pytest.fixture
def cluster(postgres: Postgres, redis: Redis, _reused: Reused) -> Settings:
    """Settings of a server on PostgreSQL and Redis, its database fresh and migrated."""
    return Settings(_reused.fresh(), redis.url, secret=SECRET, port=0)


@pytest.fixture
def hub(sqlite: Settings) -> Iterator[HubApart]:
    """A hub that runs, on a fresh and migrated database of SQLite."""
    with tempfile.TemporaryDirectory() as folder, HubApart(sqlite, folder) as running:
        yield running


@pytest.fixture
def siblings(sqlite: Settings, hub: HubApart) -> Settings:
    """Settings of the first of two siblings."""
    return replace(sqlite, place=hub.place(0))


@pytest.fixture(params=["cluster", "siblings"])
def shared(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings of one of several servers on one database; ``scenes.two`` starts two of them.

    Tables are kept by the first of the two, as if they were opened there.
    """
    settings: Settings = request.getfixturevalue(request.param)
    if (place := settings.place) is not None:
        names = filter(place.is_home, iter(new_id, ""))
        monkeypatch.setattr(parks, "new_id", lambda: next(names))
    return settings


@pytest.fixture(params=["sqlite", "cluster"])
def backend(request: pytest.FixtureRequest) -> Settings:
    """Settings of a server on SQLite alone, then on PostgreSQL and Redis; fresh and migrated."""
    settings: Settings = request.getfixturevalue(request.param)
    return settings
