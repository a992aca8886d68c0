"""Checks of the facts: what a game declares about itself is complete and true."""

from __future__ import annotations

from collections.abc import Iterator

from dogpark.conformance.checks import check
from dogpark.conformance.pages import rule_ids
from dogpark.conformance.tables import Table
from dogpark.kernel.facts import CHANCE, MAX_SEATS, BadOption, Option


@check("table")
def facts(table: Table) -> Iterator[str]:
    """Title, seats, teams, stages, sizes and options are complete and fit each other."""
    declared = table.rooms.facts
    for word in ("name", "title", "edition", "sentence", "rules_version", "prefix"):
        if not str(getattr(declared, word)).strip():
            yield f"{word} is empty"
    if not all(1 < seats <= MAX_SEATS for seats in declared.seats):
        yield f"tables are for 2 to {MAX_SEATS} players, not {declared.seats}"
    if min(declared.max_legal, declared.max_outcomes, declared.max_steps, declared.minutes) < 1:
        yield "a size or the minutes are not at least 1"
    if len(set(declared.stages)) != len(declared.stages) or len(declared.stages) < 2:
        yield f"stages are not different names: {declared.stages}"
    if len(table.rooms.table) >= 1 << 15 or CHANCE < MAX_SEATS:
        yield "more actions than codes"
    seated = sorted(seat for team in declared.team_of(table.players) for seat in team)
    if seated != list(range(table.players)):
        yield f"teams are {declared.team_of(table.players)} at a table of {table.players}"
    defined = rule_ids(table.rooms)
    foreign = sorted(rule for rule in defined if not rule.startswith(f"{declared.prefix}-"))
    if foreign or not defined:
        yield f"the rules page defines {foreign or 'nothing'} for {declared.prefix}"
    if declared.no_conferring is not None and declared.no_conferring not in defined:
        yield f"conferring is forbidden by {declared.no_conferring}, which the rules page has not"
    if not set(declared.veiled) <= set(declared.stages[1:]):
        yield f"veiled are {sorted(declared.veiled)}, stages are {declared.stages}"


@check("table")
def options(table: Table) -> Iterator[str]:
    """Every house rule has a field, a rule, words, and bounds that are kept."""
    declared, known = table.rooms.facts, rule_ids(table.rooms)
    names = [option.name for option in declared.options]
    fields = sorted(f for f in table.rooms.state.fields if f.startswith("rule_"))
    if fields != sorted(f"rule_{name}" for name in names):
        yield f"options are {sorted(names)}, fields are {fields}"
        return
    for option in declared.options:
        if option.rule not in known:
            yield f"{option.name} cites {option.rule}, which the rules page does not have"
        if not option.words.strip():
            yield f"{option.name} has no words"
        yield from _values(table, option)


def _values(table: Table, option: Option) -> Iterator[str]:
    rooms = table.rooms
    stored = set()
    examples = list(option.examples(table.players))
    for value in examples:
        if option.read(value, table.players) != value:
            yield f"{option.name}={value!r} is read as another value"
        chosen = rooms.facts.read_options({option.name: value}, table.players)
        stored.add(repr(getattr(rooms.blank(table.players, chosen), f"rule_{option.name}")))
    if len(stored) != len(examples):
        yield f"{option.name}: different values are stored as {sorted(stored)}"
    wrongs: tuple[object, ...] = (None, "no such value", -99, 10**9, [], {}, 0.5, True)
    for wrong in wrongs:
        try:
            option.read(wrong, table.players)
        except BadOption:
            continue
        yield f"{option.name}={wrong!r} is accepted"
