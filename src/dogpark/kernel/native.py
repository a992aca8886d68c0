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
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile
from types import FunctionType
from typing import IO, Any, Literal, TypeAlias

from platformdirs import user_cache_path

from dogpark.kernel.parts import PARTS, PLAYING, Part
from dogpark.kernel.rooms import Rooms

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


def _folder(rooms: Rooms, part: Part) -> Path:
    code = rooms.fingerprint_of(part.driver, part.room)
    stack = "/".join([code, version("numba"), version("numpy"), sys.version])
    key = sha256(stack.encode()).hexdigest()[:16]
    name = rooms.name if part is PLAYING else f"{rooms.name}-{part.name}"
    return cache_root() / "native" / f"{name}-{key}"


def status(rooms: Rooms, part: Part = PLAYING) -> Status:
    folder = _folder(rooms, part)
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
    folders = [folder for kind in ("native", "cuda") for folder in (cache_root() / kind).glob("*")]
    for folder in folders:
        shutil.rmtree(folder)
    return len(folders)


class Native:
    """The compiled functions of one game, as attributes named after the driver's functions."""

    def __init__(self, rooms: Rooms, functions: Mapping[str, Any]) -> None:
        self.rooms = rooms
        for name, function in functions.items():
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:  # for the type checker: set in __init__
        raise AttributeError(name)


def load(rooms: Rooms, progress: Progress | None = None, part: Part = PLAYING) -> Native:
    """The native twin, from the cache where it is there, compiled here and now where not."""
    import numba  # noqa: PLC0415 (half a second to import, and many callers never get here)

    folder = _folder(rooms, part)
    signatures = part.signatures(rooms)
    began = time.monotonic()

    def wrap(function: FunctionType) -> Any:
        entry = function.__name__ in signatures
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
        return widened(jit(function))

    with _caching_in(folder):
        functions = rooms.link(wrap, arrays=True, driver=part.driver, room=part.room)
        for done, (name, signature) in enumerate(signatures.items()):
            if progress:
                progress(name, done, len(signatures))
            functions[name].compile(signature)
    if progress:
        progress("ready", len(signatures), len(signatures))
    if not (folder / "ready.json").exists():
        record = {"game": rooms.name, "seconds": round(time.monotonic() - began, 2)}
        beside = folder / f"ready.{os.getpid()}.new"
        beside.write_text(json.dumps(record), "utf-8")
        beside.replace(folder / "ready.json")  # at once: nobody finds half a marker
        (folder / "compiling").unlink(missing_ok=True)
    return Native(rooms, {name: functions[name] for name in signatures})


@cache
def twin(rooms: Rooms, part: Part = PLAYING) -> Native:
    """As ``load``, once in a process: linking anew takes a fifth of a second and memory each time."""
    return load(rooms, part=part)


def widened(rule: Any) -> Any:
    """Lets a rule be compiled once, for whole numbers of full width.

    A number that was read from a state is as narrow as its field, and every mixture of widths among
    the arguments would be a version of its own: a third more code, and more to wait for.
    """
    from numba import types  # noqa: PLC0415 (see ``load``)

    find = rule.get_call_template

    def find_wide(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return find(
            tuple(
                types.int64 if isinstance(one, types.Integer) and one.signed else one
                for one in args
            ),
            kws,
        )

    rule.get_call_template = find_wide
    return rule


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


# -- in a child process ---------------------------------------------------------------------------


def compile_in_background(
    rooms: Rooms, trouble: IO[str] | None = None, part: Part = PLAYING
) -> subprocess.Popen[str]:
    """Starts a child that fills the cache; its lines are JSON progress reports.

    Its complaints go to ``trouble``, a file, since a pipe that nobody empties would stop it.
    """
    return subprocess.Popen(
        compiler(rooms, part),
        stdout=subprocess.PIPE,
        stderr=trouble or subprocess.DEVNULL,
        text=True,
    )


def compiler(rooms: Rooms, part: Part = PLAYING) -> list[str]:
    """The command of a child process that fills the cache."""
    return [sys.executable, "-m", "dogpark.kernel.native", rooms.package, part.name]


def fill(rooms: Rooms, progress: Progress | None = None, part: Part = PLAYING) -> None:
    """Compiles in a child where needed, reporting progress; loads nothing.

    Several games may be filled at once, each from a thread of its own.
    """
    if status(rooms, part).phase == "ready":
        return
    with TemporaryFile("w+", encoding="utf-8") as trouble:
        with compile_in_background(rooms, trouble, part) as child:
            assert child.stdout is not None
            for line in child.stdout:
                if progress:
                    progress(*json.loads(line))
        trouble.seek(0)
        words = trouble.read().strip()
    if child.returncode:
        raise CompilerFailed(f"compiling {rooms.name} failed:\n{words}")


def warm(rooms: Rooms, progress: Progress | None = None, part: Part = PLAYING) -> Native:
    """Compiles in a child where needed, reporting progress, then loads the result."""
    fill(rooms, progress, part)
    return load(rooms, part=part)


def _main(package: str, part: str) -> None:
    def report(name: str, done: int, total: int) -> None:
        sys.stdout.write(json.dumps([name, done, total]) + "\n")
        sys.stdout.flush()

    load(Rooms(package), report, PARTS[part])


if __name__ == "__main__":
    _main(*sys.argv[1:])
