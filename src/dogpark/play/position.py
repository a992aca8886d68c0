"""A position: one moment of a game, with everything that led to it.

Copies are cheap: state and history are shared until one of the copies plays on, and a position
never changes because another did.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from dogpark.kernel.actions import Action
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event, Rooms
from dogpark.kernel.schema import State
from dogpark.kernel.seed import Seed, commitment, seed_nature, seed_text
from dogpark.play.referee import Move, judge
from dogpark.play.result import Result, result_of

if TYPE_CHECKING:
    from dogpark.play.game import Game
    from dogpark.play.record import Record

Chance: TypeAlias = Literal["seeded", "manual"]


class NoHistory(ValueError):
    """A position that was set up rather than played has no record."""


@dataclass(frozen=True, slots=True)
class Played:
    """One link of the history: who did what, and what came before."""

    before: Played | None
    number: int
    seat: int
    code: int


@dataclass(slots=True)
class Position:
    """A game in progress. Made by ``Game.start``; ``apply`` moves it on in place."""

    game: Game
    _state: State
    _last: Played | None
    seed: str | None
    chance: Chance
    set_up: bool = False  # placed by hand: its history is not known
    _shared: bool = False

    # -- looking ----------------------------------------------------------------------------------

    @property
    def rooms(self) -> Rooms:
        return self.game.rooms

    @property
    def state(self) -> State:
        """A copy of the whole state, hidden things included: for tests, tools and bots' worlds."""
        return self._state.copy()

    @property
    def active(self) -> tuple[int, ...]:
        """Seats that may act now; CHANCE among them only where chance is left to the caller."""
        return self.rooms.active_seats(self._state)

    def stage(self, seat: int) -> str:
        return self.rooms.stage(self._state, seat)

    def legal(self, seat: int) -> list[Action]:
        if not 0 <= seat < self.game.players:
            return []
        return [self.rooms.table.action(code) for code in self.rooms.legal(self._state, seat)]

    @property
    def outcomes(self) -> list[tuple[Action, int]]:
        """What chance may bring, with weights; empty unless chance is left to the caller."""
        if CHANCE not in self.active:
            return []
        table = self.rooms.table
        return [(table.action(code), weight) for code, weight in self.rooms.chance(self._state)]

    def view(self, seat: int | None) -> dict[str, Any]:
        """What this seat may see; None for a spectator."""
        return self.rooms.view(self._state, seat)

    def prompt(self, seat: int) -> dict[str, Any]:
        """What is asked of this seat, in words, with its choices."""
        return self.rooms.prompt(self._state, seat)

    @property
    def result(self) -> Result | None:
        return result_of(self.rooms, self._state)

    @property
    def length(self) -> int:
        """Actions and outcomes so far."""
        return self._last.number if self._last else 0

    @property
    def commitment(self) -> str | None:
        return commitment(self.seed) if self.seed is not None else None

    def history(self) -> list[tuple[int, Action]]:
        """Every action and outcome from the start, with its seat (CHANCE for nature)."""
        return [(seat, self.rooms.table.action(code)) for seat, code in self._codes()]

    def _codes(self) -> list[tuple[int, int]]:
        return list(self._backwards())[::-1]

    def _backwards(self) -> Iterator[tuple[int, int]]:
        link = self._last
        while link is not None:
            yield link.seat, link.code
            link = link.before

    # -- playing ----------------------------------------------------------------------------------

    def apply(self, seat: int, move: Move) -> list[Event]:
        """Plays a move and whatever chance follows; the events it caused.

        Raises Refused, and then nothing has changed.
        """
        action = judge(self.rooms, self._state, seat, move)
        events = self._do(seat, action.code)
        return events + self.roll()

    def roll(self) -> list[Event]:
        """Lets nature act while it is nature's turn and chance is seeded."""
        events: list[Event] = []
        while self.chance == "seeded" and CHANCE in self.active:
            events += self._do(CHANCE, self.draw().code)
        return events

    def draw(self) -> Action:
        """What nature's generator brings next; it is drawn, but not applied."""
        self._own()
        size = self.rooms.buffer
        code = self.rooms.python["draw_outcome"](self._state, [0] * size, [0] * size)
        return self.rooms.table.action(code)

    def _do(self, seat: int, code: int) -> list[Event]:
        before = self._state if self._shared else self._state.copy()
        self._own()
        self.rooms.rules.apply(self._state, seat, code)
        self._last = Played(self._last, self.length + 1, seat, code)
        return self.rooms.events(before, seat, code, self._state)

    def _own(self) -> None:
        if self._shared:
            self._state = self._state.copy()
            self._shared = False

    # -- copying ----------------------------------------------------------------------------------

    def copy(self) -> Position:
        """The same moment, seed and all; what either of the two plays, the other does not see."""
        self._shared = True
        return Position(
            self.game, self._state, self._last, self.seed, self.chance, self.set_up, _shared=True
        )

    def branch(self, seed: Seed) -> Position:
        """A copy whose chance is drawn from another seed: trying things out foretells nothing."""
        new = self.copy()
        new._own()
        new.seed, new.chance, new.set_up = seed_text(seed), "seeded", True
        seed_nature(new._state, seed)
        return new

    def record(self) -> Record:
        """The game so far; the seed is told once the game is over."""
        from dogpark.play.record import record_of  # noqa: PLC0415 (records know positions)

        return record_of(self)

    def to_dict(self) -> dict[str, Any]:
        """The whole position, hidden things and seed included."""
        return {
            "game": self.rooms.name,
            "rules": self.rooms.facts.rules_version,
            "players": self.game.players,
            "options": dict(self.game.options),
            "seed": self.seed,
            "chance": self.chance,
            "log": None if self.set_up else [list(pair) for pair in self._codes()],
            "state": self._state.to_dict(),
        }
