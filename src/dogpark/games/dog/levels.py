"""How DOG's bots search: a turn is a card, its use, a peg and where it goes; a seven is many steps."""

from __future__ import annotations

from dogpark.kernel.levels import Levels, Search

ROUND = 400  # decisions: more than a round has left, so that it is the round that ends a try-out

LEVELS = Levels(
    champion=Search(worlds=320, candidates=24, horizon=ROUND),
    within=("peg", "dest", "target", "seven"),
)
