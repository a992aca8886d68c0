"""Keys struck a blink too early: at a live table they count as soon as they may.

Nobody sees to the millisecond when a dog is free again or a countdown is over. Who is that close
is not sent away: the move waits for its moment.
"""

from __future__ import annotations

from dogpark.play.position import Position

EAGER_MS = 250


def counts_at(position: Position, seat: int) -> int:
    """The time at which a move counts that this seat makes now: now, or a blink later.

    Only games against the clock have such times. Where the seat may not act that soon the answer
    is now, and the referee says why not.
    """
    now = position.now
    assert now is not None, "only games against the clock have a time"
    opens = _opens(position, seat, now)
    return opens if opens is not None and opens <= now + EAGER_MS else now


def _opens(position: Position, seat: int, now: int) -> int | None:
    """When the seat may act: once it is free, or after a countdown that is running out."""
    if seat in position.active:
        return position.moment(seat)
    due = position.due
    if due is not None and now < due <= now + EAGER_MS:
        ahead = position.copy()
        ahead.wait(due)
        if seat in ahead.active:
            return due
    return None
