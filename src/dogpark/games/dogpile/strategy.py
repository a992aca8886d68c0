"""Rules of thumb: get a plan of three bones done before the clock is at zero. Rule dialect.

While there is more time than the plan needs, the dog holds two of its bones and looks for better ones;
then it fetches the third.
"""

from __future__ import annotations

from dogpark.games.dogpile.actions import (
    BURY,
    DIG,
    KEEP,
    ONE_PAW,
    PAWS,
    PUT,
    READY,
    SIDED,
    SNIFF,
    STOP,
    WAIT,
)
from dogpark.games.dogpile.plans import (
    MARGIN_MS,
    NOTHING,
    best_guess,
    best_plan,
    faces_held,
    faces_lying,
    in_plan,
    missing,
    spot_of,
    time_needed,
    worth,
)
from dogpark.games.dogpile.rules import moment
from dogpark.games.dogpile.scoring import value_of
from dogpark.games.dogpile.state import (
    BURY_MS,
    DIG_MS,
    DIGGING,
    NONE,
    PUT_MS,
    SNIFFING,
    Dogpile,
)
from dogpark.kernel.rng import dice_below
from dogpark.kernel.schema import Row

# With so many points in a round a dog stops looking, by the number of players: as long as there are
# bones left for the next round, it is worth knowing where.
SATISFIED = (0, 0, 999, 999, 999, 999, 51)


def dig_choice(s: Dogpile, seat: int, dice: Row) -> int:
    """What to do while the clock runs, as a code."""
    time = s.limit - moment(s, seat)
    held = faces_held(s, seat)
    plan = best_plan(s, seat, held, faces_lying(s, seat), time)
    need = time_needed(s, seat, plan, held)
    away = missing(plan, held)
    try_out = s.rule_action_ms[DIG_MS] + s.rule_action_ms[PUT_MS] + 2 * MARGIN_MS
    bury_and_dig = s.rule_action_ms[BURY_MS] + 2 * MARGIN_MS
    looking = need + try_out + bury_and_dig < time
    if worth(s, seat, plan) >= SATISFIED[s.players]:
        looking = False
    junk = NONE
    for i in range(s.held[seat]):
        if not in_plan(plan, s.face[s.paw[seat][i]]):
            junk = i
    if s.loose[seat] != NONE:
        return settle(s, seat, plan, junk, looking, time)
    if s.held[seat] == PAWS:
        if junk != NONE:
            return bury_code(s, junk)
        if looking and need + 2 * try_out + bury_and_dig < time:
            return bury_code(s, lowest_paw(s, seat))
        return WAIT
    if looking and (away == 0 or s.held[seat] - (junk != NONE) >= PAWS - 1):
        guess = best_guess(s, seat, dice)
        if guess != NONE:
            return DIG + guess
    if away > 0:
        if junk != NONE and s.held[seat] + away > PAWS:
            return bury_code(s, junk)
        return DIG + next_spot(s, seat, plan, held)
    guess = best_guess(s, seat, dice)  # something is more than nothing
    return WAIT if guess == NONE else DIG + guess


def settle(s: Dogpile, seat: int, plan: int, junk: int, looking: bool, time: int) -> int:
    """What to do with the bone just dug."""
    if in_plan(plan, s.face[s.loose[seat]]):
        if s.held[seat] < PAWS - 1 or junk != NONE or not looking:
            return KEEP
    elif s.rule_action_ms[PUT_MS] + 2 * MARGIN_MS >= time:
        return KEEP  # no time for another one
    return PUT + SIDED * s.spots[s.filled]


def lowest_paw(s: Dogpile, seat: int) -> int:
    best = 0
    for i in range(1, s.held[seat]):
        if value_of(s.face[s.paw[seat][i]]) < value_of(s.face[s.paw[seat][best]]):
            best = i
    return best


def bury_code(s: Dogpile, paw: int) -> int:
    """Face-down, on the first empty spot."""
    return BURY + ONE_PAW * paw + SIDED * s.spots[s.filled]


def next_spot(s: Dogpile, seat: int, plan: int, held: int) -> int:
    """Where the first bone of the plan lies that is still in the pile."""
    for i in range(PAWS):
        face = (plan >> (6 * (PAWS - 1 - i))) & 63
        if face != NOTHING and (held >> face) & 1 == 0:
            return spot_of(s, seat, face)
    return NONE


def greedy(s: Dogpile, seat: int, codes: Row, count: int, dice: Row) -> int:
    """The place in ``codes`` of what the plan asks for."""
    if count == 1:
        return 0
    code = READY
    if s.phase == DIGGING:
        code = dig_choice(s, seat, dice)
    elif s.phase == SNIFFING:
        guess = best_guess(s, seat, dice)
        code = STOP if guess == NONE else SNIFF + guess
    else:  # where bones are laid back is all the same to it
        return dice_below(dice, count)
    for i in range(count):
        if codes[i] == code:
            return i
    return count - 1
