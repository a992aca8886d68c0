"""The server's clock, as a client reckons it from pings.

Half of a ping's way is taken for the way there. That is wrong when one half was held up, and then
the whole way was long: so only the quickest of the latest pings are believed, and of these the
middle.
"""

from __future__ import annotations

import time
from collections import deque
from statistics import median
from typing import NamedTuple

KEPT = 16
BELIEVED = 5


class Sample(NamedTuple):
    """One ping: how long it took, and what must be added to the own clock for the server's."""

    way: float
    offset: float


class Clock:
    """Estimates the server's time in milliseconds."""

    def __init__(self) -> None:
        self._samples: deque[Sample] = deque(maxlen=KEPT)
        self._offset: float | None = None

    @staticmethod
    def own() -> float:
        """This machine's milliseconds, which nobody sets back."""
        return time.monotonic() * 1000

    @property
    def known(self) -> bool:
        return self._offset is not None

    @property
    def way(self) -> float | None:
        """Milliseconds to the server and back, at best; None before the first ping."""
        return min((sample.way for sample in self._samples), default=None)

    def now(self) -> float:
        """The server's time; only once it is known."""
        if self._offset is None:
            raise LookupError("the server has not told its time yet")
        return self.own() + self._offset

    def hint(self, server: float, received: float) -> None:
        """A time the server told of itself; better than nothing until a ping is back."""
        if not self._samples:
            self._offset = server - received

    def add(self, sent: float, server: float, received: float) -> None:
        """A ping came back: sent and received by the own clock, answered by the server's."""
        way = received - sent
        if way < 0:
            return
        self._samples.append(Sample(way, server - (sent + received) / 2))
        best = sorted(self._samples)[:BELIEVED]
        self._offset = median(sample.offset for sample in best)
