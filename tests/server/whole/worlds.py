"""Other worlds: what a device cannot know is dealt again, and every byte must stay as it was.

Two ways. The game as it stands is re-dealt for the device's eyes: the message that tells of this
moment must be the same. And the game before the step is re-dealt, or somebody's choice exchanged for
another, and the same step taken there: as long as the device sees the same afterwards, it must have
been told the same too, and refused for the same reasons.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rng import dice_below
from dogpark.kernel.rooms import Event
from dogpark.kernel.schema import Row as Dice
from dogpark.kernel.schema import State
from dogpark.kernel.seed import dice_for
from dogpark.play.position import Position
from dogpark.play.referee import judge
from dogpark.play.refused import Refused
from dogpark.server.entries import Line, Moved, Passed
from dogpark.server.log.rows import Row
from dogpark.server.table.pieces import Common
from dogpark.server.table.table import Table
from dogpark.wire.tells import Happened, Update
from tests.server.whole.ledger import Listener, Message, due, hears, received

SURELY = 10**8  # smaller numbers of the generator may be somewhere by accident


@dataclass
class Tally:
    """What was compared; a leak test that compared nothing proves nothing."""

    redealt: int = 0  # messages made again in a re-dealt world
    changed: int = 0  # of these, worlds in which something else lay hidden
    alike: int = 0  # steps taken in another world that looked the same afterwards
    refused: int = 0  # refusals made again


def given_away(
    rows: list[Row], devices: Sequence[Listener], tally: Tally, every: int = 1
) -> list[str]:
    """Messages that would have been other bytes, had the game been another one for all one knows."""
    dice = dice_for(f"worlds of {rows[0].table}", 0)
    found = []
    for number, message in enumerate(received(rows, devices)):
        seats, position = message.account.seats, message.step.table.position
        if number % every or position is None or len(seats) > 1:
            continue
        viewer = seats[0] if seats else None
        for other in (*_now(message, position, viewer, dice, tally),):
            if other != message.raw:
                found.append(_complaint(message, other, "re-dealt"))
        for other in _before(message, position, viewer, dice, tally):
            if other != message.raw:
                found.append(_complaint(message, other, "stepped on from another world"))
        if viewer is not None and message.step.table.status == "playing":
            found += _refusals(position, viewer, dice, tally)
    return found


def _complaint(message: Message, other: bytes, how: str) -> str:
    who, seed = message.account.at.who.name, message.step.table.seed
    return f"{who} at {message.step.seq} of {seed}, {how}: {message.raw!r} or {other!r}"


# -- the game as it stands ------------------------------------------------------------------------


def _now(
    message: Message, position: Position, viewer: int | None, dice: Dice, tally: Tally
) -> Iterator[bytes]:
    state = position.state
    world = position.rooms.redeal(state, viewer, dice)
    tally.redealt += 1
    tally.changed += not same_but_chance(world, state)
    yield due(message, placed(position, world))


def _refusals(position: Position, seat: int, dice: Dice, tally: Tally) -> list[str]:
    """What a seat may not do, and why, tells nothing either."""
    state, rooms = position.state, position.rooms
    world = rooms.redeal(state, seat, dice)
    found = []
    for _ in range(3):
        code = dice_below(dice, len(rooms.table))
        said, other = _judged(position, state, seat, code), _judged(position, world, seat, code)
        tally.refused += said is not None
        if said != other:
            found.append(f"seat {seat} is refused {code} with {said}; it could have been {other}")
    return found


def _judged(position: Position, s: State, seat: int, code: int) -> tuple[object, ...] | None:
    try:
        judge(position.rooms, s, seat, code)
    except Refused as no:
        return no.kind, no.rule, no.message
    return None


# -- the step that led there ----------------------------------------------------------------------


def _before(
    message: Message, position: Position, viewer: int | None, dice: Dice, tally: Tally
) -> Iterator[bytes]:
    step = message.step
    if step.before is None or not isinstance(step.entry, Moved | Passed):
        return
    if not isinstance(message.told, Update) or message.account.seq != step.seq - 1:
        return
    seen = position.view(viewer)
    for world, lines in _others(step.before, step.entry.lines, viewer, dice):
        events = _follow(world, lines)
        if events is None or world.view(viewer) != seen:
            continue  # it was shown which world it is
        if same_but_chance(world.state, position.state):
            continue  # what was hidden has become one: it may be told
        tally.alike += 1
        yield due(message, world, _news(message, events))


def _others(
    before: Position, lines: list[Line], viewer: int | None, dice: Dice
) -> Iterator[tuple[Position, list[Line]]]:
    """The same step in a world dealt otherwise; and where somebody else chose, another choice."""
    yield placed(before, before.rooms.redeal(before.state, viewer, dice)), lines
    (seat, code, *at), *rest = lines
    if seat not in (viewer, CHANCE):
        legal = before.rooms.legal(before.state, seat)
        for _ in range(2 if len(legal) > 1 else 0):
            other = legal[dice_below(dice, len(legal))]
            if other != code:
                yield placed(before, before.state), [[seat, other, *at], *rest]


def _follow(world: Position, lines: list[Line]) -> list[Event] | None:
    """Plays lines in another world; None where they are not possible there."""
    events: list[Event] = []
    for seat, code, *at in lines:
        s: Any = world.state
        if at:
            s.now = at[0]
        try:
            judge(world.rooms, s, seat, code)
        except Refused:
            return None
        events += world.follow(seat, code, *at)
    return events


def _news(message: Message, events: list[Event]) -> list[Happened]:
    """What the update would have told of, had these been the step's events."""
    step, seats = message.step, message.account.seats
    table, told = step.table, list(step.told)
    first = int(isinstance(step.entry, Moved) and step.entry.by == "clock")
    last = len(told) - int(table.status == "over")
    told[first:last] = [
        Happened(
            seq=step.seq,
            at=table.at,
            event=event.key,
            words=event.words,
            data=dict(event.data) or None,
            to=None if event.seats is None else list(event.seats),
        )
        for event in events
    ]
    earlier = [one for one in message.account.untold if one.seq < step.seq]
    return earlier + [one for one in told if hears(one, seats)]


def placed(position: Position, s: State) -> Position:
    """The same game in another state; chance is left alone."""
    return Position(position.game, s.copy(), None, None, "manual", set_up=True)


def same_but_chance(a: State, b: State) -> bool:
    """Whether two states differ in nothing but what chance will bring."""
    return all(
        name.startswith("rng_") or getattr(a, name) == getattr(b, name) for name in type(a).fields
    )


def twin(table: Table, position: Position) -> Table:
    """The same table with another game on it; what it remembers having encoded is forgotten."""
    other = copy.copy(table)
    other.position = position
    other._common, other._common_seq = Common(), 0
    return other
