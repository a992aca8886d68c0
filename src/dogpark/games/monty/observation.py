"""What a seat observes (MON-18): the table, the pawns and the talks like everybody, and what it has
under seal itself; of others only that they have answered. Rule dialect, allow-list.
"""

from __future__ import annotations

from dogpark.games.monty.actions import PLACER_CODE
from dogpark.games.monty.deck import DECK_SIZE, garden_cards_on_top
from dogpark.games.monty.race import HAND
from dogpark.games.monty.rules import active, asks_several, stage
from dogpark.games.monty.state import (
    ANSWER,
    CHAIN,
    CPLAIN,
    DECK_KINDS,
    DEMAND,
    FAR,
    LEFT_RIGHT,
    MOST_TURNS,
    NONE,
    OFFER,
    OVER,
    SEATS,
    SIDES,
    TALK_ROUNDS,
    TILES,
    TRAIL,
    Monty,
)
from dogpark.kernel.schema import Row
from dogpark.kernel.sight import Part
from dogpark.kernel.vector import put, put_bits, put_row, put_table

ACTIONS = PLACER_CODE  # the first code that is nature's
ALL_SIDES = (1 << SIDES) - 1
INDEX = 127  # of an offer or an order

PARTS = (
    Part("you", 1, 0, SEATS - 1),
    Part("stage", 1, 0, 14),  # what is asked of you
    Part("sealed", 1, NONE, INDEX),  # your answer until all are in
    Part("phase", 1, 0, OVER),
    Part("race", 1, 0, 10),
    Part("round", 1, 0, 201),
    Part("placer", 1, NONE, SEATS - 1),
    Part("asked", SEATS, 0, 1),
    Part("answered", SEATS, 0, 1),
    Part("tiles", 1, 0, TILES),
    Part("x", TILES, -128, 127),
    Part("y", TILES, -128, 127),
    Part("kind", TILES, NONE, CPLAIN),
    Part("lies", TILES, 0, 7),
    Part("links", TILES, 0, ALL_SIDES),  # one bit a side
    Part("free", TILES, 0, ALL_SIDES),
    Part("far", TILES, 0, FAR),  # from the crown
    Part("crown", 1, NONE, TILES - 1),
    Part("holder", 1, NONE, SEATS - 1),
    Part("deck", DECK_KINDS, 0, DECK_SIZE),
    Part("garden", 1, 0, DECK_SIZE),  # so many of the next cards are garden cards
    Part("corners", 2, 0, 12),
    Part("face", 2, NONE, 1),
    Part("covered", 2, 0, 12),
    Part("home_stages", 1, 0, 2),
    Part("species", SEATS, NONE, 1),
    Part("at", SEATS, NONE, TILES - 1),
    Part("arrived", SEATS, 0, 32_767),
    Part("said", TALK_ROUNDS * SEATS, NONE, 5),
    Part("shown", SEATS, 0, 5),
    Part("spent", SEATS, 0, HAND),
    Part("bluffs", SEATS, 0, 32_767),
    Part("share", SEATS, 0, 5),
    Part("trail", SEATS * TRAIL, NONE, TILES - 1),
    Part("points", SEATS, 0, 127),
    Part("gold", SEATS, 0, 127),
    Part("silver", SEATS, 0, 127),
    Part("bronze", SEATS, 0, 127),
    Part("number", 1, 0, 5),  # that moves now
    Part("queue", SEATS, NONE, SEATS - 1),
    Part("sent", SEATS, NONE, SEATS - 1),
    Part("matter", 1, NONE, 1),
    Part("talkers", SEATS, 0, 1),
    Part("turns", 1, 0, MOST_TURNS),
    Part("offers", MOST_TURNS, NONE, INDEX),
    Part("answers", SEATS, NONE, INDEX),
    Part("runner", 1, NONE, SEATS - 1),
    Part("left", 1, 0, 5),
    Part("explorer", 1, NONE, SEATS - 1),
    Part("edge", 1, NONE, SIDES - 1),
    Part("card", 1, NONE, CPLAIN),
    Part("ban", 1, NONE, TILES - 1),
    Part("bounced", CHAIN, NONE, TILES - 1),
    Part("pushed", 1, NONE, SEATS - 1),
    Part("way", 1, NONE, SIDES - 1),
    Part("to_push", SEATS, 0, 1),
    Part("to_move_on", SEATS, 0, 1),
    Part("ending", 1, 0, 4),  # of the last race
    Part("finisher", 1, NONE, SEATS - 1),
    Part("places", SEATS, 0, SEATS),
    Part("award", SEATS, 0, 127),
)


