"""Tables as people use them: opening, joining, arranging, leaving, looking up."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from dogpark import games
from dogpark.client.http import RequestRefused
from dogpark.play.game import load
from dogpark.server.settings import Settings
from dogpark.wire.tells import Accepted
from tests.server.whole.guests import Guest, at_a_server, lines, lobby, seat_of
from tests.server.whole.running import Here

SIZES = [(name, n) for name in games.names() for n in games.rooms(name).facts.seats]


# -- opening --------------------------------------------------------------------------------------


def test_every_game_is_opened_at_every_size_with_a_house_rule_and_begins(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        for game, players in SIZES:
            option = games.rooms(game).facts.options[0]
            value = option.examples(players)[-1]
            opened = await ann.api.open_table(
                game,
                players=players,
                options={option.name: value},
                seats=["me"] * players,
                start=True,
            )
            info = opened["info"]
            assert (info["game"], info["players"], info["status"]) == (game, players, "playing")
            assert info["options"] == load(game, players, {option.name: value}).options
            assert seat_of(opened, ann) == list(range(players))
            assert len(info["commitment"]) == 64
            assert "seed" not in info

    at_a_server(sqlite, 1, test)


BAD_TABLES: list[tuple[dict[str, Any], int, str]] = [
    ({"game": "chess"}, 400, "chess"),
    ({"game": "dog", "players": 5}, 400, "4, 6"),
    ({"game": "dog", "players": 7}, 400, "players"),
    ({"game": "dog", "players": "four"}, 400, "players"),
    ({"game": "bonfire", "options": {"rounds": 99}}, 400, "from 1 to 9"),
    ({"game": "bonfire", "options": {"rounds": "9" * 5000}}, 400, "from 1 to 9"),
    ({"game": "bonfire", "options": {"fleas": 1}}, 400, "no option 'fleas'"),
    ({"game": "bonfire", "options": []}, 400, "options"),
    ({"game": "bonfire", "players": 2, "seats": ["me"]}, 400, "1 entries for 2 seats"),
    ({"game": "bonfire", "players": 2, "seats": ["me", "wolf"]}, 404, "'wolf'"),
    ({"game": "bonfire", "players": 2, "seats": ["me", "open"], "start": True}, 403, "open seats"),
    ({"game": "bonfire", "clock": "sundial"}, 400, "clock"),
    ({"game": "bonfire", "clock": "none", "seconds": 30}, 400, "without a clock"),
    ({"game": "bonfire", "clock": "live", "seconds": 1}, 400, "5 to 300 seconds"),
    ({"game": "bonfire", "clock": "correspondence", "seconds": 60}, 400, "3600 to 2592000"),
    ({"game": "dogpile", "clock": "live"}, 400, "its own clock"),
    ({"game": "bonfire", "bot_pace": -1}, 400, "bot_pace"),
    ({"game": "bonfire", "colour": "red"}, 400, "colour"),
]


def test_a_table_that_cannot_be_is_refused_with_words_and_not_opened(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        for body, status, words in BAD_TABLES:
            refused = await ann.kept_out("/api/tables", **body)
            assert refused.status == status, (body, str(refused))
            assert words in str(refused)
        assert here.park.sittings == {}
        assert (await ann.api.get("/api/me/tables"))["tables"] == []

    at_a_server(sqlite, 1, test)


CLOCKS = [
    ("none", None, None),
    ("relaxed", 60, 180),
    ("live", 10, 30),
    ("correspondence", 7200, 259200),
]


def test_a_table_has_the_clock_it_was_opened_with(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        for clock, seconds, usual in CLOCKS:
            opened = await ann.api.open_table("bonfire", clock=clock)
            assert opened["info"]["clock"] == {"kind": clock, "seconds": usual}
            opened = await ann.api.open_table("bonfire", clock=clock, seconds=seconds)
            assert opened["info"]["clock"] == {"kind": clock, "seconds": seconds}

    at_a_server(sqlite, 1, test)


def test_seats_are_me_open_or_a_bot_and_the_first_is_mine_unless_said(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        seats = ["random", "open", "me", "greedy"]
        opened = await ann.api.open_table("bonfire", players=4, seats=seats)
        shown = opened["info"]["seats"]
        assert [seat.get("bot") for seat in shown] == ["random", None, None, "greedy"]
        assert seat_of(opened, ann) == [2]
        opened = await ann.api.open_table("bonfire", players=3)
        assert seat_of(opened, ann) == [0]
        nobody = await ann.api.open_table("bonfire", players=2, seats=["open", "open"])
        assert seat_of(nobody, ann) == []

    at_a_server(sqlite, 1, test)


# -- coming in ------------------------------------------------------------------------------------


def test_who_has_the_link_joins_and_who_has_not_does_not(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        opened = await ann.api.open_table("bonfire", players=3)
        table, invite = opened["table"], opened["invite"]
        for wrong in ({}, {"invite": ""}, {"invite": invite[:-1]}, {"invite": invite + "x"}):
            refused = await ben.kept_out(f"/api/tables/{table}/sit", **wrong)
            assert (refused.status, refused.kind) == (404, "unknown")
            assert "invitation" in str(refused)
        with pytest.raises(RequestRefused, match="no such table"):
            await ben.api.get(f"/api/tables/{table}")
        sat = await ben.api.sit(table, invite=invite)
        assert seat_of(sat, ben) == [1]
        assert sat["invite"] == invite  # they may pass it on
        assert seat_of(await cat.api.sit(table, 2, invite), cat) == [2]

    at_a_server(backend, 3, test)


def test_nobody_takes_a_seat_that_is_taken_or_not_there(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await ann.open("bonfire", players=2, public=True)
        sit = f"/api/tables/{table}/sit"
        assert "Seat 1 is taken" in str(await ben.kept_out(sit, seat=0))
        assert (await ben.kept_out(sit, seat=4)).status == 404
        assert (await ben.kept_out(sit, seat=9)).status == 400
        first = await ben.api.sit(table)
        again = await ben.api.sit(table)  # pressed twice
        assert (seat_of(again, ben), again["seq"]) == ([1], first["seq"])
        assert "Every seat is taken" in str(await cat.kept_out(sit))
        assert "only the host may hold several" in str(await _second_seat(ann, ben))

    async def _second_seat(ann: Guest, ben: Guest) -> RequestRefused:
        table = await ann.open("bonfire", players=4, public=True)
        await ben.api.sit(table, 1)
        return await ben.kept_out(f"/api/tables/{table}/sit", seat=2)

    at_a_server(sqlite, 3, test)


def test_of_many_who_want_the_last_seat_one_gets_it(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        table = await people[0].open("bonfire", players=2, public=True)
        tries = [one.api.sit(table) for one in people[1:]]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        seated = [one for one in answers if not isinstance(one, BaseException)]
        refused = [one for one in answers if isinstance(one, RequestRefused)]
        assert len(seated) == 1
        assert len(refused) == len(tries) - 1
        assert {one.kind for one in refused} == {"not allowed"}

    at_a_server(backend, 6, test)


def test_a_leaver_finds_the_table_they_have_left_and_may_look_on(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        opened = await ann.api.open_table("bonfire", players=2, bot_pace=0)
        table, invite = opened["table"], opened["invite"]
        await ben.api.sit(table, 1, invite)
        await ann.api.start(table)
        await ben.at(table, "leave")
        (mine,) = (await ben.api.get("/api/me/tables"))["tables"]
        assert (mine["table"], mine["status"]) == (table, "playing")
        assert not mine.get("waits_for_you")
        assert all(seat.get("person") != ben.id for seat in mine["seats"])
        shown = await ben.api.get(f"/api/tables/{table}")
        assert "invite" not in shown

    at_a_server(backend, 2, test)


# -- arranging ------------------------------------------------------------------------------------


def test_who_leaves_before_the_start_frees_the_seat_and_keeps_no_other(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await ann.open("bonfire", players=3, public=True)
        await ben.api.sit(table, 1)
        left = await ben.at(table, "leave")
        assert left["info"]["seats"][1] == {"seat": 1}
        assert "do not sit here" in str(await ben.kept_out(f"/api/tables/{table}/leave"))
        assert seat_of(await cat.api.sit(table, 1), cat) == [1]
        assert "Only the host" in str(await ben.kept_out(f"/api/tables/{table}/leave", seat=1))
        cleared = await ann.at(table, "leave", seat=1)
        assert cleared["info"]["seats"][1] == {"seat": 1}

    at_a_server(sqlite, 3, test)


def test_who_leaves_during_the_game_is_replaced_by_a_bot_that_plays_on(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("bonfire", players=2, public=True, bot_pace=0)
        await ben.api.sit(table)
        await ann.api.start(table)
        async with lines(ann, ben) as (one, two):
            seen, other = await one.watch(table), await two.watch(table)
            assert "Nobody else's seat" in str(
                await ann.kept_out(f"/api/tables/{table}/leave", seat=1)
            )
            left = await ben.at(table, "leave")
            assert left["info"]["seats"][1] == {"seat": 1, "bot": "family"}
            await one.told(table, "left")
            # Now a spectator: nothing more is asked of that socket, and it may do nothing.
            await two.until(lambda: set(other.eyes) == {None})
            refused = await two.refused("act", table=table, seat=1, move={"do": "roll"}, key="x")
            assert refused.kind == "not allowed"
            for _ in range(3):  # the bot answers whenever it is its turn
                moves = await one.asked(table, 0)
                answer = await one.act(table, 0, moves[0])
                assert isinstance(answer, Accepted)
            assert seen.known.seats[1].bot == "family"
        late = await ben.kept_out(f"/api/tables/{table}/sit")
        assert (late.status, late.kind) == (409, "stale")

    at_a_server(backend, 2, test)


def test_teams_of_dog_are_chosen_by_changing_places(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await ann.open("dog", public=True)
        await ben.api.sit(table, 1)
        await cat.api.sit(table, 2)

        def partners(reply: Any) -> tuple[bool, bool]:
            teams = {
                seat["person"]["id"]: seat["team"]
                for seat in reply["info"]["seats"]
                if "person" in seat
            }
            return teams[ann.id] == teams[cat.id], teams[ann.id] == teams[ben.id]

        assert partners(await ann.api.get(f"/api/tables/{table}")) == (True, False)
        swap = f"/api/tables/{table}/swap"
        assert "Only the host" in str(await ben.kept_out(swap, seats=[1, 2]))
        assert partners(await ann.at(table, "swap", seats=[1, 2])) == (False, True)
        assert (await ann.kept_out(swap, seats=[1, 1])).status == 400
        assert (await ann.kept_out(swap, seats=[1, 5])).status == 404
        assert (await ann.kept_out(swap, seats=[1])).status == 400
        moved = await cat.at(table, "swap", seats=[1, 3])  # anybody may move to a free seat
        assert seat_of(moved, cat) == [3]
        assert "Only the host" in str(await cat.kept_out(swap, seats=[2, 1]))  # only themselves
        await ann.at(table, "bot", seat=1, bot="random")
        begun = await ann.api.start(table)
        assert [seat_of(begun, one) for one in people] == [[0], [2], [3]]
        assert (await ann.kept_out(swap, seats=[1, 2])).kind == "stale"

    at_a_server(backend, 3, test)


def test_only_the_host_arranges_begins_and_closes(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("bonfire", players=3, public=True)
        await ben.api.sit(table, 1)
        path = f"/api/tables/{table}"
        for what, body in (("bot", {"seat": 2, "bot": "greedy"}), ("start", {}), ("close", {})):
            refused = await ben.kept_out(f"{path}/{what}", **body)
            assert (refused.status, refused.kind) == (403, "not allowed")
        assert "Still free: seat 3" in str(await ann.kept_out(f"{path}/start"))
        unknown = await ann.kept_out(f"{path}/bot", seat=2, bot="wolf")
        assert unknown.status == 404
        assert "puppy, family, working, champion" in str(unknown)
        assert "taken" in str(await ann.kept_out(f"{path}/bot", seat=1, bot="greedy"))
        await ann.at(table, "bot", seat=2, bot="greedy")
        changed = await ann.at(table, "bot", seat=2, bot="random")
        assert changed["info"]["seats"][2]["bot"] == "random"
        begun = await ann.at(table, "start")
        assert begun["info"]["status"] == "playing"
        assert (await ann.at(table, "start"))["seq"] == begun["seq"]  # pressed twice
        for what in ("close", "sit"):
            assert (await ann.kept_out(f"{path}/{what}")).status == 409

    at_a_server(sqlite, 2, test)


def test_a_closed_table_is_closed_for_everybody(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("bonfire", players=3, public=True)
        async with lines(ben) as (line,):
            await line.watch(table)
            closed = await ann.at(table, "close")
            assert closed["info"]["status"] == "closed"
            assert ann.name in (await line.told(table, "closed")).words
            refused = await line.refused("say", table=table, words="hello?")
            assert refused.kind == "over"
        assert await lobby(ben) == []
        for what, body in (
            ("sit", {}),
            ("start", {}),
            ("close", {}),
            ("bot", {"seat": 1, "bot": "greedy"}),
            ("swap", {"seats": [0, 1]}),
            ("leave", {"seat": 0}),
        ):
            refusal = await ann.kept_out(f"/api/tables/{table}/{what}", **body)
            assert (refusal.status, refusal.kind) == (409, "over"), what

    at_a_server(sqlite, 2, test)


def test_what_is_not_there_is_not_found(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        for name, status in (("nosuchtable", 404), ("UPPER", 400), ("a", 400), ("a%0Ab", 400)):
            for what in ("", "/record"):
                with pytest.raises(RequestRefused) as refused:
                    await ann.api.get(f"/api/tables/{name}{what}")
                assert refused.value.status == status

    at_a_server(sqlite, 1, test)
