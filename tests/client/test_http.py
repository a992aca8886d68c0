"""Requests to a server, against one of a few lines."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from dogpark.client.address import Address
from dogpark.client.http import Api, NoServer, RequestRefused


class Desk(ThreadingHTTPServer):
    """Remembers what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Clerk)
        self.asked: list[tuple[str, str, dict[str, str], Any]] = []
        self.connections: set[tuple[str, int]] = set()
        self.close_after_answer = False

    @property
    def address(self) -> Address:
        return Address(secure=False, host="127.0.0.1", port=self.server_address[1])


class Clerk(BaseHTTPRequestHandler):
    """Answers everything with what it was sent."""

    protocol_version = "HTTP/1.1"
    server: Desk

    def do_GET(self) -> None:
        self._answer(None)

    def do_POST(self) -> None:
        self._answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _answer(self, body: Any) -> None:
        self.server.asked.append((self.command, self.path, dict(self.headers), body))
        self.server.connections.add(self.client_address)
        status, answer = 200, {"you": body}
        if self.path == "/api/no":
            status, answer = 409, {"refused": "stale", "words": "Somebody sits there."}
        content = b"<p>oops</p>" if self.path == "/api/broken" else json.dumps(answer).encode()
        self.send_response(502 if self.path == "/api/broken" else status)
        self.send_header("Content-Length", str(len(content)))
        if self.path == "/api/me":
            self.send_header("Set-Cookie", "other=1; Path=/")
            self.send_header("Set-Cookie", "dogpark=crumb.1-x; HttpOnly; Path=/; SameSite=Lax")
        self.end_headers()
        self.wfile.write(content)
        self.close_connection = self.server.close_after_answer

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the library's name)
        """Tests are quiet."""


@pytest.fixture
def desk() -> Iterator[Desk]:
    with Desk() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def api(desk: Desk) -> Iterator[Api]:
    made = Api(desk.address)
    yield made
    made.close()


def test_a_guest_keeps_the_cookie_it_was_given(desk: Desk, api: Api) -> None:
    asyncio.run(api.me())
    asyncio.run(api.open_table("dog", seats=["me"]))
    assert "Cookie" not in desk.asked[0][2]
    assert desk.asked[1][2]["Cookie"] == "dogpark=crumb.1-x"
    assert desk.asked[1][3] == {"game": "dog", "seats": ["me"]}
    assert len(desk.connections) == 1


def test_a_program_shows_its_token(desk: Desk) -> None:
    api = Api(desk.address, token="dogpark_abc")
    asyncio.run(api.sit("table1", invite="secret"))
    api.close()
    assert desk.asked[0][1] == "/api/tables/table1/sit"
    assert desk.asked[0][2]["Authorization"] == "Bearer dogpark_abc"
    assert desk.asked[0][3] == {"invite": "secret"}


def test_a_refusal_says_why(api: Api) -> None:
    with pytest.raises(RequestRefused, match=r"Somebody sits there\.") as caught:
        api.request("POST", "/api/no", {})
    assert (caught.value.status, caught.value.kind) == (409, "stale")


def test_an_answer_that_is_not_ours_is_a_refusal_too(api: Api) -> None:
    with pytest.raises(RequestRefused, match="the server answered 502"):
        api.request("GET", "/api/broken")


def test_a_kept_connection_that_the_server_closed_is_opened_anew(desk: Desk, api: Api) -> None:
    desk.close_after_answer = True
    for _ in range(3):
        assert api.request("POST", "/api/tables", {"a": 1}) == {"you": {"a": 1}}
    assert len(desk.asked) == 3


def test_where_nobody_answers_that_is_said() -> None:
    with Desk() as server:
        address = server.address
    with pytest.raises(NoServer, match="no server answers at http://127"):
        Api(address).request("GET", "/api/me")
