"""Views as encoded pieces: what changed of them is put together without encoding anything again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

import msgspec

from dogpark.kernel.kept import KeptView, encoded

Pieces: TypeAlias = dict[str, bytes]  # a view's entries by name, as JSON

_encode = msgspec.json.Encoder().encode


def pieces_of(view: Mapping[str, Any], known: Pieces) -> Pieces:
    """A view in pieces; the very same ones as are known, where nothing changed.

    Nobody need look into them then to see that.
    """
    pieces: Pieces = view.pieces if type(view) is KeptView else encoded(view)
    return known if pieces == known else pieces


@cache
def _name(key: str) -> bytes:
    """Views have few names, and games choose them."""
    return _encode(key) + b":"


class Change(msgspec.Struct, frozen=True):
    """What is new in a view for those who knew it as it was."""

    entries: bytes  # those that are not as they were, as between the braces of a JSON object
    gone: list[str]  # names of those that are there no more


NO_CHANGE = Change(b"", [])


def change(known: Pieces, pieces: Pieces) -> Change:
    if known is pieces:
        return NO_CHANGE
    look = known.get
    new = [_name(key) + piece for key, piece in pieces.items() if look(key) != piece]
    same_names = known.keys() <= pieces.keys()
    return Change(b",".join(new), [] if same_names else [key for key in known if key not in pieces])
