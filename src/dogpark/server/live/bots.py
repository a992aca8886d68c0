"""Bots at a live table: when they look, and when they act.

As at the terminal (cli.live.table): a bot looks as soon as the rules let it act, makes up its mind,
and acts after its hesitation, counted in the game's time from the moment it was free. Thinking in
another process takes part of that time, not more on top. If something else is asked of it by then
the plan is void, and if somebody was faster it is refused like a person; both times it looks again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from dogpark.agents.reflexes import hesitation, span_of
from dogpark.kernel.seed import dice_for
from dogpark.play.position import Position


@dataclass(frozen=True, slots=True)
class Look:
    """A bot that looks: what it is asked, and when it will act."""

    seat: int
    stage: str
    at: int  # of the game

    def void(self, position: Position) -> bool:
        """Whether something else is asked of the seat by now."""
        return position.stage(self.seat) != self.stage


def looking(position: Position, seats: Iterable[int], now: int) -> list[int]:
    """Of these seats, those that are free to act by now; each should look once, before it acts."""
    return [seat for seat, moment in _moments(position, seats) if moment <= now]


def next_look(position: Position, seats: Iterable[int], now: int) -> int | None:
    """When the next of these seats that is still busy will be free; None if none will."""
    return min((at for _, at in _moments(position, seats) if at > now), default=None)


def look(position: Position, seat: int, level: str, delay: float | None = None) -> Look:
    """What a bot of that level plans here. ``delay`` in seconds takes the place of its own reflexes.

    The hesitation depends on the game's seed and the moment alone, so a table that is loaded again
    goes on the same. Its dice are its own: neither chance nor the bot's choice is touched.
    """
    moment = f"{position.seed}/reflexes/{position.length}"
    dice = dice_for(sha256(moment.encode()).hexdigest(), seat)
    choices = len(position.legal(seat))
    at = _moment(position, seat) + hesitation(span_of(level, delay), choices, dice)
    return Look(seat, position.stage(seat), at)


def _moments(position: Position, seats: Iterable[int]) -> list[tuple[int, int]]:
    """The seats that may act, and from when. The position's own time may lie back a little."""
    return [(seat, _moment(position, seat)) for seat in seats if seat in position.active]


def _moment(position: Position, seat: int) -> int:
    moment = position.moment(seat)
    assert moment is not None, "only games against the clock have a time"
    return moment
