"""Where output goes: consoles for results and for messages, and what the terminal can do."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from rich.console import Console, RenderableType

LEAST_WIDTH = 40
DEFAULT_WIDTH = 80


def out() -> Console:
    """Results, on stdout. Colours only where a person looks, and never with NO_COLOR."""
    return Console(highlight=False, emoji=False, width=_width(sys.stdout.isatty()))


def err() -> Console:
    """Messages and progress, on stderr."""
    return Console(stderr=True, highlight=False, emoji=False, width=_width(sys.stderr.isatty()))


def _width(tty: bool) -> int | None:
    """None lets Rich measure; what is piped is as wide as COLUMNS says, or 80."""
    if tty:
        return None
    given = os.environ.get("COLUMNS", "")
    return max(int(given), LEAST_WIDTH) if given.isdigit() else DEFAULT_WIDTH


def interactive() -> bool:
    """Whether a person sits here: both ends are a terminal that can move its cursor."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def watched() -> bool:
    """Whether a person may be waiting for progress on stderr."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def print_json(data: Any) -> None:
    """For programs: plain JSON on stdout, no colours, no wrapping."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def print_long(text: RenderableType) -> None:
    """Through a pager where it is longer than the screen and a person reads it."""
    console = out()
    if interactive():
        lines = console.render_lines(text, pad=False)
        if len(lines) > console.height - 1:
            os.environ.setdefault("LESS", "-R")
            with console.pager(styles=not console.no_color):
                console.print(text)
            return
    console.print(text)


def write_anything() -> None:
    """A terminal that cannot show a sign shows a question mark instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")
