"""``dogpark arena``: bots against each other on duplicate deals, as a matrix with intervals."""

from __future__ import annotations

import io
import multiprocessing
import re
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import msgspec
from rich import box
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from dogpark.agents.arena import Deal, alone, arrangements, duel
from dogpark.agents.bots import BOTS
from dogpark.agents.matrix import Matrix, missing
from dogpark.api import Game
from dogpark.cli import errors, terminal
from dogpark.cli.inputs import game_of
from dogpark.kernel import native

PICTURE_WIDTH = 100

Task: TypeAlias = tuple[str, str, int]  # a deal to play: two bots and its number


@dataclass(frozen=True)
class Wish:
    """What was asked for."""

    game: str
    games: int
    players: int | None
    options: list[str]
    bots: str
    alone: bool
    seed: str
    processes: int
    keep: Path | None
    picture: Path | None


class Heading(msgspec.Struct):
    """The first line of a file of deals: what they are deals of."""

    game: str
    players: int
    options: dict[str, str]
    seed: str
    rules: str
    alone: bool = False


def run(wish: Wish, *, json: bool) -> int:
    game = game_of(wish.game, wish.players, wish.options)
    bots = _bots(wish.bots)
    each = len((alone if wish.alone else arrangements)(game, bots[0], bots[1]))
    deals = -(-wish.games // each)
    matrix = Matrix(bots, wish.alone)
    heading = _heading(game, wish)
    if wish.keep is not None:
        _read(wish.keep, heading, matrix)
    whole = _played(game, wish, matrix, deals, heading)
    if json:
        facts = {**msgspec.to_builtins(heading), "complete": whole}
        terminal.print_json({**facts, **matrix.to_dict()})
    else:
        terminal.out().print(report(game, matrix))
    if wish.picture is not None:
        wish.picture.write_text(picture(game, matrix), "utf-8")
        terminal.err().print(f"The matrix is drawn in {wish.picture}.")
    return errors.OK if whole else errors.STOPPED


def _bots(text: str) -> tuple[str, ...]:
    names = tuple(word.strip() for word in text.split(",") if word.strip())
    for name in names:
        if name not in BOTS:
            raise errors.BadInput(f"There is no bot {name!r}; there are {', '.join(BOTS)}.")
    if len(set(names)) < 2 or len(set(names)) != len(names):
        raise errors.BadInput("An arena needs two bots or more, each named once.")
    return names


# -- deals that are kept --------------------------------------------------------------------------


def _heading(game: Game, wish: Wish) -> Heading:
    options = {name: str(value) for name, value in game.options.items()}
    version = game.facts.rules_version
    return Heading(game.rooms.name, game.players, options, wish.seed, version, wish.alone)


def _read(path: Path, heading: Heading, matrix: Matrix) -> None:
    """Takes over what was played before, if it is of the same game."""
    if not path.exists():
        return
    first, *lines = path.read_text("utf-8").splitlines()
    try:
        if msgspec.json.decode(first, type=Heading) != heading:
            raise errors.BadInput(
                f"{path} holds deals of another game, seed or set of house rules; name another file."
            )
        for line in lines:
            deal = msgspec.json.decode(line, type=Deal)
            if {deal.one, deal.two} <= set(matrix.bots):
                matrix.add(deal)
    except msgspec.MsgspecError as error:
        raise errors.BadInput(f"{path} is no file of deals: {error}.") from None


# -- playing --------------------------------------------------------------------------------------


def _played(game: Game, wish: Wish, matrix: Matrix, deals: int, heading: Heading) -> bool:
    """Whether all was played; Ctrl-C keeps what there is."""
    todo = list(missing(matrix, matrix.pairs, deals))
    with _watching(game, matrix, len(todo)) as watch:
        native.warm(game.rooms, watch.compiling)
        try:
            for deal in _dealt(game, wish, todo):
                matrix.add(deal)
                if wish.keep is not None:
                    _write(wish.keep, heading, deal)
                watch.dealt()
        except KeyboardInterrupt:
            return False
    return True


def _dealt(game: Game, wish: Wish, todo: list[Task]) -> Iterator[Deal]:
    if wish.processes == 1:
        for one, two, number in todo:
            yield _duel(wish, game.players, one, two, number)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(wish.processes, mp_context=context)
    try:
        yield from _dealt_by(pool, game, wish, iter(todo))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _dealt_by(
    pool: ProcessPoolExecutor, game: Game, wish: Wish, left: Iterator[Task]
) -> Iterator[Deal]:
    """Deals as they come in; only a few are under way, so that stopping is quick."""

    def begin(count: int) -> set[Future[Deal]]:
        return {
            pool.submit(_duel, wish, game.players, one, two, number)
            for one, two, number in islice(left, count)
        }

    running = begin(2 * wish.processes)
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        running |= begin(len(done))
        for future in done:
            yield future.result()


def _duel(wish: Wish, players: int, one: str, two: str, number: int) -> Deal:
    game = game_of(wish.game, players, wish.options)
    return duel(game, one, two, wish.seed, number, alone if wish.alone else arrangements)


def _write(path: Path, heading: Heading, deal: Deal) -> None:
    new = not path.exists()
    with path.open("ab") as file:
        if new:
            file.write(msgspec.json.encode(heading) + b"\n")
        file.write(msgspec.json.encode(deal) + b"\n")


# -- what people see ------------------------------------------------------------------------------


class Watch:
    """The progress that a person sees; does nothing where nobody looks."""

    def __init__(self, game: Game, matrix: Matrix, deals: int, live: Live | None) -> None:
        self._game = game
        self._matrix = matrix
        self._live = live
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        self._task = self._bar.add_task("Deals", total=deals)
        self._compile = self._bar.add_task(
            f"Compiling {game.facts.title} (once)", total=1, visible=False
        )

    def compiling(self, name: str, done: int, total: int) -> None:
        self._bar.update(self._compile, completed=done, total=total, visible=done < total)
        self._show()

    def dealt(self) -> None:
        self._bar.update(self._task, advance=1)
        self._show()

    def _show(self) -> None:
        if self._live is not None:
            self._live.update(Group(self._bar, _shares(self._matrix)), refresh=True)


@contextmanager
def _watching(game: Game, matrix: Matrix, deals: int) -> Iterator[Watch]:
    if not terminal.watched():
        yield Watch(game, matrix, deals, None)
        return
    with Live(console=terminal.err(), transient=True, auto_refresh=False) as live:
        yield Watch(game, matrix, deals, live)


def report(game: Game, matrix: Matrix) -> RenderableType:
    against = "alone against a table of" if matrix.alone else "against"
    title = f"{game.facts.title}, {game.players} players: share of wins {against} …"
    times = matrix.reply_times()
    ratings = matrix.ratings()
    below = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("bot", "rating", "reply p50", "p99", "longest"):
        below.add_column(heading, justify="left" if heading == "bot" else "right")
    for name in matrix.bots:
        seconds = times.get(name)
        spent = [f"{1000 * s:,.0f} ms" for s in seconds.values()] if seconds else ["", "", ""]
        below.add_row(name, f"{ratings[name]:,.0f}" if name in ratings else "–", *spent)
    return Group(Text(title, "bold"), _shares(matrix), below)


def _shares(matrix: Matrix) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for name in matrix.bots:
        table.add_column(name, justify="right")
    for one in matrix.bots:
        table.add_row(one, *(_cell(matrix, one, two) for two in matrix.bots))
    return table


def _cell(matrix: Matrix, one: str, two: str) -> Text:
    if one == two or matrix.games(one, two) == 0:
        return Text("–", "dim")
    share = matrix.share(one, two)
    colour = "green" if share.low > 0.5 else "red" if share.high < 0.5 else "default"
    return Text.assemble(
        (f"{share.value:.1%}", colour),
        (f" ± {share.high - share.value:.1%}\n{matrix.games(one, two):,} games", "dim"),
    )


def picture(game: Game, matrix: Matrix) -> str:
    """The report as SVG, without the fonts that Rich would have the reader's browser fetch."""
    console = Console(
        file=io.StringIO(),
        record=True,
        force_terminal=True,
        color_system="truecolor",
        width=PICTURE_WIDTH,
        legacy_windows=False,
        _environ={},
    )
    console.print(report(game, matrix))
    svg = console.export_svg(title=f"dogpark arena {game.rooms.name}", unique_id="arena")
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
