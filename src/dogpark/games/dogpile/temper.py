"""How a dog of each level acts: by its plan, sooner or later, and not always as it meant to. Rule dialect.

Levels differ in what they have in mind (strategy.SPAN), in how long they hesitate, and in slips of the
paw. In simulation a dog that hesitates waits (PILE-2.8); the hesitation that all levels share is left
out. At a live table the clock runs by itself: there ``agents.reflexes`` says how long, and a policy with
AT_TABLE added never waits on top of that.
"""

from __future__ import annotations

from dogpark.games.dogpile.actions import BURY, DIG, KEEP, PUT, SNIFF, STOP, WAIT
from dogpark.games.dogpile.plans import best_guess
from dogpark.games.dogpile.state import DIGGING, NONE, SNIFFING, Dogpile
from dogpark.games.dogpile.strategy import dig_choice, grip
from dogpark.kernel.playout import AT_TABLE, GREEDY
from dogpark.kernel.rng import dice_below
from dogpark.kernel.schema import Row

# By level: random (which has no plan), greedy, puppy, family, working, champion.
# Of a hundred moments, those in which it still hesitates, 200 ms each: 800, 300 and 100 ms on average.
HESITATES = (0, 0, 80, 60, 33, 0)
SLIPS = (0, 0, 10, 5, 1, 0)  # of a hundred digs and puts


def greedy(s: Dogpile, seat: int, codes: Row, count: int, dice: Row) -> int:
    """The place in ``codes`` of what the plan asks for: the rules of thumb, without haste or slips."""
    return place_of(planned(s, seat, GREEDY, codes, count, dice), codes, count)


def weaker(s: Dogpile, seat: int, policy: int, codes: Row, count: int, dice: Row) -> int:
    """What a dog of this level does, as a place in ``codes``."""
    level = policy % AT_TABLE
    if s.phase != DIGGING:
        return place_of(planned(s, seat, level, codes, count, dice), codes, count)
    if policy < AT_TABLE and dice_below(dice, 100) < HESITATES[level]:
        return place_of(WAIT, codes, count)
    code = planned(s, seat, level, codes, count, dice)
    if dice_below(dice, 100) < SLIPS[level]:
        code = slipped(s, code)
    return place_of(code, codes, count)


def planned(s: Dogpile, seat: int, level: int, codes: Row, count: int, dice: Row) -> int:
    """What the plan asks for, as a code."""
    if count == 1:
        return codes[0]
    if s.phase == DIGGING:
        return dig_choice(s, seat, level, dice)
    if s.phase == SNIFFING:
        guess = best_guess(s, seat, grip(s, seat, level), dice)
        return STOP if guess == NONE else SNIFF + guess
    return codes[dice_below(dice, count)]  # where bones are laid back is all the same to it


def slipped(s: Dogpile, code: int) -> int:
    """A slip of the paw: the spot beside the one it meant, or a bone kept that it meant to put back."""
    if code >= DIG and code < KEEP and s.filled > 1:
        at = 0
        for i in range(s.filled):
            if s.spots[i] == code - DIG:
                at = i
        return DIG + s.spots[at + 1 if at + 1 < s.filled else at - 1]
    if code >= PUT and code < BURY:
        return KEEP
    return code


def place_of(code: int, codes: Row, count: int) -> int:
    for i in range(count):
        if codes[i] == code:
            return i
    return count - 1
