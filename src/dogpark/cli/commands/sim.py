"""``dogpark sim``: many games between bots, with progress, intervals and speed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import cast

from rich import box
from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from dogpark.agents.interval import Interval
from dogpark.agents.simulate import Device, Simulation, simulate
from dogpark.api import Game
from dogpark.cli import errors, seats, terminal
from dogpark.cli.inputs import game_of, lineup
from dogpark.kernel import cuda
from dogpark.play.game import Game as PlainGame

GLANCE = 0.1  # seconds between two looks at the live numbers


@dataclass(frozen=True)
class Wish:
    """What was asked for."""

    game: str
    games: int
    players: int | None
    options: list[str]
    bots: str
    seed: str
    device: str
    threads: int | None


def run(wish: Wish, *, json: bool) -> int:
    game = game_of(wish.game, wish.players, wish.options)
    bots = lineup(wish.bots, game.players)
    if not 1 <= len(wish.seed) <= 150:
        raise errors.BadInput("A seed is a whole number or a text of 1 to 150 characters.")
    if wish.device == "cuda":
        why = cuda.trouble()
        if why:
            raise errors.BadInput(f"There is no GPU to use: {why}.")
    outcome, whole = _simulated(wish, game, bots)
    if outcome is None:
        terminal.err().print("Stopped before the first games were through.")
        return errors.STOPPED
    if json:
        terminal.print_json({**outcome.to_dict(), "wanted": wish.games, "complete": whole})
    else:
        terminal.out().print(report(outcome, whole=whole))
    return errors.OK if whole else errors.STOPPED


def _simulated(wish: Wish, game: Game, bots: list[str]) -> tuple[Simulation | None, bool]:
    """What came of it, and whether it is all that was asked for: Ctrl-C keeps what there is."""
    latest: Simulation | None = None
    with _watching(game, wish.games) as watch:

        def progress(outcome: Simulation) -> None:
            nonlocal latest
            latest = outcome
            watch.games(outcome)

        try:
            device = cast(Device, wish.device)
            done = simulate(
                game,
                wish.games,
                bots,
                wish.seed,
                device,
                threads=wish.threads,
                progress=progress,
                compiling=watch.compiling,
            )
        except KeyboardInterrupt:
            return latest, False
    return done, True


# -- while it runs --------------------------------------------------------------------------------


class Watch:
    """The progress that a person sees; does nothing where nobody looks."""

    def __init__(self, game: Game, games: int, live: Live | None) -> None:
        self._game = game
        self._live = live
        self._last = 0.0
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
        )
        self._wanted = games
        self._compile: TaskID | None = None
        self._play: TaskID | None = None

    def compiling(self, name: str, done: int, total: int) -> None:
        if self._live is None:
            return
        if self._compile is None:
            words = f"Compiling {self._game.facts.title} (once)"
            self._compile = self._progress.add_task(words, total=total, speed="")
        self._progress.update(self._compile, completed=done, speed=name)
        self._live.update(self._progress, refresh=True)

    def games(self, outcome: Simulation) -> None:
        now = time.monotonic()
        done = outcome.games == self._wanted
        if self._live is None or (now - self._last < GLANCE and not done):
            return
        self._last = now
        if self._compile is not None:
            self._progress.remove_task(self._compile)
            self._compile = None
        if self._play is None:
            self._play = self._progress.add_task("Playing", total=self._wanted, speed="")
        speed = f"{speed_words(outcome.decisions_per_second)} decisions/s"
        self._progress.update(self._play, completed=outcome.games, speed=speed)
        self._live.update(Group(self._progress, _shares(outcome)), refresh=True)


@contextmanager
def _watching(game: Game, games: int) -> Iterator[Watch]:
    if not terminal.watched():
        yield Watch(game, games, None)
        return
    with Live(console=terminal.err(), transient=True, auto_refresh=False) as live:
        yield Watch(game, games, live)


def _shares(outcome: Simulation) -> RenderableType:
    text = Text("wins  ", "dim")
    for seat in range(outcome.game.players):
        share = outcome.win_share(seat).value
        text.append(f"{seats.name(seat)} {share:.1%}   ", seats.style(seat))
    return text


# -- when it is done ------------------------------------------------------------------------------


def report(outcome: Simulation, *, whole: bool) -> RenderableType:
    """The final table: wins and points per seat, length and speed below."""
    facts = outcome.game.facts
    title = f"{facts.title}: {outcome.games:,} games" + ("" if whole else f" of {outcome.wanted:,}")
    table = Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False
    )
    table.add_column("seat", no_wrap=True)
    table.add_column("bot")
    table.add_column("wins", justify="right")
    table.add_column("share", justify="right")
    table.add_column("95 % interval", justify="right", style="dim", no_wrap=True)
    table.add_column("points", justify="right")
    table.add_column("95 % interval", justify="right", style="dim", no_wrap=True)
    for seat in range(outcome.game.players):
        share, points = outcome.win_share(seat), outcome.mean_points(seat)
        table.add_row(
            seats.label(seat),
            outcome.bots[seat],
            f"{outcome.wins[seat]:,}",
            f"{share.value:.1%}",
            f"{share.low:.1%} – {share.high:.1%}",
            f"{points.value:.2f}",
            f"{points.low:.2f} – {points.high:.2f}",
        )
    return Group(table, *_footer(outcome))


def _footer(outcome: Simulation) -> Iterator[Text]:
    facts = outcome.game.facts
    teams = [team for team in facts.team_of(outcome.game.players) if len(team) > 1]
    if teams:
        names = ", ".join(" and ".join(seats.name(seat) for seat in team) for team in teams)
        yield seats.coloured(f"Partners win together: {names}.", "dim")
    undecided = outcome.games - int(outcome.won.any(axis=1).sum())
    if undecided:
        yield Text(f"{undecided:,} games without a winner.", "dim")
    yield Text(f"{_spread(outcome.length)} decisions a game.", "dim")
    speed = speed_words(outcome.decisions_per_second)
    yield Text.assemble(
        (f"{speed} decisions/s", "bold"),
        (f" on {outcome.device}: {outcome.decisions:,} in {outcome.seconds:.2f} s", "dim"),
        (f", seed {outcome.seed}.", "dim"),
    )
    if outcome.game.options != facts.read_options({}, outcome.game.players):
        yield Text(f"House rules: {_changed(outcome.game)}.", "dim")


def _spread(interval: Interval) -> str:
    return f"{interval.value:,.1f} ± {interval.high - interval.value:,.1f}"


def _changed(game: PlainGame) -> str:
    usual = game.facts.read_options({}, game.players)
    return ", ".join(f"{name}={v}" for name, v in game.options.items() if v != usual[name])


def speed_words(per_second: float) -> str:
    for size, sign in ((1e9, " billion"), (1e6, " million"), (1e3, " thousand")):
        if per_second >= size:
            return f"{per_second / size:.3g}{sign}"
    return f"{per_second:.0f}"
