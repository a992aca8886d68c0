"""The family: starts the hub and the siblings, starts again who falls, and ends with all of them."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from dogpark.server.ops import logs
from dogpark.server.settings import Settings, secret_beside
from dogpark.server.siblings import hub
from dogpark.server.siblings.child import Child, NotStarted
from dogpark.server.siblings.place import Place, hub_of
from dogpark.server.store.alone import Alone
from dogpark.server.store.directory import Directory
from dogpark.server.store.engine import PRAGMAS, open_store, sqlite_file

BACKLOG = 2048  # connections that wait to be taken
SIBLING_SILENCE = 10  # beats
HUB_SILENCE = 30  # beats: it may wait for the file for fifteen seconds while somebody else has it
SIBLING_LEAVING = 20.0  # seconds to drain
HUB_LEAVING = 5.0  # seconds; it has written what siblings sent before they have gone

log = logs.get(__name__)


class Family:
    """All processes of a server. ``command`` is how the sibling of a place is started."""

    def __init__(self, settings: Settings, command: Callable[[Place], Sequence[str]]) -> None:
        self._settings = settings
        self._command = command
        self._alone = Alone(sqlite_file(settings))
        self._listening = _listen(settings)
        self.port: int = self._listening.getsockname()[1]
        self._leaving = asyncio.Event()
        self._siblings: list[Child] = []

    def leave(self) -> None:
        """Everybody drains and goes. Who comes from now on is refused at once, once they all know."""
        self._listening.close()
        self._leaving.set()

    async def live(self, opened: Callable[[], None]) -> bool:
        """Until told to leave; ``opened`` is called once everybody serves. Whether all ended well."""
        file = sqlite_file(self._settings)
        if not self._settings.secret:
            secret_beside(file)  # before two of them make one
        await self._forget_former()
        with tempfile.TemporaryDirectory(prefix="dogpark-") as folder:
            hub, count = self._hub(str(file), folder), self._settings.processes
            self._siblings = [
                self._sibling(Place(number, count, folder, self._listening.fileno()))
                for number in range(count)
            ]
            everybody = [hub, *self._siblings]
            for child in everybody:
                child.on_start = child.on_fall = lambda: self._tell_falls(everybody)
            ready = asyncio.create_task(self._ready(everybody, opened))
            gone = asyncio.Event()
            keeping = asyncio.create_task(self._or_leave(hub.keep(gone)))
            siblings = [self._or_leave(child.keep(self._leaving)) for child in self._siblings]
            ended = await asyncio.gather(*siblings, return_exceptions=True)
            gone.set()  # the hub ends last: siblings that drain have something to save
            ended += await asyncio.gather(keeping, return_exceptions=True)
            ready.cancel()
        self._alone.release()
        for error in ended:
            if isinstance(error, BaseException):
                raise error
        return all(ended)

    async def _or_leave(self, keeping: Coroutine[Any, Any, bool]) -> bool:
        """Keeps somebody running; if that cannot be done, nobody is to stay."""
        try:
            return await keeping
        except BaseException:
            self.leave()
            raise

    async def _forget_former(self) -> None:
        """Nobody serves yet: what the last ones kept is free at once."""
        store = open_store(self._settings)
        await Directory(store).forget_others("")
        await store.close()

    async def _ready(self, everybody: Sequence[Child], opened: Callable[[], None]) -> None:
        for child in everybody:
            await child.serves.wait()
        log.info("siblings serve", count=len(self._siblings), port=self.port)
        opened()

    def _tell_falls(self, everybody: Sequence[Child]) -> None:
        """Siblings answer those who ask for figures, so all of them know how often anybody fell."""
        falls = json.dumps({child.name: child.falls for child in everybody}).encode() + b"\n"
        for sibling in self._siblings:
            sibling.tell(falls)

    def _hub(self, file: str, folder: str) -> Child:
        """The hub ends by itself when its line to us does and all siblings have gone."""
        where = (file, str(hub_of(folder)), json.dumps(PRAGMAS))
        return Child(
            "hub",
            (sys.executable, "-m", hub.__name__, *where),
            # It holds the lock too: if we are killed, nobody else begins before it has ended.
            self._alone.handles,
            silence=HUB_SILENCE,
            leaving=HUB_LEAVING,
        )

    def _sibling(self, place: Place) -> Child:
        return Child(
            str(place.number),
            self._command(place),
            (place.listening,),
            silence=SIBLING_SILENCE,
            leaving=SIBLING_LEAVING,
            goodbye=signal.SIGTERM,
        )


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
