"""What a dog knows of the bones: what it has seen, and what a shuffle has left of that (part 7)."""

from __future__ import annotations

from dataclasses import dataclass

from dogpark.games.dogpile.actions import SPOTS
from dogpark.games.dogpile.state import LIFTED, NONE, PUBLIC, Dogpile


def eye_of(seat: int | None) -> int:
    """The bit of a seat, or of spectators, in ``seen`` (PILE-7.6)."""
    return PUBLIC if seat is None else 1 << seat


def known_face(s: Dogpile, bone: int, seat: int | None) -> int:
    """The face of a bone that this seat has looked at, wherever it is now (PILE-7.3); or NONE."""
    return s.face[bone] if s.seen[bone] & eye_of(seat) else NONE


@dataclass(frozen=True)
class Shuffled:
    """Bones of one sniff that a seat cannot tell apart, and what it knows of them (PILE-5.4)."""

    spots: list[int]  # where some of them lie in the pile
    away: int  # how many others there are: dug, or lifted by a later sniff
    faces: list[int]  # those that this seat knows to be among them


def shuffled(s: Dogpile, seat: int | None) -> list[Shuffled]:
    """What is left of every sniff in which this seat knew something; less as bones are seen again."""
    found = []
    for sniff in range(s.sniffs):
        lifted = [bone for bone in s.lifted[sniff] if bone != NONE]
        first = SPOTS + LIFTED * sniff
        laid = range(first, first + len(lifted))
        hidden = [bone for bone in laid if known_face(s, bone, seat) == NONE]
        met = {known_face(s, bone, seat) for bone in laid}
        faces = {known_face(s, bone, seat) for bone in lifted} - met - {NONE}
        spots = [spot for spot in range(SPOTS) if s.spot[spot] in hidden]
        if spots and faces:
            found.append(Shuffled(spots, len(hidden) - len(spots), sorted(faces)))
    return found
