"""Before the game the host may change house rules and the number of seats, and everybody sees it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from dogpark.client.http import RequestRefused
from dogpark.server.settings import Settings
from tests.server.whole.guests import Guest, at_a_server, lines, lobby, seat_of
from tests.server.whole.running import Here


async def change(person: Guest, table: str, **wish: Any) -> Any:
    path = f"/api/tables/{table}"
    return await asyncio.to_thread(person.api.request, "PATCH", path, wish)


async def not_changed(person: Guest, table: str, **wish: Any) -> RequestRefused:
    with pytest.raises(RequestRefused) as refused:
        await change(person, table, **wish)
    return refused.value


def test_everybody_sees_what_the_host_changes_and_keeps_their_seat(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("dog", players=4, public=True, options={"max_rounds": 9})
        await ben.api.sit(table, 2)
        async with lines(ann, ben) as (one, two):
            for line in (one, two):
                await line.watch(table)
            reply = await change(ann, table, players=6)
            assert [seat_of(reply, person) for person in people] == [[0], [2]]
            for line in (one, two):
                told = await line.told(table, "rearranged")
                assert told.words == f"{ann.name} changed the table: 6 players."
                info = line.tables[table].known
                assert (info.players, len(info.seats)) == (6, 6)
                assert info.options["max_rounds"] == 9  # what is not named stays
                assert {seat.team for seat in info.seats} == {0, 1, 2}
            await ben.at(table, "swap", seats=[2, 5])  # a seat that was not there before
            await change(ann, table, options={"jack_targets": "any_other"})
            info = (await ann.api.get(f"/api/tables/{table}"))["info"]
            assert info["options"]["jack_targets"] == "any_other"
            assert info["options"]["max_rounds"] != 9  # as usual again
            await two.until(
                lambda: two.tables[table].known.options["jack_targets"] == "any_other" or None
            )
            assert (
                two.tables[table].told[-1].words.endswith("changed the table: other house rules.")
            )
        assert table in await lobby(ann)
        here.park.drop(here.park.sittings[table])  # the log alone tells the same
        assert (await ann.api.get(f"/api/tables/{table}"))["info"] == info
        for seat in (1, 2, 3, 4):
            await ann.at(table, "bot", seat=seat, bot="random")
        begun = await ann.api.start(table)
        assert begun["info"]["players"] == 6
        position = here.park.sittings[table].table.position
        assert position is not None
        assert position.game.players == 6
        assert position.game.options["jack_targets"] == "any_other"
        late = await not_changed(ann, table, players=4)
        assert (late.status, late.kind) == (409, "stale")

    at_a_server(backend, 2, test)


def test_a_seat_goes_only_if_nobody_sits_there(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("bonfire", players=4, public=True)
        await ben.api.sit(table, 2)
        await ann.at(table, "bot", seat=3, bot="greedy")
        before = here.park.sittings[table].table.seq
        refused = await not_changed(ann, table, players=2)
        assert (refused.status, refused.kind) == (403, "not allowed")
        assert f"{ben.name} sits in seat 3" in str(refused)
        assert here.park.sittings[table].table.seq == before
        reply = await change(ann, table, players=3)  # a bot just goes
        assert len(reply["info"]["seats"]) == 3
        assert seat_of(reply, ben) == [2]
        await ben.at(table, "swap", seats=[2, 1])
        reply = await change(ann, table, players=2)
        assert [seat_of(reply, person) for person in people] == [[0], [1]]

    at_a_server(backend, 2, test)


def test_only_the_host_and_only_what_can_be(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("dog", public=True)
        await ben.api.sit(table, 1)
        seq = here.park.sittings[table].table.seq
        assert "Only the host" in str(await not_changed(ben, table, players=6))
        for wish in (
            {"players": 5},
            {"options": {"no_such_rule": 1}},
            {"options": {"jack_targets": "everybody"}},
            {"options": 7},
            {"game": "monty"},
        ):
            assert (await not_changed(ann, table, **wish)).status == 400
        await change(ann, table)
        await change(ann, table, players=4, options={})  # as it is
        assert here.park.sittings[table].table.seq == seq

    at_a_server(sqlite, 2, test)


def test_a_quick_match_stays_as_it_was_announced(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        reply = await ann.post("/api/quick", game="bonfire", players=3, wait=60)
        refused = await not_changed(ann, reply["table"], players=4)
        assert (refused.status, refused.kind) == (403, "not allowed")

    at_a_server(sqlite, 1, test)
