"""What goes over the bus, and what a bus must be able to do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

import msgspec

UNSURE = 2**62  # more than any log reaches: news may have been missed, so read and see
ANEW = UNSURE + 1  # and what was read before was rewritten: somebody's name was erased


class News(msgspec.Struct, frozen=True):
    """A table's log has reached this number."""

    table: str
    seq: int


Listener: TypeAlias = Callable[[News], Awaitable[None]]


class Bus(Protocol):
    """A bus may lose news (who listens reads the log now and then) and never delays a player.

    ``start`` begins to listen; the listener hears only of tables it follows, and only of what
    other processes publish. When a table begins to be followed, and again after the bus was away,
    it hears News(table, UNSURE) once: from here on nothing is missed. ``publish`` returns at once
    and raises nothing, whatever happens.
    """

    async def start(self, listener: Listener) -> None: ...

    def follow(self, table: str) -> None: ...

    def unfollow(self, table: str) -> None: ...

    def publish(self, news: News) -> None: ...

    @property
    def up(self) -> bool: ...

    async def close(self) -> None: ...
