"""What things are called, and how numbers are said."""

from __future__ import annotations

from collections.abc import Iterable

from dogpark.games.dogpile.actions import FACES, PAWS, RANKS
from dogpark.games.dogpile.scoring import ACE, COLLAR, STRAIGHT, TWO, feat_of, has_boneathon
from dogpark.games.dogpile.state import NONE, Dogpile

ORDINALS = ("first", "second", "third")
FEATS = {COLLAR: "three of a collar", STRAIGHT: "straight fetch"}
FEAT_WORDS = {COLLAR: "three of a collar", STRAIGHT: "a straight fetch"}


def face_name(face: int) -> str:
    """``A♥``, ``10♣``, ``joker★``."""
    return FACES[face]


def known_name(face: int) -> str | None:
    return None if face == NONE else face_name(face)


def the_bone(face: int) -> str:
    """As said in a sentence."""
    return f"the {face_name(face)}"


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


def feat_points(s: Dogpile, faces: list[int]) -> int:
    """PILE-4.3, PILE-4.4: what the feat of a round's loot brings; a key of FEATS, or 0."""
    if len(faces) < PAWS:
        return 0
    a, b, c = faces
    return feat_of(a, b, c, s.rule_mixed_straights)


def boneathons(s: Dogpile, seat: int) -> list[str]:
    """PILE-4.6: the ranks of which this dog has a boneathon."""
    return [RANKS[rank] for rank in (ACE, TWO) if has_boneathon(s, seat, rank)]
