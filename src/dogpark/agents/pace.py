"""How long a bot takes over a choice where people watch: a moment, now shorter, now longer.

People follow what happens only if it takes its time, and a dog that always takes equally long is a
machine. How long depends on the level, on how many choices there are and on dice, never on what the
choices are worth: nobody learns more from it than from a person who thinks. What a search took is
part of it, not on top. In simulations nobody waits.
"""

from __future__ import annotations

from dataclasses import dataclass

from dogpark.kernel.rng import dice_below
from dogpark.kernel.schema import Row


@dataclass(frozen=True)
class Manner:
    """How a level takes its time, in percent of the table's pace."""

    least: int
    most: int
    harder: int  # more for every time that the choices double


MANNERS = {
    "puppy": Manner(50, 110, 0),  # rash: it does not see how much there is to see
    "family": Manner(60, 140, 10),
    "working": Manner(60, 120, 15),
    "champion": Manner(40, 100, 25),  # quick where it is easy, and thorough
}
FORCED = Manner(40, 60, 0)  # nothing to choose
EVEN = Manner(100, 100, 0)  # bots that are not meant for people
DOUBLINGS = 4  # that count at most


def takes(pace: int, level: str, choices: int, dice: Row) -> int:
    """Milliseconds that this choice takes at a table of that pace; 0 where nobody should wait."""
    manner = MANNERS.get(level, EVEN)
    if manner is not EVEN and choices < 2:
        manner = FORCED
    span = manner.most - manner.least + 1
    drawn = min(dice_below(dice, span), dice_below(dice, span))  # more often quick than slow
    doublings = min(choices.bit_length() - 1, DOUBLINGS)
    return pace * (manner.least + drawn + manner.harder * doublings) // 100
