"""The seats at a table as people see them: a name, a colour, and a digit for those who see none.

Games speak of ``seat 2``; the terminal says ``Yellow`` in yellow, and always shows the digit beside
the name where seats are listed, because moves are typed with it.
"""

from __future__ import annotations

import re
from functools import cache

from rich.style import Style
from rich.text import Text

NAMES = ("Red", "Blue", "Yellow", "Green", "White", "Purple")
SHAPES = ("●", "■", "▲", "◆", "✚", "♥")
COLOURS = ("#ff6b5e", "#5c9dff", "#f0c33c", "#4fc46a", "#e4e9f0", "#c58af9")
INK = "#101418"

_NAME = re.compile(rf"\b(?:{'|'.join(NAMES)})\b")
_SEAT = re.compile(r"\b[Ss]eat (\d)\b")


def name(seat: int) -> str:
    return NAMES[seat]


@cache
def style(seat: int) -> Style:
    return Style(color=COLOURS[seat], bold=True)


def chip(seat: int) -> Text:
    """The seat's digit on its colour: tells seats apart with and without colours."""
    return Text(f" {seat} ", Style(color=INK, bgcolor=COLOURS[seat], bold=True))


def label(seat: int, you: int | None = None) -> Text:
    """Digit and name, as in ``0 Red (you)``."""
    text = Text.assemble(chip(seat), " ", (name(seat), style(seat)))
    return text.append(" (you)", "dim") if seat == you else text


def plain(words: str) -> str:
    """The words of a game with names in place of seat numbers, as in ``seat 1 wins``."""
    return _SEAT.sub(lambda found: _named(found.group(1), found.group(0)), words)


def coloured(words: str, base: str = "") -> Text:
    """The same, each name in its colour."""
    text = Text(plain(words), base)
    for found in _NAME.finditer(text.plain):
        text.stylize(style(NAMES.index(found.group())), *found.span())
    return text


def _named(digit: str, otherwise: str) -> str:
    return NAMES[int(digit)] if int(digit) < len(NAMES) else otherwise
