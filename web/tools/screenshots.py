"""Pictures of every screen, for the pages in docs/: `make screenshots`.

    .venv/bin/python -m web.tools.screenshots
    .venv/bin/python -m web.tools.screenshots --only dog --only home --into /tmp/pictures

Starts a server of its own, lets bots play up to moments worth seeing, and lays each screen into
docs/img/screens/, on a phone and on a desktop, light and dark.
"""

from __future__ import annotations

import argparse
import base64
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from web.tools import staging
from web.tools.driving import PATIENCE, find_chromium, open_table
from web.tools.serving import serving
from web.tools.staging import Company

SCREENS = Path(__file__).resolve().parent.parent.parent / "docs" / "img" / "screens"
SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
THEMES = ("light", "dark")
QUALITY = 82
SETTLED = 1200  # milliseconds until what moves in has arrived
DIGGING = 7.0  # seconds of DOGPILE before the picture
LONG_ROUND = {"round_seconds": [90, 20, 10]}

Pose = Callable[[Page], None]


@dataclass(frozen=True)
class Screen:
    """Where it is, and how one gets it to show what is worth a picture."""

    path: Callable[[Company], str]
    #: What is there once it can be seen.
    there: str
    pose: Pose | None = None
    #: What one of the pages does for all of them, once all are there.
    act: Pose | None = None


def at(path: str) -> Callable[[Company], str]:
    return lambda _: path


def table(game: str) -> Callable[[Company], str]:
    return lambda company: company.table(game)


def in_the_pile(company: Company) -> str:
    return open_table(company.me, "dogpile", players=5, options=LONG_ROUND)


HOME, TABLE = ".cover > svg", ".prompt"
# In this order: home and what goes on are seen before there is much to go on with.
ALL: dict[str, Screen] = {
    "dog": Screen(table("dog"), TABLE, staging.take_up_a_card),
    "lobby": Screen(lambda company: company.lobby(), ".lobby .cover > svg"),
    "home": Screen(at("/"), HOME),
    "home-german": Screen(at("/"), HOME, staging.speak("Deutsch")),
    "home-japanese": Screen(at("/"), HOME, staging.speak("日本語")),
    "levels": Screen(at("/"), HOME, staging.choose_a_level),
    "host": Screen(at("/host"), "dl"),
    "monty": Screen(table("monty"), TABLE),
    "dogpile": Screen(in_the_pile, TABLE, act=lambda page: staging.dig(page, DIGGING)),
    "bonfire": Screen(table("bonfire"), TABLE),
    "breath": Screen(table("breath"), TABLE),
    "curtain": Screen(at("/"), HOME, staging.draw_the_curtain),
    "result": Screen(lambda company: company.finished(), "[data-testid=result]", staging.tell_how),
    "replay": Screen(
        lambda company: company.watched("dog", 4).replace("/t/", "/replay/"),
        ".controls",
        staging.half_way,
    ),
    "lesson": Screen(at("/learn/bonfire"), ".coach"),
    "rules": Screen(at("/rules/dog"), "article"),
    "drawer": Screen(table("bonfire"), TABLE, staging.open_the_rules),
    "me": Screen(at("/me"), "main section"),
}


def shoot(browser: Browser, server: str, names: list[str], into: Path) -> None:
    """Takes the pictures of these screens."""
    company = Company.gather(browser, server)
    company.a_busy_evening()
    into.mkdir(parents=True, exist_ok=True)
    taken, wanted = 0, len(names) * len(SIZES) * len(THEMES)
    for name in names:
        screen = ALL[name]
        path = screen.path(company)
        pages = {
            f"{name}-{size}-{theme}": _camera(browser, company.me, size, theme)
            for size in SIZES
            for theme in THEMES
        }
        for page in pages.values():
            page.goto(server + path)
            page.wait_for_selector(screen.there)
            page.wait_for_load_state("networkidle")
        if screen.act:
            screen.act(next(iter(pages.values())))
        for picture, page in pages.items():
            if screen.pose:
                screen.pose(page)
            page.wait_for_timeout(SETTLED)
            file = into / f"{picture}.webp"
            file.write_bytes(_webp(page))
            taken += 1
            print(
                f"{taken:3} of {wanted}  {file.name}  {file.stat().st_size // 1024} KB", flush=True
            )
        for page in pages.values():
            page.context.close()


def _camera(browser: Browser, me: Page, size: str, theme: str) -> Page:
    wide, high = SIZES[size]
    context = browser.new_context(
        viewport={"width": wide, "height": high},
        color_scheme="dark" if theme == "dark" else "light",
        device_scale_factor=2 if size == "phone" else 1,
        has_touch=size == "phone",
        locale="en-GB",
        storage_state=me.context.storage_state(),
    )
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def _has_japanese_font() -> bool:
    lister = shutil.which("fc-list")
    if lister is None:
        return True  # who knows; the pictures will tell
    told = subprocess.run([lister, ":lang=ja"], capture_output=True, text=True, check=False)
    return bool(told.stdout.strip())


def _webp(page: Page) -> bytes:
    chrome = page.context.new_cdp_session(page)
    told = chrome.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return base64.b64decode(told["data"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--only", action="append", choices=ALL, help="leave the others out")
    parser.add_argument("--into", type=Path, default=SCREENS)
    given = parser.parse_args()
    names = given.only or list(ALL)
    if "home-japanese" in names and not _has_japanese_font():
        raise SystemExit("No Japanese font on this machine: install fonts-noto-cjk, or use --only.")
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        shoot(browser, server, names, given.into)
        browser.close()


if __name__ == "__main__":
    main()
