"""Whose turn it is at a file; the order of those who wait is in ``tests/server/test_turn.py``."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from dogpark.server.store import turns as turns_module
from dogpark.server.store.turns import NoTurn, Turns, turns_of

WAIT = 30


def test_only_one_has_the_turn() -> None:
    async def run() -> int:
        turns = Turns()
        inside = 0
        most = 0

        async def task() -> None:
            nonlocal inside, most
            for _ in range(100):
                async with turns.task():
                    inside += 1
                    most = max(most, inside)
                    await asyncio.sleep(0)
                    inside -= 1

        async with asyncio.timeout(WAIT):
            await asyncio.gather(task(), task(), task())
        return most

    assert asyncio.run(run()) == 1


def test_who_waits_too_long_gives_up_and_the_next_still_gets_a_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns_module, "PATIENCE", 0.05)

    async def run() -> None:
        turns = Turns()

        async def task() -> None:
            async with turns.task():
                raise AssertionError("two have the turn")

        async with asyncio.timeout(WAIT):
            async with turns.task():
                with pytest.raises(NoTurn):
                    await task()
            async with turns.task():
                pass

    asyncio.run(run())


def test_an_error_inside_ends_the_turn() -> None:
    async def run() -> None:
        turns = Turns()
        for _ in range(2):
            with pytest.raises(RuntimeError):
                async with turns.task():
                    raise RuntimeError
        assert turns.take()

    asyncio.run(run())


def test_a_file_has_the_same_turns_for_everybody(tmp_path: Path) -> None:
    here = turns_of(tmp_path / "a.sqlite")
    assert turns_of(tmp_path / "sub" / ".." / "a.sqlite") is here
    assert turns_of(tmp_path / "b.sqlite") is not here
