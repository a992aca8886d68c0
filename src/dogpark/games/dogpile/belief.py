"""What a seat cannot know, drawn afresh in proportion to how likely it is (part 7).

A seat knows the faces of the bones it has looked at, and nothing of the others but where they have
been. In which order the bones of a sniff were laid back is unknown to all; orders that do not fit what
the seat has seen before and after are ruled out, all others are equally likely. So a re-deal draws one
of the fitting orders of all sniffs, then spreads the faces it does not know over the bones it does not
know. Bones that nobody has looked at stay undecided.
"""

from __future__ import annotations

from dogpark.games.dogpile.actions import SPOTS
from dogpark.games.dogpile.knowledge import known_faces
from dogpark.games.dogpile.orders import Order, Orders, first_laid, lifted_by
from dogpark.games.dogpile.state import NONE, Dogpile
from dogpark.kernel.rng import dice_below, forget_nature
from dogpark.kernel.schema import Row


def redeal(s: Dogpile, seat: int | None, dice: Row) -> Dogpile:
    """Another state that this seat could not tell from the given one; None is a spectator."""
    new = s.copy()
    known = known_faces(s, seat)
    orders = Orders(lifted_by(s), known).draw(dice)
    faces = _spread(s, list(known), orders, dice)
    new.face = [NONE if was == NONE else face for was, face in zip(s.face, faces, strict=True)]
    fresh = sorted(
        face for face, was in zip(faces[:SPOTS], s.face[:SPOTS], strict=True) if was == NONE
    )
    new.fresh = fresh + [NONE] * (SPOTS - len(fresh))
    forget_nature(new, dice)
    return new


def _spread(s: Dogpile, faces: list[int], orders: list[Order], dice: Row) -> list[int]:
    """A face for every bone: the known ones where they belong, the others at random."""
    for sniff in reversed(range(s.sniffs)):  # what is known later was so before
        for laid, which in enumerate(orders[sniff]):
            lifted = s.lifted[sniff][which]
            faces[lifted] = max(faces[lifted], faces[first_laid(sniff) + laid])
    unknown = sorted(set(range(SPOTS)) - set(faces[:SPOTS]))
    for bone in range(SPOTS):
        if faces[bone] == NONE:
            faces[bone] = unknown.pop(dice_below(dice, len(unknown)))
    for sniff in range(s.sniffs):
        for laid, which in enumerate(orders[sniff]):
            faces[first_laid(sniff) + laid] = faces[s.lifted[sniff][which]]
    return faces
