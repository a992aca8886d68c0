"""People at the page: they open it, sit down, and play."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from web.tools.driving import open_table, play

Visit = Callable[..., Page]
GAMES = ("monty", "dog", "dogpile", "bonfire", "breath")
MANY_MOVES = 400


def test_home_shows_five_boxes_and_play_now_leads_to_a_table_that_asks(visit: Visit) -> None:
    page = visit()
    for game in GAMES:
        box = page.locator(f"[data-game={game}]")
        expect(box.get_by_role("heading")).not_to_be_empty()
        expect(box.locator(".cover > svg")).to_be_visible()
    page.locator("[data-game=bonfire]").get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile(r"/t/[a-z0-9]+"))
    expect(page.locator(".prompt")).to_be_visible()
    expect(page.locator("[data-choice]").first).to_be_visible()


def test_a_whole_game_is_played_by_its_buttons_to_the_result_and_again(visit: Visit) -> None:
    page = visit()
    expect(page.locator("header .me")).to_be_visible()
    page.goto(open_table(page, "bonfire", players=2, options={"rounds": 1}))
    assert play(page, MANY_MOVES, random.Random(1))
    rows = page.locator("[data-testid=result] > li")
    expect(rows).to_have_count(2)
    old = page.url
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(old)
    expect(page.locator(".prompt")).to_be_visible()


def test_friends_come_by_the_link_take_a_seat_and_see_the_game_begin(visit: Visit) -> None:
    host = visit()
    host.locator("[data-game=breath]").get_by_role("button", name="With friends").click()
    host.get_by_label("How many play?").select_option("2")
    host.get_by_role("button", name="Open the table").click()
    link = host.get_by_role("textbox", name="The table's link").input_value()
    friend = visit(link)
    friend.get_by_role("button", name="Sit here").click()
    host.get_by_role("button", name="Start the game").click()
    for page in (host, friend):
        expect(page.locator(".presence li")).to_have_count(2)


def test_on_one_device_a_curtain_hides_the_next_hand_until_its_owner_is_there(
    visit: Visit,
) -> None:
    page = visit()
    page.locator("[data-game=dog]").get_by_role("button", name="On this device").click()
    page.get_by_role("textbox", name="Seat 1").fill("Anna")
    page.get_by_role("textbox", name="Seat 2").fill("Ben")
    page.get_by_role("button", name="Begin").click()
    curtain = page.locator(".curtain")
    expect(curtain.get_by_role("heading")).to_have_text("Hand it to Anna")
    expect(page.locator(".prompt")).to_have_count(0)
    page.get_by_role("button", name="I am Anna").click()
    expect(curtain).to_have_count(0)
    page.locator(".prompt [aria-expanded=false]").click()
    page.locator(".prompt [data-move]").first.click()
    expect(curtain.get_by_role("heading")).to_have_text("Hand it to Ben")
    expect(page.locator("main .plain, main svg:not(.curtain svg)")).to_have_count(0)


def test_the_page_speaks_german_and_japanese_too(visit: Visit) -> None:
    page = visit()
    for language, words in (("Deutsch", "Jetzt spielen"), ("日本語", "今すぐ遊ぶ")):
        page.locator("header select").select_option(label=language)
        expect(page.locator("[data-game=dog]").get_by_role("button", name=words)).to_be_enabled()
    page.reload()
    expect(page.locator("[data-game=dog]").get_by_role("button", name="今すぐ遊ぶ")).to_be_visible()
