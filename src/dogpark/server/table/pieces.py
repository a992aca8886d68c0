"""Views as encoded pieces: what changed of them is put together without encoding anything again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

import msgspec

from dogpark.kernel.kept import KeptView, encoded
from dogpark.kernel.schema import State
from dogpark.play.position import Position

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


class Common:
    """What all views of a table have in common, in pieces. Its names are always the same."""

    __slots__ = ("_known", "_news", "_shown", "pieces")

    def __init__(self) -> None:
        self.pieces: Pieces = {}
        self._shown: State | None = None  # what the pieces are of
        self._known: Pieces = self.pieces  # what those knew who asked last what is new
        self._news = NO_CHANGE

    def follow(self, position: Position) -> None:
        """Brings the pieces up to date, from an earlier moment of the same game to this one."""
        before, self._shown = self._shown, position.lasting
        known = self._known = self.pieces
        changed = position.rooms.changed
        if before is None or changed is None:
            new = position.common()
        else:
            new = changed(before, self._shown)
        pieces, news = {}, []
        for key, piece in encoded(new).items():
            if known.get(key) != piece:
                pieces[key] = piece
                news.append(_name(key) + piece)
        if pieces:
            self.pieces = known | pieces
        self._news = Change(b",".join(news), [])

    def new_to(self, known: Pieces) -> Change:
        """What is new to some who knew that; put together once for all who knew the same."""
        if known is not self._known:
            self._known, self._news = known, change(known, self.pieces)
        return self._news
