"""Several people at one device: the page shows each of them only what they may know.

Their socket carries all their hands, so the page must keep them apart. It is fed here with the
server's own snapshots: of a game as it is, then of the same game with everything dealt again that
whoever looks cannot know. While the curtain hangs nobody looks, and everything hidden is dealt again.
The page must stay as it was, to the last character.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import msgspec
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from dogpark.api import load
from dogpark.kernel.rng import dice_below
from dogpark.kernel.seed import dice_for
from dogpark.server import entries
from dogpark.server.entries import AnyEntry, Who
from dogpark.server.park.eyes import Eyes
from dogpark.server.table.table import Table
from dogpark.wire.asks import AnyAsk, Ping, Watch
from dogpark.wire.tells import Happened, Person, Pong, Welcome
from tests.server.whole.worlds import placed, same_but_chance, twin

Visit = Callable[..., Page]
encode = msgspec.json.encode
OURS = (0, 1)
PLAYERS = {"dog": 4, "monty": 3, "breath": 3}  # the games with secrets that can be passed around
MOVES = 60
TABLE = "sharedtable1"
SECRET = "the fox knows"
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass
class Game:
    """A game at a table, both first seats of which are ours."""

    me: Who
    name: str
    written: int = 0
    table: Table = field(default_factory=lambda: Table(TABLE))

    def write(self, entry: AnyEntry) -> None:
        self.written += 1
        self.table.fold(self.written, 1_000 * self.written, entry)

    def moments(self) -> Iterator[list[int]]:
        """Plays on by dice; whenever some of us are asked something, who."""
        players = PLAYERS[self.name]
        self.write(
            entries.Opened(game=self.name, players=players, options={}, host=self.me, public=True)
        )
        for seat in range(players):
            if seat in OURS:
                self.write(entries.Sat(seat=seat, who=self.me))
            else:
                self.write(entries.Filled(seat=seat, bot="greedy"))
        position = load(self.name, players=players).begin("shared", "seeded")
        position.roll()
        self.write(entries.Begun(seed="shared", lines=position.since(0)))
        dice = dice_for("shared", 1)
        for _ in range(MOVES):
            assert self.table.position is not None
            asked = self.table.asked
            if not asked:
                return
            if ours := [seat for seat in asked if seat in OURS]:
                yield ours
            ahead = self.table.position.copy()
            seat = asked[dice_below(dice, len(asked))]
            legal = ahead.legal(seat)
            before = ahead.length
            ahead.apply(seat, legal[dice_below(dice, len(legal))])
            ahead.roll()
            self.write(entries.Moved(seat=seat, lines=ahead.since(before), who=self.me.id))


class Feed:
    """The server's end of the page's socket."""

    def __init__(self, page: Page, game: Game) -> None:
        self.page, self.game, self.number = page, game, 100_000
        self.socket: WebSocketRoute | None = None
        page.route_web_socket(re.compile(r"/api/socket(\?|$)"), self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(self._answer)
        me = Person(id=self.game.me.id, name=self.game.me.name)
        socket.send(encode(Welcome(you=me, now=1_000, version="1", emotes=[])).decode())

    def _answer(self, message: str | bytes) -> None:
        assert self.socket is not None
        match ask := msgspec.json.decode(message, type=AnyAsk):
            case Watch():
                self._send(self.game.table, ask.id, [])
            case Ping():
                self.socket.send(encode(Pong(id=ask.id, sent=ask.sent, now=1_000)).decode())

    def _send(self, table: Table, ask: int, happened: list[Happened]) -> None:
        assert self.socket is not None
        self.number += 1
        told = msgspec.json.decode(Eyes(OURS).snapshot(table, ask, 1_000, happened))
        self.socket.send(encode({**told, "seq": self.number}).decode())

    def show(self, viewer: int | None, *, again: str = "") -> str:
        """The page, shown the game; ``again`` is how to deal again what ``viewer`` cannot know."""
        table, position = self.game.table, self.game.table.position
        assert position is not None
        secrets = [
            Happened(seq=self.number + 1, at=1, event="dealt", words=SECRET, to=[seat])
            for seat in OURS
            if again and seat != viewer
        ]
        if again:
            world = position.rooms.redeal(position.state, viewer, dice_for(again, 0))
            table = twin(table, placed(position, world))
        self._send(table, -1, secrets)
        expect(self.page.locator("[data-seq]")).to_have_attribute("data-seq", str(self.number))
        return self._settled().replace(f'data-seq="{self.number}"', "")

    def _settled(self) -> str:
        """The page once it stays as it is: a garden that was just laid out finds its place first."""
        for _ in range(50):
            before = self.page.content()
            self.page.evaluate(TWO_FRAMES)
            if self.page.content() == before:
                return before
        raise AssertionError("the page never comes to rest")

    def alike(self, viewer: int | None, again: str) -> bool:
        """Whether the page stays the same; what it gives away, it gives away every time."""
        return any(self.show(viewer) == self.show(viewer, again=again) for _ in range(3))


@dataclass
class Tally:
    """What was compared; a test that compared nothing proves nothing."""

    curtains: int = 0
    hands: int = 0
    telling: int = 0  # worlds that the one who looks can tell, and did


@pytest.mark.parametrize("name", PLAYERS)
def test_the_page_shows_nothing_that_whoever_looks_cannot_know(visit: Visit, name: str) -> None:
    page = visit("/rules/dog", reduced_motion="reduce", service_workers="block")
    expect(page.locator("header .me")).to_be_visible()
    me = page.evaluate("async () => (await fetch('/api/me')).json()")
    game = Game(Who(id=me["id"], name=me["name"]), name)
    feed, tally = Feed(page, game), Tally()
    moments, looking = game.moments(), None
    next(moments)
    page.goto(f"/t/{TABLE}")
    page.get_by_role("button", name="What happened").click()
    for number, asked in enumerate(moments):
        if number % 2 and looking in asked:
            continue
        # Who looks stays while they are asked; otherwise it is handed on.
        looking = looking if looking in asked else asked[0]
        feed.show(looking)
        curtain = page.locator(".curtain")
        if curtain.count():
            compare_curtain(feed, tally)
            curtain.get_by_role("button").click()
            expect(page.locator(".prompt")).to_be_visible()
        compare_hand(feed, looking, tally)
    assert tally.curtains > 3
    assert tally.hands > 5
    assert tally.telling > 3


def compare_curtain(feed: Feed, tally: Tally) -> None:
    """Nobody looks: no hand may matter."""
    for again in ("one way", "another way"):
        assert feed.alike(None, again)
        tally.curtains += 1


def compare_hand(feed: Feed, seat: int, tally: Tally) -> None:
    """One of us looks: what the other holds may not matter; what one holds oneself does."""
    position = feed.game.table.position
    assert position is not None
    world = position.rooms.redeal(position.state, seat, dice_for("one way", 0))
    assert feed.alike(seat, "one way")
    shown = feed.show(seat)
    tally.hands += not same_but_chance(world, position.state)
    tally.telling += feed.show(None, again="one way") != shown
    feed.show(seat)
