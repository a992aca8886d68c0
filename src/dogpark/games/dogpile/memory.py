"""What a dog knows of the bones that lie, and what of that it still has in mind. Rule dialect.

A dog with a poor memory has about so many bones in mind, however many it has looked at: with every look
its grip on all of them loosens. Which ones slip is settled by the bone, its face and the dog, so that
what is forgotten stays forgotten, and nothing about the bones has to be written down.
"""

from __future__ import annotations

from dogpark.games.dogpile.actions import SPOTS
from dogpark.games.dogpile.state import BONES, LIFTED, NONE, Dogpile
from dogpark.kernel.rng import MASK

FIRM = 100  # a grip from which nothing slips


def left_of_sniff(s: Dogpile, seat: int, bone: int) -> int:
    """Bits of the faces that this dog knew in the sniff of this bone and has not met again since."""
    sniff = (bone - SPOTS) // LIFTED
    faces = 0
    for i in range(LIFTED):
        lifted = s.lifted[sniff][i]
        if (s.seen[lifted] >> seat) & 1:
            faces |= 1 << s.face[lifted]
    for later in range(SPOTS + LIFTED * sniff, SPOTS + LIFTED * s.sniffs):
        if (s.seen[later] >> seat) & 1:
            faces &= ~(1 << s.face[later])
    return faces


def sure_face(s: Dogpile, seat: int, bone: int) -> int:
    """The face of a bone that this dog has seen, or that is the last one left of a sniff; or NONE."""
    if (s.seen[bone] >> seat) & 1:
        return s.face[bone]
    if bone < SPOTS:
        return NONE
    left = left_of_sniff(s, seat, bone)
    sniff = (bone - SPOTS) // LIFTED
    found = NONE
    for i in range(LIFTED):
        lifted = s.lifted[sniff][i]
        if (s.seen[lifted] >> seat) & 1 == 0:
            return NONE
        if (left >> s.face[lifted]) & 1:
            if found != NONE:
                return NONE
            found = s.face[lifted]
    return found


def grip_of(s: Dogpile, seat: int, span: int) -> int:
    """Of a hundred bones that it has looked at, how many a dog has in mind that can hold ``span``."""
    looks = 0
    for bone in range(BONES):
        looks += (s.seen[bone] >> seat) & 1
    return FIRM if looks <= span else FIRM * span // looks


def recalled(s: Dogpile, seat: int, spot: int, grip: int) -> int:
    """The face of the bone on this spot as far as the dog has it in mind; or NONE."""
    bone = s.spot[spot]
    face = sure_face(s, seat, bone)
    if face == NONE or grip >= FIRM or s.up[spot] == 1:
        return face
    trace = ((61 * bone + 197 * face + 89 * seat + 7) * 2654435761 & MASK) >> 12
    return face if trace % FIRM < grip else NONE
