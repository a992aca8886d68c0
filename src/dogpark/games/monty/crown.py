"""Who holds the crown, and pawns that come and go (MON-8). Rule dialect."""

from __future__ import annotations

from dogpark.games.monty.distance import measure
from dogpark.games.monty.ground import is_gate
from dogpark.games.monty.state import GATE_TRAIL, NONE, TRAIL, Monty


def seating(s: Monty, seat: int) -> int:
    """MON-3.3: 0 for the player who lays Start, then clockwise."""
    return (seat - s.placer + s.players) % s.players


def first_there(s: Monty, tile: int) -> int:
    """The pawn that came to this tile first, seating order if together; NONE if there is none."""
    best = NONE
    for seat in range(s.players):
        if s.at[seat] == tile:
            if (
                best == NONE
                or s.tick[seat] < s.tick[best]
                or (s.tick[seat] == s.tick[best] and seating(s, seat) < seating(s, best))
            ):
                best = seat
    return best


def pawns_on(s: Monty, tile: int) -> int:
    """The pawns on a tile, as a bit mask of seats."""
    mask = 0
    for seat in range(s.players):
        mask |= (s.at[seat] == tile) << seat
    return mask


def move_pawn(s: Monty, seat: int, tile: int) -> None:
    """A pawn comes to a tile now."""
    s.clock += 1
    bring_pawn(s, seat, tile)


def bring_pawn(s: Monty, seat: int, tile: int) -> None:
    """A pawn comes to a tile, with the tick that the clock shows (MON-7.7)."""
    s.at[seat] = tile
    s.tick[seat] = s.clock
    if s.holder == seat and tile != s.crown:  # MON-8.4
        s.holder = first_there(s, s.crown)
    elif s.holder == NONE and tile == s.crown:  # MON-8.2
        s.holder = seat
    if s.rule_gate_rule == GATE_TRAIL and is_gate(s.kind[tile]):
        note_gate(s, seat, tile)


def note_gate(s: Monty, seat: int, tile: int) -> None:
    """MON-19.19: the gate moves to the front of the pawn's trail."""
    moving = tile
    for i in range(TRAIL):
        following = s.trail[seat][i]
        s.trail[seat][i] = moving
        if following == tile:
            return
        moving = following


def put_crown(s: Monty, decider: int, tile: int) -> None:
    """MON-8.5"""
    s.crown = tile
    s.holder = decider if s.at[decider] == tile else first_there(s, tile)
    measure(s)
