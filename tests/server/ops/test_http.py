"""What the server tells those who run it, over HTTP."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest
from litestar import Litestar, get
from litestar.di import Provide
from litestar.params import FromPath
from structlog.testing import capture_logs

from dogpark.server.http.ops import ops_router
from dogpark.server.ops.health import Health
from dogpark.server.ops.metrics import Metrics
from dogpark.server.ops.requests import RequestWatch, tell_fault
from dogpark.server.settings import Settings
from dogpark.wire.reference import socket_schema

TOKEN = "figures-please"


@get("/api/tables/{table:str}")
async def a_table(table: FromPath[str]) -> dict[str, str]:
    return {"table": table}


@get("/api/broken")
async def broken() -> None:
    raise RuntimeError("psst")


class Scene:
    """A server with nothing on it but operations and two addresses of others."""

    def __init__(self, token: str | None = None) -> None:
        self.health, self.metrics = Health(), Metrics("1.2.3")
        settings = Settings("sqlite:///x", metrics_token=token)
        self.app = Litestar(
            route_handlers=[ops_router(), a_table, broken],
            logging_config=None,
            after_exception=[tell_fault],
            dependencies={
                "settings": Provide(lambda: settings, sync_to_thread=False),
                "health": Provide(lambda: self.health, sync_to_thread=False),
                "metrics": Provide(lambda: self.metrics, sync_to_thread=False),
            },
        )

    def get(
        self, path: str, headers: dict[str, str] | None = None, host: str = "127.0.0.1"
    ) -> httpx.Response:
        """Ask from that machine."""

        async def asking() -> httpx.Response:
            whole = RequestWatch(self.app, self.metrics)
            there = httpx.ASGITransport(whole, raise_app_exceptions=False, client=(host, 50000))
            async with httpx.AsyncClient(transport=there, base_url="http://park") as client:
                return await client.get(path, headers=headers)

        return asyncio.run(asking())


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_a_process_that_answers_is_alive(scene: Scene) -> None:
    answer = scene.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"ok": True}
    assert answer.headers["cache-control"] == "no-store"


def test_a_process_is_ready_until_a_part_fails_or_it_drains(scene: Scene) -> None:
    assert scene.get("/readyz").json() == {"ready": True, "draining": False, "parts": []}
    scene.health.draining = True
    answer = scene.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["draining"] is True
    assert scene.get("/healthz").status_code == 200, "it must not be restarted while it drains"


def test_figures_are_told_to_this_machine(scene: Scene) -> None:
    answer = scene.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'dogpark_build_info{version="1.2.3"} 1.0' in answer.text


@pytest.mark.parametrize("host", ["192.168.1.9", "10.0.0.2", "203.0.113.5", "::2", "testclient"])
def test_figures_are_told_to_no_other_machine_without_a_token(scene: Scene, host: str) -> None:
    answer = scene.get("/metrics", host=host)
    assert answer.status_code == 403
    assert "DOGPARK_METRICS_TOKEN" in answer.json()["detail"]
    assert "dogpark_build_info" not in answer.text


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"])
def test_what_comes_through_a_proxy_on_this_machine_is_not_this_machine(
    scene: Scene, header: str
) -> None:
    assert scene.get("/metrics", headers={header: "127.0.0.1"}).status_code == 403


def test_with_a_token_figures_are_told_to_whoever_shows_it_and_nobody_else() -> None:
    scene = Scene(TOKEN)
    good = {"Authorization": f"Bearer {TOKEN}"}
    assert scene.get("/metrics", good, "203.0.113.5").status_code == 200
    for wrong in ({}, {"Authorization": "Bearer x"}, {"Authorization": TOKEN}):
        answer = scene.get("/metrics", wrong)
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert TOKEN not in answer.text


def test_the_socket_messages_are_published(scene: Scene) -> None:
    answer = scene.get("/api/socket.json")
    assert answer.status_code == 200
    assert answer.json() == json.loads(json.dumps(socket_schema()))


def test_the_addresses_of_operations_are_in_the_published_description(scene: Scene) -> None:
    paths = scene.app.openapi_schema.to_schema()["paths"]
    assert {"/healthz", "/readyz", "/metrics", "/api/socket.json"} <= set(paths)
    assert "503" in paths["/readyz"]["get"]["responses"]
    assert {"401", "403"} <= set(paths["/metrics"]["get"]["responses"])


def test_requests_are_counted_by_pattern_and_never_by_what_was_asked_for(scene: Scene) -> None:
    scene.get("/api/tables/k3m9x2p7qa")
    scene.get("/api/tables/zzzzzzzzzz?invite=hunter2")
    scene.get("/wp-admin.php")
    scene.get("/wp-login.php")
    scene.get("/api/broken")
    text = scene.metrics.render().decode()
    assert 'route="/api/tables/{table}",status="200"} 2.0' in text
    assert 'route="none",status="404"} 2.0' in text
    assert 'route="/api/broken",status="500"} 1.0' in text
    assert "k3m9x2p7qa" not in text
    assert "wp-" not in text


def test_a_request_leaves_one_line_with_its_number_and_without_its_address(scene: Scene) -> None:
    with capture_logs() as lines:
        answer = scene.get("/api/tables/zzzzzzzzzz?invite=hunter2")
    (line,) = lines
    assert line["log_level"] == "info"
    assert (line["method"], line["route"], line["status"]) == ("GET", "/api/tables/{table}", 200)
    assert "hunter2" not in json.dumps(lines)
    assert len(answer.headers["x-request-id"]) == 12


def test_health_checks_leave_no_line_worth_reading(scene: Scene) -> None:
    with capture_logs() as lines:
        scene.get("/healthz")
        scene.get("/readyz")
    assert [line["log_level"] for line in lines] == ["debug", "debug"]


def test_a_fault_of_ours_is_told_in_the_log_and_a_mistake_of_theirs_is_not(scene: Scene) -> None:
    with capture_logs() as lines:
        assert scene.get("/api/broken").status_code == 500
        assert scene.get("/api/nowhere").status_code == 404
    assert [line["event"] for line in lines] == ["request failed", "request", "request"]
    assert isinstance(lines[0]["exc_info"], RuntimeError)
