"""What the page's other screens ask for: rules, replays, stand-ins, games going on."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dogpark import games
from dogpark.client.http import RequestRefused
from dogpark.kernel.seed import commitment
from dogpark.play.game import load
from dogpark.server.settings import Settings
from tests.server.whole.guests import Guest, at_a_server, begun, lines, play_out
from tests.server.whole.running import Here

TAGS = set(re.findall(r"\w+", "p a em strong code ul ol li table thead tbody tr th td pre h3 br"))


async def _no(person: Guest, path: str) -> RequestRefused:
    try:
        answer = await person.api.get(path)
    except RequestRefused as refused:
        return refused
    raise AssertionError(f"{path} was not refused: {answer}")


# -- the rules ------------------------------------------------------------------------------------


def test_every_rule_of_every_game_is_told_under_its_id_as_plain_html(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        for name in games.names():
            facts = games.rooms(name).facts
            page = await ann.api.get(f"/api/rules/{name}")
            texts = [text for part in page["parts"] for text in part["texts"]]
            ids = [text["rule"] for text in texts if text["rule"]]
            assert page["title"]
            assert len(ids) == len(set(ids)) > 30
            assert {option.rule for option in facts.options} <= set(ids)
            tags = set(re.findall(r"<(\w+)", "".join(text["html"] for text in texts)))
            assert tags <= TAGS

    at_a_server(sqlite, 1, test)


def test_the_rules_of_a_game_that_is_not_there_are_refused(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        assert (await _no(people[0], "/api/rules/chess")).status == 404

    at_a_server(sqlite, 1, test)


# -- the replay -----------------------------------------------------------------------------------


def _views(replay: Any) -> list[dict[str, Any]]:
    """The whole view after every step."""
    view: dict[str, Any] = {}
    found = []
    for step in replay["steps"]:
        view = {**view, **step.get("set", {})}
        for name in step.get("gone", ()):
            del view[name]
        found.append(view)
    return found


def test_a_finished_game_is_told_step_by_step_as_each_pair_of_eyes_saw_it(
    sqlite: Settings,
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await begun("breath", ann, ben, options={"rounds": 1}, rated=False)
        async with lines(ann, ben) as (one, two):
            seen = [await one.watch(table), await two.watch(table)]
            refused = await _no(ann, f"/api/tables/{table}/replay?seat=0")
            assert refused.status == 409
            await play_out(table, one, two)
            ends = [seen[0].eyes[0].view, seen[1].eyes[1].view]
        position = here.park.sittings[table].table.position
        assert position is not None
        lengths = set()
        for seat in (None, 0, 1):
            asked = f"/api/tables/{table}/replay" + ("" if seat is None else f"?seat={seat}")
            told = await ann.api.get(asked)
            assert told["seat"] == seat
            assert told["info"]["seed"]
            views = _views(told)
            lengths.add(len(views))
            assert views[-1] == position.view(seat)
            assert seat is None or views[-1] == ends[seat]
            for step in told["steps"]:
                for happened in step.get("happened", ()):
                    to = happened.get("to")
                    assert to is None or seat in to
        assert len(lengths) == 1
        # The views in between are those of the game itself, played again from its seed.
        again = load("breath", 2, {"rounds": 1}).begin(position.seed, "seeded")
        views = _views(await ann.api.get(f"/api/tables/{table}/replay?seat=1"))
        played = []
        for line in position.since(0):
            again.follow(*line)
            played.append(again.view(1))
        assert all(view in played for view in views)

    at_a_server(sqlite, 2, test)


def test_a_replay_is_for_those_who_may_see_the_table_and_for_its_own_seats(
    sqlite: Settings,
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, eve = people
        table = await ann.open(
            "bonfire", players=2, options={"rounds": 1}, seats=["me", "me"], start=True
        )
        async with lines(ann) as (one,):
            await one.watch(table)
            await play_out(table, one)
        assert (await _no(eve, f"/api/tables/{table}/replay")).status == 404
        assert (await _no(ann, f"/api/tables/{table}/replay?seat=2")).status == 404
        invite = (await ann.api.get(f"/api/tables/{table}"))["invite"]
        told = await ben.api.get(f"/api/tables/{table}/replay?invite={invite}")
        assert len(told["steps"]) > 5

    at_a_server(sqlite, 3, test)


# -- stand-ins ------------------------------------------------------------------------------------


def test_a_bot_plays_for_whoever_asks_it_to_until_they_take_their_seat_back(
    sqlite: Settings,
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await begun("bonfire", ann, ben, bot_pace=0)
        async with lines(ann, ben) as (one, two):
            await one.watch(table)
            await two.watch(table)
            told = await ann.at(table, "stand-in")
            assert told["info"]["seats"][0]["bot"]
            assert told["info"]["seats"][0]["person"]["id"] == ann.id
            handed = await two.told(table, "handed")
            assert handed.data is not None
            assert handed.data["why"] == "asked"
            again = await ann.at(table, "stand-in", seat=0)
            assert again["seq"] >= told["seq"]
            back = await ann.at(table, "take-over")
            assert "bot" not in back["info"]["seats"][0] or not back["info"]["seats"][0]["bot"]
            await two.told(table, "back")

    at_a_server(sqlite, 2, test)


def test_nobody_hands_over_another_seat_or_one_where_no_game_is_on(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, eve = people
        open_one = await ann.open("bonfire", players=2, public=True)
        assert (await ann.kept_out(f"/api/tables/{open_one}/stand-in")).status == 409
        table = await begun("bonfire", ann, ben)
        assert (await ann.kept_out(f"/api/tables/{table}/stand-in", seat=1)).status == 403
        assert (await eve.kept_out(f"/api/tables/{table}/stand-in")).status == 409
        assert (await eve.kept_out(f"/api/tables/{table}/take-over")).status == 409
        seats = (await ann.api.get(f"/api/tables/{table}"))["info"]["seats"]
        assert not any(seat.get("bot") for seat in seats)

    at_a_server(sqlite, 3, test)


# -- ending a game --------------------------------------------------------------------------------


def test_the_host_ends_a_game_against_bots_and_it_has_no_result(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open("bonfire", players=2, seats=["me", "greedy"], start=True)
        info = (await ann.at(table, "end"))["info"]
        assert info["status"] == "closed"
        assert not info.get("result")
        assert commitment(info["seed"]) == info["commitment"], "what it was to be can be checked"
        assert (await ann.kept_out(f"/api/tables/{table}/end")).status == 409

    at_a_server(sqlite, 1, test)


@pytest.mark.parametrize("rated", [True, False])
def test_a_rated_game_with_others_cannot_be_called_off(sqlite: Settings, rated: bool) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await begun("bonfire", ann, ben, rated=rated)
        assert (await ben.kept_out(f"/api/tables/{table}/end")).status == 403
        if rated:
            assert (await ann.kept_out(f"/api/tables/{table}/end")).status == 403
        else:
            assert (await ann.at(table, "end"))["info"]["status"] == "closed"

    at_a_server(sqlite, 2, test)


@pytest.mark.parametrize("rated", [True, False])
def test_nor_can_one_that_counts_for_somebody_who_has_left(sqlite: Settings, rated: bool) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await begun("bonfire", ann, ben, rated=rated)
        await ben.at(table, "leave")
        if rated:
            assert (await ann.kept_out(f"/api/tables/{table}/end")).status == 403
        else:
            assert (await ann.at(table, "end"))["info"]["status"] == "closed"

    at_a_server(sqlite, 2, test)


# -- games going on -------------------------------------------------------------------------------


def test_public_games_that_are_on_are_listed_and_no_others(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        await ann.open("bonfire", players=2, public=True)
        await ann.open("bonfire", players=2, seats=["me", "me"], start=True)
        table = await begun("bonfire", ann, ben)
        async with lines(ann) as (one,):
            await one.watch(table)
            listed = (await ben.api.get("/api/live"))["tables"]
        assert [one["table"] for one in listed] == [table]
        assert listed[0]["status"] == "playing"

    at_a_server(sqlite, 2, test)
