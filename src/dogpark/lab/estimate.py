"""Estimates with 95 % intervals: of one variant, and of its difference from the baseline.

A measure is a ratio of sums over games: so many hits over so many games, so many wins over so many
games that somebody won. Variants are played on the same luck game by game, so a difference is judged
by how the two results of each pair differ (linearised where the measure is a ratio).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from dogpark.agents.interval import Interval, Z

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Sums:
    """A measure by game: what is counted and what it is counted over."""

    counted: Numbers
    over: Numbers

    def __len__(self) -> int:
        return len(self.counted)

    def first(self, games: int) -> Sums:
        return Sums(self.counted[:games], self.over[:games])

    @property
    def value(self) -> float | None:
        over = float(self.over.sum())
        return float(self.counted.sum()) / over if over else None

    def pulls(self) -> Numbers:
        """How far each game pulls the estimate from where it is."""
        value = self.value
        assert value is not None
        pulls: Numbers = (self.counted - value * self.over) / self.over.mean()
        return pulls


def _around(value: float, pulls: Numbers) -> Interval:
    spread = Z * float(pulls.std(ddof=1)) / sqrt(len(pulls)) if len(pulls) > 1 else float("inf")
    return Interval(value, value - spread, value + spread)


def estimate(sums: Sums) -> Interval | None:
    """None where there was nothing to count over."""
    value = sums.value
    return None if value is None else _around(value, sums.pulls())


def difference(base: Sums, changed: Sums) -> Interval | None:
    """What the change makes, over the games that both have played."""
    games = min(len(base), len(changed))
    base, changed = base.first(games), changed.first(games)
    if base.value is None or changed.value is None:
        return None
    return _around(changed.value - base.value, changed.pulls() - base.pulls())


def sign(found: Interval | None) -> int:
    """1 or -1 for an effect that luck does not explain, 0 for none."""
    if found is None:
        return 0
    return int(found.low > 0) - int(found.high < 0)
