"""Bots at a live table: the same manners as at the terminal."""

from __future__ import annotations

import pytest

from dogpark.agents.reflexes import SPANS
from dogpark.play.game import load
from dogpark.play.position import Position
from dogpark.server.live.bots import look, looking, next_look


@pytest.fixture
def waiting() -> Position:
    return load("dogpile", players=3).start(seed=3)


@pytest.fixture
def digging(waiting: Position) -> Position:
    for seat in range(3):
        waiting.apply(seat, "ready", at=0)
    waiting.wait(3000)
    return waiting


def test_bots_have_their_paws_up_at_once(waiting: Position) -> None:
    assert looking(waiting, (1, 2), 0) == [1, 2]
    assert look(waiting, 1, "greedy").at == 0


def test_in_a_countdown_nobody_looks(waiting: Position) -> None:
    for seat in range(3):
        waiting.apply(seat, "ready", at=0)
    assert looking(waiting, (1, 2), 2999) == []
    assert next_look(waiting, (1, 2), 0) is None


def test_a_bot_hesitates_from_the_moment_it_is_free(digging: Position) -> None:
    digging.apply(1, "dig 7", at=3100)
    assert looking(digging, (1, 2), 3799) == [2]
    assert next_look(digging, (1, 2), 3799) == 3800
    assert looking(digging, (1, 2), 3870) == [1, 2]
    low, high = SPANS["greedy"]
    plan = look(digging, 1, "greedy")
    assert 3800 + low <= plan.at <= 3800 + high
    assert look(digging, 1, "greedy") == plan  # a table that is loaded again goes on the same


def test_seats_hesitate_independently_and_a_delay_replaces_their_reflexes(
    digging: Position,
) -> None:
    assert len({look(digging, seat, "greedy").at for seat in range(3)}) > 1
    assert look(digging, 1, "greedy", delay=0).at == 3000


def test_a_plan_is_void_once_something_else_is_asked(digging: Position) -> None:
    plan = look(digging, 1, "greedy")
    assert not plan.void(digging)
    digging.wait(33_000)
    assert plan.void(digging)
