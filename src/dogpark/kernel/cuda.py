"""The GPU compiler: the same rule functions as device code, by numba-cuda.

The only module that knows of numba-cuda, so that a successor can take its place. It also runs on
the CUDA simulator (NUMBA_ENABLE_CUDASIM=1 before the first import), which executes the very same
kernels in Python on a machine without a GPU; that is how the tests cover it.

Compiling takes a minute or two and is done once: like native code, kernels are kept in the user's
cache folder under a hash of the rule sources.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dis import get_instructions
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.native import cache_root, widened
from dogpark.kernel.parts import PLAYING, WATCHING, Part
from dogpark.kernel.playout import POLICIES, RANDOM
from dogpark.kernel.rng import LIMBS
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.watching import MEMO, TALLY, TRACE

# Measured on an H200 (docs/benchmarks.md).
THREADS = 64  # of a block
LONG_RULE = 110  # instructions of Python's from which on a rule is called rather than copied

# Registers of a thread. Random games hide each other's waiting, so many of them at once beat many
# registers for each. Rules of thumb compute more, so there more registers help.
HASTY = 32
THOUGHTFUL = 128


def registers_for(bots: Iterable[str]) -> int:
    """What a thread needs that plays games between these policies."""
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

    def __init__(self, rooms: Rooms, part: Part = PLAYING, registers: int = HASTY) -> None:
        why = trouble()
        if why:
            raise NoGpu(why)
        from numba import cuda  # noqa: PLC0415 (optional extra)

        self.rooms = rooms
        self._cuda = cuda
        wrap = _untouched if simulated() else _as_device_code
        self._functions = rooms.link(
            wrap, arrays=not simulated(), driver=part.driver, room=part.room
        )
        self._functions |= {
            "cuda": cuda,
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
        if simulated():
            self._take(part, cuda.jit)
        else:
            self._blocks = _resident(cuda, registers)
            with _kept_in(_folder(rooms, part, registers)):
                self._take(part, cuda.jit(max_registers=registers, cache=True))

    def _take(self, part: Part, kernel: Callable[[FunctionType], Any]) -> None:
        if part is WATCHING:
            self._watch = kernel(_placed(_watch_kernel, self._functions))
        else:
            self._play = kernel(_placed(_play_kernel, self._functions))
            self._step = kernel(_placed(_step_kernel, self._functions))

    def _grid(self, games: int) -> tuple[int, int]:
        if simulated():
            return 1, 1  # its threads are Python threads: one does all the work of many
        return max(1, min(-(-games // THREADS), self._blocks)), THREADS

    def _queue(self) -> Any:
        """The number of the next game that nobody plays yet."""
        return self._cuda.to_device(np.zeros(1, np.int64))

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
        self._play[self._grid(len(states))](*held, self._queue(), max_decisions)
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
        self._watch[self._grid(len(states))](*held, self._queue(), max_decisions)
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


def _folder(rooms: Rooms, part: Part, registers: int) -> Path:
    """Where the kernels are kept; what they were made for (a GPU's kind) is noted there by Numba."""
    stack = [
        rooms.fingerprint_of(part.driver, part.room),
        Path(__file__).read_text("utf-8"),
        *(version(package) for package in ("numba", "numba-cuda", "numpy")),
        str(registers),
    ]
    key = sha256("/".join(stack).encode()).hexdigest()[:16]
    return cache_root() / "cuda" / f"{rooms.name}-{part.name}-{key}"


@contextmanager
def _kept_in(folder: Path) -> Iterator[None]:
    """Numba reads its cache folder when a kernel is wrapped: point it at ours meanwhile."""
    from numba.cuda.core import config  # noqa: PLC0415 (optional extra)

    folder.mkdir(parents=True, exist_ok=True)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def _resident(cuda: Any, registers: int) -> int:
    """How many blocks the GPU runs at the same time."""
    device = cuda.get_current_device()
    threads = min(
        device.MAX_THREADS_PER_MULTIPROCESSOR,
        device.MAX_REGISTERS_PER_MULTIPROCESSOR // registers,
    )
    return max(1, int(device.MULTIPROCESSOR_COUNT * (threads // THREADS)))


def _placed(function: Any, space: dict[str, Any]) -> FunctionType:
    """The function with these names to resolve its own in."""
    placed = FunctionType(function.__code__, space, function.__name__)
    placed.__module__ = function.__module__  # by which a kernel is kept
    return placed


def _untouched(it: Any) -> Any:
    return it


def _as_device_code(rule: Callable[..., Any]) -> Any:
    from numba import cuda  # noqa: PLC0415 (optional extra)

    compiled = widened(cuda.jit(device=True)(rule))
    if sum(1 for _ in get_instructions(rule)) > LONG_RULE:
        _call_rather_than_copy(compiled)
    return compiled


def _call_rather_than_copy(rule: Any) -> None:
    """Keeps NVVM from copying a rule into all places that use it.

    It would, until the code of DOG is two megabytes; with calls it is half of that, and far faster.
    """
    compile_device = rule.compile_device

    def compile_marked(args: Any, return_type: Any = None) -> Any:
        made = compile_device(args, return_type)
        function = made.library.get_function(made.fndesc.llvm_func_name)
        function.attributes.add("noinline")
        return made

    rule.compile_device = compile_marked


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


# What follows is placed into the linked namespace of a game before it is compiled; the names used
# there (cuda, int32, start, play_on, …) are resolved in it.
# ruff: noqa: F821
# mypy: disable-error-code="name-defined"


def _play_kernel(
    states: Any,
    policies: Any,
    dice: Any,
    decisions: Any,
    places: Any,
    points: Any,
    queue: Any,
    max_decisions: int,
) -> None:
    """Whole games from the queue; who has finished one takes the next at once.

    There is one loop for all of a thread's games: threads of a warp that leave a loop wait for those
    still in it, so with a loop for each game a warp would wait for its longest.
    State and dice are played with in local memory, which the hardware lays out so that neighbouring
    threads reading the same field read one line; a third faster.
    """
    codes = plain(cuda.local.array(BUFFER, int32))
    weights = plain(cuda.local.array(BUFFER, int32))
    room = cuda.local.array(1, RECORD)
    cup = plain(cuda.local.array((SEATS, LIMBS), uint32))
    s = plain(room[0])
    game = -1
    made = 0
    while game < len(states):
        mask = active(s) if game >= 0 else 0
        if mask != 0 and made < max_decisions:
            made += step(s, mask, plain(policies[game]), cup, codes, weights)
        else:
            if game >= 0:
                decisions[game] = made
                if mask == 0:
                    result(s, plain(places[game]), plain(points[game]))
                assign(plain(states[game]), s)
                for seat in range(SEATS):
                    for limb in range(LIMBS):
                        dice[game][seat][limb] = cup[seat][limb]
            game = cuda.atomic.add(queue, 0, 1)
            if game < len(states):
                assign(s, plain(states[game]))
                for seat in range(SEATS):
                    for limb in range(LIMBS):
                        cup[seat][limb] = dice[game][seat][limb]
                made = 0
                start(s)


def _watch_kernel(
    states: Any,
    policies: Any,
    dice: Any,
    tallies: Any,
    places: Any,
    points: Any,
    queue: Any,
    max_decisions: int,
) -> None:
    """Whole games with what is counted in them, played as by ``_play_kernel``."""
    codes = plain(cuda.local.array(BUFFER, int32))
    weights = plain(cuda.local.array(BUFFER, int32))
    memo = plain(cuda.local.array(MEMO, int32))
    trace = plain(cuda.local.array(TRACE, int32))
    tally = plain(cuda.local.array(TALLY, int32))
    room = cuda.local.array(1, RECORD)
    cup = plain(cuda.local.array((SEATS, LIMBS), uint32))
    s = plain(room[0])
    game = -1
    while game < len(states):
        mask = active(s) if game >= 0 else 0
        if mask != 0 and tally[DECISIONS] < max_decisions:
            watch_step(s, mask, plain(policies[game]), cup, codes, weights, memo, trace, tally)
        else:
            if game >= 0:
                watch_end(trace, tally)
                for i in range(TALLY):
                    tallies[game][i] = tally[i]
                if mask == 0:
                    result(s, plain(places[game]), plain(points[game]))
            game = cuda.atomic.add(queue, 0, 1)
            if game < len(states):
                assign(s, plain(states[game]))
                for seat in range(SEATS):
                    for limb in range(LIMBS):
                        cup[seat][limb] = dice[game][seat][limb]
                watch_start(s, trace, tally)


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
