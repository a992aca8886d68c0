"""What a study of DOGPILE counts. The functions are rule dialect."""

from __future__ import annotations

from dogpark.games.dogpile.actions import BURY, DIG, KEEP, PAWS, PUT, STOP, TIME_UP, WAIT
from dogpark.games.dogpile.scoring import (
    ACE,
    COLLAR,
    STRAIGHT,
    TWO,
    feat_of,
    has_boneathon,
    is_blackjaw,
    total_of,
    value_of,
)
from dogpark.games.dogpile.state import NONE, OVER, Dogpile
from dogpark.kernel.measure import Measure
from dogpark.kernel.schema import Row
from dogpark.kernel.watching import OWN

MEASURES = (
    Measure("loots", "loots shown, one a dog and round"),
    Measure("loot_points", "points of a loot", over="loots"),
    Measure("short", "loots of fewer than three bones", over="loots", share=True),
    Measure("collars", "loots that are three of a collar", over="loots", share=True),
    Measure("straights", "loots that are a straight fetch", over="loots", share=True),
    Measure("digs", "bones dug for a loot", over="loots"),
    Measure("puts", "bones put back just after digging", over="digs", share=True),
    Measure("buries", "bones kept and then buried", over="digs", share=True),
    Measure("waits", "moments waited in a round", over="loots"),
    Measure("sniffs", "sniffs at three bones"),
    Measure("declined", "sniffs that a dog does not want"),
    Measure("boneathons", "boneathons"),
    Measure("blackjaws", "dogs with a blackjaw"),
    Measure("blackjaw_wins", "games won by a blackjaw", share=True),
    Measure("fullhounds", "games won by a fullhound", share=True),
    Measure("points", "points of a fullhound", over="fullhounds"),
    Measure("margin", "points that a fullhound is ahead of the second", over="fullhounds"),
)
(
    LOOTS,
    LOOT_POINTS,
    SHORT,
    COLLARS,
    STRAIGHTS,
    DIGS,
    PUTS,
    BURIES,
    WAITS,
    SNIFFS,
    DECLINED,
    BONEATHONS,
    BLACKJAWS,
    BLACKJAW_WINS,
    FULLHOUNDS,
    POINTS,
    MARGIN,
) = range(OWN, OWN + 17)

# What is remembered from before a move.
ROUND = 0


def standing(s: Dogpile, seat: int) -> int:
    """Points so far, and the values of the bones in the paws."""
    points = total_of(s, seat)
    for i in range(s.held[seat]):
        points += value_of(s.face[s.paw[seat][i]])
    return points


def remember(s: Dogpile, seat: int, code: int, memo: Row) -> None:
    memo[ROUND] = s.round


def count(s: Dogpile, seat: int, code: int, memo: Row, tally: Row) -> None:
    tally[SNIFFS] = s.sniffs
    if DIG <= code < KEEP:
        tally[DIGS] += 1
    elif PUT <= code < BURY:
        tally[PUTS] += 1
    elif BURY <= code < WAIT:
        tally[BURIES] += 1
    elif code == WAIT:
        tally[WAITS] += 1
    elif code == STOP:
        tally[DECLINED] += 1
    elif code == TIME_UP:
        for dog in range(s.players):
            count_loot(s, dog, memo[ROUND], tally)
    if s.phase == OVER:
        count_end(s, tally)


def count_loot(s: Dogpile, dog: int, number: int, tally: Row) -> None:
    tally[LOOTS] += 1
    tally[LOOT_POINTS] += s.points[dog][number]
    last = s.loot[dog][PAWS * number + PAWS - 1]
    if last == NONE:
        tally[SHORT] += 1
        return
    feat = feat_of(
        s.loot[dog][PAWS * number], s.loot[dog][PAWS * number + 1], last, s.rule_mixed_straights
    )
    tally[COLLARS] += feat == COLLAR
    tally[STRAIGHTS] += feat == STRAIGHT


def count_end(s: Dogpile, tally: Row) -> None:
    first = -1
    second = -1
    for dog in range(s.players):
        tally[BONEATHONS] += has_boneathon(s, dog, ACE)
        tally[BONEATHONS] += has_boneathon(s, dog, TWO)
        tally[BLACKJAWS] += is_blackjaw(s, dog)
        total = total_of(s, dog)
        if total > first:
            second = first
            first = total
        elif total > second:
            second = total
    if tally[BLACKJAWS] > 0:  # PILE-6.4: it is before all others
        tally[BLACKJAW_WINS] = 1
    else:
        tally[FULLHOUNDS] = 1
        tally[POINTS] = first
        tally[MARGIN] = first - second
