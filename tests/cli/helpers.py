"""Games to play in the tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cli.conftest import Run


def watched_game(run: Run, path: Path, *args: object) -> Path:
    """A whole game between bots, kept in a file."""
    ran = run("play", *args, "--humans", "none", "--save", path)
    assert ran.code == 0, ran.err
    return path


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def typed_by(path: Path, seat: int) -> list[str]:
    """What a person in that seat would have to type for the same game."""
    typed = []
    for line in lines_of(path)[1:-1]:
        if line["by"] == seat:
            fields = [str(value) for key, value in line.items() if key not in ("n", "by", "do")]
            typed.append(" ".join([line["do"], *fields]))
    return typed


def one_sentence(err: str) -> str:
    """The message of a refusal: a line or two for people, and no traceback."""
    assert "Traceback" not in err
    assert err.startswith(("dogpark: ", "✗ "))
    return " ".join(err.split())
