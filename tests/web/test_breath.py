"""Dog's Breath on its own table: every choice is made on the scene, and nowhere else."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect
from web.tools.driving import open_table

from tests.web.hands import A_GAME, A_TOUCH, RESULT, breath, play_out, press, tried
from tests.web.hands import BREATH as LIT
from tests.web.hands import ROUND_END as END

Visit = Callable[..., Page]
MANY_STEPS = 400
MOMENT = "[data-testid=breath-moment]"


def sit(visit: Visit, **how: object) -> Page:
    page = visit()
    expect(page.locator("header .me")).to_be_visible()
    page.goto(open_table(page, "breath", **how))  # type: ignore[arg-type] # of the keywords
    return page


def test_a_whole_game_is_played_on_the_table_by_mouse(visit: Visit) -> None:
    page = sit(visit, players=3, options={"rounds": 1})
    expect(page.locator("[data-testid=breath-grid] button")).to_have_count(12)
    play_out(page, "breath", random.Random(1))
    expect(page.locator(f"{RESULT} > li")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.locator(f"{END} h3")).to_have_count(3)
    expect(page.locator(".prompt [data-move]")).to_have_count(0)


def test_a_whole_game_is_played_on_the_table_by_keyboard_alone(visit: Visit) -> None:
    page = sit(visit, players=2, options={"rounds": 1, "scavengers": 0})
    page.locator(LIT).first.wait_for()
    for _ in range(60):  # into the table
        if page.locator(f"{LIT}:focus").count():
            break
        page.keyboard.press("Tab")
    dice = random.Random(2)
    for _ in range(MANY_STEPS):
        page.locator(f"{LIT}:focus, {END} button:focus, {RESULT}").first.wait_for()
        if page.locator(RESULT).count():
            break
        look_around(page, dice.randrange(3))
        if page.locator(".deeds .lit:focus", has_text="End turn").count():
            page.keyboard.press("ArrowRight")  # to "I'm out!"
        page.keyboard.press("Enter")
        if page.locator(".fan [aria-pressed=true]").count():  # lifted: once more lays it down
            page.keyboard.press("Enter")
    expect(page.locator(f"{RESULT} > li")).to_have_count(2)


def look_around(page: Page, steps: int) -> None:
    """Some cards to the right, and back to the next one that may be chosen."""
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
    for _ in range(steps):
        if page.locator(f"{LIT}:focus").count():
            break
        page.keyboard.press("ArrowLeft")


def cards(hand: Locator) -> list[str | None]:
    return [card.get_attribute("data-card") for card in hand.all()]


def test_the_hand_is_arranged_by_key_or_by_dragging_and_stays_so(visit: Visit) -> None:
    page = sit(visit, players=2)
    hand = page.locator("[data-testid=breath-hand] button")
    expect(hand).to_have_count(5)
    before = cards(hand)
    hand.first.focus()
    page.keyboard.press("Shift+ArrowRight")
    moved = [before[1], before[0], *before[2:]]
    assert cards(hand) == moved
    hand.last.drag_to(hand.first, target_position={"x": 4, "y": 30})
    moved = [moved[-1], *moved[:-1]]
    assert cards(hand) == moved
    page.reload()
    expect(hand).to_have_count(5)
    assert cards(hand) == moved


def test_everybody_is_asked_for_a_guard_dog_in_the_same_way_until_the_candle_is_down(
    visit: Visit,
) -> None:
    host = visit()
    expect(host.locator("header .me")).to_be_visible()
    path = open_table(
        host, "breath", players=2, start=False, options={"scavengers": 6, "guard_dogs": 1}
    )
    host.goto(path)
    friend = visit(path)
    friend.get_by_role("button", name="Sit here").click()
    host.get_by_role("button", name="Start the game").click()
    by, asked = send_a_scavenger(host, friend)
    moments = by.locator(MOMENT), asked.locator(MOMENT)
    answers = moments[1].locator(".answers button")
    expect(answers).to_have_text(["Let it happen", "Play a guard dog"])
    answers.first.click()
    expect(answers.first).to_have_attribute("aria-pressed", "true")
    expect(moments[1]).to_contain_text("Your answer waits")
    expect(moments[1].get_by_role("timer")).to_be_visible()
    expect(moments[0]).to_be_visible()
    expect(moments[0].locator(".answers")).to_have_count(0)
    for moment in moments:
        expect(moment.get_by_role("timer")).to_have_count(0)  # the candle is down
    end = time.monotonic() + A_GAME
    while any(moment.count() for moment in moments) and time.monotonic() < end:
        for page in (by, asked):  # a wish, or whether it was a false alarm
            if page.locator(f"{MOMENT} .lit").count():
                breath(page, random.Random(1))
        by.wait_for_timeout(50)
    for moment in moments:
        expect(moment).to_have_count(0)


def send_a_scavenger(one: Page, other: Page) -> tuple[Page, Page]:
    """Two people play until one of them can send a scavenger, and does; that one first."""
    dice, end = random.Random(3), time.monotonic() + A_GAME
    while time.monotonic() < end:
        asked = next((page for page in (one, other) if page.locator(LIT).count()), None)
        if asked is None:
            one.wait_for_timeout(50)  # what one of them did is on its way
            continue
        scavenger = asked.locator(".fan .lit[data-card=scavenger]")
        if scavenger.count() and not asked.locator(".fan .lit:not([data-card=scavenger])").count():
            press(scavenger.first)
            press(asked.locator(".fan .lit").first)
            press(asked.locator(".rival.lit"))
            with tried():
                asked.wait_for_selector(MOMENT, timeout=A_TOUCH)
                return asked, other if asked is one else one
            continue
        breath(asked, dice)
    raise AssertionError("nobody ever held a scavenger")
