"""Rules of thumb: what a hand is worth while the round may still end either way. Rule dialect.

Every choice is judged by the table it leaves behind: each player's sticks at the chance that the
round ends in a Feed or in an Assault, counted in hundredths of a dog.
"""

from __future__ import annotations

from dogpark.games.bonfire.actions import DEFEND, EXCHANGE, ROLL, SETS, STEAL, TAKE
from dogpark.games.bonfire.rules import (
    ALL_CHARCOAL,
    ALL_DIFFERENT,
    ALL_FIRE,
    ALL_MEAT,
    DEAL_COUNT,
    DEAL_GETS,
    DEAL_GIVES,
    ONCE,
    SPOILS,
    TAKE_ALIKE,
    TAKE_LONE,
    TAKE_MIXED,
    TWICE,
    roll_weight,
)
from dogpark.games.bonfire.state import CHARCOAL, COLOURS, FIRE, MEAT, Bonfire

# How often, of a hundred rounds between players of these rules of thumb, the round ends in a Feed
# or in an Assault when so many meat (row) and charcoal (column) lie on the bonfire.
FEED_ODDS = (
    (0, 0, 0, 0, 0, 0, 0, 0),
    (0, 30, 62, 62, 78, 83, 89, 91),
    (0, 36, 47, 60, 70, 78, 85, 88),
    (0, 22, 37, 41, 60, 69, 80, 85),
    (0, 21, 29, 39, 53, 65, 75, 82),
    (0, 13, 23, 28, 43, 55, 71, 76),
    (0, 12, 19, 27, 38, 50, 60, 72),
    (0, 8, 15, 19, 33, 43, 61, 66),
    (0, 9, 14, 21, 30, 42, 50, 70),
    (0, 5, 10, 15, 27, 36, 54, 58),
)
ASSAULT_ODDS = (
    (0, 0, 0, 0, 0, 0, 0, 0),
    (0, 36, 30, 23, 16, 12, 9, 7),
    (0, 58, 45, 34, 23, 17, 12, 9),
    (0, 67, 56, 46, 33, 24, 16, 12),
    (0, 75, 64, 53, 40, 29, 20, 14),
    (0, 83, 73, 65, 50, 38, 24, 20),
    (0, 85, 76, 67, 56, 44, 34, 24),
    (0, 90, 82, 76, 62, 51, 34, 29),
    (0, 89, 83, 75, 65, 52, 45, 26),
    (0, 94, 88, 82, 68, 59, 41, 37),
)

DOG = 100
# By the number of players: with more of them, a stick kept for later is more often too late.
ODD_MEAT = (0, 0, 28, 36, 41)  # a meat that waits for a second one
CHARCOAL_WORTH = (0, 0, 8, 4, 3)  # for exchanges and defences to come
FIRE_WORTH = (0, 0, 13, 10, 9)
VILLAGER = 34
FALL = 29  # all villagers fainted
KNOCK_OUT = 300
PERIL = (100, 35, 10, 0)  # hundredths of the dogs that are as good as lost with so many standing
WIN = 2000  # to be first when the game ends


def harm(s: Bonfire, seat: int, hits: int) -> int:
    """What so many unopposed dogs cost this seat."""
    if hits <= 0:
        return 0
    villagers = s.villagers[seat]
    dogs = s.dogs[seat]
    if hits < villagers:
        if s.round == s.rule_rounds:  # nothing comes after that could take the dogs
            return hits * VILLAGER
        return hits * VILLAGER + (PERIL[villagers - hits] - PERIL[villagers]) * dogs
    if s.falls[seat] == 2:
        return KNOCK_OUT + DOG * dogs
    return FALL + (DOG - PERIL[villagers]) * dogs


