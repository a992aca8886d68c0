"""The rules on the page: in the reader's language, to search, with positions that the scenes draw."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from web.tools.driving import open_table

from dogpark import games
from tests.web.test_access import findings

Visit = Callable[..., Page]
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}


def draw_all(page: Page) -> Locator:
    """Scrolls to every picture until its scene is there; the pictures."""
    pictures = page.locator("[data-position]")
    expect(pictures.first).to_be_attached()
    for number in range(pictures.count()):
        pictures.nth(number).scroll_into_view_if_needed()
        expect(pictures.nth(number).locator("[data-drawn]")).to_be_attached()
    return pictures


# -- pictures -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("viewport", "theme"), [(PHONE, "dark"), (DESKTOP, "light")])
@pytest.mark.parametrize("game", sorted(games.names()))
def test_every_position_is_drawn_and_nothing_in_it_can_be_reached(
    visit: Visit, game: str, viewport: dict[str, int], theme: str
) -> None:
    page = visit(f"/rules/{game}", viewport=viewport, color_scheme=theme, reduced_motion="reduce")
    pictures = draw_all(page)
    assert pictures.count() >= 4
    for number in range(pictures.count()):
        picture = pictures.nth(number)
        expect(picture).to_have_role("img")
        assert len(picture.get_attribute("aria-label") or "") > 30
        box = picture.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= viewport["width"]
        assert picture.locator("svg").count() > 0
        reached = picture.evaluate(
            """(picture) => [...picture.querySelectorAll('button, a, input, [tabindex]')].filter((one) => {
              one.focus();
              return document.activeElement === one;
            }).length"""
        )
        assert reached == 0
    assert findings(page) == []


def test_a_scene_comes_only_when_its_picture_is_about_to_be_seen(visit: Visit) -> None:
    page = visit("/rules/monty", viewport=PHONE)
    pictures = page.locator("[data-position]")
    expect(pictures).to_have_count(6)
    expect(pictures.last.locator("[data-drawn]")).to_have_count(0)
    pictures.last.scroll_into_view_if_needed()
    expect(pictures.last.locator("[data-drawn]")).to_be_visible()


def test_what_a_picture_says_is_found_by_search_and_shown_below_it(visit: Visit) -> None:
    page = visit("/rules/dog")
    page.get_by_role("searchbox").fill("jack lit pegs")
    expect(page.locator("[data-position]")).to_have_count(1)
    expect(page.locator("[data-position=dog-jack]")).to_be_visible()
    words = page.locator("[data-position]").get_attribute("aria-label")
    assert words is not None
    expect(page.locator("figcaption")).to_have_text(words)


def test_beside_a_table_the_rules_have_their_pictures_too(visit: Visit) -> None:
    page = visit()
    expect(page.locator("header .me")).to_be_visible()
    page.goto(open_table(page, "breath", players=2))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="The rules").click()
    drawer = page.get_by_role("dialog")
    picture = drawer.locator("[data-position=breath-hand]")
    picture.scroll_into_view_if_needed()
    expect(picture.locator("[data-drawn]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)


# -- languages ------------------------------------------------------------------------------------


def test_the_rules_are_in_the_language_of_the_page_and_switch_with_it(visit: Visit) -> None:
    page = visit("/rules/dog")
    rule = page.locator("article[data-rule='DOG-9.1']")
    expect(rule).to_contain_text("A jack swaps")
    for language, words in (("de", "Bube"), ("ja", "ジャック"), ("en", "A jack swaps")):
        page.locator("header select").select_option(language)
        expect(rule).to_contain_text(words)
        expect(page.locator(f".rules > [lang={language}]")).to_have_count(1)
        expect(page.locator("[data-position=dog-jack]")).to_have_attribute(
            "aria-label", re.compile({"en": "jack", "de": "Bube", "ja": "ジャック"}[language])
        )


@pytest.mark.parametrize(
    ("language", "searched", "found"),
    [
        ("de", "bube gegner", "DOG-9.1"),
        ("de", "FRISCHE stern", "DOG-5.2"),
        ("ja", "相手の駒", "DOG-9.1"),
        ("ja", "ジャック 近道", "DOG-11.8"),
        ("ja", "ジャックは近道", "DOG-11.8"),
        ("ja", "ＤＯＧ－９．１", "DOG-9.1"),
    ],
)
def test_the_rules_are_searched_in_every_language(
    visit: Visit, language: str, searched: str, found: str
) -> None:
    page = visit("/rules/dog")
    page.locator("header select").select_option(language)
    expect(page.locator(f".rules > [lang={language}]")).to_have_count(1)
    page.get_by_role("searchbox").fill(searched)
    expect(page.locator(f"article[data-rule='{found}']")).to_be_visible()
    assert page.locator("article").count() < 12
