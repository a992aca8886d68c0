"""What each seat may still take back: the game as it was before each of its latest moves."""

from __future__ import annotations

from dogpark.play.position import Position
from dogpark.play.undo import ANSWERED, NOTHING, ROLLED
from dogpark.server.entries import Line


class Steps:
    """By seat, where the game stood before each of its moves, the latest last.

    Positions share what they have in common, so keeping one costs next to nothing; and going back
    plays nothing again. A seat's steps are gone once chance has decided something, or somebody else
    has acted who was asked alone. Where several were asked at once they stay: nobody may learn from
    it that another has sealed a choice. Whether what is left here is fair is judged when it is asked.
    """

    def __init__(self) -> None:
        self._steps: dict[int, list[Position]] = {}
        self._settled: dict[int, str] = {}  # by seat, why what it did before stays

    def lengths(self, seat: int) -> list[int]:
        """The lines before each of the moves that a seat may want back, the latest last."""
        return [step.length for step in self._steps.get(seat, [])]

    def any(self, seat: int) -> bool:
        """Whether there is a move that a seat may want back."""
        return bool(self._steps.get(seat))

    def why_none(self, seat: int) -> str:
        """Why there is nothing to take back, in words."""
        return self._settled.get(seat, NOTHING)

    def moved(self, seat: int, before: Position, *, rolled: bool) -> None:
        """A seat has moved; ``rolled`` says whether chance has decided something after it."""
        if rolled:
            self._settle([*self._steps, seat], ROLLED)
            return
        others = [other for other in self._steps if other != seat]
        if others and before.active == (seat,):
            self._settle(others, ANSWERED)
        self._steps.setdefault(seat, []).append(before)

    def _settle(self, seats: list[int], why: str) -> None:
        for seat in seats:
            self._steps.pop(seat, None)
            self._settled[seat] = why

    def take_back(self, seat: int, kept: list[Line]) -> Position:
        """Drops a seat's latest move; the game without it, but with what others have sealed since."""
        position = self._steps[seat].pop().copy()
        for line in kept:
            later = self._steps.get(line[0], [])
            for number, step in enumerate(later):
                if step.length == position.length + 1:  # the one that is gone came before it
                    later[number] = position.copy()
            position.follow(*line)
        return position
