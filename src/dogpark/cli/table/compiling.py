"""Machine code for bots that search, made beside a game at the terminal: nobody waits for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from dogpark.agents.bots import policy_of
from dogpark.cli.table.seating import YOU
from dogpark.kernel import native
from dogpark.kernel.rooms import Rooms


def searching(rooms: Rooms, names: Sequence[str]) -> bool:
    """Whether one of these players would be the stronger for it."""
    return any(policy_of(rooms, name) is None for name in names if name != YOU)


@contextmanager
def compiling(rooms: Rooms, names: Sequence[str]) -> Iterator[None]:
    """While the game goes on, a child compiles its rules where that helps and is not done yet.

    Bots think in Python until they find the code in the cache. Who leaves early ends the compiler
    as well; what it has done until then stays.
    """
    if not searching(rooms, names) or native.status(rooms).phase != "cold":
        yield
        return
    with native.compile_in_background(rooms) as child:
        try:
            yield
        finally:
            child.kill()
