"""How long to wait between tries."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Backoff:
    """Twice as long each time, up to a limit; and never exactly, lest all come at once."""

    first: float = 0.25  # seconds
    longest: float = 10.0

    def waits(self) -> Iterator[float]:
        for attempt in itertools.count():
            most = min(self.longest, self.first * 2 ** min(attempt, 32))
            yield most * random.uniform(0.5, 1)


USUAL = Backoff()
