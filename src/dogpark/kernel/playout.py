"""Playing on: nature's turn, a bot's choice, and whole games without stopping.

Rule dialect. The functions under "the game's own" are stand-ins: the linker puts the functions of
a game in their place, so that this file is the driver of every game on every device.
"""

from __future__ import annotations

from typing import Any

from dogpark.kernel.facts import CHANCE, CHANCE_BIT
from dogpark.kernel.rng import dice_below, nature_below
from dogpark.kernel.schema import Row, Table

RANDOM = 0
GREEDY = 1
PUPPY = 2
FAMILY = 3
WORKING = 4
CHAMPION = 5  # only in games that need no search (see kernel.levels)
AT_TABLE = 8  # added where a clock runs that a bot is held to anyhow: it need not play slow
POLICIES = ("random", "greedy", "puppy", "family", "working", "champion")

NOBODY = -1
SURE = 10_000  # a game that is won, on the scale of ``value``

# -- the game's own -------------------------------------------------------------------------------


def start(s: Any) -> None:
    raise NotImplementedError


def active(s: Any) -> int:
    raise NotImplementedError


def legal(s: Any, seat: int, codes: Row) -> int:
    raise NotImplementedError


def chance(s: Any, codes: Row, weights: Row) -> int:
    raise NotImplementedError


def apply(s: Any, seat: int, code: int) -> None:
    raise NotImplementedError


def result(s: Any, places: Row, points: Row) -> None:
    raise NotImplementedError


def glance(s: Any, seat: int) -> Any:
    """What a seat sees at one look, worked out once and then used to judge all its moves."""
    return 0


def judge(s: Any, look: Any, seat: int, code: int) -> int:
    """How good a move is, for games whose rules of thumb are of that form."""
    raise NotImplementedError


def swayed(dice: Row, equals: int) -> bool:
    """Whether the last of so many equal moves is taken instead of those before it.

    Any is as likely as another, lest one seat always be the one robbed.
    """
    return dice_below(dice, equals) == 0


def greedy(s: Any, seat: int, codes: Row, count: int, dice: Row) -> int:
    """The move that is judged best."""
    if count == 1:
        return 0
    look = glance(s, seat)
    chosen = 0
    equals = 1
    best = judge(s, look, seat, codes[0])
    for i in range(1, count):
        value = judge(s, look, seat, codes[i])
        if value > best:
            best = value
            chosen = i
            equals = 1
        elif value == best:
            equals += 1
            if swayed(dice, equals):
                chosen = i
    return chosen


def value(s: Any, seat: int) -> int:
    """How a seat stands in a game that goes on: about its chance to win, in parts of ``SURE``."""
    return SURE // 2


def chapter(s: Any) -> int:
    """Which part of the game this is: a try-out ends with its part, where luck is dealt anew."""
    return 0


def overlooks(s: Any, policy: int) -> int:
    """How many of a hundred choices a level does not see."""
    if policy == PUPPY:
        return 40
    return 15 if policy == FAMILY else 0


def weaker(s: Any, seat: int, policy: int, codes: Row, count: int, dice: Row) -> int:
    """What a level plays that does not search: the same rules of thumb, less attentively."""
    seen = notice(codes, count, overlooks(s, policy), dice)
    return greedy(s, seat, codes, seen, dice)


def turn(s: Any, mask: int) -> int:
    """Which of the active seats acts next when machines play; a game may say otherwise."""
    return lowest_seat(mask)


# -- the driver -----------------------------------------------------------------------------------


def draw_outcome(s: Any, codes: Row, weights: Row) -> int:
    """Draws one of nature's outcomes with nature's generator; applies nothing."""
    count = chance(s, codes, weights)
    total = 0
    for i in range(count):
        total += weights[i]
        weights[i] = total
    drawn = nature_below(s, total)
    pick = 0
    for i in range(count):  # to the end without leaving early: faster than a mispredicted exit
        pick += weights[i] <= drawn
    return codes[pick]


def lowest_seat(mask: int) -> int:
    """The first of the active seats, by masks rather than a loop whose end nobody can predict."""
    low = mask & -mask
    return ((low & 0xAA) != 0) + 2 * ((low & 0xCC) != 0) + 4 * ((low & 0xF0) != 0)


def choose(s: Any, seat: int, policy: int, codes: Row, dice: Row) -> int:
    """The code that a bot of this policy plays."""
    count = legal(s, seat, codes)
    if policy == RANDOM:
        return codes[dice_below(dice, count)]
    if policy == GREEDY:
        return codes[greedy(s, seat, codes, count, dice)]
    return codes[weaker(s, seat, policy, codes, count, dice)]


def notice(codes: Row, count: int, overlooked: int, dice: Row) -> int:
    """Leaves the choices that somebody sees who overlooks so many of a hundred; at least one."""
    kept = dice_below(dice, count)
    seen = 0
    for i in range(count):
        if i == kept or dice_below(dice, 100) >= overlooked:
            codes[seen] = codes[i]
            seen += 1
    return seen


