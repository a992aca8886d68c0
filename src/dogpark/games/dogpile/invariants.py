"""What must hold after every step of a game of DOGPILE."""

from __future__ import annotations

from collections.abc import Iterator

from dogpark.games.dogpile.actions import PAWS, SEATS, SPOTS
from dogpark.games.dogpile.orders import first_laid
from dogpark.games.dogpile.scoring import loot_points
from dogpark.games.dogpile.state import (
    BONES,
    DIGGING,
    EVERYBODY,
    LAYING,
    LIFTED,
    NONE,
    OVER,
    READYING,
    ROUNDS,
    SNIFFING,
    Dogpile,
)


def problems(s: Dogpile) -> list[str]:
    return [*_bones(s), *_spots(s), *_faces(s), *_sniffs(s), *_dogs(s), *_course(s)]


def _bones(s: Dogpile) -> Iterator[str]:
    """PILE-1.5: pile, paws, what is dug, what is sniffed and loot are 54 different bones."""
    bones = [bone for bone in s.spot if bone != NONE]
    bones += [bone for row in s.paw for bone in row if bone != NONE]
    bones += [bone for bone in s.loose if bone != NONE]
    waiting = s.picks - s.laid
    bones += s.picked[:waiting]  # which of them is of no account: they are shuffled
    loot = [face for row in s.loot for face in row if face != NONE]
    if len(bones) + len(loot) != SPOTS:
        yield f"{len(bones)} bones and {len(loot)} in the loot instead of {SPOTS}"
    if len(set(bones)) != len(bones):
        yield f"a bone is in two places: {sorted(bones)}"
    faces = [s.face[bone] for bone in bones if s.face[bone] != NONE] + loot
    if waiting == s.picks and len(set(faces)) != len(faces):
        yield f"a face is in two places: {sorted(faces)}"


def _spots(s: Dogpile) -> Iterator[str]:
    full = [spot for spot in range(SPOTS) if s.spot[spot] != NONE]
    empty = [spot for spot in range(SPOTS) if s.spot[spot] == NONE]
    if s.spots != full + empty or s.filled != len(full):
        yield f"{s.filled} spots hold a bone, listed as {s.spots}"
    for spot in range(SPOTS):
        if s.up[spot] not in (0, 1) or (s.up[spot] and s.spot[spot] == NONE):
            yield f"spot {spot} is empty but lies face-up"
        elif s.up[spot] and s.seen[s.spot[spot]] != EVERYBODY:
            yield f"somebody has not seen what lies face-up on spot {spot} (PILE-7.2)"


def _faces(s: Dogpile) -> Iterator[str]:
    """A face is decided exactly when somebody has looked (PILE-1.4)."""
    for bone in range(BONES):
        looked_at = s.seen[bone] != 0 and bone != s.looked
        if looked_at != (s.face[bone] != NONE):
            yield f"bone {bone} has face {s.face[bone]}, seen by {s.seen[bone]:b}"
    fresh = sorted(set(range(SPOTS)) - set(s.face[:SPOTS]))
    if s.fresh != fresh + [NONE] * (SPOTS - len(fresh)) or s.unseen != len(fresh):
        yield f"{s.unseen} faces are fresh, listed as {s.fresh}"
    decided = [face for face in s.face[:SPOTS] if face != NONE]
    if len(set(decided)) != len(decided):
        yield f"two bones have one face: {s.face}"


def _sniffs(s: Dogpile) -> Iterator[str]:
    """PILE-5.4: what was laid back is what was lifted."""
    for sniff, row in enumerate(s.lifted):
        if [bone != NONE for bone in row] != [sniff < s.sniffs] * LIFTED:
            yield f"sniff {sniff} of {s.sniffs} has lifted {row}"
        first = first_laid(sniff)
        laid = [face for face in s.face[first : first + LIFTED] if face != NONE]
        if len(set(laid)) != len(laid) or not set(laid) <= {s.face[bone] for bone in row}:
            yield f"sniff {sniff} has laid back {laid} of {row}"


def _dogs(s: Dogpile) -> Iterator[str]:
    for seat in range(SEATS):
        held = [bone for bone in s.paw[seat] if bone != NONE]
        if s.paw[seat] != held + [NONE] * (PAWS - len(held)) or len(held) != s.held[seat]:
            yield f"seat {seat} holds {s.paw[seat]}, counted {s.held[seat]}"
        if len(held) + (s.loose[seat] != NONE) > PAWS:
            yield f"seat {seat} has no room for what it dug (PILE-3.7)"
        if s.phase != DIGGING and (held or s.loose[seat] != NONE):
            yield f"seat {seat} holds bones between rounds (PILE-4.1)"
        for number in range(ROUNDS):
            if loot_points(s, seat, number) != s.points[seat][number]:
                yield f"seat {seat} has {s.points[seat][number]} points in round {number + 1}"
        if seat >= s.players and (held or any(s.points[seat])):
            yield f"nobody sits at {seat}, but owns something"


def _course(s: Dogpile) -> Iterator[str]:
    if not READYING <= s.phase <= OVER or not 0 <= s.round < ROUNDS:
        yield f"phase {s.phase} of round {s.round}"
    if s.phase != OVER and not 0 <= s.now <= s.limit:
        yield f"the clock says {s.now}, the limit is {s.limit}"
    sniffing = s.phase in (SNIFFING, LAYING)
    if sniffing != (s.sniffer != NONE) or (not sniffing and (s.sniffers or s.picks)):
        yield f"seat {s.sniffer} sniffs in phase {s.phase}"
    if not 0 <= s.laid <= s.picks <= LIFTED or (s.laid and s.phase != LAYING):
        yield f"{s.picks} bones lifted, {s.laid} laid back"
    if s.looked != NONE and s.phase not in (DIGGING, SNIFFING):
        yield "a bone is looked at while nobody may"
