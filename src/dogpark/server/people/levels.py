"""How full token buckets are, by name."""

from __future__ import annotations

from collections import OrderedDict

MOST_KEPT = 50_000  # buckets that are remembered; the one longest unused goes first


class Levels:
    """A bucket is full when it is first asked for; it fills again with time."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, whose: str, burst: float, per_second: float, now: float) -> float:
        """Takes one and returns 0, or takes nothing and tells in how many seconds there is one."""
        level, since = self._kept.get(whose, (burst, now))
        level = min(burst, level + (now - since) * per_second)
        wait = 0.0 if level >= 1 else (1 - level) / per_second
        self._kept[whose] = (level - 1 if wait == 0 else level, now)
        self._kept.move_to_end(whose)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return wait
