"""The page's other screens: rules, replay, the end of a game, lessons, oneself, what goes on."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect
from web.tools.driving import PATIENCE, open_table, play

Visit = Callable[..., Page]
GAMES = ("monty", "dog", "dogpile", "bonfire", "breath")
MANY_MOVES = 400


@dataclass
class Finished:
    """A finished game, and how its player is known."""

    path: str
    state: object

    @property
    def replay(self) -> str:
        return self.path.replace("/t/", "/replay/")


@pytest.fixture(scope="module")
def finished(browser: Browser, server: str) -> Iterator[Finished]:
    """One short game, played once and looked at by many tests."""
    context = browser.new_context(base_url=server, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    page.wait_for_selector("header .me")
    path = open_table(page, "bonfire", players=2, options={"rounds": 1})
    page.goto(path)
    assert play(page, MANY_MOVES, random.Random(4))
    yield Finished(path, context.storage_state())
    context.close()


def opened(page: Page, **wishes: object) -> str:
    """Opens a table for two with a bot that takes its time; its path."""
    table = page.evaluate(
        """async (wishes) => (await (await fetch('/api/tables', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            game: 'bonfire', players: 2, seats: ['me', 'greedy'], start: true, bot_pace: 5000, ...wishes,
          }),
        })).json()).table""",
        wishes,
    )
    return f"/t/{table}"


# -- rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_every_game_are_there_to_read_and_to_search(visit: Visit, game: str) -> None:
    page = visit(f"/rules/{game}")
    rules = page.locator("article")
    expect(rules.nth(30)).to_be_attached()
    one = rules.nth(20).get_attribute("data-rule")
    assert one is not None
    page.get_by_role("searchbox").fill(one)
    expect(page.locator(f"article[data-rule='{one}']")).to_be_visible()
    assert rules.count() < 20
    page.get_by_role("searchbox").fill("no rule has this word xyzzy")
    expect(rules).to_have_count(0)
    expect(page.get_by_text("No rule speaks of")).to_be_visible()


def test_a_link_to_a_rule_shows_that_rule(visit: Visit) -> None:
    page = visit("/rules/dog#DOG-8.2")
    rule = page.locator("article[data-rule='DOG-8.2']")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class(re.compile("found"))


def test_beside_a_table_its_house_rules_are_marked_at_the_rules_they_change(visit: Visit) -> None:
    page = visit()
    expect(page.locator("header .me")).to_be_visible()
    page.goto(open_table(page, "dog", players=4, options={"reshuffle": "every_cycle"}))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="The rules").click()
    drawer = page.get_by_role("dialog")
    for rule in ("DOG-13.3", "DOG-2.2"):
        expect(drawer.locator(f"article[data-rule='{rule}'] .mark")).to_contain_text("every cycle")
    expect(drawer.locator("article[data-rule='DOG-2.1'] .mark")).to_have_count(0)


# -- replay ---------------------------------------------------------------------------------------


def test_a_finished_game_is_stepped_scrubbed_and_played_by_keys(
    visit: Visit, finished: Finished
) -> None:
    page = visit(finished.replay, storage_state=finished.state)
    shown = page.locator("[data-step]")
    expect(shown).to_have_attribute("data-step", "0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-step", "1")
    last = page.get_by_role("slider").get_attribute("max")
    assert last is not None
    page.keyboard.press("End")
    expect(shown).to_have_attribute("data-step", last)
    page.get_by_role("slider").fill("3")
    expect(shown).to_have_attribute("data-step", "3")
    page.get_by_label("Speed").select_option("8×")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(shown).not_to_have_attribute("data-step", "3")
    page.get_by_role("button", name="Pause").click()


def test_the_replay_is_seen_through_any_eyes_and_a_link_leads_to_the_very_moment(
    visit: Visit, finished: Finished
) -> None:
    page = visit(finished.replay, storage_state=finished.state)
    eyes = page.get_by_role("group", name="Through whose eyes").get_by_role("button")
    expect(eyes).to_have_count(3)
    expect(eyes.nth(1)).to_have_attribute("aria-pressed", "true")
    eyes.nth(2).click()
    expect(eyes.nth(2)).to_have_attribute("aria-pressed", "true")
    stranger = visit(f"{finished.replay}&seat=1&step=5")
    expect(stranger.locator("[data-step]")).to_have_attribute("data-step", "5")
    expect(stranger.locator(".eyes [aria-pressed=true]")).to_have_count(1)


def test_the_shuffle_is_checked_in_the_browser_and_the_record_downloaded(
    visit: Visit, finished: Finished
) -> None:
    page = visit(finished.replay, storage_state=finished.state)
    page.get_by_role("button", name="Was the shuffle fair?").click()
    expect(page.get_by_test_id("fair")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert '"dogpark":"record"' in download.value.path().read_text("utf-8")


def test_a_game_that_is_still_on_has_no_replay(visit: Visit) -> None:
    page = visit()
    expect(page.locator("header .me")).to_be_visible()
    path = open_table(page, "bonfire", players=2)
    page.goto(path.replace("/t/", "/replay/"))
    expect(page.get_by_role("heading", name="There is nothing to replay")).to_be_visible()


# -- after the game -------------------------------------------------------------------------------


def test_the_result_tells_how_it_came_about_and_the_log_shows_each_moment(
    visit: Visit, finished: Finished
) -> None:
    page = visit(finished.path, storage_state=finished.state)
    expect(page.get_by_test_id("result").locator(":scope > li")).to_have_count(2)
    expect(page.get_by_role("link", name="Watch the replay")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="What happened").click()
    page.get_by_role("complementary").get_by_role("button").nth(4).focus()
    expect(page.get_by_text("As it was then")).to_be_visible()
    page.get_by_role("button", name="Show the result").focus()
    expect(page.get_by_text("As it was then")).to_have_count(0)


# -- at the table ---------------------------------------------------------------------------------


def test_a_bot_plays_for_me_until_i_take_my_seat_back(visit: Visit) -> None:
    page = visit()
    expect(page.locator("header .me")).to_be_visible()
    page.goto(opened(page))
    expect(page.locator(".prompt, footer .wait").first).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    expect(page.get_by_role("dialog")).to_have_count(0)  # the menu offers it as well
    expect(page.get_by_text("A bot plays for you.")).to_be_visible()
    page.get_by_role("button", name="Play on myself").click()
    expect(page.get_by_text("A bot plays for you.")).to_have_count(0)


def test_the_host_ends_a_game_and_sounds_are_off_until_switched_on(visit: Visit) -> None:
    page = visit()
    expect(page.locator("header .me")).to_be_visible()
    page.goto(open_table(page, "bonfire", players=2))
    page.get_by_role("button", name="Menu").click()
    sounds = page.get_by_role("switch", name="Sounds")
    expect(sounds).not_to_be_checked()
    sounds.check(force=True)
    page.reload()
    page.get_by_role("button", name="Menu").click()
    expect(sounds).to_be_checked()
    page.get_by_role("button", name="End the game for all").click()
    page.get_by_role("button", name="Yes, end it").click()
    expect(page.get_by_text("The table is closed").first).to_be_visible()


# -- lessons --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_lesson_that_goes_on_as_one_plays(visit: Visit, game: str) -> None:
    page = visit(f"/learn/{game}")
    coach = page.get_by_role("complementary", name="The coach")
    expect(coach).to_contain_text("Step 1 of")
    coach.get_by_role("button", name="Got it").click()
    expect(coach).to_contain_text("Step 2 of")


def test_the_coach_sees_what_the_pupil_does(visit: Visit) -> None:
    page = visit("/learn/bonfire")
    coach = page.get_by_role("complementary", name="The coach")
    coach.get_by_role("button", name="Got it").click()
    expect(coach).to_contain_text("roll the dice")
    play(page, 1, random.Random(1))
    expect(coach).not_to_contain_text("roll the dice")


# -- oneself, and what goes on --------------------------------------------------------------------


def test_a_guest_takes_a_name_and_a_colour_signs_up_and_comes_back_on_another_device(
    visit: Visit,
) -> None:
    page = visit("/me")
    name = f"Digger {random.Random().randrange(10**6)}"
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("radio", name="teal").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("header .me")).to_have_text(name)
    page.get_by_label("Account name").fill(name)
    page.get_by_label("Password").fill("four dogs dig by moonlight")
    page.locator("form").get_by_role("button", name="Sign up").click()
    expect(page.get_by_text(f"You are signed in as {name}.")).to_be_visible()
    other = visit("/me")
    other.get_by_role("button", name="Sign in").first.click()
    other.get_by_label("Account name").fill(name)
    other.get_by_label("Password").fill("four dogs dig by moonlight")
    other.locator("form").get_by_role("button", name="Sign in").click()
    expect(other.get_by_text(f"You are signed in as {name}.")).to_be_visible()
    expect(other.get_by_role("radio", name="teal")).to_be_checked()


def test_a_passkey_is_all_that_is_needed_to_come_back(visit: Visit, server: str) -> None:
    # Passkeys belong to a name: an address of numbers has none.
    page = visit("/me", address=server.replace("127.0.0.1", "localhost"))
    chromium = page.context.new_cdp_session(page)
    chromium.send("WebAuthn.enable")
    chromium.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    name = f"Sniffer {random.Random().randrange(10**6)}"
    page.get_by_label("Account name").fill(name)
    page.get_by_role("button", name=re.compile("passkey", re.IGNORECASE)).click()
    expect(page.get_by_text(f"You are signed in as {name}.")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("header .me")).not_to_have_text(name)
    page.get_by_role("button", name="Sign in").first.click()
    page.get_by_role("button", name=re.compile("passkey", re.IGNORECASE)).click()
    expect(page.get_by_text(f"You are signed in as {name}.")).to_be_visible()


def test_finished_games_are_listed_and_lead_to_their_replay(
    visit: Visit, finished: Finished
) -> None:
    page = visit("/me", storage_state=finished.state)
    page.get_by_role("link", name=re.compile("Here Comes the Dog")).first.click()
    expect(page.locator(".controls")).to_be_visible()


def test_whoever_wants_to_be_deleted_types_their_name_and_is_gone(visit: Visit) -> None:
    page = visit("/me")
    old = page.locator("header .me").inner_text()
    page.get_by_text("Delete me", exact=True).click()
    sure = page.get_by_role("button", name="Delete me for good")
    expect(sure).to_be_disabled()
    page.get_by_label(re.compile("Type .* to confirm")).fill(old)
    sure.click()
    expect(page.locator("[data-game=dog]")).to_be_visible()
    expect(page.locator("header .me")).not_to_have_text(old)


def test_public_games_are_listed_for_whoever_wants_to_watch(visit: Visit) -> None:
    host = visit()
    expect(host.locator("header .me")).to_be_visible()
    path = opened(host, public=True)
    host.goto(path)
    expect(host.locator(".presence")).to_be_visible()
    friend = visit("/host")
    friend.locator(f"a[href='{path}']").first.click()
    expect(friend.locator(".presence")).to_be_visible()


# -- the shell ------------------------------------------------------------------------------------


def test_the_page_can_be_installed_and_opens_while_the_server_is_away(visit: Visit) -> None:
    page = visit()
    manifest = page.evaluate("async () => (await fetch('/manifest.webmanifest')).json()")
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        kind = page.evaluate(
            "async (src) => (await fetch(src)).headers.get('content-type')", icon["src"]
        )
        assert kind.startswith(icon["type"])
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.reload()
    expect(page.locator("[data-game=dog]")).to_be_visible()
    cached = page.evaluate(
        """async () => (await (await caches.open('dogpark-shell-1')).keys())
          .map((one) => new URL(one.url).pathname)"""
    )
    assert "/" in cached
    assert not [path for path in cached if path.startswith("/api")]
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("[data-game=dog]")).to_be_visible()
    page.context.set_offline(False)
