"""The hand of a player who is out, where the house asks for a certain one (BRE-10.8).

What such a hand scores depends on little: how many snouts and butts of each kind, bones and
specials there are, its shape, and whether the food is all night, all day or neither. So all good
shapes are listed once, and one is drawn by the number of ways to deal it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dogpark.games.breath.scoring import HAND, may_go_out
from dogpark.games.breath.state import BONE, DAY, FOOD, NIGHT, NONE, SORTS, Breath
from dogpark.kernel.rng import dice_below
from dogpark.kernel.schema import Row

Counts: TypeAlias = NDArray[np.int64]
Marks: TypeAlias = NDArray[np.bool_]

HALVES = FOOD // 2  # snouts and butts of each kind; then bones, then specials
PARTS = HALVES + 2
MOST = 64  # more cards than there are of any part
WAYS: Counts = np.array([[comb(n, k) for k in range(HAND + 1)] for n in range(MOST)], np.int64)


def part_of(sort: int) -> int:
    return sort // 2 if sort < FOOD else HALVES + (sort > BONE)


def deal_outed(s: Breath, seat: int, certain: Row, cards: Sequence[int], dice: Row) -> list[int]:
    """The cards of this hand besides the certain ones, out of ``cards``: each way as likely."""
    shapes, night, day, mixed = _good_shapes(
        s.rule_min_points_to_go_out, s.rule_super_combo_to_go_out, int(s.last[seat] == BONE)
    )
    fixed = np.bincount([part_of(i) for i in range(SORTS) for _ in range(certain[i])], None, PARTS)
    missing = shapes - fixed
    fits = (missing >= 0).all(axis=1)
    missing[~fits] = 0
    of_time = [
        _ways(missing, [card for card in cards if card >= FOOD or card % 2 == time])
        * (not any(certain[1 - time : FOOD : 2]))
        for time in (DAY, NIGHT)
    ]
    either = _ways(missing, cards)
    foodless = shapes[:, :HALVES].sum(axis=1) == 0
    of_time[DAY][foodless] = 0  # counted as night
    weights = np.concatenate(
        [
            of_time[NIGHT] * (night & fits),
            of_time[DAY] * (day & fits),
            (either - of_time[NIGHT] - of_time[DAY]) * (mixed & fits),
        ]
    )
    sums = np.cumsum(weights)
    drawn = int(np.searchsorted(sums, dice_below(dice, int(sums[-1])), side="right"))
    time, which = divmod(drawn, len(shapes))
    wanted = [int(count) for count in missing[which]]
    if time == 2:
        return _pick_mixed(wanted, certain, cards, dice)
    when = (NIGHT, DAY)[time]
    return _pick(wanted, [card for card in cards if card >= FOOD or card % 2 == when], dice)


def _ways(missing: Counts, cards: Sequence[int]) -> Counts:
    """In how many ways these cards give so many of each part."""
    there = np.bincount([part_of(card) for card in cards], None, PARTS)
    return np.asarray(WAYS[there, missing].prod(axis=1))


def _pick(wanted: Row, cards: Sequence[int], dice: Row) -> list[int]:
    picked = []
    for part, count in enumerate(wanted):
        there = [card for card in cards if part_of(card) == part]
        for _ in range(count):
            picked.append(there.pop(dice_below(dice, len(there))))
    return picked


def _pick_mixed(wanted: Row, certain: Row, cards: Sequence[int], dice: Row) -> list[int]:
    """Until there is both a day and a night."""
    fixed = {sort % 2 for sort in range(FOOD) if certain[sort]}
    while True:
        picked = _pick(wanted, cards, dice)
        if len(fixed | {card % 2 for card in picked if card < FOOD}) == 2:
            return picked


# -- shapes ---------------------------------------------------------------------------------------


@cache
def _good_shapes(least: int, combo: int, after_bone: int) -> tuple[Counts, Marks, Marks, Marks]:
    """All shapes, and which of them may go out with food all night, all day, and mixed."""
    s = Breath()
    s.rule_min_points_to_go_out, s.rule_super_combo_to_go_out = least, combo
    s.last[0] = BONE if after_bone else NONE
    shapes, good = [], []
    for shape in _shapes():
        shapes.append(shape)
        row = []
        for odd, rest in ((NIGHT, NIGHT), (DAY, DAY), (DAY, NIGHT)):
            s.hand[0] = _example(shape, odd, rest)
            row.append(may_go_out(s, 0))
        good.append(row)
    night, day, mixed = np.array(good, bool).T
    return np.array(shapes, np.int64), night, day, mixed


def _shapes() -> Iterator[Row]:
    """All ways to split a hand into its parts."""
    for bars in combinations(range(HAND + PARTS - 1), PARTS - 1):
        edges = (-1, *bars, HAND + PARTS - 1)
        yield [b - a - 1 for a, b in pairwise(edges)]


def _example(shape: Row, odd: int, rest: int) -> Row:
    """A hand of this shape; the time of its first food card, and that of the others."""
    hand, time = [0] * SORTS, odd
    for half in range(HALVES):
        for _ in range(shape[half]):
            hand[2 * half + time] += 1
            time = rest
    hand[BONE], hand[BONE + 1] = shape[HALVES:]
    return hand
