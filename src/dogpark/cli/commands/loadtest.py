"""``dogpark loadtest``: a crowd of scripted players against a server on this machine."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
from rich import box
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from dogpark.cli import errors, terminal
from dogpark.cli.inputs import game_of, lineup
from dogpark.client.address import BadAddress
from dogpark.client.loadtest.crowd import SetUpFailed
from dogpark.client.loadtest.drive import Overdue, drive
from dogpark.client.loadtest.figures import Figures, Histogram
from dogpark.client.loadtest.plan import BadPlan, Plan


@dataclass(frozen=True)
class Wish:
    """What was asked for."""

    address: str
    game: str
    players: int | None
    options: list[str]
    tables: int
    people: int | None
    bots: str
    spectators: int
    seconds: float
    rate: float | None
    processes: int
    words: bool = True


def run(wish: Wish, *, json: bool) -> int:
    plan = _plan(wish)
    latest = Figures()
    stopped, overdue = False, ""
    with _watching(plan) as watch:

        def progress(stage: str, figures: Figures) -> None:
            nonlocal latest
            latest = figures
            watch(stage, figures)

        try:
            latest = asyncio.run(drive(plan, progress))
        except KeyboardInterrupt:
            stopped = True
        except Overdue as error:
            overdue = str(error)
        except (BadPlan, BadAddress, SetUpFailed) as error:
            raise errors.BadInput(str(error)) from None
    if json:
        asked = {k: v for k, v in msgspec.to_builtins(plan).items() if k != "number"}
        terminal.print_json({**asked, **latest.to_dict(), "complete": not (stopped or overdue)})
    else:
        terminal.out().print(report(plan, latest))
    if overdue:
        terminal.err().print(overdue)
    if stopped:
        return errors.STOPPED
    return errors.NO if overdue or latest.errors else errors.OK


def _plan(wish: Wish) -> Plan:
    game = game_of(wish.game, wish.players, wish.options)
    (bot,) = set(lineup(wish.bots, 1))
    return Plan(
        address=wish.address,
        game=game.rooms.name,
        players=game.players,
        people=game.players if wish.people is None else wish.people,
        tables=wish.tables,
        spectators=wish.spectators,
        seconds=wish.seconds,
        rate=wish.rate,
        bots=bot,
        options=_house_rules(game.facts.read_options({}, game.players), dict(game.options)),
        processes=wish.processes,
        words=wish.words,
    )


def _house_rules(usual: dict[str, Any], chosen: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in chosen.items() if value != usual[name]}


# -- what a person sees ---------------------------------------------------------------------------


@contextmanager
def _watching(plan: Plan) -> Iterator[Callable[[str, Figures], None]]:
    """Shows the figures while they change; does nothing where nobody looks."""
    if not terminal.watched():
        yield lambda *_: None
        return
    with Live(console=terminal.err(), transient=True, auto_refresh=False) as live:
        pace = Pace()
        yield lambda stage, figures: live.update(
            _now(plan, stage, figures, pace.of(figures)), refresh=True
        )


class Pace:
    """Moves a second over the last few seconds, not over all the time."""

    SPAN = 3.0  # seconds

    def __init__(self) -> None:
        self._marks: list[tuple[float, int]] = []

    def of(self, figures: Figures) -> float:
        now = time.monotonic()
        if self._marks and figures.accepted < self._marks[-1][1]:
            self._marks.clear()  # the warm-up is over, and counting began anew
        self._marks = [mark for mark in self._marks if now - mark[0] <= self.SPAN]
        self._marks.append((now, figures.accepted))
        passed = now - self._marks[0][0]
        return (figures.accepted - self._marks[0][1]) / passed if passed else 0.0


def _now(plan: Plan, stage: str, figures: Figures, pace: float) -> RenderableType:
    if stage == "setting up":
        words = f"Setting up {plan.game}: {figures.tables:,} of {plan.tables:,} tables, "
        return Text(words + f"{figures.sockets:,} sockets")
    left = max(0.0, plan.seconds - figures.seconds)
    head = Text.assemble(
        (f"{pace:,.0f} moves/s", "bold"),
        f"  {figures.tables:,} tables, {figures.sockets:,} sockets, {left:.0f} s to go",
    )
    return Group(head, _times(figures), *_troubles(figures))


def report(plan: Plan, figures: Figures) -> RenderableType:
    """The final summary."""
    what = f"{plan.game}, {figures.tables:,} tables of {plan.players}, {plan.people} scripted players each"
    pace = f"{plan.rate:g} moves a second at each" if plan.rate else "as fast as it goes"
    head = Text.assemble(
        (f"{figures.rate:,.0f} moves acknowledged a second", "bold"),
        f" over {figures.seconds:.0f} s ({figures.accepted:,} in all, {figures.games:,} games ended)",
    )
    busy = figures.cpu / figures.seconds if figures.seconds else 0.0
    foot = f"{figures.sockets:,} sockets; the load test itself took {busy:.0%} of a core."
    return Group(
        Text(f"{what}, {pace}", "dim"),
        head,
        _times(figures),
        *_troubles(figures),
        Text(foot, "dim"),
    )


def _times(figures: Figures) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("milliseconds until a move is", no_wrap=True)
    for name in ("p50", "p95", "p99"):
        table.add_column(name, justify="right")
    _row(table, "acknowledged", figures.acknowledged)
    _row(table, "seen by the seat that is asked next", figures.asked)
    _row(table, "seen by any other seat or spectator", figures.seen)
    return table


def _row(table: Table, words: str, times: Histogram) -> None:
    found = [times.percentile(share) for share in (0.50, 0.95, 0.99)]
    table.add_row(words, *("" if time is None else f"{time:.1f}" for time in found))


def _troubles(figures: Figures) -> Iterator[Text]:
    if figures.refused:
        yield Text("refused: " + _counts(figures.refused), "yellow")
    if figures.reconnects:
        yield Text(f"lost connections, all resumed: {figures.reconnects:,}", "yellow")
    if figures.errors:
        yield Text("errors: " + _counts(figures.errors), "bold red")


def _counts(found: dict[str, int]) -> str:
    return ", ".join(f"{what} {count:,} ×" for what, count in sorted(found.items()))
