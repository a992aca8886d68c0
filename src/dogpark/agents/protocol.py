"""What a bot is given, and what it must answer.

A bot never meets the position. It gets what its seat may see, its legal actions, and a sampler of
worlds that its seat could not tell from the real one. The sampler holds such a world itself, not
the real one, so that even a bot that digs finds nothing it should not know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from dogpark.kernel.actions import Action
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import Row, State
from dogpark.play.position import Position


@dataclass(frozen=True)
class Seen:
    """The table through the eyes of one seat."""

    rooms: Rooms
    seat: int
    view: dict[str, Any]
    legal: list[Action]
    sample: Callable[[Row], State]


class Bot(Protocol):
    """Anything that can sit at a table. ``dice`` is its own generator (see kernel.rng)."""

    name: str

    def choose(self, seen: Seen, dice: Row) -> Action: ...


def look(position: Position, seat: int, dice: Row) -> Seen:
    """What a bot in that seat is given."""
    return look_at(position.rooms, position.state, seat, dice)


def look_at(rooms: Rooms, state: State, seat: int, dice: Row) -> Seen:
    """As ``look``, where there is a state without a history."""
    veiled = rooms.redeal(state, seat, dice)
    legal = [rooms.table.action(code) for code in rooms.legal(state, seat)]

    def sample(dice: Row) -> State:
        return rooms.redeal(veiled, seat, dice)

    return Seen(rooms, seat, rooms.view(state, seat), legal, sample)
