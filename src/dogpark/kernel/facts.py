"""The facts of a game as data: what lobby, command line, docs and tests read.

House rules are declared here as options. Each is stored in the state field ``rule_<name>``, so
rules read them at run time and one compiled kernel serves every variant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from dogpark.kernel.schema import State

MAX_SEATS = 6
CHANCE = 15  # nature is a seat too; no table has so many people
CHANCE_BIT = 1 << CHANCE
NEVER = (1 << 31) - 1  # a time, in milliseconds, that no game reaches
LONGEST_NUMBER = 18  # digits of a number written as text

OptionValue: TypeAlias = int | str | list[int]


class BadOption(ValueError):
    """A house rule that does not exist, or a value outside its bounds."""


@dataclass(frozen=True)
class Choice:
    """One of several named values; the first is the default. Stored as its index."""

    name: str
    values: tuple[str, ...]
    words: str
    rule: str

    @property
    def default(self) -> str:
        return self.values[0]

    @property
    def bounds(self) -> str:
        return "|".join(self.values)

    def examples(self, _players: int) -> Sequence[OptionValue]:
        return self.values

    def read(self, value: object, _players: int) -> str:
        if isinstance(value, str) and value in self.values:
            return value
        raise BadOption(f"option {self.name} is one of {', '.join(self.values)}; given {value!r}")

    def store(self, s: State, value: Any) -> None:
        setattr(s, f"rule_{self.name}", self.values.index(value))


def switch(name: str, words: str, rule: str, *, on: bool = False) -> Choice:
    """A house rule that is on or off."""
    return Choice(name, ("on", "off") if on else ("off", "on"), words, rule)


@dataclass(frozen=True)
class Whole:
    """A whole number from low to high. ``tried`` are the values that tests play whole games with."""

    name: str
    default: int
    low: int
    high: int
    words: str
    rule: str
    tried: tuple[int, ...] = ()

    @property
    def bounds(self) -> str:
        return f"{self.low}..{self.high}"

    def examples(self, _players: int) -> Sequence[OptionValue]:
        return self.tried or tuple(range(self.low, self.high + 1))

    def read(self, value: object, _players: int) -> int:
        if isinstance(value, str) and _is_number(value.removeprefix("-")):
            value = int(value)
        if type(value) is int and self.low <= value <= self.high:
            return value
        raise BadOption(
            f"option {self.name} is a whole number from {self.low} to {self.high}; given {value!r}"
        )

    def store(self, s: State, value: Any) -> None:
        setattr(s, f"rule_{self.name}", value)


@dataclass(frozen=True)
class SeatChoice:
    """A seat, or 'random' (the default). Stored as the seat, or -1."""

    name: str
    words: str
    rule: str

    default = "random"
    bounds = "random|seat"

    def examples(self, players: int) -> Sequence[OptionValue]:
        return ("random", *range(players))

    def read(self, value: object, players: int) -> int | str:
        if value == "random":
            return "random"
        if isinstance(value, str) and _is_number(value):
            value = int(value)
        if type(value) is int and 0 <= value < players:
            return value
        raise BadOption(
            f"option {self.name} is random or a seat from 0 to {players - 1}; given {value!r}"
        )

    def store(self, s: State, value: Any) -> None:
        setattr(s, f"rule_{self.name}", -1 if value == "random" else value)


@dataclass(frozen=True)
class Split:
    """Counts that add up to a fixed total, such as the faces of a die."""

    name: str
    default: tuple[int, ...]
    low: int
    words: str
    rule: str
    tried: tuple[tuple[int, ...], ...] = ()

    @property
    def total(self) -> int:
        return sum(self.default)

    @property
    def bounds(self) -> str:
        return f"{len(self.default)} counts of at least {self.low}, together {self.total}"

    def examples(self, _players: int) -> Sequence[OptionValue]:
        return [list(value) for value in (self.default, *self.tried)]

    def read(self, value: object, _players: int) -> list[int]:
        counts = _numbers(value)
        if (
            counts is not None
            and len(counts) == len(self.default)
            and all(count >= self.low for count in counts)
            and sum(counts) == self.total
        ):
            return counts
        raise BadOption(f"option {self.name} is {self.bounds}; given {value!r}")

    def store(self, s: State, value: Any) -> None:
        setattr(s, f"rule_{self.name}", list(value))


@dataclass(frozen=True)
class Wholes:
    """Several whole numbers, each from low to high, such as the length of every round."""

    name: str
    default: tuple[int, ...]
    low: int
    high: int
    words: str
    rule: str
    tried: tuple[tuple[int, ...], ...] = ()

    @property
    def bounds(self) -> str:
        return f"{len(self.default)} numbers from {self.low} to {self.high}"

    def examples(self, _players: int) -> Sequence[OptionValue]:
        return [list(value) for value in (self.default, *self.tried)]

    def read(self, value: object, _players: int) -> list[int]:
        numbers = _numbers(value)
        if (
            numbers is not None
            and len(numbers) == len(self.default)
            and all(self.low <= number <= self.high for number in numbers)
        ):
            return numbers
        raise BadOption(f"option {self.name} is {self.bounds}; given {value!r}")

    def store(self, s: State, value: Any) -> None:
        setattr(s, f"rule_{self.name}", list(value))


def _is_number(word: str) -> bool:
    """Whether it is a number; Python refuses to read one of thousands of digits."""
    return word.isdecimal() and len(word) <= LONGEST_NUMBER


def _numbers(value: object) -> list[int] | None:
    """Whole numbers from a list or from "1,2,3"; None if it is anything else."""
    if isinstance(value, str):
        words = value.split(",")
        return [int(word) for word in words] if all(map(_is_number, words)) else None
    if isinstance(value, list | tuple) and all(type(number) is int for number in value):
        return list(value)
    return None


@dataclass(frozen=True)
class Cells:
    """A few cells of a table, such as things lying on it: "none" or "2,4 7,1" (x and y from 0).

    Stored as ``most`` numbers y * width + x in rising order, -1 for no cell.
    """

    name: str
    width: int
    height: int
    most: int
    words: str
    rule: str
    tried: tuple[str, ...] = ()

    default = "none"

    @property
    def bounds(self) -> str:
        return (
            f"none, or up to {self.most} cells x,y from 0,0 to {self.width - 1},{self.height - 1}"
        )

    def examples(self, _players: int) -> Sequence[OptionValue]:
        return (self.default, *self.tried)

    def read(self, value: object, _players: int) -> str:
        if value == self.default:
            return self.default
        cells = self._cells(value) if isinstance(value, str) else None
        if cells is None or not 1 <= len(cells) <= self.most:
            raise BadOption(f"option {self.name} is {self.bounds}, e.g. '2,4 7,1'; given {value!r}")
        return " ".join(f"{cell % self.width},{cell // self.width}" for cell in cells)

    def _cells(self, text: str) -> list[int] | None:
        cells: set[int] = set()
        for word in text.split():
            x, _, y = word.partition(",")
            if not (_is_number(x) and _is_number(y)):
                return None
            if int(x) >= self.width or int(y) >= self.height:
                return None
            cells.add(int(y) * self.width + int(x))
        return sorted(cells)

    def store(self, s: State, value: Any) -> None:
        cells = [] if value == self.default else self._cells(value) or []
        setattr(s, f"rule_{self.name}", cells + [-1] * (self.most - len(cells)))


Option: TypeAlias = Choice | Whole | SeatChoice | Split | Wholes | Cells


@dataclass(frozen=True)
class Facts:
    """Everything about a game that is not a function."""

    name: str
    title: str
    edition: str
    sentence: str
    minutes: int
    seats: tuple[int, ...]
    rules_version: str
    prefix: str  # of its rule ids: DOG, BON, …
    options: tuple[Option, ...]
    stages: tuple[str, ...]  # stage 0 is "nothing is asked of you"
    hidden: bool  # whether any seat has anything to hide
    max_legal: int  # most choices a seat can ever have
    max_outcomes: int  # most outcomes a chance event can have
    max_steps: int  # no game has more actions and outcomes together
    teams: Mapping[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    no_conferring: str | None = None  # the rule that forbids its players to talk during play
    veiled: Mapping[str, str] = field(default_factory=dict)
    """Stages in which how soon a seat answers would tell what it holds, each with the move that every
    seat can make there. An online table carries the answers out together, after a fixed time."""
    timed: bool = False  # played against a clock: the state has `now`, the rules `moment` and `due`

    def team_of(self, players: int) -> tuple[tuple[int, ...], ...]:
        """Seats that win together; everybody alone where a game has no teams."""
        return self.teams.get(players) or tuple((seat,) for seat in range(players))

    def check_players(self, players: object) -> int:
        if type(players) is int and players in self.seats:
            return players
        table = ", ".join(map(str, self.seats))
        raise BadOption(f"{self.title} is for {table} players; given {players!r}")

    def read_options(self, given: Mapping[str, object], players: int) -> dict[str, OptionValue]:
        """All options of a table, the given ones checked, the others at their defaults."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise BadOption(
                    f"{self.title} has no option {name!r}; it has {', '.join(known) or 'none'}"
                )
        return {
            name: option.read(given.get(name, _plain(option.default)), players)
            for name, option in known.items()
        }


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
