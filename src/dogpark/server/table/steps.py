"""What each seat may still take back: the game as it was before each of its latest moves."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from dogpark.play.position import Position
from dogpark.play.undo import ANSWERED, NOTHING, ROLLED
from dogpark.server.entries import Line

NOT_YOURS = "You did not make that move yourself: it stays."


class Step(Struct, frozen=True):
    """A move, by what was before it: the game, and since when each seat had been asked."""

    before: Position
    asked: tuple[int | None, ...]
    own: bool  # whether its person made it; a bot's or the clock's is nobody's to take back


class Steps:
    """By seat, how things stood before each of its moves, the latest last.

    Positions share what they have in common, so keeping one costs next to nothing; and going back
    plays nothing again. A seat's steps are gone once chance has decided something, or somebody else
    has acted who was asked alone. Where several were asked at once they stay: nobody may learn from
    it that another has sealed a choice. Whether what is left here is fair is judged when it is asked.
    """

    def __init__(self) -> None:
        self._steps: dict[int, list[Step]] = {}
        self._settled: dict[int, str] = {}  # by seat, why what it did before stays

    def lengths(self, seat: int) -> list[int]:
        """The lines before each of a seat's moves that nothing has settled, the latest last."""
        return [step.before.length for step in self._steps.get(seat, [])]

    def latest(self, seat: int) -> Step | None:
        """The move that a seat's person may want back, if there is one."""
        steps = self._steps.get(seat)
        return steps[-1] if steps and steps[-1].own else None

    def why_none(self, seat: int) -> str:
        """Why there is nothing to take back, in words."""
        return NOT_YOURS if self._steps.get(seat) else self._settled.get(seat, NOTHING)

    def rolled(self, seat: int) -> None:
        """A seat has moved, and chance has decided something after it."""
        self._settle([*self._steps, seat], ROLLED)

    def moved(self, seat: int, step: Step) -> None:
        """A seat has moved, and nothing came of it by chance."""
        self._steps.setdefault(seat, []).append(step)
        if len(self._steps) > 1 and step.before.active == (seat,):
            self._settle([other for other in self._steps if other != seat], ANSWERED)

    def _settle(self, seats: list[int], why: str) -> None:
        for seat in seats:
            self._steps.pop(seat, None)
            self._settled[seat] = why

    def take_back(self, seat: int, kept: list[Line]) -> Step:
        """Drops a seat's latest move. Before it: the game with only what others have sealed since."""
        step = self._steps[seat].pop()
        position = step.before.copy()
        for line in kept:
            later = self._steps.get(line[0], [])
            was = position.length + 1  # the one that is gone came before it
            for number, other in enumerate(later):
                if other.before.length == was:
                    later[number] = replace(other, before=position.copy())
            position.follow(*line)
        return replace(step, before=position)

    def ask_anew(self, at: int) -> None:
        """The clocks begin anew, also for decisions that are taken back after that."""
        for steps in self._steps.values():
            steps[:] = [replace(step, asked=_from(step.asked, at)) for step in steps]


def _from(asked: Sequence[int | None], at: int) -> tuple[int | None, ...]:
    return tuple(None if since is None else at for since in asked)
