"""What a study of Here Comes the Dog counts. The functions are rule dialect."""

from __future__ import annotations

from dogpark.games.bonfire.actions import DICE, EXCHANGE, FIRST, STEAL, TAKE
from dogpark.games.bonfire.rules import (
    ALL_CHARCOAL,
    ALL_FIRE,
    ALL_MEAT,
    ASSAULT_END,
    FEED_END,
    NO_END,
    QUIET_END,
    SPOILS,
    pick_up,
    round_end,
)
from dogpark.games.bonfire.scoring import put_back, standing_seats
from dogpark.games.bonfire.scoring import standing as rank
from dogpark.games.bonfire.state import COLOURS, OVER, STEALING, Bonfire
from dogpark.kernel.measure import Measure
from dogpark.kernel.schema import Row
from dogpark.kernel.watching import OWN

MEASURES = (
    Measure("rounds", "rounds"),
    Measure("turns", "turns"),
    Measure("feed_ends", "rounds that end with a Feed", over="rounds", share=True),
    Measure("assault_ends", "rounds that end with an Assault", over="rounds", share=True),
    Measure("quiet_ends", "rounds that end and nothing happens", over="rounds", share=True),
    Measure("feeds", "Feed incidents"),
    Measure("assaults", "Assault incidents"),
    Measure("fire_fests", "Fire Fests"),
    Measure("thefts", "sticks stolen"),
    Measure("exchanges", "turns used to exchange", over="turns", share=True),
    Measure("tamed", "dogs tamed"),
    Measure("lost", "dogs lost to the pack again"),
    Measure("falls", "times that all villagers of a player faint"),
    Measure("knock_outs", "players knocked out"),
    Measure("last_one", "games that end because the others are knocked out", share=True),
    Measure("points", "dogs of the winner"),
    Measure("margin", "dogs that the first is ahead of the second"),
)
(
    ROUNDS,
    TURNS,
    FEED_ENDS,
    ASSAULT_ENDS,
    QUIET_ENDS,
    FEEDS,
    ASSAULTS,
    FIRE_FESTS,
    THEFTS,
    EXCHANGES,
    TAMED,
    LOST,
    FALLS,
    KNOCK_OUTS,
    LAST_ONE,
    POINTS,
    MARGIN,
) = range(OWN, OWN + 17)

# What is remembered from before a move.
PACK, END = 0, 1


def standing(s: Bonfire, seat: int) -> int:
    return rank(s, seat)


def remember(s: Bonfire, seat: int, code: int, memo: Row) -> None:
    memo[PACK] = s.pack
    memo[END] = NO_END
    if TAKE <= code < STEAL:
        memo[END] = end_after(s, seat, code - TAKE)


def end_after(s: Bonfire, seat: int, which: int) -> int:
    """How the round ends once these sticks are taken; they are put back at once."""
    pick_up(s, seat, which)
    end = round_end(s)
    for colour in range(COLOURS):
        put_back(s, seat, colour, SPOILS[which][colour])
    return end


def count(s: Bonfire, seat: int, code: int, memo: Row, tally: Row) -> None:
    tally[ROUNDS] = s.round
    tally[TURNS] = s.turns
    tally[FEED_ENDS] += memo[END] == FEED_END
    tally[ASSAULT_ENDS] += memo[END] == ASSAULT_END
    tally[QUIET_ENDS] += memo[END] == QUIET_END
    if DICE <= code < FIRST:
        tally[FEEDS] += s.roll == ALL_MEAT
        tally[ASSAULTS] += s.roll == ALL_CHARCOAL
        tally[FIRE_FESTS] += s.roll == ALL_FIRE
        tally[THEFTS] += s.phase == STEALING
    elif EXCHANGE <= code < TAKE:
        tally[EXCHANGES] += 1
    if s.pack < memo[PACK]:  # dogs come and go, but never both in one move
        tally[TAMED] += memo[PACK] - s.pack
    else:
        tally[LOST] += s.pack - memo[PACK]
    if s.phase == OVER:
        count_end(s, tally)


def count_end(s: Bonfire, tally: Row) -> None:
    first = -1
    second = -1
    for seat in range(s.players):
        tally[FALLS] += s.falls[seat]
        tally[KNOCK_OUTS] += s.out[seat] != 0
        if s.dogs[seat] > first:
            second = first
            first = s.dogs[seat]
        elif s.dogs[seat] > second:
            second = s.dogs[seat]
    tally[LAST_ONE] += standing_seats(s) <= 1
    tally[POINTS] = first
    tally[MARGIN] = first - second
