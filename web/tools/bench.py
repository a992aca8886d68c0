"""``make bench-web``: the page in a real Chromium, into docs/benchmarks.md.

    .venv/bin/python -m web.tools.bench
    .venv/bin/python -m web.tools.bench --only seeing --dry --json /tmp/figures.json

Server, browser and page share this machine: whatever else runs on it is measured too.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.measure import machine
from bench.report import update_block
from playwright.sync_api import Browser, sync_playwright
from web.tools import loading, longtasks, seeing
from web.tools.driving import find_chromium
from web.tools.serving import serving

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "benchmarks.md"
FIRST_LOAD = 200  # KB, gzipped
INTERACTIVE = 2000  # milliseconds
SLOWER = 4  # times, as a phone of some years ago
ON_SCREEN = 100  # milliseconds
FRAMES = 55  # a second: sixty, and some that a busy machine misses
KB = 1000


@dataclass(frozen=True)
class Row:
    """One line of the table: what was wanted, what was found."""

    what: str
    wanted: str
    measured: str
    ok: bool


def say(words: str) -> None:
    print(f"  {words}", file=sys.stderr, flush=True)


def first_load(browser: Browser, server: str) -> list[Row]:
    rows = []
    for visit in loading.visits(browser, server):
        say(f"first load: {visit.name}")
        size = sum(loading.fetched(browser, server, visit).values()) / KB
        where = "home" if visit.name == "home" else f"a table of {visit.name}"
        rows.append(
            Row(
                f"First load, gzipped: {where}",
                f"under {FIRST_LOAD} KB",
                f"{size:.0f} KB",
                size < FIRST_LOAD,
            )
        )
    return rows


def interactive(browser: Browser, server: str, rounds: int) -> list[Row]:
    rows = []
    for visit in loading.visits(browser, server):
        say(f"interactive: {visit.name}")
        times = loading.interactive(browser, server, visit, SLOWER, rounds)
        where = "home" if visit.name == "home" else f"a table of {visit.name}"
        rows.append(
            Row(
                f"Interactive, CPU {SLOWER} × slower: {where}",
                f"under {INTERACTIVE / 1000:g} s",
                f"{loading.middle(times) / 1000:.2f} s, slowest {times[-1] / 1000:.2f} s",
                times[-1] < INTERACTIVE,
            )
        )
    return rows


def on_screen(browser: Browser, server: str, moves: int) -> list[Row]:
    say(f"an opponent's move: {moves} moves of DOG")
    seen = seeing.measure(browser, server, moves)
    rows = []
    for what, times in (("in the page", sorted(seen.changed)), ("painted", sorted(seen.painted))):
        p50, p95 = (times[int(len(times) * share)] for share in (0.5, 0.95))
        rows.append(
            Row(
                f"An opponent's move is {what}, after it was accepted ({len(times)} moves of DOG)",
                f"under {ON_SCREEN} ms",
                f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, max {times[-1]:.0f} ms",
                times[-1] < ON_SCREEN,
            )
        )
    return rows


def digging(browser: Browser, server: str) -> list[Row]:
    rows = []
    for slower in (1, SLOWER):
        say(f"DOGPILE, {longtasks.DOGS} dogs, CPU {slower} × slower")
        told = longtasks.measure(browser, server, slower, longtasks.DOGS)
        name = f"DOGPILE, {told['dogs']} dogs, {told['moves'] / told['seconds']:.0f} moves/s, phone"
        if slower == 1:
            longest = max(told["long_by_the_wall"], default=0)
            rows += [
                Row(
                    f"{name}: longest task",
                    f"{longtasks.LONG} ms at most",
                    f"{longest} ms" if longest else f"under {longtasks.LONG} ms",
                    not told["long_by_the_wall"],
                ),
                Row(
                    f"{name}: frames",
                    f"{FRAMES} a second",
                    f"{told['frames_per_second']:.0f} a second, p99 {told['frame_ms_99th']:.0f} ms",
                    told["frames_per_second"] >= FRAMES,
                ),
            ]
        else:
            rows.append(
                Row(
                    f"{name}, CPU {slower} × slower: longest task, by the thread's own time",
                    f"{longtasks.LONG} ms at most",
                    f"{told['longest_task']:.0f} ms, {told['frames_per_second']:.0f} frames a second",
                    not told["long_tasks"],
                )
            )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5, help="visits of each screen")
    parser.add_argument("--moves", type=int, default=100, help="that are watched by an opponent")
    parts = ("load", "interactive", "seeing", "digging")
    parser.add_argument("--only", choices=parts, action="append", help="leave the others out")
    parser.add_argument("--json", type=Path, help="write the figures here too")
    parser.add_argument("--dry", action="store_true", help="leave docs/benchmarks.md as it is")
    given = parser.parse_args()
    steps: dict[str, Callable[[Browser, str], list[Row]]] = {
        "load": first_load,
        "interactive": lambda browser, server: interactive(browser, server, given.rounds),
        "seeing": lambda browser, server: on_screen(browser, server, given.moves),
        "digging": digging,
    }
    rows: list[Row] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        chromium = browser.version
        for part in given.only or parts:
            with serving() as server:  # for each anew: no part meets what another left behind
                rows += steps[part](browser, server)
        browser.close()
    for row in rows:
        print(f"{'ok ' if row.ok else 'NO '} {row.what}: {row.measured} (wanted: {row.wanted})")
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for row in rows], indent=2) + "\n", "utf-8")
    if not given.dry and not given.only:
        update_block(
            PAGE,
            "page",
            "In Chromium",
            ["", "wanted", "measured", "reached"],
            [[row.what, row.wanted, row.measured, "yes" if row.ok else "no"] for row in rows],
            notes=[f"Measured by `make bench-web` in Chromium {chromium} on: {machine()}."],
        )
    sys.exit(0 if all(row.ok for row in rows) else 1)


if __name__ == "__main__":
    main()
