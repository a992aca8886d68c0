"""Choosing bots on the page: four levels with a face and a character, and what is remembered."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from web.tools.driving import open_table, play

Visit = Callable[..., Page]
LEVELS = ["puppy", "family", "working", "champion"]
NAMES = ["Puppy", "Family dog", "Working dog", "Champion"]


def seat_bots(page: Page, path: str) -> list[str | None]:
    """The bots at a table, by seat, as the server knows them."""
    found = page.evaluate(
        "async (table) => (await (await fetch(`/api/tables/${table}`)).json()).info.seats",
        path.removeprefix("/t/").partition("?")[0],
    )
    return [seat.get("bot") for seat in found]


def test_a_bot_for_a_seat_is_chosen_among_four_levels_by_name_and_character(visit: Visit) -> None:
    page = visit()
    path = open_table(page, "bonfire", players=2, start=False)
    page.goto(path)
    seat = page.locator(".seats li").nth(1)
    seat.get_by_role("button", name="Bot for seat 2").click()
    offered = page.locator("dialog [data-level]")
    expect(offered).to_have_count(len(LEVELS))
    for number, (level, name) in enumerate(zip(LEVELS, NAMES, strict=True)):
        expect(offered.nth(number)).to_have_attribute("data-level", level)
        expect(offered.nth(number).locator("b")).to_have_text(name)
        expect(offered.nth(number).locator(".character")).not_to_be_empty()
        expect(offered.nth(number).locator("svg")).to_be_visible()
    offered.nth(3).click()
    expect(seat.get_by_role("button", name="Bot for seat 2: Champion")).to_be_visible()
    assert seat_bots(page, path) == [None, "champion"]
    seat.get_by_role("button", name="Bot for seat 2: Champion").click()
    expect(page.locator("dialog [aria-pressed=true]")).to_have_attribute("data-level", "champion")
    page.get_by_role("button", name="Keep free").click()
    expect(page.locator(".seats li.free")).to_have_count(1)


def test_play_now_is_against_family_dogs_at_first_and_then_as_last_chosen(visit: Visit) -> None:
    page = visit()
    box = page.locator("[data-game=bonfire]")
    box.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile(r"/t/[a-z0-9]+"))
    expect(page.locator(".presence li").nth(1)).to_contain_text("Family dog")
    page.goto("/")
    page.locator("[data-game=dog]").get_by_role("button", name="Bots: Family dog").click()
    page.locator("[data-level=puppy]").click()
    page.reload()
    expect(box.get_by_role("button", name="Bots: Puppy")).to_be_visible()
    box.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile(r"/t/[a-z0-9]+"))
    expect(page.locator(".presence li").nth(1)).to_contain_text("Puppy")


def test_free_seats_are_filled_as_last_chosen(visit: Visit) -> None:
    page = visit()
    path = open_table(page, "bonfire", players=3, start=False)
    page.goto(path)
    page.get_by_role("button", name="Bot for seat 2").click()
    page.locator("[data-level=puppy]").click()
    page.get_by_role("button", name="Start, with bots in the free seats").click()
    expect(page.locator(".presence li")).to_have_count(3)
    assert seat_bots(page, path) == [None, "puppy", "puppy"]


def test_the_result_tells_which_levels_have_played(visit: Visit) -> None:
    page = visit()
    wishes = {"options": {"rounds": 1}, "seats": ["me", "puppy", "greedy"]}
    page.goto(open_table(page, "bonfire", players=3, **wishes))
    assert play(page, 400, random.Random(2))
    result = page.get_by_test_id("result")
    for name in ("Puppy", "Rule of thumb"):
        expect(result.locator(".level", has_text=name)).to_be_visible()
