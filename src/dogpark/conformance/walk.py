"""Whole games, one moment at a time, played by a mixture of random and greedy seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from dogpark.conformance.tables import Table
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.playout import GREEDY, RANDOM
from dogpark.kernel.rng import dice_below
from dogpark.kernel.rooms import Event, Rooms
from dogpark.kernel.schema import Row, State
from dogpark.kernel.seed import dice_for
from dogpark.play.position import Position

GENERATOR = tuple(name for name in State.fields if name.startswith("rng_"))
ORDER, LOOK, TRY = range(3)  # the kit's own streams


@dataclass
class Walked:
    """A game that was walked through: where it led, and how long it was."""

    table: Table
    seed: str
    position: Position


@dataclass
class Moment:
    """A position and the step that led to it. Checks look; they never touch ``position``."""

    table: Table
    seed: str
    step: int
    position: Position
    s: State  # a copy of the position's state
    tries: Row  # dice for the checks
    notes: Counter[str]  # what the checks have met at this table
    before: State | None = None  # the state before the step, and who did what
    seat: int = -1
    code: int = -1
    events: list[Event] = field(default_factory=list)

    @property
    def rooms(self) -> Rooms:
        return self.table.rooms

    @property
    def seats(self) -> range:
        return range(self.table.players)

    @property
    def viewers(self) -> list[int | None]:
        return [*self.seats, None]


def policies_of(seed: str, players: int) -> list[int]:
    """By the number a seed ends with: all random, all greedy, mixed, and around again."""
    style = int(seed.rpartition("/")[2]) % 3
    if style < 2:
        return [(RANDOM, GREEDY)[style]] * players
    dice = dice_for(f"{seed}/policies", 0)
    return [dice_below(dice, 2) for _ in range(players)]


def begin(table: Table, seed: str) -> Position:
    """The first moment; nature is left to the walk, which draws what the seed draws."""
    return table.game.begin(seed, "manual")


def walk(table: Table, seed: str, notes: Counter[str]) -> Iterator[Moment]:
    """Every moment of one game, from before the first chance to the end or the step limit."""
    position = begin(table, seed)
    policies = policies_of(seed, table.players)
    dice = [dice_for(seed, seat) for seat in range(table.players)]
    order = dice_for(f"{seed}/walk", ORDER)
    tries = dice_for(f"{seed}/walk", TRY)
    yield Moment(table, seed, 0, position, position.state, tries, notes)
    for step in range(1, table.rooms.facts.max_steps + 1):
        before = position.state
        active = position.active
        if not active:
            return
        if CHANCE in active:
            seat, code = CHANCE, position.draw().code
            before = position.state  # drawing has moved the generator
        else:
            seat = active[dice_below(order, len(active))]
            code = decide(table.rooms, before, seat, policies[seat], dice[seat])
        events = position.apply(seat, table.rooms.table.action(code))
        yield Moment(
            table, seed, step, position, position.state, tries, notes, before, seat, code, events
        )


def decide(rooms: Rooms, s: State, seat: int, policy: int, dice: Row) -> int:
    """What a seat of this policy plays; asked of a copy, so that a careless bot spoils nothing."""
    code: int = rooms.python["choose"](s.copy(), seat, policy, [0] * rooms.buffer, dice)
    return code
