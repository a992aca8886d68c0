"""The rule books: one folder a game. A folder with FACTS in it is a game; nothing is listed."""

from __future__ import annotations

from functools import cache
from pkgutil import iter_modules

from dogpark.kernel.rooms import Rooms


class UnknownGame(LookupError):
    """No game of that name; the message lists the games there are."""


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(found.name for found in iter_modules(__path__) if found.ispkg))


@cache
def rooms(name: str) -> Rooms:
    if name not in names():
        raise UnknownGame(f"no game called {name!r}; there are {', '.join(names())}")
    return Rooms(f"{__name__}.{name}")
