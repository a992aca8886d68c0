"""A study while it runs and when it is done: what was played so far, and what it says."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from dogpark.agents.interval import Interval
from dogpark.kernel import native
from dogpark.lab.columns import Column, columns, seat_columns, shares
from dogpark.lab.crew import Crew, LocalCrew, Order
from dogpark.lab.estimate import Sums, difference, estimate, sign
from dogpark.lab.plan import MIXED, STRONGER, WEAKER, Cell, Plan
from dogpark.lab.tallied import Tallied

FIRST_STRETCH = 32  # games of a cell played at once at first, so that a first answer comes soon
LONGEST_STRETCH = 2048


@dataclass(frozen=True)
class Effect:
    """What a change does to a measure, by bots of both levels."""

    column: Column
    variant: int
    base: dict[str, Interval | None]  # by lineup
    changed: dict[str, Interval | None]
    difference: dict[str, Interval | None]

    @property
    def disagree(self) -> bool:
        """Whether the levels see opposite effects, and luck explains neither."""
        return sign(self.difference.get(WEAKER)) * sign(self.difference.get(STRONGER)) < 0

    @property
    def doubtful(self) -> bool:
        """Whether one level sees an effect and the other leans, less surely, to its opposite."""
        weaker, stronger = self.difference.get(WEAKER), self.difference.get(STRONGER)
        if weaker is None or stronger is None or self.disagree:
            return False
        opposite = weaker.value * stronger.value < 0
        return opposite and self.seen and all(_leans(one) for one in (weaker, stronger))

    @property
    def seen(self) -> bool:
        return any(sign(found) for found in self.difference.values())

    @property
    def sure(self) -> bool:
        """Both levels see it, in the same direction."""
        signs = {sign(self.difference.get(lineup)) for lineup in (WEAKER, STRONGER)}
        return len(signs) == 1 and 0 not in signs


def _leans(found: Interval) -> bool:
    """Whether an estimate is away from nothing by half of its interval or more."""
    return 2 * abs(found.value) >= found.high - found.value


@dataclass
class Study:
    """A plan, and the games of it that were played, each cell from its first game on."""

    plan: Plan
    seconds: float = 0.0
    cells: dict[Cell, Tallied] = field(default_factory=dict)
    _early: dict[Cell, dict[int, Tallied]] = field(default_factory=dict)

    # -- playing ----------------------------------------------------------------------------------

    def add(self, order: Order, games: Tallied) -> None:
        """Results come in any order; what has a gap before it waits."""
        waiting = self._early.setdefault(order.cell, {})
        waiting[order.first] = games
        while (done := len(self.of(order.cell))) in waiting:
            self.cells[order.cell] = self.of(order.cell).followed_by(waiting.pop(done))

    def of(self, cell: Cell) -> Tallied:
        return self.cells.get(cell, _NOTHING)

    def orders(self) -> Iterator[Order]:
        """All games to play, the cells taking turns, in stretches that grow."""
        first, stretch = 0, FIRST_STRETCH
        while first < self.plan.games:
            count = min(stretch, self.plan.games - first)
            for cell in self.plan.cells:
                yield Order(cell, first, count)
            first += count
            stretch = min(2 * stretch, LONGEST_STRETCH)

    @property
    def games(self) -> int:
        """How many games every cell has."""
        return min(len(self.of(cell)) for cell in self.plan.cells)

    @property
    def played(self) -> int:
        return sum(len(self.of(cell)) for cell in self.plan.cells)

    @property
    def complete(self) -> bool:
        return self.games == self.plan.games

    # -- what it says -----------------------------------------------------------------------------

    @cached_property
    def columns(self) -> list[Column]:
        return columns(self.plan.table(0))

    @property
    def columns_and_skill(self) -> list[Column]:
        return [*self.columns, self.skill]

    def sums(self, column: Column, variant: int, lineup: str) -> Sums:
        """By the games that every cell has, so that all figures are of the same games."""
        return column.read(self.of(Cell(variant, lineup)).part(0, self.games))

    def estimate(self, column: Column, variant: int, lineup: str) -> Interval | None:
        return estimate(self.sums(column, variant, lineup))

    def effect(self, column: Column, variant: int) -> Effect:
        lineups = (WEAKER, STRONGER)
        return Effect(
            column,
            variant,
            {lineup: self.estimate(column, 0, lineup) for lineup in lineups},
            {lineup: self.estimate(column, variant, lineup) for lineup in lineups},
            {
                lineup: difference(self.sums(column, 0, lineup), self.sums(column, variant, lineup))
                for lineup in lineups
            },
        )

    def effects(self) -> list[Effect]:
        variants = range(1, len(self.plan.variants))
        return [self.effect(column, v) for v in variants for column in self.columns] + [
            self.skill_effect(v) for v in variants
        ]

    @cached_property
    def skill(self) -> Column:
        """What the stronger level wins of the mixed games; half would be no difference in skill."""
        weaker, stronger = self.plan.levels
        return Column("skill", f"wins of {stronger} against {weaker}", True, self._stronger_wins)

    def _stronger_wins(self, games: Tallied) -> Sums:
        stronger = self.plan.levels[1]
        round_of = np.array([[n == stronger for n in who] for who in self.plan.seatings[MIXED]])
        seats = round_of[np.arange(len(games)) % len(round_of)]
        parts = shares(games, self.plan.players)
        return Sums((parts * seats).sum(axis=1), parts.sum(axis=1))

    def skill_gap(self, variant: int) -> Interval | None:
        return self.estimate(self.skill, variant, MIXED)

    def skill_effect(self, variant: int) -> Effect:
        return Effect(
            self.skill,
            variant,
            {MIXED: self.skill_gap(0)},
            {MIXED: self.skill_gap(variant)},
            {
                MIXED: difference(
                    self.sums(self.skill, 0, MIXED), self.sums(self.skill, variant, MIXED)
                )
            },
        )

    def seats(self, variant: int, lineup: str) -> list[Interval | None]:
        """Each seat's share of the wins."""
        table = self.plan.table(variant)
        return [self.estimate(column, variant, lineup) for column in seat_columns(table)]

    def precise(self, wanted: Mapping[str, float]) -> bool:
        """Whether every effect on these measures is known within so much, for both levels; without
        a variant, whether the measures themselves are."""
        for column in self.columns_and_skill:
            if column.name in wanted and not all(
                found is not None and found.high - found.value <= wanted[column.name]
                for found in self._to_know(column)
            ):
                return False
        return bool(wanted)

    def _to_know(self, column: Column) -> Iterator[Interval | None]:
        variants = range(1, len(self.plan.variants))
        for lineup in (MIXED,) if column is self.skill else (WEAKER, STRONGER):
            base = self.sums(column, 0, lineup)
            if not variants:
                yield estimate(base)
            for variant in variants:
                yield difference(base, self.sums(column, variant, lineup))


_NOTHING = Tallied.empty()


def run(
    plan: Plan,
    crew: Crew | None = None,
    *,
    precision: Mapping[str, float] | None = None,
    compiling: native.Progress | None = None,
) -> Iterator[Study]:
    """Plays the plan and hands the study out after every stretch, until all is played or the
    effects are known as precisely as wanted."""
    crew = crew or LocalCrew()
    crew.prepare(plan, compiling)
    found = Study(plan)
    began = time.monotonic()
    for order, games in crew.played(plan, found.orders()):
        found.add(order, games)
        found.seconds = time.monotonic() - began
        yield found
        if precision and found.games > FIRST_STRETCH and found.precise(precision):
            return


def study(
    plan: Plan, crew: Crew | None = None, *, precision: Mapping[str, float] | None = None
) -> Study:
    """The plan played to its end."""
    *_, found = run(plan, crew, precision=precision)
    return found
