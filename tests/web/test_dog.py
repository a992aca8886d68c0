"""DOG at the page: the hand is played on the board itself, by pointer and by keyboard alone."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect
from web.tools.driving import PATIENCE, open_table

from tests.web.hands import DOG, RESULT, dog, press

Visit = Callable[..., Page]
MANY = 3000


def sit_down(visit: Visit, *, players: int, rounds: int, **more: object) -> Page:
    page = visit(**more)
    expect(page.locator("header .me")).to_be_visible()
    page.goto(open_table(page, "dog", players=players, options={"max_rounds": rounds}))
    expect(page.locator(".dog")).to_be_visible()
    return page


def something_to_do(page: Page) -> bool:
    """Waits until the scene offers something; False at the end of the game."""
    page.wait_for_selector(f"{DOG}, {RESULT}", timeout=PATIENCE)
    return page.locator(RESULT).count() == 0


def test_a_game_is_played_on_the_board_to_the_result(visit: Visit) -> None:
    page = sit_down(visit, players=4, rounds=2, reduced_motion="reduce")
    dice = random.Random(5)
    for _ in range(MANY):
        if not something_to_do(page):
            break
        dog(page, dice)
    for name in ("Moss", "Pepper", "Rusty"):
        expect(page.locator(RESULT)).to_contain_text(name)


def begin_a_seven(page: Page, dice: random.Random) -> None:
    """Plays on until a seven of ours lies there; sevens and jokers are kept for that."""
    phase, chip = page.locator(".dog"), page.locator(".dog [data-chip=seven]")
    for _ in range(MANY):
        if not something_to_do(page):
            break
        if page.locator(".tray .left").count():  # a bot's seven has no tray
            return
        seven = page.locator(".dog .held:enabled[data-card='7']:not([aria-pressed=true])")
        giving = phase.get_attribute("data-phase") == "exchange"
        if chip.count():
            press(chip)
        elif seven.count() and not giving and not page.locator(".dog [data-target]").count():
            press(seven.first)
        elif giving and not page.locator(".dog [data-chip]").count():
            press(page.locator(".dog .held:not([data-card='7'])").first)
        else:
            dog(page, dice)
    raise AssertionError("the game ended before anybody could play a seven")


def test_a_seven_is_stepped_and_taken_back_until_it_is_confirmed(visit: Visit) -> None:
    page = sit_down(visit, players=4, rounds=40, viewport={"width": 390, "height": 844})
    begin_a_seven(page, random.Random(3))
    left, back = page.locator(".tray .left"), page.get_by_test_id("take-back")
    expect(left).to_have_text("7 left")
    expect(back).to_have_count(0)
    for count in (6, 5, 4, 3, 2, 1):
        page.locator("[data-target^=field]").first.click()
        expect(left).to_have_text(f"{count} left")
        if count in (6, 3):
            back.click()
            expect(left).to_have_text(f"{count + 1} left")
            page.locator("[data-target^=field]").first.click()
            expect(left).to_have_text(f"{count} left")
    page.locator("[data-target^=field]").first.click()
    done = page.locator("[data-chip=finish]")
    expect(done).to_be_visible()
    back.click()
    expect(left).to_have_text("1 left")
    page.locator("[data-target^=field]").first.click()
    done.click()
    expect(left).to_have_count(0)


def test_a_seven_is_taken_back_step_by_step_to_its_beginning_also_after_a_reload(
    visit: Visit,
) -> None:
    page = sit_down(visit, players=4, rounds=40, reduced_motion="reduce")
    begin_a_seven(page, random.Random(3))
    left, back = page.locator(".tray .left"), page.get_by_test_id("take-back")
    for count in (6, 5, 4, 3):
        page.locator("[data-target^=field]").first.click()
        expect(left).to_have_text(f"{count} left")
    for count in (4, 5):
        back.click()
        expect(left).to_have_text(f"{count} left")
    page.reload()
    expect(left).to_have_text("5 left")
    for count in (6, 7):
        back.click()
        expect(left).to_have_text(f"{count} left")
    expect(back).to_have_count(0)
    page.locator("[data-target^=field]").first.click()
    expect(left).to_have_text("6 left")


def test_a_game_of_six_is_played_by_keyboard_alone(visit: Visit) -> None:
    page = sit_down(visit, players=6, rounds=1, reduced_motion="reduce")
    dice = random.Random(7)
    for _ in range(MANY):
        if not something_to_do(page):
            break
        if not page.evaluate("document.activeElement?.closest('.dog') !== null"):
            page.keyboard.press("Tab")
            continue
        for _ in range(dice.randrange(4)):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    for name in ("Moss", "Pepper", "Rusty", "Olive", "Juno"):
        expect(page.locator(RESULT)).to_contain_text(name)
