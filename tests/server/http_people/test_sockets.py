"""Who is behind a socket."""

from __future__ import annotations

from typing import Any

from litestar import WebSocket

from dogpark.server.http.visitor import socket_person
from dogpark.server.people.cookie import NAME
from dogpark.server.people.register import People
from dogpark.server.people.tokens import make
from dogpark.server.settings import Settings
from tests.server.people.helpers import with_people


def socket(**headers: str) -> WebSocket[Any, Any, Any]:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return WebSocket({"type": "websocket", "headers": raw, "path": "/", "state": {}})  # type: ignore[typeddict-item]


def test_a_socket_is_known_by_its_cookie_or_token(backend: Settings) -> None:
    async def test(people: People) -> None:
        came = await people.guest()
        _, token = await make(people, came.who.id, "my bot")
        cookie = f"other=1; {NAME}={came.cookie}"
        for known in (socket(cookie=cookie), socket(authorization=f"Bearer {token}")):
            assert await socket_person(known, people, backend) == came.who
        for unknown in (
            socket(),
            socket(cookie=f"{NAME}=rubbish"),
            socket(cookie="\x00=;;=;" + NAME),
            socket(authorization="Bearer rubbish"),
            socket(authorization="Basic YTpi"),
            socket(authorization="Bearer rubbish", cookie=cookie),
        ):
            assert await socket_person(unknown, people, backend) is None
        await people.ban(came.who.id)
        assert await socket_person(socket(cookie=cookie), people, backend) is None

    with_people(backend, test)
