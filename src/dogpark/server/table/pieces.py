"""Views as encoded pieces: what changed of them is put together without encoding anything again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import msgspec

from dogpark.kernel.kept import Kept, KeptView, encoded

Pieces: TypeAlias = dict[str, bytes]  # a view's entries by name, as JSON

_encode = msgspec.json.Encoder().encode


def pieces_of(view: Mapping[str, Any], known: Pieces) -> Pieces:
    """A view in pieces; the very same ones as are known, where nothing changed.

    Nobody need look into them then to see that.
    """
    pieces: Pieces
    if type(view) is KeptView:
        pieces = view.pieces
    else:
        pieces = {
            key: value.json if type(value) is Kept else encoded(value)
            for key, value in view.items()
        }
    return known if pieces == known else pieces


def inside(pieces: Pieces) -> bytes:
    """What stands between the braces of their JSON object."""
    return b",".join([_name(key) + piece for key, piece in pieces.items()])


@cache
def _name(key: str) -> bytes:
    """Views have few names, and games choose them."""
    return _encode(key) + b":"


class Change(NamedTuple):
    """What is new in a view for those who knew it as it was."""

    entries: bytes  # those that are not as they were, as ``inside``
    gone: list[str]  # names of those that are there no more


NO_CHANGE = Change(b"", [])


def change(known: Pieces, pieces: Pieces) -> Change:
    if known is pieces:
        return NO_CHANGE
    look = known.get
    new = {key: piece for key, piece in pieces.items() if look(key) != piece}
    same_names = known.keys() <= pieces.keys()
    return Change(inside(new), [] if same_names else [key for key in known if key not in pieces])
