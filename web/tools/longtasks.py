"""How smoothly DOGPILE runs: six dogs at full speed, on a phone's screen and a slowed CPU.

    .venv/bin/python -m web.tools.longtasks --server http://127.0.0.1:8765

Opens a table with five bots that never hesitate, digs along by touch, and reports what took the page's
main thread longer than 50 ms, and the frames of a round. It is judged by the time the thread itself
worked: on a busy machine the wall's clock also counts the work of others. Exits with 1 if a task was
too long.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from web.tools.driving import PATIENCE, find_chromium, open_table

DOGS = 6
SECONDS = 20
LONG = 50  # milliseconds
# Everything a dog does takes 50 ms, the least the rules allow: far more happens than in any real game.
OPTIONS = {"round_seconds": [SECONDS, 1, 1], "action_ms": [50, 50, 50, 50]}

# What takes the main thread too long, and how long each frame was on the screen.
WATCH = """() => {
  window.watched = { long: [], frames: [] };
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.watched.long.push(Math.round(one.duration));
  }).observe({ type: 'longtask' });
  let last = performance.now();
  const frame = (now) => {
    window.watched.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""

# A finger that digs and keeps or puts back, as fast as the page offers it.
DIG = """(seed) => {
  let dice = seed;
  const draw = (below) => ((dice = (dice * 1103515245 + 12345) % 2147483648) >> 8) % below;
  const touch = (one) => {
    if (one.matches('[data-spot]'))
      one.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
    else one.click();
  };
  window.digging = setInterval(() => {
    const keep = document.querySelector('[data-do=keep]:enabled');
    const spots = [...document.querySelectorAll('.spot.lit')];
    const paws = [...document.querySelectorAll('[data-paw]:enabled')];
    if (keep && draw(3)) touch(keep);
    else if (spots.length) touch(spots[draw(spots.length)]);
    else if (paws.length) touch(paws[draw(paws.length)]);
  }, 120);
}"""


def measure(browser: Browser, server: str, slower: float, dogs: int) -> dict[str, Any]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, has_touch=True
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server)
    page.wait_for_selector("header .me")
    page.goto(server + open_table(page, "dogpile", players=dogs, options=OPTIONS))
    page.wait_for_selector("[data-do=ready]")
    page.wait_for_load_state("networkidle")
    chrome = context.new_cdp_session(page)
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.locator("[data-do=ready]").click()
    page.wait_for_selector(".clock")
    begun = _seq(page)
    browser.start_tracing(page=page, categories=["toplevel"])
    page.evaluate(WATCH)
    page.evaluate(DIG, random.Random(1).randrange(2**30))
    page.wait_for_selector(".clock", state="detached", timeout=(SECONDS + 20) * 1000)
    watched = page.evaluate("() => { clearInterval(window.digging); return window.watched; }")
    moves = _seq(page) - begun
    worked = _worked(json.loads(browser.stop_tracing()))
    context.close()
    frames = sorted(watched["frames"][5:])
    return {
        "dogs": dogs,
        "cpu_slower": slower,
        "seconds": SECONDS,
        "moves": moves,
        "long_tasks": [round(time) for time in worked if time > LONG],
        "longest_task": round(max(worked), 1),
        "long_by_the_wall": watched["long"],
        "frames_per_second": round(1000 * len(frames) / sum(frames), 1),
        "frame_ms_median": round(frames[len(frames) // 2], 1),
        "frame_ms_99th": round(frames[int(len(frames) * 0.99)], 1),
    }


def _worked(trace: dict[str, Any]) -> list[float]:
    """How long the page's main thread worked on each task, in milliseconds."""
    events = trace["traceEvents"]
    mains = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    return [
        one["tdur"] / 1000
        for one in events
        if one["name"].endswith("RunTask") and "tdur" in one and (one["pid"], one["tid"]) in mains
    ]


def _seq(page: Page) -> int:
    return int(page.locator("[data-seq]").get_attribute("data-seq") or 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--server", default="http://127.0.0.1:8765")
    parser.add_argument("--slower", type=float, default=4, help="how many times slower the CPU is")
    parser.add_argument("--dogs", type=int, default=DOGS)
    given = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        told = measure(browser, given.server, given.slower, given.dogs)
        browser.close()
    print(json.dumps(told))
    if told["long_tasks"]:
        sys.exit(f"{len(told['long_tasks'])} tasks took longer than {LONG} ms")


if __name__ == "__main__":
    main()
