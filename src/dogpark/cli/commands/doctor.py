"""``dogpark doctor``: what works on this machine, what does not, and what to do next."""

from __future__ import annotations

import inspect
import os
import platform
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from rich import box
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from dogpark import games
from dogpark.cli import errors, terminal
from dogpark.cli.inputs import facts_of
from dogpark.kernel import cuda, native

PACKAGES = (
    *("dogpark", "numba", "numpy", "numba-cuda"),
    *("rich", "typer", "prompt_toolkit", "textual"),
)


def run(game: str | None, *, warm: bool, clear: bool, json: bool) -> int:
    names = [facts_of(game).name] if game else list(games.names())
    cleared = native.clear() if clear else None
    if cleared is not None and not json:
        terminal.out().print(f"Threw away the compiled code of {_counted(cleared, 'game')}.")
    if warm:
        _warm(names)
    if clear and not warm and not json:
        return errors.OK
    report = examine(names)
    if cleared is not None:
        report["cleared"] = cleared
    if json:
        terminal.print_json(report)
    else:
        _show(report)
    return errors.OK


def _counted(number: int, one: str) -> str:
    return f"{number} {one}{'' if number == 1 else 's'}"


# -- compiling ------------------------------------------------------------------------------------


def _warm(names: list[str]) -> None:
    """Compiles games side by side, one a core, those with the most to compile first."""
    cold = [name for name in names if native.status(games.rooms(name)).phase != "ready"]
    cold.sort(key=_rule_lines, reverse=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[part]}"),
        TimeElapsedColumn(),
    )
    watched = terminal.watched()
    with (
        Progress(*columns, console=terminal.err(), transient=True, disable=not watched) as progress,
        ThreadPoolExecutor(_cores()) as pool,
    ):
        for done in [pool.submit(_compile, name, progress) for name in cold]:
            done.result()


def _compile(name: str, progress: Progress) -> None:
    rooms = games.rooms(name)
    task = progress.add_task(f"Compiling {rooms.facts.title}", total=None, part="")

    def report(part: str, done: int, total: int) -> None:
        progress.update(task, completed=done, total=total, part=part)

    native.fill(rooms, report)


def _rule_lines(name: str) -> int:
    return sum(len(inspect.getsource(module)) for module in games.rooms(name).modules)


def _cores() -> int:
    """Cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# -- looking --------------------------------------------------------------------------------------


def examine(names: list[str]) -> dict[str, Any]:
    """Everything the doctor knows, as data."""
    states = [native.status(games.rooms(name)) for name in names]
    trouble = cuda.trouble()
    root = native.cache_root()
    size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file())
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": os.cpu_count(),
        "packages": {name: installed(name) for name in PACKAGES},
        "cuda": {"usable": trouble is None, "simulated": cuda.simulated(), "trouble": trouble},
        "cache": {"folder": str(root), "megabytes": round(size / 1e6, 1)},
        "games": [
            {
                "game": state.game,
                "native": state.phase,
                "seconds": state.seconds,
                "megabytes": round(state.megabytes, 1),
                "rules_version": games.rooms(state.game).facts.rules_version,
            }
            for state in states
        ],
        "terminal": _terminal(),
        "advice": _advice(states, trouble),
    }


def installed(name: str) -> str | None:
    """The version of a package, or None."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _terminal() -> dict[str, Any]:
    console = terminal.out()
    return {
        "interactive": terminal.interactive(),
        "columns": console.width,
        "lines": console.height,
        "colours": console.color_system,
        "no_color": console.no_color,
        "encoding": sys.stdout.encoding,
    }


def _advice(states: list[native.Status], trouble: str | None) -> list[str]:
    told = []
    cold = [state.game for state in states if state.phase == "cold"]
    if cold:
        told.append(
            f"{' and '.join(cold)}: not compiled yet. The first `dogpark sim` does it, "
            "or do it now: dogpark doctor --warm"
        )
    if any(state.phase == "compiling" for state in states):
        told.append("A compiler is at work; run this again in a moment.")
    if trouble:
        told.append(f"`--device cuda` is not available: {trouble}.")
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    if encoding != "utf8":
        told.append("The terminal does not use UTF-8; set PYTHONUTF8=1 for drawn boards.")
    return told


def _show(report: dict[str, Any]) -> None:
    console = terminal.out()
    packages = report["packages"]
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="bold")
    facts.add_column(overflow="fold")
    facts.add_row("Python", f"{report['python']} on {report['platform']}, {report['cores']} cores")
    numbers = [f"{name} {number or 'missing'}" for name, number in packages.items()]
    facts.add_row("Packages", ", ".join(numbers))
    gpu = report["cuda"]
    words = "simulated" if gpu["simulated"] else "ready"
    facts.add_row("CUDA", Text(words, "green") if gpu["usable"] else Text(gpu["trouble"], "yellow"))
    cache = report["cache"]
    facts.add_row("Cache", f"{cache['folder']} ({cache['megabytes']} MB)")
    seen = report["terminal"]
    colours = "none (NO_COLOR)" if seen["no_color"] else seen["colours"] or "none"
    size = f"{seen['columns']}×{seen['lines']}"
    facts.add_row("Terminal", f"{size}, colours: {colours}, {seen['encoding']}")
    console.print(facts)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("game", "rules", "native", "compiled in", "size"):
        table.add_column(heading)
    for game in report["games"]:
        ready = game["native"] == "ready"
        table.add_row(
            game["game"],
            f"version {game['rules_version']}",
            Text(game["native"], "green" if ready else "yellow"),
            f"{game['seconds']:.1f} s" if game["seconds"] is not None else "",
            f"{game['megabytes']} MB" if ready else "",
        )
    console.print(table)
    for advice in report["advice"]:
        console.print(Text.assemble(("→ ", "bold cyan"), advice), soft_wrap=True)
    if not report["advice"]:
        console.print(Text("Everything is ready.", "green"))
