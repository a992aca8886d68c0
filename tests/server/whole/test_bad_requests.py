"""Bad input over HTTP: whatever is asked is refused with a reason, whichever database there is."""

from __future__ import annotations

import asyncio
import json
from http.client import HTTPConnection
from typing import Any

import httpx
import pytest

from dogpark.server.settings import Settings
from tests.server.whole.guests import Guest, at_a_server
from tests.server.whole.running import Here
from tests.server.whole.stage import no_limits, nothing_fails


def test_odd_requests_are_refused_and_nothing_is_opened(
    backend: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    bodies: list[bytes] = [
        b"",
        b"null",
        b"[]",
        b'"dog"',
        b"{",
        b"\xff\xfe",
        b"\x00",
        b'{"game": "dog"',
        b'{"game": NaN}',
        b'{"game": "dog", "options": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
        b'{"game": "dog", "options": {"a": ' + b"[" * 900 + b"]" * 900 + b"}}",
        b'{"game": "dog", "options": {"max_rounds": ' + b"9" * 5000 + b"}}",
        b'{"game": "dog", "options": {"max_rounds": "' + b"9" * 5000 + b'"}}',
        b'{"game": "dog", "options": {"max_rounds": 1e999}}',
        b'{"game": "dog", "options": {"\\ud800": 1}}',
        b'{"game": "\\ud800"}',
        b'{"game": "dog", "seats": ["me", "me", "me", "\\u0000"]}',
        b'{"game": "' + b"x" * 70_000 + b'"}',
    ]

    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        headers = {**ann.api.headers(), "Content-Type": "application/json"}
        async with httpx.AsyncClient(base_url=here.address.http, headers=headers) as http:
            for path in ("/api/tables", "/api/quick", "/api/tables/abcdefgh/sit"):
                for body in bodies:
                    answer = await http.post(path, content=body)
                    assert 400 <= answer.status_code < 500, (path, body[:60], answer.text)
                    told = answer.json()
                    assert told["refused"]
                    assert told["words"]
            form = {"Content-Type": "application/x-www-form-urlencoded"}
            answer = await http.post("/api/tables", content=b"game=dog", headers=form)
            assert answer.status_code == 400
            for path in ("/api/nothing", "/api/tables/../../etc", "/api/socket"):
                assert 400 <= (await http.get(path)).status_code < 500
            assert (await http.put("/api/tables", json={})).status_code == 405
        assert here.park.sittings == {}

    with nothing_fails(caplog):
        at_a_server(backend, 1, test)


# What PostgreSQL takes for no text, or no number, and SQLite does.
ODD = (
    "%00",
    "dog%00",
    "%ff",
    "%ed%a0%80",
    "%F0%9F%90%B6",
    "9" * 30,
    "-1",
    "%0a",
    "dog%0a",
    "'",
    "",
)
PLACES = (
    "/api/tables?game={}",
    "/api/tables/{}",
    "/api/tables/k3m9x2p7qa?invite={}",
    "/api/tables/{}/record",
    "/api/tables/{}/replay",
    "/api/tables/k3m9x2p7qa/replay?seat={}",
    "/api/ratings/{}/2",
    "/api/ratings/dog/{}",
    "/api/ratings/dog/4?limit={}",
    "/api/rules/{}",
    "/api/rules/dog?language={}",
    "/api/me/history?after={}",
    "/api/me/history?after=1-{}",
    "/api/me/history?limit={}",
    "/api/me?name={}",
    "/t/{}",
)


def test_no_odd_text_reaches_a_database_that_cannot_take_it(
    backend: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    no_limits(monkeypatch)

    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        names = ("\0", "Rex\0", "\ud800", "x" * 10_000, "\n", "")
        bodies: tuple[tuple[str, str, list[dict[str, Any]]], ...] = (
            ("PATCH", "/api/me", [{"name": name} for name in names]),
            ("POST", "/api/login", [{"name": name, "password": "12345678"} for name in names]),
            ("POST", "/api/login", [{"name": "Rex", "password": f"{name}1"} for name in names]),
            ("POST", "/api/login/reset", [{"code": n, "password": "12345678"} for n in names]),
            ("POST", "/api/me/account", [{"name": n, "password": "12345678"} for n in names]),
            ("POST", "/api/me/tokens", [{"name": name} for name in names]),
            ("POST", "/api/passkeys/register/begin", [{"account": name} for name in names]),
            ("DELETE", "/api/me", [{"name": name} for name in names]),
            ("POST", "/api/quick", [{"game": name} for name in names]),
            ("POST", "/api/tables/k3m9x2p7qa/sit", [{"invite": name} for name in names]),
        )
        headers = {**ann.api.headers(), "content-type": "application/json"}
        async with httpx.AsyncClient(base_url=here.address.http, headers=headers) as http:
            for place in PLACES:
                for odd in ODD:
                    answer = await http.get(place.format(odd))
                    assert answer.status_code < 500, (place, odd, answer.text)
            for kind in ("tokens", "passkeys"):
                for odd in ODD:
                    answer = await http.delete(f"/api/me/{kind}/{odd}")
                    assert 400 <= answer.status_code < 500, (kind, odd)
            for method, path, some in bodies:
                for body in some:
                    sent = json.dumps(body).encode()
                    answer = await http.request(method, path, content=sent)
                    assert 400 <= answer.status_code < 500, (path, body, answer.text)
            assert (await http.get("/api/me")).json()["name"] == ann.name

    with nothing_fails(caplog):
        at_a_server(backend, 1, test)


@pytest.mark.parametrize("form", ["//{}", "/{}/", "/{}//", "//{}/", "/%2F{}", "/{}%2F"])
def test_an_address_written_in_another_way_leads_nowhere(sqlite: Settings, form: str) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people

        def asked(path: str, headers: dict[str, str]) -> int:
            connection = HTTPConnection(here.address.host, here.address.port, timeout=30)
            connection.request("GET", path, headers=headers)
            status = connection.getresponse().status
            connection.close()
            return status

        opening = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }
        for name in ("api/me", "api/tables", "metrics", "readyz", "healthz"):
            assert await asyncio.to_thread(asked, f"/{name}", {}) == 200
            assert await asyncio.to_thread(asked, form.format(name), {}) == 404
        here_one = {**ann.api.headers(), **opening}
        assert await asyncio.to_thread(asked, "/api/socket", here_one) == 101
        assert await asyncio.to_thread(asked, form.format("api/socket"), here_one) == 403

    at_a_server(sqlite, 1, test)
