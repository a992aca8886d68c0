"""How long a bot takes over a choice where people watch: a moment, now shorter, now longer.

People follow what happens only if it takes its time, and a dog that always takes equally long is a
machine. How long depends on the level, on dice, and on how many choices there are for all that a
spectator knows: never on how many there really are, which would tell what the bot holds, nor on what
they are worth. What a search took is part of it, not on top. In simulations nobody waits.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from dogpark.kernel.rng import dice_below
from dogpark.kernel.schema import Row
from dogpark.kernel.seed import dice_for
from dogpark.play.position import Position


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
    "champion": Manner(45, 100, 25),  # quick where it is easy, and thorough
}
FORCED = Manner(45, 60, 0)  # nothing to choose, it seems; a search is hardly ever slower than this
EVEN = Manner(100, 100, 0)  # bots that are not meant for people
DOUBLINGS = 4  # that count at most


def pause(pace: int, level: str, position: Position, seat: int) -> int:
    """Milliseconds that a bot takes over its choice here; 0 where nobody should wait.

    The same dice deal a spectator the same world, whatever is hidden from it (the conformance kit
    checks that for every game). So the choices counted in that world tell nobody anything.
    """
    moment = f"{position.seed}/pace/{position.length}"
    world = position.rooms.redeal(position.state, None, _dice(f"{moment}/deal", seat))
    choices = len(position.rooms.legal(world, seat))
    return takes(pace, level, choices, _dice(moment, seat))


def _dice(moment: str, seat: int) -> Row:
    return dice_for(sha256(moment.encode()).hexdigest(), seat)


def takes(pace: int, level: str, choices: int, dice: Row) -> int:
    """Milliseconds that this choice takes at a table of that pace; 0 where nobody should wait."""
    manner = MANNERS.get(level, EVEN)
    if manner is not EVEN and choices < 2:
        manner = FORCED
    span = manner.most - manner.least + 1
    drawn = min(dice_below(dice, span), dice_below(dice, span))  # more often quick than slow
    doublings = min(choices.bit_length() - 1, DOUBLINGS)
    return pace * (manner.least + drawn + manner.harder * doublings) // 100
