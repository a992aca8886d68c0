"""How a process comes to its end: told to go, it hands its tables on and leaves nothing unsaved.

uvicorn closes all sockets the moment it is told to stop; a player would see a lost connection.
``Server`` puts the drain before that: health says "draining", players are told to come again in a
moment, tables are released to other processes, and what is being saved is saved. Each step has
its time; one that hangs or fails does not keep the next from its turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from types import FrameType
from typing import Any, Final, NamedTuple, TypeAlias

import uvicorn

from dogpark.server.ops import logs
from dogpark.server.ops.health import Health
from dogpark.server.ops.line import Line
from dogpark.server.ops.metrics import Metrics
from dogpark.server.settings import Settings
from dogpark.wire.asks import MAX_BYTES

if sys.platform != "win32":
    import resource

log = logs.get(__name__)

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
LINGER: Final = 3  # seconds that uvicorn then gives connections to finish what they are sending
LAG_EVERY: Final = 0.25  # seconds between two looks at the event loop
LAG_TOLD: Final = 0.5  # a lag worth a line
LAG_TOLD_EVERY: Final = 30.0  # seconds between such lines

Do: TypeAlias = Callable[[], Awaitable[object]]


class _Step(NamedTuple):
    name: str
    do: Do
    seconds: float


class Drain:
    """What is done before the sockets are closed, in this order.

    Only once, however often it is asked for: by the server that was told to stop, and again by
    the application's own shutdown, which is all there is where no such server runs (in tests).
    """

    def __init__(self, health: Health, metrics: Metrics) -> None:
        self._health = health
        self._metrics = metrics
        self._steps: list[_Step] = []
        self._running: asyncio.Task[bool] | None = None

    def step(self, name: str, do: Do, seconds: float = 3.0) -> None:
        """Do this too, after those named before."""
        self._steps.append(_Step(name, do, seconds))

    async def run(self) -> bool:
        """Drain. True if everything was done in its time."""
        if self._running is None:
            self._health.draining = True
            self._metrics.draining.set(1)
            self._running = asyncio.create_task(self._run(), name="drain")
        try:
            return await asyncio.shield(self._running)
        except asyncio.CancelledError:
            if self._running.cancelled():  # hurried, rather than its caller stopped
                return False
            raise

    def hurry(self) -> None:
        """Somebody does not want to wait."""
        if self._running is not None:
            self._running.cancel()

    async def _run(self) -> bool:
        began = time.monotonic()
        log.info("draining", count=len(self._steps))
        well = [await self._one(step) for step in self._steps]
        log.info("drained", seconds=round(time.monotonic() - began, 3))
        return all(well)

    async def _one(self, step: _Step) -> bool:
        try:
            async with asyncio.timeout(step.seconds):
                await step.do()
        except TimeoutError:
            log.error("drain step took too long", step=step.name, seconds=step.seconds)
            return False
        except Exception:
            log.exception("drain step failed", step=step.name)
            return False
        return True


def config_for(app: Any, settings: Settings) -> uvicorn.Config:
    """uvicorn's settings, from ours."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        lifespan="on",
        log_config=None,  # ops.logs has taken its loggers over
        access_log=False,  # ops.requests writes that line, without the address
        server_header=False,
        proxy_headers=False,  # http.limits knows whose word to take on who is asking
        timeout_graceful_shutdown=LINGER,
        ws=Line,
        ws_max_size=MAX_BYTES,
        ws_per_message_deflate=False,  # it takes 40 µs for each update, and 40 KB a socket
    )


class Server(uvicorn.Server):
    """uvicorn, which drains before it closes sockets, and ends with code 0 when told to stop.

    The first signal asks for a drain; a second SIGINT ends it at once.
    """

    def __init__(self, config: uvicorn.Config, drain: Drain) -> None:
        super().__init__(config)
        self.drain = drain

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            log.info("serving", host=host, port=port, pid=os.getpid())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listener in self.servers:
            listener.close()  # a proxy sends the next player elsewhere, at once
        if not self.force_exit:
            await self.drain.run()
        await super().shutdown(sockets)
        log.info("gone", pid=os.getpid())

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn's, which then lets the signal kill the process: children would be orphaned."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()

        def heard(sig: int, frame: FrameType | None) -> None:
            self.handle_exit(sig, frame)
            if self.force_exit:
                loop.call_soon_threadsafe(self.drain.hurry)

        before = {sig: signal.signal(sig, heard) for sig in SIGNALS}
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)


def open_many_files() -> None:
    """As many sockets at once as the host allows; shells and systemd begin with a thousand."""
    if sys.platform == "win32":
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(
        OSError, ValueError
    ):  # not everywhere "no limit" is taken for a number
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def watch_lag(metrics: Metrics) -> None:
    """Measure how late the event loop comes round, until cancelled."""
    loop = asyncio.get_running_loop()
    told = -LAG_TOLD_EVERY
    while True:
        due = loop.time() + LAG_EVERY
        await asyncio.sleep(LAG_EVERY)
        lag = max(0.0, loop.time() - due)
        metrics.loop_lag.observe(lag)
        if lag >= LAG_TOLD and due - told >= LAG_TOLD_EVERY:
            told = due
            log.warning("event loop was late", seconds=round(lag, 3))
