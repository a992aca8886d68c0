"""How this game's bots think: in real time nobody searches; all levels are policies (see temper)."""

from __future__ import annotations

from dogpark.kernel.levels import Levels

LEVELS = Levels(champion=None)
