"""What places are worth in DOG, and the chance to win that follows from them.

All numbers are thousandths of a logit: what a peg there adds to its team's odds. They were fitted by
logistic regression to who won 16,000 games of four and 8,000 of six players between the rules of
thumb, looked at between two rounds, then rounded and, where a finish was rarely seen, averaged with
an earlier fit. To be out of the kennel is worth more than the way round; the last twelve fields are
worth a jump; a peg that shuts its finish is worth less than a deep one; and the fourth safe peg
brings nearly as much as the first three, since two then play for one.
"""

from __future__ import annotations

from math import exp

from dogpark.games.dog.actions import PEGS
from dogpark.games.dog.board import (
    FIRST_END,
    LAST_END,
    depth_of,
    exit_of,
    fields_in,
    finish_base,
    is_fresh,
    partner_of,
    path_of,
    star_of,
    track_length,
)
from dogpark.games.dog.state import GEOMETRY_OFF, KENNEL, Dog
from dogpark.kernel.playout import SURE

# By steps to go to the own star: 0, 4, 8 … 64, the steps between in proportion. Just past the star
# (61 to 63) a four leads back and in. The first row is for four players, the second for six.
LAP = (
    (380, 355, 370, 352, 290, 280, 272, 260, 245, 238, 230, 215, 202, 197, 194, 192, 235),
    (475, 465, 455, 420, 315, 280, 255, 228, 200, 188, 178, 168, 155, 135, 112, 105, 210),
)
STEPS_APART = 4
LONGEST_LAP = 64
FRESH = (211, 164)  # on the own star, just started

# By the finish fields that are taken: bit 0 is the one at the star, bit 3 the deepest.
FINISH = (
    (0, 350, 400, 600, 415, 750, 760, 1250, 465, 890, 870, 1230, 1000, 1280, 1800, 3380),
    (0, 480, 490, 700, 450, 600, 700, 1150, 690, 1230, 1120, 1100, 1450, 2000, 2430, 4000),
)

LAG = 125  # odds are tabled by lags behind the leader of so many thousandths
LAGS = 96
ODDS = tuple(round(100_000 * exp(-LAG * lag / 1000)) for lag in range(LAGS + 1))


def board_kind(s: Dog) -> int:
    return 0 if s.players == 4 else 1


# -- one peg --------------------------------------------------------------------------------------


def steps_home(s: Dog, seat: int, field: int, heading: int) -> int:
    """Steps from a field in play to the seat's own star, by the shortest way."""
    length = track_length(s)
    star = star_of(seat)
    if field >= length:
        inside = s.rule_central_len + 1 - fields_in(s, field, heading)
        return inside + (star - exit_of(s, path_of(field), heading)) % length
    best = star - field if star >= field else star - field + length
    if s.players == 6 and s.rule_central_geometry != GEOMETRY_OFF:
        across = s.rule_central_len + 1
        for path in range(2):
            first = FIRST_END[s.rule_central_geometry][path]
            last = LAST_END[s.rule_central_geometry][path]
            there = (first - field) % length + across + (star - last) % length
            back = (last - field) % length + across + (star - first) % length
            best = min(best, there, back)
    return best


def worth(s: Dog, seat: int, field: int, heading: int) -> int:
    """What it is worth to the seat to have an ordinary peg of its own there, in play or at home."""
    if field == KENNEL:
        return 0
    kind = board_kind(s)
    steps = steps_home(s, seat, field, heading)
    if steps >= LONGEST_LAP:
        return LAP[kind][LONGEST_LAP // STEPS_APART - 1]
    at = steps // STEPS_APART
    here = LAP[kind][at]
    return here + (LAP[kind][at + 1] - here) * (steps % STEPS_APART) // STEPS_APART


def peg_worth(s: Dog, seat: int, peg: int) -> int:
    """The same for a peg where it stands; those in the finish are counted together."""
    if s.loc[seat][peg] >= finish_base(s):
        return 0
    if is_fresh(s, seat, peg):
        return FRESH[board_kind(s)]
    return worth(s, seat, s.loc[seat][peg], s.heading[seat][peg])


def finish_taken(s: Dog, seat: int) -> int:
    """The finish fields with a peg on them, as bits."""
    taken = 0
    for peg in range(PEGS):
        depth = depth_of(s, seat, s.loc[seat][peg])
        if depth >= 1:
            taken |= 1 << (depth - 1)
    return taken


def finish_worth(s: Dog, taken: int) -> int:
    return FINISH[board_kind(s)][taken]


# -- the whole table ------------------------------------------------------------------------------


def seat_worth(s: Dog, seat: int) -> int:
    total = finish_worth(s, finish_taken(s, seat))
    for peg in range(PEGS):
        total += peg_worth(s, seat, peg)
    return total


def team_worth(s: Dog, seat: int) -> int:
    return seat_worth(s, seat) + seat_worth(s, partner_of(s, seat))


def value(s: Dog, seat: int) -> int:
    """The chance of the seat's team to win, from where all pegs stand."""
    teams = s.players // 2
    best = team_worth(s, 0)
    for team in range(1, teams):
        best = max(best, team_worth(s, team))
    own = 0
    total = 0
    for team in range(teams):
        odds = odds_of(best - team_worth(s, team))
        total += odds
        if team == seat % teams:
            own = odds
    return SURE * own // total


def odds_of(lag: int) -> int:
    at = min(lag // LAG, LAGS - 1)
    return ODDS[at] + (ODDS[at + 1] - ODDS[at]) * min(lag - at * LAG, LAG) // LAG


def chapter(s: Dog) -> int:
    """A try-out ends with the round: all hands are empty then, and value knows what that is worth."""
    return s.round
