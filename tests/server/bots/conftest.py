"""What the tests of bots share: positions to think about, and bots that misbehave."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from dogpark.agents.bots import BOTS
from dogpark.play.game import load
from dogpark.play.position import Position
from dogpark.server.bots.job import Job, job_for
from tests.server.bots.badbots import BAD


def played(name: str, steps: int, players: int | None = None, seed: str = "bots") -> Position:
    """A game of random moves, so many steps on; it is not over."""
    position = load(name, players).start(seed=seed)
    dice = random.Random(f"{name}/{players}/{seed}")
    for _ in range(steps):
        seat = position.turn
        assert seat is not None
        position.apply(seat, dice.choice(position.legal(seat)))
    assert position.active
    return position


@pytest.fixture(scope="session")
def position() -> Position:
    """A turn of DOG with several plays to choose from."""
    found = played("dog", 30, 4)
    while found.turn is None or len(found.legal(found.turn)) < 3:
        assert found.turn is not None
        found.apply(found.turn, found.legal(found.turn)[0])
    return found


@pytest.fixture
def job(position: Position) -> Callable[[str], Job]:
    """A job at that turn for a bot of any level."""
    seat = position.turn
    assert seat is not None
    return lambda level: job_for(position, seat, level, "dice")


@pytest.fixture
def misbehave(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts one bad bot onto this process's ladder, right above the one that needs no search."""
    bad = {one.name: one for one in BAD}

    def put(name: str) -> None:
        above = [(one, make) for one, make in BOTS.items() if one in ("working", "champion")]
        for one, _ in reversed(above):  # so that they come back in their order
            monkeypatch.delitem(BOTS, one)
        for one, make in [(name, bad[name]), *above]:
            monkeypatch.setitem(BOTS, one, make)

    return put
