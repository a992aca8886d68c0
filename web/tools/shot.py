"""Pictures of the page, phone and desktop, light and dark, to look at while drawing.

    .venv/bin/python -m web.tools.shot home
    .venv/bin/python -m web.tools.shot lobby --game dog
    .venv/bin/python -m web.tools.shot table --game dog --players 4 --moves 12
    .venv/bin/python -m web.tools.shot /me

Needs a server (`--server`, or the address that `npm run dev` prints) and lays PNGs into web/shots/.
"""

from __future__ import annotations

import argparse
import random
import re
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright
from web.tools.driving import PATIENCE, find_chromium, open_table, play

SHOTS = Path(__file__).resolve().parent.parent / "shots"
SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
THEMES = ("light", "dark")


def shoot(browser: Browser, server: str, path: str, name: str, state: object, wait: int) -> None:
    for size, (wide, high) in SIZES.items():
        for theme in THEMES:
            context = browser.new_context(
                viewport={"width": wide, "height": high},
                color_scheme=theme,
                device_scale_factor=2 if size == "phone" else 1,
                storage_state=state,
            )
            page = context.new_page()
            page.goto(server + path)
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(wait)
            file = SHOTS / f"{name}-{size}-{theme}.png"
            page.screenshot(path=file, full_page=name == "home")
            print(file)
            context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("what", help="home, lobby, table, or a path")
    parser.add_argument("--server", default="http://127.0.0.1:8765")
    parser.add_argument("--game", default="bonfire")
    parser.add_argument("--players", type=int)
    parser.add_argument("--moves", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--name", help="of the files; else from what is shown")
    parser.add_argument("--wait", type=int, default=800, help="milliseconds before the picture")
    given = parser.parse_args()
    SHOTS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        page.on("console", lambda told: told.type == "error" and print("console:", told.text))
        page.on("pageerror", lambda error: print("error:", error))
        page.goto(given.server)
        page.wait_for_selector("header .me", timeout=PATIENCE)
        path, name = given.what, given.name or re.sub(r"\W+", "-", given.what).strip("-") or "home"
        if given.what == "home":
            path, name = "/", "home"
        elif given.what in ("lobby", "table"):
            path = open_table(page, given.game, players=given.players, start=given.what == "table")
            name = given.name or f"{given.game}-{given.what}"
            if given.what == "table":
                page.goto(given.server + path)
                play(page, given.moves, random.Random(given.seed))
                path = urlsplit(page.url).path
        state = context.storage_state()
        page.close()
        shoot(browser, given.server, path, name, state, given.wait)
        browser.close()


if __name__ == "__main__":
    main()
