"""Nobody finds out that a private table is there: it is refused as one that is not."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import msgspec

from dogpark.server.settings import Settings
from tests.server.whole.guests import Guest, Line, at_a_server, begun, lines, play_out
from tests.server.whole.running import Here

NOWHERE = "nosuchtab2"  # as long as a table's name
WISHES: dict[str, dict[str, Any]] = {
    "sit": {"invite": "a-guess-at-it"},
    "bot": {"seat": 1, "bot": "random"},
    "leave": {},
    "swap": {"seats": [0, 1]},
    "start": {},
    "close": {},
    "rematch": {},
    "stand-in": {},
    "take-over": {"seat": 0},
    "end": {},
}


async def private_tables(ann: Guest) -> set[str]:
    """Tables by invitation, in every state a table can be in."""
    open_ = await ann.open("bonfire", players=2)
    closed = await ann.open("bonfire", players=2)
    await ann.at(closed, "close")
    playing = await ann.open("bonfire", seats=["me", "me"], start=True)
    over = await ann.open(
        "bonfire", seats=["me", "me"], start=True, options={"rounds": 1, "max_turns": 12}
    )
    async with lines(ann) as (line,):
        await line.watch(over)
        await play_out(over, line)
    return {open_, closed, playing, over}


async def answers_over_http(stranger: Guest, table: str) -> list[tuple[int, bytes, Any]]:
    """Everything a stranger is told who asks for this table."""
    told = []
    base = f"{stranger.address.http}/api/tables/{table}"
    async with httpx.AsyncClient(headers=stranger.api.headers()) as client:
        for path, body in WISHES.items():
            told.append(await client.post(f"{base}/{path}", json=body))
        told.append(await client.patch(base, json={"players": 3}))
        for path in ("", "?invite=a-guess-at-it", "/record", "/replay", "/replay?seat=0"):
            told.append(await client.get(f"{base}{path}"))
    return [(one.status_code, one.content, sorted(set(one.headers) - {"date"})) for one in told]


async def answers_over_socket(line: Line, table: str) -> list[bytes]:
    told = []
    for kind, fields in (
        ("watch", {}),
        ("watch", {"invite": "a-guess-at-it", "after": 1}),
        ("act", {"seat": 0, "move": {"do": "roll"}, "key": "k"}),
        ("undo", {"seat": 0}),
        ("explain", {"seat": 0, "move": {"do": "roll"}}),
        ("say", {"words": "hello?"}),
    ):
        refused = await line.refused(kind, table=table, **fields)
        told.append(msgspec.json.encode(msgspec.structs.replace(refused, id=0, table=None)))
    return told


def test_a_table_by_invitation_is_refused_as_one_that_is_not_there(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, mal = people
        tables = await private_tables(ann)
        states = {here.park.sittings[table].table.status for table in tables}
        assert states == {"open", "closed", "playing", "over"}
        nowhere = await answers_over_http(mal, NOWHERE)
        assert {status for status, *_ in nowhere} == {404}
        async with lines(mal) as (line,):
            not_there = await answers_over_socket(line, NOWHERE)
            for table in tables:
                assert await answers_over_http(mal, table) == nowhere
                assert await answers_over_socket(line, table) == not_there

    at_a_server(backend, 2, test)


def test_a_private_table_is_on_nobody_elses_list(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, mal = people
        tables = await private_tables(ann)
        public = await begun("bonfire", ann, ben)
        for path in ("/api/tables", "/api/me/tables", "/api/me/history"):
            listed = str(await mal.api.get(path))
            assert not [table for table in (*tables, public) if table in listed]
        mine = {one["table"] for one in (await ann.api.get("/api/me/tables"))["tables"]}
        closed = {one for one in tables if here.park.sittings[one].table.status == "closed"}
        assert tables - closed <= mine

    at_a_server(sqlite, 3, test)


def test_who_leaves_a_private_game_looks_on_and_sees_no_more_than_any_onlooker(
    backend: Settings,
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, mal = people
        table = await ann.open("dog", seats=["me", "open", "greedy", "greedy"], bot_pace=10_000)
        invite = (await ann.api.get(f"/api/tables/{table}"))["invite"]
        await ben.api.sit(table, 1, invite)
        await ann.api.start(table)
        async with lines(ben) as (line,):
            seen = await line.watch(table)
            assert set(seen.eyes) == {1}
            assert "hand" in seen.eyes[1].view
            move = seen.moves(1)[0]
            assert (await ben.at(table, "leave"))["info"]["status"] == "playing"
            await line.until(lambda: set(seen.eyes) == {None})
        async with lines(ben, mal) as (again, stranger):  # and so whenever they come again
            seen = await again.watch(table)
            position = here.park.sittings[table].table.position
            assert position is not None
            assert {eyes.seat: eyes.view for eyes in seen.eyes.values()} == {
                None: msgspec.json.decode(msgspec.json.encode(position.view(None)))
            }
            for kind, fields in (("act", {"key": "k"}), ("explain", {})):
                refused = await again.refused(kind, table=table, seat=1, move=move, **fields)
                assert refused.kind == "not allowed"
            assert (await stranger.refused("watch", table=table)).kind == "unknown"
        told = await ben.api.get(f"/api/tables/{table}")
        assert not told.get("invite"), "whom else to ask is for who still plays"

    at_a_server(backend, 3, test)


def test_who_left_a_private_game_looks_it_up_when_it_is_over(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, mal = people
        short = {"rounds": 1, "max_turns": 12}
        table = await ann.open("bonfire", players=2, options=short, bot_pace=0)
        invite = (await ann.api.get(f"/api/tables/{table}"))["invite"]
        await ben.api.sit(table, 1, invite)
        await ann.api.start(table)
        await ben.at(table, "leave")
        paths = [f"/api/tables/{table}/record", f"/api/tables/{table}/replay?seat=1"]
        async with httpx.AsyncClient(base_url=here.address.http) as client:

            async def asked(person: Guest) -> list[int]:
                answers = [await client.get(path, headers=person.api.headers()) for path in paths]
                return [answer.status_code for answer in answers]

            assert await asked(ben) == [409, 409], "not before it is over"
            async with lines(ann) as (line,):
                await line.watch(table)
                await play_out(table, line)
            games = []
            while not games:  # the lobby and histories follow the log
                games = (await ben.api.get("/api/me/history"))["games"]
                await asyncio.sleep(0.05)
            assert [one["table"] for one in games] == [table]
            assert await asked(ben) == [200, 200]
            assert await asked(mal) == [404, 404]

    at_a_server(sqlite, 3, test)
