"""Nothing is lost: a reload, a lost connection and a server that dies, in the middle of a game."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.whole.running import Apart
from tests.web.hands import BONFIRE, GAMES, RESULT, one_of, play_out, press, seq, sit_down

Visit = Callable[..., Page]
STILL = {"reduced_motion": "reduce"}
ASKED = ".prompt"
AWAY = "The connection is lost"


def moves(page: Page, count: int, dice: random.Random) -> None:
    """So many moves of ours at a bonfire, all accepted."""
    for _ in range(count):
        page.wait_for_selector(BONFIRE)
        before = seq(page)
        one_of(page.locator(BONFIRE), dice)
        page.wait_for_function(
            "before => document.querySelector('[data-seq]').dataset.seq !== before", arg=before
        )
    page.wait_for_selector(BONFIRE)


@pytest.mark.parametrize("game", GAMES)
def test_after_a_reload_the_same_is_asked_and_the_game_goes_on(visit: Visit, game: str) -> None:
    page = visit(**STILL)
    sit_down(page, game)
    expect(page.locator(ASKED)).to_be_visible()
    asked = page.locator(f"{ASKED} .ask").inner_text()
    page.reload()
    expect(page.locator(f"{ASKED} .ask")).to_have_text(asked)
    expect(page.locator(".presence li").first).to_be_visible()


def test_a_game_is_reloaded_now_and_then_and_comes_to_its_end(visit: Visit) -> None:
    page = visit(**STILL)
    sit_down(page, "bonfire", players=2, options={"rounds": 2})
    dice, asked = random.Random(2), 0

    def reload() -> None:
        nonlocal asked
        asked += 1
        if asked % 3 == 0:
            page.reload()
            page.wait_for_selector(f"{BONFIRE}, {RESULT}")

    play_out(page, "bonfire", dice, each=reload)
    assert asked > 6


def test_without_a_network_the_page_says_so_and_goes_on_by_itself(visit: Visit) -> None:
    page = visit(**STILL)
    sit_down(page, "bonfire", players=2, options={"rounds": 2})
    dice = random.Random(3)
    moves(page, 2, dice)
    page.context.set_offline(True)
    expect(page.get_by_text(AWAY)).to_be_visible()
    before = seq(page)
    press(page.locator(BONFIRE).first)  # it waits, and is made once there is a connection again
    assert seq(page) == before
    page.context.set_offline(False)
    expect(page.get_by_text(AWAY)).to_have_count(0)
    expect(page.locator("[data-seq]")).not_to_have_attribute("data-seq", before or "")
    play_out(page, "bonfire", dice)
    expect(page.locator(f"{RESULT} > li")).to_have_count(2)


def test_a_server_that_dies_and_comes_back_has_lost_no_move(
    visit: Visit, own_server: Apart
) -> None:
    page = visit(address=own_server.address.http, **STILL)
    sit_down(page, "bonfire", players=2, options={"rounds": 2})
    dice = random.Random(4)
    moves(page, 3, dice)
    before = int(seq(page) or 0)
    told = page.locator(".scene .place").first.get_attribute("aria-label")
    own_server.kill()
    expect(page.get_by_text(AWAY)).to_be_visible()
    own_server.start()
    expect(page.get_by_text(AWAY)).to_have_count(0)
    page.wait_for_selector(BONFIRE)
    assert int(seq(page) or 0) >= before
    assert page.locator(".scene .place").first.get_attribute("aria-label") == told
    play_out(page, "bonfire", dice)
    expect(page.locator(f"{RESULT} > li")).to_have_count(2)


def test_a_move_that_was_never_answered_is_made_once_by_the_next_server(
    visit: Visit, own_server: Apart
) -> None:
    page = visit(address=own_server.address.http, **STILL)
    sit_down(page, "bonfire", players=2, options={"rounds": 2})
    page.wait_for_selector(BONFIRE)
    before = seq(page)
    own_server.kill()
    expect(page.get_by_text(AWAY)).to_be_visible()
    press(page.locator(BONFIRE).first)
    own_server.start()
    expect(page.locator("[data-seq]")).not_to_have_attribute("data-seq", before or "")
    page.get_by_role("button", name="What happened").click()
    expect(page.get_by_role("complementary", name="What happened").locator("li")).not_to_have_count(
        0
    )
    play_out(page, "bonfire", random.Random(5))
    expect(page.locator(f"{RESULT} > li")).to_have_count(2)
