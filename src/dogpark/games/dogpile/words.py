"""What things are called, and how numbers are said."""

from __future__ import annotations

from collections.abc import Iterable

from dogpark.games.dogpile.actions import RANKS, SUITS
from dogpark.games.dogpile.scoring import (
    ACE,
    FIRST_JOKER,
    RANK_COUNT,
    TWO,
    has_boneathon,
    is_collar,
    is_straight,
)
from dogpark.games.dogpile.state import LIFTED, NONE, Dogpile

ORDINALS = ("first", "second", "third")
FEAT_WORDS = {"three of a collar": "three of a collar", "straight fetch": "a straight fetch"}


def face_name(face: int) -> str:
    """``A♥``, ``10♣``, ``joker``: people do not tell the jokers apart."""
    if face >= FIRST_JOKER:
        return "joker"
    return RANKS[face % RANK_COUNT] + SUITS[face // RANK_COUNT]


def known_name(face: int) -> str | None:
    return None if face == NONE else face_name(face)


def the_bone(face: int) -> str:
    """``the A♥``, ``a joker``; as said in a sentence."""
    return "a joker" if face >= FIRST_JOKER else f"the {face_name(face)}"


def spot_number(spot: int) -> int:
    return spot + 1


def counted(number: int, one: str) -> str:
    return f"{number} {one}{'' if number == 1 else 's'}"


def listed(words: Iterable[str]) -> str:
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def faces_listed(faces: Iterable[int]) -> str:
    return " ".join(map(face_name, faces)) or "nothing"


def feat_name(s: Dogpile, faces: list[int]) -> str | None:
    """PILE-4.3, PILE-4.4: the feat of a round's loot."""
    if len(faces) < LIFTED:
        return None
    a, b, c = faces
    if is_collar(a, b, c):
        return "three of a collar"
    return "straight fetch" if is_straight(a, b, c, s.rule_mixed_straights) else None


def boneathons(s: Dogpile, seat: int) -> list[str]:
    """PILE-4.6: the ranks of which this dog has a boneathon."""
    return [RANKS[rank] for rank in (ACE, TWO) if has_boneathon(s, seat, rank)]
