"""Faults of the server's own: whoever asked is told, and the connection goes on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import structlog

from dogpark.server.entries import Moved
from dogpark.server.http.socket import MOST_WAITING
from dogpark.server.live.toll import Toll
from dogpark.server.park import live
from dogpark.server.park.live import Live
from dogpark.server.settings import Settings
from dogpark.server.table import drafts
from dogpark.wire.tells import Refused
from tests.server.whole.guests import Guest, at_a_server, begun, lines
from tests.server.whole.running import Here
from tests.server.whole.scenes import log_of


def broken(*_: Any, **__: Any) -> Any:
    raise RuntimeError("this was not meant to happen")


@pytest.mark.parametrize(
    ("game", "where", "what"),
    [
        ("bonfire", drafts, "move"),
        ("dogpile", drafts, "move"),  # judged when its moment has come
        ("dogpile", Toll, "before"),
        ("dogpile", Live, "_look"),  # no move at all gets as far as that
        ("dogpile", Live, "act"),
    ],
)
def test_a_message_that_met_a_fault_is_answered(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch, game: str, where: Any, what: str
) -> None:
    """In a live game moves are answered beside the others, in any other one after the other."""
    monkeypatch.setattr(live, "AGAIN", 0.01)

    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await begun(game, ann, ben)
        async with lines(ann, ben) as both:
            for line in both:
                await line.watch(table)
            line, seat = next(
                (line, seat) for seat, line in enumerate(both) if line.tables[table].moves(seat)
            )
            moves = await line.asked(table, seat)
            ask = {"table": table, "seat": seat, "move": moves[0], "key": "mine"}
            for _ in range(MOST_WAITING + 1):  # no place in the line is lost
                with monkeypatch.context() as patch, structlog.testing.capture_logs() as logged:
                    patch.setattr(where, what, broken)
                    refused = await line.refused("act", **ask)
                    assert (refused.kind, refused.table) == ("fault", table)
                told = [(one["event"], one.get("type")) for one in logged]
                assert ("message not answered", "act") in told
            await line.ping()
            await line.done("act", **ask)  # the same key: it is done now, and once
            mine = [e for e in await log_of(here.park, table) if isinstance(e, Moved) and e.key]
            assert [one.key for one in mine] == ["mine"]

    at_a_server(sqlite, 2, test)


def test_whoever_waits_in_a_live_game_is_answered_when_another_move_meets_a_fault(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each by what became of its own."""
    move = drafts.move

    def broken_for_one(table: Any, seat: int, *args: Any, **fields: Any) -> Any:
        return broken() if seat == 0 else move(table, seat, *args, **fields)

    async def test(here: Here, people: list[Guest]) -> None:
        table = await begun("dogpile", *people)
        monkeypatch.setattr(drafts, "move", broken_for_one)
        async with lines(*people) as both:
            asks = []
            for seat, line in enumerate(both):
                await line.watch(table)
                asks.append(line.act(table, seat, {"do": "ready"}))
            one, other = await asyncio.gather(*asks)
            assert isinstance(one, Refused)
            assert one.kind == "fault"
            assert not isinstance(other, Refused)

    at_a_server(sqlite, 2, test)


def test_a_bot_whose_move_met_a_fault_in_a_live_game_moves_again(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "AGAIN", 0.01)
    move, met = drafts.move, list[str]()

    def broken_at_first(*args: Any, by: str, **fields: Any) -> Any:
        if by == "bot" and len(met) < 3:
            met.append(by)
            broken()
        return move(*args, by=by, **fields)  # type: ignore[arg-type] # passed on as it came

    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        monkeypatch.setattr(drafts, "move", broken_at_first)
        table = await ann.open("dogpile", seats=["me", "greedy"], start=True)
        async with lines(ann) as (line,):
            seen = await line.watch(table)
            await line.until(lambda: "ready" in seen.events)
            assert len(met) == 3

    at_a_server(sqlite, 1, test)
