"""Log lines: for people on a terminal, as JSON elsewhere, and never with anything secret in them.

A line holds a short fixed text and named values, and only names on the list below get through, with
plain values alone: a seed, a hand or a whole message given to a logger by mistake is counted as
withheld and not written. Texts by others (uvicorn, asyncio) lose all but their first line, and
whatever looks like a password or a key.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from typing import Final, TextIO

import msgspec
import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from dogpark.server.log.rows import Unavailable
from dogpark.server.settings import BadSetting

LEVELS: Final = ("debug", "info", "warning", "error")
FORMATS: Final = ("auto", "console", "json")

SHOWN: Final = frozenset(
    {
        # what structlog itself adds
        "event", "level", "logger", "timestamp", "exception", "withheld",
        # whom and what a line is about: names, not contents
        "request", "socket", "table", "person", "seat", "seq", "game", "process", "keeper",
        "method", "route", "status", "kind", "type", "rule", "why", "reason", "step", "probe", "error",
        "code",
        # how much and how long
        "after", "bytes", "count", "ms", "seconds", "sockets", "tables", "waiting",
        # how the server is set up
        "database", "bus", "host", "port", "pid", "version", "workers", "migration", "file",
    }
)  # fmt: skip
NAMES: Final = frozenset({"request", "socket", "table", "person", "process", "keeper"})
LONGEST: Final = 300  # characters of one value
LONGEST_NAME: Final = 40  # no seed and no token is that short
FRAMES: Final = 30  # lines of one traceback
CAUSES: Final = 3  # faults behind a fault

# Faults whose message speaks of the program or the machine, never of what people hold or say.
TELLING: Final = (
    OSError,
    ImportError,
    NameError,
    AttributeError,
    TypeError,
    MemoryError,
    RecursionError,
    Unavailable,
    BadSetting,
)

_PASSWORD_IN_ADDRESS = re.compile(r"(?<=://)[^\s/@]*@")
_HEADER = re.compile(r"(?is)\b(authorization|cookie)\s*[:=].*")  # to the end
_CREDENTIAL = re.compile(r"(?i)\b(bearer\s+|(?:password|secret|token|seed|invite)\s*[:=]\s*)\S+")
_QUERY = re.compile(r"(?<=[\w/])\?\S+")  # an invitation may be in an address
_KEY = re.compile(r"[A-Za-z0-9_\-=+.]{32,}")  # seeds, tokens, signed cookies; ids are shorter
_ADDRESSES = frozenset({"database", "bus"})
_MADE_HERE = frozenset({"level", "logger", "timestamp", "exception"})  # never taken from a caller


def configure(
    level: str = "info",
    form: str = "auto",
    stream: TextIO | None = None,
    process: str | None = None,
) -> None:
    """Send all log lines of this process to one stream (stderr unless told otherwise).

    ``process``: its number among siblings, whose lines all come out in one place.
    """
    if level.lower() not in LEVELS:
        raise BadSetting(f"DOGPARK_LOG_LEVEL must be one of {', '.join(LEVELS)}, not {level!r}")
    if form not in FORMATS:
        raise BadSetting(f"DOGPARK_LOG_FORMAT must be one of {', '.join(FORMATS)}, not {form!r}")
    stream = stream or sys.stderr
    readable = form == "console" or (form == "auto" and stream.isatty())
    first: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        tell_fault,
    ]
    if process is not None:
        first.append(_number(process))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *first,
            withhold,  # before any handler, ours or another's, sees it
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.addFilter(_worth_a_line)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*first, first_line],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                withhold,  # for lines by others, and whatever was added on the way
                structlog.dev.ConsoleRenderer(
                    colors=stream.isatty(),
                    pad_event_to=32,
                    exception_formatter=structlog.dev.plain_traceback,
                )
                if readable
                else structlog.processors.JSONRenderer(serializer=_json),
            ],
        )
    )
    root = logging.getLogger()
    for old in list(root.handlers):
        if isinstance(old.formatter, structlog.stdlib.ProcessorFormatter):
            root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        theirs = logging.getLogger(name)
        theirs.handlers.clear()
        theirs.propagate = name != "uvicorn.access"  # it writes whole addresses; see ops.requests


def get(name: str) -> structlog.stdlib.BoundLogger:
    """A logger of this project: ``logs.get(__name__)``."""
    logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(name)
    return logger


def withhold(_logger: WrappedLogger, _name: str, line: EventDict) -> EventDict:
    """Let only what is on the list through, and only where it is plain."""
    kept: EventDict = {}
    for key, value in line.items():
        if key not in SHOWN or not (value is None or isinstance(value, str | int | float)):
            continue
        if not isinstance(value, str) or key in _MADE_HERE:
            kept[key] = value
        elif key in _ADDRESSES:
            kept[key] = scrub(_address(value))
        elif key not in NAMES:
            kept[key] = scrub(value)
        elif len(value) <= LONGEST_NAME:
            kept[key] = value
    if len(kept) < len(line):
        kept["withheld"] = len(line) - len(kept)
    return kept


def scrub(text: str) -> str:
    """The text without what looks like a password, a key, or an address with a question in it."""
    text = _PASSWORD_IN_ADDRESS.sub("…@", text)
    text = _HEADER.sub(r"\1 …", text)
    text = _CREDENTIAL.sub(r"\1…", text)
    text = _QUERY.sub("?…", text)
    text = _KEY.sub("…", text)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def _number(process: str) -> Processor:
    """Says in every line whose it is, unless the line is about another process."""

    def number(_logger: WrappedLogger, _name: str, line: EventDict) -> EventDict:
        line.setdefault("process", process)
        return line

    return number


def tell_fault(_logger: WrappedLogger, _name: str, line: EventDict) -> EventDict:
    """Where it went wrong and how; the message only of faults that cannot quote a secret."""
    given = line.pop("exc_info", None)
    for made_elsewhere in ("exception", "stack", "stack_info"):
        line.pop(made_elsewhere, None)
    if given is True:
        given = sys.exc_info()
    error = given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        line["exception"] = _told(error)
        line["error"] = type(error).__name__
    return line


def first_line(_logger: WrappedLogger, _name: str, line: EventDict) -> EventDict:
    """Of texts written by others: asyncio, for one, goes on with whatever a task held."""
    text = str(line.get("event", ""))
    line["event"] = text.strip().split("\n", 1)[0]
    return line


def _told(error: BaseException, causes: int = CAUSES) -> str:
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    lines = [f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in frames]
    message = f": {scrub(str(error))}" if isinstance(error, TELLING) else ""
    lines.append(f"{type(error).__module__}.{type(error).__qualname__}{message}")
    if error.__cause__ is not None and causes:
        lines = [_told(error.__cause__, causes - 1), "which led to", *lines]
    return "\n".join(lines)


def _json(line: EventDict, **_: object) -> str:
    return msgspec.json.encode(line).decode()


def _address(value: str) -> str:
    """A database's address without who may use it."""
    return _QUERY.sub("", _PASSWORD_IN_ADDRESS.sub("", value))


def _worth_a_line(record: logging.LogRecord) -> bool:
    """Below a warning only our own lines: at those levels others tell contents.

    SQL parameters, frames of a socket and request headers are what libraries write at debug; and
    what uvicorn says of its comings and goings ops.process says in one line each.
    """
    ours = record.name == "dogpark" or record.name.startswith("dogpark.")
    return ours or record.levelno >= logging.WARNING


def bind(**names: str | int) -> None:
    """Say what the lines of this task are about from here on (request, socket, table, person)."""
    structlog.contextvars.bind_contextvars(**names)


def unbind(*names: str) -> None:
    structlog.contextvars.unbind_contextvars(*names)
