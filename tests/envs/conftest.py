"""Tables for environments: every game at every number of players."""

from __future__ import annotations

import pytest

from dogpark import games

TABLES = [(name, players) for name in games.names() for players in games.rooms(name).facts.seats]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for ``table`` gets every one."""
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
