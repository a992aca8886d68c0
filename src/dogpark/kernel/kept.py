"""Parts of views that are made once and handed out again and again, with their JSON.

A view is made after every move, for everybody who looks, and little of it has changed. A game
makes such a part in a function with a cache whose arguments are all it depends on: what is equal
is then the same object, in every table, and its JSON is there already.
"""

from __future__ import annotations

from typing import Any

import msgspec

_encode = msgspec.json.Encoder().encode


class Kept(dict[str, Any]):
    """An object of a view. Many hold the same one: nobody changes it."""

    __slots__ = ("json",)

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        self.json = _encode(fields)


class KeptView(dict[str, Any]):
    """A whole view, or one's own part of it; its entries are encoded one by one."""

    __slots__ = ("pieces",)

    def __init__(self, view: dict[str, Any]) -> None:
        super().__init__(view)
        self.pieces = {key: encoded(value) for key, value in view.items()}


def encoded(value: Any) -> bytes:
    """A view's entry as JSON; what is kept, alone or in a list, need not be encoded again."""
    if type(value) is Kept:
        kept: bytes = value.json
        return kept
    if type(value) is list and value and type(value[0]) is Kept:
        return b"[%b]" % b",".join([encoded(one) for one in value])
    return _encode(value)
