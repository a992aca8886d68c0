"""Everybody can use the page: axe finds nothing serious on any screen, light or dark, large or small."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from web.tools.driving import PATIENCE, open_table, play

from tests.web.hands import GAMES, ROUND_END, play_out, sit_down
from tests.web.recorded import Recorded

Visit = Callable[..., Page]
AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
LOOKS = [(PHONE, "light"), (DESKTOP, "dark")]
NAMES = ["phone, light", "desktop, dark"]


def findings(page: Page) -> list[str]:
    """What axe holds against this page as it is: serious and critical findings, each with its place.

    Where it finds something it looks again: a toast that came while it looked was half faded in.
    """
    return _found(page) and _found(page)


def _found(page: Page) -> list[str]:
    # Let every movement end: what is half faded in has no contrast yet.
    page.wait_for_function(
        "() => document.getAnimations().every((one) => one.playState !== 'running'"
        " || one.effect?.getTiming().iterations === Infinity)"
    )
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    told: dict[str, Any] = page.evaluate(
        "() => axe.run({ resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })"
    )
    return [
        f"{one['id']} ({one['impact']}): {node['target']} {node['html'][:120]}"
        for one in told["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.fixture(scope="module")
def finished(browser: Browser, server: str) -> Iterator[tuple[str, object]]:
    """A finished game: its address, and its player."""
    context = browser.new_context(base_url=server, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    page.wait_for_selector("header .me")
    path = open_table(page, "bonfire", players=2, options={"rounds": 1})
    page.goto(path)
    assert play(page, 400, random.Random(4))
    yield path, context.storage_state()
    context.close()


@pytest.fixture(params=LOOKS, ids=NAMES)
def look(visit: Visit, request: pytest.FixtureRequest) -> Callable[..., Page]:
    """Comes to the page with this size and theme."""
    viewport, theme = request.param

    def come(path: str, **more: object) -> Page:
        return visit(path, viewport=viewport, color_scheme=theme, reduced_motion="reduce", **more)

    return come


def test_home(look: Visit) -> None:
    page = look("/")
    expect(page.locator(".cover:has(svg)")).to_have_count(5)
    expect(page.locator("header .me")).to_be_visible()
    assert findings(page) == []


def test_the_lobby(look: Visit) -> None:
    page = look("/")
    expect(page.locator("header .me")).to_be_visible()
    page.goto(open_table(page, "dog", players=4, start=False))
    expect(page.get_by_role("heading", name="Invite your friends")).to_be_visible()
    assert findings(page) == []


# What a scene lays over the table or beside it; each may come with any question.
PARTS = (
    ".awards", ".options", ".splitter", ".talks", ".tray", ".panel", ".mine .slot.held",
    "[aria-pressed=true]", "[data-target]", "[data-chip]", ROUND_END,
)  # fmt: skip
ENOUGH = 8  # kinds of moments a game; axe takes its time


@pytest.mark.parametrize("game", GAMES)
def test_a_table_at_every_kind_of_question_and_its_result(look: Visit, game: str) -> None:
    page = look("/")
    told = Recorded.sockets_of(page)
    sit_down(page, game)
    seen: dict[object, list[str]] = {}
    stages: list[str | None] = []

    def examine() -> bool:
        stages.append(told.stage)
        kind = (told.stage, tuple(page.locator(part).count() > 0 for part in PARTS))
        if kind not in seen and len(seen) < ENOUGH:
            seen[kind] = findings(page)
        # After its first round DOGPILE asks nothing new, and its other rounds are waited for.
        return game == "dogpile" and stages[-1] == "ready" and "dig" in stages

    play_out(page, game, random.Random(11), each=examine)
    assert {str(kind): found for kind, found in seen.items() if found} == {}
    assert len(seen) > 1
    assert findings(page) == []


def test_a_table_between_two_people_on_one_device(look: Visit) -> None:
    page = look("/")
    page.locator("[data-game=dog]").get_by_role("button", name="On this device").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".curtain")).to_be_visible()
    assert findings(page) == []


def test_a_table_from_the_fence(look: Visit) -> None:
    page = look("/")
    expect(page.locator("header .me")).to_be_visible()
    path = open_table(page, "breath", public=True)
    fence = look(path)
    expect(fence.locator("[data-testid=breath-grid]")).to_be_visible()
    assert findings(fence) == []


def test_addresses_that_lead_nowhere(look: Visit) -> None:
    page = look("/t/0000000000")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    assert findings(page) == []
    page.goto("/rules/nosuchgame")
    expect(page.get_by_role("main")).to_be_visible()
    assert findings(page) == []


def test_a_table_is_opened_for_friends_with_house_rules(look: Visit) -> None:
    page = look("/")
    page.locator("[data-game=monty]").get_by_role("button", name="With friends").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    for folded in dialog.locator("summary").all():
        folded.click()
    assert findings(page) == []


def test_a_table_with_its_log_menu_and_rules(look: Visit) -> None:
    page = look("/")
    expect(page.locator("header .me")).to_be_visible()
    page.goto(open_table(page, "bonfire", players=2))
    page.wait_for_selector(".prompt, footer .wait")
    page.get_by_role("button", name="What happened").click()
    assert findings(page) == []
    page.get_by_role("button", name="Talk").click()
    assert findings(page) == []
    page.get_by_role("button", name="Menu").click()
    assert findings(page) == []
    page.get_by_role("button", name="Leave the game").click()
    assert findings(page) == []
    page.get_by_role("button", name="The rules").click()
    expect(page.locator("dialog article").first).to_be_visible()
    assert findings(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_rules(look: Visit, game: str) -> None:
    page = look(f"/rules/{game}")
    expect(page.locator("article").first).to_be_visible()
    assert findings(page) == []


def test_the_result_and_the_replay(look: Visit, finished: tuple[str, object]) -> None:
    path, state = finished
    page = look(path, storage_state=state)
    expect(page.get_by_test_id("result")).to_be_visible()
    assert findings(page) == []
    page.goto(path.replace("/t/", "/replay/"))
    expect(page.locator(".controls")).to_be_visible()
    page.get_by_role("button", name="What happened").click()
    assert findings(page) == []
    page.get_by_role("button", name="Was the shuffle fair?").click()
    expect(page.get_by_test_id("fair")).to_be_visible()
    assert findings(page) == []


def test_a_lesson(look: Visit) -> None:
    page = look("/learn/bonfire")
    expect(page.get_by_role("complementary", name="The coach")).to_be_visible()
    assert findings(page) == []


@pytest.mark.parametrize("game", [game for game in GAMES if game != "bonfire"])
def test_the_other_lessons_where_there_is_least_room(visit: Visit, game: str) -> None:
    page = visit(f"/learn/{game}", viewport=PHONE, color_scheme="dark", reduced_motion="reduce")
    expect(page.get_by_role("complementary", name="The coach")).to_be_visible()
    assert findings(page) == []


def test_oneself_and_what_goes_on(look: Visit, finished: tuple[str, object]) -> None:
    page = look("/me", storage_state=finished[1])
    expect(page.get_by_role("heading", name="Games you played")).to_be_visible()
    assert findings(page) == []
    page.get_by_text("Delete me", exact=True).click()
    page.get_by_role("button", name="Sign in").first.click()
    assert findings(page) == []
    page.goto("/host")
    expect(page.get_by_text("Games going on")).to_be_visible()
    assert findings(page) == []


def test_axe_does_find_what_is_wrong(visit: Visit) -> None:
    page = visit()
    expect(page.locator("header .me")).to_be_visible()
    page.evaluate(
        "() => document.querySelector('main').append(Object.assign(document.createElement('img'), "
        "{ src: '/favicon.svg' }))"
    )
    assert any("image-alt" in one for one in findings(page))
