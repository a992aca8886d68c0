"""What the games of a cell came to: plain arrays, one row a game, in the order of their numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.watching import TALLY

Table = npt.NDArray[np.int32]


@dataclass
class Tallied:
    """Tallies as ``kernel.watching`` fills them, places and points by seat."""

    tallies: Table
    places: Table
    points: Table

    @classmethod
    def empty(cls, games: int = 0) -> Tallied:
        return cls(
            np.zeros((games, TALLY), np.int32),
            np.zeros((games, MAX_SEATS), np.int32),
            np.zeros((games, MAX_SEATS), np.int32),
        )

    def __len__(self) -> int:
        return len(self.tallies)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tallied) and all(
            np.array_equal(mine, theirs)
            for mine, theirs in zip(self._tables(), other._tables(), strict=True)
        )

    __hash__ = None  # type: ignore[assignment]  # it changes as games come in

    def _tables(self) -> tuple[Table, Table, Table]:
        return self.tallies, self.places, self.points

    def part(self, start: int, stop: int) -> Tallied:
        """Some of the games; what is written there is written here."""
        return Tallied(*(table[start:stop] for table in self._tables()))

    def followed_by(self, other: Tallied) -> Tallied:
        both = zip(self._tables(), other._tables(), strict=True)
        return Tallied(*(np.concatenate(pair) for pair in both))
