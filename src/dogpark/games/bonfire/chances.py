"""How likely a seat is to win, from where everybody stands when a round is over. Rule dialect.

Every seat has a rating, and its chances go by two to the power of it: a doubling more is twice the
chances. With rounds to come the ratings are a multinomial logistic regression on 150,000 games between
rules of thumb for each number of players, at the beginning of each round but the first. With none to
come they say how much a dog or a villager is worth before the last round is over; those two, like
the numbers in ``strategy``, are what won most among variants that played each other.
"""

from __future__ import annotations

from dogpark.games.bonfire.scoring import REVIVED
from dogpark.games.bonfire.state import Bonfire

MOST_ROUNDS = 4  # to come that make a difference
# The health of a seat: out, then 1 to 3 villagers, 1 or 2 after one fall, 1 after two.
HEALTH = (0, 3, 5)  # by falls; the villagers that stand are added

# In 64ths of a doubling: by players from 2, by rounds to come from 0, by health.
HEALTH_RATING = (
    (
        (0, 75, 150, 225, 75, 150, 75),
        (0, -50, -25, 0, -85, -46, -138),
        (0, -36, -15, 0, -70, -41, -133),
        (0, -44, -16, 0, -77, -53, -150),
        (0, -56, -25, 0, -83, -67, -175),
    ),
    (
        (0, 75, 150, 225, 75, 150, 75),
        (0, -77, -39, 0, -89, -35, -123),
        (0, -51, -29, 0, -77, -37, -123),
        (0, -46, -25, 0, -91, -44, -143),
        (0, -53, -25, 0, -99, -55, -160),
    ),
    (
        (0, 75, 150, 225, 75, 150, 75),
        (0, -114, -59, 0, -112, -46, -147),
        (0, -71, -40, 0, -85, -40, -139),
        (0, -55, -30, 0, -88, -43, -148),
        (0, -57, -27, 0, -110, -48, -164),
    ),
)
# What each dog adds, likewise: less where it may yet run away.
DOG_RATING = (
    (
        (0, 260, 260, 260, 260, 260, 260),
        (0, 59, 69, 75, 60, 71, 70),
        (0, 33, 45, 54, 33, 47, 41),
        (0, 23, 32, 42, 20, 36, 26),
        (0, 21, 27, 33, 10, 29, 17),
    ),
    (
        (0, 260, 260, 260, 260, 260, 260),
        (0, 105, 116, 124, 101, 114, 110),
        (0, 56, 73, 84, 57, 73, 66),
        (0, 31, 49, 60, 35, 51, 44),
        (0, 16, 33, 44, 24, 37, 28),
    ),
    (
        (0, 260, 260, 260, 260, 260, 260),
        (0, 140, 150, 156, 135, 146, 143),
        (0, 80, 100, 108, 79, 98, 93),
        (0, 46, 68, 80, 51, 71, 63),
        (0, 26, 46, 60, 45, 51, 40),
    ),
)
DOG = 100  # dogs are counted in hundredths, since a hand of sticks may be worth a part of one
OUT = -100_000

DOUBLING = 64
ONE = 20  # bits
# Two to the power of so many 64ths, in parts of 1 << ONE.
POWERS = (
    1048576,
    1059994,
    1071537,
    1083205,
    1095000,
    1106924,
    1118978,
    1131163,
    1143480,
    1155932,
    1168519,
    1181244,
    1194106,
    1207109,
    1220254,
    1233542,
    1246974,
    1260553,
    1274279,
    1288155,
    1302182,
    1316362,
    1330696,
    1345187,
    1359835,
    1374642,
    1389611,
    1404743,
    1420040,
    1435503,
    1451135,
    1466937,
    1482910,
    1499058,
    1515382,
    1531883,
    1548564,
    1565427,
    1582474,
    1599706,
    1617125,
    1634735,
    1652536,
    1670531,
    1688722,
    1707110,
    1725700,
    1744491,
    1763488,
    1782691,
    1802103,
    1821727,
    1841564,
    1861617,
    1881889,
    1902381,
    1923097,
    1944038,
    1965207,
    1986607,
    2008240,
    2030108,
    2052214,
    2074562,
)
HOPELESS = 10 * DOUBLING
NO_RIVAL = -ONE * DOUBLING


def rating(s: Bonfire, seat: int, rounds: int, dogs: int, hits: int) -> int:
    """How a seat stands with so many hundredths of dogs, once ``hits`` more villagers have fainted
    and with so many rounds to come."""
    villagers = s.villagers[seat]
    falls = s.falls[seat]
    if hits >= villagers:  # BON-10.2
        dogs = 0
        falls += 1
        villagers = REVIVED[falls]
        if villagers == 0:
            return OUT
    elif hits > 0:
        villagers -= hits
    rounds = min(rounds, MOST_ROUNDS)
    health = villagers + HEALTH[falls]
    of_health = HEALTH_RATING[s.players - 2][rounds][health]
    return of_health + DOG_RATING[s.players - 2][rounds][health] * dogs // DOG


def rivalry(ahead: int) -> int:
    """How often a rival wins who is rated so much higher, for each time that oneself does."""
    if ahead < NO_RIVAL:
        return 0
    doublings = ahead // DOUBLING
    power = POWERS[ahead - doublings * DOUBLING]
    if doublings >= 0:
        return power << doublings
    return power >> -doublings
