"""What a seat cannot know, drawn afresh in proportion to how likely it is (part 7).

A seat knows the faces of the bones it has looked at, and nothing of the others but where they have
been. In which order the bones of a sniff were laid back is unknown to all; orders that do not fit what
the seat has seen before and after are ruled out, all others are equally likely. So a re-deal draws one
of the fitting orders of all sniffs, then spreads the faces it does not know over the bones it does not
know. Bones that nobody has looked at stay undecided.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from dogpark.games.dogpile.actions import SPOTS
from dogpark.games.dogpile.knowledge import known_face
from dogpark.games.dogpile.state import BONES, LIFTED, NONE, Dogpile
from dogpark.kernel.rng import dice_below, forget_nature
from dogpark.kernel.schema import Row

Order = tuple[int, ...]  # for each bone that was laid, which of the lifted ones it is
Labels = tuple[tuple[int, int], ...]  # bones that will be shuffled again, with their known faces


def redeal(s: Dogpile, seat: int | None, dice: Row) -> Dogpile:
    """Another state that this seat could not tell from the given one; None is a spectator."""
    new = s.copy()
    known = [known_face(s, bone, seat) for bone in range(BONES)]
    orders = Orders(s, known).draw(dice)
    faces = _spread(s, known, orders, dice)
    new.face = [NONE if was == NONE else face for was, face in zip(s.face, faces, strict=True)]
    fresh = sorted(
        face for face, was in zip(faces[:SPOTS], s.face[:SPOTS], strict=True) if was == NONE
    )
    new.fresh = fresh + [NONE] * (SPOTS - len(fresh))
    forget_nature(new, dice)
    return new


def _spread(s: Dogpile, known: list[int], orders: list[Order], dice: Row) -> list[int]:
    """A face for every bone: the known ones where they belong, the others at random."""
    faces = list(known)
    for sniff in reversed(range(s.sniffs)):  # what is known later was so before
        for laid, which in enumerate(orders[sniff]):
            lifted = s.lifted[sniff][which]
            faces[lifted] = max(faces[lifted], faces[SPOTS + LIFTED * sniff + laid])
    unknown = sorted(set(range(SPOTS)) - set(faces[:SPOTS]))
    for bone in range(SPOTS):
        if faces[bone] == NONE:
            faces[bone] = unknown.pop(dice_below(dice, len(unknown)))
    for sniff in range(s.sniffs):
        for laid, which in enumerate(orders[sniff]):
            faces[SPOTS + LIFTED * sniff + laid] = faces[s.lifted[sniff][which]]
    return faces


class Orders:
    """The orders in which sniffed bones may have been laid back, as far as a seat can tell."""

    def __init__(self, s: Dogpile, known: list[int]) -> None:
        self.known = known
        self.lifted = [[bone for bone in row if bone != NONE] for row in s.lifted[: s.sniffs]]
        self._counts: dict[tuple[int, Labels], int] = {}
        # The sniff before which each known face was first met; -1: on a bone never shuffled then.
        self._met: dict[int, int] = {}
        for bone in reversed(range(BONES)):
            self._met[known[bone]] = (bone - SPOTS) // LIFTED if bone >= SPOTS else -1

    def draw(self, dice: Row) -> list[Order]:
        """One order for each sniff; all that fit together are equally likely."""
        found: list[Order] = []
        labels: Labels = ()
        for sniff in range(len(self.lifted)):
            ways = list(self._fitting(sniff, labels))
            counts = [self._count(sniff + 1, after) for _, after in ways]
            drawn = dice_below(dice, sum(counts))
            at = 0
            while drawn >= counts[at]:
                drawn -= counts[at]
                at += 1
            order, labels = ways[at]
            found.append(order)
        return found

    def _count(self, sniff: int, labels: Labels) -> int:
        """How many orders of this sniff and all later ones fit."""
        if sniff == len(self.lifted):
            return 1
        key = (sniff, labels)
        if key not in self._counts:
            self._counts[key] = sum(
                self._count(sniff + 1, after) for _, after in self._fitting(sniff, labels)
            )
        return self._counts[key]

    def _fitting(self, sniff: int, labels: Labels) -> Iterator[tuple[Order, Labels]]:
        """The orders of one sniff that fit, and the labels that go on to later sniffs."""
        before = dict(labels)
        faces = [before.get(bone, self.known[bone]) for bone in self.lifted[sniff]]
        first = SPOTS + LIFTED * sniff
        again = {bone for row in self.lifted[sniff + 1 :] for bone in row}
        for order in permutations(range(len(faces))):
            after = {bone: face for bone, face in before.items() if bone in again}
            for laid, which in enumerate(order):
                face, met = faces[which], self.known[first + laid]
                if met not in (NONE, face) and (face != NONE or self._met[met] < sniff):
                    break
                if first + laid in again:
                    after[first + laid] = max(face, met)
            else:
                yield order, tuple(sorted(after.items()))
