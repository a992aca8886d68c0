"""Clocks: how long a decision may take at each kind of table."""

from __future__ import annotations

from dogpark.server.entries import ClockKind

SECONDS: dict[ClockKind, int | None] = {
    "none": None,
    "relaxed": 180,
    "live": 30,
    "correspondence": 3 * 24 * 3600,
}
BOUNDS: dict[ClockKind, tuple[int, int]] = {
    "none": (0, 0),
    "relaxed": (30, 3600),
    "live": (5, 300),
    "correspondence": (3600, 30 * 24 * 3600),
}
# For who comes back just after the clock has handed their seat over: they may be about to move.
RESPITE_MS = 5_000
LATE = 2  # decisions in a row made by the clock, then a bot plays until the person is back


class BadClock(ValueError):
    """A clock nobody can play by; the message says what is possible."""


def seconds_of(kind: ClockKind, seconds: int | None) -> int | None:
    """The time for a decision, as asked for or as usual with this kind of clock."""
    if kind == "none":
        if seconds:
            raise BadClock("a table without a clock has no seconds")
        return None
    low, high = BOUNDS[kind]
    if seconds is None:
        return SECONDS[kind]
    if not low <= seconds <= high:
        raise BadClock(f"with a {kind} clock a decision takes {low} to {high} seconds")
    return seconds
