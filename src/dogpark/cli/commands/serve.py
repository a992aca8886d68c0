"""``dogpark serve``: online tables, on SQLite unless the environment says otherwise."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from collections.abc import Callable
from dataclasses import replace

from rich.text import Text

from dogpark.cli import errors, terminal
from dogpark.server.http.app import build
from dogpark.server.ops import logs
from dogpark.server.ops.process import Server, config_for
from dogpark.server.settings import Settings, read
from dogpark.server.store import migrate
from dogpark.server.store.alone import Alone
from dogpark.server.store.engine import place, sqlite_file

SWITCH = 0.0005  # seconds; with Python's own 0.005 what is stored waits ten times as long
COLLECT = 50_000, 20, 50  # messages come and go without cycles; looking for those costs a tenth


def run(host: str | None, port: int | None, *, migrated: bool) -> int:
    """Serves until told to stop."""
    settings = read(os.environ)
    if host is not None:
        settings = replace(settings, host=host)
    if port is not None:
        settings = replace(settings, port=port)
    logs.configure(settings.log_level, settings.log_format)
    if settings.on_sqlite:
        Alone(sqlite_file(settings)).release()  # a second server is told so before it does anything
    if not migrated:
        migrate.upgrade(settings)
    # The store's threads must not wait for the event loop's whole turn: the log waits for theirs.
    sys.setswitchinterval(SWITCH)
    gc.freeze()
    gc.set_threshold(*COLLECT)
    with asyncio.Runner(loop_factory=_event_loop()) as runner:
        return runner.run(_serve(settings))


def _event_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's, which is about twice as quick; it is not made for every system."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _serve(settings: Settings) -> int:
    built = build(settings)
    server = _Announcing(config_for(built.asgi, settings), built.drain)
    server.settings = settings
    await server.serve()
    return errors.OK if server.started else errors.FAULT


class _Announcing(Server):
    """Tells the address once it is there to be visited; with port 0 only then is it known."""

    settings: Settings

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        port = self.servers[0].sockets[0].getsockname()[1]
        shown = "localhost" if self.settings.host in ("127.0.0.1", "::1") else self.settings.host
        address = f"http://{shown}:{port}"
        terminal.out().print(
            Text.assemble(
                ("dogpark is open at ", ""),
                (address, "bold"),
                (f"  ({place(self.settings)}; Ctrl-C closes it)", "dim"),
            ),
            soft_wrap=True,
        )
