"""What things are called: seats by colour, fields as the rules page writes them, cards and uses.

Colours are told apart in three ways, so that nobody has to see red and green as different: each
seat has a name, a letter and a shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from dogpark.games.dog.actions import CARDS, PEGS, PLAYS
from dogpark.games.dog.board import (
    PATH_SIZE,
    PATH_U,
    finish_base,
    is_fresh,
    path_of,
    star_of,
    track_length,
)
from dogpark.games.dog.state import KENNEL, Dog


@dataclass(frozen=True)
class Colour:
    """How a seat is told apart: by name, by letter and by shape."""

    name: str
    letter: str
    shape: str


COLOURS = (
    Colour("Red", "R", "●"),
    Colour("Blue", "B", "■"),
    Colour("Yellow", "Y", "▲"),
    Colour("Green", "G", "◆"),
    Colour("White", "W", "✚"),
    Colour("Purple", "P", "♥"),
)

CARD_WORDS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "X": "joker"}
PATHS = ("U", "V")
HOME = "kennel"


def seat_name(seat: int) -> str:
    return COLOURS[seat].name


def owner(seat: int, you: int | None) -> str:
    """Whose, as told to ``you``: ``your``, ``Blue's``."""
    return "your" if seat == you else f"{seat_name(seat)}'s"


@cache
def field_name(players: int, field: int, heading: int, *, fresh: bool) -> str:
    """``kennel``, ``16``, ``16*``, ``F2.3``, ``U5+`` (DOG-1.4, DOG-11.1)."""
    s = Dog()
    s.players = players
    if field == KENNEL:
        return HOME
    if field < track_length(s):
        return f"{field}*" if fresh else str(field)
    if field < finish_base(s):
        place = (field - PATH_U) % PATH_SIZE + 1
        return f"{PATHS[path_of(field)]}{place}{ {1: '+', -1: '-'}.get(heading, '') }"
    seat, depth = divmod(field - finish_base(s), PEGS)
    return f"F{seat}.{depth + 1}"


def place_name(s: Dog, seat: int, peg: int) -> str:
    """The field a peg stands on, with its heading or its freshness."""
    field, heading = s.loc[seat][peg], s.heading[seat][peg]
    return field_name(s.players, field, heading, fresh=is_fresh(s, seat, peg))


def star_name(seat: int, you: int | None) -> str:
    return f"{owner(seat, you)} star {star_of(seat)}"


def card_words(kind: int) -> str:
    """``the ace``, ``the 10``: as said in a sentence."""
    return f"the {CARD_WORDS.get(CARDS[kind], CARDS[kind])}"


def cards_listed(kinds: list[int]) -> str:
    return " ".join(CARDS[kind] for kind in kinds) or "nothing"


def play_words(play: int) -> str:
    """A card with its use: ``the 9``, ``the ace as 11``, ``the joker to start``."""
    card, use = PLAYS[play]
    told = card_words(CARDS.index(card))
    if use == "start":
        return f"{told} to start"
    if use == "back":
        return f"{told} backwards" if card == "4" else f"{told} as 4 backwards"
    if card == "4":
        return f"{told} forwards"
    if use == "null":
        return f"{told} without effect"
    if card == "X":
        return f"{told} as {_JOKER_USES.get(use, use)}"
    return f"{told} as {use}" if card in "AQK" else told


_JOKER_USES = {"split": "a seven", "swap": "a jack", "4": "4 forwards"}


def counted(number: int, one: str) -> str:
    return f"{number} {one}{'' if number == 1 else 's'}"


def listed(words: list[str], last: str = "and") -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def by_kind(counts: Sequence[int]) -> dict[str, int]:
    """Counts of cards under their names, those that are not zero."""
    return {card: count for card, count in zip(CARDS, counts, strict=True) if count}
