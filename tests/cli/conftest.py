"""Running commands in this process, with a script for stdin, and the toy game at the table."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import pytest

from dogpark import games
from dogpark.cli.main import main
from dogpark.kernel.rooms import Rooms


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs ``dogpark`` with these arguments; ``typed`` are the lines of stdin."""
    monkeypatch.setenv("COLUMNS", "100")

    def call(*args: object, typed: list[str] | None = None) -> Ran:
        script = "".join(f"{line}\n" for line in typed or [])
        monkeypatch.setattr("sys.stdin", io.StringIO(script))
        capsys.readouterr()
        code = main([str(arg) for arg in args])
        told = capsys.readouterr()
        return Ran(code, told.out, told.err)

    return call


@pytest.fixture
def listed_toy(monkeypatch: pytest.MonkeyPatch) -> Rooms:
    """The toy game with hidden balls, found like any other game."""
    toy = Rooms("tests.toys.fetch")
    names, rooms = games.names, games.rooms
    monkeypatch.setattr(games, "names", lambda: (*names(), "fetch"))
    monkeypatch.setattr(games, "rooms", lambda name: toy if name == "fetch" else rooms(name))
    return toy
