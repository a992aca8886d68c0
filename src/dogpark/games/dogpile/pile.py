"""The pile and the bones: lifting, laying down, looking. Rule dialect."""

from __future__ import annotations

from dogpark.games.dogpile.actions import SPOTS
from dogpark.games.dogpile.state import BONES, LIFTED, NONE, SNIFFS, Dogpile
from dogpark.kernel.schema import Row


def spread(s: Dogpile) -> None:
    """PILE-1.3: a bone on every spot, and nobody knows any."""
    for spot in range(SPOTS):
        s.spot[spot] = spot
        s.spots[spot] = spot
        s.fresh[spot] = spot
    for bone in range(BONES):
        s.face[bone] = NONE
    for sniff in range(SNIFFS):
        for i in range(LIFTED):
            s.lifted[sniff][i] = NONE
    s.filled = SPOTS
    s.unseen = SPOTS
    s.looked = NONE


def filled_below(s: Dogpile, spot: int) -> int:
    """How many spots before this one hold a bone."""
    count = 0
    for i in range(s.filled):
        count += s.spots[i] < spot
    return count


def lift(s: Dogpile, spot: int) -> int:
    """Takes the bone of this spot out of the pile."""
    bone = s.spot[spot]
    s.spot[spot] = NONE
    s.up[spot] = 0
    before = filled_below(s, spot)
    s.filled -= 1
    place = s.filled + spot - before  # behind the empty spots that come before it
    for i in range(before, place):
        s.spots[i] = s.spots[i + 1]
    s.spots[place] = spot
    return bone


def drop(s: Dogpile, spot: int, bone: int, up: int) -> None:
    """Lays a bone on an empty spot."""
    s.spot[spot] = bone
    s.up[spot] = up
    place = filled_below(s, spot)
    empty = s.filled + spot - place
    for i in range(empty, place, -1):
        s.spots[i] = s.spots[i - 1]
    s.spots[place] = spot
    s.filled += 1


def look(s: Dogpile, bone: int, who: int) -> None:
    """These dogs look at a bone; if they are the first, its face is drawn now (PILE-1.4)."""
    s.seen[bone] |= who
    if s.face[bone] == NONE:
        s.looked = bone


def face_chances(s: Dogpile, codes: Row, weights: Row, base: int) -> int:
    """What the bone that is looked at may be, each face as likely as another."""
    if s.looked < SPOTS:
        for i in range(s.unseen):
            codes[i] = base + s.fresh[i]
            weights[i] = 1
        return s.unseen
    first = s.looked - (s.looked - SPOTS) % LIFTED
    sniff = (s.looked - SPOTS) // LIFTED
    count = 0
    for i in range(LIFTED):  # PILE-5.4
        face = s.face[s.lifted[sniff][i]]
        if s.face[first] != face and s.face[first + 1] != face and s.face[first + 2] != face:
            codes[count] = base + face
            weights[count] = 1
            count += 1
    return count


def show_face(s: Dogpile, face: int) -> None:
    """The bone that is looked at turns out to be this."""
    s.face[s.looked] = face
    if s.looked < SPOTS:
        place = 0
        for i in range(s.unseen):
            place += s.fresh[i] < face
        s.unseen -= 1
        for i in range(place, s.unseen):
            s.fresh[i] = s.fresh[i + 1]
        s.fresh[s.unseen] = NONE
    s.looked = NONE