def observe(s: Monty, seat: int, out: Row) -> int:
    at = put(out, 0, seat)
    at = put(out, at, stage(s, seat))
    at = put(out, at, s.sealed[seat])
    at = put(out, at, s.phase)
    at = put(out, at, s.race)
    at = put(out, at, s.round)
    at = put(out, at, s.placer)
    at = put_bits(out, at, active(s), SEATS)  # nature's bit is none of these
    for other in range(SEATS):
        at = put(out, at, asks_several(s.phase) and s.sealed[other] != NONE)
    at = put_tiles(s, out, at)
    at = put_supplies(s, out, at)
    at = put_players(s, out, at)
    at = put(out, at, s.number if s.number > 1 else 0)
    at = put_row(out, at, s.queue, SEATS)
    at = put_row(out, at, s.sent, SEATS)
    at = put_talks(s, out, at)
    at = put_row(out, at, s.answer, SEATS)
    at = put_run(s, out, at)
    at = put(out, at, s.ending)
    at = put(out, at, s.finisher)
    at = put_row(out, at, s.rank, SEATS)
    return put_row(out, at, s.award, SEATS)


def put_tiles(s: Monty, out: Row, at: int) -> int:
    """The neighbourhood; rows that mean nothing are at rest."""
    at = put(out, at, s.tiles)
    for tile in range(TILES):
        laid = tile < s.tiles
        out[at + tile] = s.x[tile] if laid else 0
        out[at + TILES + tile] = s.y[tile] if laid else 0
        out[at + 2 * TILES + tile] = s.kind[tile] if laid else NONE
        out[at + 3 * TILES + tile] = s.turn[tile] if laid else 0
        out[at + 4 * TILES + tile] = s.links[tile] if laid else 0
        out[at + 5 * TILES + tile] = s.free[tile] if laid else 0
        out[at + 6 * TILES + tile] = s.far[tile] if laid else 0
    at = put(out, at + 7 * TILES, s.crown)
    return put(out, at, s.holder)


def put_supplies(s: Monty, out: Row, at: int) -> int:
    at = put_row(out, at, s.deck, DECK_KINDS)
    at = put(out, at, garden_cards_on_top(s))
    at = put_row(out, at, s.corners, 2)
    for pile in range(2):  # MON-19.6
        at = put(out, at, s.face[pile] if s.rule_corner_types == LEFT_RIGHT else NONE)
    for pile in range(2):
        at = put(out, at, s.covered[pile] if s.rule_corner_types == LEFT_RIGHT else 0)
    return put(out, at, s.stage)


def put_players(s: Monty, out: Row, at: int) -> int:
    at = put_row(out, at, s.species, SEATS)
    at = put_row(out, at, s.at, SEATS)
    for other in range(SEATS):
        at = put(out, at, s.tick[other] if s.at[other] != NONE else 0)
    at = put_table(out, at, s.claim, TALK_ROUNDS, SEATS)
    at = put_row(out, at, s.shown, SEATS)
    at = put_row(out, at, s.spent, SEATS)
    at = put_row(out, at, s.bluffs, SEATS)
    at = put_row(out, at, s.share, SEATS)
    at = put_table(out, at, s.trail, SEATS, TRAIL)
    at = put_row(out, at, s.points, SEATS)
    at = put_row(out, at, s.gold, SEATS)
    at = put_row(out, at, s.silver, SEATS)
    return put_row(out, at, s.bronze, SEATS)


def put_talks(s: Monty, out: Row, at: int) -> int:
    """MON-18.1: what is negotiated, by whom, and every offer so far."""
    talking = s.phase == OFFER or s.phase == ANSWER or s.phase == DEMAND
    made = 0
    if talking:
        made = s.turns + (s.phase == ANSWER)
    at = put(out, at, s.matter if talking else NONE)
    at = put_bits(out, at, s.talkers if talking else 0, SEATS)
    at = put(out, at, s.turns if talking else 0)
    for turn in range(MOST_TURNS):
        at = put(out, at, s.offers[turn] if turn < made else NONE)
    return at


def put_run(s: Monty, out: Row, at: int) -> int:
    at = put(out, at, s.runner)
    at = put(out, at, s.left)
    at = put(out, at, s.explorer)
    at = put(out, at, s.edge)
    at = put(out, at, s.card)
    at = put(out, at, s.ban)
    at = put_row(out, at, s.bounced, CHAIN)
    at = put(out, at, s.pushed)
    at = put(out, at, s.way)
    at = put_bits(out, at, s.victims, SEATS)
    return put_bits(out, at, s.shoved, SEATS)
