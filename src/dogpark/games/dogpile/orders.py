"""In which orders sniffed bones may have been laid back, as far as somebody can tell (PILE-5.4).

A bone may be shuffled again by a later sniff, so the orders of all sniffs have to fit together. They
are gone through sniff by sniff; all that matters for the rest are the faces known on those bones that
will be shuffled again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import TypeAlias

from dogpark.games.dogpile.actions import SPOTS
from dogpark.games.dogpile.state import LIFTED, NONE, Dogpile
from dogpark.kernel.rng import dice_below
from dogpark.kernel.schema import Row

Order: TypeAlias = tuple[int, ...]  # for each bone that was laid, which of the lifted ones it is
Labels: TypeAlias = tuple[
    tuple[int, int], ...
]  # bones that will be shuffled again, and their faces
Known: TypeAlias = tuple[int, ...]  # the face of every bone, NONE where it is not known
Lifted: TypeAlias = tuple[tuple[int, ...], ...]  # the bones that each sniff has lifted


def lifted_by(s: Dogpile) -> Lifted:
    return tuple(tuple(row) for row in s.lifted[: s.sniffs])


def first_laid(sniff: int) -> int:
    """The first of the bones that a sniff has laid back."""
    return SPOTS + LIFTED * sniff


@dataclass(frozen=True)
class Way:
    """One way in which the bones of a sniff may have been laid back."""

    order: Order
    faces: tuple[int, ...]  # of each bone that was laid; NONE where it stays unknown
    after: Labels


class Orders:
    """The orders that fit what is known; each of them is as likely as another."""

    def __init__(self, lifted: Lifted, known: Known) -> None:
        self._lifted, self._known = lifted, known
        self._counts: dict[tuple[int, Labels], int] = {}
        self._found: dict[tuple[int, Labels], list[Way]] = {}
        # The sniff before which each known face was first met; -1: on a bone never shuffled then.
        self._met: dict[int, int] = {}
        for bone in reversed(range(len(known))):
            self._met[known[bone]] = (bone - SPOTS) // LIFTED if bone >= SPOTS else -1

    def draw(self, dice: Row) -> list[Order]:
        """One order for each sniff."""
        found: list[Order] = []
        labels: Labels = ()
        for sniff in range(len(self._lifted)):
            ways = self._ways(sniff, labels)
            counts = [self._count(sniff + 1, way.after) for way in ways]
            drawn = dice_below(dice, sum(counts))
            at = 0
            while drawn >= counts[at]:
                drawn -= counts[at]
                at += 1
            labels = ways[at].after
            found.append(ways[at].order)
        return found

    def places(self) -> set[tuple[int, int]]:
        """Every known face on every laid bone where it may be."""
        found: set[tuple[int, int]] = set()
        level: set[Labels] = {()}
        for sniff in range(len(self._lifted)):
            after: set[Labels] = set()
            for way in self._possible(sniff, level):
                found.update(zip(self._laid(sniff), way.faces, strict=True))
                after.add(way.after)
            level = after
        return {(bone, face) for bone, face in found if face != NONE}

    def fewest(self, bones: Collection[int], faces: Collection[int]) -> int:
        """How many of these faces are on these bones at the least."""
        level: dict[Labels, int] = {(): 0}
        for sniff in range(len(self._lifted)):
            after: dict[Labels, int] = {}
            for labels, so_far in level.items():
                for way in self._possible(sniff, [labels]):
                    laid = zip(self._laid(sniff), way.faces, strict=True)
                    here = so_far + sum(bone in bones and face in faces for bone, face in laid)
                    after[way.after] = min(here, after.get(way.after, here))
            level = after
        return min(level.values())

    def _laid(self, sniff: int) -> range:
        return range(first_laid(sniff), first_laid(sniff + 1))

    def _possible(self, sniff: int, level: Collection[Labels]) -> Iterator[Way]:
        """The ways of this sniff after which the later ones fit, too."""
        for labels in level:
            for way in self._ways(sniff, labels):
                if self._count(sniff + 1, way.after):
                    yield way

    def _count(self, sniff: int, labels: Labels) -> int:
        """How many orders of this sniff and all later ones fit."""
        if sniff == len(self._lifted):
            return 1
        key = (sniff, labels)
        if key not in self._counts:
            ways = self._ways(sniff, labels)
            self._counts[key] = sum(self._count(sniff + 1, way.after) for way in ways)
        return self._counts[key]

    def _ways(self, sniff: int, labels: Labels) -> list[Way]:
        """The ways of one sniff that fit what is known of its own bones."""
        key = (sniff, labels)
        if key not in self._found:
            self._found[key] = list(self._fitting(sniff, labels))
        return self._found[key]

    def _fitting(self, sniff: int, labels: Labels) -> Iterator[Way]:
        before = dict(labels)
        lifted = [before.get(bone, self._known[bone]) for bone in self._lifted[sniff]]
        met = [self._known[bone] for bone in self._laid(sniff)]
        again = {bone for row in self._lifted[sniff + 1 :] for bone in row}
        kept = {bone: face for bone, face in before.items() if bone in again}
        for order in permutations(range(LIFTED)):
            pairs = [(lifted[which], seen) for which, seen in zip(order, met, strict=True)]
            if all(self._agree(sniff, face, seen) for face, seen in pairs):
                faces = tuple(max(pair) for pair in pairs)
                laid = zip(self._laid(sniff), faces, strict=True)
                after = kept | {bone: face for bone, face in laid if bone in again}
                yield Way(order, faces, tuple(sorted(after.items())))

    def _agree(self, sniff: int, face: int, seen: int) -> bool:
        """Whether a bone known as one thing, or not known, may turn out to be what was seen."""
        if seen in (NONE, face):
            return True
        return face == NONE and self._met[seen] >= sniff
