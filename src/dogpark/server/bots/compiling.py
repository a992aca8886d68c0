"""The games' rules as machine code, made beside the server: nobody waits for a compiler.

A child process compiles one game after another, where the cache has not got it yet. Until it has, bots
that search think in Python, with fewer worlds; after that every process in which bots think loads
the games it is asked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable

from dogpark import games
from dogpark.kernel import native
from dogpark.kernel.rooms import Rooms
from dogpark.server.ops import logs

LOOK_SECONDS = 2.0  # between two looks whether it is done
NICENESS = 15  # players come first, and bots after them
WORDS = 400  # of a compiler's complaint, from its end

log = logs.get(__name__)


class Compiler:
    """Compiles what is not compiled yet, in the background, until closed."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._process: Process | None = None

    def start(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stops it; what was compiled stays in the cache."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        process = self._process
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _run(self) -> None:
        for name in games.names():
            try:
                await self._compile(games.rooms(name))
            except Exception as error:  # noqa: BLE001 (a cache that cannot be written, no memory …)
                log.warning("rules not compiled", game=name, error=type(error).__name__)

    async def _compile(self, rooms: Rooms) -> None:
        while (phase := await asyncio.to_thread(_phase, rooms)) == "compiling":
            await asyncio.sleep(LOOK_SECONDS)  # another server or command is at it
        if phase == "ready":
            return
        began = time.monotonic()
        self._process = process = await asyncio.create_subprocess_exec(
            *native.compiler(rooms),
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,  # Ctrl-C is for the server; it ends this one
        )
        with contextlib.suppress(AttributeError, OSError):  # not on every system
            os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
        _, complaint = await process.communicate()
        if process.returncode:
            words = complaint.decode(errors="replace").strip()[-WORDS:]
            log.warning("rules not compiled", game=rooms.name, reason=words)
        else:
            seconds = round(time.monotonic() - began, 1)
            log.info("rules compiled", game=rooms.name, seconds=seconds)


def _phase(rooms: Rooms) -> native.Phase:
    return native.status(rooms).phase


async def watch_compiled(tell: Callable[[int], None]) -> None:
    """Tells of how many games there is machine code, until there is of all of them.

    In a thread: to know which code is meant all rules are read, and moves go on meanwhile.
    """
    missing = {name: games.rooms(name) for name in games.names()}
    known = len(missing)
    while missing:
        for name, rooms in tuple(missing.items()):
            if await asyncio.to_thread(_phase, rooms) == "ready":
                del missing[name]
        tell(known - len(missing))
        await asyncio.sleep(LOOK_SECONDS)
