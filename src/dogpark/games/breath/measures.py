"""What a study of Dog's Breath counts. The functions are rule dialect."""

from __future__ import annotations

from dogpark.games.breath.actions import (
    DISCARD,
    END,
    FALSE_ALARM,
    GUARD,
    NAME,
    OUT,
    PICK,
    SCAVENGE,
)
from dogpark.games.breath.scoring import (
    butt_points,
    hand_points,
    kind_points,
    night_points,
    one_kind_points,
    pair_points,
    special_points,
    super_points,
)
from dogpark.games.breath.state import MEAT, NONE, OVER, POOP, VEGE, Breath
from dogpark.kernel.measure import Measure
from dogpark.kernel.schema import Row
from dogpark.kernel.watching import OWN

MEASURES = (
    Measure("rounds", "rounds"),
    Measure("turns", "turns in a round", over="rounds"),
    Measure("picks", "cards picked from the discards", over="turns", share=True),
    Measure("outs", "times that somebody goes out", over="rounds"),
    Measure("false_alarms", "goings-out that become a false alarm", over="outs", share=True),
    Measure("closed", "rounds that end because somebody is out", over="rounds", share=True),
    Measure(
        "out_best",
        "rounds in which nobody has more than the one who is out",
        over="closed",
        share=True,
    ),
    Measure("scavenges", "scavengers sent", over="rounds"),
    Measure("guards", "scavengers stopped by a guard dog", over="scavenges", share=True),
    Measure("hands", "hands shown, one a player and round"),
    Measure("meat", "points for meat", over="hands"),
    Measure("poop", "points for poop", over="hands"),
    Measure("vege", "points for vege", over="hands"),
    Measure("one_kind", "points for all food of one kind", over="hands"),
    Measure("butts", "points for all butts", over="hands"),
    Measure("night", "points for all night", over="hands"),
    Measure("pairs", "points for pairs", over="hands"),
    Measure("specials", "points for specials", over="hands"),
    Measure("combos", "hands that are a super combo", over="hands", share=True),
    Measure("combo_points", "points for super combos", over="hands"),
    Measure("points", "points of the winner"),
    Measure("margin", "points that the first is ahead of the second"),
)
(
    ROUNDS,
    TURNS,
    PICKS,
    OUTS,
    FALSE_ALARMS,
    CLOSED,
    OUT_BEST,
    SCAVENGES,
    GUARDS,
    HANDS,
    MEAT_POINTS,
    POOP_POINTS,
    VEGE_POINTS,
    ONE_KIND,
    BUTTS,
    NIGHT,
    PAIRS,
    SPECIALS,
    COMBOS,
    COMBO_POINTS,
    POINTS,
    MARGIN,
) = range(OWN, OWN + 22)

# What is remembered from before a move: the round, and what each seat discarded last.
ROUND, LAST = 0, 1

LEAST = -10_000  # fewer points than anybody has


def standing(s: Breath, seat: int) -> int:
    """The total, and what the hand is worth now."""
    if s.phase == OVER:
        return s.total[seat]
    return s.total[seat] + hand_points(s.hand[seat], s.last[seat])


def remember(s: Breath, seat: int, code: int, memo: Row) -> None:
    memo[ROUND] = s.round
    for other in range(s.players):
        memo[LAST + other] = s.last[other]


def count(s: Breath, seat: int, code: int, memo: Row, tally: Row) -> None:
    if PICK <= code < DISCARD:
        tally[PICKS] += 1
    elif (code == END) | (code == OUT):
        tally[TURNS] += 1
        tally[OUTS] += code == OUT
        if s.round > memo[ROUND] or s.phase == OVER:
            count_round(s, memo, tally)
    elif SCAVENGE <= code < NAME:
        tally[SCAVENGES] += 1
    elif code == GUARD:
        tally[GUARDS] += 1
    elif code == FALSE_ALARM:
        tally[FALSE_ALARMS] += 1
    if s.phase == OVER:
        count_end(s, tally)


def count_round(s: Breath, memo: Row, tally: Row) -> None:
    """The hands as they were shown."""
    tally[ROUNDS] += 1
    if s.was_out != NONE:
        tally[CLOSED] += 1
        tally[OUT_BEST] += s.gained[s.was_out] > s.scored[s.was_out]
    for seat in range(s.players):
        tally[HANDS] += 1
        combo = super_points(s.shown[seat], memo[LAST + seat])
        if combo > 0:
            tally[COMBOS] += 1
            tally[COMBO_POINTS] += combo
        else:
            count_parts(s.shown[seat], tally)


def count_parts(hand: Row, tally: Row) -> None:
    tally[MEAT_POINTS] += kind_points(hand, MEAT)
    tally[POOP_POINTS] += kind_points(hand, POOP)
    tally[VEGE_POINTS] += kind_points(hand, VEGE)
    tally[ONE_KIND] += one_kind_points(hand)
    tally[BUTTS] += butt_points(hand)
    tally[NIGHT] += night_points(hand)
    for kind in range(MEAT + 1):
        tally[PAIRS] += pair_points(hand, kind)
    tally[SPECIALS] += special_points(hand)


def count_end(s: Breath, tally: Row) -> None:
    first = LEAST
    second = LEAST
    for seat in range(s.players):
        if s.total[seat] > first:
            second = first
            first = s.total[seat]
        elif s.total[seat] > second:
            second = s.total[seat]
    tally[POINTS] = first
    tally[MARGIN] = first - second
