"""Before the game the host changes house rules and the number of seats; everybody sees it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from web.tools.driving import open_table

Visit = Callable[..., Page]


def test_a_guest_sees_what_the_host_changes_and_a_taken_seat_stays(visit: Visit) -> None:
    host = visit()
    expect(host.locator("header .me")).to_be_visible()
    path = open_table(host, "dog", players=4, start=False, public=True)
    host.goto(path)
    guest = visit(path)
    expect(guest.locator(".seats li")).to_have_count(4)
    expect(guest.get_by_test_id("rearrange")).to_have_count(0)

    host.get_by_test_id("rearrange").click()
    host.get_by_label("How many play?").select_option("6")
    host.locator("dialog summary").click()
    host.locator("dialog .rules select").first.select_option(index=1)
    host.get_by_role("button", name="Play like this").click()
    expect(host.locator("dialog[open]")).to_have_count(0)
    for page in (host, guest):
        expect(page.locator(".seats li")).to_have_count(6)
        expect(page.locator(".beside dd")).to_have_count(1)

    guest.locator(".seats li").nth(5).get_by_role("button", name="Sit here").click()
    expect(host.locator(".seats li.free")).to_have_count(4)
    host.get_by_test_id("rearrange").click()
    host.get_by_label("How many play?").select_option("4")
    host.get_by_role("button", name="Play like this").click()
    expect(host.get_by_text("change places first")).to_be_visible()
    expect(host.locator(".seats li")).to_have_count(6)
