"""How this game's bots search: to the end of the round."""

from __future__ import annotations

from dogpark.kernel.levels import Levels, Search

LEVELS = Levels(
    champion=Search(worlds=200, candidates=16, horizon=500),
)
