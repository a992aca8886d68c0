"""Games against the clock at the terminal, in real time: one person among bots, or bots alone."""

from __future__ import annotations

from dogpark.cli.table.seating import Seating
from dogpark.play.position import Position

GAMES = ("dogpile",)  # that have a live screen


def is_live(position: Position, seating: Seating) -> bool:
    """Whether this table can be played in real time: there is one keyboard."""
    return position.rooms.name in GAMES and len(seating.humans) <= 1
