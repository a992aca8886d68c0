"""DOGPILE on its scene: digging with a finger and with keys, to the result."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect
from web.tools.driving import PATIENCE, open_table

from tests.web.hands import A_TOUCH, RESULT, play_out, press, tried

Visit = Callable[..., Page]
# The first round is long enough for a slow machine to hold a bone, the others are not waited for.
QUICK = {"round_seconds": [12, 1, 1], "action_ms": [50, 50, 50, 50], "sniff_seconds": 1}
SLOW_BOT = 10_000  # milliseconds: nobody is quicker than we are
CALM_BOT = 1_500  # one that leaves the page quiet enough for a slow machine to hit a spot


def sit_down(page: Page, players: int, pace: int = 0, **options: object) -> None:
    expect(page.locator("header .me")).to_be_visible()
    wanted = {**QUICK, **options}
    page.goto(open_table(page, "dogpile", players=players, options=wanted, bot_pace=pace))
    page.wait_for_selector("[data-do=ready]")


def test_a_whole_game_is_dug_on_the_pile_to_the_result(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    sit_down(page, 3, CALM_BOT, round_seconds=[20, 1, 1])
    held = 0

    def look() -> None:
        nonlocal held
        held = max(held, page.locator(".mine .slot.held").count())

    play_out(page, "dogpile", random.Random(5), each=look)
    expect(page.locator(f"{RESULT} > li")).to_have_count(3)
    assert held > 0


def test_a_whole_game_is_played_by_keyboard_alone(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    sit_down(page, 2, CALM_BOT)
    dice = random.Random(8)
    kept = 0
    for _ in range(2000):
        if page.locator(RESULT).count():
            break
        if page.locator("[data-do=ready]").count():
            page.keyboard.press("p")
            page.wait_for_timeout(100)
        elif page.locator("[data-do=keep]:enabled").count():
            page.keyboard.press(dice.choice("kkd"))
            kept = max(kept, page.locator(".mine .slot.held").count())
        elif page.locator("[data-do=stop]").count():
            page.keyboard.press("x")
        elif page.locator(".spot.lit").count():
            if dice.random() < 0.5:
                page.keyboard.type(f"{dice.randrange(1, 55):02}")
            else:
                page.keyboard.press(f"Arrow{dice.choice(('Left', 'Right', 'Up', 'Down'))}")
                page.keyboard.press("Enter")
        elif page.locator("[data-paw]:enabled").count():
            page.keyboard.press("q")
            page.keyboard.press("d")
        page.wait_for_timeout(60)
    expect(page.locator(f"{RESULT} > li")).to_have_count(2)
    assert kept > 0


def test_a_dug_bone_is_seen_by_its_dog_and_can_be_laid_open_for_all(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    sit_down(page, 2, SLOW_BOT, round_seconds=[60, 1, 1], ready_seconds=10)
    press(page.locator("[data-do=ready]"))
    expect(page.locator("[role=timer]")).to_be_visible(timeout=PATIENCE)
    dug = page.locator("[data-dug]")
    for spot in range(1, 55):
        press(page.locator(f"[data-spot='{spot}'].lit"))
        with tried():
            page.wait_for_selector("[data-dug].full", timeout=A_TOUCH)
        if page.locator("[data-do=keep]:enabled").count():
            break
    face = (dug.get_attribute("aria-label") or "").removeprefix("Just dug: ").partition(".")[0]
    assert face
    page.locator("[data-do=side]").click()
    page.locator("[data-do=back]").click()
    expect(page.locator(f".spot.open[aria-label*='{face}, face-up']")).to_have_count(1)
    expect(page.locator("[data-do=keep]")).to_be_disabled()


def test_what_a_spot_holds_is_told_in_words_and_one_spot_is_in_the_way_of_tab(visit: Visit) -> None:
    page = visit()
    sit_down(page, 6)
    spots = page.locator("[data-spot]")
    expect(spots).to_have_count(54)
    expect(spots.first).to_have_accessible_name("Spot 1: a bone, face-down")
    expect(page.locator("[data-spot][tabindex='0']")).to_have_count(1)
    for spot in (spots.first, spots.last):
        box = spot.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 40
