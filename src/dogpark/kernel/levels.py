"""How a game's searching bots think: declared in its folder, in ``levels.py``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Search:
    """How much a bot looks at before it moves. Counted, not timed: the same view, the same move."""

    worlds: int  # dealt in all, in which its last candidates are tried
    candidates: int  # that are tried at all; of more, the most promising
    horizon: int  # decisions of all seats to play on before judging
    futures: int = 1  # lucks that each world is tried with: cheaper than to deal anew
    matrix: int = 0  # games played on to solve a secret choice


@dataclass(frozen=True)
class AtOnce:
    """How seats choose at the same time, in a game where nothing else is hidden."""

    secret: tuple[str, ...]  # stages that are solved as matrix games
    # The same table with no answer under seal but this seat's.
    reopen: Callable[[Any, int], Any]
    # How much of a seat does what is expected of it, by code; the rest adapts to the others.
    expected: Callable[[Any, int, Sequence[int]], list[float]]
    # A stage in which all speak, and the one in which they then act: what to say is searched
    # together with what to do.
    word: str
    deed: str


@dataclass(frozen=True)
class Levels:
    """The uppermost level, and how a seat's turn hangs together."""

    champion: Search | None  # None: a policy of the kernel, as the lower levels are
    # Stages that go on with a play that was begun: nothing hidden and no chance comes between.
    # A play is searched as a whole.
    within: tuple[str, ...] = ()
    at_once: AtOnce | None = None
