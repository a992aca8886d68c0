"""For those who run the server: is it alive, is it ready, what are its figures.

None of it tells how the server is set up. Figures go to whoever shows the token, or, where none is
set, to this very machine; a proxy in front passes on requests of the whole world from here, so
whatever came through one does not count as this machine.
"""

from __future__ import annotations

import asyncio
import hmac
from ipaddress import ip_address
from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Request, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, Parameter

from dogpark.server.http.refusals import refuses
from dogpark.server.ops.health import Health, Report
from dogpark.server.ops.metrics import CONTENT_TYPE, Metrics
from dogpark.server.people.refused import NotDone
from dogpark.server.settings import Settings
from dogpark.server.siblings.place import Place
from dogpark.wire.reference import socket_schema

FORWARDED: Final = ("x-forwarded-for", "x-real-ip", "forwarded", "via")
Whose = FromQuery[
    Annotated[
        int, Parameter(ge=0, description="Of several processes on SQLite: the number of one.")
    ]
]
FRESH: Final = CacheControlHeader(no_store=True)


class Alive(msgspec.Struct, frozen=True):
    """The process answers."""

    ok: bool


@get("/healthz", summary="Is the process alive?", cache_control=FRESH)
async def healthz() -> Alive:
    """Answered by the event loop alone: a process that does not answer should be restarted."""
    return Alive(ok=True)


@get(
    "/readyz",
    summary="May players be sent here?",
    cache_control=FRESH,
    responses={503: ResponseSpec(Report, description="Not now: send them to another process.")},
)
async def readyz(health: NamedDependency[Health]) -> Response[Report]:
    """Whether the database answers, its form is current, what players do can be saved, and the
    process is not on its way out."""
    report = await health.report()
    return Response(report, status_code=200 if report.ready else 503)


@get(
    "/metrics",
    summary="Figures for Prometheus",
    media_type=MediaType.TEXT,
    cache_control=FRESH,
    responses=refuses(401, 404),
)
async def figures(
    request: Request[Any, Any, Any],
    settings: NamedDependency[Settings],
    metrics: NamedDependency[Metrics],
    process: Whose = 0,
) -> Response[bytes]:
    """Counters, gauges and histograms of one process, in Prometheus's text form.

    Where several processes serve one file of SQLite, `process` says whose, from 0 on.
    """
    _let_in(request, settings.metrics_token)
    _answer_for(process, settings.place)
    # In a thread: writing hundreds of figures takes a while, and moves go on meanwhile.
    return Response(await asyncio.to_thread(metrics.render), media_type=CONTENT_TYPE)


@get("/api/socket.json", summary="The socket's messages, as a JSON Schema", responses=refuses())
async def socket_messages() -> dict[str, Any]:
    """Every message a client may send (`$defs/Ask`) and receive (`$defs/Tell`) at `/api/socket`."""
    return socket_schema()


def ops_router() -> Router:
    """Needs `settings`, `health` and `metrics` to be provided by the application."""
    return Router(
        "/", route_handlers=[healthz, readyz, figures, socket_messages], tags=["operations"]
    )


def _let_in(request: Request[Any, Any, Any], token: str | None) -> None:
    if token is not None:
        shown = request.headers.get("authorization", "").encode()
        if not hmac.compare_digest(shown, f"Bearer {token}".encode()):
            raise NotAuthorizedException(
                "Show DOGPARK_METRICS_TOKEN: 'Authorization: Bearer …'.",
                headers={"WWW-Authenticate": "Bearer"},
            )
        return
    came_through_a_proxy = any(name in request.headers for name in FORWARDED)
    if came_through_a_proxy or not _this_machine(request.client.host if request.client else ""):
        raise PermissionDeniedException(
            "Figures are told to this machine only; set DOGPARK_METRICS_TOKEN to read them from another."
        )


def _answer_for(process: int, place: Place | None) -> None:
    """Another's figures would look as if everything had begun anew; so whose they are is kept apart."""
    number, count = (0, 1) if place is None else (place.number, place.count)
    if process >= count:
        raise NotDone(
            "unknown", f"There is no process {process} here; the last one is {count - 1}."
        )
    if process != number:
        words = f"Process {process} does not answer now; this is process {number}."
        raise NotDone("wait", words, after=1)


def _this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
