"""The lock of a table: taken at once or waited for, one at a time and in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

from dogpark.server.turn import Turn


def in_a_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    @wraps(test)
    def run() -> None:
        asyncio.run(test())

    return run


async def taken_while_two_wait() -> tuple[Turn, asyncio.Task[None], asyncio.Task[None]]:
    turn = Turn()
    assert turn.take()

    async def wait() -> None:
        async with turn:
            pass

    waiting = asyncio.create_task(wait()), asyncio.create_task(wait())
    await asyncio.sleep(0)
    return turn, *waiting


@in_a_loop
async def test_a_turn_is_taken_at_once_where_nobody_has_it() -> None:
    turn = Turn()
    assert turn.take()
    assert not turn.take()
    turn.give()
    assert turn.take()


@in_a_loop
async def test_who_waits_gets_the_turn_in_order_and_nobody_slips_in_between() -> None:
    turn, order = Turn(), list[str]()

    async def one(name: str) -> None:
        async with turn:
            order.append(name)
            await asyncio.sleep(0)

    assert turn.take()
    waiting = [asyncio.create_task(one(name)) for name in ("first", "second")]
    await asyncio.sleep(0)
    turn.give()
    assert not turn.take()  # it has gone to the first already
    await asyncio.gather(*waiting)
    assert order == ["first", "second"]
    assert turn.take()


@in_a_loop
async def test_who_is_called_has_the_turn_in_the_order_of_asking_and_gives_it_on() -> None:
    turn, order = Turn(), list[str]()

    async def task() -> None:
        async with turn:
            order.append("task")

    def called(name: str) -> None:
        assert not turn.take()
        order.append(name)
        turn.give()

    assert turn.take()
    turn.wait(lambda: called("first"))
    waiting = asyncio.create_task(task())
    await asyncio.sleep(0)
    turn.wait(lambda: called("last"))
    turn.give()
    assert order == ["first"]
    await waiting
    assert order == ["first", "task", "last"]
    assert turn.take()


@in_a_loop
async def test_however_many_give_the_turn_on_at_once_they_are_called_one_after_the_other() -> None:
    turn, called = Turn(), 0

    def come() -> None:
        nonlocal called
        called += 1
        turn.give()

    assert turn.take()
    for _ in range(20_000):
        turn.wait(come)
    turn.give()
    assert called == 20_000
    assert turn.take()


@in_a_loop
async def test_who_is_called_may_keep_the_turn_and_give_it_later() -> None:
    turn, order = Turn(), list[str]()
    assert turn.take()
    turn.wait(lambda: order.append("keeps it"))
    turn.wait(lambda: order.append("waits for that"))
    turn.give()
    assert order == ["keeps it"]
    turn.give()
    assert order == ["keeps it", "waits for that"]


@in_a_loop
async def test_who_fails_with_the_turn_keeps_nobody_else_waiting() -> None:
    turn, order, told = Turn(), list[str](), list[Any]()
    asyncio.get_running_loop().set_exception_handler(lambda _, what: told.append(what))

    def fails() -> None:
        turn.give()
        raise RuntimeError("it cannot be done")

    assert turn.take()
    turn.wait(fails)
    turn.wait(lambda: order.append("next"))
    turn.give()
    assert order == ["next"]
    assert [str(what["exception"]) for what in told] == ["it cannot be done"]
    turn.give()
    assert turn.take()


@in_a_loop
async def test_who_stops_waiting_does_not_keep_the_turn_from_others() -> None:
    turn, gone, stays = await taken_while_two_wait()
    gone.cancel()
    await asyncio.sleep(0)
    turn.give()
    await asyncio.wait_for(stays, 1)
    assert turn.take()


@in_a_loop
async def test_a_turn_that_is_given_to_somebody_who_leaves_in_the_same_moment_goes_on() -> None:
    turn, gone, stays = await taken_while_two_wait()
    turn.give()
    gone.cancel()
    await asyncio.wait_for(stays, 1)
    assert turn.take()
