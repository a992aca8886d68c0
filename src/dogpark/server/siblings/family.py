"""The family: starts the hub and the siblings, starts again who falls, and ends with all of them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from dogpark.server.ops import logs
from dogpark.server.settings import Settings, secret_beside
from dogpark.server.siblings import hub
from dogpark.server.siblings.place import Place, hub_of
from dogpark.server.store.alone import Alone
from dogpark.server.store.directory import Directory
from dogpark.server.store.engine import PRAGMAS, open_store, sqlite_file

BACKLOG = 2048  # connections that wait to be taken
LOOK = 0.02  # seconds between two looks whether somebody is there
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds before somebody is started again
LASTED = 10.0  # seconds after which a fall is no sign of worse
LEAVING = 20.0  # seconds a sibling has to drain

log = logs.get(__name__)


class NotStarted(Exception):
    """The server cannot be opened; the message says why."""


class Family:
    """All processes of a server. ``command`` is how the sibling of a place is started."""

    def __init__(self, settings: Settings, command: Callable[[Place], Sequence[str]]) -> None:
        self._settings = settings
        self._command = command
        self._alone = Alone(sqlite_file(settings))
        self._listening = _listen(settings)
        self._leaving = asyncio.Event()

    @property
    def port(self) -> int:
        port: int = self._listening.getsockname()[1]
        return port

    def leave(self) -> None:
        """Everybody drains and goes."""
        self._leaving.set()

    async def live(self, opened: Callable[[], None]) -> None:
        """Until told to leave; ``opened`` is called once everybody serves."""
        file = sqlite_file(self._settings)
        if not self._settings.secret:
            secret_beside(file)  # before two of them make one
        await self._forget_former()
        with tempfile.TemporaryDirectory(prefix="dogpark-") as folder:
            places = [
                Place(number, self._settings.processes, folder, self._listening.fileno())
                for number in range(self._settings.processes)
            ]
            life, mine = os.pipe()  # the hub lives as long as this end is open
            keeping = asyncio.create_task(self._or_leave(self._keep_hub(str(file), folder, life)))
            ready = asyncio.create_task(self._ready(places, opened))
            try:
                siblings = [self._or_leave(self._keep(place)) for place in places]
                ended = await asyncio.gather(*siblings, return_exceptions=True)
            finally:
                ready.cancel()
                os.close(mine)
                os.close(life)
                await keeping
        self._listening.close()
        self._alone.release()
        for error in ended:
            if error is not None:
                raise error

    async def _or_leave(self, keeping: Coroutine[Any, Any, None]) -> None:
        """Keeps somebody running; if that cannot be done, nobody is to stay."""
        try:
            await keeping
        except BaseException:
            self.leave()
            raise

    async def _forget_former(self) -> None:
        """Nobody serves yet: what the last ones kept is free at once."""
        store = open_store(self._settings)
        await Directory(store).forget_others("")
        await store.close()

    async def _ready(self, places: list[Place], opened: Callable[[], None]) -> None:
        while not all(place.door(place.number).exists() for place in places):
            await asyncio.sleep(LOOK)
        log.info("siblings serve", count=len(places), port=self.port)
        opened()

    # -- the hub ----------------------------------------------------------------------------------

    async def _keep_hub(self, file: str, folder: str, life: int) -> None:
        """The hub ends by itself when ``life`` does and all siblings have gone."""
        command = [sys.executable, "-m", hub.__name__, file, str(hub_of(folder))]
        while True:
            hub_of(folder).unlink(missing_ok=True)
            # It holds the lock too: if we are killed, nobody else begins before it has ended.
            process = await asyncio.create_subprocess_exec(
                *command, json.dumps(PRAGMAS), stdin=life, pass_fds=self._alone.handles
            )
            if await process.wait() == 0:
                return
            log.error("the hub has fallen", code=process.returncode)
            await asyncio.sleep(FIRST_PAUSE)

    # -- siblings ---------------------------------------------------------------------------------

    async def _keep(self, place: Place) -> None:
        """Runs one sibling until it is told to leave."""
        pause, clock = FIRST_PAUSE, asyncio.get_running_loop().time
        first = True
        while not self._leaving.is_set():
            began = clock()
            process = await asyncio.create_subprocess_exec(
                *self._command(place),
                stdin=asyncio.subprocess.PIPE,  # it leaves when this is closed: we have fallen
                pass_fds=(place.listening,),
            )
            code = await self._watch(process)
            if self._leaving.is_set():
                return
            if first and not place.door(place.number).exists():
                raise NotStarted(f"process {place.number} ended with {code} before it could serve")
            first = False
            log.error("a sibling has fallen", process=place.number, code=code)
            if clock() - began > LASTED:
                pause = FIRST_PAUSE
            with suppress(TimeoutError):
                await asyncio.wait_for(self._leaving.wait(), pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _watch(self, process: asyncio.subprocess.Process) -> int:
        """Until it has ended; who does not in time is ended."""
        ended = asyncio.create_task(process.wait())
        leaving = asyncio.create_task(self._leaving.wait())
        await asyncio.wait({ended, leaving}, return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
        if not ended.done():
            _signal(process, signal.SIGTERM)
            await asyncio.wait({ended}, timeout=LEAVING)
            _signal(process, signal.SIGKILL)
        return await ended


def _listen(settings: Settings) -> socket.socket:
    """The socket at which all siblings take connections."""
    kind = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    at = (settings.host, settings.port)
    try:
        listening = socket.create_server(at, family=kind, backlog=BACKLOG)
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        raise NotStarted(f"nobody can listen at {where}: {error.strerror}") from error
    listening.set_inheritable(True)
    return listening


def _signal(process: asyncio.subprocess.Process, sig: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        if process.returncode is None:
            process.send_signal(sig)
