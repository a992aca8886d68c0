"""Rules of thumb: how likely this seat is to win while the round may still end either way. Rule dialect.

Every choice is judged by the table it leaves behind: everybody's sticks as they would count in a
Feed and in an Assault, at the odds that the round ends in one or the other.
"""

from __future__ import annotations

from dogpark.games.bonfire.actions import DEFEND, EXCHANGE, ROLL, SETS, STEAL, TAKE
from dogpark.games.bonfire.chances import DOG, HOPELESS, ONE, OUT, rating, rivalry
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
from dogpark.games.bonfire.scoring import STICKS
from dogpark.games.bonfire.state import CHARCOAL, COLOURS, FIRE, MEAT, Bonfire
from dogpark.kernel.playout import FAMILY, PUPPY, SURE

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

# How the round may end, seen from before.
QUIETLY = 0
IN_FEED = 1
IN_ASSAULT = 2

ODD_MEAT = 29  # hundredths of a dog: a meat that waits for a second one
SPARE_SET = 7  # a set more than the dogs of an Assault ask for
# Hundredths of a lead that are left when the round ends, by the turns that it takes at least.
LASTING = (100, 94, 86, 84, 55)
CERTAIN = 10_000  # in place of these when the game ends: any lead wins
THEFT = 2900  # what the chance to steal adds to a roll, in parts of WIN
WIN = 1_000_000


