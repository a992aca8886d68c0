"""Views as encoded pieces: what changed of them is put together without encoding anything again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

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


def changes(known: Pieces, pieces: Pieces) -> bytes:
    """Those that are new or not as they were, as ``inside``."""
    if known is pieces:
        return b""
    look = known.get
    return inside({key: piece for key, piece in pieces.items() if look(key) != piece})


def gone(known: Pieces, pieces: Pieces) -> list[str]:
    """Names of entries that are there no more."""
    return [] if known.keys() <= pieces.keys() else [key for key in known if key not in pieces]
