"""Log lines say what happened and to whom, and never what people hold, say or sign in with."""

from __future__ import annotations

import ast
import asyncio
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from dogpark.server.entries import Begun, Said, Who
from dogpark.server.log.rows import Unavailable
from dogpark.server.ops import logs
from dogpark.server.settings import BadSetting

SEED = "9f2c4e7ab15d806f3c2e9f2c4e7ab15d806f3c2e9f2c4e7ab15d806f3c2e0011"
COOKIE = "eyJwIjoicF83ZmsybTkifQ.aRm1xQ.N0tTZWNyZXRTaWduYXR1cmVIZXJl"
SOURCE = Path(__file__).parents[3] / "src/dogpark"
LEVELS = ("debug", "info", "warning", "error", "critical")
SECRETS = (SEED, COOKIE, "hunter2", "psst, my ace", "dp_live_token", "ace of spades")


class Lines:
    """What was written."""

    def __init__(self, form: str) -> None:
        self.stream = io.StringIO()
        self.form = form

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    def last(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text.strip().splitlines()[-1])
        return found


@pytest.fixture
def lines() -> Iterator[Lines]:
    yield from _configured("json")


@pytest.fixture(params=["json", "console"])
def either(request: pytest.FixtureRequest) -> Iterator[Lines]:
    yield from _configured(request.param)


def _configured(form: str) -> Iterator[Lines]:
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    lines = Lines(form)
    logs.configure("debug", form, lines.stream)
    structlog.contextvars.clear_contextvars()
    yield lines
    structlog.contextvars.clear_contextvars()
    structlog.reset_defaults()
    root.setLevel(level)
    root.handlers[:] = handlers


def clean(text: str) -> bool:
    return not any(secret in text for secret in SECRETS)


def test_a_line_says_what_happened_when_and_to_whom(lines: Lines) -> None:
    logs.get("dogpark.server.park").info("table loaded", table="k3m9x2p7qa", seq=12, ms=3.5)
    told = lines.last()
    assert told.pop("timestamp").endswith("Z")
    assert told == {
        "event": "table loaded",
        "level": "info",
        "logger": "dogpark.server.park",
        "table": "k3m9x2p7qa",
        "seq": 12,
        "ms": 3.5,
    }


def test_a_sibling_says_its_number_in_every_line_that_is_not_about_another(lines: Lines) -> None:
    logs.configure("debug", "json", lines.stream, process="2")
    logs.get("dogpark.x").info("here")
    assert lines.last()["process"] == "2"
    logs.get("dogpark.x").info("there", process="1")
    assert lines.last()["process"] == "1"
    logging.getLogger("asyncio").warning("by others")
    assert lines.last()["process"] == "2"


def _told(source: str) -> Iterator[tuple[int, str]]:
    """What is given to loggers in a file, by name, and in which line."""
    tree = ast.parse(source)

    def logs(node: ast.AST) -> bool:
        return (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in ("log", "logs")
            and node.attr in (*LEVELS, "exception", "bind")
        )

    # Where the level is chosen first: told = log.debug if … else log.info
    chosen = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and any(logs(part) for part in ast.walk(node.value))
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (
            logs(node.func) or (isinstance(node.func, ast.Name) and node.func.id in chosen)
        ):
            for given in node.keywords:
                assert given.arg is not None, "what is not named cannot be looked up"
                yield node.lineno, given.arg


def test_nothing_that_the_server_tells_in_its_log_is_withheld_for_its_name() -> None:
    found = {
        f"{file.relative_to(SOURCE)}:{line}": name
        for folder in ("server", "cli")
        for file in sorted((SOURCE / folder).rglob("*.py"))
        for line, name in _told(file.read_text("utf-8"))
        if name not in logs.SHOWN | {"exc_info"}
    }
    assert found == {}


def test_what_is_looked_for_in_the_source_is_found_there() -> None:
    source = "told = log.debug if quiet else log.info\ntold('a', b=1)\nlog.error('c', d=2, e=3)\n"
    assert list(_told(source)) == [(2, "b"), (3, "d"), (3, "e")]


def test_what_a_task_is_about_stands_in_its_lines_and_in_no_others(lines: Lines) -> None:
    async def one(table: str) -> None:
        logs.bind(table=table, request="r-" + table)
        await asyncio.sleep(0)
        logs.get("dogpark.x").info("here")

    async def both() -> None:
        await asyncio.gather(one("aaaaaa"), one("bbbbbb"))
        logs.get("dogpark.x").info("after")

    asyncio.run(both())
    told = [json.loads(line) for line in lines.text.splitlines()]
    assert [line.get("table") for line in told] == ["aaaaaa", "bbbbbb", None]
    assert [line.get("request") for line in told] == ["r-aaaaaa", "r-bbbbbb", None]


def test_a_dictionary_full_of_secrets_leaves_nothing_of_them(either: Lines) -> None:
    logs.get("dogpark.x").warning(
        "moved",
        seed=SEED,
        cookie=COOKIE,
        password="hunter2",
        token="dp_live_token",
        words="psst, my ace",
        hand=["ace of spades"],
        data={"seed": SEED, "hand": ["ace of spades"]},
        table="k3m9x2p7qa",
    )
    assert "moved" in either.text
    assert "k3m9x2p7qa" in either.text
    assert "withheld" in either.text
    assert clean(either.text)


