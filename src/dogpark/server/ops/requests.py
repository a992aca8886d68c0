"""Around every request: a number for its log lines, a line when it is done, and its figures."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final

from litestar.exceptions import HTTPException
from uvicorn.protocols.utils import ClientDisconnected

from dogpark.play.refused import Refused
from dogpark.server.log.rows import Unavailable
from dogpark.server.ops import logs
from dogpark.server.ops.metrics import Metrics
from dogpark.server.store.engine import Away
from dogpark.server.table.no import No

QUIET: Final = frozenset({"/healthz", "/readyz", "/metrics"})  # asked every few seconds
# Not faults: http.refusals says them to people; and who has gone again need not be told anything.
ANSWERS: Final = (No, Refused, Unavailable, Away, RecursionError, ClientDisconnected)
NOWHERE: Final = "none"  # the label of addresses that lead nowhere: anybody can invent those

log = logs.get("dogpark.server.http")


class RequestWatch:
    """An ASGI application around another one.

    It stands outside Litestar, so that addresses without a handler are counted too, and uvicorn's
    own access log stays off: that one writes whole addresses, and an invitation may be in them.
    A socket only gets its number: what it does is counted where it is done.
    """

    def __init__(self, app: Any, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            logs.bind(socket=secrets.token_hex(6))
            await self.app(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Any, receive: Any, send: Any) -> None:
        began = time.perf_counter()
        number = secrets.token_hex(6)
        logs.bind(request=number)
        status = 500  # of a request that ends without an answer

        async def sending(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [
                    *message.get("headers", ()),
                    (b"x-request-id", number.encode()),
                ]
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            took = time.perf_counter() - began
            route = scope.get("path_template") or NOWHERE
            self.metrics.request(route, status, took)
            told = log.debug if route in QUIET and status < 400 else log.info
            told(
                "request",
                method=scope["method"],
                route=route,
                status=status,
                ms=round(took * 1000, 1),
            )
            logs.unbind("request")


async def tell_fault(error: Exception, _scope: Any) -> None:
    """For Litestar's ``after_exception``: it answers faults of ours with 500 and says no word."""
    if isinstance(error, ANSWERS):
        return
    if not isinstance(error, HTTPException) or error.status_code >= 500:
        log.error("request failed", exc_info=error)
