"""The first page's lists: whose turn it is, and tables one may join."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

Visit = Callable[..., Page]


def asked(page: Page, method: str, path: str, body: object = None) -> Any:
    """What the server answers to this page's person."""
    return page.evaluate(
        """async ([method, path, body]) => {
            const headers = {'content-type': 'application/json'};
            const answer = await fetch(`/api${path}`, {method, ...body ? {headers, body} : {}});
            if (!answer.ok) throw new Error(await answer.text());
            return await answer.json();
        }""",
        [method, path, body and json.dumps(body)],
    )


def test_the_first_page_says_first_where_one_is_awaited_and_so_does_its_title(visit: Visit) -> None:
    ann, ben = visit(), visit()
    for page in (ann, ben):
        expect(page.locator("header .me")).to_be_visible()
    slow = {"game": "bonfire", "players": 2, "clock": "correspondence", "public": True}
    table = asked(ann, "POST", "/tables", slow)["table"]
    asked(ben, "POST", f"/tables/{table}/sit", {"seat": 1})
    asked(ann, "POST", f"/tables/{table}/start")
    asked(ann, "POST", "/tables", slow)  # newer, but it waits for somebody else
    pages = {"ann": ann, "ben": ben}
    mine = {
        who: asked(page, "GET", "/me/tables")["tables"][-1].get("waits_for_you", False)
        for who, page in pages.items()
    }
    assert sorted(mine.values()) == [False, True]
    for who, page in pages.items():
        page.reload()
        cards = page.locator(".corner a", has_text="Here Comes the Dog")
        expect(page.locator(f".corner a[href='/t/{table}']")).to_be_visible()
        expect(page).to_have_title("(1) dogpark" if mine[who] else "dogpark")
        expect(page.get_by_text("Your turn")).to_have_count(1 if mine[who] else 0)
        if mine[who]:
            expect(cards.first).to_have_attribute("href", f"/t/{table}")
            expect(cards.first).to_contain_text("Your turn")
            expect(cards.first).to_contain_text("until")


def test_the_list_of_open_tables_goes_on_when_asked(visit: Visit) -> None:
    for _ in range(4):
        other = visit()
        expect(other.locator("header .me")).to_be_visible()
        for _ in range(15):
            asked(other, "POST", "/tables", {"game": "dog", "public": True})
    ann = visit()
    more = ann.get_by_role("button", name="Show more")
    expect(more).to_be_visible()
    shown = ann.locator("li[data-mood=dog] > a[href^='/t/']")
    expect(shown).to_have_count(50)
    more.click()
    expect(shown.nth(59)).to_be_visible()


def test_everybody_at_a_table_sees_who_its_host_is(visit: Visit) -> None:
    ann = visit()
    expect(ann.locator("header .me")).to_be_visible()
    table = asked(ann, "POST", "/tables", {"game": "dog", "public": True})["table"]
    ben = visit(f"/t/{table}")
    ben.get_by_role("button", name="Sit here").first.click()
    ben.get_by_text("The host starts the game.").wait_for()
    expect(ben.locator("ol li").nth(0)).to_contain_text("host")
    expect(ben.locator("ol li").nth(1)).not_to_contain_text("host")