@pytest.mark.parametrize("key", sorted(logs.SHOWN - {"event"}))
def test_a_secret_under_a_name_that_may_be_shown_is_not_shown_either(
    either: Lines, key: str
) -> None:
    entry = Begun(seed=SEED, lines=[[0, 7]])
    said = Said(who=Who("p_1", "Anna"), words="psst, my ace")
    values: list[Any] = [SEED, COOKIE, entry, said, {"seed": SEED}, ["hunter2"], b"hunter2"]
    if key in ("level", "logger", "exception"):  # given besides what the logger itself says
        values = values[:1]
    for value in values:
        logs.get("dogpark.x").info("x", **{key: value})
    assert len(either.text.strip().splitlines()) == len(values)
    assert clean(either.text)


def test_a_secret_written_into_the_text_is_cut_out(either: Lines) -> None:
    log = logs.get("dogpark.x")
    log.info(f"began with {SEED}")
    log.info(f"Cookie: {COOKIE}")
    log.info("Authorization: Bearer dp_live_token")
    log.info("refused bearer dp_live_token, password=hunter2")
    log.info("lost postgresql://anna:hunter2@db:5432/dogpark")
    log.info("GET /t/k3m9x2p7qa?invite=dp_live_token HTTP/1.1")
    log.info("set up", database="postgresql://anna:hunter2@db/dogpark?password=hunter2")
    assert clean(either.text)
    assert "anna" not in either.text.splitlines()[-1]
    assert "db/dogpark" in either.text.splitlines()[-1]


def test_a_fault_tells_where_it_was_but_not_what_it_quotes(either: Lines) -> None:
    try:
        try:
            raise ValueError(f"[parameters: ({SEED!r}, 'hunter2')]")
        except ValueError as error:
            raise KeyError("psst, my ace") from error
    except KeyError:
        logs.get("dogpark.x").exception("table broke", table="k3m9x2p7qa")
    assert clean(either.text)
    assert "builtins.KeyError" in either.text
    assert "builtins.ValueError" in either.text
    assert "test_logs.py" in either.text


def test_a_fault_of_the_machine_keeps_its_message(either: Lines) -> None:
    logs.get("dogpark.x").error("away", exc_info=ConnectionRefusedError(111, "Connection refused"))
    logs.get("dogpark.x").error("away", exc_info=Unavailable("redis://:hunter2@bus refused"))
    assert "Connection refused" in either.text
    assert "bus refused" in either.text
    assert clean(either.text)


def test_a_task_that_nobody_awaited_does_not_spill_what_it_held(either: Lines) -> None:
    async def broken() -> None:
        raise ValueError(SEED)

    async def scene() -> None:
        task = asyncio.create_task(broken())
        await asyncio.sleep(0)
        del task

    asyncio.run(scene())
    assert "Task exception was never retrieved" in either.text
    assert clean(either.text)


def test_uvicorn_speaks_through_the_same_lines(lines: Lines) -> None:
    logging.getLogger("uvicorn.error").info("Started server process [%d]", 7)
    assert lines.text == "", "we say that ourselves"
    logging.getLogger("uvicorn.error").warning("Cancel %d running task(s)", 7)
    assert lines.last()["event"] == "Cancel 7 running task(s)"
    assert lines.last()["logger"] == "uvicorn.error"


def test_the_access_log_of_uvicorn_is_silent_because_it_writes_whole_addresses(
    lines: Lines,
) -> None:
    logging.getLogger("uvicorn.access").info('"GET /t/x?invite=hunter2 HTTP/1.1" 200')
    assert lines.text == ""


def test_libraries_cannot_tell_contents_at_levels_where_they_do(lines: Lines) -> None:
    for name in ("sqlalchemy.engine", "websockets.server", "uvicorn.error"):
        logger = logging.getLogger(name)
        level = logger.level
        logger.setLevel(logging.DEBUG)
        logger.debug('< TEXT \'{"words": "psst, my ace"}\'')
        logger.setLevel(level)
    assert lines.text == ""
    logging.getLogger("sqlalchemy.pool").warning("pool is exhausted")
    assert lines.last()["event"] == "pool is exhausted"


def test_the_level_is_kept(lines: Lines) -> None:
    logs.configure("warning", "json", lines.stream)
    logs.get("dogpark.x").info("small talk")
    logs.get("dogpark.x").warning("worth a line")
    assert [json.loads(line)["event"] for line in lines.text.splitlines()] == ["worth a line"]


def test_without_a_terminal_the_lines_are_json(lines: Lines) -> None:
    logs.configure("info", "auto", lines.stream)
    logs.get("dogpark.x").info("hello")
    assert lines.last()["event"] == "hello"


@pytest.mark.parametrize(("level", "form"), [("loud", "json"), ("info", "xml")])
def test_a_level_or_form_that_does_not_exist_is_refused_with_those_that_do(
    level: str, form: str
) -> None:
    with pytest.raises(BadSetting, match=r"one of .*(warning|console)"):
        logs.configure(level, form)
