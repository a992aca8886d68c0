"""Veiled windows: stages in which how soon a seat answers would tell what it holds.

A dog without a guard dog has nothing to think about; one that has a guard dog does. So at an online
table nobody's answer to a scavenger takes effect when it is given. All seats that will be asked
are asked at once, with a choice or without, and for a fixed time nothing happens. Then everything
is carried out in the order of the rules, all at once. Who has not answered by then lets it happen.

An answer that is given ahead of one's turn is judged where the seats before have let it happen. If
one of them does not, it is never asked for: it is forgotten, and nobody learns of it.

How long a window is depends on what everybody knows: the table's clock, and who is a bot. Bots think
from its opening on, and one that has not come to an answer by its end lets it happen as well. Answers
must not be in the table's log while they wait: its numbers go to everybody (see docs/live.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dogpark.kernel.actions import Action
from dogpark.play.position import Position
from dogpark.play.referee import Move, judge, read_move
from dogpark.play.refused import Refused
from dogpark.server.entries import ClockKind

LENGTHS_MS: dict[ClockKind, int] = {"live": 4_000, "relaxed": 8_000, "none": 8_000}
HOUR_MS = 3_600_000
# Where bots alone are asked, at the least: they have come to an answer by then, also by a search.
BOTS_MS, SEARCH_MS = 700, 1_500


# -- what is asked --------------------------------------------------------------------------------


def veiled(position: Position) -> bool:
    """Whether answers have to wait for the end of a window here."""
    return _pass(position) is not None


def _pass(position: Position) -> Action | None:
    """What everybody can answer at a veiled stage; None at any other."""
    facts = position.rooms.facts
    seat = position.turn if facts.veiled else None
    move = None if seat is None else facts.veiled.get(_stage(position, seat))
    return None if move is None else read_move(position.rooms, move)


def _stage(position: Position, seat: int) -> str:
    return (
        position.stage(seat) if seat < position.game.players else ""
    )  # nothing is asked of nature


def asked(position: Position) -> tuple[int, ...]:
    """The seats that this window asks, in the order in which their answers count."""
    return tuple(seat for seat, _ in outcome(position, {}))


def ahead(position: Position, seat: int) -> Position:
    """The position in which this seat is asked, all before it having let it happen; a copy."""
    there = _copy(position)
    while (passing := _pass(there)) is not None:
        turn = there.turn
        assert turn is not None
        if turn == seat:
            return there
        there.apply(turn, passing)
    raise Refused("not your turn", None, f"seat {seat} is not asked now")


def prompt(position: Position, seat: int) -> dict[str, Any]:
    """What is asked of a seat: in a veiled window everybody who will be asked, at once."""
    if veiled(position) and seat in asked(position):
        return ahead(position, seat).prompt(seat)
    return position.prompt(seat)


def judged(position: Position, seat: int, move: Move) -> Action:
    """A seat's answer, if it could give that in its turn; raises Refused with the reason."""
    there = ahead(position, seat)
    return judge(there.rooms, there.state, seat, move)


def outcome(position: Position, answers: Mapping[int, Action]) -> list[tuple[int, Action]]:
    """Who does what when the window closes, in order; seats that are no longer asked are not in it."""
    there, done = _copy(position), []
    while (passing := _pass(there)) is not None:
        turn = there.turn
        assert turn is not None
        action = answers.get(turn, passing)
        there.apply(turn, action)
        done.append((turn, action))
    return done


def _copy(position: Position) -> Position:
    """For looking ahead: nothing is drawn, so nothing that chance will bring is touched."""
    there = position.copy()
    there.chance = "manual"
    return there


# -- how long -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Window:
    """From when until when a veiled stage is open, in milliseconds of the wall clock."""

    opened: int
    length: int
    step: int  # with everybody's answer in, it closes at the next multiple of this

    def closes(self, answered_at: list[int], asked: int) -> int:
        """When it closes; ``answered_at`` are the times of the answers so far, of ``asked`` seats.

        Where step and length are the same this is no matter of the answers at all.
        """
        if self.step == self.length or len(answered_at) < asked:
            return self.opened + self.length
        last = max(answered_at, default=self.opened) - self.opened
        steps = max(1, -(-last // self.step))
        return self.opened + min(self.length, steps * self.step)


def bots_need(pace: int, *, search: bool) -> int:
    """How long a window is in which bots alone are asked: no longer than for any other move."""
    return max(pace, SEARCH_MS if search else BOTS_MS)


def window(opened: int, clock: ClockKind, seconds: int | None, bots: int | None) -> Window:
    """The window of a table with this clock; ``bots`` is its length where bots alone are asked.

    By correspondence people may be away for days and nobody wants to wait that long: there the
    window closes at the first full hour after everybody, with a choice or without, has answered.
    """
    if bots is not None:
        return Window(opened, bots, bots)
    if clock == "correspondence":
        length = HOUR_MS if seconds is None else seconds * 1000
        return Window(opened, length, min(HOUR_MS, length))
    return Window(opened, LENGTHS_MS[clock], LENGTHS_MS[clock])
