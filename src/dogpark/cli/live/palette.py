"""Colours for dark and for light terminals. None of them says anything that a sign does not say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rich.style import Style
from rich.text import Text
from textual.theme import Theme

from dogpark.cli import seats


@dataclass(frozen=True)
class Palette:
    """Everything that is coloured."""

    name: str
    dark: bool
    ink: str
    soft: str  # words that matter less
    ground: str
    panel: str
    lawn: str  # what the pile lies on
    hole: str  # an empty spot
    back: str  # a face-down bone
    back_ink: str
    back_number: str
    known: str  # a face-down bone that was seen before
    known_ink: str
    face: str  # a bone face-up
    black: str  # suits
    red: str
    cursor: str
    good: str
    warn: str
    bad: str
    seats: tuple[str, ...]

    def theme(self) -> Theme:
        return Theme(
            name=self.name,
            dark=self.dark,
            primary=self.cursor,
            foreground=self.ink,
            background=self.ground,
            surface=self.panel,
            panel=self.panel,
            success=self.good,
            warning=self.warn,
            error=self.bad,
            variables={"soft": self.soft, "lawn": self.lawn},
        )


NIGHT = Palette(
    name="park by night",
    dark=True,
    ink="#eef2ea",
    soft="#93a396",
    ground="#10150f",
    panel="#182018",
    lawn="#1c2a1c",
    hole="#6b876b",
    back="#7a5230",
    back_ink="#94683f",
    back_number="#dcb78f",
    known="#4e3a28",
    known_ink="#f2dcb3",
    face="#f7f1e1",
    black="#1d1d1b",
    red="#c01f2e",
    cursor="#ffd24a",
    good="#7bd88f",
    warn="#ffb347",
    bad="#ff7b72",
    seats=seats.COLOURS,
)

DAY = Palette(
    name="park by day",
    dark=False,
    ink="#1d261c",
    soft="#536152",
    ground="#f6f8f2",
    panel="#e9eee2",
    lawn="#d3e3c4",
    hole="#66804f",
    back="#a5713f",
    back_ink="#bd8d5c",
    back_number="#f0dcc0",
    known="#e0c397",
    known_ink="#452c12",
    face="#fffdf6",
    black="#1d1d1b",
    red="#b3121f",
    cursor="#1747c9",
    good="#1c7a34",
    warn="#a35200",
    bad="#b3261e",
    seats=("#c8322a", "#1d5fd1", "#8a6500", "#19753a", "#4c5563", "#7b3fc4"),
)


@cache
def style(ink: str | None = None, ground: str | None = None, how: str = "") -> Style:
    """A style by its colours and words such as ``bold``."""
    return Style(color=ink, bgcolor=ground) + Style.parse(how)


def chip(seat: int) -> tuple[str, Style]:
    """A seat's digit on its colour: told apart with and without colours."""
    return f" {seat} ", style(seats.INK, seats.COLOURS[seat], "bold")


def named(palette: Palette, words: str) -> Text:
    """The words of a game, with names in place of seat numbers, each in its colour."""
    text = Text(seats.plain(words))
    for seat, name in enumerate(seats.NAMES):
        text.highlight_words([name], style(palette.seats[seat], None, "bold"))
    return text
