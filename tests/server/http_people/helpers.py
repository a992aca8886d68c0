"""The HTTP interface for people by itself, and clients for it: browsers and programs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
from litestar import Litestar, post
from litestar.di import Provide

from dogpark.server.entries import Who
from dogpark.server.http import limits, people
from dogpark.server.http.refusals import HANDLERS
from dogpark.server.http.security import Security
from dogpark.server.http.visitor import Visitor, visitor
from dogpark.server.people.register import People
from dogpark.server.settings import Settings
from dogpark.server.store.engine import Store
from tests.server.people.helpers import open_people

HERE = "http://localhost:8765"


@post("/api/try/tables", per_person=limits.TABLES)
async def open_a_table(visitor: Visitor) -> dict[str, str]:
    """Stands for whatever has a limit of its own."""
    return {"host": visitor.id}


def application(everybody: People, settings: Settings) -> Litestar:
    return Litestar(
        route_handlers=[*people.routes(), open_a_table],
        dependencies={
            "people": Provide(lambda: everybody, sync_to_thread=False),
            "store": Provide(lambda: everybody.store, sync_to_thread=False),
            "settings": Provide(lambda: settings, sync_to_thread=False),
            "visitor": Provide(visitor),
        },
        exception_handlers=HANDLERS,
        signature_types=[People, Store, Settings, Who],
        logging_config=None,
    )


class Server:
    """The interface, and clients for it. Each browser has cookies of its own."""

    def __init__(self, everybody: People, settings: Settings) -> None:
        self.people = everybody
        self.settings = settings
        self.app = application(everybody, settings)
        self.asgi = Security(self.app, settings)

    def browser(
        self, address: str = "192.0.2.1", at: str = HERE, **headers: str
    ) -> httpx.AsyncClient:
        return self.program(
            address, at, **{"origin": at, "sec-fetch-site": "same-origin", **headers}
        )

    def program(
        self, address: str = "192.0.2.1", at: str = HERE, **headers: str
    ) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.asgi, client=(address, 1234))
        return httpx.AsyncClient(transport=transport, base_url=at, headers=headers)


def with_server(
    settings: Settings, test: Callable[[Server], Awaitable[None]], **given: Any
) -> None:
    async def run() -> None:
        async with open_people(settings, **given) as everybody:
            await asyncio.wait_for(test(Server(everybody, settings)), 60)

    asyncio.run(run())


def refusal(answer: httpx.Response, status: int) -> dict[str, Any]:
    """A refusal of this status, in the form all have."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    body: dict[str, Any] = answer.json()
    assert set(body) == {"refused", "words", "rule"}
    assert body["words"]
    return body
