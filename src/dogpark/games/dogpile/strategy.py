"""Rules of thumb: get a plan of three bones done before the clock is at zero. Rule dialect.

While there is more time than the plan needs, the dog holds two of its bones and looks for better ones;
then it fetches the third. Whether the plan is high or low (a blackjaw) is reckoned anew at every move.
How well a dog remembers and how much time it spares depends on its level, a policy of the kernel.
"""

from __future__ import annotations

from dogpark.games.dogpile.actions import (
    BURY,
    DIG,
    KEEP,
    ONE_PAW,
    PAWS,
    PUT,
    SIDED,
    WAIT,
)
from dogpark.games.dogpile.blackjaw import goes_low, low_plan
from dogpark.games.dogpile.memory import grip_of
from dogpark.games.dogpile.plans import (
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
    NONE,
    PUT_MS,
    ROUNDS,
    Dogpile,
)
from dogpark.kernel.playout import GREEDY
from dogpark.kernel.schema import Row

# With so many points in a round a dog stops looking, by the number of players: as long as there are
# bones left for the next round, it is worth knowing where.
SATISFIED = (0, 0, 999, 999, 999, 999, 51)
LAST_SATISFIED = 45  # in the last round

# By level: random (which has no plan), greedy, puppy, family, working, champion.
SPAN = (0, 99, 6, 14, 24, 99)  # bones that it can have in mind; 99 is every one
MARGIN_MS = (0, 750, 400, 500, 450, 350)  # spared for each thing still to do


def grip(s: Dogpile, seat: int, level: int) -> int:
    return grip_of(s, seat, SPAN[level])


def satisfied(s: Dogpile, seat: int, plan: int, level: int) -> bool:
    enough = SATISFIED[s.players]
    if level != GREEDY and s.round == ROUNDS - 1:
        enough = LAST_SATISFIED
    return worth(s, seat, plan) >= enough


def dig_choice(s: Dogpile, seat: int, level: int, dice: Row) -> int:
    """What to do while the clock runs, as a code."""
    time = s.limit - moment(s, seat)
    margin = MARGIN_MS[level]
    hold = grip(s, seat, level)
    held = faces_held(s, seat)
    lying = faces_lying(s, seat, hold)
    low = level != GREEDY and goes_low(s, seat, held, lying, time, margin)
    if low:
        plan = low_plan(s, seat, held, lying, time, margin)
    else:
        plan = best_plan(s, seat, held, lying, time, margin)
    need = time_needed(s, seat, plan, held, margin)
    away = missing(plan, held)
    try_out = s.rule_action_ms[DIG_MS] + s.rule_action_ms[PUT_MS] + 2 * margin
    bury_and_dig = s.rule_action_ms[BURY_MS] + 2 * margin
    looking = need + try_out + bury_and_dig < time
    if not low and satisfied(s, seat, plan, level):
        looking = False
    junk = NONE
    for i in range(s.held[seat]):
        if not in_plan(plan, s.face[s.paw[seat][i]]):
            junk = i
    if s.loose[seat] != NONE:
        return settle(s, seat, plan, junk, looking, time, margin)
    if s.held[seat] == PAWS:
        if junk != NONE:
            return bury_code(s, junk)
        if looking and need + 2 * try_out + bury_and_dig < time:
            return bury_code(s, cheapest_paw(s, seat, low))
        return WAIT
    if looking and (away == 0 or s.held[seat] - (junk != NONE) >= PAWS - 1):
        guess = best_guess(s, seat, hold, dice)
        if guess != NONE:
            return DIG + guess
    if away > 0:
        if junk != NONE and s.held[seat] + away > PAWS:
            return bury_code(s, junk)
        return DIG + next_spot(s, seat, plan, held, hold)
    guess = best_guess(s, seat, hold, dice)  # something is more than nothing
    return WAIT if guess == NONE else DIG + guess


def settle(
    s: Dogpile, seat: int, plan: int, junk: int, looking: bool, time: int, margin: int
) -> int:
    """What to do with the bone just dug."""
    if in_plan(plan, s.face[s.loose[seat]]):
        if s.held[seat] < PAWS - 1 or junk != NONE or not looking:
            return KEEP
    elif s.rule_action_ms[PUT_MS] + 2 * margin >= time:
        return KEEP  # no time for another one
    return PUT + SIDED * s.spots[s.filled]


def cheapest_paw(s: Dogpile, seat: int, low: bool) -> int:
    """The bone whose loss would hurt least: the lowest one, or the highest on the low road."""
    best = 0
    for i in range(1, s.held[seat]):
        more = value_of(s.face[s.paw[seat][i]]) - value_of(s.face[s.paw[seat][best]])
        if (more > 0 and low) or (more < 0 and not low):
            best = i
    return best


def bury_code(s: Dogpile, paw: int) -> int:
    """Face-down, on the first empty spot."""
    return BURY + ONE_PAW * paw + SIDED * s.spots[s.filled]


def next_spot(s: Dogpile, seat: int, plan: int, held: int, grip: int) -> int:
    """Where the first bone of the plan lies that is still in the pile."""
    for i in range(PAWS):
        face = (plan >> (6 * (PAWS - 1 - i))) & 63
        if face != NOTHING and (held >> face) & 1 == 0:
            return spot_of(s, seat, face, grip)
    return NONE
