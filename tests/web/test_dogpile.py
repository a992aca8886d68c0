"""DOGPILE on its scene: digging with a finger and with keys, to the result."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Error, Page, expect
from web.tools.driving import PATIENCE, open_table

Visit = Callable[..., Page]
# The first round is long enough for a slow machine to hold a bone, the others are not waited for.
QUICK = {"round_seconds": [15, 3, 3], "action_ms": [50, 50, 50, 50], "sniff_seconds": 3}
A_TOUCH = 1500  # milliseconds; the pile changes all the time, so what takes longer is tried anew
END = "[data-testid=result]"
FULL = re.compile(r"\bfull\b")


@contextmanager
def tried() -> Iterator[None]:
    """Somebody was quicker, or the clock: in this game that is no failure."""
    try:
        yield
    except Error:
        return


def sit_down(page: Page, players: int, **options: object) -> None:
    expect(page.locator("header .me")).to_be_visible()
    page.goto(open_table(page, "dogpile", players=players, options={**QUICK, **options}))
    page.wait_for_selector("[data-do=ready]")


def is_over(page: Page) -> bool:
    return page.locator(END).count() > 0


def touch_something(page: Page, dice: random.Random) -> None:
    """The next thing that the scene offers."""
    for want in ("[data-do=ready]", "[data-do=look]", "[data-do=keep]:enabled"):
        if page.locator(want).count() and (want != "[data-do=keep]:enabled" or dice.random() < 0.7):
            page.locator(want).first.click(timeout=A_TOUCH)
            return
    lit = page.locator(".spot.lit")
    if count := lit.count():
        lit.nth(dice.randrange(count)).click(timeout=A_TOUCH)
    elif page.locator("[data-paw]:enabled").count():
        page.locator("[data-paw]:enabled").first.click(timeout=A_TOUCH)
    else:
        page.wait_for_timeout(50)  # nothing is asked of us: a bot sniffs, or counts down with us


@pytest.mark.parametrize("phone", [False, True])
def test_a_whole_game_is_dug_on_the_pile_to_the_result(visit: Visit, phone: bool) -> None:
    size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
    page = visit(viewport=size, has_touch=phone)
    sit_down(page, 3)
    dice = random.Random(5)
    held = 0
    for _ in range(2000):
        if is_over(page):
            break
        with tried():
            touch_something(page, dice)
        held = max(held, page.locator(".mine .slot.held").count())
    expect(page.locator(f"{END} > li")).to_have_count(3)
    assert held > 0


def test_a_whole_game_is_played_by_keyboard_alone(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    sit_down(page, 2)
    dice = random.Random(8)
    kept = 0
    for _ in range(2000):
        if is_over(page):
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
    expect(page.locator(f"{END} > li")).to_have_count(2)
    assert kept > 0


def test_a_dug_bone_is_seen_by_its_dog_and_can_be_laid_open_for_all(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    sit_down(page, 2, round_seconds=[60, 1, 1])
    page.locator("[data-do=ready]").click()
    expect(page.locator("[role=timer]")).to_be_visible(timeout=PATIENCE)
    dug = page.locator("[data-dug]")
    for spot in range(1, 55):  # the bot may be quicker at one of them
        with tried():
            page.locator(f"[data-spot='{spot}'].lit").click(timeout=A_TOUCH)
            expect(dug).to_have_class(FULL)
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
