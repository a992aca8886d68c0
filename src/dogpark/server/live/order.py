"""Order: actions wait a moment, and are carried out in the order in which they were made.

An action with a long way behind it counts earlier than it arrived (see lag). So that it can come
before others that arrived first, everything waits: until the time at which it counts lies back by
the *window*, the most that anybody at the table could be given now. After that nothing can come
before it. The window is 0 where all ways are short, and at most ACTION_MS.

What falls due of itself waits as well: nature acts up to the time that is *settled*, so that what
a dog began in time counts although it arrives after the clock is at zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b

from dogpark.play.referee import Move


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat wants to do: when that counts, and when it arrived, in the game's milliseconds.

    Of a bot both are the time at which it means to act. ``ticket`` is the caller's own.
    """

    seat: int
    move: Move
    at: int
    received: int
    ticket: object = None


def settled(now: int, window: int) -> int:
    """The time before which no action can come any more; what is due until then may happen."""
    return max(0, now - window)


class Held:
    """The actions of one table that wait for their moment.

    Of actions that count at the same millisecond the order is a fresh shuffle of the seats for
    every millisecond, the same in every process. No seat is favoured over another: not even as
    little as by counting round from a seat that is drawn, where most seats come before their
    left neighbour.
    """

    def __init__(self, shuffle: str) -> None:
        """``shuffle`` tells games apart: the game's seed, which nobody can choose or knows before the end."""
        self._shuffle = shuffle
        self._waiting: list[tuple[int, Action]] = []  # with its number of arrival
        self._count = 0
        self._latest: dict[int, int] = {}  # when the last action of each seat counts

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Action]:
        return (action for _, action in self._waiting)

    def add(self, action: Action) -> Action:
        """An action begins to wait. It never counts before an earlier one of the same seat."""
        at = max(action.at, self._latest.get(action.seat, 0))
        action = replace(action, at=at)
        self._latest[action.seat] = at
        self._count += 1
        self._waiting.append((self._count, action))
        return action

    def take(self, now: int, window: int) -> Action | None:
        """The next action whose time has come, or None; one at a time.

        Carrying one out may change what becomes of the next: it may be too early (play.eager), and
        is then added again.
        """
        if not self._waiting:
            return None
        first = min(self._waiting, key=self._place)
        if first[1].at + window > now:
            return None
        self._waiting.remove(first)
        return first[1]

    def next_due(self, window: int) -> int | None:
        """The game's time at which ``take`` next has something; None while nothing waits."""
        return min((action.at + window for action in self), default=None)

    def rivals(self, action: Action) -> list[Action]:
        """The waiting actions of others that this one, just taken, came before by compensation."""
        if action.at >= action.received:
            return []
        return [
            other
            for other in self
            if other.seat != action.seat and other.received < action.received
        ]

    def drop(self, seat: int | None = None) -> list[Action]:
        """Actions that shall not be carried out: of one seat, or all. They are still to be answered.

        What comes to nothing does not hold up what the seat does next.
        """
        dropped = [action for action in self if seat is None or action.seat == seat]
        self._waiting = [entry for entry in self._waiting if entry[1] not in dropped]
        for action in dropped:
            self._latest.pop(action.seat, None)
        return dropped

    def _place(self, entry: tuple[int, Action]) -> tuple[int, bytes, int]:
        number, action = entry
        drawn = f"{self._shuffle}/{action.at}/{action.seat}".encode()
        return action.at, blake2b(drawn, digest_size=8).digest(), number
