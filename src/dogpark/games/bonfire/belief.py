"""What a seat cannot know: nothing but the dice to come."""

from __future__ import annotations

from dogpark.games.bonfire.state import Bonfire
from dogpark.kernel.rng import forget_nature
from dogpark.kernel.schema import Row


def redeal(s: Bonfire, seat: int | None, dice: Row) -> Bonfire:
    """BON-1.6: the same table, with dice that nobody can foresee."""
    new = s.copy()
    forget_nature(new, dice)
    return new
