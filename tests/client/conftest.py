"""A real server for the client's tests, in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dogpark.server.settings import Settings
from dogpark.server.store import migrate
from tests.server.whole.running import Apart


def fresh(folder: Path) -> Apart:
    """A server on a new database of SQLite, not started yet."""
    settings = Settings(f"sqlite:///{folder / 'dogpark.sqlite'}", secret="known to the tests alone")
    migrate.upgrade(settings)
    return Apart(settings)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Apart]:
    """A running server; the tests of a module share it."""
    with fresh(tmp_path_factory.mktemp("server")) as apart:
        yield apart


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Apart]:
    """A running server of one's own, which may be killed and started again."""
    with fresh(tmp_path) as apart:
        yield apart
