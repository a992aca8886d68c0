"""The four levels at online tables: offered, seated, played with, and replaced where one fails."""

from __future__ import annotations

import pytest

from dogpark.agents.bots import BOTS, LEVELS
from dogpark.server import entries
from dogpark.server.entries import AnyEntry, Who
from dogpark.server.log.rows import Row
from dogpark.server.park.names import new_id
from dogpark.server.park.sitting import wall_ms
from dogpark.server.settings import Settings
from dogpark.server.table import drafts
from tests.server.bots.badbots import Raising
from tests.server.table.bench import Bench
from tests.server.whole.guests import Guest, at_a_server, lines
from tests.server.whole.pack import ME, Plan, newcomer, play
from tests.server.whole.running import Here, in_loop, serving

SHORT = {"rounds": 1}


def test_people_are_offered_the_four_levels_from_the_weakest(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        told = await people[0].api.get("/api/games")
        assert told["bots"] == list(LEVELS) == ["puppy", "family", "working", "champion"]

    at_a_server(sqlite, 1, test)


def test_every_level_and_the_plain_bots_of_programs_may_be_seated(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        for bot in BOTS:
            table = await ann.open("bonfire", players=2, seats=["me", bot])
            changed = await ann.at(table, "bot", seat=1, bot=bot)
            assert changed["info"]["seats"][1]["bot"] == bot

    at_a_server(sqlite, 1, test)


def test_a_level_that_nobody_knows_is_refused_with_those_there_are(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open("bonfire", players=2)
        filled = await ann.kept_out(f"/api/tables/{table}/bot", seat=1, bot="wolf")
        opened = await ann.kept_out("/api/tables", game="bonfire", seats=["me", "wolf"])
        for refused in (filled, opened):
            assert (refused.status, refused.kind) == (404, "unknown")
            assert "'wolf'" in str(refused)
            assert ", ".join(LEVELS) in str(refused)

    at_a_server(backend, 1, test)


def test_a_whole_game_is_played_against_a_champion(backend: Settings) -> None:
    async def main() -> None:
        async with serving(backend) as here:
            dog = await newcomer([here.address])
            played = await play(Plan("bonfire", (ME, "champion"), SHORT), [dog])
            dog.api.close()
            (end,) = played.ends
            assert end.info is not None
            assert end.info.status == "over"
            assert end.info.seats[1].bot == "champion", "it came to all its moves itself"

    in_loop(main)


def test_a_champion_that_fails_is_replaced_by_a_simpler_bot_and_the_table_is_told(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "champion", Raising)

    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        wishes = {"players": 2, "options": {**SHORT, "first_player": 1}, "bot_pace": 0}
        table = await ann.open("bonfire", seats=["me", "champion"], **wishes)
        async with lines(ann) as (line,):
            seen = await line.watch(table)
            await ann.api.start(table)
            told = await line.told(table, "handed")
            assert told.data is not None
            assert (told.data["why"], told.data["bot"]) == ("stumbled", "working")
            assert "a simpler one (working)" in told.words
            await line.asked(table, 0)  # and the game has gone on
            assert seen.known.seats[1].bot == "working"

    at_a_server(backend, 1, test)


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_table_from_before_there_were_levels_goes_on_with_its_bots(
    backend: Settings, bot: str
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        who = Who(id=ann.id, name=ann.name)
        bench = Bench("bonfire", 3, public=True, bot_pace=0, options=SHORT)
        seats: list[AnyEntry] = [
            entries.Sat(seat=0, who=who),
            entries.Filled(seat=1, bot=bot),
            entries.Filled(seat=2, bot=bot),
        ]
        for entry in seats:
            bench.take(drafts.Draft(entry))
        bench.begin()
        table = new_id()
        for seq, _, body in bench.rows:
            assert await here.park.log.append(Row(table, seq, wall_ms(), body))
        async with lines(ann) as (line,):
            seen = await line.watch(table)
            assert [seat.bot for seat in seen.known.seats] == [None, bot, bot]
            while seen.known.status != "over":
                moves = await line.until(
                    lambda: seen.moves(0) or ([{}] if seen.known.status == "over" else None)
                )
                if moves[0]:
                    await line.act(table, 0, moves[0])
            assert [seat.bot for seat in seen.known.seats] == [None, bot, bot]

    at_a_server(backend, 1, test)


def test_whoever_is_not_there_is_played_for_by_a_family_dog(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open("bonfire", seats=["me", "puppy"], start=True, bot_pace=10_000)
        asked = await ann.at(table, "stand-in")
        assert asked["info"]["seats"][0]["bot"] == "family"
        left = await ann.at(table, "leave")
        assert left["info"]["seats"][0]["bot"] == "family"

    at_a_server(sqlite, 1, test)
