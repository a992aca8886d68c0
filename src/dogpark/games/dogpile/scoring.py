"""What loot is worth, and who wins. Rule dialect."""

from __future__ import annotations

from dogpark.games.dogpile.actions import PAWS
from dogpark.games.dogpile.state import NONE, ON, ROUNDS, Dogpile
from dogpark.kernel.schema import Row

RANK_COUNT = 13
FIRST_JOKER = 52
ACE, TWO = 0, 1

COLLAR = 10
STRAIGHT = 15
BONEATHON = 50
FULL_LOOT = ROUNDS * PAWS
BLACKJAW = 21  # a total below this one
AHEAD = 10_000  # more than any total


def rank_of(face: int) -> int:
    """0 for an ace to 12 for a king; the jokers have ranks of their own (PILE-4.5)."""
    if face < FIRST_JOKER:
        return face % RANK_COUNT
    return face


def value_of(face: int) -> int:
    """PILE-4.2"""
    if face < FIRST_JOKER:
        return face % RANK_COUNT + 1
    return 0


def is_collar(a: int, b: int, c: int) -> bool:
    """PILE-4.3: three bones of one rank."""
    return rank_of(a) == rank_of(b) and rank_of(b) == rank_of(c)


def is_straight(a: int, b: int, c: int, mixed: int) -> bool:
    """PILE-4.4: three ranks in a row, of one suit unless the house says otherwise (PILE-9.6)."""
    if a >= FIRST_JOKER or b >= FIRST_JOKER or c >= FIRST_JOKER:
        return False
    if mixed != ON:
        if a // RANK_COUNT != b // RANK_COUNT or b // RANK_COUNT != c // RANK_COUNT:
            return False
    x = rank_of(a)
    y = rank_of(b)
    z = rank_of(c)
    low = min(x, y, z)
    high = max(x, y, z)
    return high - low == 2 and x + y + z == 3 * low + 3


def feat_of(a: int, b: int, c: int, mixed: int) -> int:
    """What three bones of one round bring beyond their values."""
    if is_collar(a, b, c):
        return COLLAR
    if is_straight(a, b, c, mixed):
        return STRAIGHT
    return 0


def loot_points(s: Dogpile, seat: int, number: int) -> int:
    """PILE-4.2: the points of one round."""
    total = 0
    count = 0
    for i in range(PAWS):
        face = s.loot[seat][PAWS * number + i]
        if face != NONE:
            total += value_of(face)
            count += 1
    if count == PAWS:
        total += feat_of(
            s.loot[seat][PAWS * number],
            s.loot[seat][PAWS * number + 1],
            s.loot[seat][PAWS * number + 2],
            s.rule_mixed_straights,
        )
    return total


def looted(s: Dogpile, seat: int, rank: int) -> int:
    """How many of a rank are in the loot; NONE after three in one round, paid already (PILE-4.7)."""
    total = 0
    for number in range(ROUNDS):
        count = 0
        for i in range(PAWS):
            face = s.loot[seat][PAWS * number + i]
            if face != NONE and rank_of(face) == rank:
                count += 1
        if count == PAWS:
            return NONE
        total += count
    return total


def has_boneathon(s: Dogpile, seat: int, rank: int) -> bool:
    """PILE-4.6"""
    return looted(s, seat, rank) >= PAWS


def total_of(s: Dogpile, seat: int) -> int:
    """PILE-6.1: all rounds so far, and the boneathons."""
    total = BONEATHON * has_boneathon(s, seat, ACE) + BONEATHON * has_boneathon(s, seat, TWO)
    for number in range(ROUNDS):
        total += s.points[seat][number]
    return total


def loot_size(s: Dogpile, seat: int) -> int:
    count = 0
    for i in range(FULL_LOOT):
        count += s.loot[seat][i] != NONE
    return count


def is_blackjaw(s: Dogpile, seat: int) -> bool:
    """PILE-6.2"""
    return loot_size(s, seat) == FULL_LOOT and total_of(s, seat) < BLACKJAW


def standing(s: Dogpile, seat: int) -> int:
    """PILE-6.4: of two dogs the one with the higher number is in front."""
    total = total_of(s, seat)
    if is_blackjaw(s, seat):
        return AHEAD - total
    return total


def result(s: Dogpile, places: Row, points: Row) -> None:
    """PILE-6.3, PILE-6.5"""
    for seat in range(s.players):
        mine = standing(s, seat)
        place = 1
        for other in range(s.players):
            if standing(s, other) > mine:
                place += 1
        places[seat] = place
        points[seat] = total_of(s, seat)
