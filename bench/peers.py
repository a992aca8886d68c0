"""The programs that dogpark's speed is compared with, each in an environment of its own.

Nothing here is installed into dogpark's environment: a peer lives in ``.bench/NAME``, pinned with
hashes by ``bench/requirements-NAME.lock``, and is spoken to as a child process.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NotRequired, TypedDict, cast

HERE = Path(__file__).resolve().parent
ENVIRONMENTS = HERE.parent / ".bench"


class PeerError(RuntimeError):
    """A peer could not be installed or run; the message says what to do."""


class RouteFigures(TypedDict):
    """One way to let OpenSpiel play, measured; rates are per CPU-second of one thread."""

    decisions_per_second: float
    games: int
    decisions: int
    decisions_exact: bool  # counted; otherwise games times the mean length of a game
    seconds: float
    slices: int
    slice_median: float
    slice_low: float
    slice_high: float


class GameFigures(TypedDict):
    """One game; the figures at the top are those of the fastest native route."""

    name: str
    route: NotRequired[str]  # it and the next five are missing if no native route was asked for
    decisions_per_second: NotRequired[float]
    games: NotRequired[int]
    decisions: NotRequired[int]
    decisions_exact: NotRequired[bool]
    seconds: NotRequired[float]
    decisions_per_game: float
    decisions_per_game_error: float  # standard error
    forced_share: float  # decisions with one legal action, of all decisions
    version: str
    routes: dict[str, RouteFigures]


class OpenSpielReport(TypedDict):
    """What ``openspiel_rollouts.py --json`` prints."""

    version: str
    python: str
    games: list[GameFigures]
    skipped: dict[str, str]


def ensure_openspiel() -> Path:
    """The Python of OpenSpiel's environment, which is made first if it is missing or outdated."""
    return _ensure("openspiel", "OpenSpiel")


def ensure_environments() -> Path:
    """The Python of the environment with PettingZoo's card games and Pgx in it."""
    # RLCard, whose rules PettingZoo's card games use, is published as source only: plain Python.
    return _ensure("environments", "PettingZoo and Pgx", from_source=("rlcard",))


def environment_rate(name: str, seconds: float) -> float:
    """Steps per second of wall clock of one of the environments ``environment_peers.py`` knows."""
    command = [
        *(str(ensure_environments()), str(HERE / "environment_peers.py")),
        *(name, f"--seconds={seconds}"),
    ]
    done = subprocess.run(
        command, check=False, stdout=subprocess.PIPE, text=True, env=_environment()
    )
    if done.returncode != 0:
        raise PeerError(f"{name} ended with status {done.returncode} (see above)")
    return float(json.loads(done.stdout.splitlines()[-1])["steps_per_second"])


def openspiel(
    seconds: float,
    games: Sequence[str] = (),
    routes: Sequence[str] = (),
) -> OpenSpielReport:
    """Measure OpenSpiel's random playouts for so many CPU-seconds per game and route.

    Without ``games`` and ``routes``, all that ``openspiel_rollouts.py`` knows.
    """
    command = [
        str(ensure_openspiel()),
        str(HERE / "openspiel_rollouts.py"),
        "--json",
        f"--seconds={seconds}",
        *(f"--game={game}" for game in games),
        *(f"--route={route}" for route in routes),
    ]
    done = subprocess.run(
        command, check=False, stdout=subprocess.PIPE, text=True, env=_environment()
    )
    if done.returncode != 0:
        raise PeerError(f"OpenSpiel's playouts ended with status {done.returncode} (see above)")
    return cast("OpenSpielReport", json.loads(done.stdout))


def _ensure(name: str, title: str, from_source: Sequence[str] = ()) -> Path:
    lock = HERE / f"requirements-{name}.lock"
    folder = ENVIRONMENTS / name
    python = folder / "bin" / "python"
    stamp = folder / ".ready"
    wanted = hashlib.sha256(sys.version.encode() + lock.read_bytes()).hexdigest()
    if python.exists() and stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return python
    where = folder.relative_to(HERE.parent)
    print(f"Installing {title} into {where} (once; about a minute)", file=sys.stderr, flush=True)
    ENVIRONMENTS.mkdir(exist_ok=True)
    (ENVIRONMENTS / ".gitignore").write_text("*\n", encoding="ascii")
    shutil.rmtree(folder, ignore_errors=True)
    _step([sys.executable, "-m", "venv", str(folder)], f"make {where}")
    _step(
        # Built packages only: what everybody gets, and no long compilation by surprise.
        [
            *(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
            *("--require-hashes", "--only-binary=:all:"),
            *(f"--no-binary={package}" for package in from_source),
            *("--requirement", str(lock)),
        ],
        f"install {title}",
    )
    stamp.write_text(wanted, encoding="ascii")
    print(f"{title} is ready", file=sys.stderr, flush=True)
    return python


def _step(command: Sequence[str], purpose: str) -> None:
    """Run a command quietly; if it fails, show what it said."""
    done = subprocess.run(
        command,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=_environment(),
    )
    if done.returncode != 0:
        raise PeerError(f"Could not {purpose}:\n{done.stdout.strip()}")


def _environment() -> dict[str, str]:
    """This process's environment, less what would let a peer see dogpark's packages."""
    hidden = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}
    return {key: value for key, value in os.environ.items() if key not in hidden}
