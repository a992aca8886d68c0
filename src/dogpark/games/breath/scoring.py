"""What a hand is worth, line by line (BRE-7), and the super combos (BRE-8). Rule dialect.

A hand is a row of 15 counts; ``last`` is the sort its player discarded last, or -1.
"""

from __future__ import annotations

from dogpark.games.breath.cards import BONES
from dogpark.games.breath.state import (
    BONE,
    FOOD,
    GUARD_DOG,
    MEAT,
    NONE,
    POOP,
    SCAVENGER,
    SORTS,
    VEGE,
    Breath,
)
from dogpark.kernel.schema import Row

ENOUGH = 3  # of a kind, to score
KIND_POINTS = (4, 5, 6)  # vege, poop, meat
ONE_KIND = 5
PAIR = 3
SPECIAL = 2
DAY_COMBO, NIGHT_COMBO, MEAT_COMBO, BONE_COMBO = 60, 65, 80, 100
HAND = 7
OUT_POINTS = 5  # BRE-9.1


# -- counting -------------------------------------------------------------------------------------


def of_kind(hand: Row, kind: int) -> int:
    first = 4 * kind
    return hand[first] + hand[first + 1] + hand[first + 2] + hand[first + 3]


def food_cards(hand: Row) -> int:
    return of_kind(hand, VEGE) + of_kind(hand, POOP) + of_kind(hand, MEAT)


def kind_scores(hand: Row, kind: int) -> bool:
    """BRE-7.1 to BRE-7.3: three or more; meat only with a bone."""
    return (of_kind(hand, kind) >= ENOUGH) & ((kind != MEAT) | (hand[BONE] > 0))


def pairs_of(hand: Row, kind: int) -> int:
    """Snouts and butts of one kind, two by two."""
    first = 4 * kind
    return min(hand[first] + hand[first + 1], hand[first + 2] + hand[first + 3])


# -- the lines of the table -----------------------------------------------------------------------


def kind_points(hand: Row, kind: int) -> int:
    """BRE-7.1, BRE-7.2, BRE-7.3"""
    return kind_scores(hand, kind) * KIND_POINTS[kind] * of_kind(hand, kind)


def one_kind_points(hand: Row) -> int:
    """BRE-7.4"""
    food = food_cards(hand)
    for kind in range(3):
        if of_kind(hand, kind) == food and kind_scores(hand, kind):
            return ONE_KIND
    return 0


def butt_points(hand: Row) -> int:
    """BRE-7.5"""
    snouts = hand[0] + hand[1] + hand[4] + hand[5] + hand[8] + hand[9]
    return (snouts == 0) * food_cards(hand)


def night_points(hand: Row) -> int:
    """BRE-7.6"""
    days = hand[0] + hand[2] + hand[4] + hand[6] + hand[8] + hand[10]
    return (days == 0) * food_cards(hand)


def pair_points(hand: Row, kind: int) -> int:
    """BRE-7.7"""
    return kind_scores(hand, kind) * PAIR * pairs_of(hand, kind)


def special_points(hand: Row) -> int:
    """BRE-7.8"""
    return SPECIAL * (hand[SCAVENGER] + hand[GUARD_DOG])


def super_points(hand: Row, last: int) -> int:
    """BRE-8.1 to BRE-8.4: what a super combo counts; 0 if the hand is none."""
    bones = hand[BONE]
    meat = of_kind(hand, MEAT)
    if bones == BONES and meat == 1:
        return BONE_COMBO
    if meat == HAND and last == BONE:
        return MEAT_COMBO
    if bones == 1:
        days = 0
        nights = 0
        for way in range(FOOD // 2):  # a snout and a butt of each kind
            days += hand[2 * way] == 1
            nights += hand[2 * way + 1] == 1
        if days == FOOD // 2:
            return DAY_COMBO
        if nights == FOOD // 2:
            return NIGHT_COMBO
    return 0


def plain_points(hand: Row) -> int:
    """All of BRE-7, without super combos."""
    points = one_kind_points(hand) + butt_points(hand) + night_points(hand) + special_points(hand)
    for kind in range(3):
        points += kind_points(hand, kind) + pair_points(hand, kind)
    return points


def hand_points(hand: Row, last: int) -> int:
    """What a hand of 7 is worth; a super combo counts instead of everything else (BRE-8)."""
    combo = super_points(hand, last)
    if combo > 0:
        return combo
    return plain_points(hand)


# -- rounds and match -----------------------------------------------------------------------------


def may_go_out(s: Breath, seat: int) -> bool:
    """Whether this hand is good enough for the house (BRE-11.6, BRE-11.7)."""
    if s.rule_super_combo_to_go_out != 0 and super_points(s.hand[seat], s.last[seat]) == 0:
        return False
    if s.rule_min_points_to_go_out == 0:
        return True
    return hand_points(s.hand[seat], s.last[seat]) >= s.rule_min_points_to_go_out


def out_points(s: Breath, seat: int) -> int:
    """BRE-9.1: what going out brings to this seat, by the hands as scored."""
    if seat != s.was_out:
        return 0
    for other in range(s.players):
        if s.scored[other] > s.scored[seat]:
            return -OUT_POINTS
    return OUT_POINTS


def score_round(s: Breath) -> None:
    """All hands are shown and counted (BRE-9.1, BRE-9.2, BRE-9.4)."""
    s.was_out = s.out
    for seat in range(s.players):
        s.scored[seat] = hand_points(s.hand[seat], s.last[seat])
        for sort in range(SORTS):
            s.shown[seat][sort] = s.hand[seat][sort]
    for seat in range(s.players):
        s.gained[seat] = s.scored[seat] + out_points(s, seat)
        s.total[seat] += s.gained[seat]
    s.out = NONE
    s.proven = 0


def result(s: Breath, places: Row, points: Row) -> None:
    """BRE-9.3"""
    for seat in range(s.players):
        place = 1
        for other in range(s.players):
            place += s.total[other] > s.total[seat]
        places[seat] = place
        points[seat] = s.total[seat]
