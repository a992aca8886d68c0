"""The application: every part of the server, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.types import ASGIApp

from dogpark.server.entries import Who
from dogpark.server.http import people, screens, tables
from dogpark.server.http.document import document_config
from dogpark.server.http.ops import ops_router
from dogpark.server.http.page import asset, front
from dogpark.server.http.post import Post
from dogpark.server.http.refusals import HANDLERS
from dogpark.server.http.security import Security
from dogpark.server.http.socket import say_goodbye, socket
from dogpark.server.http.visitor import visitor
from dogpark.server.ops.health import Health
from dogpark.server.ops.metrics import Metrics
from dogpark.server.ops.process import Drain
from dogpark.server.ops.requests import RequestWatch, tell_fault
from dogpark.server.park.park import Park
from dogpark.server.people.register import People
from dogpark.server.serving import Serving, open_serving
from dogpark.server.settings import Settings
from dogpark.server.store.engine import Store
from dogpark.server.version import VERSION


@dataclass
class Built:
    """The application, and what its server must do before it closes."""

    asgi: ASGIApp
    app: Litestar
    drain: Drain
    metrics: Metrics


def build(settings: Settings) -> Built:
    """The whole application for these settings; it opens everything when it starts."""
    place = settings.place
    number, count = (0, 1) if place is None else (place.number, place.count)
    metrics, health, post = Metrics(VERSION, number, count), Health(), Post()
    drain = Drain(health, metrics)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with open_serving(settings, health, metrics, drain) as serving:
            app.state.serving = serving
            serving.park.log.on_answered = post.go
            drain.step("goodbye", lambda: say_goodbye(serving.park))
            drain.step("release tables", serving.park.stop)
            yield
            await drain.run()

    app = Litestar(
        route_handlers=[
            front,
            asset,
            tables.routes(),
            *people.routes(),
            *screens.routes(),
            ops_router(),
            socket,
        ],
        lifespan=[lifespan],
        dependencies={
            "park": Provide(_park, sync_to_thread=False),
            "people": Provide(_people, sync_to_thread=False),
            "store": Provide(_store, sync_to_thread=False),
            "settings": Provide(_settings, sync_to_thread=False),
            "visitor": Provide(visitor),
            "health": Provide(lambda: health, sync_to_thread=False),
            "metrics": Provide(lambda: metrics, sync_to_thread=False),
            "post": Provide(lambda: post, sync_to_thread=False),
        },
        exception_handlers=HANDLERS,
        openapi_config=document_config(),
        signature_types=[Park, People, Store, Settings, Who, Health, Metrics, Post],
        logging_config=None,
        after_exception=[tell_fault],
    )
    return Built(RequestWatch(Security(app, settings), metrics), app, drain, metrics)


def _park(state: State) -> Park:
    return _serving(state).park


def _people(state: State) -> People:
    return _serving(state).people


def _store(state: State) -> Store:
    return _serving(state).store


def _settings(state: State) -> Settings:
    return _serving(state).settings


def _serving(state: State) -> Serving:
    serving: Serving = state.serving
    return serving
