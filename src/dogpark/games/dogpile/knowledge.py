"""What a dog knows of the bones: what it has seen, and what a shuffle has left of that (part 7)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from dogpark.games.dogpile.actions import SPOTS
from dogpark.games.dogpile.orders import Known, Lifted, Orders, first_laid, lifted_by
from dogpark.games.dogpile.state import BONES, NONE, PUBLIC, Dogpile

Group: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int]  # bones, faces, how many away


def eye_of(seat: int | None) -> int:
    """The bit of a seat, or of spectators, in ``seen`` (PILE-7.6)."""
    return PUBLIC if seat is None else 1 << seat


def known_face(s: Dogpile, bone: int, seat: int | None) -> int:
    """The face of a bone that this seat has looked at, wherever it is now (PILE-7.3); or NONE."""
    return s.face[bone] if s.seen[bone] & eye_of(seat) else NONE


def known_faces(s: Dogpile, seat: int | None) -> Known:
    return tuple(known_face(s, bone, seat) for bone in range(BONES))


@dataclass(frozen=True)
class Shuffled:
    """Bones of one sniff that lie in the pile and that a seat cannot tell apart (PILE-5.4)."""

    spots: tuple[int, ...]  # where they lie
    faces: tuple[int, ...]  # those this seat has seen that may be among them
    away: int  # how many of these faces may be elsewhere, at the most


def shuffled(s: Dogpile, seat: int | None) -> list[Shuffled]:
    """What is left of every sniff of which this seat knows something; less as bones are seen again."""
    lifted = lifted_by(s)
    if not lifted:
        return []
    known = known_faces(s, seat)
    lying = {bone: spot for spot, bone in enumerate(s.spot)}
    hidden = tuple(bone in lying and known[bone] == NONE for bone in range(SPOTS, BONES))
    return [
        Shuffled(tuple(sorted(lying[bone] for bone in bones)), faces, away)
        for bones, faces, away in _groups(lifted, known, hidden)
    ]


@lru_cache(maxsize=1024)  # a view is asked for far more often than such things change
def _groups(lifted: Lifted, known: Known, hidden: tuple[bool, ...]) -> tuple[Group, ...]:
    """For each sniff its hidden bones in the pile, the known faces they may be, how many may not."""
    orders = Orders(lifted, known)
    places = orders.places()
    found: list[Group] = []
    for sniff in range(len(lifted)):
        laid = range(first_laid(sniff), first_laid(sniff + 1))
        bones = tuple(bone for bone in laid if hidden[bone - SPOTS])
        faces = tuple(sorted({face for bone, face in places if bone in bones}))
        if faces:
            found.append((bones, faces, len(faces) - orders.fewest(bones, faces)))
    return tuple(found)
