"""When the moves of a table are due.

Tables of people do not march in step, and a server that stood still for a moment must not teach
them to: each keeps a beat of its own, however late a move was. Else every pause would be followed by
volleys from all tables at once, for as long as the test lasts.
"""

from __future__ import annotations

import random


class Pace:
    """The beat of one table; ``gap`` is the time between two moves in seconds, 0 for none."""

    def __init__(self, gap: float, *, with_bots: bool) -> None:
        self.gap = gap
        self._with_bots = with_bots
        self._due = 0.0
        self._begun = False

    def spread(self, now: float) -> None:
        """The first move is anywhere within one gap."""
        self._due = now + self.gap * random.random()

    def slot(self, now: float) -> float:
        """When the next move may be made; that moment is taken.

        Among bots, who take their time, so do we: now longer, now shorter. A table of our own people
        keeps its beat: who is late moves at once, and beats that were missed altogether are left out.
        """
        if not self.gap:
            return now
        first, self._begun = not self._begun, True
        if self._with_bots and not first:
            return now + self.gap * (0.5 + random.random())
        if now > self._due:
            self._due += (now - self._due) // self.gap * self.gap
        slot = max(now, self._due)
        self._due += self.gap
        return slot
