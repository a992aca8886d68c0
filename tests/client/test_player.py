"""What scripted players count of each other's moves, told message by message."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

import pytest

from dogpark.client.http import Api
from dogpark.client.loadtest.figures import Figures
from dogpark.client.loadtest.player import Player, Table, Viewer
from dogpark.client.loadtest.socket import Socket
from tests.client.fake import PATIENCE, Guest, fake_server

NO_API = cast("Api", None)
PROMPT = {"forms": [{"do": "go", "fields": ["to"], "moves": [[7]]}]}


class Running:
    """A test that is on."""

    def __init__(self) -> None:
        self.figures = Figures()
        self.running = True
        self.over = False
        self.ended: list[str] = []

    def finished(self, table: Table) -> None:
        self.ended.append(table.id)

    def spawn_reconnect(self, viewer: Viewer) -> None:
        raise AssertionError("nobody lost a connection")


class Outbox:
    """In place of a socket."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def send(self, message: bytes) -> bool:
        self.sent.append(json.loads(message))
        return True


class Round:
    """Two players and a spectator at one table."""

    def __init__(self) -> None:
        self.run = Running()
        self.figures = self.run.figures
        self.table = Table(self.run, 0.0, with_bots=False, words=False)
        self.table.begin("t1", None)
        self.red, self.blue = (Player(self.run, self.table, NO_API, seat) for seat in (0, 1))
        self.spectator = Viewer(self.run, self.table, NO_API)
        self.outbox = Outbox()
        self.table.viewers += [self.red, self.blue, self.spectator]
        for viewer in self.table.viewers:
            viewer.opened(cast("Socket", self.outbox))

    def tell(self, viewer: Viewer, seq: int, *, asked: bool = False, **more: Any) -> None:
        parts = [{"seat": 0, "set": {}, "prompt": PROMPT if asked else None}]
        told = {"type": "update", "table": self.table.id, "seq": seq, "parts": parts, **more}
        viewer.hear(json.dumps(told).encode())

    def acknowledge(self, player: Player, seq: int | None) -> None:
        latest = next(act for act in reversed(self.outbox.sent) if act["seat"] == player.seat)
        told = {"type": "accepted", "id": latest["id"], "table": "t1", "seq": seq}
        player.hear(json.dumps(told).encode())

    def counts(self) -> tuple[int, int, int]:
        found = self.figures
        return found.acknowledged.count, found.seen.count, found.asked.count


@pytest.fixture
def game() -> Round:
    """Red has just moved."""
    made = Round()
    made.tell(made.red, 1, asked=True)
    assert [act["move"] for act in made.outbox.sent] == [{"do": "go", "to": 7}]
    return made


def test_a_move_is_seen_after_it_was_acknowledged(game: Round) -> None:
    game.tell(game.red, 2)
    game.acknowledge(game.red, 2)
    assert game.counts() == (1, 0, 0)
    game.tell(game.blue, 2, asked=True)
    game.tell(game.spectator, 2)
    assert game.counts() == (1, 2, 1)


def test_a_move_is_seen_before_it_was_acknowledged(game: Round) -> None:
    game.tell(game.blue, 2, asked=True)
    game.tell(game.spectator, 2)
    game.tell(game.red, 2)
    assert game.counts() == (0, 0, 0)
    game.acknowledge(game.red, 2)
    assert game.counts() == (1, 2, 1)


def test_a_secret_move_is_seen_by_nobody(game: Round) -> None:
    game.tell(game.red, 2)
    game.acknowledge(game.red, 2)
    game.tell(game.blue, 3, asked=True)
    game.tell(game.spectator, 3)
    assert game.counts() == (1, 0, 0)


def test_who_is_told_of_a_move_together_with_the_next_has_seen_it(game: Round) -> None:
    game.tell(game.red, 2)
    game.acknowledge(game.red, 2)
    game.tell(game.spectator, 2)
    game.tell(game.blue, 3, asked=True)  # asked by the next one, not by this
    assert game.counts() == (1, 2, 0)


def test_a_player_waits_for_the_answer_before_the_next_move(game: Round) -> None:
    game.tell(game.red, 2, asked=True)
    assert len(game.outbox.sent) == 1
    game.acknowledge(game.red, 2)
    first, second = game.outbox.sent
    assert second["id"] > first["id"]
    assert second["key"] != first["key"]


def test_two_moves_under_one_number_are_an_error(game: Round) -> None:
    game.tell(game.red, 2)
    game.acknowledge(game.red, 2)
    game.tell(game.blue, 2, asked=True)
    game.acknowledge(game.blue, 2)
    assert game.figures.errors == {"two moves were acknowledged under one number": 1}


def test_a_move_without_a_number_is_an_error(game: Round) -> None:
    game.acknowledge(game.red, None)
    assert game.figures.errors == {"a move was acknowledged without a number": 1}


def test_what_is_told_of_another_table_is_not_looked_at(game: Round) -> None:
    game.tell(game.blue, 2, asked=True, table="t0")
    assert len(game.outbox.sent) == 1
    assert game.blue.seq == 0


def test_numbers_of_the_last_game_mean_nothing_in_the_next(game: Round) -> None:
    game.tell(game.blue, 2, info={"status": "over"})
    game.tell(game.spectator, 2, info={"status": "over"})
    assert game.run.ended == ["t1"]
    game.table.begin("t2", None)
    for viewer in game.table.viewers:
        viewer.change_table("t1")
    game.tell(game.red, 1, asked=True)
    game.tell(game.red, 2)
    game.outbox.sent = [told for told in game.outbox.sent if told["type"] == "act"]
    game.acknowledge(game.red, 2)
    game.tell(game.blue, 3)
    assert game.counts() == (1, 0, 0)


def test_everybody_connects_with_a_hint_at_the_table_they_are_at() -> None:
    asked_for: list[str] = []

    async def script(guest: Guest) -> None:
        asked_for.append(guest.asked_for)
        await guest.snapshot(await guest.hear("watch"), 1, table="t&1")
        await guest.stay()

    async def come() -> None:
        async with asyncio.timeout(PATIENCE), fake_server(script) as address:
            run, api = Running(), Api(address)
            table = Table(run, 0.0, with_bots=False, words=False)
            table.begin("t&1", None)
            for viewer in (Player(run, table, api, 0), Viewer(run, table, api)):
                await viewer.connect()
                await viewer.ready.wait()
                viewer.close()

    asyncio.run(come())
    assert asked_for == ["/api/socket?table=t%261"] * 2
