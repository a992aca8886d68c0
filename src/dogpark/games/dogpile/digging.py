"""What a dog does while the clock runs: digs, keeps, puts back, buries. Rule dialect."""

from __future__ import annotations

from dogpark.games.dogpile.actions import BURY, DIG, KEEP, ONE_PAW, PAWS, PUT, SIDED, SPOTS, WAIT
from dogpark.games.dogpile.pile import drop, lift, look
from dogpark.games.dogpile.state import (
    BURY_MS,
    DIG_MS,
    EVERYBODY,
    KEEP_MS,
    NONE,
    ON,
    PUT_MS,
    Dogpile,
)
from dogpark.kernel.schema import Row

WAIT_MS = 200


def dig_choices(s: Dogpile, seat: int, codes: Row) -> int:
    """Part 3 of the rules."""
    count = 0
    held = s.held[seat]
    filled = s.filled
    empty = SPOTS - filled
    if s.loose[seat] != NONE:
        codes[0] = KEEP  # PILE-3.4
        count = 1
        for i in range(empty):  # PILE-3.5
            codes[count] = PUT + SIDED * s.spots[filled + i]
            codes[count + 1] = PUT + SIDED * s.spots[filled + i] + 1
            count += 2
    elif held < PAWS:  # PILE-3.2, PILE-3.3
        for i in range(filled):
            codes[i] = DIG + s.spots[i]
        count = filled
    for paw in range(held):  # PILE-3.6
        base = BURY + ONE_PAW * paw
        for i in range(empty):
            codes[count] = base + SIDED * s.spots[filled + i]
            codes[count + 1] = base + SIDED * s.spots[filled + i] + 1
            count += 2
    codes[count] = WAIT
    return count + 1


def act(s: Dogpile, seat: int, code: int) -> None:
    """One of the things a dog does while the clock runs; it is busy for a moment (PILE-2.5)."""
    if code < KEEP:  # PILE-3.1
        bone = lift(s, code - DIG)
        s.loose[seat] = bone
        s.ready_at[seat] = s.now + s.rule_action_ms[DIG_MS]
        if s.rule_public_dig == ON:  # PILE-9.5
            look(s, bone, EVERYBODY)
        else:
            look(s, bone, 1 << seat)  # PILE-7.1
    elif code == KEEP:
        keep_loose(s, seat)
        s.ready_at[seat] = s.now + s.rule_action_ms[KEEP_MS]
    elif code < BURY:
        bone = s.loose[seat]
        s.loose[seat] = NONE
        put_down(s, bone, code - PUT)
        s.ready_at[seat] = s.now + s.rule_action_ms[PUT_MS]
    elif code < WAIT:
        paw = (code - BURY) // ONE_PAW
        put_down(s, take_from_paw(s, seat, paw), (code - BURY) % ONE_PAW)
        s.ready_at[seat] = s.now + s.rule_action_ms[BURY_MS]
    else:
        s.ready_at[seat] = s.now + WAIT_MS  # PILE-2.8


def keep_loose(s: Dogpile, seat: int) -> None:
    """PILE-3.4"""
    s.paw[seat][s.held[seat]] = s.loose[seat]
    s.held[seat] += 1
    s.loose[seat] = NONE


def take_from_paw(s: Dogpile, seat: int, paw: int) -> int:
    """The others keep their order (PILE-7.3)."""
    bone = s.paw[seat][paw]
    for i in range(paw, PAWS - 1):
        s.paw[seat][i] = s.paw[seat][i + 1]
    s.paw[seat][PAWS - 1] = NONE
    s.held[seat] -= 1
    return bone


def put_down(s: Dogpile, bone: int, sided: int) -> None:
    """PILE-3.5, PILE-3.6: on a spot, with a side; what lies face-up everybody sees (PILE-7.2)."""
    up = sided % SIDED
    drop(s, sided // SIDED, bone, up)
    if up == 1:
        s.seen[bone] = EVERYBODY
