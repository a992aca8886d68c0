"""The studies that docs/lab.md tells of, played again: `make studies`.

    .venv/bin/python -m tools.lab_studies
    .venv/bin/python -m tools.lab_studies --only jack

Prints each study's figures and lays one picture of its report into docs/img/lab/.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright
from web.tools.driving import PATIENCE, find_chromium

PICTURES = Path(__file__).parent.parent / "docs" / "img" / "lab"
SIZE = {"width": 900, "height": 900}


@dataclass(frozen=True)
class Study:
    """What to type after ``dogpark``, and which plot of the report is worth a picture."""

    command: str
    plot: str


STUDIES = {
    "jack": Study(
        "lab dog --vary jack_targets=any_other,any_incl_own --games 30000 --seed jack",
        "What changes",
    ),
    "thieves": Study(
        "lab breath --players 4 --vary scavengers=0 --vary guard_dogs=0 --games 20000 --seed thieves",
        "What changes",
    ),
    "begin": Study(
        "lab bonfire --players 4 --vary rounds=1,3,9 --games 100000 --seed begin",
        "Does it help to begin?",
    ),
}


def play(study: Study, report: Path) -> None:
    command = [sys.executable, "-m", "dogpark", *shlex.split(study.command)]
    subprocess.run([*command, "--report", str(report)], check=True)


def picture(browser: Browser, study: Study, report: Path, into: Path) -> None:
    page = browser.new_page(viewport=SIZE, device_scale_factor=1.5, color_scheme="light")
    page.goto(report.as_uri())
    plot = page.locator(f"h3:text-is({study.plot!r}) ~ .card").first
    plot.locator(".main-svg").first.wait_for(timeout=PATIENCE)
    plot.screenshot(path=into)
    page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="The studies of docs/lab.md, played again.")
    parser.add_argument("--only", choices=STUDIES, action="append")
    wanted = parser.parse_args().only or list(STUDIES)
    PICTURES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for name in wanted:
            report = Path(folder) / f"{name}.html"
            play(STUDIES[name], report)
            picture(browser, STUDIES[name], report, PICTURES / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
