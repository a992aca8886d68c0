"""Rules of thumb: fair in talks, quick to explore, and always looking for a short cut. Rule dialect.

Only what lies open on the table is looked at, and the seat's own word. Talks: those who have never
led anybody up the garden path take turns at the high numbers, and share a number evenly. Running:
whoever leads tries to end the race, by a Home Stage, or by laying the last corner against a wall.
"""

from __future__ import annotations

from dogpark.games.monty.actions import (
    CLAIM_CODE,
    COMMIT_CODE,
    CROWN_CODE,
    CROWN_TILE_CODE,
    EXPLORE_CODE,
    ORIENT_CODE,
    PUSH_CODE,
    RESPOND_CODE,
    SHORTCUT_CODE,
    START_CODE,
    STEP_CODE,
    WIDTH,
)
from dogpark.games.monty.bargain import (
    judge_answer,
    judge_answer_naively,
    judge_demand,
    judge_offer,
)
from dogpark.games.monty.crown import pawns_on
from dogpark.games.monty.distance import measure
from dogpark.games.monty.foresight import judge_exploration, judge_orientation
from dogpark.games.monty.ground import is_single_space, tile_of_code
from dogpark.games.monty.race import last_word
from dogpark.games.monty.state import (
    ACCEPT,
    ANSWER,
    COMMIT,
    CROWN_CHOICE,
    DEMAND,
    EXPLORE_CHOICE,
    LAY_START,
    OFFER,
    ORIENT_CHOICE,
    PUSH_CHOICE,
    SILENT,
    SPECIES,
    STEP_CHOICE,
    TALK,
    TRAMP,
    Monty,
)
from dogpark.games.monty.trust import judge_claim, judge_naively, judge_number
from dogpark.kernel.playout import FAMILY, PUPPY, SURE, greedy, notice
from dogpark.kernel.schema import Row

ALWAYS = 10_000

# -- the rest ---------------------------------------------------------------------------------------


def judge_step(s: Monty, seat: int, side: int) -> int:
    other = s.beside[s.at[seat]][side]
    worth = -10 * s.far[other]
    if s.left <= 1:
        if s.kind[other] == TRAMP:
            worth += 2
        elif is_single_space(s.kind[other]) and pawns_on(s, other) != 0:
            worth += 1
    return worth


def judge_push(s: Monty, seat: int, side: int) -> int:
    """Others go back, a squirrel itself goes on."""
    tile = s.at[s.pushed]
    if (s.links[tile] >> side) & 1:
        far = s.far[s.beside[tile][side]]
    elif tile == s.crown:
        far = -1
    else:
        far = s.far[tile] + 1
    return -far if s.pushed == seat else far


def judge_crown(s: Monty, seat: int, code: int) -> int:
    """Close to oneself and far from the others."""
    if code == SHORTCUT_CODE:
        return ALWAYS
    before = s.crown
    s.crown = tile_of_code(s, code, CROWN_CODE, CROWN_TILE_CODE)
    measure(s)
    mine = s.far[s.at[seat]]
    nearest = 100
    total = 0
    for other in range(s.players):
        if other != seat:
            far = s.far[s.at[other]]
            total += far
            if far < nearest:
                nearest = far
    s.crown = before
    measure(s)
    return 20 * (nearest - mine) + total


def judge_start(s: Monty, code: int) -> int:
    place = code - START_CODE
    x = (place >> 1) % WIDTH
    y = (place >> 1) // WIDTH
    return -abs(2 * x + 1 - s.rule_table_w) - abs(2 * y + 1 - s.rule_table_h)


# -- the whole table --------------------------------------------------------------------------------

# How the chance to win the match grows with points, 0 to 5, for any number of players; fitted to
# thousands of matches by these rules of thumb.
WEIGHT = (10, 21, 30, 75, 140, 210)


def chapter(s: Monty) -> int:
    """A race: the next one begins anew, with nothing but points."""
    return s.race


def value(s: Monty, seat: int) -> int:
    """A seat's weight among all: about its chance to win the match."""
    total = 0
    for other in range(s.players):
        total += WEIGHT[s.points[other]]
    return SURE * WEIGHT[s.points[seat]] // total


def judge(s: Monty, _look: int, seat: int, code: int) -> int:
    phase = s.phase
    if phase == EXPLORE_CHOICE:
        return judge_exploration(s, seat, code - EXPLORE_CODE)
    if phase == STEP_CHOICE:
        return judge_step(s, seat, code - STEP_CODE)
    if phase == OFFER:
        return judge_offer(s, seat, code)
    if phase == ANSWER:
        return judge_answer(s, seat, code - RESPOND_CODE)
    if phase == COMMIT:
        return judge_number(s, seat, code - COMMIT_CODE + 2)
    if phase == TALK:
        return judge_claim(s, seat, code - CLAIM_CODE)
    if phase == PUSH_CHOICE:
        return judge_push(s, seat, code - PUSH_CODE)
    if phase == CROWN_CHOICE:
        return judge_crown(s, seat, code)
    if phase == ORIENT_CHOICE:
        return judge_orientation(s, seat, code - ORIENT_CODE)
    if phase == DEMAND:
        return judge_demand(s, seat, code)
    if phase == LAY_START:
        return judge_start(s, code)
    if phase == SPECIES:
        return code  # a squirrel: hopping on is worth a space
    return 0


# -- the lower levels -------------------------------------------------------------------------------


def overlooks(s: Monty, policy: int) -> int:
    """Ways to go and cards to lay that somebody does not see, of a hundred."""
    if policy == PUPPY:
        return 55
    return 35 if policy == FAMILY else 0


def weaker(s: Monty, seat: int, policy: int, codes: Row, count: int, dice: Row) -> int:
    """Less attentive, but nobody forgets what they have said, or misses a question put to them.

    A puppy is honest and trusting: it believes every word, and says yes to whatever gives it a space.
    """
    naive = policy == PUPPY
    if s.phase == ANSWER:
        if naive:
            return 1 - judge_answer_naively(s, seat, ACCEPT)
        return greedy(s, seat, codes, count, dice)
    if s.phase == COMMIT and last_word(s, seat) != SILENT:
        return greedy(s, seat, codes, count, dice)
    seen = notice(codes, count, overlooks(s, policy), dice)
    if s.phase == COMMIT and naive:
        return naive_number(s, seat, codes, seen)
    return greedy(s, seat, codes, seen, dice)


def naive_number(s: Monty, seat: int, codes: Row, seen: int) -> int:
    chosen = 0
    for i in range(1, seen):
        number = codes[i] - COMMIT_CODE + 2
        best = codes[chosen] - COMMIT_CODE + 2
        if judge_naively(s, seat, number) > judge_naively(s, seat, best):
            chosen = i
    return chosen
