"""The exact value of a game of two with few turns, by backward induction. Rule dialect, but no rule.

It drives the game's own rules through the kernel's entries, so nothing is told twice. A turn limit
(BON-12.4) makes the game finite: without it sticks may be stolen back and forth for ever. Linked
by ``agents.exact`` alone, and no part of what is compiled for play.
"""

from __future__ import annotations

from typing import Any

from dogpark.games.bonfire.state import DEFENDING, ROLLING, TURN, Bonfire
from dogpark.kernel.facts import CHANCE, CHANCE_BIT
from dogpark.kernel.playout import active_at, apply_at, chance_at, legal_at, result_at
from dogpark.kernel.schema import Row, Table

NOTHING = -1  # the key of an empty place in the memory


def copy_state(states: Any, to: int, at: int) -> None:
    states[to] = states[at]


def pack(s: Bonfire) -> int:
    """All that the future hangs on while nobody has to answer dice; two seats, up to 31 turns."""
    key = 8 * s.turns + s.phase
    key = 16 * key + s.round
    key = 2 * key + s.turn
    key = 2 * key + (s.defender if s.phase == DEFENDING else 0)
    key = 4 * key + s.wave
    for seat in range(2):
        key = 16 * key + s.held[seat][0]
        key = 8 * key + s.held[seat][1]
        key = 8 * key + s.held[seat][2]
        key = 32 * key + s.dogs[seat]
        key = 4 * key + s.villagers[seat]
        key = 4 * key + s.falls[seat]
        key = 4 * key + s.out[seat]
    return key


def place_of(keys: Row, key: int) -> int:
    """Where a key lies in the memory, or the empty place where it would."""
    place = key % len(keys)
    while keys[place] != key and keys[place] != NOTHING:
        place += 1
        if place == len(keys):
            place = 0
    return place


def ending(states: Any, at: int, places: Row, points: Row) -> float:
    """1 for a win of the first seat, 0 for a loss."""
    result_at(states, at, places, points)
    if places[0] == places[1]:
        return 0.5
    return 1.0 if places[0] == 1 else 0.0


def solve(
    states: Any,
    at: int,
    keys: Row,
    values: Any,
    codes: Table,
    weights: Table,
    places: Row,
    points: Row,
) -> float:
    """The first seat's chance to win in ``states[at]`` if both play as well as possible.

    ``states``, ``codes`` and ``weights`` have a row for every depth; a tie is half a win.
    """
    mask = active_at(states, at)
    if mask == 0:
        return ending(states, at, places, points)
    phase = states[at].phase
    kept = phase in (TURN, ROLLING, DEFENDING)
    key = pack(states[at])
    if kept:
        place = place_of(keys, key)
        if keys[place] == key:
            return float(values[place])
    value = 0.0
    if mask & CHANCE_BIT:
        total = 0
        count = chance_at(states, at, codes[at], weights[at])
        for i in range(count):
            copy_state(states, at + 1, at)
            apply_at(states, at + 1, CHANCE, codes[at][i])
            # Dice that change nothing are rolled again: the others share their odds.
            if phase != ROLLING or states[at + 1].phase != ROLLING or pack(states[at + 1]) != key:
                total += weights[at][i]
                value += weights[at][i] * solve(
                    states, at + 1, keys, values, codes, weights, places, points
                )
        value /= total
    else:
        seat = mask >> 1  # of two seats: 0 or 1
        count = legal_at(states, at, seat, codes[at])
        for i in range(count):
            copy_state(states, at + 1, at)
            apply_at(states, at + 1, seat, codes[at][i])
            reached = solve(states, at + 1, keys, values, codes, weights, places, points)
            if i == 0 or (reached > value if seat == 0 else reached < value):
                value = reached
    if kept:
        place = place_of(keys, key)
        keys[place] = key
        values[place] = value
    return value