def worth(s: Bonfire, seat: int, meat: int, charcoal: int, fire: int, ends: int) -> int:
    """What a hand is worth. ``ends`` is the odds' index, meat and charcoal on the bonfire."""
    sets = fire
    if charcoal < fire:
        sets = charcoal
    hits = meat - meat // 2 - sets
    bonfire_meat = ends >> 3
    bonfire_charcoal = ends & 7
    if bonfire_meat == 0:
        if bonfire_charcoal == 0:
            return 0
        return DOG * (meat // 2)
    if bonfire_charcoal == 0:
        return -harm(s, seat, hits)
    gain = DOG * (meat // 2) + ODD_MEAT[s.players] * (meat % 2)
    now = FEED_ODDS[bonfire_meat][bonfire_charcoal] * gain
    now -= ASSAULT_ODDS[bonfire_meat][bonfire_charcoal] * harm(s, seat, hits)
    later = CHARCOAL_WORTH[s.players] * charcoal + FIRE_WORTH[s.players] * fire
    return now // 100 + later


def score(s: Bonfire, seat: int) -> int:
    """What is safe so far."""
    if s.out[seat] != 0:
        return 0
    return DOG * s.dogs[seat] + VILLAGER * s.villagers[seat]


def outlook(
    s: Bonfire, seat: int, meat: int, charcoal: int, fire: int, ends: int, victim: int, colour: int
) -> int:
    """How this seat stands against the others when it holds these sticks.

    ``victim`` is the seat that lost one stick of ``colour`` on the way, or -1.
    """
    mine = score(s, seat) + worth(s, seat, meat, charcoal, fire, ends)
    best = -10 * WIN
    total = 0
    others = 0
    for other in range(s.players):
        if other != seat and s.out[other] == 0:
            theirs = score(s, other)
            if other == victim:
                theirs += worth(
                    s,
                    other,
                    s.held[other][MEAT] - (colour == MEAT),
                    s.held[other][CHARCOAL] - (colour == CHARCOAL),
                    s.held[other][FIRE] - (colour == FIRE),
                    ends,
                )
            else:
                theirs += worth(
                    s,
                    other,
                    s.held[other][MEAT],
                    s.held[other][CHARCOAL],
                    s.held[other][FIRE],
                    ends,
                )
            others += 1
            total += theirs
            if theirs > best:
                best = theirs
    if others == 0:
        return WIN
    if s.round == s.rule_rounds and ((ends >> 3) == 0 or (ends & 7) == 0):
        # The game ends here: only the place counts.
        if mine > best:
            return WIN + mine - best
        if mine < best:
            return mine - best - WIN
        return 0
    return 2 * mine - best - total // others


def after_take(s: Bonfire, seat: int, which: int) -> int:
    meat = SPOILS[which][MEAT]
    charcoal = SPOILS[which][CHARCOAL]
    fire = SPOILS[which][FIRE]
    return outlook(
        s,
        seat,
        s.held[seat][MEAT] + meat,
        s.held[seat][CHARCOAL] + charcoal,
        s.held[seat][FIRE] + fire,
        ((s.bonfire[MEAT] - meat) << 3) + s.bonfire[CHARCOAL] - charcoal,
        -1,
        0,
    )


def after_exchange(s: Bonfire, seat: int, deal: int) -> int:
    gives = DEAL_GIVES[deal]
    gets = DEAL_GETS[deal]
    count = DEAL_COUNT[deal]
    meat = count * (gets == MEAT)
    charcoal = count * (gets == CHARCOAL) - (gives == CHARCOAL)
    return outlook(
        s,
        seat,
        s.held[seat][MEAT] + meat,
        s.held[seat][CHARCOAL] + charcoal,
        s.held[seat][FIRE] - (gives == FIRE),
        ((s.bonfire[MEAT] - meat) << 3) + s.bonfire[CHARCOAL] - charcoal,
        -1,
        0,
    )


def after_steal(s: Bonfire, seat: int, which: int) -> int:
    colour = which % COLOURS
    return outlook(
        s,
        seat,
        s.held[seat][MEAT] + (colour == MEAT),
        s.held[seat][CHARCOAL] + (colour == CHARCOAL),
        s.held[seat][FIRE] + (colour == FIRE),
        (s.bonfire[MEAT] << 3) + s.bonfire[CHARCOAL],
        which // COLOURS,
        colour,
    )


def after_defence(s: Bonfire, seat: int, which: int) -> int:
    pairs = which // SETS
    sets = which % SETS
    held = s.held[seat][MEAT]
    kept = outlook(
        s,
        seat,
        held - 2 * pairs,
        s.held[seat][CHARCOAL] - sets,
        s.held[seat][FIRE] - sets,
        ((s.bonfire[MEAT] + 2 * pairs) << 3) + s.bonfire[CHARCOAL] + sets,
        -1,
        0,
    )
    return kept - 2 * harm(s, seat, held - pairs - sets)


def best_take(s: Bonfire, seat: int, roll: int) -> int:
    """The better of the two takes that a roll would allow."""
    twice = s.bonfire[TWICE[roll]]
    once = s.bonfire[ONCE[roll]]
    if twice >= 1 and once >= 1:
        best = after_take(s, seat, TAKE_MIXED[roll])
        if twice >= 2:
            alike = after_take(s, seat, TAKE_ALIKE[roll])
            if alike > best:
                best = alike
        return best
    if twice >= 2:
        return after_take(s, seat, TAKE_ALIKE[roll])
    if twice == 1:
        return after_take(s, seat, TAKE_LONE + TWICE[roll])
    return after_take(s, seat, TAKE_LONE + ONCE[roll])


def before_roll(s: Bonfire, seat: int) -> int:
    """The mean over all rolls that let this seat take sticks; others leave things as they are."""
    total = 0
    weights = 0
    for roll in range(10):
        if roll != ALL_MEAT and roll != ALL_DIFFERENT and roll != ALL_CHARCOAL and roll != ALL_FIRE:
            weight = roll_weight(s, roll)
            total += weight * best_take(s, seat, roll)
            weights += weight
    return total // weights


def judge(s: Bonfire, seat: int, code: int) -> int:
    """How this seat would stand after this choice."""
    if code == ROLL:
        return before_roll(s, seat)
    if code < TAKE:
        return after_exchange(s, seat, code - EXCHANGE)
    if code < STEAL:
        return after_take(s, seat, code - TAKE)
    if code < DEFEND:
        return after_steal(s, seat, code - STEAL)
    return after_defence(s, seat, code - DEFEND)
