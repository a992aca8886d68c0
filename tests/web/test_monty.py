"""Monty in the garden itself: no button of the prompt bar is touched."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from web.tools.driving import PATIENCE, open_table

Visit = Callable[..., Page]
MANY_MOVES = 300
# Whatever the scene offers: cards to put down, lit places, cards to lay, what to say in talks.
OFFERED = (
    ".secret button:enabled, .options [data-option]:enabled, .talks .say button:enabled, "
    ".lit[role=button]:not([aria-pressed=true]), .tray > .button:enabled"
)
RESULT = "[data-testid=result]"


def sit_down(visit: Visit, players: int = 3, mode: str = "one_off", **options: object) -> Page:
    page = visit(reduced_motion="reduce", viewport={"width": 1100, "height": 900})
    expect(page.locator("header .me")).to_be_visible()
    page.goto(open_table(page, "monty", players=players, options={"mode": mode, **options}))
    expect(page.locator(".scene .garden svg.board")).to_be_visible()
    return page


def seen(page: Page) -> str:
    return page.locator("[data-seq]").get_attribute("data-seq") or ""


def wait_for_more(page: Page, before: str, *, picking: bool) -> None:
    """Until something was accepted, or the place that was picked shows its cards."""
    page.wait_for_function(
        """([before, picking]) => (picking && document.querySelector('.options'))
          || document.querySelector('[data-seq]').dataset.seq !== before""",
        arg=[before, picking],
        timeout=PATIENCE,
    )


def choose(page: Page, dice: random.Random) -> None:
    """Clicks anything that is offered; where a place is picked already, a card for it."""
    if page.locator(".awards").count():
        page.locator(".awards button").click()
        return
    picking = not page.locator(".options").count()
    choices = page.locator(OFFERED if picking else ".options [data-option]:enabled")
    before = seen(page)
    choices.nth(dice.randrange(max(choices.count(), 1))).click()
    wait_for_more(page, before, picking=picking)


def test_a_whole_race_is_played_in_the_garden_by_mouse(visit: Visit) -> None:
    page = sit_down(visit)
    dice = random.Random(3)
    for _ in range(MANY_MOVES):
        page.wait_for_selector(f"{OFFERED}, .awards, {RESULT}", timeout=PATIENCE)
        if page.locator(RESULT).count():
            break
        choose(page, dice)
    expect(page.locator(RESULT)).to_be_visible()


def test_a_whole_race_is_played_by_keyboard_alone(visit: Visit) -> None:
    page = sit_down(visit, max_rounds=4)
    for _ in range(MANY_MOVES):
        page.wait_for_selector(f"{OFFERED}, .awards, {RESULT}", timeout=PATIENCE)
        if page.locator(RESULT).count():
            break
        before = seen(page)
        wanted = next(
            kind
            for kind in (
                ".options [data-option]",
                ".lit",
                ".talks .say button",
                ".secret button",
                ".tray > .button",
            )
            if page.locator(f"{kind}").count()
        )
        tab_to(page, wanted)
        picking = not page.locator(".options").count()
        page.keyboard.press("Enter")
        wait_for_more(page, before, picking=picking)
    expect(page.locator(RESULT)).to_be_visible()


def tab_to(page: Page, wanted: str) -> None:
    """Tab, as often as it takes."""
    for _ in range(80):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way by Tab to {wanted}")


STEPS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
WALK = """() => {
  const here = document.activeElement;
  const cell = here.getAttribute('data-cell');
  return cell === null ? null : { cell: cell.split(',').map(Number), words: here.getAttribute('aria-label') };
}"""


def test_arrows_walk_the_cards_and_tell_how_far_the_crown_is(visit: Visit) -> None:
    page = sit_down(visit)
    several_cards_lie(page)
    start = page.locator("[data-tile='0']")
    expect(start).to_have_attribute("aria-label", re.compile("Start"))
    start.focus()
    at, told, ways = page.evaluate(WALK)["cell"], set[str](), set[str]()
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp") * 2:
        page.keyboard.press(key)
        now = page.evaluate(WALK)
        assert now is not None, f"{key} led out of the garden"
        if now["cell"] == at:
            continue  # nothing lies that way
        across, down = (new - old for new, old in zip(now["cell"], at, strict=True))
        assert across * STEPS[key][0] + down * STEPS[key][1] > 0, f"{key} led the wrong way"
        at, words = now["cell"], now["words"]
        ways.add(key)
        if re.search("crown", words):
            told.add(words)
            expect(page.locator(".tip")).to_have_text(re.compile("crown"))
    assert len(ways) >= 2
    assert told


def several_cards_lie(page: Page) -> None:
    """Plays on until more than the start lies there and nothing is asked of the garden."""
    dice = random.Random(9)
    for _ in range(MANY_MOVES):
        page.wait_for_selector(f"{OFFERED}, .awards, {RESULT}")
        assert not page.locator(RESULT).count(), "the race ended with too few cards"
        if page.locator("[data-tile]").count() > 4 and not page.locator(".lit").count():
            return
        choose(page, dice)
    raise AssertionError("no cards were ever laid")


def test_the_table_fits_itself_until_it_is_dragged_and_again_when_told(visit: Visit) -> None:
    page = sit_down(visit)
    whole = page.get_by_role("button", name="Show everything")
    world = page.locator(".world")
    expect(whole).to_be_disabled()
    fitted = world.get_attribute("style")
    box = page.locator("svg.board").bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 90, middle[1] + 40, steps=4)
    page.mouse.up()
    expect(whole).to_be_enabled()
    dragged = world.get_attribute("style")
    assert dragged != fitted
    page.mouse.wheel(0, -200)
    expect(world).not_to_have_attribute("style", dragged or "")
    whole.click()
    expect(world).to_have_attribute("style", fitted or "")


def test_spaces_are_split_by_dragging_pawprints_and_by_steppers(visit: Visit) -> None:
    page = sit_down(visit, players=5, mode="match")
    dice = random.Random(5)
    for _ in range(MANY_MOVES):
        page.wait_for_selector(f"{OFFERED}, .awards, {RESULT}", timeout=PATIENCE)
        assert not page.locator(RESULT).count(), "nobody had to share anything"
        if page.locator(".splitter").count():
            break
        choose(page, dice)
    shares = page.locator(".splitter output")
    first, second = (int(shares.nth(at).inner_text()) for at in (0, 1))
    page.locator(".splitter .print").first.drag_to(page.locator(".splitter [data-member='1']"))
    expect(shares.nth(0)).to_have_text(str(first - 1))
    expect(shares.nth(1)).to_have_text(str(second + 1))
    page.locator(".splitter li").nth(0).get_by_role("button", name="One more").click()
    expect(shares.nth(0)).to_have_text(str(first))
    before = seen(page)
    page.get_by_role("button", name="Offer this").click()
    page.wait_for_function(
        "before => document.querySelector('[data-seq]').dataset.seq !== before", arg=before
    )
