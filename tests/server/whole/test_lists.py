"""Lists of tables: the lobby, page by page, and one's own, which say where one is awaited."""

from __future__ import annotations

import pytest

from dogpark.client.http import RequestRefused
from dogpark.server.http import lobby as lobby_over_http
from dogpark.server.settings import Settings
from dogpark.wire.tells import Accepted
from tests.server.whole.guests import Guest, at_a_server, begun, lines, lobby
from tests.server.whole.running import Here
from tests.server.whole.scenes import log_of, put_away


def test_the_lobby_lists_what_one_can_join_newest_first_and_nothing_private(
    backend: Settings,
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        first = await ann.open("bonfire", players=3, public=True)
        private = await ann.open("bonfire", players=3)
        second = await ann.open("dog", public=True, clock="relaxed")
        full = await ann.open("bonfire", players=2, seats=["me", "greedy"], public=True)
        begun = await ann.open("bonfire", seats=["me", "me"], start=True, public=True)
        assert await lobby(ben) == [second, first]
        assert await lobby(ben, "dog") == [second]
        assert await lobby(ben, "monty") == []
        listed = (await ben.api.get("/api/tables?game=dog"))["tables"][0]
        assert (listed["free"], listed["players"], listed["clock"]) == (3, 4, "relaxed")
        assert listed["seats"][0]["name"] == ann.name
        assert "invite" not in str(listed)
        mine = [one["table"] for one in (await ann.api.get("/api/me/tables"))["tables"]]
        assert mine == [begun, full, second, private, first]
        assert (await ben.api.get("/api/me/tables"))["tables"] == []
        await ben.api.sit(first, 1)
        await ann.at(first, "bot", seat=2, bot="greedy")
        assert await lobby(ben) == [second]

    at_a_server(backend, 2, test)


@pytest.mark.parametrize("path", ["/api/tables", "/api/me/tables"])
def test_lists_of_tables_come_page_by_page(
    path: str, sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_over_http, "LISTED", 2)

    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        opened = [await ann.open("bonfire", players=3, public=True) for _ in range(5)]
        seen, page = list[str](), await ann.api.get(path)
        while True:
            assert 0 < len(page["tables"]) <= 2
            seen += [one["table"] for one in page["tables"]]
            if "next" not in page:
                break
            page = await ann.api.get(f"{path}?before={page['next']}")
        assert seen == opened[::-1]

    at_a_server(sqlite, 1, test)


def test_what_is_asked_of_a_list_is_refused_with_words_if_it_makes_no_sense(
    backend: Settings,
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        await ann.open("bonfire", players=3, public=True)
        for path in ("/api/tables?", "/api/me/tables?", "/api/tables?game=bonfire&"):
            assert (await ann.api.get(f"{path}before=nosuchtable")) == {"tables": []}
            for wrong in (
                "%00",
                "abc%00def",
                "a",
                "UPPERCASE",
                "%F0%9F%90%95" * 8,
                "x" * 99,
                "'--",
            ):
                with pytest.raises(RequestRefused) as refused:
                    await ann.api.get(f"{path}before={wrong}")
                assert refused.value.status == 400, wrong
        for wrong in ("%00", "bon%00fire", "x" * 99):
            with pytest.raises(RequestRefused) as refused:
                await ann.api.get(f"/api/tables?game={wrong}")
            assert refused.value.status == 400, wrong

    at_a_server(backend, 1, test)


async def waiting_for(person: Guest) -> dict[str, int | None]:
    """The tables that wait for somebody, with their deadlines, as their list says."""
    listed = (await person.api.get("/api/me/tables"))["tables"]
    return {one["table"]: one.get("deadline") for one in listed if one.get("waits_for_you")}


def test_ones_list_says_which_tables_wait_for_one_also_of_those_that_were_put_away(
    backend: Settings,
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await begun("bonfire", ann, ben, clock="correspondence", seconds=7200)
        sitting = here.park.sittings[table]

        async def turn() -> None:
            now = sitting.table
            (seat,) = now.asked
            due = {table: now.deadline(seat)}
            for number, person in enumerate((ann, ben)):
                assert await waiting_for(person) == (due if number == seat else {})

        async with lines(ann, ben) as (one, two):
            for line in (one, two):
                await line.watch(table)
            for _ in range(4):
                await turn()
                (seat,) = sitting.table.asked
                line = (one, two)[seat]
                moves = await line.asked(table, seat)
                assert isinstance(await line.act(table, seat, moves[-1]), Accepted)
        await here.park.listed(sitting)
        logged = len(await log_of(here.park, table))
        put_away(here.park, table)
        for _ in range(2):
            await turn()
        assert table not in here.park.sittings, "nobody sat down for a glance"
        assert len(await log_of(here.park, table)) == logged

    at_a_server(backend, 2, test)


def test_a_table_waits_for_nobody_whose_seat_a_bot_plays(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open("bonfire", seats=["me", "me"], start=True)
        assert list(await waiting_for(ann)) == [table]
        await ann.at(table, "stand-in")
        assert await waiting_for(ann) == {}

    at_a_server(sqlite, 1, test)
