"""What things are called, and a score that explains itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dogpark.games.breath.actions import CARDS, KINDS
from dogpark.games.breath.scoring import (
    BONE_COMBO,
    DAY_COMBO,
    HAND,
    MEAT_COMBO,
    NIGHT_COMBO,
    PAIR,
    SPECIAL,
    butt_points,
    hand_points,
    kind_points,
    night_points,
    of_kind,
    one_kind_points,
    pair_points,
    special_points,
    super_points,
)
from dogpark.games.breath.state import MEAT, Breath

GRID_COLUMNS = 4

COMBO_WORDS = {
    DAY_COMBO: "a bone and a snout and a butt of each kind, all day",
    NIGHT_COMBO: "a bone and a snout and a butt of each kind, all night",
    MEAT_COMBO: "seven meat after discarding a bone",
    BONE_COMBO: "six bones and one meat",
}


def card_words(sort: int) -> str:
    """``a bone``, ``a meat-butt-night``: as said in a sentence."""
    return "a guard dog" if CARDS[sort] == "guard-dog" else f"a {CARDS[sort]}"


def bare_words(sort: int) -> str:
    """``bone``, ``meat-butt-night``: as said in a list."""
    return card_words(sort).removeprefix("a ")


def hand_words(hand: Sequence[int]) -> str:
    """``2 meat-butt-night, bone``"""
    held = [(sort, count) for sort, count in enumerate(hand) if count]
    return ", ".join(f"{count} " * (count > 1) + bare_words(sort) for sort, count in held)


def place_words(place: int) -> str:
    """``row 1, column 3``: where a card of the grid lies."""
    row, column = divmod(place, GRID_COLUMNS)
    return f"row {row + 1}, column {column + 1}"


def capital(words: str) -> str:
    return words[0].upper() + words[1:]


def counted(number: int, one: str) -> str:
    return f"{number} {one}{'' if abs(number) == 1 else 's'}"


def listed(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def by_card(counts: Sequence[int]) -> dict[str, int]:
    """Counts of cards under their names, those that are not zero."""
    return {CARDS[sort]: count for sort, count in enumerate(counts) if count}


# -- points ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """One line of a score."""

    points: int
    words: str


def parts_of(hand: list[int], last: int) -> list[Part]:
    """The lines of the table that this hand scores; together they are its points."""
    combo = super_points(hand, last)
    if combo:
        return [Part(combo, COMBO_WORDS[combo])]
    return [part for part in _plain_parts(hand) if part.points]


def _plain_parts(hand: list[int]) -> Iterator[Part]:
    kinds = range(len(KINDS))
    for kind in reversed(kinds):
        bone = " with a bone" if kind == MEAT else ""
        yield Part(kind_points(hand, kind), f"{of_kind(hand, kind)} {KINDS[kind]}{bone}")
    yield Part(one_kind_points(hand), "all food of one kind")
    yield Part(butt_points(hand), "all butts")
    yield Part(night_points(hand), "all night")
    pairs = sum(pair_points(hand, kind) for kind in kinds)
    yield Part(pairs, counted(pairs // PAIR, "pair"))
    specials = special_points(hand)
    yield Part(specials, counted(specials // SPECIAL, "special"))


def points_words(hand: list[int], last: int) -> str:
    """``21 points: 3 meat with a bone, 1 pair``"""
    told = counted(hand_points(hand, last), "point")
    parts = ", ".join(part.words for part in parts_of(hand, last))
    return f"{told}: {parts}" if parts else told


def without(hand: list[int], sort: int) -> list[int]:
    return [count - (at == sort) for at, count in enumerate(hand)]


def with_card(hand: list[int], sort: int) -> list[int]:
    return [count + (at == sort) for at, count in enumerate(hand)]


def best_discard(hand: list[int]) -> int:
    """The card whose discard leaves most points; the first of equals."""
    held = [sort for sort, count in enumerate(hand) if count]
    return max(held, key=lambda sort: hand_points(without(hand, sort), sort))


def score_of(s: Breath, seat: int) -> dict[str, Any]:
    """What a hand scores now; one of 8 cards, after its best discard."""
    hand, last, drop = s.hand[seat], s.last[seat], None
    if sum(hand) > HAND:
        last = best_discard(hand)
        hand, drop = without(hand, last), CARDS[last]
    return {
        "points": hand_points(hand, last),
        "parts": [{"points": part.points, "words": part.words} for part in parts_of(hand, last)],
        "after_discarding": drop,
    }
