"""``dogpark lab``: a house rule changed, and many games of the difference."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from rich import box
from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from dogpark.agents.bots import UnknownBot
from dogpark.agents.simulate import DEVICES
from dogpark.cli import errors, terminal
from dogpark.cli.inputs import facts_of, game_of
from dogpark.kernel import cuda
from dogpark.kernel.facts import BadOption, OptionValue
from dogpark.lab import frames
from dogpark.lab.crew import Crew, LocalCrew, RayCrew
from dogpark.lab.plan import MIXED, STRONGER, WEAKER, BadPlan, Plan, plan
from dogpark.lab.study import Study
from dogpark.lab.study import run as run_study
from dogpark.lab.words import both, change, strongest_first, verdict

GLANCE = 0.5  # seconds between two looks at the live figures
LIVE_ROWS = 8  # of all variants together
ROWS = 24
LEAST_ROWS = 3  # of each variant


@dataclass(frozen=True)
class Wish:
    """What was asked for."""

    game: str
    vary: list[str]
    games: int
    players: str
    options: list[str]
    bots: str
    seed: str
    precision: list[str]
    report: Path | None
    record: Path | None
    device: str
    workers: int | None
    cluster: str | None


def run(wish: Wish, *, json: bool) -> int:
    plans = [_plan(wish, players) for players in _players(wish)]
    precision = _precision(wish, plans[0])
    _check_files(wish)
    crew = _crew(wish)
    studies: list[Study] = []
    whole = True
    for one in plans:
        study, whole = _played(one, crew, precision)
        if study is not None:
            studies.append(study)
        if not whole:
            break
    if not studies:
        terminal.err().print("Stopped before the first games were through.")
        return errors.STOPPED
    try:
        _write(wish, studies)  # first: who reads the table through a pipe may stop reading
    finally:
        _tell(studies, several=len(plans) > 1, json=json)
    return errors.OK if whole else errors.STOPPED


def _tell(studies: list[Study], *, several: bool, json: bool) -> None:
    if json:
        told = [frames.to_dict(study) for study in studies]
        terminal.print_json({"studies": told} if several else told[0])
    else:
        for study in studies:
            terminal.out().print(summary(study))


def _check_files(wish: Wish) -> None:
    """What cannot be written is said before the games are played, not after."""
    for path in (wish.report, wish.record):
        if path is None:
            continue
        if path.is_dir():
            raise errors.BadInput(f"{path} is a folder: give the name of a file in it.")
        if not path.absolute().parent.is_dir():
            raise errors.BadInput(f"There is no folder {path.parent} to write {path.name} into.")
        if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
            raise errors.BadInput(f"{path} may not be written: choose another place.")
    if wish.report is not None and find_spec("plotly") is None:
        raise errors.BadInput("A report needs plotly: pip install dogpark[lab].")


def _write(wish: Wish, studies: list[Study]) -> None:
    if wish.report is not None:
        from dogpark.lab.reporting import report

        command = shlex.join(["dogpark", *sys.argv[1:]])
        with _writing(wish.report):
            report(studies, wish.report, command)
        terminal.err().print(f"The report is in {wish.report}.")
    if wish.record is not None:
        import polars as pl

        tables = [
            frames.games(study).with_columns(players=pl.lit(study.plan.players))
            for study in studies
        ]
        with _writing(wish.record), wish.record.open("wb") as file:
            pl.concat(tables).write_parquet(file)
        terminal.err().print(f"All games are in {wish.record}, one a row.")


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        raise errors.BadInput(f"{path} cannot be written: {why}.") from None


# -- what was asked for ---------------------------------------------------------------------------


def _players(wish: Wish) -> list[int | None]:
    if not wish.players:
        return [None]
    words = [word.strip() for word in wish.players.split(",")]
    if not all(word.isdecimal() for word in words):
        raise errors.BadInput("--players takes numbers, by commas: --players 4 or --players 4,6.")
    return [int(word) for word in words]


def _plan(wish: Wish, players: int | None) -> Plan:
    game = game_of(wish.game, players, wish.options)
    defaults = game.facts.read_options({}, game.players)
    changed = {name: value for name, value in game.options.items() if value != defaults[name]}
    try:
        return plan(
            wish.game,
            vary=_vary(wish),
            players=game.players,
            options=changed,
            bots=[word.strip() for word in wish.bots.split(",")],
            games=wish.games,
            seed=wish.seed,
        )
    except (BadPlan, BadOption, UnknownBot) as error:
        words = str(error)
        raise errors.BadInput(f"{words[0].upper()}{words[1:]}.") from None


def _vary(wish: Wish) -> dict[str, list[OptionValue]]:
    found: dict[str, list[OptionValue]] = {}
    lists = {one.name for one in facts_of(wish.game).options if isinstance(one.default, tuple)}
    for text in wish.vary:
        name, mark, values = text.partition("=")
        name = name.strip()
        if not mark or not values:
            raise errors.BadInput(f"--vary is written option=value,value: not {text!r}.")
        # Values that hold commas themselves are told apart by semicolons.
        parts = values.split(";" if name in lists else ",")
        found.setdefault(name, []).extend(part.strip() for part in parts)
    return found


def _precision(wish: Wish, first: Plan) -> dict[str, float]:
    known = {column.name: column for column in Study(first).columns_and_skill}
    found = {}
    for text in wish.precision:
        name, _, within = text.partition("=")
        try:
            found[name] = float(within)
        except ValueError:
            raise errors.BadInput(f"--precision is written measure=number: not {text!r}.") from None
        if name not in known:
            raise errors.BadInput(
                f"There is no measure {name!r}; there are {', '.join(sorted(known))}."
            )
        if not found[name] > 0:
            raise errors.BadInput(f"A precision is more than nothing: not {text!r}.")
        if known[name].share and found[name] >= 1:
            raise errors.BadInput(
                f"{name} is a share: --precision {name}=0.01 is one percentage point."
            )
    return found


def _crew(wish: Wish) -> Crew:
    if wish.device not in DEVICES:
        raise errors.BadInput(f"--device is {', '.join(DEVICES)}: not {wish.device!r}.")
    if wish.cluster is not None:
        if wish.device != "native":
            raise errors.BadInput("A cluster plays with native code: leave --device out.")
        try:
            return RayCrew(wish.cluster)
        except ImportError:
            raise errors.BadInput("A cluster needs Ray: pip install dogpark[ray].") from None
        except (ConnectionError, ValueError, RuntimeError) as error:
            words = str(error).rstrip(".")
            raise errors.BadInput(f"No Ray cluster answers at {wish.cluster}: {words}.") from None
    if wish.device == "cuda" and (why := cuda.trouble()):
        raise errors.BadInput(f"There is no GPU to use: {why}.")
    return LocalCrew(wish.device, wish.workers)


# -- while it runs --------------------------------------------------------------------------------


def _played(one: Plan, crew: Crew, precision: dict[str, float]) -> tuple[Study | None, bool]:
    """What came of it, and whether it went to its end: Ctrl-C keeps what there is."""
    latest: Study | None = None
    with _watching(one) as watch:
        try:
            for study in run_study(one, crew, precision=precision, compiling=watch.compiling):
                latest = study
                watch.played(study)
        except KeyboardInterrupt:
            return (latest if latest is not None and latest.games > 1 else None), False
    return latest, True


class Watch:
    """The progress that a person sees; does nothing where nobody looks."""

    def __init__(self, one: Plan, live: Live | None) -> None:
        self._title = one.table(0).facts.title
        self._live = live
        self._last = 0.0
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        self._games = self._bar.add_task("Games", total=one.games * len(one.cells))
        self._compile = self._bar.add_task(f"Compiling {self._title} (once)", visible=False)

    def compiling(self, _name: str, done: int, total: int) -> None:
        self._bar.update(self._compile, completed=done, total=total, visible=done < total)
        if self._live is not None:
            self._live.update(self._bar, refresh=True)

    def played(self, study: Study) -> None:
        now = time.monotonic()
        if self._live is None or now - self._last < GLANCE:
            return
        self._last = now
        self._bar.update(self._games, completed=study.played)
        shown: list[RenderableType] = [self._bar]
        if study.games > 1:
            one_only = len(study.plan.variants) == 1
            shown += [_as_it_is(study)] if one_only else _effects(study, LIVE_ROWS)
        self._live.update(Group(*shown), refresh=True)


@contextmanager
def _watching(one: Plan) -> Iterator[Watch]:
    if not terminal.watched():
        yield Watch(one, None)
        return
    with Live(console=terminal.err(), transient=True, auto_refresh=False) as live:
        yield Watch(one, live)


# -- what came of it ------------------------------------------------------------------------------


def summary(study: Study) -> RenderableType:
    """What changes, the surest first; then the game as it is."""
    one = study.plan
    weaker, stronger = one.levels
    early = "" if study.complete else f" (of {one.games:,})"
    played = (
        f"{study.games:,}{early} games of each kind by {weaker}, by {stronger} and by both, "
        f"{study.seconds:,.1f} s"
    )
    return Group(
        Text(f"{one.table(0).facts.title}, {one.players} players", "bold"),
        Text(played, "dim"),
        *_effects(study, ROWS),
        Text(),
        _as_it_is(study),
        Text(f"\n{' '.join(_notes(study))}", "dim"),
    )


def _notes(study: Study) -> Iterator[str]:
    yield "± is the 95 % interval, pp are percentage points."
    if any(effect.disagree for effect in study.effects()):
        yield "Where the levels disagree it is the bots that differ: no evidence for the rule."


def _as_it_is(study: Study) -> Table:
    table = _table(study, "as it is")
    for column in study.columns:
        found = {who: study.estimate(column, 0, who) for who in (WEAKER, STRONGER)}
        table.add_row(column.words, *both(column, found))
    table.add_row(study.skill.words, *both(study.skill, {MIXED: study.skill_gap(0)}))
    return table


def _effects(study: Study, rows: int) -> Iterator[RenderableType]:
    """A table for each variant: the surest effects first, what luck may explain last."""
    every = strongest_first(study.effects())
    variants = range(1, len(study.plan.variants))
    for variant in variants:
        found = [effect for effect in every if effect.variant == variant]
        disagree = sum(effect.disagree for effect in found)
        shown = found[: max(LEAST_ROWS, rows // len(variants), disagree)]
        table = _table(study, "what changes", "seen")
        for effect in shown:
            style = "yellow" if effect.disagree else "" if effect.seen else "dim"
            shown_by = both(effect.column, effect.difference, signed=True)
            table.add_row(effect.column.words, *shown_by, verdict(study, effect), style=style)
        yield Text(f"\n{change(study, variant)}", "bold")
        yield table
        if len(shown) < len(found):
            left = len(found) - len(shown)
            yield Text(f"and {left} more: --report or --json shows all", "dim")


def _table(study: Study, what: str, last: str = "") -> Table:
    """A column for what is measured, one a level; figures are never cut."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column(what)
    for lineup in (WEAKER, STRONGER):
        table.add_column(frames.who(study, lineup), justify="right", no_wrap=True)
    if last:
        table.add_column(last)
    return table
