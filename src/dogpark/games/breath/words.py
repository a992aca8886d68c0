"""What things are called, and a score that explains itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
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
    food_cards,
    hand_points,
    kind_points,
    night_points,
    of_kind,
    one_kind_points,
    pair_points,
    special_points,
    super_points,
)
from dogpark.games.breath.state import BONE, MEAT, NONE, Breath

GRID_COLUMNS = 4

COMBOS = {
    DAY_COMBO: ("day_combo", "a bone and a snout and a butt of each kind, all day"),
    NIGHT_COMBO: ("night_combo", "a bone and a snout and a butt of each kind, all night"),
    MEAT_COMBO: ("meat_combo", "seven meat after discarding a bone"),
    BONE_COMBO: ("bone_combo", "six bones and one meat"),
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
    """One line of a score: what it is for, of how many cards (or pairs), and what it brings."""

    key: str
    count: int
    points: int
    words: str

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def parts_of(hand: list[int], last: int) -> list[Part]:
    """The lines of the table that this hand scores; together they are its points."""
    combo = super_points(hand, last)
    if combo:
        key, words = COMBOS[combo]
        return [Part(key, HAND, combo, words)]
    return [part for part in _plain_parts(hand) if part.points]


def _plain_parts(hand: list[int]) -> Iterator[Part]:
    kinds, food = range(len(KINDS)), food_cards(hand)
    for kind in reversed(kinds):
        bone, count = " with a bone" if kind == MEAT else "", of_kind(hand, kind)
        yield Part(KINDS[kind], count, kind_points(hand, kind), f"{count} {KINDS[kind]}{bone}")
    yield Part("one_kind", food, one_kind_points(hand), "all food of one kind")
    yield Part("butts", food, butt_points(hand), "all butts")
    yield Part("night", food, night_points(hand), "all night")
    points = sum(pair_points(hand, kind) for kind in kinds)
    yield Part("pairs", points // PAIR, points, counted(points // PAIR, "pair"))
    points = special_points(hand)
    yield Part("specials", points // SPECIAL, points, counted(points // SPECIAL, "special"))


def parts_shown(s: Breath, seat: int) -> list[Part]:
    """How a hand of the last round came to its points.

    What its player discarded last is forgotten by then, but seven meat only count so much after a bone.
    """
    last = BONE if s.scored[seat] == MEAT_COMBO else NONE
    return parts_of(s.shown[seat], last)


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
        "parts": [part.to_dict() for part in parts_of(hand, last)],
        "after_discarding": drop,
    }
