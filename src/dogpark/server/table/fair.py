"""Whether a move may be taken back: judged where bots think, beside the event loop.

It is tried out in many worlds (play.undo), which takes longer than people at other tables should
wait. Unlike a bot's job, the question holds the game as it is, with hidden cards though without what
chance will bring: it goes to this server's own processes and never over a bus.
"""

from __future__ import annotations

from typing import Any

import msgspec

from dogpark import games
from dogpark.kernel.schema import Row
from dogpark.play.position import Position
from dogpark.play.undo import why_not


class Question(msgspec.Struct, frozen=True, tag="undo"):
    """May this seat take back what it did after the first ``since`` lines of a game?"""

    game: str
    players: int
    options: dict[str, Any]
    lines: list[list[int]]
    since: int
    seat: int
    over: bool
    dice: Row


def question(position: Position, seat: int, since: int, dice: Row) -> Question:
    """The question of a game that stands at ``position``."""
    game = position.game
    return Question(
        game=position.rooms.name,
        players=game.players,
        options=dict(game.options),
        lines=position.since(0),
        since=since,
        seat=seat,
        over=not position.active,
        dice=dice,
    )


def judge(asked: Question) -> str | None:
    """None if that is fair, else why not, in words."""
    rooms = games.rooms(asked.game)
    s = rooms.blank(asked.players, asked.options)
    rooms.rules.start(s)
    for seat, code in asked.lines[: asked.since]:
        rooms.rules.apply(s, seat, code)
    since, dice = asked.lines[asked.since :], list(asked.dice)
    return why_not(rooms, s, asked.seat, since, dice, over=asked.over)
