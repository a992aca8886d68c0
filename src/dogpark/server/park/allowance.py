"""How much may be asked over sockets: by each of them, and by all of one person together.

Each process counts what comes to it. A person who plays on several devices has room for that; one
who opens socket after socket does not get more and more of it.
"""

from __future__ import annotations

import time
from collections import OrderedDict

BURST = 10  # seconds' worth that may be asked at once
DEVICES = 3  # sockets' worth that all sockets of a person may ask together
MOST_KEPT = 50_000  # people a process remembers; who was longest away goes first


class Allowance:
    """What is left to be asked now; it grows back with time."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, per_second: float) -> None:
        self._rate, self._burst = per_second, per_second * BURST
        self._left, self._at = self._burst, time.monotonic()

    def take(self, now: float) -> bool:
        """One message, at that time of the steady clock, if there is one left."""
        left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        enough = left >= 1
        self._left = left - 1 if enough else left
        return enough

    def spend(self, messages: float) -> None:
        """As many more as these; who spends more than is left waits the longer for the next."""
        self._left -= messages


class Allowances:
    """By person, what all their sockets share. It outlives the sockets: to come back is no new start."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Allowance] = OrderedDict()

    def of(self, person: str, per_second: float) -> Allowance:
        """``per_second`` is what one socket may ask."""
        found = self._kept.get(person)
        if found is None:
            found = self._kept[person] = Allowance(DEVICES * per_second)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(person)
        return found
