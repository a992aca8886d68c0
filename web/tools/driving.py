"""A person at the page: Chromium opens tables and plays through the prompt bar's buttons."""

from __future__ import annotations

import json
import random
import shutil
from typing import Any

from playwright.sync_api import Page

PATIENCE = 20_000  # milliseconds; what takes longer has failed


def find_chromium() -> str:
    """The machine's own browser."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    raise SystemExit("No Chromium on this machine: tools/services.sh installs it.")


def open_table(
    page: Page,
    game: str,
    *,
    players: int | None = None,
    start: bool = True,
    options: dict[str, Any] | None = None,
    **wishes: Any,
) -> str:
    """Opens a table as this page's person, with bots that do not dawdle; its path."""
    reply = page.evaluate(
        """async ([game, players, start, options, wishes]) => {
          const known = (await (await fetch('/api/games')).json()).games;
          const seats = known.find((one) => one.name === game).players;
          const count = players ?? seats[Math.floor((seats.length - 1) / 2)];
          const rest = Array(count - 1).fill(start ? 'greedy' : 'open');
          const told = await fetch('/api/tables', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(
              { game, players: count, seats: ['me', ...rest], start, options, bot_pace: 0, ...wishes },
            ),
          });
          return told.json();
        }""",
        [game, players, start, options or {}, wishes],
    )
    if "table" not in reply:
        raise ValueError(f"no table was opened: {json.dumps(reply)}")
    invite = f"?invite={reply['invite']}" if reply.get("invite") else ""
    return f"/t/{reply['table']}{invite}"


def play(page: Page, moves: int, dice: random.Random) -> bool:
    """Makes so many moves by the prompt bar's buttons; whether the game came to its end."""
    for _ in range(moves):
        page.wait_for_selector(".prompt, [data-testid=result]", timeout=PATIENCE)
        if page.locator("[data-testid=result]").count():
            return True
        folded = page.locator(".prompt [aria-expanded=false]")
        if folded.count():
            folded.click(timeout=PATIENCE)
        while not page.locator(".prompt [data-move]").count():
            page.locator(".prompt .picker ul button").first.click(timeout=PATIENCE)
        choices = page.locator(".prompt [data-move]")
        choice = choices.nth(dice.randrange(choices.count()))
        seen = page.locator("[data-seq]").get_attribute("data-seq")
        choice.click(timeout=PATIENCE)
        page.wait_for_function(
            "seen => document.querySelector('[data-seq]').dataset.seq !== seen",
            arg=seen,
            timeout=PATIENCE,
        )
    return page.locator("[data-testid=result]").count() > 0
