"""``dogpark sim``: many games between bots, with progress, intervals and speed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

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
from dogpark.cli.table import saving
from dogpark.kernel import cuda
from dogpark.play.game import Game as PlainGame

if TYPE_CHECKING:
    from dogpark.lab.games_file import GamesWriter

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
    record: Path | None = None  # where whole games are written
    force: bool = False


def run(wish: Wish, *, json: bool) -> int:
    game = game_of(wish.game, wish.players, wish.options)
    bots = lineup(wish.bots, game.players)
    if not 1 <= len(wish.seed) <= 150:
        raise errors.BadInput("A seed is a whole number or a text of 1 to 150 characters.")
    if wish.device == "cuda" and wish.record is None:
        why = cuda.trouble()
        if why:
            raise errors.BadInput(f"There is no GPU to use: {why}.")
    writer = None if wish.record is None else _writer(wish, wish.record, game, bots)
    outcome, whole = _simulated(wish, game, bots, writer)
    if outcome is None:
        terminal.err().print("Stopped before the first games were through.")
        return errors.STOPPED
    if json:
        told: dict[str, Any] = {"wanted": wish.games, "complete": whole}
        if writer:
            told |= {"record": str(writer.path), "recorded": writer.games}
        terminal.print_json({**outcome.to_dict(), **told})
    else:
        terminal.out().print(report(outcome, whole=whole))
    if writer:
        terminal.err().print(_kept(writer, wish.games), soft_wrap=True)
    return errors.OK if whole else errors.STOPPED


def _simulated(
    wish: Wish, game: Game, bots: list[str], writer: GamesWriter | None
) -> tuple[Simulation | None, bool]:
    """What came of it, and whether it is all that was asked for: Ctrl-C keeps what there is."""
    latest: Simulation | None = None
    with _watching(game, wish.games) as watch:

        def progress(outcome: Simulation) -> None:
            nonlocal latest
            latest = outcome
            watch.games(outcome)

        try:
            with _written(writer) if writer else nullcontext():
                done = _player(writer)(
                    game,
                    wish.games,
                    bots,
                    wish.seed,
                    cast(Device, wish.device),
                    threads=wish.threads,
                    progress=progress,
                    compiling=watch.compiling,
                )
        except KeyboardInterrupt:
            return latest, False
    return done, True


# -- whole games in a file ------------------------------------------------------------------------


def _writer(wish: Wish, path: Path, game: Game, bots: list[str]) -> GamesWriter:
    """Before anything is played: whether the games can be written at all."""
    if wish.device == "cuda":
        raise errors.BadInput(
            "Moves are not written down on a GPU; --device native plays the same games."
        )
    try:
        from dogpark.lab.games_file import GamesWriter, header_of
    except ModuleNotFoundError as missing:
        raise errors.BadInput(
            f"--record needs {missing.name}, which is not installed: pip install dogpark[lab]."
        ) from None
    saving.check_target(path, force=wish.force)
    return GamesWriter(path, header_of(game, bots, wish.seed, wish.games))


@contextmanager
def _written(writer: GamesWriter) -> Iterator[None]:
    from dogpark.lab.games_file import Unwritable

    try:
        with writer:
            yield
    except Unwritable as error:
        raise errors.BadInput(str(error)) from None


def _player(writer: GamesWriter | None) -> Callable[..., Simulation]:
    if writer is None:
        return simulate
    from dogpark.lab.telling import simulate_telling

    return partial(simulate_telling, keep=writer.add)


def _kept(writer: GamesWriter, wanted: int) -> str:
    if writer.games == 0:
        return f"No game was kept: {writer.path} was not written."
    return (
        f"{writer.games:,} of {wanted:,} games in {writer.path}: "
        f"dogpark replay {writer.path} --game N."
    )


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
