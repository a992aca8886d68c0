"""Which cards a hand is likely to hold besides those that are certain.

A player keeps what goes together: the more cards of a kind a hand is known to hold, the more of
that kind are among the others, a bone goes with meat, one bone is enough, and what was discarded
last is not collected. The later in the round, the more so. The numbers were fitted to hands in games
between the rules of thumb, where they explain the hidden cards better than chance: a card is guessed
with 2.24 instead of 2.52 nats late in a round of four, and 2.39 instead of 2.56 in the middle.
"""

from __future__ import annotations

from dogpark.games.breath.scoring import of_kind
from dogpark.games.breath.state import BONE, FOOD, MEAT, NONE
from dogpark.kernel.rng import dice_below
from dogpark.kernel.schema import Row

# Exponents, in tenths.
ALIKE = (2, 4, 5)  # for each card of the same kind: early, in the middle, late
MIDDLE, LATE = 4, 8  # turns of the table
BONE_FOR_MEAT = 4
MEAT_FOR_BONE = 4
SECOND_BONE = -8
SPECIAL = -4
DISCARDED = -5

WEIGHTS = {tenths: round(100 * 2.718282 ** (tenths / 10)) for tenths in range(-20, 61)}


def deal_likely(hand: Row, size: int, pool: Row, last: int, turns: int, dice: Row) -> None:
    """Moves so many cards from the pool into a hand that discarded ``last``, one after the other."""
    alike = ALIKE[(turns >= MIDDLE) + (turns >= LATE)]
    for _ in range(size):
        weights = [
            count and count * weight
            for count, weight in zip(pool, _weights(hand, last, alike), strict=True)
        ]
        drawn = dice_below(dice, sum(weights))
        sort = 0
        while drawn >= weights[sort]:
            drawn -= weights[sort]
            sort += 1
        pool[sort] -= 1
        hand[sort] += 1


def _weights(hand: Row, last: int, alike: int) -> list[int]:
    """How gladly the player of this hand has kept a card of each sort."""
    tenths = [alike * of_kind(hand, kind) for kind in range(FOOD // 4)]
    bone = BONE_FOR_MEAT * of_kind(hand, MEAT)
    if hand[BONE]:
        bone += SECOND_BONE
        tenths[MEAT] += MEAT_FOR_BONE
    if NONE < last < FOOD:
        tenths[last // 4] += DISCARDED
    special = WEIGHTS[SPECIAL]
    kept = [WEIGHTS[exponent] for exponent in tenths for _ in range(4)]
    return [*kept, WEIGHTS[bone], special, special]
