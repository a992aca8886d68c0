"""What a study of Monty's Bark! Bark! counts. The functions are rule dialect.

A choice may set off a whole chain, of which nothing is to be seen once it is over: a pawn that was
pushed and moved on, a dead end from which the crown was taken away. So the move is made here with
the rules' own small steps, as ``telling`` does, and each step is counted by what it came to.
"""

from __future__ import annotations

from dogpark.games.monty.rules import advance, decide
from dogpark.games.monty.state import (
    ANSWER,
    CAT,
    CLASSES,
    COMMIT,
    DEAD_END,
    DEMAND,
    DRAW,
    DUSK,
    FAR,
    FROZEN,
    GATE_CHOICE,
    HOME_STAGE,
    LAID,
    LAYING,
    LOOP,
    NO_WAY_ON,
    NONE,
    NUMBER,
    ORDER,
    OVER,
    PUSH_CHOICE,
    PUSHING,
    RACE_OVER,
    ROUND,
    SENDING,
    SHORT_CUT,
    SPACE,
    STEP_CHOICE,
    Monty,
)
from dogpark.kernel.measure import Measure
from dogpark.kernel.schema import Row
from dogpark.kernel.watching import OWN

MEASURES = (
    Measure("races", "races"),
    Measure("rounds", "rounds of a race", over="races"),
    Measure("home", "races that end at the second Home Stage", over="races", share=True),
    Measure("short_cut", "races that end by the short cut", over="races", share=True),
    Measure("no_way_on", "races that end because there is no way on", over="races", share=True),
    Measure("dusk", "races that end at dusk", over="races", share=True),
    Measure("cards", "cards found by exploring", over="races"),
    Measure("barks", "Bark Barks", over="races"),
    Measure("dead_ends", "dead ends", over="races"),
    Measure("loops", "loops", over="races"),
    Measure("pushes", "pawns pushed off a card by a cat", over="races"),
    Measure("hops", "squirrels that hop off a card", over="races"),
    Measure("bounces", "bounces off a trampoline", over="races"),
    Measure("talks", "negotiations", over="races"),
    Measure("agreed", "negotiations that end in an agreement", over="talks", share=True),
    Measure("sent_back", "pawns sent back to a gate", over="races"),
    Measure("bluffs", "numbers shown that are not the one said", over="rounds", share=True),
    Measure(
        "cat_edge",
        "percentage of cats among the winners of a race, beyond that among the players",
        over="races",
        scale=100,
    ),
    Measure("points", "points of the winner"),
    Measure("margin", "points that the first is ahead of the second"),
)
(
    RACES,
    ROUNDS,
    BY_HOME,
    BY_SHORT_CUT,
    BY_NO_WAY_ON,
    BY_DUSK,
    CARDS,
    BARKS,
    DEAD_ENDS,
    LOOPS,
    PUSHES,
    HOPS,
    BOUNCES,
    TALKS,
    AGREED,
    SENT_BACK,
    BLUFFS,
    CAT_EDGE,
    POINTS,
    MARGIN,
) = range(OWN, OWN + 20)

# What is remembered from before a small step.
PHASE, LEFT, WAY, TURNS, PAWN, TILE = 0, 1, 2, 3, 4, 5

WHOLE = 10_000  # all of them, in hundredths of a percent
PER_POINT = 2 * FAR  # more than any distance


def standing(s: Monty, seat: int) -> int:
    """Points; then the distance to the crown in the race."""
    stands = PER_POINT * s.points[seat]
    if s.at[seat] != NONE:
        stands += FAR - s.far[s.at[seat]]
    return stands


def move(s: Monty, seat: int, code: int, memo: Row, tally: Row) -> None:
    """What ``apply`` does, counted step by step."""
    before_step(s, memo)
    decide(s, seat, code)
    after_step(s, memo, tally)
    while s.phase > OVER:
        before_step(s, memo)
        advance(s)
        after_step(s, memo, tally)


def before_step(s: Monty, memo: Row) -> None:
    memo[PHASE] = s.phase
    memo[LEFT] = s.left
    memo[WAY] = s.way
    memo[TURNS] = s.turns
    pawn = s.runner
    if (s.phase == SENDING) | (s.phase == GATE_CHOICE):
        pawn = s.sent[0]
    memo[PAWN] = pawn
    memo[TILE] = NONE
    if pawn != NONE:
        memo[TILE] = s.at[pawn]


