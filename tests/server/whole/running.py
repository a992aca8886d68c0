"""Servers for tests: one inside the test's own event loop, or one in a process that may be killed."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, TypeVar

from dogpark.client.address import Address, read_address
from dogpark.server.http.app import Built, build
from dogpark.server.ops.process import Server, config_for
from dogpark.server.park.park import Park
from dogpark.server.settings import Settings

T = TypeVar("T")
PATIENCE = 120.0  # seconds; a test that waits longer has failed


def in_loop(main: Callable[[], Coroutine[Any, Any, T]], seconds: float = PATIENCE) -> T:
    """Runs a test's coroutine, bounded in time."""

    async def bounded() -> T:
        async with asyncio.timeout(seconds):
            return await main()

    return asyncio.run(bounded())


class _Prompt(Server):
    """It is told when to end, and does not look for it ten times a second: hundreds are ended."""

    def __init__(self, built: Built, settings: Settings) -> None:
        super().__init__(config_for(built.asgi, settings), built.drain)
        self.leave = asyncio.Event()

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self.leave.wait()


class Here:
    """A server in this event loop."""

    def __init__(self, built: Built, server: Server) -> None:
        self.built = built
        self.server = server

    @property
    def park(self) -> Park:
        park: Park = self.built.app.state.serving.park
        return park

    @property
    def address(self) -> Address:
        port = self.server.servers[0].sockets[0].getsockname()[1]
        return read_address(f"127.0.0.1:{port}")


@asynccontextmanager
async def serving(settings: Settings, **changes: Any) -> AsyncIterator[Here]:
    """A server on these settings, until the end of the block. Limits do not bother tests."""
    changes = {
        "port": 0,
        "people_per_minute": 100_000,
        "bot_workers": 0,
        "compile": False,
        **changes,
    }
    changes.setdefault("messages_per_second", 10_000)
    settings = replace(settings, **changes)
    built = build(settings)
    server = _Prompt(built, settings)
    task = asyncio.create_task(server.serve())
    try:
        while not server.started:
            if task.done():
                task.result()
                raise RuntimeError("the server did not start")
            await asyncio.sleep(0.01)
        yield Here(built, server)
    finally:
        server.leave.set()
        await task


class Apart:
    """A server in a process of its own: it may be killed and started again on the same port."""

    program = "dogpark"

    def __init__(self, settings: Settings, **env: str) -> None:
        self.port = 0
        self._process: subprocess.Popen[str] | None = None
        self._env = {
            **os.environ,
            "DOGPARK_DATABASE": settings.database,
            "DOGPARK_SECRET": settings.secret,
            "DOGPARK_PEOPLE_PER_MINUTE": "100000",
            "DOGPARK_MESSAGES_PER_SECOND": "10000",
            "DOGPARK_BOT_WORKERS": "0",
            "DOGPARK_COMPILE": "off",
            "DOGPARK_LOG_LEVEL": "warning",
            **({"DOGPARK_BUS": settings.bus} if settings.bus else {}),
            **env,
        }

    @property
    def address(self) -> Address:
        return read_address(f"127.0.0.1:{self.port}")

    @property
    def pid(self) -> int:
        assert self._process is not None, "it does not run"
        return self._process.pid

    def start(self) -> None:
        """Starts it and waits until it can be visited."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", self.program, "serve", "--port", str(self.port), "--no-migrate"],
            env=self._env,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            found = re.search(r"open at http://localhost:(\d+)", line)
            if found:
                self.port = int(found[1])
                return
        raise RuntimeError(f"the server ended with {self._process.wait()}")

    def kill(self) -> None:
        """As if the power had failed."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As a host stops it; its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> int:
        process = self._process
        if process is None:
            return 0
        process.send_signal(number)
        code = process.wait(timeout=30)
        assert process.stdout is not None
        process.stdout.close()
        self._process = None
        return code

    def __enter__(self) -> Apart:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
