"""Tables as people use them: opening, joining, arranging, leaving, watching, looking up."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from dogpark import games
from dogpark.client.http import RequestRefused
from dogpark.play.game import load
from dogpark.server.settings import Settings
from dogpark.wire.tells import Accepted, Refused
from tests.server.whole.guests import Guest, Line, all_told, at_a_server, lines
from tests.server.whole.running import Here

SIZES = [(name, n) for name in games.names() for n in games.rooms(name).facts.seats]


async def lobby(person: Guest, game: str | None = None) -> list[str]:
    listed = await person.api.get("/api/tables" + (f"?game={game}" if game else ""))
    return [one["table"] for one in listed["tables"]]


def seat_of(reply: Any, person: Guest) -> list[int]:
    return [
        seat["seat"]
        for seat in reply["info"]["seats"]
        if (seat.get("person") or {}).get("id") == person.id
    ]


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


@pytest.mark.parametrize(
    ("clock", "seconds", "usual"),
    [("none", None, None), ("relaxed", 60, 180), ("live", 10, 30), ("correspondence", 7200, 259200)],
)
def test_a_table_has_the_clock_it_was_opened_with(
    sqlite: Settings, clock: str, seconds: int | None, usual: int | None
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
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
            assert (refused.status, refused.kind) == (403, "not allowed")
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
        assert "only the host may hold several" in str(
            await _second_seat(ann, ben)
        )

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
            assert left["info"]["seats"][1] == {"seat": 1, "bot": "greedy"}
            await one.told(table, "left")
            # Now a spectator: nothing more is asked of that socket, and it may do nothing.
            await two.until(lambda: set(other.eyes) == {None})
            refused = await two.refused("act", table=table, seat=1, move={"do": "roll"}, key="x")
            assert refused.kind == "not allowed"
            for _ in range(3):  # the bot answers whenever it is its turn
                moves = await one.asked(table, 0)
                answer = await one.act(table, 0, moves[0])
                assert isinstance(answer, Accepted)
            assert seen.known.seats[1].bot == "greedy"
        refused = await ben.kept_out(f"/api/tables/{table}/sit")
        assert (refused.status, refused.kind) == (409, "stale")

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
        assert "random, greedy" in str(unknown)
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


@pytest.mark.parametrize("what", ["", "/record"])
def test_what_is_not_there_is_not_found(sqlite: Settings, what: str) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        for name, status in (("nosuchtable", 404), ("UPPER", 400), ("a", 400), ("a%0Ab", 400)):
            with pytest.raises(RequestRefused) as refused:
                await ann.api.get(f"/api/tables/{name}{what}")
            assert refused.value.status == status

    at_a_server(sqlite, 1, test)


# -- watching -------------------------------------------------------------------------------------


def test_anybody_watches_a_public_game_and_only_friends_a_private_one(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        public = await ann.open("breath", seats=["me", "me"], start=True, public=True)
        opened = await ann.api.open_table("breath", seats=["me", "me"], start=True)
        private, invite = opened["table"], opened["invite"]
        async with lines(ben) as (line,):
            seen = await line.watch(public)
            assert set(seen.eyes) == {None}
            assert seen.eyes[None].prompt is None
            for wrong in ({}, {"invite": "x"}):
                refused = await line.refused("watch", table=private, **wrong)
                assert refused.kind == "unknown"
            refused = await line.refused("say", table=private, words="let me in")
            assert refused.kind == "unknown"
            seen = await line.watch(private, invite=invite)
            assert set(seen.eyes) == {None}
            refused = await line.refused(
                "act", table=private, seat=0, move={"do": "draw"}, key="k"
            )
            assert refused.kind == "not allowed"

    at_a_server(sqlite, 2, test)


def test_one_seat_is_played_from_two_devices(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("breath", players=2, public=True)
        await ben.api.sit(table)
        await ann.api.start(table)
        async with ann.line() as phone, ann.line() as desk, ben.line() as other:
            for line in (phone, desk, other):
                await line.watch(table)

            async def move(line: Line, seat: int) -> None:
                moves = await line.asked(table, seat)
                answer = await line.act(table, seat, moves[0])
                assert isinstance(answer, Accepted)
                await all_told(here, table, phone, desk, other)

            mine = (phone, desk)
            for turn in range(8):
                await phone.until(lambda: phone.tables[table].moves(0) or _asked(other, table, 1))
                if phone.tables[table].moves(0):
                    await move(mine[turn % 2], 0)
                    one, two = (line.tables[table].eyes[0] for line in mine)
                    assert one.view == two.view
                    assert one.prompt == two.prompt
                else:
                    await move(other, 1)

    def _asked(line: Line, table: str, seat: int) -> bool:
        return bool(line.tables[table].moves(seat))

    at_a_server(backend, 2, test)


def test_one_device_holds_several_seats_and_acts_for_each(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        opened = await ann.api.open_table(
            "breath", players=3, seats=["me", "me", "open"], public=True
        )
        table = opened["table"]
        await ben.api.sit(table)
        await ann.api.start(table)
        async with lines(ann, ben) as (pair, other):
            seen, alone = await pair.watch(table), await other.watch(table)
            assert set(seen.eyes) == {0, 1}
            assert set(alone.eyes) == {2}
            assert seen.eyes[0].view != seen.eyes[1].view  # each seat has its own hand
            acted: set[int] = set()
            for _ in range(30):
                await pair.until(
                    lambda: any(seen.moves(seat) for seat in (0, 1)) or alone.moves(2)
                )
                line, who = next(
                    (line, seat)
                    for line, seat in ((pair, 0), (pair, 1), (other, 2))
                    if line.tables[table].moves(seat)
                )
                answer = await line.act(table, who, line.tables[table].moves(who)[0])
                assert isinstance(answer, Accepted), answer
                await all_told(here, table, pair, other)
                acted.add(who)
                if acted == {0, 1, 2}:
                    break
            assert acted == {0, 1, 2}
            refused = await pair.act(table, 2, {"do": "draw"})
            assert isinstance(refused, Refused)
            assert refused.kind == "not allowed"

    at_a_server(sqlite, 2, test)


# -- the end --------------------------------------------------------------------------------------


async def play_out(table: str, *players: Line) -> None:
    """Everybody takes the first choice they have until the game is over."""

    async def play(line: Line) -> None:
        seen = line.tables[table]
        while not seen.over:
            await line.until(
                lambda: seen.over or any(eyes.prompt is not None for eyes in seen.eyes.values())
            )
            for seat in [s for s in seen.eyes if s is not None]:
                moves = seen.moves(seat)
                if moves:
                    await line.act(table, seat, moves[0])

    await asyncio.gather(*(play(line) for line in players))


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
                seen, other = await one.watch(table), await two.watch(table)
                assert seen.known.seed is None
                await play_out(table, one, two)
                assert seen.known.seed is not None
                assert other.known.seed == seen.known.seed
                assert seen.known.result is not None
            told = await http.get(path)
            assert told.status_code == 200
            assert told.headers["content-type"].startswith("application/jsonl")
            assert "attachment" in told.headers["content-disposition"]
            assert seen.known.seed in told.text
        listed = (await ben.api.get("/api/me/tables"))["tables"][0]
        assert listed["status"] == "over"
        assert listed["result"] == seen.known.result

    at_a_server(backend, 2, test)


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
        again = (await ann.at(table, "rematch"))["table"]
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
            assert all(seat.bot == "greedy" and seat.person is None for seat in others)
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
