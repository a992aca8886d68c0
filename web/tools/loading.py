"""How much a first visit fetches, and how soon one can do something."""

from __future__ import annotations

import re
import statistics
import urllib.request
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page
from web.tools.driving import PATIENCE, open_table

GAMES = ("monty", "dog", "dogpile", "bonfire", "breath")
CHUNK = re.compile(rf"^/assets/({'|'.join(GAMES)})-")  # a game's own, which does not count

# Notes when the first of these can be used and has been painted.
READY = """(selector) => {
  const look = new MutationObserver(note);
  function note() {
    if (!document.querySelector(selector)) return;
    look.disconnect();
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => (window.readyAt = performance.now());
      painted.port2.postMessage(null);
    });
  }
  look.observe(document, { subtree: true, childList: true, attributes: true });
}"""
HOME_READY = ".doors button:enabled"
TABLE_READY = ".prompt button:enabled, footer .wait"  # it says so where others are asked


@dataclass(frozen=True)
class Visit:
    """A page that is opened for the first time by this browser."""

    name: str
    path: str
    ready: str
    state: Any = None


def visits(browser: Browser, server: str) -> list[Visit]:
    """Home, and a table of each game."""
    context = browser.new_context(base_url=server)
    page = context.new_page()
    page.goto("/")
    page.wait_for_selector("header .me", timeout=PATIENCE)
    found = [Visit("home", "/", HOME_READY)]
    for game in GAMES:
        # Bots that moved meanwhile would be measured with the page.
        path = open_table(page, game, bot_pace=10_000)
        found.append(Visit(game, path, TABLE_READY, context.storage_state()))
    context.close()
    return found


def fetched(browser: Browser, server: str, visit: Visit) -> dict[str, int]:
    """What a first visit fetches, gzipped: bytes by path, without the game's own chunk."""
    context = _fresh(browser, server, visit)
    page = context.new_page()
    paths: set[str] = set()
    page.on("response", lambda told: paths.add(told.url))
    page.goto(visit.path)
    page.wait_for_selector(visit.ready, timeout=PATIENCE)
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in context.cookies())
    context.close()
    return {
        urlsplit(url).path: _gzipped(url, cookies)
        for url in sorted(paths)
        if url.startswith(server) and not CHUNK.match(urlsplit(url).path)
    }


def _gzipped(url: str, cookies: str) -> int:
    asked = urllib.request.Request(url, headers={"accept-encoding": "gzip", "cookie": cookies})
    with urllib.request.urlopen(asked, timeout=PATIENCE / 1000) as answer:
        return len(answer.read())


def interactive(
    browser: Browser, server: str, visit: Visit, slower: float, rounds: int
) -> list[float]:
    """Milliseconds from the address to the first button that can be pressed, slowest last."""
    return sorted(_once(browser, server, visit, slower) for _ in range(rounds))


def _once(browser: Browser, server: str, visit: Visit, slower: float) -> float:
    context = _fresh(browser, server, visit)
    page: Page = context.new_page()
    chrome = context.new_cdp_session(page)
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.add_init_script(f"({READY})({visit.ready!r})")
    page.goto(visit.path)
    page.wait_for_function("() => window.readyAt", timeout=PATIENCE)
    took: float = page.evaluate("() => window.readyAt")
    context.close()
    return took


def _fresh(browser: Browser, server: str, visit: Visit) -> BrowserContext:
    return browser.new_context(base_url=server, storage_state=visit.state)


def middle(times: list[float]) -> float:
    return statistics.median(times)
