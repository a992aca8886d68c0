"""``dogpark serve``: online tables, on SQLite unless the environment says otherwise."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Callable
from dataclasses import replace

import uvicorn
from rich.text import Text

from dogpark.cli import errors, terminal
from dogpark.server.http.app import Built, build
from dogpark.server.ops import garbage, logs, systemd
from dogpark.server.ops.process import SIGNALS, Drain, Server, config_for, open_many_files
from dogpark.server.settings import PREFIX, BadSetting, Settings, read
from dogpark.server.siblings.child import NotStarted
from dogpark.server.siblings.doorway import Threshold
from dogpark.server.siblings.family import Family
from dogpark.server.siblings.lifeline import Lifeline
from dogpark.server.siblings.place import Place
from dogpark.server.store import migrate
from dogpark.server.store.alone import Alone
from dogpark.server.store.engine import place as place_of
from dogpark.server.store.engine import sqlite_file

SWITCH = 0.0005  # seconds; with Python's own 0.005 what is stored waits ten times as long


def run(
    host: str | None,
    port: int | None,
    *,
    migrated: bool,
    processes: int | None = None,
    place: str | None = None,
) -> int:
    """Serves until told to stop. ``place`` is of a process that was started by another of ours."""
    settings = read(os.environ)
    if host is not None:
        settings = replace(settings, host=host)
    if port is not None:
        settings = replace(settings, port=port)
    if processes is not None:
        settings = replace(settings, processes=processes)
    if place is not None:
        settings = _as_sibling(settings, Place.from_text(place))
    number = None if settings.place is None else str(settings.place.number)
    logs.configure(settings.log_level, settings.log_format, process=number)
    if settings.place is not None:
        return _serve(settings)
    open_many_files()  # for all that we start, too
    _check(settings)
    if settings.on_sqlite:
        Alone(sqlite_file(settings)).release()  # a second server is told so before it does anything
    if not migrated:
        migrate.upgrade(settings)
    return _serve(settings) if settings.processes == 1 else asyncio.run(_serve_together(settings))


def _check(settings: Settings) -> None:
    if settings.processes > 1 and not settings.on_sqlite:
        raise BadSetting(
            f"{PREFIX}PROCESSES is for SQLite; on PostgreSQL start as many servers as you like, "
            f"each with {PREFIX}BUS=redis://…"
        )
    if settings.processes > 1 and sys.platform == "win32":
        raise BadSetting(f"{PREFIX}PROCESSES needs a system on which processes share sockets")


# -- one process ----------------------------------------------------------------------------------


def _serve(settings: Settings) -> int:
    # The store's threads must not wait for the event loop's whole turn: the log waits for theirs.
    sys.setswitchinterval(SWITCH)
    garbage.in_portions()
    with asyncio.Runner(loop_factory=_event_loop()) as runner:
        return runner.run(_serve_here(settings))


def _event_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's, which is about twice as quick; it is not made for every system."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _serve_here(settings: Settings) -> int:
    built = build(settings)
    config = config_for(built.asgi, settings)
    garbage.keep()
    collecting = asyncio.create_task(garbage.collect())
    server: Server
    if settings.place is None:
        server = _Announcing(config, built.drain, settings)
        await server.serve()
    else:
        server = _Sibling(config, built, settings.place)
        with socket.socket(fileno=settings.place.listening) as listening:
            listening.set_inheritable(False)  # nobody else keeps it open when we close it
            await server.serve([listening])
    collecting.cancel()
    return errors.OK if server.started else errors.FAULT


class _Announcing(Server):
    """Tells the address once it is there to be visited; with port 0 only then is it known."""

    def __init__(self, config: uvicorn.Config, drain: Drain, settings: Settings) -> None:
        super().__init__(config, drain)
        self._settings = settings
        self._telling: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._telling = asyncio.create_task(systemd.serving())
            _announce(self._settings, self.servers[0].sockets[0].getsockname()[1])


def _announce(settings: Settings, port: int) -> None:
    shown = "localhost" if settings.host in ("127.0.0.1", "::1") else settings.host
    several = f"{settings.processes} processes, " if settings.processes > 1 else ""
    terminal.out().print(
        Text.assemble(
            ("dogpark is open at ", ""),
            (f"http://{shown}:{port}", "bold"),
            (f"  ({several}{place_of(settings)}; Ctrl-C closes it)", "dim"),
        ),
        soft_wrap=True,
    )


# -- several processes ----------------------------------------------------------------------------


async def _serve_together(settings: Settings) -> int:
    loop = asyncio.get_running_loop()
    telling: list[asyncio.Task[None]] = []

    def opened() -> None:
        telling.append(asyncio.create_task(systemd.serving()))
        _announce(settings, family.port)

    try:
        family = Family(settings, _command)
        for stop in SIGNALS:
            loop.add_signal_handler(stop, family.leave)
        well = await family.live(opened)
    except NotStarted as error:
        terminal.err().print(f"dogpark could not be opened: {error}")
        return errors.FAULT
    return errors.OK if well else errors.FAULT


def _command(place: Place) -> list[str]:
    return [sys.executable, "-m", "dogpark", "serve", "--place", place.to_text()]


def _as_sibling(settings: Settings, place: Place) -> Settings:
    """What is done once for all of them is done by the first."""
    compiles = settings.compile and place.number == 0
    return replace(settings, place=place, compile=compiles, processes=place.count)


class _Sibling(Server):
    """One of several: it takes connections from the others, and falls with the family."""

    def __init__(self, config: uvicorn.Config, built: Built, place: Place) -> None:
        self._threshold = Threshold(place)
        self._lifeline = Lifeline(sys.stdin.fileno(), built.metrics.restarted, _fall)
        config.http = self._threshold.protocol
        super().__init__(config, built.drain)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._lifeline.open()  # first: we may wait for a hub that nobody starts any more
        await super().startup(sockets)
        if self.started:
            self._threshold.open(self)
            self._lifeline.serve()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._threshold.close()
        await super().shutdown(sockets)


def _fall() -> None:
    """The family was killed. Nothing acknowledged is lost, and who is started next finds the file free."""
    os._exit(errors.FAULT)
