"""A state as the bytes of its NumPy record, many times faster than writing the record."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from dogpark.kernel.schema import State

CODES = {"int8": "b", "int16": "h", "int32": "i", "uint32": "I"}


@cache
def _packer(form: type[State]) -> Callable[[State], bytes]:
    layout, parts, end = "=", [], 0
    places: Mapping[str, Any] = form.dtype.fields or {}
    for name, (_, offset, *_) in sorted(places.items(), key=lambda item: item[1][1]):
        spec = form.fields[name]
        size = int(np.prod(spec.shape, dtype=int))
        layout += "x" * (offset - end) + f"{size}{CODES[spec.dtype]}"
        end = offset + size * np.dtype(spec.dtype).itemsize
        if len(spec.shape) == 2:
            parts += [f"*s.{name}[{row}]" for row in range(spec.shape[0])]
        else:
            parts.append(f"*s.{name}" if spec.shape else f"s.{name}")
    layout += "x" * (form.dtype.itemsize - end)
    names = {"pack": struct.Struct(layout).pack}
    packer: Callable[[State], bytes] = eval(f"lambda s: pack({', '.join(parts)})", names)
    return packer


def bytes_of(s: State) -> bytes:
    """The bytes of the record; struct.error where a number does not fit its field."""
    return _packer(type(s))(s)
