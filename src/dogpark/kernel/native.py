"""The native compiler: a game's rule functions as machine code, by Numba.

Compiling takes seconds and is done once: the machine code lies in the user's cache folder under a
hash of the rule sources, so stale code is impossible and the second start is a matter of loading.
Nobody waits unless they want to: ``compile_in_background`` fills the cache from a child process
(a thread would hold the interpreter), and Python answers until the twin is ready.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile
from types import FunctionType
from typing import IO, Any, Literal, TypeAlias

from platformdirs import user_cache_path

from dogpark.kernel.rooms import Rooms

ENTRIES = (
    "play_many",
    "step_many",
    "start_at",
    "active_at",
    "legal_at",
    "chance_at",
    "draw_at",
    "apply_at",
    "choose_at",
    "result_at",
)

PATIENCE = 900.0  # seconds after which a compiler that left no result is taken for dead

Progress: TypeAlias = Callable[[str, int, int], None]
Phase: TypeAlias = Literal["cold", "compiling", "ready"]


class CompilerFailed(RuntimeError):
    """The child process that compiles a game ended with an error; the message holds its words."""


@dataclass(frozen=True)
class Status:
    """Where the machine code of a game stands."""

    game: str
    phase: Phase
    folder: Path
    seconds: float | None = None
    megabytes: float = 0.0


def cache_root() -> Path:
    """Where compiled code lives; DOGPARK_CACHE moves it."""
    chosen = os.environ.get("DOGPARK_CACHE")
    return Path(chosen) if chosen else user_cache_path("dogpark")


def _folder(rooms: Rooms) -> Path:
    stack = "/".join([rooms.fingerprint, version("numba"), version("numpy"), sys.version])
    key = sha256(stack.encode()).hexdigest()[:16]
    return cache_root() / "native" / f"{rooms.name}-{key}"


def status(rooms: Rooms) -> Status:
    folder = _folder(rooms)
    ready = folder / "ready.json"
    if ready.exists():
        size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        seconds = float(json.loads(ready.read_text("utf-8"))["seconds"])
        return Status(rooms.name, "ready", folder, seconds, size / 1e6)
    if _compiler_lives(folder / "compiling"):
        return Status(rooms.name, "compiling", folder)
    return Status(rooms.name, "cold", folder)


def _compiler_lives(marker: Path) -> bool:
    try:
        if os.name == "nt":  # no way to ask after a process there that does not disturb it
            return time.time() - marker.stat().st_mtime < PATIENCE
        os.kill(int(marker.read_text("utf-8")), 0)
    except (OSError, ValueError):
        return False
    return True


def clear() -> int:
    """Throws all compiled code away; how many games' worth there was."""
    folders = list((cache_root() / "native").glob("*"))
    for folder in folders:
        shutil.rmtree(folder)
    return len(folders)


class Native:
    """The compiled functions of one game, as attributes named after the driver's functions."""

    def __init__(self, rooms: Rooms, functions: dict[str, Any]) -> None:
        self.rooms = rooms
        for name in ENTRIES:
            setattr(self, name, functions[name])

    def __getattr__(self, name: str) -> Any:  # for the type checker: set in __init__
        raise AttributeError(name)


def load(rooms: Rooms, progress: Progress | None = None) -> Native:
    """The native twin, from the cache where it is there, compiled here and now where not."""
    import numba  # noqa: PLC0415 (half a second to import, and many callers never get here)

    folder = _folder(rooms)
    began = time.monotonic()

    def wrap(function: FunctionType) -> Any:
        entry = function.__name__ in ENTRIES
        # The driver and the generator melt into the entries, one loop without calls: a quarter faster
        # in DOG, two thirds in bonfire. Rules do not: inlining all of DOG takes the compiler
        # longer than anyone waits.
        melt = function.__module__.startswith("dogpark.kernel") and not entry
        jit = numba.njit(
            cache=entry,
            nogil=True,
            error_model="numpy",
            inline="always" if melt else "never",
            no_cpython_wrapper=not entry,  # nobody calls a rule from Python: a quarter off the wait
            no_cfunc_wrapper=not entry,
        )
        return jit(function)

    with _caching_in(folder):
        functions = rooms.link(wrap, arrays=True)
        signatures = _signatures(rooms)
        for done, name in enumerate(ENTRIES):
            if progress:
                progress(name, done, len(ENTRIES))
            functions[name].compile(signatures[name])
    if progress:
        progress("ready", len(ENTRIES), len(ENTRIES))
    if not (folder / "ready.json").exists():
        record = {"game": rooms.name, "seconds": round(time.monotonic() - began, 2)}
        beside = folder / f"ready.{os.getpid()}.new"
        beside.write_text(json.dumps(record), "utf-8")
        beside.replace(folder / "ready.json")  # at once: nobody finds half a marker
        (folder / "compiling").unlink(missing_ok=True)
    return Native(rooms, functions)


@contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    """Numba reads its cache folder when a function is wrapped: point it at ours meanwhile."""
    import numba  # noqa: PLC0415 (see load)

    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "ready.json").exists():
        (folder / "compiling").write_text(str(os.getpid()), "utf-8")
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def _signatures(rooms: Rooms) -> dict[str, Any]:
    from numba import from_dtype, int32, int64, uint32, void  # noqa: PLC0415 (see load)

    states = from_dtype(rooms.state.dtype)[::1]
    row, table = int32[::1], int32[:, ::1]
    return {
        "play_many": void(
            states, table, uint32[:, :, ::1], row, row, int64[::1], table, table, int64
        ),
        "step_many": int64(states, table, uint32[:, :, ::1], row, row, int64[::1]),
        "start_at": void(states, int64),
        "active_at": int64(states, int64),
        "legal_at": int64(states, int64, int64, row),
        "chance_at": int64(states, int64, row, row),
        "draw_at": int64(states, int64, row, row),
        "apply_at": void(states, int64, int64, int64),
        "choose_at": int64(states, int64, int64, int64, row, uint32[::1]),
        "result_at": void(states, int64, row, row),
    }


# -- in a child process ---------------------------------------------------------------------------


def compile_in_background(rooms: Rooms, trouble: IO[str] | None = None) -> subprocess.Popen[str]:
    """Starts a child that fills the cache; its lines are JSON progress reports.

    Its complaints go to ``trouble``, a file, since a pipe that nobody empties would stop it.
    """
    command = [sys.executable, "-m", "dogpark.kernel.native", rooms.package]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=trouble or subprocess.DEVNULL, text=True
    )


def fill(rooms: Rooms, progress: Progress | None = None) -> None:
    """Compiles in a child where needed, reporting progress; loads nothing.

    Several games may be filled at once, each from a thread of its own.
    """
    if status(rooms).phase == "ready":
        return
    with TemporaryFile("w+", encoding="utf-8") as trouble:
        with compile_in_background(rooms, trouble) as child:
            assert child.stdout is not None
            for line in child.stdout:
                if progress:
                    progress(*json.loads(line))
        trouble.seek(0)
        words = trouble.read().strip()
    if child.returncode:
        raise CompilerFailed(f"compiling {rooms.name} failed:\n{words}")


def warm(rooms: Rooms, progress: Progress | None = None) -> Native:
    """Compiles in a child where needed, reporting progress, then loads the result."""
    fill(rooms, progress)
    return load(rooms)


def _main(package: str) -> None:
    def report(name: str, done: int, total: int) -> None:
        sys.stdout.write(json.dumps([name, done, total]) + "\n")
        sys.stdout.flush()

    load(Rooms(package), report)


if __name__ == "__main__":
    _main(sys.argv[1])