def rating_after(
    s: Bonfire, seat: int, meat: int, charcoal: int, fire: int, hits: int, end: int, sure: bool
) -> int:
    """How a seat stands when it holds these sticks and the round ends like this.

    ``hits`` are villagers that faint before that. Unless it is ``sure`` to end now, sticks may
    still come to something.
    """
    dogs = DOG * s.dogs[seat]
    if end == IN_FEED:
        dogs += DOG * (meat // 2)
        if not sure:
            dogs += ODD_MEAT * (meat % 2)
    elif end == IN_ASSAULT:
        sets = fire
        if charcoal < fire:
            sets = charcoal
        unopposed = meat - meat // 2 - sets
        if unopposed > 0:
            hits += unopposed
        elif unopposed < 0 and not sure:
            dogs += SPARE_SET
    return rating(s, seat, s.rule_rounds - s.round, dogs, hits)


def chance_after(
    s: Bonfire,
    seat: int,
    meat: int,
    charcoal: int,
    fire: int,
    hits: int,
    victim: int,
    colour: int,
    end: int,
    lasting: int,
) -> int:
    """The chance to win, in parts of WIN, when the round ends like this; see ``outlook``."""
    sure = lasting >= LASTING[0]
    mine = rating_after(s, seat, meat, charcoal, fire, hits, end, sure)
    if mine == OUT:
        return 0
    total = 1 << ONE
    for other in range(s.players):
        if other != seat and s.out[other] == 0:
            robbed = other == victim
            theirs = rating_after(
                s,
                other,
                s.held[other][MEAT] - (robbed and colour == MEAT),
                s.held[other][CHARCOAL] - (robbed and colour == CHARCOAL),
                s.held[other][FIRE] - (robbed and colour == FIRE),
                0,
                end,
                sure,
            )
            ahead = (theirs - mine) * lasting // 100
            if ahead > HOPELESS:
                return 0
            total += rivalry(ahead)
    return (WIN << ONE) // total


def outlook(
    s: Bonfire,
    seat: int,
    meat: int,
    charcoal: int,
    fire: int,
    ends: int,
    hits: int,
    victim: int,
    colour: int,
) -> int:
    """This seat's chance to win, in parts of WIN, when it holds these sticks.

    ``ends`` is the odds' index, meat and charcoal on the bonfire. ``hits`` are villagers that faint
    on the way; ``victim`` is the seat that lost one stick of ``colour``, or -1.
    """
    bonfire_meat = ends >> 3
    bonfire_charcoal = ends & 7
    if bonfire_meat == 0 or bonfire_charcoal == 0:
        end = QUIETLY
        if bonfire_charcoal > 0:
            end = IN_FEED
        elif bonfire_meat > 0:
            end = IN_ASSAULT
        lasting = LASTING[0]
        if s.round == s.rule_rounds:
            lasting = CERTAIN
        return chance_after(s, seat, meat, charcoal, fire, hits, victim, colour, end, lasting)
    turns = (bonfire_meat + 1) // 2
    if (bonfire_charcoal + 1) // 2 < turns:
        turns = (bonfire_charcoal + 1) // 2
    lasting = LASTING[turns]
    feed = FEED_ODDS[bonfire_meat][bonfire_charcoal]
    assault = ASSAULT_ODDS[bonfire_meat][bonfire_charcoal]
    mean = feed * chance_after(
        s, seat, meat, charcoal, fire, hits, victim, colour, IN_FEED, lasting
    )
    mean += assault * chance_after(
        s, seat, meat, charcoal, fire, hits, victim, colour, IN_ASSAULT, lasting
    )
    mean += (100 - feed - assault) * chance_after(
        s, seat, meat, charcoal, fire, hits, victim, colour, QUIETLY, lasting
    )
    return mean // 100


def standing_chance(s: Bonfire, seat: int) -> int:
    """The chance to win, in parts of WIN, at the beginning of a round."""
    rounds = s.rule_rounds - s.round + 1
    mine = rating(s, seat, rounds, DOG * s.dogs[seat], 0)
    total = 1 << ONE
    for other in range(s.players):
        if other != seat and s.out[other] == 0:
            ahead = rating(s, other, rounds, DOG * s.dogs[other], 0) - mine
            if ahead > HOPELESS:
                return 0
            total += rivalry(ahead)
    return (WIN << ONE) // total


def value(s: Bonfire, seat: int) -> int:
    """This seat's chance to win, in parts of SURE."""
    if s.out[seat] != 0:
        return 0
    home = 0
    for colour in range(COLOURS):
        home += STICKS[colour] - s.bonfire[colour]
    if home == 0:
        return standing_chance(s, seat) * SURE // WIN
    ends = (s.bonfire[MEAT] << 3) + s.bonfire[CHARCOAL]
    chance = outlook(
        s,
        seat,
        s.held[seat][MEAT],
        s.held[seat][CHARCOAL],
        s.held[seat][FIRE],
        ends,
        0,
        -1,
        0,
    )
    return chance * SURE // WIN


def overlooks(s: Bonfire, policy: int) -> int:
    """A game of luck hides small slips: each level has to miss far more than elsewhere to be felt."""
    if policy == PUPPY:
        return 75
    return 35 if policy == FAMILY else 0


def chapter(s: Bonfire) -> int:
    """A try-out ends with the round: all sticks are home, and the standings say enough."""
    return s.round


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
        0,
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
        0,
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
        0,
        which // COLOURS,
        colour,
    )


def after_defence(s: Bonfire, seat: int, which: int) -> int:
    pairs = which // SETS
    sets = which % SETS
    held = s.held[seat][MEAT]
    return outlook(
        s,
        seat,
        held - 2 * pairs,
        s.held[seat][CHARCOAL] - sets,
        s.held[seat][FIRE] - sets,
        ((s.bonfire[MEAT] + 2 * pairs) << 3) + s.bonfire[CHARCOAL] + sets,
        held - pairs - sets,
        -1,
        0,
    )


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
    """The mean over all rolls that let this seat take sticks; others leave things about as they are."""
    total = 0
    weights = 0
    for roll in range(10):
        if roll != ALL_MEAT and roll != ALL_DIFFERENT and roll != ALL_CHARCOAL and roll != ALL_FIRE:
            weight = roll_weight(s, roll)
            total += weight * best_take(s, seat, roll)
            weights += weight
    return total // weights + THEFT


def judge(s: Bonfire, _look: int, seat: int, code: int) -> int:
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
