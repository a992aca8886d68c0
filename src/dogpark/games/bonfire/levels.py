"""How this game's bots search."""

from __future__ import annotations

from dogpark.kernel.levels import Levels, Search

LEVELS = Levels(
    champion=Search(worlds=2, candidates=16, horizon=200, futures=512),
)
