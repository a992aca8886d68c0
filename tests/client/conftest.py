"""A real server for the client's tests, in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dogpark.server.settings import Settings
from dogpark.server.store import migrate
from tests.server.whole.running import Apart


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Apart]:
    """A server on SQLite; the tests of a module share it."""
    file = tmp_path_factory.mktemp("server") / "dogpark.sqlite"
    settings = Settings(f"sqlite:///{file}", secret="a secret that only the tests know")
    migrate.upgrade(settings)
    with Apart(settings) as apart:
        yield apart
