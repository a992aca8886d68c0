"""A game's state, declared once.

A game writes a class of fields::

    class Dog(State):
        turn: int = i8()
        loc: Table = i16(6, 4)

and gets from that one declaration a Python class (slots, ints and lists), the dtype of a NumPy
record, a JSON form, and a field-by-field ``assign`` that runs in Python, native and on the GPU.

Only signed integers are offered to games: mixing unsigned and signed 64-bit numbers turns into
floats in compiled code, silently. The generator's words are the one exception and mask each read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np
import numpy.typing as npt

Row: TypeAlias = list[int]
Table: TypeAlias = list[list[int]]


class Malformed(ValueError):
    """A JSON form that is not a state of this schema; the message names the field."""


@dataclass(frozen=True)
class FieldSpec:
    """The storage of one field: integer type and fixed shape."""

    dtype: str
    shape: tuple[int, ...]

    @property
    def bounds(self) -> tuple[int, int]:
        info = np.iinfo(self.dtype)
        return int(info.min), int(info.max)


def _field(dtype: str) -> Callable[..., Any]:
    def declare(*shape: int) -> Any:
        if len(shape) > 2 or any(size < 1 for size in shape):
            raise ValueError(f"a field is a number, a row or a table, not {shape}")
        return FieldSpec(dtype, shape)

    return declare


i8 = _field("int8")
i16 = _field("int16")
i32 = _field("int32")
_u32 = _field("uint32")


class StateMeta(type):
    """Turns the declared fields of a State subclass into slots and derived forms."""

    fields: dict[str, FieldSpec]
    dtype: np.dtype[Any]
    assign: Callable[[Any, Any], None]

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> StateMeta:
        own = {key: value for key, value in body.items() if isinstance(value, FieldSpec)}
        for key in own:
            del body[key]
        inherited: dict[str, FieldSpec] = {}
        for base in bases:
            inherited |= getattr(base, "fields", {})
        body["__slots__"] = tuple(own)
        body["fields"] = fields = inherited | own
        body["dtype"] = _record_dtype(fields)
        cls = super().__new__(mcs, name, bases, body)
        cls._clear = _generate_clear(fields)  # type: ignore[attr-defined] # set on a fresh class
        cls._copy = _generate_copy(fields)  # type: ignore[attr-defined] # set on a fresh class
        cls.assign = staticmethod(_generate_assign(fields))
        return cls


def _record_dtype(fields: Mapping[str, FieldSpec]) -> np.dtype[Any]:
    """Widest fields first, so that natural alignment (which the GPU needs) costs no padding."""
    ordered = sorted(fields.items(), key=lambda item: -np.dtype(item[1].dtype).itemsize)
    return np.dtype([(name, spec.dtype, spec.shape) for name, spec in ordered], align=True)


def _generated(name: str, lines: list[str]) -> Any:
    namespace: dict[str, Any] = {}
    source = "\n    ".join(lines) + "\n"
    exec(compile(source, f"<dogpark schema {name}>", "exec"), namespace)
    return namespace[name]


def _generate_clear(fields: Mapping[str, FieldSpec]) -> Callable[[Any], None]:
    """Views make blank states by the thousand, to ask the rules something."""
    lines = ["def _clear(dst):", "pass"]
    for name, spec in fields.items():
        match spec.shape:
            case ():
                lines.append(f"dst.{name} = 0")
            case (n,):
                lines.append(f"dst.{name} = [0] * {n}")
            case (n, m):
                lines.append(f"dst.{name} = [{', '.join([f'[0] * {m}'] * n)}]")
    return _generated("_clear", lines)  # type: ignore[no-any-return]


def _generate_copy(fields: Mapping[str, FieldSpec]) -> Callable[[Any, Any], None]:
    """Python's own copy of whole rows, several times faster than element by element."""
    lines = ["def _copy(src, dst):", "pass"]
    for name, spec in fields.items():
        match spec.shape:
            case ():
                lines.append(f"dst.{name} = src.{name}")
            case (_,):
                lines.append(f"dst.{name} = src.{name}.copy()")
            case (n, _):
                rows = [f"row{i}" for i in range(n)]
                lines.append(f"[{', '.join(rows)}] = src.{name}")
                lines.append(f"dst.{name} = [{', '.join(f'{row}.copy()' for row in rows)}]")
    return _generated("_copy", lines)  # type: ignore[no-any-return]


