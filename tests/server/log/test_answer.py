"""An answer is told the moment it is known, to who awaits it or is called."""

from __future__ import annotations

import asyncio

import pytest

from dogpark.server.log.answer import Answer


def test_who_is_called_hears_at_once_even_if_it_is_known_already() -> None:
    early: Answer[int] = Answer()
    late: Answer[int] = Answer()
    heard: list[object] = []
    early.then(heard.append)
    early.give(1)
    late.give(2)
    late.then(heard.append)
    assert heard == [1, 2]


def test_who_awaits_gets_it_or_the_error() -> None:
    async def run() -> None:
        good: Answer[int] = Answer()
        bad: Answer[int] = Answer()
        loop = asyncio.get_running_loop()
        loop.call_soon(good.give, 7)
        loop.call_soon(bad.give, EOFError("gone"))
        assert await good == 7
        assert await good == 7  # it stays
        with pytest.raises(EOFError, match="gone"):
            await bad

    asyncio.run(run())


def test_who_has_stopped_waiting_disturbs_nobody() -> None:
    async def run() -> None:
        answer: Answer[int] = Answer()

        async def wait() -> int:
            return await answer

        impatient = asyncio.create_task(wait())
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.gather(impatient, return_exceptions=True)
        answer.give(3)
        assert impatient.cancelled()

    asyncio.run(run())


def test_the_giver_goes_on_where_the_answer_is_not_taken_well() -> None:
    told: list[object] = []

    def fail(_: object) -> None:
        raise RuntimeError

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, what: told.append(what))
        answer: Answer[int] = Answer()
        answer.then(fail)
        answer.give(1)

    asyncio.run(run())
    assert len(told) == 1
