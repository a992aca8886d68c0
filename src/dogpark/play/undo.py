"""Whether a move may be taken back without doing anybody wrong.

A move may be taken back until it has used chance, shown something hidden, or another seat has acted
on it. What is hidden is asked of the game's own re-deals: a viewer that cannot tell two worlds apart
before a move has been shown something if it can tell them apart afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event, Rooms
from dogpark.kernel.schema import Row, State
from dogpark.play.position import Position

# Re-deals tried for a viewer. A move that shows something escapes only if every one of these worlds
# agrees with it. If a world agrees with probability p, that happens p**32 of the time: with a card
# that a hand holds half of the time, once in four thousand million; and what escapes more often than
# not (p > 0.978) tells less than a thirtieth of a bit, since the viewer was all but sure of it.
# The other seats see what the spectator sees and besides only what lands with them, which is rarely
# what they expected: fewer worlds will do for them.
WORLDS = 32
WORLDS_OF_OTHERS = 8

TIMED = "In a game against the clock nothing is taken back."
NOTHING = "There is no move of yours to take back."
OVER = "The game is over: nothing can be taken back any more."
ROLLED = "Chance has decided since: dice and cards are not taken back."
ANSWERED = "Somebody else has moved since."
SHOWN = "It has shown something that was hidden."


def may_take_back(
    before: Position, seat: int, lines: Sequence[Sequence[int]], after: Position, dice: Row
) -> str | None:
    """None if that is fair, else why not, in words.

    ``lines`` lead from ``before`` to ``after``, the seat's move first. Others may have sealed a
    choice of their own since: who sees nothing of a choice has not acted on it, and refusing would
    tell that somebody has chosen. What they chose then stands (``lines_kept``).
    """
    return why_not(before.rooms, before.state, seat, lines, dice, over=not after.active)


def why_not(
    rooms: Rooms, s: State, seat: int, lines: Sequence[Sequence[int]], dice: Row, *, over: bool
) -> str | None:
    """As ``may_take_back``, of a state. It is tried out in many worlds, which takes its time."""
    if rooms.facts.timed:
        return TIMED
    if not lines or lines[0][0] != seat:
        return NOTHING
    if over:
        return OVER
    if any(line[0] == CHANCE for line in lines):
        return ROLLED
    if lines_kept(seat, lines) and not _all_sealed(rooms, s, seat, lines):
        return ANSWERED
    if rooms.facts.hidden and _shows_something(rooms, s.copy(), seat, lines, dice):
        return SHOWN
    return None


def lines_kept(seat: int, lines: Sequence[Sequence[int]]) -> list[list[int]]:
    """What is still played after ``before`` when this seat's moves are taken back."""
    return [list(line) for line in lines if line[0] != seat]


# -- choices under seal ---------------------------------------------------------------------------


def _all_sealed(rooms: Rooms, before: State, seat: int, lines: Sequence[Sequence[int]]) -> bool:
    """Whether nobody saw which choice another made, and all others could have chosen the same."""
    s = before.copy()
    for line in lines:
        if not _sealed(rooms, s, line[0], line[1]):
            return False
        rooms.rules.apply(s, line[0], line[1])
    s = before.copy()
    for other, code in lines_kept(seat, lines):
        if code not in rooms.legal(s, other):
            return False
        rooms.rules.apply(s, other, code)
    return True


def _sealed(rooms: Rooms, s: State, seat: int, code: int) -> bool:
    """Whether all other choices of this seat would look the same to everybody else."""
    others = [viewer for viewer in _viewers(s) if viewer != seat]
    seen = {viewer: _seen(rooms, s, seat, code, viewer) for viewer in others}
    return all(
        _seen(rooms, s, seat, choice, viewer) == seen[viewer]
        for choice in rooms.legal(s, seat)
        for viewer in others
    )


# -- what a move shows ----------------------------------------------------------------------------


def _shows_something(
    rooms: Rooms, s: State, seat: int, lines: Sequence[Sequence[int]], dice: Row
) -> bool:
    """Whether anybody can rule out a world after the seat's moves that was possible before them.

    The seat itself knows what it did: the same moves must lead to the same sight in every world.
    To others a world is still possible if any move there would have looked the same.
    """
    for code in [line[1] for line in lines if line[0] == seat]:
        for viewer in _viewers(s):
            seen = _seen(rooms, s, seat, code, viewer)
            for _ in range(WORLDS if viewer in (None, seat) else WORLDS_OF_OTHERS):
                world = rooms.redeal(s, viewer, dice)
                if _same(world, s):
                    continue  # what is not hidden cannot be shown
                codes = rooms.legal(world, seat)
                if viewer == seat:
                    tried = [code] if code in codes else []
                else:
                    tried = sorted(codes, key=lambda other: other != code)  # the likeliest first
                if all(_seen(rooms, world, seat, other, viewer) != seen for other in tried):
                    return True
        rooms.rules.apply(s, seat, code)
    return False


def _same(world: State, s: State) -> bool:
    """Whether two worlds differ in nothing but the chance to come, which is not drawn here."""
    return all(
        name.startswith("rng_") or getattr(world, name) == getattr(s, name)
        for name in type(s).fields
    )


def _viewers(s: State) -> Iterator[int | None]:
    """Who may learn something; the spectator first, who knows least and is surprised most easily."""
    yield None
    yield from range(s.players)


def _seen(rooms: Rooms, s: State, seat: int, code: int, viewer: int | None) -> Any:
    """What a viewer sees after a move, and what it is told of it."""
    after = s.copy()
    rooms.rules.apply(after, seat, code)
    told = [
        event.to_dict() for event in rooms.events(s, seat, code, after) if _hears(event, viewer)
    ]
    return rooms.view(after, viewer), told


def _hears(event: Event, viewer: int | None) -> bool:
    return event.seats is None or viewer in event.seats
