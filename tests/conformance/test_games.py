"""Every registered game, at every table it declares, passes the kit. No game is exempt from any check.

``make test`` plays one random, one greedy and one mixed game at every plain table, a game or more
with each house rule, and compares 200 games a plain table with native code; costly checks look at
some moments of a game. ``make soak`` compares 200 games at every table and looks at more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from dogpark import games
from dogpark.conformance import CHECKS, Table, run, tables
from dogpark.kernel.native import Native

TWIN_GAMES = 200  # Python = native, at tables without house rules
HOUSE_RULE_GAMES = 20  # the same at every other table; `make soak` compares 200 there too
HOUSE_RULE_DECISIONS = 6000  # … or fewer games where they are long, but two
TWINS = {"native", "simulator"}
PLAYED = set(CHECKS) - TWINS


class Case(NamedTuple):
    """A table, and the number of its first game: so that tables differ in who plays how."""

    table: Table
    number: int


def _cases(*, house_rules: bool | None = None) -> list[object]:
    found = []
    for name in games.names():
        for number, table in enumerate(tables(games.rooms(name))):
            if house_rules is None or bool(table.changed) == house_rules:
                found.append(pytest.param(Case(table, number), id=str(table).replace(", ", "-")))
    return found


PLAIN = _cases(house_rules=False)
HOUSE_RULES = _cases(house_rules=True)
ALL = _cases()
SIZES = [(name, players) for name in games.names() for players in games.rooms(name).facts.seats]


@pytest.mark.parametrize("case", PLAIN)
def test_whole_games_keep_everything_the_kit_asks(case: Case) -> None:
    report = run(case.table.rooms, at=[case.table], games=3, every=18, checks=PLAYED)
    report.insist()
    assert set(report.looked) >= PLAYED


@pytest.mark.parametrize("case", HOUSE_RULES)
def test_whole_games_with_a_house_rule_keep_everything_the_kit_asks(case: Case) -> None:
    run(
        case.table.rooms,
        at=[case.table],
        games=3,
        steps=400,
        first=case.number,
        every=60,
        checks=PLAYED,
    ).insist()


@pytest.mark.parametrize("case", PLAIN)
def test_native_code_plays_whole_games_as_python_does(
    case: Case, compiled: Callable[[str], Native]
) -> None:
    twin = compiled(case.table.rooms.package)
    run(
        case.table.rooms,
        at=[case.table],
        games=0,
        checks={"native"},
        twin=twin,
        twin_games=TWIN_GAMES,
    ).insist()


@pytest.mark.parametrize("case", HOUSE_RULES)
def test_native_code_plays_a_house_rule_as_python_does(
    case: Case, compiled: Callable[[str], Native]
) -> None:
    twin = compiled(case.table.rooms.package)
    run(
        case.table.rooms,
        at=[case.table],
        games=0,
        first=case.number,
        checks={"native"},
        twin=twin,
        twin_games=HOUSE_RULE_GAMES,
        twin_decisions=HOUSE_RULE_DECISIONS,
    ).insist()


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_cuda_code_in_the_simulator_plays_every_table_as_native_code_does(
    name: str, players: int, compiled: Callable[[str], Native]
) -> None:
    rooms = games.rooms(name)
    compiled(rooms.package)
    at = [table for table in tables(rooms) if table.players == players]
    run(rooms, at=at, games=0, checks={"simulator"}, simulator_steps=200).insist()


@pytest.mark.soak
@pytest.mark.parametrize(("name", "players"), SIZES)
def test_200_whole_games_are_the_same_in_native_code_and_the_cuda_simulator(
    name: str, players: int, compiled: Callable[[str], Native]
) -> None:
    rooms = games.rooms(name)
    compiled(rooms.package)
    run(
        rooms,
        at=[Table(rooms, players, {})],
        games=0,
        checks={"simulator"},
        simulator_steps=rooms.facts.max_steps,
        simulator_games=TWIN_GAMES,
    ).insist()


@pytest.mark.soak
@pytest.mark.parametrize("case", ALL)
def test_200_games_at_every_table_are_the_same_in_python_and_native_code(
    case: Case, compiled: Callable[[str], Native]
) -> None:
    twin = compiled(case.table.rooms.package)
    at = [case.table]
    checks = {"native"}
    run(case.table.rooms, at=at, games=0, checks=checks, twin=twin, twin_games=TWIN_GAMES).insist()


@pytest.mark.soak
@pytest.mark.parametrize("case", ALL)
def test_many_games_at_every_table_keep_everything_the_kit_asks(
    case: Case, compiled: Callable[[str], Native]
) -> None:
    compiled(case.table.rooms.package)
    at = [case.table]
    run(case.table.rooms, at=at, games=1, every=1, seed="soak", first=1, checks=PLAYED).insist()
    run(case.table.rooms, at=at, games=6, every=8, seed="soak", checks=PLAYED).insist()
    run(case.table.rooms, at=at, games=0, checks={"simulator"}, simulator_steps=1500).insist()
