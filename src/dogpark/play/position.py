"""A position: one moment of a game, with everything that led to it.

Copies are cheap: state and history are shared until one of the copies plays on, and a position
never changes because another did.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import msgspec

from dogpark.kernel.actions import Action
from dogpark.kernel.facts import CHANCE, NEVER
from dogpark.kernel.rooms import Event, Rooms
from dogpark.kernel.schema import State
from dogpark.kernel.seed import Seed, commitment, seed_nature, seed_text
from dogpark.play.referee import Move, judge, read_move
from dogpark.play.refused import Refused
from dogpark.play.result import Result, result_of

if TYPE_CHECKING:
    from dogpark.play.game import Game
    from dogpark.play.record import Record

Chance: TypeAlias = Literal["seeded", "manual"]


class NoHistory(ValueError):
    """A position that was set up rather than played has no record."""


class NoClock(ValueError):
    """A time was given to a game that is not played against a clock."""


class Line(NamedTuple):
    """Who did what; and when, in milliseconds, in a game against the clock."""

    seat: int  # CHANCE for nature
    action: Action
    at: int | None


class Played(msgspec.Struct, frozen=True):
    """One link of the history: who did what, and what came before."""

    before: Played | None
    number: int
    seat: int
    code: int
    at: int | None


@dataclass(slots=True)
class Position:
    """A game in progress. Made by ``Game.start``; ``apply`` moves it on in place.

    ``active`` are the seats that may act now; CHANCE where nature comes next. That is so where
    chance is left to the caller, or where a live clock runs towards something.
    """

    game: Game
    _state: State
    _last: Played | None
    seed: str | None
    chance: Chance
    set_up: bool = False  # placed by hand: its history is not known
    _shared: bool = False
    _codes: dict[int, list[int]] = field(default_factory=dict, compare=False, repr=False)
    active: tuple[int, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.active = self.game.rooms.active_seats(self._state)

    # -- looking ----------------------------------------------------------------------------------

    @property
    def rooms(self) -> Rooms:
        return self.game.rooms

    @property
    def state(self) -> State:
        """A copy of the whole state, hidden things included: for tests, tools and bots' worlds."""
        return self._state.copy()

    @property
    def turn(self) -> int | None:
        """Of those who may act, who comes next where everybody acts in turn; None at the end."""
        return self.rooms.turn(self._state) if self.active else None

    def stage(self, seat: int) -> str:
        return self.rooms.stage(self._state, seat)

    def legal(self, seat: int) -> list[Action]:
        if not 0 <= seat < self.game.players:
            return []
        return [self.rooms.table.action(code) for code in self.codes(seat)]

    def codes(self, seat: int) -> list[int]:
        """What a seat of this table may do, as codes.

        Found once: who is asked is told their choices, and then their move is judged by them.
        """
        found = self._codes.get(seat)
        if found is None:
            found = self._codes[seat] = self.game.rooms.legal(self._state, seat)
        return found

    @property
    def outcomes(self) -> list[tuple[Action, int]]:
        """What chance may bring, with weights; empty unless nature comes next."""
        if CHANCE not in self.active:
            return []
        table = self.rooms.table
        return [(table.action(code), weight) for code, weight in self.rooms.chance(self._state)]

    def view(self, seat: int | None) -> dict[str, Any]:
        """What this seat may see; None for a spectator."""
        return self.rooms.view(self._state, seat)

    def common(self) -> dict[str, Any]:
        """The part of every view that is the same; ``own`` is the rest of one."""
        return self.game.rooms.common(self._state)

    @property
    def lasting(self) -> State:
        """The state itself, as it will stay: whatever is played from now on is played on a copy."""
        self._shared = True
        return self._state

    def own(self, seat: int | None) -> dict[str, Any]:
        return self.game.rooms.own(self._state, seat)

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

    def history(self) -> list[Line]:
        """Every action and outcome from the start."""
        action = self.rooms.table.action
        return [Line(link.seat, action(link.code), link.at) for link in self._links()]

    def since(self, length: int) -> list[list[int]]:
        """The lines after the first ``length``: [seat, code], with the time in a timed game."""
        found: list[list[int]] = []
        link = self._last
        while link is not None and link.number > length:
            found.append(_entry(link))
            link = link.before
        found.reverse()
        return found

    def _links(self) -> list[Played]:
        return list(self._backwards())[::-1]

    def _backwards(self) -> Iterator[Played]:
        link = self._last
        while link is not None:
            yield link
            link = link.before

    # -- time, in games against the clock ---------------------------------------------------------

    @property
    def now(self) -> int | None:
        """Milliseconds since the game began; None where no clock runs."""
        return self._now(self._state)

    def _now(self, s: Any) -> int | None:
        return s.now if self.rooms.facts.timed else None

    @property
    def due(self) -> int | None:
        """When nature acts of itself (a countdown, the end of a round); None where no clock runs."""
        return self.rooms.due(self._state) if self.rooms.facts.timed else None

    def moment(self, seat: int) -> int | None:
        """The earliest time at which this active seat may act; None where no clock runs."""
        return self.rooms.moment(self._state, seat) if self.rooms.facts.timed else None

    def wait(self, at: int) -> list[Event]:
        """Lets time pass until ``at``; what fell due on the way happens at its own time.

        Where chance is left to the caller, time stops at what is due next. A time that is past
        already is now: clocks of different people never agree to the millisecond.
        """
        at = self._time(at)
        events = self.roll(at)
        while self.active:  # after the end no clock runs
            self._own()
            s: Any = self._state
            stop = min(at, self.rooms.due(s))
            if stop <= s.now:
                break
            s.now = stop
            self.active = self.rooms.active_seats(s)
            events += self.roll(at)
        return events

    def _time(self, at: int) -> int:
        s: Any = self._state
        if not self.rooms.facts.timed:
            raise NoClock(f"{self.rooms.facts.title} is not played against a clock")
        if type(at) is not int or not 0 <= at < NEVER:
            raise Refused("unreadable", None, f"a time is in whole milliseconds, not {at!r}")
        now: int = s.now
        return max(at, now)

    # -- playing ----------------------------------------------------------------------------------

    def apply(self, seat: int, move: Move, at: int | None = None) -> list[Event]:
        """Plays a move and whatever chance follows; the events it caused.

        ``at`` is the time of the move at a live table: time passes until then, and a seat that is
        not ready yet is refused. Without it a game against the clock is played at the pace of
        machines: every seat acts as soon as it may, and what falls due does so at once.

        Raises Refused, and then nothing has changed; but where ``at`` was given, time has passed.
        Who has an audience to tell of what fell due meanwhile calls ``wait`` first.
        """
        if at is None:
            action = judge(self.game.rooms, self._state, seat, move, self)
            events = self._do(seat, action.code)
            return events + self.roll()
        read_move(self.rooms, move)  # what nobody can read does not move the clock either
        at = self._time(at)
        events = self.wait(at)
        action = judge(self.rooms, self._state, seat, move, self)
        self._be_patient(seat)
        return events + self._do(seat, action.code) + self.roll(at)

    def _be_patient(self, seat: int) -> None:
        s: Any = self._state
        if seat != CHANCE and self.rooms.moment(s, seat) > s.now:
            refusal = self.rooms.too_soon(s, seat)
            raise Refused("illegal now", refusal.rule, refusal.words)
        if seat == CHANCE and self.rooms.due(s) > s.now:
            raise Refused("not your turn", None, f"nothing falls due before {self.rooms.due(s)} ms")

    def follow(self, seat: int, code: int, at: int | None = None) -> list[Event]:
        """Plays a line of a log again, which was judged when it was written; nothing is rolled.

        Where the seed is known, nature's generator draws along, so that the game can go on from it.
        """
        self._own()
        if at is not None:
            s: Any = self._state
            s.now = at
        if seat == CHANCE and self.seed is not None and self._drawn() != code:
            raise ValueError(f"line {self.length + 1} is not what the seed draws")
        return self._do(seat, code)

    def roll(self, until: int | None = None) -> list[Event]:
        """Lets nature act while it is nature's turn, chance is seeded and its time has come."""
        events: list[Event] = []
        if self.chance != "seeded":
            return events
        while CHANCE in self.active:
            if until is not None and self.game.rooms.due(self._state) > until:
                break
            events += self._do(CHANCE, self._drawn())
        return events

    def draw(self) -> Action:
        """What nature's generator brings next; it is drawn, but not applied."""
        return self.rooms.table.action(self._drawn())

    def _drawn(self) -> int:
        self._own()
        rooms = self.game.rooms
        size = rooms.buffer
        code: int = rooms.python["draw_outcome"](self._state, [0] * size, [0] * size)
        return code

    def _do(self, seat: int, code: int) -> list[Event]:
        rooms = self.game.rooms
        before = self._state if self._shared else self._state.copy()
        self._own()
        after: Any = self._state
        rooms.rules.apply(after, seat, code)
        self.active = rooms.active_seats(after)
        at = after.now if rooms.facts.timed else None
        last = self._last
        self._last = Played(last, 1 if last is None else last.number + 1, seat, code, at)
        return rooms.events(before, seat, code, after)

    def _own(self) -> None:
        """Before the state changes: copies that share it keep theirs."""
        self._codes = {}
        if self._shared:
            self._state = self._state.copy()
            self._shared = False

    # -- copying ----------------------------------------------------------------------------------

    def copy(self) -> Position:
        """The same moment, seed and all; what either of the two plays, the other does not see."""
        self._shared = True
        new = object.__new__(Position)  # every move is judged on a copy: nothing is found out anew
        new.game, new._state, new._last = self.game, self._state, self._last
        new.seed, new.chance, new.set_up = self.seed, self.chance, self.set_up
        new._shared, new._codes, new.active = True, self._codes, self.active
        return new

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
            "log": None if self.set_up else [_entry(link) for link in self._links()],
            "state": self._state.to_dict(),
        }


def _entry(link: Played) -> list[int]:
    return [link.seat, link.code] if link.at is None else [link.seat, link.code, link.at]
