"""The course of a game as OpenSpiel follows it: a state, and what each seat was told on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dogpark.envs.session import gains, reward_scale
from dogpark.kernel.schema import Row
from dogpark.kernel.sight import Sight, sight_of
from dogpark.play.game import Game, load


class Course:
    """Plain Python, apart from OpenSpiel's classes, so that a copy is as cheap as can be."""

    def __init__(self, game: Game, sight: Sight) -> None:
        self.game = game
        self.sight = sight
        self.s = game.rooms.blank(game.players, game.options)
        game.rooms.rules.start(self.s)
        # What each seat was told so far, put into words only when somebody asks.
        self._told: list[list[str]] = [[] for _ in range(game.players)]
        self._told_at = self.s.copy()
        self._untold: list[tuple[int, int]] = []

    def __deepcopy__(self, memo: dict[int, object]) -> Course:
        new = object.__new__(Course)
        new.game, new.sight, new.s = self.game, self.sight, self.s.copy()
        new._told = [list(lines) for lines in self._told]
        new._told_at = self._told_at  # never written to
        new._untold = list(self._untold)
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        table = (self.game.rooms.name, self.game.players, self.game.options)
        states = (self.s.to_dict(), self._told_at.to_dict())
        return _restored, (*table, *states, self._told, self._untold)

    @property
    def is_over(self) -> bool:
        return not self.game.rooms.rules.active(self.s)

    @property
    def turn(self) -> int:
        """Who comes next, CHANCE included."""
        return self.game.rooms.turn(self.s)

    def legal(self, seat: int) -> list[int]:
        return self.game.rooms.legal(self.s, seat)

    def chance(self) -> list[tuple[int, int]]:
        return self.game.rooms.chance(self.s)

    def apply(self, seat: int, code: int) -> None:
        self.game.rooms.rules.apply(self.s, seat, code)
        self._untold.append((seat, code))

    def rewards(self) -> list[float]:
        if not self.is_over:
            return [0.0] * self.game.players
        return gains(self.game.rooms.places(self.s)[0], reward_scale(self.game))

    def observed(self, seat: int) -> str:
        """What the seat sees, by the names of its parts."""
        named = self.sight.named(self.sight.observe(self.s, seat))
        return " ".join(f"{name}:{','.join(map(str, numbers))}" for name, numbers in named.items())

    def told(self, seat: int) -> Sequence[str]:
        """All that this seat was told since the game began: its perfect recall."""
        rooms = self.game.rooms
        for mover, code in self._untold:
            before, after = self._told_at, self._told_at.copy()
            rooms.rules.apply(after, mover, code)
            for event in rooms.events(before, mover, code, after):
                for listener, lines in enumerate(self._told):
                    if event.seats is None or listener in event.seats:
                        lines.append(event.words)
            self._told_at = after
        self._untold = []
        return self._told[seat]

    def redeal(self, seat: int, dice: Row) -> None:
        """Becomes another world that this seat cannot tell from the real one.

        What the others were told in that world is not known, so they begin with what they see.
        """
        own = list(self.told(seat))
        self.s = self.game.rooms.redeal(self.s, seat, dice)
        self._told = [
            own if other == seat else [self.observed(other)] for other in range(self.game.players)
        ]
        self._told_at = self.s.copy()


def _restored(
    name: str,
    players: int,
    options: dict[str, Any],
    state: dict[str, Any],
    told_at: dict[str, Any],
    told: list[list[str]],
    untold: list[tuple[int, int]],
) -> Course:
    """A course that was written down."""
    game = load(name, players, options)
    course = Course(game, sight_of(game.rooms))
    course.s = game.rooms.state.from_dict(state)
    course._told_at = game.rooms.state.from_dict(told_at)
    course._told, course._untold = told, untold
    return course
