"""A server that is told to go, in a process of its own: `python -m tests.server.ops.leaving HOW`.

It writes its port, then each step of its end, one a line. HOW is `well`, `stuck` (a step hangs) or
`broken` (a step fails).
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import Any

from litestar import Litestar, WebSocket, websocket
from litestar.di import Provide
from litestar.exceptions import WebSocketDisconnect

from dogpark.server.http.ops import ops_router
from dogpark.server.ops import logs
from dogpark.server.ops.health import Health
from dogpark.server.ops.metrics import Metrics
from dogpark.server.ops.process import Drain, Server, config_for
from dogpark.server.ops.requests import RequestWatch
from dogpark.server.settings import Settings


def say(text: str) -> None:
    print(text, flush=True)


class Announced(Server):
    """Says where it listens."""

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        say(f"port {self.servers[0].sockets[0].getsockname()[1]}")


def main(how: str) -> None:
    settings = Settings("sqlite:///x", port=0)
    logs.configure("info", "json")
    health, metrics = Health(), Metrics()
    drain = Drain(health, metrics)
    sockets: set[WebSocket[Any, Any, Any]] = set()

    @websocket("/api/socket")
    async def socket(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        await socket.send_text("welcome")
        sockets.add(socket)
        with suppress(WebSocketDisconnect):
            await socket.receive_text()
        sockets.discard(socket)
        say("socket closed")

    async def tell() -> None:
        say("told")
        for each in sockets:
            await each.send_text("closing")

    async def release() -> None:
        say("releasing")
        if how == "broken":
            raise OSError("database is away")
        if how == "stuck":
            await asyncio.Event().wait()

    async def finish() -> None:
        say("finished")

    async def closed() -> None:
        say(f"closed draining={health.draining}")

    drain.step("tell sockets", tell)
    drain.step("release tables", release, seconds=0.3 if how == "stuck" else 30)
    drain.step("finish writes", finish)
    app = Litestar(
        route_handlers=[socket, ops_router()],
        logging_config=None,
        on_shutdown=[drain.run, closed],
        dependencies={
            "settings": Provide(lambda: settings, sync_to_thread=False),
            "health": Provide(lambda: health, sync_to_thread=False),
            "metrics": Provide(lambda: metrics, sync_to_thread=False),
        },
    )
    Announced(config_for(RequestWatch(app, metrics), settings), drain).run()
    say("gone")


if __name__ == "__main__":
    main(sys.argv[1])
