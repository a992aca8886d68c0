"""What a seat cannot know, drawn afresh (MON-18).

Hidden are the answers that others have under seal, and what chance is going to bring. The deck needs
no re-deal: its cards are drawn one by one, and what is left in it everybody can work out (MON-18.5).
"""

from __future__ import annotations

from collections.abc import Sequence

from dogpark.games.monty import FACTS
from dogpark.games.monty.actions import COMMIT_CODE
from dogpark.games.monty.race import last_word
from dogpark.games.monty.rules import apply, legal
from dogpark.games.monty.state import COMMIT, NONE, SILENT, Monty
from dogpark.games.monty.trust import honesty, wanted_number
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


USUAL = 0.4  # of those who are free to choose, how many do the usual thing


def reopen(s: Monty, seat: int) -> Monty:
    """The same table with no answer under seal but this seat's: what others sealed is unknown to it."""
    new = s.copy()
    for other in range(s.players):
        if other != seat:
            new.sealed[other] = NONE
    return new


def expected(s: Monty, seat: int, codes: Sequence[int]) -> list[float]:
    """Which number others expect of a seat: what it said, as far as its word is worth anything.

    Without a word some take the number that is theirs in turn. The rest of it is for the seat to know.
    """
    parts = [0.0] * len(codes)
    if s.phase != COMMIT:
        return parts
    said = last_word(s, seat)
    number = wanted_number(s, seat) if said == SILENT else said
    code = COMMIT_CODE + number - 2
    if code in codes:
        parts[codes.index(code)] = USUAL if said == SILENT else honesty(s, seat) / 100
    return parts
