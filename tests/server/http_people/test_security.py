"""What every answer says to browsers, and what is not let in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from litestar.datastructures import Headers

from dogpark.server.http.limits import MOST_BYTES, address
from dogpark.server.http.origins import check_forgery, origin_allowed
from dogpark.server.http.security import Security, written_plainly
from dogpark.server.people.cookie import NAME
from dogpark.server.people.refused import NotDone
from dogpark.server.settings import Settings
from tests.server.http_people.helpers import HERE, Server, refusal, with_server

PLAIN = Settings("sqlite:///nowhere", secret="x")
COOKIE = {"cookie": f"{NAME}=value"}
HOST = {"host": "localhost:8765"}


# -- origins --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "settings"),
    [
        ({}, PLAIN),
        (HOST, PLAIN),
        (HOST | {"origin": HERE} | COOKIE, PLAIN),
        (HOST | {"origin": "https://localhost:8765"} | COOKIE, PLAIN),
        ({"host": "LOCALHOST:8765", "origin": HERE}, PLAIN),
        ({"host": "[::1]:8765", "origin": "http://[::1]:8765"}, PLAIN),
        ({"host": "dogpark.example", "origin": "http://dogpark.example"}, PLAIN),
        ({"host": "dogpark.example:80", "origin": "http://dogpark.example"}, PLAIN),
        ({"host": "a.example", "origin": "https://a.example"}, replace(PLAIN, secure=True)),
        (HOST | {"origin": "https://b.example"}, replace(PLAIN, origins=("https://b.example",))),
        (HOST | COOKIE | {"sec-fetch-site": "same-origin"}, PLAIN),
    ],
)
def test_origins_that_are_let_in(headers: dict[str, str], settings: Settings) -> None:
    assert origin_allowed(headers, settings)


@pytest.mark.parametrize(
    ("headers", "settings"),
    [
        (HOST | COOKIE, PLAIN),
        (HOST | COOKIE | {"sec-fetch-site": "cross-site"}, PLAIN),
        (HOST | COOKIE | {"sec-fetch-site": "same-site"}, PLAIN),
        (HOST | {"origin": "null"}, PLAIN),
        (HOST | {"origin": ""}, PLAIN),
        (HOST | {"origin": "https://evil.example"}, PLAIN),
        (HOST | {"origin": "https://evil.example", "sec-fetch-site": "same-origin"}, PLAIN),
        (HOST | {"origin": "http://localhost"}, PLAIN),
        (HOST | {"origin": "http://localhost:8766"}, PLAIN),
        (HOST | {"origin": "http://localhost:8765.evil.example"}, PLAIN),
        (HOST | {"origin": "http://evil.example@localhost:8765"}, PLAIN),
        (HOST | {"origin": "http://localhost:8765/path"}, PLAIN),
        (HOST | {"origin": "file://localhost:8765"}, PLAIN),
        ({"host": "", "origin": "http://"}, PLAIN),
        ({"host": "a b", "origin": "http://a b"}, PLAIN),
        ({"host": "a.example", "origin": "http://a.example"}, replace(PLAIN, secure=True)),
        (HOST | {"origin": "https://c.b.example"}, replace(PLAIN, origins=("https://b.example",))),
    ],
)
def test_origins_that_are_not(headers: dict[str, str], settings: Settings) -> None:
    assert not origin_allowed(headers, settings)


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain; application/json",
        "application/jsonp",
        "",
    ],
)
def test_a_form_is_refused_even_from_our_own_page(kind: str) -> None:
    headers = HOST | {"origin": HERE, "content-length": "2", "content-type": kind}
    with pytest.raises(NotDone, match="JSON"):
        check_forgery("POST", headers, PLAIN)


def test_json_and_empty_bodies_are_let_in_from_our_own_page() -> None:
    ours = HOST | COOKIE | {"origin": HERE}
    json = {"content-type": "application/json; charset=utf-8", "content-length": "2"}
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        check_forgery(method, ours | json, PLAIN)
        check_forgery(method, ours, PLAIN)
        check_forgery(method, ours | {"content-length": "0"}, PLAIN)
        with pytest.raises(NotDone):
            check_forgery(method, ours | {"content-length": "2"}, PLAIN)
        with pytest.raises(NotDone):
            check_forgery(method, ours | {"transfer-encoding": "chunked"}, PLAIN)


def test_looking_is_never_forgery() -> None:
    for method in ("GET", "HEAD", "OPTIONS"):
        check_forgery(method, HOST | COOKIE | {"origin": "https://evil.example"}, PLAIN)


def test_nothing_another_page_sends_is_done(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as mine:
            me = (await mine.get("/api/me")).json()
            cookie = f"{NAME}={mine.cookies[NAME]}"
        evil = {"origin": "https://evil.example", "sec-fetch-site": "cross-site", "cookie": cookie}
        login = {"name": "Rex", "password": "four dogs dig"}
        async with server.program() as page:
            for method, path, body in (
                ("PATCH", "/api/me", {"name": "Owned"}),
                ("POST", "/api/me/tokens", {"name": "stolen"}),
                ("POST", "/api/logout", {"everywhere": True}),
                ("DELETE", "/api/me", {"name": me["name"]}),
                ("POST", "/api/me/account", login),
                ("POST", "/api/login", login),
            ):
                answer = await page.request(method, path, json=body, headers=evil)
                assert refusal(answer, 403)["refused"] == "not allowed"
                assert "set-cookie" not in answer.headers
            # Without its cookie a foreign page cannot log anybody in either.
            foreign = {"origin": "https://evil.example"}
            refusal(await page.post("/api/login", json=login, headers=foreign), 403)
            refusal(await page.post("/api/me/tokens", json={"name": "x"}, headers=foreign), 403)
            # A form, which sends no origin in an old browser, and never JSON.
            form = await page.post("/api/logout", data={"a": "b"}, headers={"cookie": cookie})
            refusal(form, 403)
        async with server.browser(cookie=cookie) as mine:
            assert (await mine.get("/api/me")).json() == me

    with_server(backend, test)


# -- headers --------------------------------------------------------------------------------------


def test_every_answer_carries_the_security_headers(sqlite: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as browser, server.program() as program:
            answers = [
                await browser.get("/api/me"),
                await browser.get("/nowhere"),
                await browser.get("/api/me/tokens/x/y"),
                await browser.put("/api/me"),
                await browser.post(
                    "/api/login", content=b"{", headers={"content-type": "application/json"}
                ),
                await program.post("/api/logout", headers={"origin": "https://evil.example"}),
                await browser.post(
                    "/api/login",
                    content=b"x" * 70_000,
                    headers={"content-type": "application/json"},
                ),
            ]
        assert [answer.status_code for answer in answers] == [200, 404, 404, 405, 400, 403, 413]
        for answer in answers:
            policy = answer.headers["content-security-policy"]
            for part in (
                "default-src 'none'",
                "script-src 'self'",
                "style-src 'self'",
                "connect-src 'self' ws://localhost:8765 wss://localhost:8765",
                "base-uri 'none'",
                "form-action 'self'",
                "frame-ancestors 'none'",
            ):
                assert part in policy.split("; ")
            assert "unsafe" not in policy
            assert "*" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "same-origin"
            assert answer.headers["cross-origin-opener-policy"] == "same-origin"
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
            assert "camera=()" in answer.headers["permissions-policy"]
            assert "strict-transport-security" not in answer.headers
        assert answers[0].headers["cache-control"] == "no-store"
        for answer in answers[1:]:
            refusal(answer, answer.status_code)

    with_server(sqlite, test)


@pytest.mark.parametrize("host", ["a.example; script-src *", "a b", "", "a.example/x", "ö.example"])
def test_a_host_that_is_none_does_not_get_into_the_policy(host: str) -> None:
    told = Security(None, PLAIN).headers("/", {"host": host})
    assert "connect-src 'self';" in told["content-security-policy"]


def test_behind_https_only_safe_sockets_are_named() -> None:
    told = Security(None, replace(PLAIN, secure=True)).headers("/", {"host": "a.example"})
    assert "connect-src 'self' wss://a.example;" in told["content-security-policy"]


# -- bodies ---------------------------------------------------------------------------------------


def test_a_long_body_is_refused_whether_it_says_so_or_not(sqlite: Settings) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 8192

    async def test(server: Server) -> None:
        json = {"content-type": "application/json"}
        async with server.browser() as browser:
            long = await browser.post("/api/login", content=b" " * (MOST_BYTES + 1), headers=json)
            refusal(long, 413)
            chunked = await browser.post("/api/login", content=endless(), headers=json)
            refusal(chunked, 413)
            fits = await browser.post("/api/login", content=b" " * MOST_BYTES, headers=json)
            refusal(fits, 400)
            for length in ("-1", "1e9", "9" * 30, "²"):
                odd = {**json, "content-length": length.encode()}  # type: ignore[dict-item]
                answer = await browser.post("/api/login", content=b"{}", headers=odd)
                assert answer.status_code in (400, 413)

    with_server(sqlite, test)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"3",
        b"\xff\xfe",
        b'{"name": 3, "password": "four dogs dig"}',
        b'{"name": "Rex"}',
        b'{"name": "Rex", "password": null}',
        b'{"name": "Rex", "password": "four dogs dig", "admin": true}',
        b'{"name": "' + b"x" * 1000 + b'", "password": "four dogs dig"}',
        b'{"name": "\\ud800", "password": "four dogs dig"}',
        b"[" * 30_000,
        b'{"a":' * 10_000,
    ],
)
def test_bodies_that_cannot_be_read_are_refused_in_words(sqlite: Settings, body: bytes) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as browser:
            answer = await browser.post(
                "/api/login", content=body, headers={"content-type": "application/json"}
            )
            no = refusal(answer, 400)
            assert no["refused"] == "unreadable"
            assert "four dogs" not in answer.text

    with_server(sqlite, test)


# -- addresses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("client", "forwarded", "trusted", "whose"),
    [
        (("192.0.2.1", 1), None, False, "192.0.2.1"),
        (("192.0.2.1", 1), "198.51.100.1", False, "192.0.2.1"),
        (("127.0.0.1", 1), "198.51.100.1", True, "198.51.100.1"),
        (("127.0.0.1", 1), "9.9.9.9, 198.51.100.1", True, "198.51.100.1"),
        (("127.0.0.1", 1), ("9.9.9.9", "198.51.100.1"), True, "198.51.100.1"),
        (("127.0.0.1", 1), ("8.8.8.8, 9.9.9.9", "7.7.7.7, 198.51.100.1"), True, "198.51.100.1"),
        (("127.0.0.1", 1), "", True, "127.0.0.1"),
        (("127.0.0.1", 1), None, True, "127.0.0.1"),
        (("127.0.0.1", 1), "rubbish", True, "unknown"),
        (("::ffff:192.0.2.1", 1), None, False, "192.0.2.1"),
        (("2001:db8:1:2:3:4:5:6", 1), None, False, "2001:db8:1:2::/64"),
        (None, None, False, "unknown"),
    ],
)
def test_whom_a_limit_is_for(
    client: Any, forwarded: str | tuple[str, ...] | None, trusted: bool, whose: str
) -> None:
    lines = (forwarded,) if isinstance(forwarded, str) else forwarded or ()
    headers = Headers([(b"x-forwarded-for", line.encode()) for line in lines])
    settings = replace(PLAIN, trust_proxy=trusted)
    assert address({"client": client}, headers, settings) == whose


# -- ways of writing an address -------------------------------------------------------------------

ROUNDABOUT = ("{}", "//{}", "///{}", "/{}/", "/{}//", "//{}/", "http://localhost/{}")


@pytest.mark.parametrize(
    "path", ["/", "/api", "/api/me", "/api/me/tokens", "/t/k3m9x2p7qa", "/..", "/api /me", "/%2F"]
)
def test_an_address_is_written_in_one_way(path: str) -> None:
    assert written_plainly(path)


@pytest.mark.parametrize(
    "path",
    ["", "//", "api/me", "//api/me", "/api//me", "/api/me/", "/api/", "http://x/api/me", "*"],
)
def test_and_in_no_other(path: str) -> None:
    assert not written_plainly(path)


@pytest.mark.parametrize("form", ROUNDABOUT)
def test_there_is_no_way_round_the_limits(sqlite: Settings, form: str) -> None:
    """A handler that is reached by an address that is not counted could be asked without end."""

    async def test(server: Server) -> None:
        reached: list[str] = []
        inner = server.asgi._app

        async def app(scope: Any, receive: Any, send: Any) -> None:
            reached.append(scope["path"])
            await inner(scope, receive, send)

        server.asgi._app = app
        for name in ("api/me", "api/socket", "metrics", "readyz"):
            path = form.format(name)
            assert (await raw(server, path))[0]["status"] == 404
            assert (await raw(server, path, kind="websocket"))[0]["type"] == "websocket.close"
        assert reached == []

    with_server(sqlite, test)


async def raw(server: Server, path: str, kind: str = "http") -> list[Any]:
    """Asks for a path exactly as it is; what is answered."""
    told: list[Any] = []
    scope = {
        "type": kind,
        "asgi": {"version": "3.0"},
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ("192.0.2.1", 1),
        "server": ("localhost", 80),
        "scheme": "http",
    }

    async def receive() -> Any:
        return {"type": "http.request"} if kind == "http" else {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        told.append(message)

    await server.asgi(scope, receive, send)
    return told


# -- sockets --------------------------------------------------------------------------------------


def test_an_address_that_opens_sockets_without_end_is_told_to_wait() -> None:
    opened, closed = [], []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        opened.append(scope["path"])

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        if message["type"] == "websocket.close":
            closed.append(message["code"])

    async def run() -> None:
        security = Security(app, PLAIN)
        scope = {
            "type": "websocket",
            "path": "/api/socket",
            "headers": [],
            "client": ("1.2.3.4", 1),
        }
        for _ in range(700):
            await security(dict(scope), receive, send)

    asyncio.run(run())
    assert len(opened) >= 600
    assert set(closed) == {1013}
    assert len(opened) + len(closed) == 700
