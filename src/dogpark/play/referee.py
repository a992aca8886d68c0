"""The referee: reads what a seat wants to do and says yes, or no with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeAlias

from dogpark.kernel.actions import Action, UnreadableAction
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import State
from dogpark.play.refused import Refused

Move: TypeAlias = Action | Mapping[str, object] | str | int


def read_move(rooms: Rooms, move: Move) -> Action:
    """An action of this game from any of its forms: named, JSON, short text or code."""
    try:
        if type(move) is dict:  # as it comes over a socket
            return rooms.table.from_dict(move)
        if isinstance(move, Action):
            return rooms.table.make(move.kind, **move.fields)
        if isinstance(move, str):
            return rooms.table.from_text(move)
        if type(move) is int:  # a bool is no code
            return rooms.table.action(move)
        return rooms.table.from_dict(move)
    except UnreadableAction as error:
        raise Refused("unreadable", None, str(error)) from None


class Known(Protocol):
    """Who knows already what may be done in a state."""

    @property
    def active(self) -> tuple[int, ...]: ...

    def codes(self, seat: int) -> list[int]: ...


def judge(rooms: Rooms, s: State, seat: int, move: Move, known: Known | None = None) -> Action:
    """The action, if this seat may do it now; Refused otherwise. Changes nothing."""
    action = read_move(rooms, move)
    active = rooms.active_seats(s) if known is None else known.active
    if not active:
        raise Refused("over", None, "the game is over")
    if seat == CHANCE:
        if CHANCE not in active:
            raise Refused("not your turn", None, "nothing is left to chance now")
        if action.code not in [code for code, _ in rooms.chance(s)]:
            raise Refused("illegal now", None, f"{action} cannot come up here")
        return action
    if type(seat) is not int or not 0 <= seat < s.players:
        raise Refused("unreadable", None, f"seats run from 0 to {s.players - 1}, not {seat!r}")
    if seat not in active:
        # The prompt says what is being waited for without telling who has sealed a choice already.
        waiting = rooms.prompt(s, seat)["ask"]
        raise Refused("not your turn", None, f"seat {seat} is not asked now. {waiting}")
    if action.code not in (rooms.legal(s, seat) if known is None else known.codes(seat)):
        refusal = rooms.refusal(s, seat, action.code)
        raise Refused("illegal now", refusal.rule, refusal.words)
    return action
