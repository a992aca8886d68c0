"""How a person plays each game on its own scene: one touch after the other, by dice.

Nothing here counts on being quick. What was offered a moment ago may have been answered meanwhile, by
a bot, a clock or the touch before: then the next look finds something else to do.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate
from web.tools.driving import open_table

RESULT = "[data-testid=result]"
A_TOUCH = 3000  # milliseconds; what takes longer is tried anew
A_GAME = 240.0  # seconds; a game that takes longer has failed
SEQ = "() => document.querySelector('[data-seq]')?.dataset.seq"

# Games as short as the rules allow, with bots that do not dawdle.
SHORT: dict[str, dict[str, object]] = {
    "monty": {"players": 3, "options": {"mode": "one_off", "max_rounds": 4}},
    "dog": {"players": 4, "options": {"max_rounds": 1}},
    "dogpile": {
        "players": 2,
        "options": {
            "round_seconds": [6, 1, 1],
            "action_ms": [50, 50, 50, 50],
            "sniff_seconds": 1,
        },
    },
    "bonfire": {"players": 2, "options": {"rounds": 1}},
    "breath": {"players": 2, "options": {"rounds": 1, "scavengers": 0}},
}
GAMES = tuple(SHORT)


@contextmanager
def tried() -> Iterator[None]:
    """Somebody was quicker, or the clock: that is no failure here."""
    try:
        yield
    except TooLate:
        return


def sit_down(page: Page, game: str, **more: object) -> str:
    """Opens a short game for this page's person and goes there; the table's path."""
    expect(page.locator("header .me")).to_be_visible()
    path = open_table(page, game, **{**SHORT[game], **more})  # type: ignore[arg-type] # of the keywords
    page.goto(path)
    return path


def seq(page: Page) -> str | None:
    found: str | None = page.evaluate(SEQ)
    return found


def moved_on(page: Page, before: str | None) -> None:
    """Waits a moment for something to be accepted."""
    with tried():
        page.wait_for_function(f"before => ({SEQ})() !== before", arg=before, timeout=A_TOUCH)


def press(one: Locator, *, touch: bool = False) -> None:
    with tried():
        if touch:
            one.tap(timeout=A_TOUCH)
        else:
            one.click(timeout=A_TOUCH)


def play_out(
    page: Page,
    game: str,
    dice: random.Random,
    *,
    touch: bool = False,
    each: Callable[[], bool | None] | None = None,
) -> None:
    """Plays until the result is on the screen, or ``each``, called before every touch, says enough."""
    hand, offered = HANDS[game]
    end = time.monotonic() + A_GAME
    while time.monotonic() < end:
        page.wait_for_selector(f"{offered}, {RESULT}")
        if page.locator(RESULT).count():
            return
        if each is not None and each():
            return
        hand(page, dice, touch)
    raise AssertionError(f"{game} has not come to its end, at {seq(page)}")


# -- the five -------------------------------------------------------------------------------------


def one_of(lit: Locator, dice: random.Random, *, touch: bool = False) -> None:
    if count := lit.count():
        press(lit.nth(dice.randrange(count)), touch=touch)


BONFIRE = ".scene [data-choice]"


def bonfire(page: Page, dice: random.Random, touch: bool = False) -> None:
    before = seq(page)
    one_of(page.locator(BONFIRE), dice, touch=touch)
    moved_on(page, before)


BREATH = ":is(.middle, .over, .deeds, .fan) .lit:not([aria-disabled=true])"
ROUND_END = "[data-testid=breath-round-end]"


def breath(page: Page, dice: random.Random, touch: bool = False) -> None:
    """Goes out wherever that is offered, so that a game takes no longer than it must."""
    for wanted in (
        page.locator(ROUND_END).get_by_role("button"),
        page.locator(".deeds").get_by_role("button", name="I'm out!"),
        page.locator(".deeds .main"),  # a choice that is under way
        page.locator(".over .lit:not([aria-disabled=true])"),  # an answer
    ):
        if wanted.count():
            return press(wanted.first, touch=touch)
    return one_of(page.locator(BREATH), dice, touch=touch)


DOG = ".dog .held:enabled, .dog [data-chip], .dog [data-target]"


def dog(page: Page, dice: random.Random, touch: bool = False) -> None:
    """A button, a lit peg or field; else a card."""
    lit = page.locator(".dog [data-chip], .dog [data-target]")
    one_of(lit if lit.count() else page.locator(".dog .held:enabled"), dice, touch=touch)


MONTY = (
    ".secret button:enabled, .options [data-option]:enabled, .talks .say button:enabled, "
    ".lit[role=button]:not([aria-pressed=true]), .tray > .button:enabled"
)
AWARDS = ".awards button"


def monty(page: Page, dice: random.Random, touch: bool = False) -> None:
    """Anything that is offered; where a place is picked already, a card for it."""
    awards, options = page.locator(AWARDS), page.locator(".options [data-option]:enabled")
    if awards.count():
        press(awards.first, touch=touch)
        return
    before, picking = seq(page), not options.count()
    one_of(page.locator(MONTY) if picking else options, dice, touch=touch)
    with tried():
        page.wait_for_function(
            f"""([before, picking]) => (picking && document.querySelector('.options'))
              || ({SEQ})() !== before""",
            arg=[before, picking],
            timeout=A_TOUCH,
        )


PILE = "[data-do=ready], [data-do=look], [data-do=keep]:enabled, .spot.lit, [data-paw]:enabled"


def dogpile(page: Page, dice: random.Random, touch: bool = False) -> None:
    for wanted in ("[data-do=ready]", "[data-do=look]", "[data-do=keep]:enabled"):
        found = page.locator(wanted)
        if found.count() and (wanted != "[data-do=keep]:enabled" or dice.random() < 0.7):
            return press(found.first, touch=touch)
    lit, paws = page.locator(".spot.lit"), page.locator("[data-paw]:enabled")
    return one_of(lit if lit.count() else paws, dice, touch=touch)


HANDS: dict[str, tuple[Callable[[Page, random.Random, bool], None], str]] = {
    "monty": (monty, f"{MONTY}, {AWARDS}"),
    "dog": (dog, DOG),
    "dogpile": (dogpile, PILE),
    "bonfire": (bonfire, BONFIRE),
    "breath": (breath, f"{BREATH}, {ROUND_END}"),
}
