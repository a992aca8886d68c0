"""What a study measures in a game: declared in its folder, in ``measures.py``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """A number counted in every game."""

    name: str
    words: str  # what it is, for people: "pegs sent home"
    over: str = ""  # the measure that it is a part of, or that it is counted per; empty: per game
    scale: int = 1  # so many are one: 100 for hundredths
    share: bool = False  # a part of a whole, to be shown in percent
