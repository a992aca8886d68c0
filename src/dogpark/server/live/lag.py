"""Lag: how long the way from a client takes, and how much of that a dog gets back.

An action is made some time before it arrives. To those with a long way the difference is given
back, so that of two dogs after the same bone the one that struck first gets it. But nobody can
check when a key was struck. So a dog is given no more than

- what its client claims (the time it says it sent the move at, set against its arrival);
- what the way supports, as measured from round trips;
- ACTION_MS for one action, and that only until it has decided FAVOURS contests of the round.

A client that lies, and answers late so that its way looks long, gains those few bones and no more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

ACTION_MS = 100  # hardly anybody feels that long a wait, and few ways differ by more
FAVOURS = 3  # contests: one for each bone a dog can take home; honest dogs rarely need as many
NEGLIGIBLE_MS = 8  # half a frame; not worth holding anybody back

LONGEST_MS = 4000  # a round trip beyond this is a sleeping device, not a way
_SMOOTH, _SPREAD = 1 / 8, 1 / 4  # the weights of a new round trip, as TCP has them (RFC 6298)
_SLACK = 2  # mean deviations; nearly every honest claim is below


class LagMeter:
    """The way to one socket and back, measured again and again and smoothed."""

    def __init__(self) -> None:
        self._trip: float | None = None
        self._deviation = 0.0

    def hear(self, trip: float) -> None:
        """A round trip, in milliseconds, by the server's own clock."""
        if not 0 <= trip <= LONGEST_MS:
            return
        if self._trip is None:
            self._trip, self._deviation = trip, trip / 4
            return
        self._deviation += _SPREAD * (abs(trip - self._trip) - self._deviation)
        self._trip += _SMOOTH * (trip - self._trip)

    @property
    def one_way(self) -> float | None:
        """Half a round trip; None before the first one."""
        return None if self._trip is None else self._trip / 2

    @property
    def supports(self) -> int:
        """The longest lag of a single message that can be believed; 0 before the first round trip."""
        return 0 if self._trip is None else round(self._trip / 2 + _SLACK * self._deviation)


def shortest(meters: Iterable[LagMeter | None]) -> int:
    """The lag that everybody at a table has; only what one has more than others is given back.

    So a table of friends who are all far away is as quick as one of neighbours. None stands for a
    person who is connected to another process: then nothing is known to be common.
    """
    ways = [None if meter is None else meter.one_way for meter in meters]
    return min((0 if way is None else int(way) for way in ways), default=0)


@dataclass(slots=True)
class Quota:
    """How many contests of a round may still be decided in a dog's favour by what it is given back.

    It counts contests, not milliseconds: otherwise a liar would claim a little less and win more
    often. Nothing comes back before the next round.
    """

    left: int = FAVOURS

    def most(self, supports: int, base: int = 0) -> int:
        """The most an action could be given now, whatever it claims."""
        most = min(supports - base, ACTION_MS)
        return most if self.left and most >= NEGLIGIBLE_MS else 0

    def grant(self, claimed: float | None, supports: int, base: int = 0) -> int:
        """How much earlier than it arrived an action counts; a client that claims nothing gets nothing.

        ``base`` is the lag that everybody has (see ``shortest``).
        """
        return 0 if claimed is None else max(0, min(int(claimed) - base, self.most(supports, base)))

    def spend(self) -> None:
        """A contest was decided by it (see toll)."""
        self.left = max(0, self.left - 1)
