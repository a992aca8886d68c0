"""What came of many deals: who beats whom, by how much, how surely, and how quickly they reply."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any

import numpy as np
from openskill.models import PlackettLuce

from dogpark.agents.arena import Deal
from dogpark.agents.interval import Interval, mean_interval, share_interval

POINTS = 40  # shown for one of openskill's, so that a newcomer's 25 are 1000


@dataclass
class Matrix:
    """The deals so far, by pair."""

    bots: tuple[str, ...]
    alone: bool = False  # whether the first of a pair sits alone against a table of the second
    _deals: dict[tuple[str, str], dict[int, Deal]] = field(
        default_factory=lambda: defaultdict(dict)
    )

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Who meets whom. Alone against a table is not the same as the other way round."""
        return list((permutations if self.alone else combinations)(self.bots, 2))

    def add(self, deal: Deal) -> None:
        self._deals[deal.one, deal.two][deal.number] = deal

    def has(self, one: str, two: str, number: int) -> bool:
        return number in self._deals[one, two]

    def games(self, one: str, two: str) -> int:
        return sum(len(deal.shares) for deal in self._played(one, two))

    def share(self, one: str, two: str) -> Interval:
        """The first one's share of the wins. A deal counts as one trial: luck is the same in its games."""
        means = np.array([np.mean(deal.shares) for deal in self._played(one, two)])
        found = mean_interval(means)
        if len(means) and found.value in (0.0, 1.0):  # all or nothing is no proof of always
            found = share_interval(round(found.value * len(means)), len(means))
        found = Interval(found.value, max(0.0, found.low), min(1.0, found.high))
        return found if self._deals[one, two] else _turned(found)

    def _played(self, one: str, two: str) -> list[Deal]:
        deals = self._deals[one, two] or ({} if self.alone else self._deals[two, one])
        return [deals[number] for number in sorted(deals)]

    def ratings(self) -> dict[str, float]:
        """Plackett–Luce, every game as a match of the two bots, deal after deal.

        None where one sat alone: the others' share says nothing about one of them.
        """
        if self.alone:
            return {}
        model = PlackettLuce()
        rated = {name: model.rating() for name in self.bots}
        numbered = sorted((number, pair) for pair, deals in self._deals.items() for number in deals)
        for number, (one, two) in numbered:
            for share in self._deals[one, two][number].shares:
                scores = [share, 1 - share]
                teams = model.rate([[rated[one]], [rated[two]]], scores=scores)
                rated[one], rated[two] = teams[0][0], teams[1][0]
        return {name: round(POINTS * one.mu, 1) for name, one in rated.items()}

    def reply_times(self) -> dict[str, dict[str, float]]:
        """Seconds, of the bots that search."""
        found: dict[str, list[float]] = defaultdict(list)
        for deals in self._deals.values():
            for deal in deals.values():
                for name, seconds in deal.thoughts.items():
                    found[name] += seconds
        return {
            name: {
                "p50": round(float(np.quantile(found[name], 0.5)), 4),
                "p99": round(float(np.quantile(found[name], 0.99)), 4),
                "max": round(max(found[name]), 4),
            }
            for name in self.bots
            if name in found
        }

    def to_dict(self) -> dict[str, Any]:
        return {
            "bots": list(self.bots),
            "alone": self.alone,
            "matrix": [
                {
                    "one": one,
                    "two": two,
                    "deals": len(self._played(one, two)),
                    "games": self.games(one, two),
                    "share": self.share(one, two).to_dict(),
                }
                for one, two in self.pairs
            ],
            "ratings": self.ratings(),
            "reply_seconds": self.reply_times(),
        }


def _turned(found: Interval) -> Interval:
    return Interval(1 - found.value, 1 - found.high, 1 - found.low)


def missing(
    matrix: Matrix, pairs: Sequence[tuple[str, str]], deals: int
) -> Iterable[tuple[str, str, int]]:
    """What is still to play, the pairs taking turns so that all intervals shrink together."""
    for number in range(deals):
        for one, two in pairs:
            if not matrix.has(one, two, number):
                yield one, two, number
