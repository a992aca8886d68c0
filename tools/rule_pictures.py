"""The pictures in the rules: stores the positions that they show, and draws them. `--draw` needs a server.

    .venv/bin/python -m tools.rule_pictures
    .venv/bin/python -m tools.rule_pictures --draw http://127.0.0.1:8765

A position lies in docs/rules/positions as JSON, which the page draws with the game's own scene. Beside it
lies the same as an image, drawn by the page, for readers of the Markdown. A test says when JSON is stale.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from tools.positions import positions
from web.tools.driving import PATIENCE, find_chromium

RULES = Path(__file__).resolve().parent.parent / "docs" / "rules"
FOLDER = RULES / "positions"
IMAGE = re.compile(r"^!\[[^\]]+\]\((?:\.\./)?positions/([a-z-]+)\.webp\)$", re.MULTILINE)
WIDE = 1280
QUALITY = 82


def written() -> dict[str, str]:
    """What the files should hold, by name."""
    return {
        name: json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"
        for name, told in positions()
    }


def store() -> None:
    FOLDER.mkdir(exist_ok=True)
    texts = written()
    for name, text in texts.items():
        (FOLDER / f"{name}.json").write_text(text, "utf-8")
    for file in FOLDER.iterdir():
        if file.stem not in texts:
            file.unlink()
    print(f"{len(texts)} positions in {FOLDER}")


def named_in(page: Path) -> list[str]:
    """The positions that a page of the rules shows, in order."""
    return IMAGE.findall(page.read_text("utf-8"))


def draw(browser: Browser, server: str, games: Iterable[str]) -> None:
    """Takes each picture from the page itself, in its own light."""
    context = browser.new_context(
        viewport={"width": WIDE, "height": 900},
        color_scheme="light",
        reduced_motion="reduce",
        locale="en-GB",
        device_scale_factor=1.5,
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    for game in games:
        page.goto(f"{server}/rules/{game}")
        for name in named_in(RULES / f"{game}.md"):
            _draw(page, name)
    context.close()


def _draw(page: Page, name: str) -> None:
    picture = page.locator(f"[data-position={name}]")
    picture.evaluate("one => one.scrollIntoView({ block: 'center' })")  # clear of what sticks
    picture.locator("[data-drawn]").wait_for()
    page.wait_for_timeout(500)  # fonts and the first layout have come to rest
    box = picture.evaluate(
        "one => { const at = one.getBoundingClientRect();"
        " return { x: at.x + scrollX, y: at.y + scrollY, width: at.width, height: at.height }; }"
    )
    # Playwright itself makes no WebP.
    taken = page.context.new_cdp_session(page).send(
        "Page.captureScreenshot",
        {"format": "webp", "quality": QUALITY, "clip": {**box, "scale": 1}},
    )
    file = FOLDER / f"{name}.webp"
    file.write_bytes(base64.b64decode(taken["data"]))
    print(f"{file.name}: {file.stat().st_size // 1024} kB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--draw", metavar="SERVER", help="draw them too, at this server's page")
    parser.add_argument("--game", action="append", help="only draw this game's")
    given = parser.parse_args()
    store()
    if given.draw:
        games = given.game or [page.stem for page in sorted(RULES.glob("*.md"))]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=find_chromium(), args=["--no-sandbox"]
            )
            draw(browser, given.draw, games)
            browser.close()


if __name__ == "__main__":
    main()
