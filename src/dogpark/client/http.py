"""One person's requests to a server: who they are, their tables, a token for a program.

The standard library's HTTP client in a thread: requests are few, the game itself goes over the
socket.
"""

from __future__ import annotations

import asyncio
import http.client
import threading
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

import msgspec

from dogpark.client.address import Address

COOKIE = "dogpark"
TIMEOUT = 30  # seconds
# What a kept connection answers with when the server has closed it meanwhile.
_GONE = (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError)


class RequestRefused(Exception):
    """The server said no; the message is the server's reason."""

    def __init__(self, status: int, kind: str, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.kind = kind


class NoServer(Exception):
    """Nobody answers at that address."""


class Api:
    """One person at one server: a guest by cookie, or a program by token."""

    def __init__(
        self, address: Address, *, token: str | None = None, cookie: str | None = None
    ) -> None:
        self.address = address
        self.token = token
        self.cookie = cookie
        self._connection: http.client.HTTPConnection | None = None
        self._alone = threading.Lock()

    def headers(self) -> dict[str, str]:
        """How the server knows who one is, for requests and for the socket."""
        if self.token is not None:
            return {"Authorization": f"Bearer {self.token}"}
        if self.cookie is not None:
            # As a browser on the server's own page would; a cookie from anywhere else is refused.
            return {"Cookie": f"{COOKIE}={self.cookie}", "Origin": self.address.http}
        return {}

    async def get(self, path: str) -> Any:
        return await asyncio.to_thread(self.request, "GET", path)

    async def post(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        return await asyncio.to_thread(self.request, "POST", path, body or {})

    async def me(self) -> Any:
        """Who one is; a newcomer is made a guest and keeps the cookie."""
        return await self.get("/api/me")

    async def open_table(self, game: str, **wishes: Any) -> Any:
        """A new table; ``seats`` says for each seat: me, open, or a bot's level."""
        return await self.post("/api/tables", {"game": game, **wishes})

    async def sit(self, table: str, seat: int | None = None, invite: str | None = None) -> Any:
        body = {"seat": seat, "invite": invite}
        return await self.post(
            f"/api/tables/{table}/sit", {k: v for k, v in body.items() if v is not None}
        )

    async def start(self, table: str) -> Any:
        return await self.post(f"/api/tables/{table}/start")

    async def quick(self, game: str, players: int | None = None) -> Any:
        body = {"game": game} if players is None else {"game": game, "players": players}
        return await self.post("/api/quick", body)

    async def make_token(self, name: str) -> str:
        """A token with which a program may act as this person."""
        answer = await self.post("/api/me/tokens", {"name": name})
        return str(answer["token"])

    def request(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """One request, in the calling thread; the decoded answer."""
        data = None if body is None else msgspec.json.encode(body)
        headers = {"Accept": "application/json", **self.headers()}
        if data is not None:
            headers["Content-Type"] = "application/json"
        with self._alone:
            try:
                response, content = self._exchange(method, path, data, headers)
            except (OSError, http.client.HTTPException) as error:
                self._forget()
                raise NoServer(f"no server answers at {self.address}: {error}") from error
        self._keep_cookie(response)
        if response.status >= 400:
            raise _refusal(response.status, content)
        return msgspec.json.decode(content) if content else None

    def close(self) -> None:
        with self._alone:
            self._forget()

    def _exchange(
        self, method: str, path: str, data: bytes | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        kept = self._connection is not None
        try:
            return self._once(method, path, data, headers)
        except _GONE:
            if not kept:
                raise
            self._forget()  # the server had closed it before it read anything
            return self._once(method, path, data, headers)

    def _once(
        self, method: str, path: str, data: bytes | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        if self._connection is None:
            made = (
                http.client.HTTPSConnection if self.address.secure else http.client.HTTPConnection
            )
            self._connection = made(self.address.host, self.address.port, timeout=TIMEOUT)
        self._connection.request(method, path, data, headers)
        response = self._connection.getresponse()
        return response, response.read()

    def _forget(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _keep_cookie(self, response: http.client.HTTPResponse) -> None:
        for header in response.headers.get_all("Set-Cookie", []):
            try:
                found = SimpleCookie(header).get(COOKIE)
            except CookieError:
                continue
            if found is not None:
                self.cookie = found.value


def _refusal(status: int, content: bytes) -> RequestRefused:
    try:
        body = msgspec.json.decode(content)
    except msgspec.DecodeError:
        body = None
    if not isinstance(body, dict):
        body = {}
    kind = str(body.get("refused", f"status {status}"))
    words = str(body.get("words") or body.get("detail") or f"the server answered {status}")
    return RequestRefused(status, kind, words)