def _generate_assign(fields: Mapping[str, FieldSpec]) -> Callable[[Any, Any], None]:
    """Element by element, since a GPU refuses slice assignment into a record's field."""
    lines = ["def assign(dst, src):", "pass"]
    for name, spec in fields.items():
        match spec.shape:
            case ():
                lines.append(f"dst.{name} = src.{name}")
            case (n,):
                lines.append(f"for i in range({n}): dst.{name}[i] = src.{name}[i]")
            case (n, m):
                lines.append(f"for i in range({n}):")
                lines.append(f"    for j in range({m}): dst.{name}[i][j] = src.{name}[i][j]")
    return _generated("assign", lines)  # type: ignore[no-any-return]


class State(metaclass=StateMeta):
    """What every game's state holds: the number of seats and nature's generator.

    House rules are fields too, named ``rule_<option>``, so that one compiled kernel runs every
    variant side by side.
    """

    fields: ClassVar[dict[str, FieldSpec]]
    dtype: ClassVar[np.dtype[Any]]

    players: int = i8()
    rng_key: Row = _u32(4)
    rng_block: Row = _u32(4)
    rng_count: int = _u32()

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        """Replaced, as the next, by generated code of each subclass."""

    def _copy(self, dst: State) -> None: ...

    def copy(self) -> Self:
        new = object.__new__(type(self))
        self._copy(new)
        return new

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in type(self).fields)

    __hash__ = None  # type: ignore[assignment] # a state is mutable

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={getattr(self, name)!r}" for name in type(self).fields)
        return f"{type(self).__name__}({inner})"

    # -- NumPy record ---------------------------------------------------------------------------

    def write_record(self, record: Any) -> None:
        for name in type(self).fields:
            record[name] = getattr(self, name)

    @classmethod
    def read_record(cls, record: Any) -> Self:
        new = object.__new__(cls)
        for name in cls.fields:
            value = record[name]
            setattr(new, name, value.tolist())
        return new

    @classmethod
    def records(cls, count: int) -> npt.NDArray[Any]:
        return np.zeros(count, dtype=cls.dtype)

    # -- JSON -----------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        copied = self.copy()
        return {name: getattr(copied, name) for name in type(self).fields}

    @classmethod
    def from_dict(cls, data: object) -> Self:
        if not isinstance(data, dict):
            raise Malformed(f"a state of {cls.__name__} is an object, not {type(data).__name__}")
        unknown = sorted(str(name) for name in set(data) - set(cls.fields))
        missing = sorted(set(cls.fields) - set(data))
        if unknown or missing:
            what = f"unknown {unknown}" if unknown else f"missing {missing}"
            raise Malformed(f"fields of {cls.__name__}: {what}")
        new = object.__new__(cls)
        for name, spec in cls.fields.items():
            setattr(new, name, _checked(name, spec, data[name]))
        return new


def _checked(name: str, spec: FieldSpec, value: object) -> Any:
    low, high = spec.bounds
    flat, shape = _flatten(value)
    if shape != spec.shape or len(flat) != prod(spec.shape):
        raise Malformed(f"field {name}: expected shape {spec.shape}, got {shape}")
    for item in flat:
        if type(item) is not int or not low <= item <= high:
            raise Malformed(f"field {name}: {item!r} is not a whole number in {low}..{high}")
    if not spec.shape:
        return flat[0]
    if len(spec.shape) == 1:
        return flat
    width = spec.shape[1]
    return [flat[start : start + width] for start in range(0, len(flat), width)]


def _flatten(value: object) -> tuple[list[Any], tuple[int, ...]]:
    if not isinstance(value, list):
        return [value], ()
    if not value or not isinstance(value[0], list):
        return list(value), (len(value),)
    width = len(value[0])
    if any(not isinstance(row, list) or len(row) != width for row in value):
        return [], (len(value), -1)
    return [item for row in value for item in row], (len(value), width)