def step(s: Any, mask: int, policies: Row, dice: Table, codes: Row, weights: Row) -> int:
    """One outcome of nature (0) or one decision of a bot (1); ``mask`` says who is active."""
    if mask & CHANCE_BIT:
        apply(s, CHANCE, draw_outcome(s, codes, weights))
        return 0
    seat = turn(s, mask)
    apply(s, seat, choose(s, seat, policies[seat], codes, dice[seat]))
    return 1


def play_on(
    s: Any, policies: Row, dice: Table, codes: Row, weights: Row, max_decisions: int
) -> int:
    """Plays until the game is over or the limit is reached; the number of seats' decisions."""
    decisions = 0
    while decisions < max_decisions:
        mask = active(s)
        if mask == 0:
            break
        decisions += step(s, mask, policies, dice, codes, weights)
    return decisions


def play_part(
    s: Any, part: int, policies: Row, dice: Table, codes: Row, weights: Row, max_decisions: int
) -> None:
    """Plays on until this part of the game is over or the limit is reached."""
    decisions = 0
    while decisions < max_decisions and chapter(s) == part:
        mask = active(s)
        if mask == 0:
            break
        decisions += step(s, mask, policies, dice, codes, weights)


def play_until(
    s: Any, asked: int, policies: Row, dice: Table, codes: Row, weights: Row, max_decisions: int
) -> int:
    """Plays until a seat of the mask ``asked`` has to decide, and says which; else NOBODY."""
    decisions = 0
    while decisions < max_decisions:
        mask = active(s)
        if mask == 0:
            break
        if mask & CHANCE_BIT == 0:
            seat = turn(s, mask)
            if (asked >> seat) & 1:
                return seat
        decisions += step(s, mask, policies, dice, codes, weights)
    return NOBODY


def step_many(
    states: Any, policies: Table, dice: Any, codes: Row, weights: Row, decisions: Row
) -> int:
    """One action or outcome in every game that is not over; how many games went on."""
    going = 0
    for game in range(len(states)):
        mask = active(states[game])
        if mask != 0:
            decisions[game] += step(states[game], mask, policies[game], dice[game], codes, weights)
            going += 1
    return going


def play_many(
    states: Any,
    policies: Table,
    dice: Any,
    codes: Row,
    weights: Row,
    decisions: Row,
    places: Table,
    points: Table,
    max_decisions: int,
) -> None:
    """Starts and plays one game in each state; all results go into the caller's arrays."""
    for game in range(len(states)):
        start(states[game])
        decisions[game] = play_on(
            states[game], policies[game], dice[game], codes, weights, max_decisions
        )
        if active(states[game]) == 0:
            result(states[game], places[game], points[game])


# -- what a play leads to ---------------------------------------------------------------------------


def outcome(s: Any, seat: int, places: Row, points: Row) -> int:
    """How a seat stands, be the game over or not. A game that everybody shares is half won."""
    if active(s) != 0:
        return value(s, seat)
    result(s, places, points)
    if places[seat] != 1:
        return 0
    for other in range(s.players):
        if places[other] != 1:
            return SURE
    return SURE // 2


def try_many(
    states: Any,
    seat: int,
    plays: Table,
    policies: Row,
    dice: Any,
    codes: Row,
    weights: Row,
    horizon: int,
    values: Row,
    places: Row,
    points: Row,
) -> None:
    """In each state the seat makes a play (its codes, up to the first negative one), everybody
    goes on by their policies for so many decisions, at most to the end of this part of the game; how
    the seat stands then."""
    for game in range(len(states)):
        part = chapter(states[game])
        for i in range(len(plays[game])):
            if plays[game][i] < 0:
                break
            apply(states[game], seat, plays[game][i])
        play_part(states[game], part, policies, dice[game], codes, weights, horizon)
        values[game] = outcome(states[game], seat, places, points)


# -- one step at a time, by the index of a state in a batch ---------------------------------------


def active_at(states: Any, game: int) -> int:
    return active(states[game])


def legal_at(states: Any, game: int, seat: int, codes: Row) -> int:
    return legal(states[game], seat, codes)


def chance_at(states: Any, game: int, codes: Row, weights: Row) -> int:
    return chance(states[game], codes, weights)


def draw_at(states: Any, game: int, codes: Row, weights: Row) -> int:
    return draw_outcome(states[game], codes, weights)


def apply_at(states: Any, game: int, seat: int, code: int) -> None:
    apply(states[game], seat, code)


def start_at(states: Any, game: int) -> None:
    start(states[game])


def play_until_at(
    states: Any,
    game: int,
    asked: int,
    policies: Row,
    dice: Table,
    codes: Row,
    weights: Row,
    max_decisions: int,
) -> int:
    return play_until(states[game], asked, policies, dice, codes, weights, max_decisions)


def choose_at(states: Any, game: int, seat: int, policy: int, codes: Row, dice: Row) -> int:
    return choose(states[game], seat, policy, codes, dice)


def result_at(states: Any, game: int, places: Row, points: Row) -> None:
    result(states[game], places, points)
