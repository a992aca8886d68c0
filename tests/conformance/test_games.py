"""Every registered game, at every table it declares, passes the kit. No game is exempt from any check.

``make test`` plays one random, one greedy and one mixed game at every plain table, and a game or more
with each house rule at each of its values, for numbers of players in turn. At these tables it compares
some games with native code and the first steps with CUDA code; costly checks look at some moments of
a game. ``make soak`` looks at more, has every house rule at every table, and compares 200 games there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

import pytest

from dogpark import games
from dogpark.conformance import CHECKS, Table, run, tables
from dogpark.kernel.native import Native

PLAIN_GAMES = 40  # Python = native, at tables without house rules
HOUSE_RULE_GAMES = 10  # the same with a house rule
HOUSE_RULE_DECISIONS = 3000  # … or fewer games where they are long, but two
SOAK_GAMES = 200  # the same at every table, in the soak
TWINS = {"native", "simulator"}
PLAYED = set(CHECKS) - TWINS


class Case(NamedTuple):
    """A table, and the number of its first game: so that tables differ in who plays how."""

    table: Table
    number: int


def _cases(name: str) -> list[Case]:
    return [Case(table, number) for number, table in enumerate(tables(games.rooms(name)))]


def _in_turn(cases: list[Case]) -> list[Case]:
    """Each house rule at each of its values for one number of players, another one each time."""
    alike: defaultdict[str, list[Case]] = defaultdict(list)
    for case in cases:
        if case.table.changed:
            alike[str(case.table.changed)].append(case)
    return [some[at % len(some)] for at, some in enumerate(alike.values())]


def _named(cases: list[Case]) -> list[object]:
    return [pytest.param(case, id=str(case.table).replace(", ", "-")) for case in cases]


CASES = [case for name in games.names() for case in _cases(name)]
PLAIN = [case for case in CASES if not case.table.changed]
HOUSE_RULES = [case for name in games.names() for case in _in_turn(_cases(name))]
SIZES = [(name, players) for name in games.names() for players in games.rooms(name).facts.seats]


@pytest.mark.parametrize("name", games.names())
def test_every_house_rule_has_a_table_and_so_has_every_number_of_players(name: str) -> None:
    rules = {str(case.table.changed) for case in _cases(name) if case.table.changed}
    tried = [case.table for case in HOUSE_RULES if case.table.rooms.name == name]
    assert rules == {str(table.changed) for table in tried}
    assert {table.players for table in tried} == set(games.rooms(name).facts.seats)


@pytest.mark.parametrize("case", _named(PLAIN))
def test_whole_games_keep_everything_the_kit_asks(case: Case) -> None:
    report = run(case.table.rooms, at=[case.table], games=3, every=36, checks=PLAYED)
    report.insist()
    assert set(report.looked) >= PLAYED


@pytest.mark.parametrize("case", _named(HOUSE_RULES))
def test_whole_games_with_a_house_rule_keep_everything_the_kit_asks(case: Case) -> None:
    run(
        case.table.rooms,
        at=[case.table],
        games=2,
        steps=200,
        first=case.number,
        every=120,
        checks=PLAYED,
    ).insist()


@pytest.mark.parametrize("case", _named(PLAIN))
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
        twin_games=PLAIN_GAMES,
    ).insist()


@pytest.mark.parametrize("case", _named(HOUSE_RULES))
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
def test_cuda_code_in_the_simulator_plays_as_native_code_does(
    name: str, players: int, compiled: Callable[[str], Native]
) -> None:
    rooms = games.rooms(name)
    compiled(rooms.package)
    tried = [case.table for case in (*PLAIN, *HOUSE_RULES)]
    at = [table for table in tried if (table.rooms.name, table.players) == (name, players)]
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
        simulator_games=SOAK_GAMES,
    ).insist()


@pytest.mark.soak
@pytest.mark.parametrize("case", _named(CASES))
def test_200_games_at_every_table_are_the_same_in_python_and_native_code(
    case: Case, compiled: Callable[[str], Native]
) -> None:
    twin = compiled(case.table.rooms.package)
    at = [case.table]
    checks = {"native"}
    run(case.table.rooms, at=at, games=0, checks=checks, twin=twin, twin_games=SOAK_GAMES).insist()


@pytest.mark.soak
@pytest.mark.parametrize("case", _named(CASES))
def test_many_games_at_every_table_keep_everything_the_kit_asks(
    case: Case, compiled: Callable[[str], Native]
) -> None:
    compiled(case.table.rooms.package)
    at = [case.table]
    run(case.table.rooms, at=at, games=1, every=1, seed="soak", first=1, checks=PLAYED).insist()
    run(case.table.rooms, at=at, games=6, every=8, seed="soak", checks=PLAYED).insist()
    run(case.table.rooms, at=at, games=0, checks={"simulator"}, simulator_steps=1500).insist()
