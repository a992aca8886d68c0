"""The toy game, registered for these tests so that records of it can be read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dogpark.conformance.tables import Table, registered
from dogpark.kernel.rooms import Rooms
from dogpark.play.game import Game
from dogpark.play.position import Position


@pytest.fixture
def game(fetch: Rooms) -> Iterator[Game]:
    """Fetch for two."""
    with registered(fetch):
        yield Table(fetch, 2, {}).game


@pytest.fixture
def position(game: Game) -> Position:
    """A game that has just begun: balls are dealt, both seats may throw."""
    return game.start(seed=7)


@pytest.fixture
def finished(game: Game) -> Position:
    """A whole game: everybody always uses the weak arm."""
    position = game.start(seed=7)
    while position.active:
        position.apply(position.active[0], "throw 1")
    return position
