"""Coming home: the end of a race, places and awards (MON-13, MON-15, MON-16). Rule dialect."""

from __future__ import annotations

from dogpark.games.monty.distance import measure
from dogpark.games.monty.ground import join
from dogpark.games.monty.state import ALL_BRONZE, FAR, HOME, NONE, RACE_OVER, Monty

BUDGET = 6
GOLD, SILVER, BRONZE = 3, 2, 1  # MON-1.8


def finish_race(s: Monty, ending: int, finisher: int) -> None:
    """MON-15.1: whatever else was going on is dropped."""
    s.ending = ending
    s.finisher = finisher
    s.phase = RACE_OVER


def put_home_on_crown_card(s: Monty) -> None:
    """MON-11.6, MON-11.7, MON-15.6: Home, open on all sides, takes the place of the crown card."""
    s.kind[s.crown] = HOME
    s.turn[s.crown] = 0
    join(s, s.crown)


def place_pawns(s: Monty) -> None:
    """MON-15.2, MON-15.3, MON-15.4, MON-15.5: dense places by the distance to the crown card, which is Home now."""
    measure(s)
    place = 0
    for seat in range(s.players):
        s.rank[seat] = 0
    if s.finisher != NONE:
        place = 1
        s.rank[s.finisher] = 1
    nearest = -1
    while nearest < FAR:
        following = FAR + 1  # the nearest of those not placed yet
        for seat in range(s.players):
            if s.rank[seat] == 0 and s.far[s.at[seat]] < following:
                following = s.far[s.at[seat]]
        nearest = following
        if nearest <= FAR:
            place += 1
            for seat in range(s.players):
                if s.rank[seat] == 0 and s.far[s.at[seat]] == nearest:
                    s.rank[seat] = place


def give_awards(s: Monty) -> None:
    """MON-16.1, MON-16.2, MON-16.3, MON-19.29: writes ``award`` from ``rank`` and adds it up."""
    for seat in range(s.players):
        s.award[seat] = 0
    budget = BUDGET
    token = GOLD
    for place in range(1, s.players + 1):
        size = 0
        for seat in range(s.players):
            size += s.rank[seat] == place
        if size == 0 or token == 0:
            break
        value = token
        while value > 0 and value * size > budget:
            value -= 1
        if value == 0:
            if s.rule_overflow != ALL_BRONZE:
                break
            value = BRONZE
        for seat in range(s.players):
            if s.rank[seat] == place:
                s.award[seat] = value
        budget -= value * size
        token = value - 1
    for seat in range(s.players):
        value = s.award[seat]
        s.points[seat] += value
        s.gold[seat] += value == GOLD
        s.silver[seat] += value == SILVER
        s.bronze[seat] += value == BRONZE
