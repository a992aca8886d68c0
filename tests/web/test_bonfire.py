"""Here Comes the Dog, played on its scene: by pointer and by keyboard, to the end."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect
from web.tools.driving import open_table

Visit = Callable[..., Page]
MANY_MOVES = 400
ASKED_OR_OVER = "[data-choice], [data-testid=result]"
STILL = {"reduced_motion": "reduce"}


def sit_down(page: Page, players: int, **options: object) -> None:
    expect(page.locator("header .me")).to_be_visible()
    page.goto(open_table(page, "bonfire", players=players, options=options))


def over(page: Page) -> bool:
    """Waits until the scene asks something or the game has ended."""
    page.wait_for_selector(ASKED_OR_OVER)
    return page.locator("[data-testid=result]").count() > 0


def until_taken(page: Page, seen: str | None) -> None:
    page.wait_for_function(
        "seen => document.querySelector('[data-seq]').dataset.seq !== seen", arg=seen
    )


def offered(page: Page) -> Locator:
    return page.locator(".scene [data-choice]")


def test_a_whole_game_is_played_on_the_scene_by_pointer(visit: Visit) -> None:
    page = visit(**STILL)
    sit_down(page, 3, rounds=2)
    dice = random.Random(4)
    kinds = set()
    for _ in range(MANY_MOVES):
        if over(page):
            break
        choice = offered(page).nth(dice.randrange(offered(page).count()))
        kinds.add((choice.get_attribute("data-choice") or "").partition(" ")[0])
        seen = page.locator("[data-seq]").get_attribute("data-seq")
        choice.click()
        until_taken(page, seen)
    expect(page.get_by_test_id("result")).to_be_visible()
    assert {"roll", "take"} <= kinds


def test_a_whole_game_is_played_by_keyboard_alone(visit: Visit) -> None:
    page = visit(**STILL)
    sit_down(page, 2, rounds=1)
    assert not over(page)
    for _ in range(60):  # from the top of the page to the scene
        if page.evaluate("document.activeElement.matches('[data-choice]')"):
            break
        page.keyboard.press("Tab")
    dice = random.Random(2)
    for _ in range(MANY_MOVES):
        if over(page):
            break
        # Whoever plays by keyboard is led from choice to choice.
        expect(page.locator("[data-choice]:focus")).to_have_count(1)
        page.keyboard.press(dice.choice(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]))
        seen = page.locator("[data-seq]").get_attribute("data-seq")
        page.keyboard.press("Enter")
        until_taken(page, seen)
    expect(page.get_by_test_id("result")).to_be_visible()


def test_looking_at_a_choice_shows_what_it_would_do_and_changes_nothing(visit: Visit) -> None:
    page = visit(**STILL)
    sit_down(page, 2)
    takes = page.locator("[data-choice^=take]")
    for _ in range(MANY_MOVES):
        assert not over(page)
        if takes.count():
            break
        seen = page.locator("[data-seq]").get_attribute("data-seq")
        offered(page).first.click()
        until_taken(page, seen)
    mine = page.locator(".place[data-seat='0']")
    before = mine.get_attribute("aria-label")
    takes.first.hover()
    expect(mine.locator(".delta").first).to_be_visible()
    expect(page.locator(".stick.going").first).to_be_visible()
    page.mouse.move(2, 2)
    expect(mine.locator(".delta")).to_have_count(0)
    assert mine.get_attribute("aria-label") == before


WHAT_IS_SHOWN = """() => [
  ...[...document.querySelectorAll('.scene .place')].map((one) => one.getAttribute('aria-label')),
  document.querySelector('.scene .bonfire').getAttribute('aria-label'),
  ...[...document.querySelectorAll('.scene .cube')].map((one) => one.style.transform),
]"""


def test_what_has_moved_ends_where_somebody_who_comes_later_sees_it(visit: Visit) -> None:
    page = visit()
    sit_down(page, 2)
    for _ in range(3):
        assert not over(page)
        seen = page.locator("[data-seq]").get_attribute("data-seq")
        offered(page).first.click()
        until_taken(page, seen)
    page.wait_for_selector(ASKED_OR_OVER)
    expect(page.locator(".scene[data-playing]")).to_have_count(0)
    shown = page.evaluate(WHAT_IS_SHOWN)
    page.reload()
    page.wait_for_selector(ASKED_OR_OVER)
    assert shown == page.evaluate(WHAT_IS_SHOWN)


def test_on_a_phone_nothing_of_the_scene_lies_outside_it(visit: Visit) -> None:
    page = visit(viewport={"width": 360, "height": 740}, **STILL)
    sit_down(page, 4)
    assert not over(page)
    outside = page.evaluate(
        """() => {
          const box = document.querySelector('.scene').getBoundingClientRect();
          return [...document.querySelectorAll('.scene .place, .scene [data-choice], .scene .note')]
            .map((one) => [one.className, one.getBoundingClientRect()])
            .filter(([, it]) => it.left < box.left - 1 || it.right > box.right + 1
              || it.top < box.top - 1 || it.bottom > box.bottom + 1)
            .map(([name]) => name);
        }"""
    )
    assert outside == []
