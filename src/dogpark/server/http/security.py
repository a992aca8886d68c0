"""Around the whole application: what every answer says to browsers, and who is not let in.

It stands outside Litestar, so that addresses that lead nowhere and errors are covered as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from litestar.datastructures import Headers

from dogpark.server.http import limits
from dogpark.server.http.origins import check_forgery, origin_allowed, own_host
from dogpark.server.http.refusals import encoded
from dogpark.server.people.buckets import LocalBuckets, spend
from dogpark.server.people.refused import NotDone
from dogpark.server.settings import Settings

__all__ = ["COOKIES", "Security", "origin_allowed"]

API = "/api"
COOKIES = "dogpark_cookies"  # in a request's state: Set-Cookie headers for its answer
TRY_LATER = 1013  # a socket's close code

_ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'{sockets}; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HSTS = "max-age=31536000"


class Security:
    """An ASGI application around another one."""

    def __init__(self, app: Any, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._limit = limits.per_address(settings)
        self._buckets = LocalBuckets()
        self._sockets: Counter[str] = Counter()  # open ones, by address

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Any, receive: Any, send: Any) -> None:
        headers = Headers.from_scope(scope)
        state: dict[str, Any] = scope.setdefault("state", {})
        added = _encoded(self.headers(scope["path"], headers))

        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", ()))
                named = {name.lower() for name, _ in given}
                given += [(name, value) for name, value in added if name not in named]
                given += [(b"set-cookie", value.encode()) for value in state.get(COOKIES, ())]
                message["headers"] = given
            await send(message)

        try:
            if not written_plainly(scope["path"]):
                raise NotDone("unknown", "There is nothing at this address.")
            await self._let_in(scope, headers)
        except NotDone as no:
            await _refuse(no, sending)
            return
        await self._app(scope, _measured(receive), sending)

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        if not written_plainly(scope["path"]):
            await receive()
            await send({"type": "websocket.close"})  # before it is open: answered with 403
            return
        # Its origin is checked where it is answered, so that its client can be told why.
        headers = Headers.from_scope(scope)
        whose = limits.address(scope, headers, self._settings)
        try:
            await self._count(scope, headers)
            if self._sockets[whose] >= limits.most_sockets(self._settings):
                raise NotDone("too many", "Many connections from your address are open already.")
        except NotDone as no:
            await receive()
            await send({"type": "websocket.accept"})  # else its client would be told no code
            await send({"type": "websocket.close", "code": TRY_LATER, "reason": no.words})
            return
        self._sockets[whose] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets[whose] -= 1
            if not self._sockets[whose]:
                del self._sockets[whose]

    async def _let_in(self, scope: Any, headers: Headers) -> None:
        await self._count(scope, headers)
        check_forgery(scope["method"], headers, self._settings)
        announced = headers.get("content-length", "0")
        if not (announced.isascii() and announced.isdigit()):
            raise NotDone("unreadable", "The content length is not a number.")
        if len(announced) > 12 or int(announced) > limits.MOST_BYTES:
            raise _too_big()

    async def _count(self, scope: Any, headers: Headers) -> None:
        if scope["path"].startswith(API):
            whose = limits.address(scope, headers, self._settings)
            await spend(self._buckets, self._limit, whose)

    def headers(self, path: str, headers: Mapping[str, str]) -> dict[str, str]:
        """What every answer says to browsers."""
        # 'self' does not mean sockets in every browser, so they are named.
        host = own_host(headers)
        sockets = f" wss://{host}" if self._settings.secure else f" ws://{host} wss://{host}"
        told = {
            **_ALWAYS,
            "content-security-policy": _POLICY.format(sockets=sockets if host else ""),
        }
        if self._settings.secure:
            told["strict-transport-security"] = _HSTS
        if path.startswith(API):
            told["cache-control"] = "no-store"
        return told


def written_plainly(path: str) -> bool:
    """Whether an address is written as all of ours are: no slash is doubled, or stands at the end.

    Litestar would lead the other ways of writing it to the same place, past everything that knows an
    address by how it begins: the limits here, the proxy in front, the doorway of siblings.
    """
    return path == "/" or (path[:1] == "/" and all(path[1:].split("/")))


def _measured(receive: Any) -> Any:
    """Reads a body that never said how long it is, up to the limit."""
    total = 0

    async def receiving() -> Any:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > limits.MOST_BYTES:
            raise _too_big()
        return message

    return receiving


async def _refuse(no: NotDone, send: Any) -> None:
    status, headers, body = encoded(no)
    headers |= {"content-type": "application/json", "content-length": str(len(body))}
    await send({"type": "http.response.start", "status": status, "headers": _encoded(headers)})
    await send({"type": "http.response.body", "body": body})


def _encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def _too_big() -> NotDone:
    return NotDone("too big", f"A request has at most {limits.MOST_BYTES // 1024} KB.")
