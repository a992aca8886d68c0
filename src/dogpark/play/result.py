"""How a game ended: places, points, winners and teams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import State


@dataclass(frozen=True)
class Result:
    """Places from 1 (equal places are shared), points, and the teams that hold them together."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    teams: tuple[tuple[int, ...], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; nobody wins a game in which everyone shares it."""
        first = tuple(seat for seat, place in enumerate(self.places) if place == 1)
        return () if len(first) == len(self.places) else first

    def to_dict(self) -> dict[str, Any]:
        return {
            "places": list(self.places),
            "points": list(self.points),
            "winners": list(self.winners),
            "teams": [list(team) for team in self.teams],
        }


def result_of(rooms: Rooms, s: State) -> Result | None:
    """The result, or None while the game goes on."""
    if rooms.rules.active(s):
        return None
    places, points = rooms.places(s)
    return Result(tuple(places), tuple(points), rooms.facts.team_of(s.players))