def after_step(s: Monty, memo: Row, tally: Row) -> None:
    phase = memo[PHASE]
    if (phase == SPACE) | (phase == STEP_CHOICE):
        tally[BOUNCES] += (memo[LEFT] == 0) & has_moved(s, memo)
    elif (phase == SENDING) | (phase == GATE_CHOICE):
        tally[SENT_BACK] += has_moved(s, memo)
    elif (phase == PUSHING) | (phase == PUSH_CHOICE):
        tally[PUSHES] += (s.way != NONE) & (s.pushed != s.runner)
        tally[HOPS] += (s.way != NONE) & (s.pushed == s.runner)
    elif (phase == DRAW) | (phase == LAYING) | (phase == LAID):
        count_card(s, memo, tally)
    elif phase == ROUND:
        tally[ROUNDS] += s.phase != RACE_OVER
    elif phase == RACE_OVER:
        count_race(s, tally)
    else:
        count_talks(s, memo, tally)


def has_moved(s: Monty, memo: Row) -> bool:
    """Whether the pawn whose turn it was stands elsewhere now."""
    pawn = memo[PAWN]
    if pawn == NONE:
        return False
    return s.at[pawn] != memo[TILE]


def count_card(s: Monty, memo: Row, tally: Row) -> None:
    if memo[PHASE] == DRAW:
        tally[CARDS] += s.came_to == FROZEN
        tally[BARKS] += s.came_to == FROZEN
    elif memo[PHASE] == LAYING:
        tally[CARDS] += 1
        tally[BOUNCES] += (memo[LEFT] == 0) & (memo[WAY] == NONE)
    else:
        tally[DEAD_ENDS] += s.came_to == DEAD_END
        tally[LOOPS] += s.came_to == LOOP


def count_talks(s: Monty, memo: Row, tally: Row) -> None:
    phase = memo[PHASE]
    if (phase == NUMBER) | (phase == CLASSES):
        tally[TALKS] += s.talkers != 0
    elif phase == ANSWER:  # another turn to propose would have been counted, be it the last one
        tally[AGREED] += (s.phase == CLASSES) & (s.turns == memo[TURNS])
    elif phase == DEMAND:
        tally[AGREED] += (s.phase == CLASSES) & (s.matter != ORDER or all_the_same(s))
    elif phase == COMMIT and s.phase == NUMBER:
        bluffs = 0
        for seat in range(s.players):
            bluffs += s.bluffs[seat]
        tally[BLUFFS] = bluffs


def all_the_same(s: Monty) -> bool:
    """MON-19.18: whether all have written down the same order."""
    wanted = NONE
    for seat in range(s.players):
        if s.answer[seat] != NONE:
            if wanted != NONE and s.answer[seat] != wanted:
                return False
            wanted = s.answer[seat]
    return True


def count_race(s: Monty, tally: Row) -> None:
    tally[RACES] += 1
    tally[BY_HOME] += s.ending == HOME_STAGE
    tally[BY_SHORT_CUT] += s.ending == SHORT_CUT
    tally[BY_NO_WAY_ON] += s.ending == NO_WAY_ON
    tally[BY_DUSK] += s.ending == DUSK
    cats = 0
    winners = 0
    winning_cats = 0
    for seat in range(s.players):
        is_cat = s.species[seat] == CAT
        is_first = s.rank[seat] == 1
        cats += is_cat
        winners += is_first
        winning_cats += is_cat & is_first
    beyond = winning_cats * s.players - cats * winners
    tally[CAT_EDGE] += WHOLE * beyond // (winners * s.players)
    if s.phase == OVER:
        count_end(s, tally)


def count_end(s: Monty, tally: Row) -> None:
    first = -1
    second = -1
    for seat in range(s.players):
        if s.points[seat] > first:
            second = first
            first = s.points[seat]
        elif s.points[seat] > second:
            second = s.points[seat]
    tally[POINTS] = first
    tally[MARGIN] = first - second
