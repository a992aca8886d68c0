"""A game's actions, declared once.

``actions.py`` of a game lists its kinds with their fields and bounds; integer code, named action,
JSON form, short text and words are all derived from that list::

    TABLE = ActionTable(
        Kind("give", (Names("card", CARDS),), "give the {card} away"),
        Kind("step", (Whole("peg", 0, 3), Names("way", ("on", "off"))), "step peg {peg} {way}"),
    )
    GIVE, STEP = TABLE.bases("give", "step")

Codes count up through the kinds in order and through the fields like an odometer, the last field
fastest. Rules work on codes; everything that people or programs outside see is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from types import MappingProxyType
from typing import Any, TypeAlias

Value: TypeAlias = int | str

RESERVED = {"do", "n", "by", "at", "kind", "self"}  # keys of records and names of arguments


class UnreadableAction(ValueError):
    """Input that is no action of this game at all; the message says what was expected."""


@dataclass(frozen=True)
class Names:
    """A field that takes one of the given names."""

    name: str
    values: Sequence[str]

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def size(self) -> int:
        return len(self.values)

    def decode(self, index: int) -> tuple[Value, ...]:
        return (self.values[index],)

    def encode(self, given: tuple[object, ...]) -> int | None:
        (value,) = given
        return self.values.index(value) if isinstance(value, str) and value in self.values else None

    @property
    def expected(self) -> str:
        return f"{self.name} is one of {', '.join(self.values)}"


@dataclass(frozen=True)
class Whole:
    """A field that takes a whole number from low to high, both included."""

    name: str
    low: int
    high: int

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def size(self) -> int:
        return self.high - self.low + 1

    def decode(self, index: int) -> tuple[Value, ...]:
        return (self.low + index,)

    def encode(self, given: tuple[object, ...]) -> int | None:
        (value,) = given
        if type(value) is int and self.low <= value <= self.high:
            return value - self.low
        return None

    @property
    def expected(self) -> str:
        return f"{self.name} is a whole number from {self.low} to {self.high}"


@dataclass(frozen=True)
class Rows:
    """Several fields whose combinations are listed one by one (not every pairing exists)."""

    names: tuple[str, ...]
    values: Sequence[tuple[Value, ...]]

    @property
    def size(self) -> int:
        return len(self.values)

    def decode(self, index: int) -> tuple[Value, ...]:
        return self.values[index]

    def encode(self, given: tuple[object, ...]) -> int | None:
        for index, row in enumerate(self.values):
            if row == given and all(type(a) is type(b) for a, b in zip(row, given, strict=True)):
                return index
        return None

    @property
    def expected(self) -> str:
        rows = "; ".join(" ".join(str(value) for value in row) for row in self.values)
        return f"({', '.join(self.names)}) is one of: {rows}"


Part: TypeAlias = Names | Whole | Rows


@dataclass(frozen=True)
class Kind:
    """One kind of action or chance outcome: its name, its fields, and a phrase for people."""

    name: str
    parts: tuple[Part, ...] = ()
    words: str = ""

    @cached_property
    def size(self) -> int:
        return prod(part.size for part in self.parts)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(name for part in self.parts for name in part.names)


@dataclass(frozen=True, slots=True)
class Action:
    """A named action: ``play(card='A', use='start')``. Equal when kind and fields are equal."""

    kind: str
    fields: Mapping[str, Value]
    code: int = field(compare=False)
    words: str = field(compare=False)

    def __getitem__(self, name: str) -> Value:
        return self.fields[name]

    def __str__(self) -> str:
        return " ".join([self.kind, *map(str, self.fields.values())])

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"{self.kind}({inner})"

    def __hash__(self) -> int:
        return hash((self.kind, tuple(self.fields.items())))

    def to_dict(self) -> dict[str, Value]:
        return {"do": self.kind, **self.fields}


class ActionTable:
    """All kinds of one game, seats' actions first and nature's outcomes wherever declared."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = kinds
        self._base: dict[str, int] = {}
        self._kind: dict[str, Kind] = {}
        self._actions: list[Action] = []
        self._by_form: dict[tuple[object, ...], Action] = {}
        for kind in kinds:
            if kind.name in self._base:
                raise ValueError(f"kind {kind.name!r} is declared twice")
            if RESERVED & set(kind.names):
                raise ValueError(f"kind {kind.name!r}: {sorted(RESERVED)} mean something else")
            self._base[kind.name] = len(self._actions)
            self._kind[kind.name] = kind
            self._actions.extend(self._spell_out(kind))
        for action in self._actions:
            self._by_form[_form(action.to_dict())] = action

    def _spell_out(self, kind: Kind) -> Iterator[Action]:
        for offset in range(kind.size):
            rest, values = offset, []
            for part in reversed(kind.parts):
                rest, index = divmod(rest, part.size)
                values.append(part.decode(index))
            flat = [value for row in reversed(values) for value in row]
            fields = dict(zip(kind.names, flat, strict=True))
            words = (kind.words or kind.name.replace("_", " ")).format(**fields)
            yield Action(kind.name, MappingProxyType(fields), self._base[kind.name] + offset, words)

    def __len__(self) -> int:
        return len(self._actions)

    def base(self, kind: str) -> int:
        return self._base[kind]

    def bases(self, *kinds: str) -> tuple[int, ...]:
        return tuple(self._base[kind] for kind in kinds)

    def action(self, code: int) -> Action:
        if not 0 <= code < len(self._actions):
            raise UnreadableAction(f"action codes run from 0 to {len(self) - 1}, not {code}")
        return self._actions[code]

    def make(self, kind: str, **fields: Value) -> Action:
        """The action of that kind with those fields; UnreadableAction names what is wrong."""
        return self.from_dict({"do": kind, **fields})

    def code(self, kind: str, **fields: Value) -> int:
        return self.make(kind, **fields).code

    def from_dict(self, data: object) -> Action:
        if type(data) is dict:
            try:
                return self._by_form[_form(data)]
            except (KeyError, TypeError):  # in another order, or not as it should be
                pass
        return self._spelled(data)

    def _spelled(self, data: object) -> Action:
        """Reads it field by field, to say what is wrong."""
        if not isinstance(data, Mapping):
            raise UnreadableAction(f"an action is an object, not {type(data).__name__}")
        name = data.get("do")
        kind = self._kind.get(name) if isinstance(name, str) else None
        if kind is None:
            raise UnreadableAction(f"'do' is one of {', '.join(self._kind)}, not {name!r}")
        given = set(data) - {"do"}
        if given != set(kind.names):
            wanted = ", ".join(kind.names) or "no fields"
            raise UnreadableAction(f"{name} takes {wanted}; given {sorted(map(str, given))}")
        code = 0
        for part in kind.parts:
            index = part.encode(tuple(data[field_name] for field_name in part.names))
            if index is None:
                got = ", ".join(repr(data[field_name]) for field_name in part.names)
                raise UnreadableAction(f"{name}: {part.expected}; given {got}")
            code = code * part.size + index
        return self._actions[self._base[kind.name] + code]

    def from_text(self, text: str) -> Action:
        """Reads the short form that ``str(action)`` writes, as typed in a terminal."""
        words = text.split()
        kind = self._kind.get(words[0].lower()) if words else None
        if kind is None:
            raise UnreadableAction(f"a move starts with one of {', '.join(self._kind)}")
        if len(words) - 1 != len(kind.names):
            raise UnreadableAction(f"{kind.name} takes {len(kind.names)} words after its name")
        data: dict[str, Any] = {"do": kind.name}
        for part in kind.parts:
            for name in part.names:
                data[name] = _typed(part, name, words[1 + kind.names.index(name)])
        return self.from_dict(data)


def _form(data: dict[str, Any]) -> tuple[object, ...]:
    """An action's JSON form, to look it up by. Types count as well: True is not 1."""
    return (*data, *data.values(), *map(type, data.values()))


def _typed(part: Part, name: str, word: str) -> Value:
    if isinstance(part, Whole):
        return int(word) if word.removeprefix("-").isdecimal() else word
    column = part.names.index(name)
    values = {row[column] for row in part.values} if isinstance(part, Rows) else set(part.values)
    for value in values:
        if str(value).lower() == word.lower():
            return value
    return word
