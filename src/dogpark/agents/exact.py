"""Perfect play where a game of bonfire is small enough to be solved: the yardstick for its bots."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from dogpark.games.bonfire import solution
from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.linker import link
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import State
from dogpark.play.game import Game

PLAYERS = 2
MOST_TURNS = 31  # that a packed state can count
STEPS = 16  # that one turn takes at most: a roll, incidents with their defences, a take
ROOM = 4093  # positions that a solver in Python remembers; a prime, which spreads their keys


class TooLarge(ValueError):
    """Not a setting that can be solved."""


class Exact:
    """The value of every position of one setting, worked out as it is asked for."""

    def __init__(self, game: Game, room: int = ROOM, *, compiled: bool = False) -> None:
        """``room`` is for how many positions there is memory, best a prime; compiling takes half a minute."""
        if game.players != PLAYERS or game.options["max_turns"] not in range(1, MOST_TURNS + 1):
            raise TooLarge(f"only for {PLAYERS} players and at most {MOST_TURNS} turns")
        self.rooms = game.rooms
        self._compiled = compiled
        self._solve = _linked(game.rooms, compiled=compiled)
        depth = MOST_TURNS * STEPS
        tables = (
            np.full(room, solution.NOTHING, dtype=np.int64),
            np.zeros(room),
            *np.zeros((2, depth, game.rooms.buffer), dtype=np.int32),
            *np.zeros((2, MAX_SEATS), dtype=np.int32),
        )
        self._tables: Any = tables if compiled else [table.tolist() for table in tables]
        self._states: Any = game.rooms.state.records(depth) if compiled else [None] * depth

    @property
    def positions(self) -> int:
        """How many are remembered by now."""
        return int(np.count_nonzero(np.asarray(self._tables[0]) != solution.NOTHING))

    def value(self, state: State, seat: int = 0) -> float:
        """A seat's chance to win if both play as well as possible; a tie is half a win."""
        if self._compiled:
            state.write_record(self._states[0])
        else:
            self._states[0] = state.copy()
        first = float(self._solve(self._states, 0, *self._tables))
        return first if seat == 0 else 1 - first

    def choices(self, state: State, seat: int) -> dict[int, float]:
        """What each legal choice of this seat is worth to it."""
        found = {}
        for code in self.rooms.legal(state, seat):
            after = state.copy()
            self.rooms.rules.apply(after, seat, code)
            found[code] = self.value(after, seat)
        return found


def _linked(rooms: Rooms, *, compiled: bool) -> Callable[..., float]:
    """The solver over this game's rules: machine code, or plain Python."""
    found: dict[str, Any] = {}

    def wrap(function: FunctionType) -> Any:
        if compiled:
            import numba  # noqa: PLC0415 (half a second to import; Python needs none of it)

            twin = numba.njit(function, error_model="numpy")
        else:
            twin = _copy_state if function.__name__ == "copy_state" else function
        found[function.__name__] = twin
        return twin

    others = [module for module in rooms.modules if module is not rooms.rules]
    link(rooms.rules, [*others, solution], wrap, arrays=compiled)
    solver: Callable[..., float] = found["solve"]
    return solver


def _copy_state(states: list[State], to: int, at: int) -> None:
    """As ``solution.copy_state``, where states are objects rather than records."""
    states[to] = states[at].copy()
