"""Faults of the server's own: whoever asked is told, and the connection goes on."""

from __future__ import annotations

from typing import Any

import pytest
import structlog

from dogpark.server.park.live import Live
from dogpark.server.settings import Settings
from dogpark.server.table import drafts
from tests.server.whole.guests import Guest, at_a_server, begun, lines
from tests.server.whole.running import Here


def broken(*_: Any, **__: Any) -> Any:
    raise RuntimeError("this was not meant to happen")


@pytest.mark.parametrize("game", ["bonfire", "dogpile"])
def test_a_message_that_met_a_fault_is_answered(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """In a live game moves are answered beside the others, in any other one after the other."""

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
            with monkeypatch.context() as patch, structlog.testing.capture_logs() as logged:
                patch.setattr(Live, "act", broken)
                patch.setattr(drafts, "move", broken)
                ask = {"table": table, "seat": seat, "move": moves[0], "key": "mine"}
                refused = await line.refused("act", **ask)
                assert (refused.kind, refused.table) == ("fault", table)
            (told,) = [one for one in logged if one["log_level"] == "error"]
            assert (told["event"], told["type"]) == ("message not answered", "act")
            await line.ping()
            if game == "bonfire":
                await line.done("act", **ask)  # the same key: it is done now, and once

    at_a_server(sqlite, 2, test)
