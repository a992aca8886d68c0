"""A process of the family, which is kept running for as long as it is wanted.

One that falls is started again, and so is one of which nothing was heard for a while: it has stopped,
or something in it waits for ever, and whatever comes to it would wait with it. Silence is counted in
seconds in which the family itself was running: a machine that slept blames nobody for it.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from asyncio.subprocess import Process
from collections.abc import Callable, Sequence
from contextlib import suppress

from dogpark.server.ops import logs
from dogpark.server.siblings.lifeline import CHUNK
from dogpark.server.siblings.place import BEAT

STARTING = 120  # beats that a process has until it serves
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds before somebody is started again
LASTED = 10.0  # seconds after which a fall is no sign of worse

log = logs.get(__name__)


class NotStarted(Exception):
    """The server cannot be opened; the message says why."""


class Child:
    """One process, by its name: "hub", or its number among siblings.

    ``silence`` is how many beats may go by without a sign of life, ``leaving`` how many seconds it has
    to end when it is not wanted any more. It is told so by a signal or, without one, by the end of
    its line.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        handles: Sequence[int],
        *,
        silence: int,
        leaving: float,
        goodbye: signal.Signals | None = None,
    ) -> None:
        self.name = name
        self.serves = asyncio.Event()
        self.falls = 0
        self.on_start: Callable[[], None] = lambda: None
        self.on_fall: Callable[[], None] = lambda: None
        self._command = command
        self._handles = handles
        self._silence = silence
        self._leaving = leaving
        self._goodbye = goodbye
        self._has_served = False
        self._silent = 0  # beats since it was last heard of
        self._line: socket.socket | None = None

    async def keep(self, unwanted: asyncio.Event) -> bool:
        """Runs it until it is not wanted; whether it then ended well.

        Raises NotStarted if it has never come to serve.
        """
        pause, clock = FIRST_PAUSE, asyncio.get_running_loop().time
        while not unwanted.is_set():
            began = clock()
            try:
                code = await self._run(unwanted)
            except OSError as error:  # the machine has no room for it
                code = str(error)
            if unwanted.is_set():
                return self._left(code)
            if not self._has_served:
                raise NotStarted(f"process {self.name} ended with {code} before it could serve")
            self.serves.clear()
            self.falls += 1
            log.error("a process has fallen", process=self.name, code=code)
            self.on_fall()
            if clock() - began > LASTED:
                pause = FIRST_PAUSE
            with suppress(TimeoutError):
                await asyncio.wait_for(unwanted.wait(), pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        return True

    def tell(self, message: bytes) -> None:
        """Says something to it, if it runs."""
        if self._line is not None:
            with suppress(OSError):  # who takes nothing in says nothing either
                self._line.send(message)

    def _left(self, code: int | str) -> bool:
        if code == 0 or not self.serves.is_set():
            return True
        log.error("a process did not end well", process=self.name, code=code)
        return False

    # -- while it runs ----------------------------------------------------------------------------

    async def _run(self, unwanted: asyncio.Event) -> int | str:
        """Until it has ended; how."""
        loop = asyncio.get_running_loop()
        mine, theirs = socket.socketpair()
        with mine:
            with theirs:
                process = await asyncio.create_subprocess_exec(
                    *self._command, stdin=theirs.fileno(), pass_fds=self._handles
                )
            mine.setblocking(False)
            self._line, self._silent = mine, 0
            loop.add_reader(mine, self._hear, mine)
            self.on_start()
            ended = asyncio.create_task(process.wait())
            others = [
                asyncio.create_task(unwanted.wait()),
                asyncio.create_task(self._fall_silent()),
            ]
            try:
                await asyncio.wait({ended, *others}, return_when=asyncio.FIRST_COMPLETED)
                if not ended.done():
                    if unwanted.is_set():
                        await self._part(process, ended)
                    else:
                        log.error("nothing is heard of a process", process=self.name)
                        _signal(process, signal.SIGKILL)
                return await ended
            finally:
                for task in others:
                    task.cancel()
                loop.remove_reader(mine)
                self._line = None

    def _hear(self, line: socket.socket) -> None:
        try:
            said = line.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        if said:
            self._silent = 0
            self._has_served = True
            self.serves.set()
        else:
            asyncio.get_running_loop().remove_reader(line)  # it has ended, or is silent from now on

    async def _fall_silent(self) -> None:
        """Until it was not heard of for too long. However long a beat of ours takes, it is one."""
        while self._silent < (self._silence if self.serves.is_set() else STARTING):
            await asyncio.sleep(BEAT)
            self._silent += 1

    async def _part(self, process: Process, ended: asyncio.Task[int]) -> None:
        """It is to end; who does not in time is ended."""
        if not self.serves.is_set():
            _signal(process, signal.SIGKILL)  # it holds nothing yet that it could hand over
        elif self._goodbye is not None:
            _signal(process, self._goodbye)
        elif self._line is not None:
            self._line.shutdown(socket.SHUT_WR)
        await asyncio.wait({ended}, timeout=self._leaving)
        if not ended.done():
            log.error("a process did not end in time", process=self.name, seconds=self._leaving)
            _signal(process, signal.SIGKILL)


def _signal(process: Process, sig: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        if process.returncode is None:
            process.send_signal(sig)
