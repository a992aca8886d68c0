"""How soon a move is on the other's screen: two people, each with a page, at one table of DOG."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Page
from web.tools.driving import PATIENCE, open_table, play

# Both pages' clocks are the machine's. The mover notes when "accepted" came in, the other what it was
# told, and when the page had changed and was painted.
WATCH = """() => {
  window.accepted = [];
  window.told = [];
  window.changed = [];
  window.painted = [];
  const now = () => performance.timeOrigin + performance.now();
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', (message) => {
        const told = JSON.parse(message.data);
        if (told.type === 'update') window.told.push(told.seq);
        if (told.type === 'accepted' && told.seq) window.accepted.push([told.seq, now()]);
      });
    }
  };
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target.dataset?.seq) {
        const seq = Number(target.dataset.seq);
        window.changed.push([seq, now()]);
        requestAnimationFrame(() => {
          const after = new MessageChannel();
          after.port1.onmessage = () => window.painted.push([seq, now()]);
          after.port2.postMessage(null);
        });
      }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-seq'] });
}"""


@dataclass
class Seen:
    """Milliseconds from a move's being accepted until the other's page has it."""

    changed: list[float] = field(default_factory=list)
    painted: list[float] = field(default_factory=list)


def measure(browser: Browser, server: str, moves: int) -> Seen:
    """Of so many moves at least."""
    one, other = (_come(browser, server) for _ in range(2))
    dice = random.Random(2)
    times = Seen()
    while len(times.changed) < moves:
        _sit_down(one, other)
        for _ in range(2 * moves):
            page = _asked(one, other)
            if page is None or play(page, 1, dice):
                break
        _note(times, one, other)
        _note(times, other, one)
    for page in (one, other):
        page.context.close()
    return times


def _come(browser: Browser, server: str) -> Page:
    context = browser.new_context(base_url=server, viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.add_init_script(f"({WATCH})()")
    page.goto("/")
    page.wait_for_selector("header .me")
    return page


def _sit_down(one: Page, other: Page) -> None:
    """At a table with a bot as each one's partner."""
    seats = ["me", "open", "greedy", "greedy"]
    path = open_table(one, "dog", players=4, start=False, seats=seats)
    table, _, invite = path.removeprefix("/t/").partition("?invite=")
    _ask(other, f"/tables/{table}/sit", {"seat": 1, "invite": invite})
    for page in (one, other):
        page.goto(path)
    _ask(one, f"/tables/{table}/start", {})
    for page in (one, other):
        page.wait_for_selector(".prompt, footer .wait")


def _ask(page: Page, path: str, body: dict[str, object]) -> None:
    page.evaluate(
        """async ([path, body]) => {
          const headers = { 'content-type': 'application/json' };
          const told = await fetch('/api' + path, { method: 'POST', headers, body: JSON.stringify(body) });
          if (!told.ok) throw new Error(await told.text());
        }""",
        [path, body],
    )


def _asked(*pages: Page) -> Page | None:
    """Whoever is asked for a move; nobody once the game is over."""
    for _ in range(PATIENCE // 20):
        for page in pages:
            if page.locator("[data-testid=result]").count():
                return None
            if page.locator(".prompt").count():
                return page
        pages[0].wait_for_timeout(20)
    raise SystemExit("Nobody is asked for a move.")


def _note(times: Seen, mover: Page, watcher: Page) -> None:
    watcher.wait_for_timeout(100)  # what was accepted last is painted by now
    told, changed, painted = watcher.evaluate("() => [window.told, window.changed, window.painted]")
    for seq, at in mover.evaluate("() => window.accepted.splice(0)"):
        if seq not in told:
            continue  # a card that is passed on in secret: there is nothing to see
        for found, notes in ((times.changed, changed), (times.painted, painted)):
            found += [min(when for number, when in notes if number >= seq) - at]
