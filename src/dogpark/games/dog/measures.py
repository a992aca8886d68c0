"""What a study of DOG counts. The functions are rule dialect."""

from __future__ import annotations

from dogpark.games.dog.actions import FOLD, PLAY, TARGET, USE_OF, USE_SPLIT, USE_START
from dogpark.games.dog.state import KENNEL, Dog
from dogpark.games.dog.worth import team_worth
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.measure import Measure
from dogpark.kernel.schema import Row
from dogpark.kernel.watching import OWN

PEGS = 4
SEATS = 6
PLAYS = len(USE_OF)
TARGETS = SEATS * PEGS

MEASURES = (
    Measure("rounds", "rounds"),
    Measure("hits", "pegs sent home"),
    Measure("jacks", "pegs swapped by a jack"),
    Measure("sevens", "sevens played"),
    Measure("starts", "pegs started"),
    Measure("folds", "hands laid down because no card could be played"),
)
ROUNDS, HITS, JACKS, SEVENS, STARTS, FOLDS = (
    OWN,
    OWN + 1,
    OWN + 2,
    OWN + 3,
    OWN + 4,
    OWN + 5,
)


def standing(s: Dog, seat: int) -> int:
    return team_worth(s, seat)


def side(s: Dog, seat: int) -> int:
    return seat % (s.players // 2)


def in_kennels(s: Dog) -> int:
    """Bits of the pegs that wait in a kennel."""
    found = 0
    for seat in range(s.players):
        for peg in range(PEGS):
            if s.loc[seat][peg] == KENNEL:
                found |= 1 << (PEGS * seat + peg)
    return found


def remember(s: Dog, seat: int, code: int, memo: Row) -> None:
    if seat != CHANCE:  # nature only deals
        memo[0] = in_kennels(s)


def count(s: Dog, seat: int, code: int, memo: Row, tally: Row) -> None:
    if seat == CHANCE:
        return
    tally[ROUNDS] = s.round
    home = in_kennels(s) & ~memo[0]
    while home != 0:
        home &= home - 1
        tally[HITS] += 1
    if PLAY <= code < PLAY + PLAYS:
        use = USE_OF[code - PLAY]
        tally[SEVENS] += use == USE_SPLIT
        tally[STARTS] += use == USE_START
    elif TARGET <= code < TARGET + TARGETS:
        tally[JACKS] += 1
    elif code == FOLD:
        tally[FOLDS] += 1
