"""Why something a person asked for was not done: as a table refuses, with what HTTP wants to know."""

from __future__ import annotations

from typing import Literal, TypeAlias, cast

from dogpark.server.table.no import No
from dogpark.wire.tells import Kind

HttpKind: TypeAlias = (
    Kind
    | Literal[
        "log in",  # who this is was not said, or not proved
        "taken",  # it is so already, or somebody else has it
        "too big",  # more than this server reads
    ]
)


class NotDone(No):
    """Something was refused; nothing has changed. ``after``: try again in so many seconds."""

    def __init__(self, kind: HttpKind, words: str, *, after: float | None = None) -> None:
        # What a socket may ask of this package is refused with kinds that sockets know.
        super().__init__(cast("Kind", kind), words)
        self.after = after
