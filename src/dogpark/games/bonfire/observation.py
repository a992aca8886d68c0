"""What a seat observes: all that lies open, and who it is (BON-1.6). Rule dialect, allow-list."""

from __future__ import annotations

from dogpark.games.bonfire.actions import DICE, FACES
from dogpark.games.bonfire.rules import stage
from dogpark.games.bonfire.scoring import DOGS, REVIVED, VILLAGERS
from dogpark.games.bonfire.state import COLOURS, DEFENDING, OVER, SEATS, Bonfire
from dogpark.kernel.schema import Row
from dogpark.kernel.sight import Part
from dogpark.kernel.vector import put, put_row, put_table

ACTIONS = DICE  # the first code that is nature's

PARTS = (
    Part("you", 1, 0, SEATS - 1),
    Part("stage", 1, 0, 4),  # what is asked of you
    Part("phase", 1, 0, OVER),
    Part("turn", 1, 0, SEATS - 1),
    Part("defender", 1, -1, SEATS - 1),  # who is asked in an Assault incident
    Part("round", 1, 0, 10),
    Part("turns", 1, 0, 10_000),
    Part("roll", 1, -1, len(FACES) - 1),  # the last dice
    Part("roller", 1, -1, SEATS - 1),
    Part("bonfire", COLOURS, 0, 9),
    Part("pack", 1, 0, DOGS),
    Part("held", SEATS * COLOURS, 0, 9),
    Part("dogs", SEATS, 0, DOGS),
    Part("villagers", SEATS, 0, VILLAGERS),
    Part("falls", SEATS, 0, len(REVIVED)),
    Part("out", SEATS, 0, 100),  # the later somebody was knocked out, the higher
)


def observe(s: Bonfire, seat: int, out: Row) -> int:
    at = put(out, 0, seat)
    at = put(out, at, stage(s, seat))
    at = put(out, at, s.phase)
    at = put(out, at, s.turn)
    asked = -1
    if s.phase == DEFENDING:
        asked = s.defender
    at = put(out, at, asked)
    at = put(out, at, s.round)
    at = put(out, at, s.turns)
    at = put(out, at, s.roll)
    at = put(out, at, s.roller)
    at = put_row(out, at, s.bonfire, COLOURS)
    at = put(out, at, s.pack)
    at = put_table(out, at, s.held, SEATS, COLOURS)
    at = put_row(out, at, s.dogs, SEATS)
    at = put_row(out, at, s.villagers, SEATS)
    at = put_row(out, at, s.falls, SEATS)
    return put_row(out, at, s.out, SEATS)
