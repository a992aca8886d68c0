"""How this game's bots search: to the end of the race."""

from __future__ import annotations

from dogpark.games.monty.belief import expected, reopen
from dogpark.kernel.levels import AtOnce, Levels, Search

LEVELS = Levels(
    champion=Search(worlds=400, candidates=12, horizon=400, matrix=2048),
    at_once=AtOnce(
        secret=("commit", "demand"),
        reopen=reopen,
        expected=expected,
        word="talk",
        deed="commit",
    ),
)
