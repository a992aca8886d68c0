"""The run: tables, walks, checks, and the report of it all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from dogpark.conformance.checks import CHECKS, Check, Finding, of_kind
from dogpark.conformance.equality import Games, within
from dogpark.conformance.leaks import proves
from dogpark.conformance.report import Failure, Report
from dogpark.conformance.tables import Table, tables
from dogpark.conformance.walk import LOOK, Moment, Walked, walk
from dogpark.kernel.native import Native
from dogpark.kernel.rng import dice_below
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.seed import dice_for

SEED = "kit"
SEARCHING = 8  # one moment in so many, until something hidden was met: some games hide it seldom


class UnknownCheck(LookupError):
    """No check of that name; the message lists the checks there are."""


def run(
    rooms: Rooms,
    *,
    at: Sequence[Table] | None = None,
    games: int = 3,
    steps: int | None = None,
    first: int = 0,
    every: int = 1,
    seed: str = SEED,
    checks: Iterable[str] | None = None,
    twin: Native | None = None,
    twin_games: int = 20,
    twin_decisions: int | None = None,
    simulator_steps: int = 0,
    simulator_games: int = 1,
) -> Report:
    """Runs the kit over a game.

    ``at`` names the tables (all of them unless said), ``games`` how many walks each gets, numbered
    from ``first``; after so many ``steps`` no further walk is begun. Costly checks look at one
    moment in ``every``, cheap ones at all. ``twin`` adds the comparison with native code, of
    ``twin_games`` at each table, or of fewer (but two) where those would make more than
    ``twin_decisions``; ``simulator_steps`` the one with the CUDA simulator, of ``simulator_games``.
    """
    names = _known(checks)
    chosen = tables(rooms) if at is None else list(at)
    report = Report()
    for table in chosen:
        seeds = [f"{seed}/{first + number}" for number in range(games)]
        report.merge(check_table(table, seeds, every, names, steps))
    if twin is not None:
        for table in chosen:
            batch: Games = [(table, f"{seed}/{first + number}") for number in range(twin_games)]
            if twin_decisions is not None:
                batch = within(batch, twin, twin_decisions)
            _look(report, of_kind_named("native", names), table, batch[0][1], None, batch, twin)
    if simulator_steps:
        seated = [table for table in chosen for _ in range(simulator_games)]
        batch = [(table, f"{seed}/{first + number}") for number, table in enumerate(seated)]
        asked = of_kind_named("simulator", names)
        _look(report, asked, chosen[0], batch[0][1], None, batch, simulator_steps)
    return report


def check_table(
    table: Table,
    seeds: Sequence[str],
    every: int = 1,
    names: Iterable[str] | None = None,
    steps: int | None = None,
) -> Report:
    """Everything but the twins, at one table."""
    report, notes = Report(), Counter[str]()
    named = seeds[0] if seeds else SEED
    _look(report, of_kind("table", names), table, named, None, table)
    for seed in seeds:
        if steps is not None and report.steps >= steps:
            break
        _walk(report, table, seed, every, names, notes)
    if seeds:
        _look(report, of_kind("after", names), table, named, None, table, notes)
    return report


def _walk(
    report: Report,
    table: Table,
    seed: str,
    every: int,
    names: Iterable[str] | None,
    notes: Counter[str],
) -> None:
    cheap, costly = of_kind("moment", names), of_kind("costly", names)
    chosen = dice_for(f"{seed}/walk", LOOK)
    hides = table.rooms.facts.hidden and bool(of_kind_named("vacuous", names))
    moment: Moment | None = None
    try:
        for moment in walk(table, seed, notes):
            report.steps += 1
            _look(report, cheap, table, seed, moment.step, moment)
            last = not moment.rooms.rules.active(moment.s)
            seldom = min(every, SEARCHING) if hides and not proves(notes) else every
            if last or moment.step == 0 or dice_below(chosen, seldom) == 0:
                _look(report, costly, table, seed, moment.step, moment)
    except Exception as error:  # noqa: BLE001 (a game that breaks down is a finding)
        step = moment.step + 1 if moment else 0
        problem = f"the game broke down: {type(error).__name__}: {error}"
        report.failures.append(Failure("ends", table, seed, step, problem))
        return
    report.games += 1
    if moment is not None:
        walked = Walked(table, seed, moment.position)
        _look(report, of_kind("walk", names), table, seed, None, walked)


def _look(
    report: Report,
    checks: Iterable[Check],
    table: Table,
    seed: str,
    step: int | None,
    *looked_at: Any,
) -> None:
    """Lets checks look; of each check one finding a table is kept."""
    for one in checks:
        if report.has(one.name, table):
            continue
        report.looked[one.name] += 1
        for problem in one.problems(*looked_at):
            if isinstance(problem, Finding):
                found = Failure(
                    one.name, problem.table, problem.seed, problem.step, problem.problem
                )
            else:
                found = Failure(one.name, table, seed, step, problem)
            report.failures.append(found)
            break


def of_kind_named(name: str, names: Iterable[str] | None) -> list[Check]:
    return [CHECKS[name]] if names is None or name in set(names) else []


def _known(names: Iterable[str] | None) -> set[str] | None:
    if names is None:
        return None
    names = set(names)
    for name in names:
        if name not in CHECKS:
            raise UnknownCheck(f"no check called {name!r}; there are {', '.join(CHECKS)}")
    needed = {"redeal", "told"} if "vacuous" in names else set()  # they take its notes
    return set(names) | needed
