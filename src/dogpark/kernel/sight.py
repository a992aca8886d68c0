"""What a seat observes, as numbers: declared beside a game's ``observe``, part by part.

``observe(s, seat, out)`` of ``games/<name>/observation.py`` is an allow-list: it writes what the
view of that seat tells, and nothing else. ``PARTS`` names what it writes, in the same order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType

import numpy as np
import numpy.typing as npt

from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import State

Numbers = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Part:
    """Some numbers that belong together, each from low to high."""

    name: str
    size: int
    low: int
    high: int


@dataclass(frozen=True)
class Sight:
    """How a seat of one game sees: the numbers it gets and the choices it may be given."""

    rooms: Rooms
    module: ModuleType
    parts: tuple[Part, ...]
    actions: int  # codes of seats run from 0 to one less; nature's come after them

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    @property
    def low(self) -> Numbers:
        return self._each([part.low for part in self.parts])

    @property
    def high(self) -> Numbers:
        return self._each([part.high for part in self.parts])

    def _each(self, bounds: list[int]) -> Numbers:
        return np.repeat(np.array(bounds, np.int32), [part.size for part in self.parts])

    def observe(self, s: State, seat: int) -> Numbers:
        """In Python, of one state."""
        out = [0] * self.size
        self.module.observe(s, seat, out)
        return np.array(out, np.int32)

    def mask(self, codes: list[int]) -> npt.NDArray[np.int8]:
        """One for every choice there is, zero for all others."""
        mask = np.zeros(self.actions, np.int8)
        mask[codes] = 1
        return mask

    def named(self, numbers: npt.NDArray[np.generic]) -> dict[str, list[int]]:
        """The same numbers by the names of their parts, to read or to pick from."""
        ends = np.cumsum([part.size for part in self.parts])[:-1]
        rows = np.split(np.asarray(numbers), ends)
        return {part.name: row.tolist() for part, row in zip(self.parts, rows, strict=True)}


@cache
def sight_of(rooms: Rooms) -> Sight:
    module = import_module(f"{rooms.package}.observation")
    return Sight(rooms, module, module.PARTS, module.ACTIONS)
