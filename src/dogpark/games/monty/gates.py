"""The gate penalty (MON-7). Rule dialect."""

from __future__ import annotations

from dogpark.games.monty.actions import GATE_CODE, GATE_TILE_CODE, ORDER_CODE
from dogpark.games.monty.crown import bring_pawn, seating
from dogpark.games.monty.ground import is_gate, tile_codes
from dogpark.games.monty.state import (
    CLASSES,
    FAR,
    GATE_CHOICE,
    GATE_TRAIL,
    NONE,
    SEATS,
    SEND_ORDER,
    SENDING,
    SIDES,
    TRAIL,
    Monty,
)
from dogpark.games.monty.talks import FACTORIAL, member_at
from dogpark.kernel.schema import Row


def gates_behind(s: Monty, seat: int) -> int:
    """The gates that this pawn may be sent back to, as a set of tiles (MON-7.1, MON-7.2, MON-7.3).

    MON-7.4: what lies on the way does not matter, and neither does who stands on the gate.
    """
    if s.rule_gate_rule == GATE_TRAIL:
        return last_gate(s, seat)
    start = s.at[seat]
    own = s.far[start]
    tiles = s.tiles
    seen = 1 << start
    before = 0
    nearest = FAR
    found = 0
    upwards = False
    while seen != before:
        before = seen
        for i in range(tiles):
            tile = i if upwards else tiles - 1 - i
            far = s.far[tile]
            if (seen >> tile) & 1 or far < own or not leads_into(s, tile, seen):
                continue
            seen |= 1 << tile
            if far > own and far <= nearest and is_gate(s.kind[tile]):
                if far < nearest:
                    found = 0
                nearest = far
                found |= 1 << tile
        upwards = not upwards
    return found


def leads_into(s: Monty, tile: int, seen: int) -> bool:
    """Whether a link leads from this tile to one of those."""
    links = s.links[tile]
    for side in range(SIDES):
        if (links >> side) & 1 and (seen >> s.beside[tile][side]) & 1:
            return True
    return False


def last_gate(s: Monty, seat: int) -> int:
    """MON-19.19: the gate visited last among those further from the crown."""
    for i in range(TRAIL):
        tile = s.trail[seat][i]
        if tile == NONE:
            return 0
        if tile != s.at[seat] and s.far[tile] > s.far[s.at[seat]]:
            return 1 << tile
    return 0


def send_back(s: Monty, pawns: int) -> None:
    """All these pawns take the gate penalty: further behind first, then squirrels (MON-7.5)."""
    s.clock += 1  # MON-7.7
    count = 0
    for seat in range(s.players):
        if (pawns >> seat) & 1:
            slot = count
            while slot > 0 and goes_before(s, seat, s.sent[slot - 1]):
                s.sent[slot] = s.sent[slot - 1]
                slot -= 1
            s.sent[slot] = seat
            count += 1
    s.settled = 0
    s.phase = SENDING


def goes_before(s: Monty, seat: int, other: int) -> bool:
    """MON-7.5, MON-7.6"""
    if s.far[s.at[seat]] != s.far[s.at[other]]:
        return s.far[s.at[seat]] > s.far[s.at[other]]
    if s.species[seat] != s.species[other]:
        return s.species[seat] > s.species[other]
    return seating(s, seat) < seating(s, other)


def next_sent(s: Monty) -> None:
    """The next pawn goes back; a choice of gate is its owner's, a choice of order the leader's."""
    seat = s.sent[0]
    if seat == NONE:
        s.phase = CLASSES
        return
    if s.settled == 0:
        tied = tied_in_front(s)
        if choosers(s, tied) >= 2:  # MON-7.6
            s.turn_seat = order_giver(s)
            s.phase = SEND_ORDER
            return
        s.settled = tied
    gates = gates_behind(s, seat)
    if gates & (gates - 1) != 0:  # MON-7.2
        s.turn_seat = seat
        s.phase = GATE_CHOICE
        return
    for tile in range(s.tiles):
        if gates == 1 << tile:
            bring_pawn(s, seat, tile)
    drop_sent(s)


def tied_in_front(s: Monty) -> int:
    """How many pawns at the head of the row are level and of the same species."""
    head = s.sent[0]
    count = 1
    while (
        count < SEATS
        and s.sent[count] != NONE
        and s.far[s.at[s.sent[count]]] == s.far[s.at[head]]
        and s.species[s.sent[count]] == s.species[head]
    ):
        count += 1
    return count


def choosers(s: Monty, tied: int) -> int:
    """How many of these have a gate to choose."""
    count = 0
    if tied >= 2:
        for i in range(tied):
            gates = gates_behind(s, s.sent[i])
            count += gates & (gates - 1) != 0
    return count


def order_giver(s: Monty) -> int:
    """MON-7.5: the holder; with none, the pawn nearest to the crown, seating order if level."""
    if s.holder != NONE:
        return s.holder
    best = 0
    for seat in range(1, s.players):
        far = s.far[s.at[seat]]
        nearest = s.far[s.at[best]]
        if far < nearest or (far == nearest and seating(s, seat) < seating(s, best)):
            best = seat
    return best


def drop_sent(s: Monty) -> None:
    for i in range(SEATS - 1):
        s.sent[i] = s.sent[i + 1]
    s.sent[SEATS - 1] = NONE
    s.settled -= 1
    s.phase = SENDING


def legal_gates(s: Monty, seat: int, codes: Row) -> int:
    return tile_codes(s, gates_behind(s, seat), GATE_CODE, GATE_TILE_CODE, codes, 0)


def go_to_gate(s: Monty, seat: int, tile: int) -> None:
    bring_pawn(s, seat, tile)
    drop_sent(s)


def legal_send_orders(s: Monty, codes: Row) -> int:
    count = FACTORIAL[tied_in_front(s)]
    for i in range(count):
        codes[i] = ORDER_CODE + i
    return count


def send_in_order(s: Monty, index: int) -> None:
    """The pawns in front are level; from now on they go in the order that was said."""
    tied = tied_in_front(s)
    members = 0
    for i in range(tied):
        members |= 1 << s.sent[i]
    for i in range(tied):
        s.sent[i] = member_at(members, tied, index, i)
    s.settled = tied
    s.phase = SENDING
