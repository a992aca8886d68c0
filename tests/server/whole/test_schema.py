"""The HTTP interface against its own description: nothing is answered that was not announced."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx
import pytest
import schemathesis
import structlog
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from sqlalchemy import func, select

from dogpark import games
from dogpark.agents.bots import BOTS
from dogpark.server import entries
from dogpark.server.entries import AnyEntry
from dogpark.server.http.app import build
from dogpark.server.http.document import PATH, TAGS, precise
from dogpark.server.settings import Settings
from dogpark.server.store.schema import events
from tests.server.whole.conftest import BACKENDS
from tests.server.whole.guests import Guest, guest, lines, play_out
from tests.server.whole.running import PATIENCE, Here, serving
from tests.server.whole.scenes import log_of
from tests.server.whole.stage import no_limits

T = TypeVar("T")
METHODS = ("get", "post", "put", "patch", "delete")
DOCUMENT = precise(build(Settings("sqlite:///nowhere")).app.openapi_schema.to_schema())
OPERATIONS = [
    (method, path, operation)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
    if method in METHODS
]
NAMES = [f"{method.upper()} {path}" for method, path, _ in OPERATIONS]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


# -- the document ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS, ids=NAMES)
def test_an_operation_says_what_it_does_and_what_may_be_refused(
    method: str, path: str, operation: dict[str, Any]
) -> None:
    assert not operation["operationId"].endswith(operation["summary"])  # not made from its name
    assert operation["description"].endswith(".")
    (tag,) = operation["tags"]
    assert tag in TAGS
    for parameter in operation.get("parameters", ()):
        assert parameter["description"]
    if path.startswith("/api"):
        assert {"400", "403", "429", "503"} <= set(operation["responses"])
        if "{" in path:
            assert "404" in operation["responses"]
        for status, answer in operation["responses"].items():
            assert answer["description"]
            if int(status) >= 400:
                (content,) = answer["content"].values()
                assert content["schema"] == {"$ref": "#/components/schemas/RefusedBody"}


def test_every_request_that_takes_something_shows_an_example() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for _, path, operation in OPERATIONS:
        if "requestBody" not in operation or path.startswith("/api/passkeys"):
            continue  # what a passkey writes no person does
        name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        fields = schemas[name.rpartition("/")[2]]["properties"]
        assert any({"examples", "default"} & set(one) for one in fields.values()), path


def test_the_document_says_how_one_is_known() -> None:
    assert set(DOCUMENT["components"]["securitySchemes"]) == {"cookie", "token"}
    assert [tag["name"] for tag in DOCUMENT["tags"]] == list(TAGS)


# -- a server to ask ------------------------------------------------------------------------------


@dataclass
class Asked:
    """A running server, somebody who asks it, and tables of every kind."""

    loop: asyncio.AbstractEventLoop
    here: Here
    examples: float  # how many there are, of those on SQLite
    tables: list[str] = field(default_factory=list)

    async def done(self, tables: list[str]) -> tuple[int, dict[str, list[AnyEntry]]]:
        """How many tables there are, and what people have done at these."""
        store = self.here.built.app.state.serving.store
        async with store.connect() as connection:
            count = await connection.scalar(select(func.count(events.c.table_id.distinct())))
        logs = {table: await log_of(self.here.park, table) for table in tables}
        return count, {
            table: [entry for entry in log if not _by_itself(entry)] for table, log in logs.items()
        }

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)


def _by_itself(entry: AnyEntry) -> bool:
    """Whether this may be written while nobody asks for anything; over HTTP nobody makes a move."""
    if isinstance(entry, entries.Handed):
        return entry.why != "asked"
    return isinstance(entry, entries.Moved | entries.Passed | entries.Away)


async def _tables(host: Guest) -> list[str]:
    """Tables as they may be found: open, by invitation, in play, over and closed."""
    short = {"max_turns": 1, "rounds": 1}
    over = await host.open("bonfire", seats=["me", "me"], options=short, start=True, public=True)
    async with lines(host) as (line,):
        await line.watch(over)
        await play_out(over, line)
    closed = await host.open("dog", public=True)
    await host.at(closed, "close")
    return [
        over,
        closed,
        await host.open("monty", public=True),
        await host.open("dog"),
        await host.open("breath", seats=["me", "random"], start=True, public=True),
    ]


def _on_sqlite(request: pytest.FixtureRequest) -> Settings:
    file = request.getfixturevalue("tmp_path_factory").mktemp("asked") / "dogpark.sqlite"
    file.write_bytes(request.getfixturevalue("_migrated_sqlite").read_bytes())
    return Settings(f"sqlite:///{file}", secret="a secret for a while", port=0)


def _on_postgres(request: pytest.FixtureRequest) -> Settings:
    migrated = request.getfixturevalue("migrated_postgres")
    postgres, redis = request.getfixturevalue("_postgres"), request.getfixturevalue("_redis")
    postgres.start()
    redis.start()
    redis.empty()
    postgres.drop("asked")
    database = postgres.create("asked", migrated)
    return Settings(database, redis.url, secret="a secret for a while", port=0)


# On PostgreSQL the same code answers, but for the database: a third as many examples look for that.
@pytest.fixture(scope="module", params=[(_on_sqlite, 1), (_on_postgres, 1 / 3)], ids=BACKENDS)
def asked(request: pytest.FixtureRequest) -> Iterator[Asked]:
    """A server in a thread of its own. Limits would leave nothing to look at but refusals."""
    made, examples = request.param
    config = made(request)
    ready, over = threading.Event(), asyncio.Event()
    found: list[Asked] = []

    async def serve() -> None:
        async with serving(config) as here:
            found.append(Asked(asyncio.get_running_loop(), here, examples))
            host = await guest(here.address)
            found[0].tables = await _tables(host)
            host.api.close()
            ready.set()
            await over.wait()

    with pytest.MonkeyPatch.context() as patch:
        no_limits(patch)
        thread = threading.Thread(target=asyncio.run, args=(serve(),))
        thread.start()
        assert ready.wait(PATIENCE)
        yield found[0]
        found[0].loop.call_soon_threadsafe(over.set)
        thread.join(PATIENCE)


def test_the_document_is_told_to_whoever_asks(asked: Asked) -> None:
    answer = httpx.get(asked.here.address.http + PATH)
    assert answer.status_code == 200
    assert answer.json() == DOCUMENT
    bodies = [DOCUMENT["components"]["schemas"][name] for name in ("NewTable", "Looks", "Sit")]
    assert all(body["additionalProperties"] is False for body in bodies)


def _sensible(case: Any, draw: Callable[[st.SearchStrategy[Any]], Any], tables: list[str]) -> None:
    """Puts names of things there are into a request, so that it gets further than the door."""
    path, body = case.path_parameters or {}, case.body
    if "table_id" in path and draw(st.booleans()):
        path["table_id"] = draw(st.sampled_from(tables))
    if "game" in path and draw(st.booleans()):
        path["game"] = draw(st.sampled_from(games.names()))
    if isinstance(body, dict):
        for name, known in (
            ("game", st.sampled_from(games.names())),
            ("bot", st.sampled_from(list(BOTS))),
            ("options", st.just({})),
            ("seats", st.just(["me", "random"]) | st.just([0, 1])),
            ("seconds", st.just(None)),
        ):
            if name in body and draw(st.integers(0, 3)):
                body[name] = draw(known)


@pytest.mark.parametrize("name", NAMES)
def test_requests_are_answered_as_announced(asked: Asked, name: str) -> None:
    _ask(asked, name, examples=15)


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_hundreds_of_requests_are_answered_as_announced(asked: Asked, name: str) -> None:
    _ask(asked, name, examples=300)


def _ask(asked: Asked, name: str, examples: int) -> None:
    address = asked.here.address.http
    schema = schemathesis.openapi.from_dict(DOCUMENT)
    schema.config.update(base_url=address)
    method, _, path = name.partition(" ")
    operation = schema[path][method]
    person = asked.run(guest(asked.here.address))
    tables = [*asked.tables, asked.run(person.open("bonfire", public=True))]
    headers = person.api.headers()

    @given(st.data())
    @settings(
        max_examples=round(examples * asked.examples),
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(data: st.DataObject) -> None:
        odd = data.draw(st.booleans())
        mode = GenerationMode.NEGATIVE if odd else GenerationMode.POSITIVE
        case = data.draw(operation.as_strategy(generation_mode=mode))
        if not odd:
            _sensible(case, data.draw, tables)
        before = asked.run(asked.done(tables))
        answer = case.call(headers=headers, timeout=30)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400:  # refused: nothing has changed anywhere
            assert asked.run(asked.done(tables)) == before

    with structlog.testing.capture_logs() as told:
        ask()
    person.api.close()
    assert [line for line in told if line["log_level"] in ("error", "critical")] == []
