"""Checks of whole games: they end, they can be told and played again, and copies stand apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from dogpark.conformance.checks import check
from dogpark.conformance.packing import bytes_of
from dogpark.conformance.rulings import JUNK
from dogpark.conformance.tables import registered
from dogpark.conformance.walk import GENERATOR, Walked, begin, decide
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.playout import RANDOM
from dogpark.kernel.schema import State
from dogpark.play.position import Position
from dogpark.play.record import loads, record_of, replay

SNAPSHOTS = 24  # views kept of one game
LONG = 2000  # steps; longer games are replayed once, and their first half without the seed


@check("walk")
def ends(walked: Walked) -> Iterator[str]:
    """Games end, within the declared number of steps."""
    limit = walked.table.rooms.facts.max_steps
    if walked.position.active:
        yield f"not over after {walked.position.length} steps; declared are {limit}"


@check("walk")
def result(walked: Walked) -> Iterator[str]:
    """The result has a place for each team, counted from 1, ties shared; and points."""
    rooms, s = walked.table.rooms, walked.position.state
    outcome = walked.position.result
    if outcome is None:
        return
    places, points = outcome.places, outcome.points
    teams = rooms.facts.team_of(walked.table.players)
    for team in teams:
        if len({places[seat] for seat in team}) != 1:
            yield f"team {team} does not share a place: {places}"
    standing = [places[team[0]] for team in teams]
    for team, place in zip(teams, standing, strict=True):
        ahead = sum(other < place for other in standing)
        if place != 1 + ahead:
            yield f"team {team} is in place {place} with {ahead} teams ahead: {places}"
    if any(type(number) is not int for number in (*places, *points)):
        yield f"places and points are not whole numbers: {places}, {points}"
    used: tuple[list[int], list[int]] = ([JUNK] * s.players, [JUNK] * s.players)
    rooms.rules.result(s, *used)
    if used != (list(places), list(points)):
        yield f"buffers that are not blank give another result: {used}"


@check("walk")
def record(walked: Walked) -> Iterator[str]:
    """A record survives its text, and replaying it leads to the same state, by the same seed."""
    position = walked.position
    with registered(walked.table.rooms):
        ways = [("record", record_of(position))]
        if position.length <= LONG:
            ways.append(("record without its seed", record_of(position, with_seed=False)))
        for what, written in ways:
            text = written.dumps()
            read = loads(text)
            if read.dumps() != text or read != written:
                yield f"the {what} reads back as another one"
            again = replay(read)
            if _without_key(again.state) != _without_key(position.state):
                yield f"replaying the {what} leads elsewhere"
            if written.seed is not None and bytes_of(again.state) != bytes_of(position.state):
                yield f"replaying the {what} leaves the generator elsewhere"
            if again.history() != position.history():
                yield f"replaying the {what} gives another history"
        half = position.length // 2
        part = record_of(replay(record_of(position, with_seed=False), upto=half))
        unfinished = loads(part.dumps())
        if unfinished.finished or len(unfinished.lines) != half:
            yield f"a record of {half} actions reads back as {len(unfinished.lines)}"
        if unfinished.seed is not None:
            yield "a game that goes on tells its seed"


@check("walk")
def aliasing(walked: Walked) -> Iterator[str]:
    """Views, prompts and events never change because the game they tell of goes on."""
    history = walked.position.history()
    stride = max(1, len(history) // SNAPSHOTS)
    position = begin(walked.table, walked.seed)  # never copied: it plays on in place
    kept: list[tuple[int, str, Any, str]] = []
    for step, (seat, action, _) in enumerate(history):
        looks = step % stride == 0
        if looks:
            for viewer in (*range(walked.table.players), None):
                kept.append(_keep(step, f"view of {viewer}", position.view(viewer)))
                if viewer is not None:
                    kept.append(_keep(step, f"prompt of {viewer}", position.prompt(viewer)))
        told = position.apply(seat, action)
        if looks:
            kept.append(_keep(step, "events", [event.to_dict() for event in told]))
    for step, what, form, text in kept:
        if json.dumps(form) != text:
            yield f"the {what} at step {step} has changed since"


@check("walk")
def branch(walked: Walked) -> Iterator[str]:
    """Copies and branches that play on change neither the original nor its future, nor does it them."""
    position = begin(walked.table, walked.seed)
    history = walked.position.history()
    stride = max(1, len(history) // 7)
    kept: list[tuple[int, Position, bytes]] = []
    for step, (seat, action, _) in enumerate(history):
        if step % max(1, stride // 9) == 0:
            kept.append((step, position.copy(), bytes_of(position.state)))
        if step % stride == 0:
            was = json.dumps(position.to_dict())
            copy, other = position.copy(), position.branch(f"{walked.seed}/another")
            if other.state.rng_key == position.state.rng_key:
                yield f"the branch at step {step} shares nature's key"
            _play_some(copy)
            _play_some(other)
            if json.dumps(position.to_dict()) != was:
                yield f"a copy or a branch at step {step} has changed the original"
        if seat == CHANCE and position.draw() != action:
            yield f"at step {step} nature brings something else because of a copy or a branch"
            return
        position.apply(seat, action)
    if bytes_of(position.state) != bytes_of(walked.position.state):
        yield "with copies and branches in between the game ends elsewhere"
    for step, old, then in kept:
        if bytes_of(old.state) != then or old.length != step:
            yield f"the copy made at step {step} has changed since"


def _play_some(position: Position) -> None:
    dice = [1, 2, 3, 4]
    for _ in range(5):
        active = position.active
        if not active:
            return
        if CHANCE in active:
            position.apply(CHANCE, position.draw())
        else:
            seat = active[-1]
            position.apply(seat, decide(position.rooms, position.state, seat, RANDOM, dice))


def _keep(step: int, what: str, form: Any) -> tuple[int, str, Any, str]:
    return step, what, form, json.dumps(form)


def _without_key(s: State) -> State:
    blank = type(s)()
    for name in GENERATOR:
        setattr(s, name, getattr(blank, name))
    return s
