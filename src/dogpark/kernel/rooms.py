"""A game's rooms, gathered: the contract between a game folder and everything above it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType, ModuleType
from typing import Any

import msgspec

from dogpark.kernel.actions import ActionTable
from dogpark.kernel.facts import CHANCE, CHANCE_BIT, Facts, OptionValue
from dogpark.kernel.levels import Levels
from dogpark.kernel.linker import Company, fingerprint, link
from dogpark.kernel.measure import Measure
from dogpark.kernel.schema import Row, State


class Event(msgspec.Struct, frozen=True):
    """Something that happened, in words and as data.

    ``seats`` is its audience: None for everybody at the table, else the only seats that may know.
    """

    key: str
    words: str
    data: dict[str, Any] = {}
    seats: tuple[int, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        return {"event": self.key, "words": self.words, **self.data}


@dataclass(frozen=True)
class Refusal:
    """Which rule forbids a move, by id and in words."""

    rule: str
    words: str


class Rooms:
    """One game: facts, state class, action table, rule functions, view, belief, strategy."""

    def __init__(self, package: str) -> None:
        self.package = package
        self._opened: dict[str, ModuleType] = {}
        self.facts: Facts = import_module(package).FACTS
        rule_modules = getattr(import_module(package), "RULE_MODULES", ("rules", "strategy"))
        self.modules: list[ModuleType] = [self._room(name) for name in rule_modules]
        self.rules = self._room("rules")
        self.state: type[State] = self._room("state").STATE
        self.table: ActionTable = self._room("actions").TABLE

    def _room(self, name: str) -> ModuleType:
        if name not in self._opened:
            self._opened[name] = import_module(f"{self.package}.{name}")
        return self._opened[name]

    @property
    def name(self) -> str:
        return self.facts.name

    @cached_property
    def buffer(self) -> int:
        """How many codes a buffer must hold that serves seats and nature alike."""
        return max(self.facts.max_legal, self.facts.max_outcomes)

    # -- rules, plain Python ----------------------------------------------------------------------

    @cached_property
    def python(self) -> dict[str, Any]:
        """The driver's namespace with this game's functions, in Python."""
        return self.link(_as_is, arrays=False)

    def link(
        self,
        wrap: Callable[[FunctionType], Any],
        *,
        arrays: bool,
        driver: str = "",
        room: str = "",
    ) -> dict[str, Any]:
        """The functions of ``playout``, or of a driver beside it, with this game's own in place."""
        others = [module for module in self.modules if module is not self.rules]
        company = Company(_driver(driver), self._room(room)) if driver else None
        return link(self.rules, others, wrap, arrays=arrays, company=company)

    @cached_property
    def fingerprint(self) -> str:
        return self.fingerprint_of("", "")

    def fingerprint_of(self, driver: str, room: str) -> str:
        """A hash of all code that goes into what is linked with that driver."""
        more = [_driver(driver), self._room(room)] if driver else []
        return fingerprint([*self.modules, self._room("state"), self._room("actions"), *more])

    def blank(self, players: int, options: Mapping[str, OptionValue]) -> State:
        """A state with nothing but the number of seats and the house rules in it."""
        s = self.state()
        s.players = players
        for option in self.facts.options:
            option.store(s, options[option.name])
        return s

    def active_seats(self, s: State) -> tuple[int, ...]:
        return _seats_in(self.rules.active(s))

    def turn(self, s: State) -> int:
        """Whose move comes next when machines play; nature's counts as a move."""
        mask = self.rules.active(s)
        return CHANCE if mask & CHANCE_BIT else int(self.python["turn"](s, mask))

    def stage(self, s: State, seat: int) -> str:
        """What is asked of this seat; empty for nothing."""
        index: int = self.rules.stage(s, seat)
        return self.facts.stages[index]

    def legal(self, s: State, seat: int) -> list[int]:
        codes: Row = [0] * self.facts.max_legal
        return codes[: self.rules.legal(s, seat, codes)]

    def chance(self, s: State) -> list[tuple[int, int]]:
        codes: Row = [0] * self.facts.max_outcomes
        weights: Row = [0] * self.facts.max_outcomes
        count = self.rules.chance(s, codes, weights)
        return list(zip(codes[:count], weights[:count], strict=True))

    def places(self, s: State) -> tuple[list[int], list[int]]:
        places: Row = [0] * s.players
        points: Row = [0] * s.players
        self.rules.result(s, places, points)
        return places, points

    # -- games against the clock ------------------------------------------------------------------

    def moment(self, s: State, seat: int) -> int:
        """The earliest time, in milliseconds, at which this active seat may act."""
        moment: int = self.rules.moment(s, seat)
        return moment

    def due(self, s: State) -> int:
        """When nature acts of itself; NEVER if nothing runs out."""
        due: int = self.rules.due(s)
        return due

    def too_soon(self, s: State, seat: int) -> Refusal:
        """Why a seat has to wait until its moment."""
        refusal: Refusal = self._room("refusals").too_soon(s, seat)
        return refusal

    # -- what people see --------------------------------------------------------------------------

    @cached_property
    def _view(self) -> ModuleType:
        return self._room("view")

    @cached_property
    def _common(self) -> Callable[[State], dict[str, Any]] | None:
        return getattr(self._view, "common", None)

    @cached_property
    def _own(self) -> Callable[[State, int | None], dict[str, Any]] | None:
        return getattr(self._view, "own", None)

    def view(self, s: State, seat: int | None) -> dict[str, Any]:
        view: dict[str, Any] = self._view.view(s, seat)
        return view

    def common(self, s: State) -> dict[str, Any]:
        """The part of a view that is the same for everybody; empty where a game has none apart."""
        part = self._common
        seen: dict[str, Any] = {} if part is None else part(s)
        return seen

    @cached_property
    def changed(self) -> Callable[[State, State], dict[str, Any]] | None:
        """From two moments of a game, the entries of ``common`` that may differ, as in the later one.

        None where a game makes all of it each time.
        """
        return getattr(self._view, "changed", None)

    def own(self, s: State, seat: int | None) -> dict[str, Any]:
        """The rest of a view: with ``common`` it is the whole."""
        part = self._own
        seen: dict[str, Any] = self.view(s, seat) if part is None else part(s, seat)
        return seen

    def prompt(self, s: State, seat: int) -> dict[str, Any]:
        prompt: dict[str, Any] = self._view.prompt(s, seat)
        return prompt

    def events(self, before: State, seat: int, code: int, after: State) -> list[Event]:
        events: list[Event] = self._view.events(before, seat, code, after)
        return events

    def refusal(self, s: State, seat: int, code: int) -> Refusal:
        refusal: Refusal = self._room("refusals").refusal(s, seat, code)
        return refusal

    def redeal(self, s: State, seat: int | None, dice: Row) -> State:
        """Another state that this seat could not tell from the given one."""
        new: State = self._room("belief").redeal(s, seat, dice)
        return new

    @cached_property
    def levels(self) -> Levels:
        """How the bots that search do it in this game; nobody does where it does not say."""
        if find_spec(f"{self.package}.levels") is None:
            return Levels(champion=None)
        levels: Levels = self._room("levels").LEVELS
        return levels

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What a study counts in this game besides what it counts in every one."""
        measures: tuple[Measure, ...] = self._room("measures").MEASURES
        return measures

    @property
    def in_turns(self) -> bool:
        """Whether seats move one after the other, so that it can matter who begins."""
        return not self.facts.timed

    def problems(self, s: State) -> list[str]:
        """What is wrong with a state: conservation and the game's own invariants."""
        problems: list[str] = self._room("invariants").problems(s)
        return problems


def _driver(name: str) -> ModuleType:
    return import_module(f"dogpark.kernel.{name}")


@cache
def _seats_in(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def _as_is(function: FunctionType) -> FunctionType:
    return function
