"""Whose word is worth what, and which number to play by that. Rule dialect.

Part of the rules of thumb (``strategy``). Everybody has heard every word and seen every number, so
how far a seat is trusted follows from what is public: words kept and words broken.
"""

from __future__ import annotations

from dogpark.games.monty.crown import seating
from dogpark.games.monty.race import can_commit, last_word
from dogpark.games.monty.state import SEATS, SILENT, Monty

LOWEST, HIGHEST = 2, 5
# A newcomer counts as somebody who has kept two words of three.
FIRST_KEPT, FIRST_GIVEN = 2, 3
TRUSTED = 60  # of a hundred words kept


def honesty(s: Monty, seat: int) -> int:
    """How many of a hundred words of this seat are likely to be kept."""
    kept = s.kept[seat] + FIRST_KEPT
    given = s.kept[seat] + s.bluffs[seat] + FIRST_GIVEN
    return 100 * kept // given


def is_trusted(s: Monty, seat: int) -> bool:
    return s.rule_talk_rounds > 0 and honesty(s, seat) >= TRUSTED


def taken(s: Monty, seat: int) -> int:
    """The numbers that others, whose word counts, have said they will play, as a mask."""
    mask = 0
    for other in range(s.players):
        if other != seat and last_word(s, other) != SILENT and is_trusted(s, other):
            mask |= 1 << last_word(s, other)
    return mask


def rank_in_turns(s: Monty, seat: int) -> int:
    """How many trusted seats that have kept their choice open choose a number before this one."""
    before = 0
    mine = (seating(s, seat) + s.race + s.round) % s.players
    for other in range(s.players):
        theirs = (seating(s, other) + s.race + s.round) % s.players
        before += (theirs < mine) & (last_word(s, other) == SILENT) & is_trusted(s, other)
    return before


def wanted_number(s: Monty, seat: int) -> int:
    """Its own word; without one, in turn the highest number that nobody trusted has taken."""
    said = last_word(s, seat)
    if said != SILENT:
        return said
    others = taken(s, seat)
    rank = rank_in_turns(s, seat)
    for _ in range(SEATS):
        for i in range(HIGHEST - LOWEST + 1):
            number = HIGHEST - i
            if (others >> number) & 1 == 0:
                if rank == 0:
                    return number
                rank -= 1
    return HIGHEST


def judge_claim(s: Monty, seat: int, claim: int) -> int:
    """The first in turn says so, if it has the card; the others keep their choice open."""
    if rank_in_turns(s, seat) == 0 and can_commit(s, seat, HIGHEST):
        return claim == HIGHEST - 1
    return claim == SILENT


def judge_number(s: Monty, seat: int, number: int) -> int:
    return 10 * (number == wanted_number(s, seat)) + number


def judge_naively(s: Monty, seat: int, number: int) -> int:
    """Far is good, and what others say is true."""
    worth = number
    for other in range(s.players):
        if other != seat and last_word(s, other) == number:
            worth -= 10
    return worth
