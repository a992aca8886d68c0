"""Dog's Breath on its own table: every choice is made on the scene, and nowhere else."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect
from web.tools.driving import PATIENCE, open_table

Visit = Callable[..., Page]
MANY_STEPS = 400
LIT = ":is(.middle, .over, .deeds, .fan) .lit:not([aria-disabled=true])"
END = "[data-testid=breath-round-end]"
RESULT = "[data-testid=result]"
SIGNS = f"{LIT}, {END}, {RESULT}"


def sit(visit: Visit, **how: object) -> Page:
    page = visit()
    expect(page.locator("header .me")).to_be_visible()
    page.goto(open_table(page, "breath", **how))  # type: ignore[arg-type]
    return page


def step(page: Page, dice: random.Random) -> bool:
    """Does one thing on the table by mouse; whether the game goes on."""
    page.locator(SIGNS).first.wait_for()
    if page.locator(RESULT).count():
        return False
    if page.locator(END).count():
        page.locator(END).get_by_role("button").click()
        return True
    for wanted in (".deeds .main", ".over .lit:not([aria-disabled=true])"):
        if page.locator(wanted).count():  # a choice that is under way, or an answer
            page.locator(wanted).first.click()
            return True
    lit = page.locator(LIT)
    lit.nth(dice.randrange(lit.count())).click()
    return True


def out_soon(page: Page) -> None:
    """Goes out wherever that is offered, so that a game takes no longer than it must."""
    out = page.locator(".deeds").get_by_role("button", name="I'm out!")
    if out.count():
        out.click()


def test_a_whole_game_is_played_on_the_table_by_mouse(visit: Visit) -> None:
    page = sit(visit, players=3, options={"rounds": 1})
    dice = random.Random(1)
    expect(page.locator("[data-testid=breath-grid] button")).to_have_count(12)
    for _ in range(MANY_STEPS):
        page.locator(SIGNS).first.wait_for()
        out_soon(page)
        if not step(page, dice):
            break
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
    answers = asked.locator("[data-testid=breath-moment] button")
    expect(answers).to_have_text(["Let it happen", "Play a guard dog"])
    expect(asked.locator("[data-testid=breath-moment]").get_by_role("timer")).to_be_visible()
    expect(by.locator("[data-testid=breath-moment]")).to_be_visible()
    expect(by.locator("[data-testid=breath-moment] button")).to_have_count(0)
    answers.first.click()
    expect(answers.first).to_have_attribute("aria-pressed", "true")
    expect(asked.locator("[data-testid=breath-moment]")).to_contain_text("Your answer waits")
    expect(asked.locator("[data-testid=breath-moment]")).to_have_count(0, timeout=PATIENCE)
    expect(asked.locator("[data-testid=breath-hand] button")).to_have_count(7)


def send_a_scavenger(one: Page, other: Page) -> tuple[Page, Page]:
    """Two people play until one of them can send a scavenger, and does; that one first."""
    dice = random.Random(3)
    for _ in range(MANY_STEPS):
        both = (one, other)
        asked = next((page for page in both if page.locator(LIT).count()), None)
        if asked is None:
            one.wait_for_timeout(50)
            continue
        scavenger = asked.locator(".fan .lit[data-card=scavenger]")
        if scavenger.count() and not asked.locator(".fan .lit:not([data-card=scavenger])").count():
            scavenger.first.click()
            asked.locator(".fan .lit").first.click()
            asked.locator(".rival.lit").click()
            return asked, other if asked is one else one
        step(asked, dice)
    raise AssertionError("nobody ever held a scavenger")
