"""How a game ends, and how people find the next: records, rematches, quick matches."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from dogpark import games
from dogpark.server.settings import Settings
from tests.server.whole.guests import Guest, at_a_server, lines, lobby, play_out, seat_of
from tests.server.whole.running import Here

SHORT = {"max_turns": 3, "rounds": 1}


def test_the_record_is_told_at_the_end_and_not_before(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("bonfire", players=2, public=True, options=SHORT)
        await ben.api.sit(table)
        path = f"/api/tables/{table}/record"
        async with httpx.AsyncClient(base_url=here.address.http, headers=ann.api.headers()) as http:
            assert (await http.get(path)).status_code == 409
            await ann.api.start(table)
            early = await http.get(path)
            assert early.status_code == 409
            assert early.json()["words"]
            async with lines(ann, ben) as (one, two):
                await one.watch(table)
                await two.watch(table)
                assert (one.tables[table].known.seed, two.tables[table].known.seed) == (None, None)
                await play_out(table, one, two)
                seed, result = one.tables[table].known.seed, one.tables[table].known.result
                assert seed is not None
                assert two.tables[table].known.seed == seed
            told = await http.get(path)
            assert told.status_code == 200
            assert told.headers["content-type"].startswith("application/jsonl")
            assert "attachment" in told.headers["content-disposition"]
            assert seed in told.text
        listed = await _listed_as_over(ben)
        assert listed["result"] == result

    at_a_server(backend, 2, test)


async def _listed_as_over(person: Guest) -> Any:
    """Somebody's latest table once the directory, which follows the log, has it as over."""
    while True:
        listed = (await person.api.get("/api/me/tables"))["tables"][0]
        if listed["status"] == "over":
            return listed
        await asyncio.sleep(0.05)


def test_a_rematch_keeps_people_bots_house_rules_clock_and_seats(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await ann.open(
            "bonfire",
            players=3,
            seats=["random", "open", "me"],
            options=SHORT,
            clock="relaxed",
            seconds=99,
            public=True,
            bot_pace=0,
        )
        await ben.api.sit(table)
        await ann.api.start(table)
        path = f"/api/tables/{table}/rematch"
        assert "when the game is over" in str(await ann.kept_out(path))
        async with lines(ann, ben) as (one, two):
            await one.watch(table)
            await two.watch(table)
            await play_out(table, one, two)
            assert "Only who played here" in str(await cat.kept_out(path))
            both = await asyncio.gather(ben.post(path), ann.post(path))
            again = both[0]["table"]
            assert [one["table"] for one in both] == [again, again]
            assert again != table
            shown = await ann.post(path)  # pressed twice
            info = shown["info"]
            before = two.tables[table].known
            assert shown["table"] == again
            assert info["options"] == before.options
            assert info["clock"] == {"kind": "relaxed", "seconds": 99}
            assert info["seats"][0]["bot"] == "random"
            assert (seat_of(shown, ben), seat_of(shown, ann)) == ([1], [2])
            told = await two.told(table, "rematched")
            assert told.data == {"table": again}
            assert two.tables[table].known.rematch == again
        # Nothing else was left behind by two who pressed at once.
        assert [one for one in await lobby(cat) if one != again] == []
        mine = [one["table"] for one in (await ann.api.get("/api/me/tables"))["tables"]]
        assert mine == [again, table]

    at_a_server(backend, 3, test)


def test_at_a_rematch_seats_are_kept_also_when_they_change_places(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await ann.open("bonfire", players=3, options=SHORT, public=True)
        await ben.api.sit(table)
        await cat.api.sit(table)
        await ann.api.start(table)
        async with lines(ann, ben, cat) as all_three:
            for line in all_three:
                await line.watch(table)
            await play_out(table, *all_three)
        told = await ann.at(table, "rematch")
        again = told["table"]
        kept = [seat.get("kept_for") or {} for seat in told["info"]["seats"]]
        assert [one.get("name") for one in kept] == [None, ben.name, cat.name]
        assert await lobby(cat) == []  # its free seats are nobody else's
        await ann.at(again, "swap", seats=[0, 1])
        assert seat_of(await ben.at(table, "rematch"), ben) == [0]
        assert "Seat 1 is" in str(await cat.kept_out(f"/api/tables/{again}/sit", seat=0))
        assert seat_of(await cat.api.sit(again), cat) == [2]

    at_a_server(sqlite, 3, test)


def test_who_held_several_seats_has_them_all_at_the_rematch(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open(
            "bonfire", players=3, seats=["me", "open", "me"], options=SHORT, public=True
        )
        await ben.api.sit(table)
        await ann.api.start(table)
        async with lines(ann, ben) as both:
            for line in both:
                await line.watch(table)
            await play_out(table, *both)
        again = await ben.at(table, "rematch")  # who asks first is the host there
        assert seat_of(again, ben) == [1]
        assert seat_of(await ann.at(table, "rematch"), ann) == [0, 2]
        begun = await ben.api.start(again["table"])
        assert begun["info"]["status"] == "playing"

    at_a_server(sqlite, 2, test)


# -- quick matches --------------------------------------------------------------------------------


def test_people_who_want_the_same_meet_at_one_table_and_it_begins(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        first = await ann.post("/api/quick", game="bonfire", players=2, wait=60)
        assert (first["info"]["status"], seat_of(first, ann)) == ("open", [0])
        again = await ann.post("/api/quick", game="bonfire", players=2, wait=60)
        assert (again["table"], seat_of(again, ann)) == (first["table"], [0])
        other = await cat.post("/api/quick", game="bonfire", players=3, wait=60)
        assert other["table"] != first["table"]
        second = await ben.post("/api/quick", game="bonfire", players=2, wait=60)
        assert second["table"] == first["table"]
        assert second["info"]["status"] == "playing"
        assert (seat_of(second, ann), seat_of(second, ben)) == ([0], [1])

    at_a_server(backend, 3, test)


def test_people_who_ask_in_the_same_moment_meet_too(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        asked = [one.post("/api/quick", game="bonfire", players=4, wait=60) for one in people]
        tables = {reply["table"] for reply in await asyncio.gather(*asked)}
        assert len(tables) == 1
        (table,) = tables
        shown = await people[0].api.get(f"/api/tables/{table}")
        assert shown["info"]["status"] == "playing"
        assert sorted(seat_of(shown, one)[0] for one in people) == [0, 1, 2, 3]

    at_a_server(backend, 4, test)


@pytest.mark.parametrize("game", games.names())
def test_who_is_alone_gets_bots_after_the_wait(sqlite: Settings, game: str) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        quick = await ann.post("/api/quick", game=game, wait=0.05)
        table = quick["table"]
        async with lines(ann) as (line,):
            seen = await line.watch(table)
            await line.until(lambda: seen.known.status == "playing")
            others = seen.known.seats[1:]
            assert others
            assert all(seat.bot == "family" and seat.person is None for seat in others)
            assert seen.known.clock.kind == ("none" if game == "dogpile" else "live")

    at_a_server(sqlite, 1, test)


def test_an_odd_quick_match_is_refused(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        for body in (
            {"game": "chess"},
            {"game": "dog", "players": 3},
            {"game": "dog", "wait": -1},
            {"game": "dog", "wait": 1e9},
            {},
        ):
            assert (await ann.kept_out("/api/quick", **body)).status == 400
        assert here.park.sittings == {}

    at_a_server(sqlite, 1, test)
