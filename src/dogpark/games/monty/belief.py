"""What a seat cannot know, drawn afresh (MON-18).

Hidden are the answers that others have under seal, and what chance is going to bring. The deck needs
no re-deal: its cards are drawn one by one, and what is left in it everybody can work out (MON-18.5).
"""

from __future__ import annotations

from dogpark.games.monty import FACTS
from dogpark.games.monty.rules import apply, legal
from dogpark.games.monty.state import NONE, Monty
from dogpark.kernel.rng import dice_below, forget_nature
from dogpark.kernel.schema import Row


def redeal(s: Monty, seat: int | None, dice: Row) -> Monty:
    """Another state that this seat could not tell from the given one; None is a spectator.

    A sealed answer of somebody else (MON-18.2 to MON-18.4) is any answer that player could have
    given, each as likely as another. Somebody has still to answer, so nothing is unsealed here.
    """
    new = s.copy()
    codes = [0] * FACTS.max_legal
    for other in range(s.players):
        if other != seat and s.sealed[other] != NONE:
            new.sealed[other] = NONE
            count = legal(new, other, codes)
            apply(new, other, codes[dice_below(dice, count)])
    forget_nature(new, dice)
    return new
