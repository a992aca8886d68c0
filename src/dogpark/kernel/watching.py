"""Watching: whole games between policies, and what a study counts in them.

Rule dialect, on every device. The functions under "the game's own" are stand-ins for those of
``games/<name>/measures.py``. Compiled when a study asks for it, and only then.
"""

from __future__ import annotations

from typing import Any

from dogpark.kernel.facts import CHANCE, CHANCE_BIT
from dogpark.kernel.playout import (
    NOBODY,
    active,
    apply,
    choose,
    draw_outcome,
    result,
    start,
    turn,
)
from dogpark.kernel.schema import Row, Table

# What is counted in every game, at these places of a tally; a game's own measures follow.
DECISIONS = 0
LEAD_CHANGES = 1
HALFWAY = 2  # who was ahead when half of the game was over; NOBODY: it was shared
BEGINNER = 3  # who was the first to be asked alone
OWN = 4
TALLY = 28

MEMO = 8  # numbers that a game keeps from before a move to after it

# The trace of who was ahead: a few samples however long the game, each standing for as many turns;
# before them who leads, whose turn was the last, and who was asked then.
SAMPLES = 64
COUNT, STRIDE, SKIPPED, LEADER, LAST, ASKED = range(6)
FIRST = 6
TRACE = FIRST + SAMPLES

HOOKS = ("standing", "side", "remember", "count", "move")

# -- the game's own -------------------------------------------------------------------------------


def standing(s: Any, seat: int) -> int:
    """How far a seat has come: more is better."""
    raise NotImplementedError


def side(_s: Any, seat: int) -> int:
    """Those with the same number win together."""
    return seat


def remember(s: Any, seat: int, code: int, memo: Row) -> None:
    """What ``count`` has to know of the table before the move."""


def count(s: Any, seat: int, code: int, memo: Row, tally: Row) -> None:
    """Counts what the move came to; the table is as it is after it."""


def move(s: Any, seat: int, code: int, memo: Row, tally: Row) -> None:
    """Makes a move and counts what it came to; a game may go through its steps one by one."""
    remember(s, seat, code, memo)
    apply(s, seat, code)
    count(s, seat, code, memo, tally)


# -- the driver -----------------------------------------------------------------------------------


def ahead(s: Any) -> int:
    """The seat that has come furthest, or the first of its side; NOBODY where sides share that."""
    first = 0
    furthest = standing(s, 0)
    shared = False
    for seat in range(1, s.players):
        stands = standing(s, seat)
        if stands > furthest:
            first = seat
            furthest = stands
            shared = False
        elif stands == furthest and side(s, seat) != side(s, first):
            shared = True
    return NOBODY if shared else first


def sample(trace: Row, leader: int) -> None:
    """Adds who is ahead; when the trace is full every second sample goes."""
    trace[SKIPPED] += 1
    if trace[SKIPPED] < trace[STRIDE]:
        return
    trace[SKIPPED] = 0
    if trace[COUNT] == SAMPLES:
        for i in range(SAMPLES // 2):
            trace[FIRST + i] = trace[FIRST + 2 * i + 1]
        trace[COUNT] = SAMPLES // 2
        trace[STRIDE] *= 2
    trace[FIRST + trace[COUNT]] = leader
    trace[COUNT] += 1


def begins(mask: int, before: int) -> bool:
    """Whether one seat alone is asked, and is not the last of several asked at once."""
    single = mask & (mask - 1) == 0
    rest = before & (before - 1) != 0 and before & mask != 0
    return single and not rest


def watch_start(s: Any, trace: Row, tally: Row) -> None:
    """Starts a game of which nothing is counted yet."""
    for i in range(TALLY):
        tally[i] = 0
    tally[HALFWAY] = NOBODY
    tally[BEGINNER] = NOBODY
    trace[COUNT] = 0
    trace[STRIDE] = 1
    trace[SKIPPED] = 0
    trace[LEADER] = NOBODY
    trace[LAST] = NOBODY
    trace[ASKED] = 0
    start(s)


def watch_step(
    s: Any,
    mask: int,
    policies: Row,
    dice: Table,
    codes: Row,
    weights: Row,
    memo: Row,
    trace: Row,
    tally: Row,
) -> None:
    """One move or outcome; who is ahead is looked up whenever another seat's turn begins."""
    seat = CHANCE
    if mask & CHANCE_BIT:
        code = draw_outcome(s, codes, weights)
    else:
        seat = turn(s, mask)
        if tally[BEGINNER] == NOBODY and begins(mask, trace[ASKED]):
            tally[BEGINNER] = seat
        trace[ASKED] = mask
        if seat != trace[LAST]:
            trace[LAST] = seat
            now = ahead(s)
            sample(trace, now)
            if now != NOBODY:
                if trace[LEADER] != NOBODY and side(s, now) != side(s, trace[LEADER]):
                    tally[LEAD_CHANGES] += 1
                trace[LEADER] = now
        code = choose(s, seat, policies[seat], codes, dice[seat])
        tally[DECISIONS] += 1
    move(s, seat, code, memo, tally)


def watch_end(trace: Row, tally: Row) -> None:
    """Counts what is known only when the game is over."""
    if trace[COUNT] > 0:
        tally[HALFWAY] = trace[FIRST + trace[COUNT] // 2]


def watch(
    s: Any,
    policies: Row,
    dice: Table,
    codes: Row,
    weights: Row,
    memo: Row,
    trace: Row,
    tally: Row,
    max_decisions: int,
) -> None:
    """Plays a whole game and counts."""
    watch_start(s, trace, tally)
    while tally[DECISIONS] < max_decisions:
        mask = active(s)
        if mask == 0:
            break
        watch_step(s, mask, policies, dice, codes, weights, memo, trace, tally)
    watch_end(trace, tally)


def watch_many(
    states: Any,
    policies: Table,
    dice: Any,
    codes: Row,
    weights: Row,
    memo: Row,
    trace: Row,
    tallies: Table,
    places: Table,
    points: Table,
    max_decisions: int,
) -> None:
    """One game in each state; what was counted and how it ended goes into the caller's arrays."""
    for game in range(len(states)):
        watch(
            states[game],
            policies[game],
            dice[game],
            codes,
            weights,
            memo,
            trace,
            tallies[game],
            max_decisions,
        )
        if active(states[game]) == 0:
            result(states[game], places[game], points[game])


def tell_many(
    states: Any,
    policies: Table,
    dice: Any,
    codes: Row,
    weights: Row,
    seats: Table,
    moves: Table,
    lengths: Row,
    max_steps: int,
) -> None:
    """One game in each state, every move of it written down: who and what, nature's too.

    A game that is longer than its row stops there; its length then is that of the row.
    """
    for game in range(len(states)):
        s = states[game]
        start(s)
        made = 0
        while made < max_steps:
            mask = active(s)
            if mask == 0:
                break
            seat = CHANCE
            if mask & CHANCE_BIT:
                code = draw_outcome(s, codes, weights)
            else:
                seat = turn(s, mask)
                code = choose(s, seat, policies[game][seat], codes, dice[game][seat])
            apply(s, seat, code)
            seats[game][made] = seat
            moves[game][made] = code
            made += 1
        lengths[game] = made
