"""Quick matches of people who ask at different processes, and of those whose process falls."""

from __future__ import annotations

import asyncio

import pytest

from dogpark.server.park import matching, tender
from dogpark.server.park.sitting import wall_ms
from dogpark.server.settings import Settings
from dogpark.server.store.matches import Matches
from tests.server.whole.guests import Guest, at_a_server, guest, guests, lobby, seat_of
from tests.server.whole.running import Here, in_loop
from tests.server.whole.scenes import two


def test_people_who_ask_two_processes_in_the_same_moment_meet(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have looked for a table, and found none, before either opens one."""
    looked = asyncio.Barrier(2)
    waiting = Matches.waiting

    async def look(matches: Matches, game: str, players: int) -> str | None:
        found = await waiting(matches, game, players)
        if found is None:
            await looked.wait()
        return found

    monkeypatch.setattr(Matches, "waiting", look)

    async def main() -> None:
        async with two(shared) as (here, there):
            ann, ben = await guest(here.address), await guest(there.address)
            one, other = await asyncio.gather(
                *(dog.post("/api/quick", game="bonfire", players=2, wait=60) for dog in (ann, ben))
            )
            assert one["table"] == other["table"]
            assert await lobby(ann) == []  # it has begun, and no second one waits
            shown = await ann.api.get(f"/api/tables/{one['table']}")
            assert shown["info"]["status"] == "playing"
            assert sorted(seat_of(shown, ann) + seat_of(shown, ben)) == [0, 1]
            for dog in (ann, ben):
                dog.api.close()

    in_loop(main)


def test_many_people_at_two_processes_fill_table_after_table(shared: Settings) -> None:
    async def main() -> None:
        async with (
            two(shared) as (here, there),
            guests(here.address, 5) as some,
            guests(there.address, 5) as others,
        ):
            replies = await asyncio.gather(
                *(
                    dog.post("/api/quick", game="bonfire", players=2, wait=60)
                    for pair in zip(some, others, strict=True)
                    for dog in pair
                )
            )
            seated = [reply["table"] for reply in replies]
            assert len(set(seated)) == 5
            assert all(seated.count(table) == 2 for table in seated)

    in_loop(main)


def test_a_table_that_was_announced_and_never_opened_keeps_nobody_waiting_for_good(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matching, "OPENING", 0.1)

    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        assert await Matches(here.park.store).open("bonfire", 2, "fallen2345", instead_of=None)
        reply = await ann.post("/api/quick", game="bonfire", players=2, wait=60)
        assert reply["table"] != "fallen2345"
        assert seat_of(reply, ann) == [0]

    at_a_server(sqlite, 1, test)


def test_a_quick_match_that_everybody_has_left_is_closed_and_the_next_waits_elsewhere(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tender, "EMPTY_MS", 100)

    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        reply = await ann.post("/api/quick", game="bonfire", players=2, wait=60)
        table = reply["table"]
        await ann.at(table, "leave")
        sitting = here.park.sittings[table]
        sitting.table.opened.fill_at = wall_ms()  # a minute later
        here.park.changed(sitting)
        while sitting.table.status == "open":
            await asyncio.sleep(0.01)
        assert here.park.sittings[table].table.status == "closed"  # and bots do not play alone
        other = await ben.post("/api/quick", game="bonfire", players=2, wait=60)
        assert other["table"] != table

    at_a_server(sqlite, 2, test)


def test_without_a_wait_one_plays_with_bots_at_once(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        reply = await ann.post("/api/quick", game="bonfire", players=3, wait=0)
        table = here.park.sittings[reply["table"]].table
        while table.status == "open":
            await asyncio.sleep(0.01)
        assert table.status == "playing"
        assert table.seats_of(ann.id) == (0,)

    at_a_server(sqlite, 1, test)
