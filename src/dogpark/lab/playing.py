"""Playing the games of a cell, on whichever device; the same games come out the same everywhere."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from dogpark.agents.bots import bot, policy_of
from dogpark.agents.protocol import look_at
from dogpark.agents.simulate import Batch, Device, make_batch
from dogpark.kernel import cuda, native
from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.parts import WATCHING
from dogpark.kernel.playout import POLICIES
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import Row, State
from dogpark.kernel.watching import MEMO, TALLY, TRACE
from dogpark.lab.plan import Cell, Plan
from dogpark.lab.tallied import Tallied
from dogpark.play.game import Game


def searches(plan: Plan, cell: Cell) -> bool:
    """Whether some bot of the cell has to be asked for every move."""
    rooms = plan.table(cell.variant).rooms
    return any(policy_of(rooms, name) is None for name in plan.bots(cell, 0))


def play(plan: Plan, cell: Cell, first: int, count: int, device: Device) -> Tallied:
    """Games number ``first`` to ``first + count - 1`` of a cell."""
    game = plan.table(cell.variant)
    batch = make_batch(game, ("random",) * game.players, plan.seed, first, count)
    seatings = np.array(
        [[POLICIES.index(name) for name in bots] for bots in plan.seatings[cell.lineup]]
    )
    batch.policies[:, : game.players] = seatings[np.arange(first, first + count) % len(seatings)]
    games = Tallied(np.zeros((count, TALLY), np.int32), batch.places, batch.points)
    if searches(plan, cell) or device == "python":
        _in_python(game, batch, games)
    elif device == "cuda":
        _on_gpu(game.rooms).watch_many(
            *(batch.states, batch.policies, batch.dice, games.tallies, games.places, games.points),
            game.facts.max_steps,
        )
    else:
        _natively(game, batch, games)
    return games


@cache
def _on_gpu(rooms: Rooms) -> cuda.Cuda:
    return cuda.Cuda(rooms, WATCHING, cuda.THOUGHTFUL)


def _natively(game: Game, batch: Batch, games: Tallied) -> None:
    codes, weights = np.zeros((2, game.rooms.buffer), np.int32)
    native.twin(game.rooms, WATCHING).watch_many(
        *(batch.states, batch.policies, batch.dice, codes, weights),
        *(np.zeros(MEMO, np.int32), np.zeros(TRACE, np.int32)),
        *(games.tallies, games.places, games.points, game.facts.max_steps),
    )


def _in_python(game: Game, batch: Batch, games: Tallied) -> None:
    rooms = game.rooms
    watch = _python(rooms)["watch"]
    codes, weights = [0] * rooms.buffer, [0] * rooms.buffer
    for number, record in enumerate(batch.states):
        s = rooms.state.read_record(record)
        tally, places, points = [0] * TALLY, [0] * MAX_SEATS, [0] * MAX_SEATS
        watch(
            *(s, batch.policies[number].tolist(), batch.dice[number].tolist(), codes, weights),
            *([0] * MEMO, [0] * TRACE, tally, game.facts.max_steps),
        )
        if not rooms.rules.active(s):
            rooms.rules.result(s, places, points)
        games.tallies[number] = tally
        games.places[number], games.points[number] = places, points


@cache
def _python(rooms: Rooms) -> dict[str, Any]:
    """The watching driver in Python; bots that search are asked where others are policies."""
    space = rooms.link(lambda function: function, arrays=False, driver="watching", room="measures")
    by_policy = space["choose"]

    def choose(s: State, seat: int, policy: int, codes: Row, dice: Row) -> int:
        name = POLICIES[policy]
        if policy_of(rooms, name) is None:
            return bot(name).choose(look_at(rooms, s, seat, dice), dice).code
        code: int = by_policy(s, seat, policy, codes, dice)
        return code

    space["choose"] = choose
    return space
