"""The toll: whether what a dog was given back has decided something, and counts against its quota.

To come before others who want something else decides nothing and is free: otherwise a dog with a
long way would have spent its quota within seconds. It counts if another dog that arrived earlier
can no longer do what it was about to do, or if the clock had run out before the action arrived.
"""

from __future__ import annotations

from dataclasses import dataclass

from dogpark.play.position import Position
from dogpark.play.referee import read_move
from dogpark.play.refused import Refused
from dogpark.server.live.order import Action


@dataclass(frozen=True, slots=True)
class Toll:
    """Taken down before an action is carried out, reckoned afterwards."""

    action: Action
    able: tuple[Action, ...]  # rivals that could still do what they want
    due: int | None  # when the clock runs out

    @classmethod
    def before(cls, position: Position, action: Action, rivals: list[Action]) -> Toll:
        """``position`` has waited until the action's time; ``rivals`` as Held tells them."""
        able = tuple(rival for rival in rivals if _can(position, rival))
        return cls(action, able, position.due)

    def after(self, position: Position) -> bool:
        """Whether it counts, now that the action has been carried out."""
        action = self.action
        if self.due is not None and action.at < self.due <= action.received:
            return True
        return not all(_can(position, rival) for rival in self.able)


def _can(position: Position, action: Action) -> bool:
    try:
        code = read_move(position.rooms, action.move).code
    except Refused:
        return False
    return code in [legal.code for legal in position.legal(action.seat)]
