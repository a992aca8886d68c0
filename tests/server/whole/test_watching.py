"""Who sees and plays what: spectators, one person on two devices, several seats on one."""

from __future__ import annotations

from dogpark.server.settings import Settings
from dogpark.wire.tells import Accepted, Refused
from tests.server.whole.guests import Guest, Line, all_told, at_a_server, lines
from tests.server.whole.running import Here


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
            refused = await line.refused("act", table=private, seat=0, move={"do": "draw"}, key="k")
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
                await pair.until(lambda: any(seen.moves(seat) for seat in (0, 1)) or alone.moves(2))
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
