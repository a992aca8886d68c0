"""Moments worth a picture: bots play our seat up to them, then we look."""

from __future__ import annotations

import random
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Error, Page
from web.tools.driving import PATIENCE, open_table, play

ME, FRIENDS = "Robin", ("Mika", "Lou")
# The bots' pace while they play up to the moment: slow enough to be stopped close to it.
PACE = 40
A_QUIET_PLACE = "/rules/dog"  # where nothing moves and nothing is asked
MANY_MOVES = 400
A_GAME = 240  # seconds; what takes longer has failed

# How far the game on the picture has come, with so many players.
TABLES: dict[str, tuple[int, int]] = {
    "monty": (4, 110),
    "dog": (4, 230),
    "bonfire": (3, 30),
    "breath": (3, 66),
}


@dataclass
class Company:
    """The people on the pictures, each with a page of their own."""

    me: Page
    friends: list[Page]

    @classmethod
    def gather(cls, browser: Browser, server: str) -> Company:
        def come(name: str) -> Page:
            context = browser.new_context(base_url=server, locale="en-GB", reduced_motion="reduce")
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(A_QUIET_PLACE)
            page.wait_for_selector("header .me")
            ask(page, "PATCH", "/me", {"name": name})
            return page

        return cls(come(ME), [come(name) for name in FRIENDS])

    def table(self, game: str) -> str:
        """A game that is well under way and waits for us."""
        players, moves = TABLES[game]
        path = open_table(self.me, game, players=players, bot_pace=PACE)
        self._let_bots_play(path, moves)
        return path

    def watched(self, game: str, players: int) -> str:
        """A game that bots have played to its end."""
        path = open_table(self.me, game, players=players)
        self._let_bots_play(path, None)
        return path

    def finished(self) -> str:
        """A round of Dog's Breath that we have played ourselves, to its end."""
        seats = ["me", "puppy", "family"]
        path = open_table(self.me, "breath", players=3, seats=seats, options={"rounds": 1})
        self.me.goto(path)
        if not play(self.me, MANY_MOVES, random.Random(5)):
            raise SystemExit(f"{path} did not end in {MANY_MOVES} moves")
        self.me.goto(A_QUIET_PLACE)
        return path

    def lobby(self) -> str:
        """A table of ours where one friend sits and a seat is free."""
        seats = ["me", "open", "open", "working"]
        path = open_table(self.me, "dog", players=4, start=False, seats=seats)
        self._sit(self.friends[0], path, seat=2)
        return path

    def a_busy_evening(self) -> None:
        """Public tables of others, some waiting for players and some playing."""
        first, second = self.friends
        for game, players in (("monty", 3), ("breath", 2)):
            open_table(first, game, players=players, bot_pace=10_000, public=True)
        open_table(second, "dog", players=4, bot_pace=10_000, public=True)
        for friend, game in ((first, "bonfire"), (second, "dogpile")):
            open_table(friend, game, players=4, start=False, public=True)

    def _sit(self, friend: Page, path: str, seat: int) -> None:
        table, _, invite = path.removeprefix("/t/").partition("?invite=")
        ask(friend, "POST", f"/tables/{table}/sit", {"seat": seat, "invite": invite})

    def _let_bots_play(self, path: str, moves: int | None) -> None:
        """Up to this moment, or to the end. Bots play on only while somebody is there."""
        self.me.goto(path)
        self.me.wait_for_selector(".presence")
        if not self.me.evaluate(
            STAND_IN, [path.removeprefix("/t/").partition("?")[0], moves, A_GAME]
        ):
            raise SystemExit(f"{path} did not come so far in {A_GAME} s")
        self.me.goto(A_QUIET_PLACE)


# The page itself sees when the moment has come: from outside it would be over.
STAND_IN = """async ([table, moves, seconds]) => {
  const ask = (what) => fetch(`/api/tables/${table}/${what}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}',
  });
  await ask('stand-in');
  const seq = () => Number(document.querySelector('[data-seq]')?.dataset.seq);
  const over = () => document.querySelector('[data-testid=result]') !== null;
  return new Promise((done) => {
    setTimeout(() => done(false), seconds * 1000);
    const look = new MutationObserver(async () => {
      if (!over() && !(moves !== null && seq() >= moves)) return;
      look.disconnect();
      if (!over()) await ask('take-over');
      done(true);
    });
    look.observe(document, { subtree: true, childList: true, attributeFilter: ['data-seq'] });
  });
}"""


def ask(page: Page, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """What the server answers this page's person."""
    return page.evaluate(
        """async ([method, path, body]) => {
          const headers = { 'content-type': 'application/json' };
          const told = await fetch('/api' + path, { method, headers, body: body && JSON.stringify(body) });
          if (!told.ok) throw new Error(`${method} ${path}: ${await told.text()}`);
          return told.status === 204 ? null : told.json();
        }""",
        [method, path, body],
    )


# -- how we are seen at the moment of the picture ---------------------------------------------------


def take_up_a_card(page: Page) -> None:
    """DOG: with a card in hand the board shows where it leads."""
    page.wait_for_selector(".prompt")
    cards = page.locator(".hand [data-card]:enabled")
    for number in range(cards.count()):
        cards.nth(number).click()
        if page.locator("[data-target], .lit").count():
            return


def open_the_rules(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="The rules").click()
    page.get_by_role("dialog").locator("article").first.wait_for()


def choose_a_level(page: Page) -> None:
    page.locator("[data-game=dog] button[aria-haspopup=dialog]").click()
    page.get_by_role("dialog").locator("[data-level]").first.wait_for()


def draw_the_curtain(page: Page) -> None:
    page.locator("[data-game=breath]").get_by_role("button", name="On this device").click()
    page.get_by_role("textbox", name="Seat 1").fill(ME)
    page.get_by_role("textbox", name="Seat 2").fill(FRIENDS[0])
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".curtain")


def speak(language: str) -> Any:
    def pose(page: Page) -> None:
        page.locator("header select").select_option(label=language)
        page.wait_for_function("() => document.documentElement.lang !== 'en'")

    return pose


def tell_how(page: Page) -> None:
    """The result, with how the winner's points came about."""
    page.locator("[data-testid=result] summary").first.click()


def half_way(page: Page) -> None:
    """A replay, stopped in the middle."""
    slider = page.get_by_role("slider")
    slider.wait_for()
    slider.fill(str(int(slider.get_attribute("max") or 0) // 2))
    slider.blur()


def dig(page: Page, seconds: float) -> None:
    """DOGPILE: a paw that digs for a while, and holds what it found last."""
    page.locator("[data-do=ready]").click()
    page.wait_for_selector("[role=timer]")
    dice = random.Random(3)
    late = time.monotonic() + seconds
    while time.monotonic() < late:
        with suppress(Error):  # another dog was quicker
            for want in ("[data-do=keep]:enabled", ".spot.lit", "[data-paw]:enabled"):
                found = page.locator(want)
                if count := found.count():
                    found.nth(dice.randrange(count)).click(timeout=600)
                    break
        page.wait_for_timeout(150)
