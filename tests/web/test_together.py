"""People at one table, each with a browser of their own; and one who only watches."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from web.tools.driving import open_table

from dogpark.wire.tells import Snapshot
from tests.server.whole.ledger import unaccounted
from tests.server.whole.running import Apart
from tests.server.whole.worlds import Tally, given_away
from tests.web.conftest import settings_for
from tests.web.hands import A_GAME, HANDS, RESULT, play_out, seq
from tests.web.recorded import Recorded, rows_of
from tests.web.shuffled import Shuffled

Visit = Callable[..., Page]
STILL = {"reduced_motion": "reduce"}
SHORT_BREATH = {"rounds": 1, "scavengers": 0}
SHORT_BONFIRE = {"rounds": 1}


def two_at(visit: Visit, game: str, **wishes: object) -> tuple[Page, Page, str]:
    """A host and a friend who has come by the link, before a game that has begun; its path."""
    host = visit(**STILL)
    expect(host.locator("header .me")).to_be_visible()
    path = open_table(host, game, players=2, start=False, **wishes)  # type: ignore[arg-type] # of the keywords
    host.goto(path)
    friend = visit(path, **STILL)
    friend.get_by_role("button", name="Sit here").click()
    host.get_by_role("button", name="Start the game").click()
    for page in (host, friend):
        expect(page.locator(".presence li")).to_have_count(2)
    return host, friend, path


def in_turns(
    pages: tuple[Page, Page], game: str, dice: random.Random
) -> Iterator[tuple[Page, Page]]:
    """Whoever is asked moves; yields who moved and who watched, until both see the result."""
    hand, offered = HANDS[game]
    end = time.monotonic() + A_GAME
    while time.monotonic() < end:
        if all(page.locator(RESULT).count() for page in pages):
            return
        for page, other in (pages, pages[::-1]):
            if page.locator(offered).count() and not page.locator(RESULT).count():
                hand(page, dice, False)
                yield page, other
                break
        else:
            pages[0].wait_for_timeout(20)  # what one of them did is on its way
    raise AssertionError(f"{game} has not come to its end")


def test_two_browsers_play_and_each_sees_the_other_move_but_not_their_hand(
    visit: Visit, database: Path
) -> None:
    host, friend = visit(**STILL), visit(**STILL)
    kept = [Recorded.sockets_of(page) for page in (host, friend)]
    expect(host.locator("header .me")).to_be_visible()
    path = open_table(host, "breath", players=2, start=False, options=SHORT_BREATH)
    host.goto(path)
    friend.goto(path)
    friend.get_by_role("button", name="Sit here").click()
    host.get_by_role("button", name="Start the game").click()
    handed = 0
    for by, other in in_turns((host, friend), "breath", random.Random(6)):
        moved = int(seq(by) or 0)
        other.wait_for_function(
            "moved => Number(document.querySelector('[data-seq]').dataset.seq) >= moved", arg=moved
        )
        handed += 1
    assert handed > 5
    for page in (host, friend):
        expect(page.locator(f"{RESULT} > li")).to_have_count(2)
        page.goto("about:blank")  # nothing comes any more
    table = path.removeprefix("/t/").partition("?")[0]
    rows, tally = rows_of(database, table), Tally()
    at = [
        socket
        for one in kept
        for socket in one.sockets
        if any(isinstance(heard.told, Snapshot) for heard in socket.heard)
    ]
    assert len(at) == 2
    assert unaccounted(rows, at) == []
    assert given_away(rows, at, tally) == []
    assert tally.changed > 10


def test_who_watches_sees_the_game_and_is_asked_nothing(visit: Visit) -> None:
    host, friend, path = two_at(visit, "bonfire", options=SHORT_BONFIRE)
    fence = visit(path, **STILL)
    expect(fence.locator(".presence li")).to_have_count(2)
    expect(fence.locator(".presence .you")).to_have_count(0)
    for by, _ in in_turns((host, friend), "bonfire", random.Random(1)):
        expect(fence.locator("[data-seq]")).to_have_attribute(
            "data-seq", re.compile(rf"^(?!{int(seq(by) or 0) - 1}$)\d+$")
        )
        assert not fence.locator(".prompt, [data-choice]").count()
    expect(fence.locator(f"{RESULT} > li")).to_have_count(2)
    expect(fence.get_by_role("button", name="Play again")).to_have_count(0)


def test_what_people_say_and_show_is_there_for_the_others(visit: Visit) -> None:
    host, friend, _ = two_at(visit, "bonfire")
    host.get_by_role("button", name="Talk").click()
    host.get_by_role("textbox", name="Say something").fill("Good <b>dog</b>")
    host.get_by_role("button", name="Say", exact=True).click()
    expect(friend.get_by_role("button", name="Talk").locator(".dot")).to_be_visible()
    friend.get_by_role("button", name="Talk").click()
    talk = friend.get_by_role("complementary", name="Talk")
    expect(talk.get_by_text("Good <b>dog</b>")).to_be_visible()
    friend.get_by_role("button", name="Woof!").click()
    expect(host.get_by_role("complementary", name="Talk").locator("li")).to_have_count(2)
    expect(host.get_by_role("log").get_by_text("Good <b>dog</b>")).to_be_attached()


def test_who_leaves_is_followed_by_a_bot_and_the_game_comes_to_its_end(visit: Visit) -> None:
    host, friend, _ = two_at(visit, "bonfire", options=SHORT_BONFIRE)
    friend.get_by_role("button", name="Menu").click()
    friend.get_by_role("button", name="Leave the game").click()
    friend.get_by_role("button", name="Yes, leave").click()
    expect(friend.locator("[data-game=dog]")).to_be_visible()
    expect(host.locator(".presence li").nth(1)).to_contain_text("bot")
    play_out(host, "bonfire", random.Random(2))
    expect(host.locator(f"{RESULT} > li")).to_have_count(2)


@pytest.fixture
def short_of_patience(built: None, tmp_path: Path) -> Iterator[Apart]:
    """A server where a bot takes the seat of somebody who is away after a second."""
    with Shuffled(settings_for(tmp_path / "own.sqlite"), DOGPARK_GRACE="1") as running:
        yield running


def test_for_who_is_gone_a_bot_plays_until_they_take_their_seat_back(
    visit: Visit, short_of_patience: Apart
) -> None:
    address = short_of_patience.address.http
    host = visit(address=address, **STILL)
    expect(host.locator("header .me")).to_be_visible()
    path = open_table(host, "bonfire", players=2, start=False)
    host.goto(path)
    friend = visit(path, address=address, **STILL)
    friend.get_by_role("button", name="Sit here").click()
    host.get_by_role("button", name="Start the game").click()
    expect(friend.locator(".presence li")).to_have_count(2)
    friend.goto("about:blank")
    theirs = host.locator(".presence li").nth(1)
    expect(theirs).to_contain_text("bot")
    friend.goto(address + path)
    back = friend.get_by_role("button", name="Play on myself")
    expect(back.or_(friend.locator(".prompt, footer .wait")).first).to_be_visible()
    if back.count():
        back.click()
    expect(theirs).not_to_contain_text("bot")
    expect(friend.get_by_text("A bot plays for you.")).to_have_count(0)


def test_after_the_game_both_go_on_to_the_same_next_table(visit: Visit) -> None:
    host, friend, _ = two_at(visit, "bonfire", options=SHORT_BONFIRE)
    for _ in in_turns((host, friend), "bonfire", random.Random(3)):
        pass
    old = friend.url
    host.get_by_role("button", name="Play again").click()
    expect(host).not_to_have_url(old)
    expect(host.get_by_text(re.compile("Kept for (?!you)"))).to_be_visible()
    by_link = friend.context.new_page()
    by_link.goto(host.url)
    expect(by_link.get_by_text("Kept for you")).to_be_visible()
    expect(by_link.get_by_role("button", name="Sit here")).to_be_visible()
    by_link.close()
    friend.get_by_role("button", name="On to the next game").click()
    expect(friend).not_to_have_url(old)
    host.get_by_role("button", name="Start the game").click()
    for page in (host, friend):
        expect(page.locator(".prompt, footer .wait").first).to_be_visible()
    tables = {page.url.partition("/t/")[2].partition("?")[0] for page in (host, friend)}
    assert len(tables) == 1
