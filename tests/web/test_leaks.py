"""Nothing hidden reaches a page: whole games on phones, with every frame, answer and page kept.

Why that is enough. A page knows only what it was sent. The frames of its sockets are judged as those
of scripted people are: made again from the log to the byte, and made again in worlds where whatever
this seat cannot know was dealt otherwise, which must not change a byte. The answers over HTTP are the
page's own files, which are the same for everybody, or bodies that are accounted for here. So with one
seat at a device there is nothing left that its page could show. Where several share a device, their
socket carries all their hands, and the page itself keeps them apart: `test_shared_device` deals again
what the one who looks cannot know, and the page must not change.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import msgspec
import pytest
from playwright.sync_api import Page, expect

from dogpark import games
from dogpark import page as built_page
from dogpark.server.log.rows import Row
from dogpark.wire.bodies import TableReply
from dogpark.wire.tells import Accepted, Pong, Refused, Snapshot, Update, Welcome
from tests.server.whole.ledger import folded, unaccounted
from tests.server.whole.worlds import SURELY, Tally, given_away
from tests.web.hands import GAMES, RESULT, SHORT, play_out, sit_down
from tests.web.recorded import Recorded, Socket, rows_of

Visit = Callable[..., Page]
PHONE = {"width": 390, "height": 844}
STILL = {"reduced_motion": "reduce", "service_workers": "block"}  # a worker would hide requests
encode = msgspec.json.encode
# What a page asks for that has to do with no game: who one is, which games there are, and lists of
# names. `tests.server.whole.test_leaks` looks into them; the table's own answers are looked into here.
PLAIN = {"/api/me", "/api/games", "/api/tables", "/api/me/tables", "/api/me/history"}


@dataclass
class Evening:
    """A game that was played on a phone and watched from a desktop."""

    table: str
    rows: list[Row]
    player: Recorded
    spectator: Recorded
    pages: list[str]  # the player's, whenever it was asked something, and the spectator's beside it

    @property
    def sockets(self) -> list[Socket]:
        """Those on which the table was watched."""
        both = self.player.sockets + self.spectator.sockets
        return [one for one in both if any(isinstance(h.told, Snapshot) for h in one.heard)]

    @property
    def seed(self) -> str:
        *_, last = folded(self.rows)
        assert last.table.seed is not None
        return last.table.seed


@pytest.fixture(params=GAMES)
def evening(visit: Visit, database: Path, request: pytest.FixtureRequest) -> Evening:
    game = request.param
    page = visit(viewport=PHONE, has_touch=True, **STILL)
    player = Recorded.of(page)
    path = sit_down(page, game, public=True)
    fence = visit(**STILL)
    spectator = Recorded.of(fence)
    fence.goto(path)
    pages: list[str] = []

    def look() -> None:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "too wide"
        for one in (page, fence):
            shown = one.content()
            if not one.locator(RESULT).count():  # a round of DOGPILE ends by itself
                pages.append(shown)

    play_out(page, game, random.Random(7), touch=True, each=look)
    expect(page.locator(f"{RESULT} > li")).to_have_count(int(str(SHORT[game]["players"])))
    expect(fence.locator(f"{RESULT} > li")).to_have_count(int(str(SHORT[game]["players"])))
    table = path.removeprefix("/t/").partition("?")[0]
    for one in (page, fence):
        one.goto("about:blank")  # nothing comes any more
        one.unroute_all(behavior="wait")
    return Evening(table, rows_of(database, table), player, spectator, pages)


def test_a_game_on_a_phone_gives_nothing_away(evening: Evening, server: str) -> None:
    assert len(evening.pages) > 10
    frames_are_accounted_for(evening)
    other_worlds_send_the_same(evening)
    secrets_are_nowhere(evening)
    answers_are_accounted_for(evening)
    files_are_the_same_for_everybody(evening, server)
    a_card_too_many_is_caught(evening)


def frames_are_accounted_for(evening: Evening) -> None:
    sockets = evening.sockets
    assert len(sockets) == 2
    assert unaccounted(evening.rows, sockets) == []
    for socket in sockets:
        for heard in socket.heard:
            assert encode(heard.told) == heard.raw
            assert isinstance(heard.told, Welcome | Accepted | Refused | Pong | Snapshot | Update)
            if isinstance(heard.told, Accepted):
                assert heard.told.words is None


def other_worlds_send_the_same(evening: Evening) -> None:
    tally = Tally()
    every = 1 + len(evening.player.told()) // 150  # DOGPILE tells of every paw
    assert given_away(evening.rows, evening.sockets, tally, every) == []
    assert tally.redealt > 10
    *_, last = folded(evening.rows)
    if games.rooms(last.table.opened.game).facts.hidden:
        assert tally.changed > 10


def secrets_are_nowhere(evening: Evening) -> None:
    """Neither the seed nor what the generator holds, in any frame and on any page, before the end."""
    words: set[int] = set()
    for step in folded(evening.rows):
        if step.table.position is not None:
            words |= {*step.table.position.state.rng_key, *step.table.position.state.rng_block}
    numbers = [form for word in words if word >= SURELY for form in (str(word), f"{word:x}")]
    assert len(numbers) >= 8
    shown = "\n".join(evening.pages)
    sent = (evening.player.bytes + evening.spectator.bytes).decode()
    assert [secret for secret in (evening.seed, *numbers) if secret in shown] == []
    assert [secret for secret in numbers if secret in sent] == []
    for told in (*evening.player.told(), *evening.spectator.told()):
        over = told.info is not None and told.info.status == "over"
        assert encode(told).decode().count(evening.seed) == int(over)


def answers_are_accounted_for(evening: Evening) -> None:
    """The table's info, to the byte, and lists without a game in them."""
    infos = {step.seq: encode(step.table.info()) for step in folded(evening.rows)}
    tables = 0
    for method, path, _, body in (*evening.player.answers, *evening.spectator.answers):
        if path == f"/api/tables/{evening.table}" or (method, path) == ("POST", "/api/tables"):
            reply = msgspec.json.decode(body, type=TableReply)
            assert encode(reply) == body
            assert encode(reply.info) == infos[reply.seq]
            tables += 1
        else:
            assert (method, path) in {("GET", one) for one in PLAIN}
    assert tables == 1


def files_are_the_same_for_everybody(evening: Evening, server: str) -> None:
    """What else was asked for is the page as it was built, and a stranger gets the same bytes."""
    asked = evening.player.files | evening.spectator.files
    assert len(asked) > 10
    for path in asked:
        inside = built_page.DIST / path.removeprefix("/")
        file = inside if inside.is_file() else built_page.DIST / built_page.INDEX
        with urlopen(server + path) as answer:
            assert answer.read() == file.read_bytes(), path


def a_card_too_many_is_caught(evening: Evening) -> None:
    """The check can fail."""
    socket = evening.sockets[0]
    at, heard = next(
        (at, heard)
        for at, heard in enumerate(socket.heard)
        if isinstance(heard.told, Update) and heard.told.parts
    )
    assert isinstance(heard.told, Update)
    heard.told.parts[0].set["next_card"] = "scavenger"
    socket.heard[at] = heard._replace(raw=encode(heard.told))
    assert unaccounted(evening.rows, evening.sockets)
