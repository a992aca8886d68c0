"""How a seat stands in a match that goes on. Rule dialect.

Between rounds a seat wins about as often as exp(points / width) is its share of the sum over all
seats, where the width grows with the rounds to come. The widths were fitted to games between the
rules of thumb. Within a round a hand counts as the plan that it follows.
"""

from __future__ import annotations

from dogpark.games.breath.scoring import HAND, OUT_POINTS, hand_points
from dogpark.games.breath.state import DEALING, NONE, STARTER, Breath
from dogpark.games.breath.strategy import POINT, SHARE, market_of, worth, worth_with_unseen

WON = 10_000
WIDTHS = (9, 9, 13, 15, 18, 20, 22, 24, 25, 27)  # of a lead in points, by the rounds to come
USUAL = 35  # what a hand scores that nothing is known of

# 1000 exp(x), in steps of a quarter from -6 to 6.
STEP = 25
FAR = 600
POWERS = (
    2,
    3,
    4,
    5,
    7,
    9,
    11,
    14,
    18,
    24,
    30,
    39,
    50,
    64,
    82,
    105,
    135,
    174,
    223,
    287,
    368,
    472,
    607,
    779,
    1000,
    1284,
    1649,
    2117,
    2718,
    3490,
    4482,
    5755,
    7389,
    9488,
    12182,
    15643,
    20086,
    25790,
    33115,
    42521,
    54598,
    70105,
    90017,
    115584,
    148413,
    190566,
    244692,
    314191,
    403429,
    518013,
)


def chapter(s: Breath) -> int:
    """A round: the next one is dealt anew."""
    return s.round


def power(lead: int, width: int) -> int:
    """A thousand times exp(lead / width)."""
    x = min(2 * FAR - 1, max(0, FAR + 100 * lead // width))
    low = POWERS[x // STEP]
    return low + (POWERS[x // STEP + 1] - low) * (x % STEP) // STEP


def hand_promises(s: Breath, seat: int) -> int:
    """The points that the hand of a seat will bring in this round, by what that seat knows."""
    if s.out == seat:
        return hand_points(s.hand[seat], s.last[seat]) + OUT_POINTS
    market = market_of(s, seat)
    missing = s.cards[seat] + (s.turn == seat and s.came == NONE) <= HAND
    if s.turn == seat and missing:  # a card is about to come
        promised = worth_with_unseen(s, seat, market)
    else:
        promised = worth(s, seat, market, s.last[seat])
    if s.out != NONE:
        return promised // POINT
    return promised // (POINT + SHARE)


def value(s: Breath, seat: int) -> int:
    """About the chance to win the match."""
    mine = s.total[seat]
    if s.phase < STARTER or s.phase > DEALING:  # a hand is held
        mine += hand_promises(s, seat) - USUAL
    width = WIDTHS[s.rule_rounds - s.round + 1]
    shares = 1000
    for other in range(s.players):
        if other != seat:
            shares += power(s.total[other] - mine, width)
    return WON * 1000 // shares
