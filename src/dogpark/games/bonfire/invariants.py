"""What holds after every step, whatever happens."""

from __future__ import annotations

from dogpark.games.bonfire.actions import COLOUR_NAMES
from dogpark.games.bonfire.scoring import DOGS, REVIVED, STICKS, has_choice, standing_seats
from dogpark.games.bonfire.state import (
    CHARCOAL,
    COLOURS,
    DEFENDING,
    DRAW,
    MEAT,
    OVER,
    SEATS,
    Bonfire,
)


def problems(s: Bonfire) -> list[str]:
    return [*_supplies(s), *_people(s), *_course(s)]


def _supplies(s: Bonfire) -> list[str]:
    """BON-1.7: sticks and dogs only change places."""
    wrong = []
    for colour in range(COLOURS):
        total = s.bonfire[colour] + sum(hand[colour] for hand in s.held)
        if total != STICKS[colour]:
            wrong.append(f"{total} {COLOUR_NAMES[colour]} sticks instead of {STICKS[colour]}")
    if s.pack + sum(s.dogs) != DOGS:
        wrong.append(f"{s.pack + sum(s.dogs)} dogs instead of {DOGS}")
    piles = [*s.bonfire, *(count for hand in s.held for count in hand), s.pack, *s.dogs]
    if min(piles) < 0:
        wrong.append("a pile has less than nothing")
    if s.bonfire[MEAT] == 0 or s.bonfire[CHARCOAL] == 0:
        wrong.append("the bonfire lacks meat or charcoal and the round has not ended (BON-7.1)")
    return wrong


def _people(s: Bonfire) -> list[str]:
    wrong = []
    for seat in range(SEATS):
        if seat >= s.players:
            if any(s.held[seat]) or s.dogs[seat] or s.villagers[seat] or s.out[seat]:
                wrong.append(f"seat {seat} is empty but owns something")
            continue
        falls = s.falls[seat]
        if not 0 <= falls < len(REVIVED) or not 0 <= s.villagers[seat] <= REVIVED[falls]:
            wrong.append(f"seat {seat} has {s.villagers[seat]} villagers after {falls} falls")
        gone = s.out[seat] > 0
        if gone != (s.villagers[seat] == 0) or gone != (falls == len(REVIVED) - 1):
            wrong.append(f"seat {seat} has nobody standing exactly if knocked out (BON-10.3)")
        if gone and (any(s.held[seat]) or s.dogs[seat]):
            wrong.append(f"seat {seat} is knocked out but owns something (BON-10.3)")
        if s.out[seat] >= s.players + 1:
            wrong.append(f"seat {seat} was knocked out in wave {s.out[seat]}")
    return wrong


def _course(s: Bonfire) -> list[str]:
    wrong = []
    if not DRAW <= s.phase <= OVER:
        wrong.append(f"no such phase as {s.phase}")
    if not 1 <= s.round <= s.rule_rounds:
        wrong.append(f"round {s.round} of {s.rule_rounds}")
    if not 0 <= s.turns <= s.rule_max_turns:
        wrong.append(f"turn {s.turns} of {s.rule_max_turns}")
    if s.phase not in (OVER, DEFENDING):
        if standing_seats(s) <= 1:
            wrong.append("one player is left and the game goes on (BON-10.5)")
        if s.out[s.turn]:
            wrong.append(f"seat {s.turn} has the turn but is knocked out (BON-2.4)")
        if s.turns >= s.rule_max_turns:
            wrong.append("the game goes on after its last turn (BON-11.5)")
    if s.phase == DEFENDING and (s.out[s.defender] or not has_choice(s, s.defender)):
        wrong.append(f"seat {s.defender} is asked without a choice (BON-9.7)")
    return wrong
