"""The GPU compiler: the same rule functions as device code, by numba-cuda.

The only module that knows of numba-cuda, so that a successor can take its place. It also runs on
the CUDA simulator (NUMBA_ENABLE_CUDASIM=1 before the first import), which executes the very same
kernels in Python on a machine without a GPU; that is how the tests cover it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.native import widened
from dogpark.kernel.parts import PLAYING, WATCHING, Part
from dogpark.kernel.playout import POLICIES, RANDOM
from dogpark.kernel.rng import LIMBS
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.watching import MEMO, TALLY, TRACE

THREADS = 128


@dataclass(frozen=True)
class Crew:
    """How the threads of a GPU are set to work."""

    lanes: (
        int  # threads that play one game together: each has the table, and they share the judging
    )
    registers: int  # of a thread


# Measured on an H200 (docs/benchmarks.md). Random games hide each other's waiting, so many of them at
# once beat many registers for each. Rules of thumb compute more, and games of one warp wait for the
# longest thought, so there more registers help. ``bench/gpu.py --lanes`` tries other crews.
HASTY = Crew(lanes=1, registers=32)
THOUGHTFUL = Crew(lanes=1, registers=128)


def crew_for(bots: Iterable[str]) -> Crew:
    """Who should play games between these policies."""
    return HASTY if set(bots) <= {POLICIES[RANDOM]} else THOUGHTFUL


class NoGpu(RuntimeError):
    """There is no usable GPU here; the message says why and what to do."""


def simulated() -> bool:
    return os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"


def trouble() -> str | None:
    """Why the GPU cannot be used, or None where it can."""
    try:
        from numba import cuda  # noqa: PLC0415 (optional extra)
    except ImportError:
        return "numba-cuda is not installed; install dogpark[cuda]"
    if simulated():
        return None
    try:
        if cuda.is_available():
            return None
    except Exception as error:  # noqa: BLE001 (drivers fail in every way there is)
        return f"the CUDA driver does not answer: {error}"
    return "no CUDA device was found; use --device native"


class Cuda:
    """The compiled kernels of one game."""

    def __init__(self, rooms: Rooms, part: Part = PLAYING, crew: Crew = HASTY) -> None:
        why = trouble()
        if why:
            raise NoGpu(why)
        from numba import cuda  # noqa: PLC0415 (optional extra)

        self.rooms = rooms
        self._cuda = cuda
        # The simulator's threads are Python threads, and one has nobody to share with.
        self._lanes = crew.lanes if rooms.judges_moves and not simulated() else 1
        wrap = _untouched if simulated() else _as_device_code
        self._functions = rooms.link(
            wrap,
            arrays=not simulated(),
            driver=part.driver,
            room=part.room,
            device=_sharing(cuda, self._lanes) if self._lanes > 1 else None,
        )
        self._functions |= {
            "cuda": cuda,
            "LANES": self._lanes,
            "int32": np.int32,
            "uint32": np.uint32,
            "BUFFER": rooms.buffer,
            "RECORD": rooms.state.dtype,
            "SEATS": MAX_SEATS,
            "LIMBS": LIMBS,
            "MEMO": MEMO,
            "TRACE": TRACE,
            "TALLY": TALLY,
            "assign": wrap(rooms.state.assign),
            "plain": _Plain if simulated() else wrap(_untouched),
        }
        kernel = cuda.jit if simulated() else cuda.jit(max_registers=crew.registers)
        if part is WATCHING:
            self._watch = kernel(self._place(_watch_kernel))
        else:
            self._play = kernel(self._place(_play_kernel))
            self._step = kernel(self._place(_step_kernel))

    def _place(self, kernel: Any) -> FunctionType:
        return FunctionType(kernel.__code__, self._functions, kernel.__name__)

    def _grid(self, games: int) -> tuple[int, int]:
        if simulated():
            return 1, 1  # its threads are Python threads: one does all the work of many
        return max(1, (games * self._lanes + THREADS - 1) // THREADS), THREADS

    def play_many(
        self,
        states: npt.NDArray[Any],
        policies: npt.NDArray[Any],
        dice: npt.NDArray[Any],
        decisions: npt.NDArray[Any],
        places: npt.NDArray[Any],
        points: npt.NDArray[Any],
        max_decisions: int,
    ) -> float:
        """As the native ``play_many``, into the caller's arrays; the kernel's own seconds."""
        arrays = (states, policies, dice, decisions, places, points)
        held = [self._cuda.to_device(array) for array in arrays]
        began = time.perf_counter()
        self._play[self._grid(len(states))](*held, max_decisions)
        self._cuda.synchronize()
        seconds = time.perf_counter() - began
        for array, there in zip((states, dice, *arrays[3:]), (held[0], *held[2:]), strict=True):
            there.copy_to_host(array)
        return seconds

    def watch_many(
        self,
        states: npt.NDArray[Any],
        policies: npt.NDArray[Any],
        dice: npt.NDArray[Any],
        tallies: npt.NDArray[Any],
        places: npt.NDArray[Any],
        points: npt.NDArray[Any],
        max_decisions: int,
    ) -> None:
        """As the native ``watch_many``, into the caller's arrays; states and dice stay as they were."""
        results = (tallies, places, points)
        held = [self._cuda.to_device(array) for array in (states, policies, dice, *results)]
        self._watch[self._grid(len(states))](*held, max_decisions)
        self._cuda.synchronize()
        for array, there in zip(results, held[3:], strict=True):
            there.copy_to_host(array)

    def step_many(
        self,
        states: npt.NDArray[Any],
        policies: npt.NDArray[Any],
        dice: npt.NDArray[Any],
        decisions: npt.NDArray[Any],
    ) -> None:
        """One action or outcome in every game that is not over."""
        arrays = (states, policies, dice, decisions)
        held = [self._cuda.to_device(array) for array in arrays]
        self._step[self._grid(len(states))](*held)
        self._cuda.synchronize()
        for array, there in zip((states, dice, decisions), (held[0], *held[2:]), strict=True):
            there.copy_to_host(array)


