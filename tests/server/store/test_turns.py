"""Whose turn it is: threads and tasks, in the order in which they came."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from dogpark.server.store import turns as turns_module
from dogpark.server.store.turns import NoTurn, Turns, turns_of

WAIT = 30


def test_turns_come_in_the_order_in_which_they_were_asked_for() -> None:
    async def run() -> list[str]:
        turns = Turns()
        order: list[str] = []

        async def task(name: str) -> None:
            async with turns.task():
                order.append(name)

        def thread(name: str) -> None:
            with turns.thread():
                order.append(name)

        async with asyncio.timeout(WAIT):
            async with turns.task():
                waiting: list[asyncio.Future[None]] = []
                for number in range(3):
                    waiting.append(asyncio.ensure_future(task(f"task {number}")))
                    while len(turns._waiting) <= 2 * number:
                        await asyncio.sleep(0)
                    waiting.append(
                        asyncio.ensure_future(asyncio.to_thread(thread, f"thread {number}"))
                    )
                    while len(turns._waiting) <= 2 * number + 1:
                        await asyncio.sleep(0)
            await asyncio.gather(*waiting)
        return order

    assert asyncio.run(run()) == [f"{kind} {n}" for n in range(3) for kind in ("task", "thread")]


def test_only_one_has_the_turn() -> None:
    async def run() -> int:
        turns = Turns()
        inside = 0
        most = 0

        def enter() -> None:
            nonlocal inside, most
            inside += 1
            most = max(most, inside)

        def leave() -> None:
            nonlocal inside
            inside -= 1

        def thread() -> None:
            for _ in range(100):
                with turns.thread():
                    enter()
                    leave()

        async def task() -> None:
            for _ in range(100):
                async with turns.task():
                    enter()
                    await asyncio.sleep(0)
                    leave()

        async with asyncio.timeout(WAIT):
            await asyncio.gather(
                task(), task(), asyncio.to_thread(thread), asyncio.to_thread(thread)
            )
        return most

    assert asyncio.run(run()) == 1


@pytest.mark.parametrize("early", [True, False])
def test_who_is_cancelled_while_waiting_or_when_the_turn_comes_passes_it_on(early: bool) -> None:
    async def run() -> None:
        turns = Turns()

        async def wait() -> None:
            async with turns.task():
                raise AssertionError("a turn that was given up")

        async with asyncio.timeout(WAIT):
            async with turns.task():
                given_up = asyncio.create_task(wait())
                await asyncio.sleep(0)
                if early:
                    given_up.cancel()
            if not early:
                given_up.cancel()  # the turn is its own already, though it does not know yet
            with pytest.raises(asyncio.CancelledError):
                await given_up
            async with turns.task():
                pass

    asyncio.run(run())


def test_who_waits_too_long_gives_up_and_the_next_still_gets_a_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns_module, "PATIENCE", 0.05)

    async def run() -> None:
        turns = Turns()

        async def task() -> None:
            async with turns.task():
                raise AssertionError("two have the turn")

        def thread() -> None:
            with turns.thread():
                raise AssertionError("two have the turn")

        async with asyncio.timeout(WAIT):
            async with turns.task():
                with pytest.raises(NoTurn):
                    await task()
                with pytest.raises(NoTurn):
                    await asyncio.to_thread(thread)
            async with turns.task():
                pass

    asyncio.run(run())


def test_an_error_inside_ends_the_turn() -> None:
    turns = Turns()
    for _ in range(2):
        with pytest.raises(RuntimeError), turns.thread():
            raise RuntimeError
    taker = threading.Thread(target=lambda: turns.thread().__enter__())
    taker.start()
    taker.join(WAIT)
    assert not taker.is_alive()


def test_a_file_has_the_same_turns_for_everybody(tmp_path: Path) -> None:
    here = turns_of(tmp_path / "a.sqlite")
    assert turns_of(tmp_path / "sub" / ".." / "a.sqlite") is here
    assert turns_of(tmp_path / "b.sqlite") is not here
