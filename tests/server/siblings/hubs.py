"""A hub in a process of its own, which a test may kill and start again."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from dogpark.server.settings import Settings
from dogpark.server.siblings import hub
from dogpark.server.siblings.hubline import HubLine
from dogpark.server.siblings.place import Place, hub_of
from dogpark.server.store.engine import PRAGMAS

WAIT = 60.0  # seconds; a test that waits longer has failed


class HubApart:
    """The hub of a database, as the family starts it."""

    def __init__(self, settings: Settings, folder: str) -> None:
        self.folder = folder
        self._file = str(settings.sqlite_file)
        self._process: subprocess.Popen[bytes] | None = None
        self._mine: socket.socket | None = None

    def place(self, number: int, count: int = 2) -> Place:
        return Place(number, count, self.folder, -1)

    async def line(self, number: int) -> HubLine:
        """Of one of two siblings, open."""
        line = HubLine(self.place(number))
        await line.open()
        return line

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        door = hub_of(self.folder)
        door.unlink(missing_ok=True)
        life, self._mine = socket.socketpair()
        command = [sys.executable, "-m", hub.__name__, self._file, str(door), json.dumps(PRAGMAS)]
        self._process = subprocess.Popen(command, stdin=life)
        life.close()
        _there(door)

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait(WAIT)
        self.let_go()

    def pause(self) -> None:
        """It stands still, as where the machine has no time for it."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def let_go(self) -> None:
        """It may end once the siblings have."""
        assert self._mine is not None
        self._mine.close()

    @property
    def ended(self) -> bool:
        assert self._process is not None
        return self._process.poll() is not None

    def end(self) -> int:
        """Waits until it has ended; its exit code."""
        assert self._process is not None
        return self._process.wait(WAIT)

    def __enter__(self) -> HubApart:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait(WAIT)
        self.let_go()


def _there(door: Path) -> None:
    until = time.monotonic() + WAIT
    while not door.exists():
        assert time.monotonic() < until, "the hub was not started"
        time.sleep(0.01)