def _untouched(it: Any) -> Any:
    return it


def _as_device_code(rule: Callable[..., Any]) -> Any:
    from numba import cuda  # noqa: PLC0415 (optional extra)

    return widened(cuda.jit(device=True)(rule))


class _Plain:
    """An array or record as the simulator's kernels must see it: reading gives Python ints.

    NumPy's scalars overflow at their own width, where compiled code computes at 64 bits.
    """

    __slots__ = ("_held",)

    def __init__(self, held: Any) -> None:
        object.__setattr__(self, "_held", held)

    def __len__(self) -> int:
        return len(self._held)

    def __getitem__(self, index: int) -> Any:
        return _plain_value(self._held[index])

    def __setitem__(self, index: int, value: int) -> None:
        self._held[index] = value

    def __getattr__(self, name: str) -> Any:
        return _plain_value(self._held[name])

    def __setattr__(self, name: str, value: int) -> None:
        self._held[name] = value


def _plain_value(value: Any) -> Any:
    return int(value) if isinstance(value, np.integer) else _Plain(value)


def _sharing(cuda: Any, lanes: int) -> dict[str, Any]:
    """How the lanes of a game judge its moves: each its share, then each hears all."""
    return {
        "judge_next": _judge_next,
        "judgement": _judgement,
        "cuda": cuda,
        "int32": np.int32,
        "LANES": lanes,
        "ALL": (1 << lanes) - 1,
    }


# What follows is placed into the linked namespace of a game before it is compiled; the names used
# there (cuda, int32, start, play_on, …) are resolved in it.
# ruff: noqa: F821
# mypy: disable-error-code="name-defined"


def _judge_next(s: Any, look: Any, seat: int, codes: Any, count: int, i: int, judged: int) -> Any:
    """Every so often each lane judges one of the next moves."""
    if i % LANES != 0:
        return judged
    mine = i + cuda.laneid % LANES
    if mine < count:
        return judge(s, look, seat, codes[mine])
    return 0


def _judgement(judged: int, i: int) -> Any:
    """What the lane found whose turn it was."""
    first = cuda.laneid - cuda.laneid % LANES
    return cuda.shfl_sync(int32(ALL << first), judged, int32(first + i % LANES))


def _play_kernel(
    states: Any,
    policies: Any,
    dice: Any,
    decisions: Any,
    places: Any,
    points: Any,
    max_decisions: int,
) -> None:
    """Whole games. State and dice are played with in local memory, which the hardware lays out
    so that neighbouring threads reading the same field read one line; a third faster."""
    codes = plain(cuda.local.array(BUFFER, int32))
    weights = plain(cuda.local.array(BUFFER, int32))
    room = cuda.local.array(1, RECORD)
    cup = plain(cuda.local.array((SEATS, LIMBS), uint32))
    first = cuda.grid(1)
    for game in range(first // LANES, len(states), cuda.gridsize(1) // LANES):
        s = plain(room[0])
        assign(s, plain(states[game]))
        for seat in range(SEATS):
            for limb in range(LIMBS):
                cup[seat][limb] = dice[game][seat][limb]
        start(s)
        made = play_on(s, plain(policies[game]), cup, codes, weights, max_decisions)
        if first % LANES == 0:  # the others of this game have come to the same
            decisions[game] = made
            if active(s) == 0:
                result(s, plain(places[game]), plain(points[game]))
            assign(plain(states[game]), s)
            for seat in range(SEATS):
                for limb in range(LIMBS):
                    dice[game][seat][limb] = cup[seat][limb]


def _watch_kernel(
    states: Any,
    policies: Any,
    dice: Any,
    tallies: Any,
    places: Any,
    points: Any,
    max_decisions: int,
) -> None:
    """Whole games with what is counted in them, played in local memory as by ``_play_kernel``."""
    codes = plain(cuda.local.array(BUFFER, int32))
    weights = plain(cuda.local.array(BUFFER, int32))
    memo = plain(cuda.local.array(MEMO, int32))
    trace = plain(cuda.local.array(TRACE, int32))
    tally = plain(cuda.local.array(TALLY, int32))
    room = cuda.local.array(1, RECORD)
    cup = plain(cuda.local.array((SEATS, LIMBS), uint32))
    first = cuda.grid(1)
    for game in range(first // LANES, len(states), cuda.gridsize(1) // LANES):
        s = plain(room[0])
        assign(s, plain(states[game]))
        for seat in range(SEATS):
            for limb in range(LIMBS):
                cup[seat][limb] = dice[game][seat][limb]
        watch(
            s,
            plain(policies[game]),
            cup,
            codes,
            weights,
            memo,
            trace,
            tally,
            max_decisions,
        )
        if first % LANES == 0:  # the others of this game have come to the same
            for i in range(TALLY):
                tallies[game][i] = tally[i]
            if active(s) == 0:
                result(s, plain(places[game]), plain(points[game]))


def _step_kernel(states: Any, policies: Any, dice: Any, decisions: Any) -> None:
    """One action or outcome in every game that is not over."""
    codes = plain(cuda.local.array(BUFFER, int32))
    weights = plain(cuda.local.array(BUFFER, int32))
    for game in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        s = plain(states[game])
        mask = active(s)
        if mask != 0:
            decisions[game] += step(
                s, mask, plain(policies[game]), plain(dice[game]), codes, weights
            )
