"""Which table waits for a quick match: of all who want to open one, one may."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from dogpark.server.settings import Settings
from dogpark.server.store.engine import open_store
from dogpark.server.store.matches import Matches


def with_matches(settings: Settings, test: Callable[[Matches, Matches], Awaitable[None]]) -> None:
    """Two processes' looks at the same database."""

    async def main() -> None:
        here, there = open_store(settings), open_store(settings)
        try:
            async with asyncio.timeout(30):
                await test(Matches(here), Matches(there))
        finally:
            await here.close()
            await there.close()

    asyncio.run(main())


def test_the_first_table_waits_and_every_later_one_says_instead_of_which(backend: Settings) -> None:
    async def test(here: Matches, there: Matches) -> None:
        assert await here.waiting("dog", 4) is None
        assert await here.open("dog", 4, "one", instead_of=None)
        assert await there.waiting("dog", 4) == "one"
        assert not await there.open("dog", 4, "two", instead_of=None)
        assert not await there.open("dog", 4, "two", instead_of="another")
        assert await there.open("dog", 4, "two", instead_of="one")
        assert await here.waiting("dog", 4) == "two"

    with_matches(backend, test)


def test_games_and_numbers_of_seats_do_not_get_in_each_others_way(backend: Settings) -> None:
    async def test(here: Matches, _: Matches) -> None:
        for number, (game, players) in enumerate([("dog", 4), ("dog", 6), ("monty", 4)]):
            assert await here.open(game, players, f"table{number}", instead_of=None)
        assert await here.waiting("dog", 6) == "table1"

    with_matches(backend, test)


def test_of_many_who_want_to_open_a_table_at_once_one_does(backend: Settings) -> None:
    async def test(here: Matches, there: Matches) -> None:
        for before, wave in ((None, "a"), ("", "b")):
            seen = None if before is None else await here.waiting("dog", 4)
            asked = [
                (here, there)[number % 2].open("dog", 4, f"{wave}{number}", instead_of=seen)
                for number in range(8)
            ]
            opened = await asyncio.gather(*asked)
            assert sum(opened) == 1
            assert await there.waiting("dog", 4) == f"{wave}{opened.index(True)}"

    with_matches(backend, test)
