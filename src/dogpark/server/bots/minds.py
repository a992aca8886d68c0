"""Where a bot thinks: in a process of its own, or on a tiny host in a thread.

A mind thinks about one thing at a time. A process that dies or takes too long takes nobody else's job
with it, and is there again for the next one.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Literal, Protocol, TypeAlias

import msgspec

from dogpark.server.bots import job as jobs
from dogpark.server.bots.child import LENGTH
from dogpark.server.bots.job import Answer
from dogpark.server.ops import logs

Why: TypeAlias = Literal["failed", "nonsense", "too slow", "died", "busy", "unknown"]

START_SECONDS = 60  # a busy machine may take long to start a process
END_SECONDS = 2
FIRST_REST, LONGEST_REST = 1.0, 60.0  # seconds after a process that did not even start
STUCK_THREADS = 3  # at most; a thread cannot be stopped

log = logs.get(__name__)


class Stumbled(Exception):
    """A bot did not come to a move."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why: Why = why


class Mind(Protocol):
    """Thinks about one job at a time; raises Stumbled where no answer comes."""

    @property
    def memory(self) -> int: ...

    async def start(self) -> None: ...

    async def think(self, body: bytes, timeout: float) -> Answer: ...

    async def close(self) -> None: ...


class ProcessMind:
    """A child process. It ends when this one does, however that comes about."""

    def __init__(self, extra: Sequence[str] = ()) -> None:
        self._extra = extra
        self._process: Process | None = None
        self._rest, self._rest_until = FIRST_REST, 0.0

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    @property
    def memory(self) -> int:
        """Bytes it holds now; 0 where nobody can tell."""
        try:
            pages = Path(f"/proc/{self.pid}/statm").read_text("ascii").split()[1]
        except (OSError, IndexError):
            return 0
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    async def start(self) -> None:
        """Starts the process and waits until it is ready to think."""
        loop = asyncio.get_running_loop()
        if self._process is not None:
            if self._process.returncode is None:
                return
            await self._end(kill=True)  # somebody ended it between two jobs
        if loop.time() < self._rest_until:
            raise Stumbled("died")
        try:
            async with asyncio.timeout(START_SECONDS):
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "dogpark.server.bots.child", *self._extra),
                    stdin=PIPE,
                    stdout=PIPE,
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                )
                await self._receive(self._process)
        except (OSError, asyncio.IncompleteReadError) as error:  # TimeoutError is an OSError
            await self._end(kill=True)
            log.error("a process for bots did not start", error=type(error).__name__)
            self._rest_until = loop.time() + self._rest
            self._rest = min(2 * self._rest, LONGEST_REST)
            raise Stumbled("died") from None
        self._rest = FIRST_REST

    async def think(self, body: bytes, timeout: float) -> Answer:
        await self.start()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        why: Why
        try:
            async with asyncio.timeout(timeout):
                process.stdin.write(LENGTH.pack(len(body)) + body)
                return jobs.read_answer(await self._receive(process))
        except TimeoutError:
            why = "too slow"
        except msgspec.DecodeError:
            why = "nonsense"
        except (OSError, asyncio.IncompleteReadError):
            why = "died"
        except asyncio.CancelledError:
            await self._end(kill=True)
            raise
        await self._end(kill=True)
        raise Stumbled(why)

    async def _receive(self, process: Process) -> bytes:
        assert process.stdout is not None
        head = await process.stdout.readexactly(LENGTH.size)
        return await process.stdout.readexactly(LENGTH.unpack(head)[0])

    async def close(self) -> None:
        """Lets the process end; it is gone when this returns."""
        await self._end(kill=False)

    async def _end(self, *, kill: bool) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        if kill:
            _kill(process)
        process.stdin.close()
        try:
            async with asyncio.timeout(END_SECONDS):
                await process.wait()
        except TimeoutError:
            _kill(process)
            await process.wait()
        with contextlib.suppress(OSError):  # what is left in the pipes is of no interest
            async with asyncio.timeout(END_SECONDS):
                await process.stdin.wait_closed()
                await process.stdout.read()


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()


class ThreadMind:
    """A thread of this process: nothing to start, but a bot that hangs cannot be stopped."""

    def __init__(self) -> None:
        self._work: SimpleQueue[_Work | None] | None = None
        self._threads: list[threading.Thread] = []  # the last one thinks, the others are stuck

    @property
    def memory(self) -> int:
        """None of its own."""
        return 0

    async def start(self) -> None:
        if self._work is not None:
            return
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        if len(self._threads) >= STUCK_THREADS:
            raise Stumbled("too slow")
        self._work = SimpleQueue()
        thread = threading.Thread(target=_think_on, args=(self._work,), daemon=True)
        self._threads.append(thread)
        thread.start()

    async def think(self, body: bytes, timeout: float) -> Answer:
        await self.start()
        assert self._work is not None
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bytes] = loop.create_future()
        self._work.put((body, loop, answer))
        try:
            async with asyncio.timeout(timeout):
                return jobs.read_answer(await answer)
        except TimeoutError:
            await self.close()
            raise Stumbled("too slow") from None

    async def close(self) -> None:
        """Lets the thread end after what it is thinking about."""
        work, self._work = self._work, None
        if work is not None:
            work.put(None)


_Work: TypeAlias = tuple[bytes, asyncio.AbstractEventLoop, "asyncio.Future[bytes]"]


def _think_on(work: SimpleQueue[_Work | None]) -> None:
    while (job := work.get()) is not None:
        body, loop, answer = job
        thought = jobs.answer(body)
        with contextlib.suppress(RuntimeError):  # nobody is there any more to be told
            loop.call_soon_threadsafe(_tell, answer, thought)


def _tell(answer: asyncio.Future[bytes], thought: bytes) -> None:
    if not answer.done():
        answer.set_result(thought)
