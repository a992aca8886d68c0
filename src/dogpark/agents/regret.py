"""Choices that several seats make in secret at the same time: a matrix game, solved by regret matching.

Every combination of choices is played on by rules of thumb, all with the same luck, and every seat
finds out how it stands then. Regret matching (in its form with a floor at zero and later rounds
weighing more, Tammelin 2014) lets all seats adapt to each other; the bot plays from its own average.

Nobody is taken for perfect: a part of each seat, as the others see it, does what is *expected* of it,
because it said so or because that is the usual thing; only the rest adapts. So a word moves the choices
of the others as far as it is believed, and no further.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

import numpy as np
import numpy.typing as npt

from dogpark.agents import rollouts
from dogpark.agents.protocol import Seen
from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.levels import AtOnce, Search
from dogpark.kernel.native import Native
from dogpark.kernel.playout import GREEDY
from dogpark.kernel.rng import LIMBS, dice_below, dice_word
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import Row, State

Payoffs = npt.NDArray[np.float64]  # by seat, then by the choice of each seat that chooses
Mix = npt.NDArray[np.float64]  # how likely each choice is

ROUNDS = 200  # of regret matching
MOST_CELLS = 1300  # combinations that are played on at all
RARE = 0.05  # a choice less likely than this is left over from the search and not played
FINE = 1 << 20  # steps of the dice when a choice is drawn


def secret_choice(seen: Seen, search: Search, at_once: AtOnce, dice: Row) -> int | None:
    """The code to play; None where there are too many combinations to look at in the time."""
    rooms, seat = seen.rooms, seen.seat
    twin = rollouts.twin_of(rooms)
    world = at_once.reopen(seen.sample(dice), seat)
    seats = rooms.active_seats(world)
    choices = [rooms.legal(world, one) for one in seats]
    if twin is None or prod(len(codes) for codes in choices) > MOST_CELLS:
        return None
    payoffs = _payoffs(twin, world, seats, choices, search, dice)
    expected = [
        np.array(at_once.expected(world, one, codes))
        for one, codes in zip(seats, choices, strict=True)
    ]
    mix = average_mixes(payoffs, expected, ROUNDS)[seats.index(seat)]
    return choices[seats.index(seat)][_drawn(mix, dice)]


def average_mixes(payoffs: Payoffs, expected: Sequence[Mix], rounds: int) -> list[Mix]:
    """What each seat plays on average. ``payoffs[i]`` are those of the i-th seat that chooses."""
    sizes = payoffs.shape[1:]
    tables = [np.ascontiguousarray(np.moveaxis(payoffs[i], i, 0)) for i in range(len(sizes))]
    regrets = [np.zeros(size) for size in sizes]
    sums = [np.zeros(size) for size in sizes]
    for done in range(rounds):
        mixes = [_matching(regret) for regret in regrets]
        faced = [part + (1 - part.sum()) * mix for part, mix in zip(expected, mixes, strict=True)]
        for i, table in enumerate(tables):
            worth = table
            for other in reversed(range(len(sizes))):
                if other != i:
                    worth = worth @ faced[other]
            regrets[i] = np.maximum(regrets[i] + worth - mixes[i] @ worth, 0)
            sums[i] += (done + 1) * mixes[i]
    return [total / total.sum() for total in sums]


def _matching(regret: Mix) -> Mix:
    total = regret.sum()
    mix: Mix = regret / total if total > 0 else np.full(len(regret), 1 / len(regret))
    return mix


def _drawn(mix: Mix, dice: Row) -> int:
    mix = np.where(mix < RARE, 0, mix)
    steps = np.cumsum(mix / mix.sum())
    return int(np.searchsorted(steps[:-1], dice_below(dice, FINE) / FINE, side="right"))


# -- what every combination leads to ----------------------------------------------------------------


def _payoffs(
    twin: Native,
    world: State,
    seats: Sequence[int],
    choices: Sequence[Sequence[int]],
    search: Search,
    dice: Row,
) -> Payoffs:
    """How each of these seats stands after each combination, on average over the same futures."""
    rooms = twin.rooms
    sizes = tuple(len(codes) for codes in choices)
    cells = prod(sizes)
    futures = max(1, search.matrix // cells)
    words = [dice_word(dice) for _ in range(LIMBS)]
    seeds = np.random.SeedSequence(words).generate_state(futures * (1 + MAX_SEATS) * LIMBS)
    luck = np.tile(seeds.reshape(futures, 1 + MAX_SEATS, LIMBS).astype(np.uint32), (cells, 1, 1))
    begun = [_after(rooms, world, seats, codes) for codes in product(*choices[:-1])]
    dealt = rooms.state.records(len(begun))
    for record, one in zip(dealt, begun, strict=True):
        one.write_record(record)
    states = np.repeat(dealt, sizes[-1] * futures)
    states["rng_key"] = luck[:, 0]
    states["rng_count"] = 0
    # The last seat to choose is the one that plays; all others are only asked how they stand then.
    plays = np.repeat(np.tile(np.array(choices[-1], dtype=np.int32), len(begun)), futures)[:, None]
    values = np.zeros((len(seats), len(states)), dtype=np.int32)
    horizon = search.horizon
    for row, seat in zip(values[::-1], reversed(seats), strict=True):
        twin.try_many(
            states,
            seat,
            plays,
            np.full(MAX_SEATS, GREEDY, dtype=np.int32),
            np.ascontiguousarray(luck[:, 1:]),
            *np.zeros((2, rooms.buffer), dtype=np.int32),
            horizon,
            row,
            *np.zeros((2, MAX_SEATS), dtype=np.int32),
        )
        plays = np.full_like(plays, rollouts.NO_CODE)
        horizon = 0
    payoffs: Payoffs = values.reshape(len(seats), *sizes, futures).mean(axis=-1)
    return payoffs


def _after(rooms: Rooms, world: State, seats: Sequence[int], codes: Sequence[int]) -> State:
    """These choices are in; the last seat's is not."""
    new = world.copy()
    for seat, code in zip(seats, codes, strict=False):
        rooms.rules.apply(new, seat, code)
    return new
