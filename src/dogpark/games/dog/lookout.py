"""Who stands where on the track of DOG, as bits: one look at the table serves every choice.

Rule dialect. Sixteen fields, one player's part of the track, are sixteen bits; four such parts fill a
number, so six players need two. Only parts are ever read out: a number's sign never counts.
"""

from __future__ import annotations

from typing import TypeAlias

from dogpark.games.dog.actions import PEGS
from dogpark.games.dog.board import SECTOR, partner_of, track_length
from dogpark.games.dog.state import Dog

Look: TypeAlias = tuple[int, int, int, int]  # opponents, then everybody: low and high parts

PARTS = 4  # in a number
FOES = 0
ALL = 2

# The fields around a peg, from thirteen behind it: those from which one card hits it, thirteen to none
# behind and four ahead, and those from which two do, as a seven hits on its way, too.
BEHIND = 13
REACH = 0b10_0011_1111_1111_1111
SEVEN_REACH = 0b1_1111_1100_0000


def look_round(s: Dog, seat: int) -> Look:
    """What the seat sees of the track."""
    length = track_length(s)
    partner = partner_of(s, seat)
    foes_low = 0
    foes_high = 0
    all_low = 0
    all_high = 0
    for other in range(s.players):
        low = 0
        high = 0
        for peg in range(PEGS):
            field = s.loc[other][peg]
            if 0 <= field < SECTOR * PARTS and field < length:
                low |= 1 << field
            elif SECTOR * PARTS <= field < length:
                high |= 1 << (field - SECTOR * PARTS)
        all_low |= low
        all_high |= high
        if other != seat and other != partner:
            foes_low |= low
            foes_high |= high
    return foes_low, foes_high, all_low, all_high


def part_of(look: Look, whose: int, sector: int) -> int:
    """The sixteen bits of one player's part of the track."""
    if sector < PARTS:
        return (look[whose] >> (SECTOR * sector)) & 0xFFFF
    return (look[whose + 1] >> (SECTOR * (sector - PARTS))) & 0xFFFF


def is_taken(look: Look, field: int) -> bool:
    """Whether anybody stands on this field of the track."""
    return (part_of(look, ALL, field // SECTOR) >> (field % SECTOR)) & 1 != 0


def cards_that_hit(s: Dog, look: Look, field: int) -> int:
    """How many cards of opponents on the track would hit a peg on this field of it."""
    sector = field // SECTOR
    before = sector - 1 if sector > 0 else s.players - 1
    after = sector + 1 if sector + 1 < s.players else 0
    around = part_of(look, FOES, before)
    around |= part_of(look, FOES, sector) << SECTOR
    around |= part_of(look, FOES, after) << (2 * SECTOR)
    around >>= field % SECTOR + SECTOR - BEHIND
    return bits_in(around & REACH) + bits_in(around & SEVEN_REACH)


def bits_in(word: int) -> int:
    """How many of the lowest 32 bits are set: neighbours added up, then pairs, then fours."""
    word -= (word >> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >> 2) & 0x33333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F
    word += word >> 8
    word += word >> 16
    return word & 63
