"""What of a game is compiled together: playing it, and further drivers for those who need them.

Each part has a key of its own in the cache, so that nobody waits for code that they do not use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from dogpark.kernel.rooms import Rooms

Signatures: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Part:
    """Functions of a driver that are called from outside, with the types of what they are given."""

    name: str
    signatures: Callable[[Rooms], Signatures]
    driver: str = ""  # a module of the kernel beside ``playout``
    room: str = ""  # the module in which a game has its part of that driver


def _playing(rooms: Rooms) -> Signatures:
    from numba import from_dtype, int32, int64, uint32, void  # noqa: PLC0415 (slow to import)

    states = from_dtype(rooms.state.dtype)[::1]
    row, table, dice = int32[::1], int32[:, ::1], uint32[:, :, ::1]
    return {
        "play_many": void(states, table, dice, row, row, int64[::1], table, table, int64),
        "step_many": int64(states, table, dice, row, row, int64[::1]),
        "try_many": void(states, int64, table, row, dice, row, row, int64, row, row, row),
        "start_at": void(states, int64),
        "active_at": int64(states, int64),
        "legal_at": int64(states, int64, int64, row),
        "chance_at": int64(states, int64, row, row),
        "draw_at": int64(states, int64, row, row),
        "apply_at": void(states, int64, int64, int64),
        "play_until_at": int64(states, int64, int64, row, uint32[:, ::1], row, row, int64),
        "choose_at": int64(states, int64, int64, int64, row, uint32[::1]),
        "result_at": void(states, int64, row, row),
    }


def _watching(rooms: Rooms) -> Signatures:
    from numba import from_dtype, int32, int64, uint32, void  # noqa: PLC0415 (slow to import)

    states = from_dtype(rooms.state.dtype)[::1]
    row, table, dice = int32[::1], int32[:, ::1], uint32[:, :, ::1]
    return {
        "watch_many": void(states, table, dice, row, row, row, row, table, table, table, int64),
        "tell_many": void(states, table, dice, row, row, table, table, row, int64),
    }


def _observing(rooms: Rooms) -> Signatures:
    from numba import from_dtype, int8, int32, int64, uint32, void  # noqa: PLC0415 (slow to import)

    states = from_dtype(rooms.state.dtype)[::1]
    row, table, flags = int32[::1], int32[:, ::1], int8[:, ::1]
    return {
        "advance_games": void(
            *(states, states, row, row, row, row, uint32[:, :, ::1]),  # up to the dice
            *(table, row, flags, table, table, table, int8[::1]),  # up to who is at the end
            *(table, int64, int64),
        ),
        "first_illegal": int64(flags, row, row),
        "pick_any": void(table, row, uint32[::1], row),
    }


PLAYING = Part("playing", _playing)
WATCHING = Part("watching", _watching, "watching", "measures")
OBSERVING = Part("observing", _observing, "vector", "observation")
PARTS = {part.name: part for part in (PLAYING, WATCHING, OBSERVING)}
