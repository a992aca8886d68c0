"""Parts of views that are made once and handed out again and again, with their JSON.

A view is made after every move, for everybody who looks, and little of it has changed. A game
makes such a part in a function with a cache whose arguments are all it depends on: what is equal
is then the same object, in every table, and its JSON is there already.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

_encode = msgspec.json.Encoder().encode
_NUMBERS = [_encode(number) for number in range(256)]  # what most entries of most views are


class Kept(dict[str, Any]):
    """An object of a view. Many hold the same one: nobody changes it."""

    __slots__ = ("json",)

    def __init__(self, fields: dict[str, Any], json: bytes | None = None) -> None:
        super().__init__(fields)
        self.json = _encode(fields) if json is None else json

    def with_more(self, fields: dict[str, Any]) -> Kept:
        """The same with more entries at its end; only these are encoded. Neither may be empty."""
        return Kept({**self, **fields}, b"%b,%b" % (self.json[:-1], _encode(fields)[1:]))


class KeptView(dict[str, Any]):
    """A whole view, or one's own part of it; its entries are encoded one by one."""

    __slots__ = ("pieces",)

    def __init__(self, view: dict[str, Any]) -> None:
        super().__init__(view)
        self.pieces = encoded(view)


def encoded(view: Mapping[str, Any]) -> dict[str, bytes]:
    """A view's entries as JSON; what is kept, alone or in a list, need not be encoded again."""
    pieces = {}
    for key, value in view.items():
        kind = type(value)
        if kind is int and 0 <= value < len(_NUMBERS):
            pieces[key] = _NUMBERS[value]
        elif kind is Kept:
            pieces[key] = value.json
        elif kind is list and value and type(value[0]) is Kept:  # of nothing else then
            pieces[key] = b"[%b]" % b",".join([one.json for one in value])
        else:
            pieces[key] = _encode(value)
    return pieces
