"""What a seat observes (DOG-12): board, discards and numbers of cards like everybody, its own hand,
what it gave and got, and which cards it has not seen. Rule dialect, allow-list.

While the exchange runs, not even who has picked already is told.
"""

from __future__ import annotations

from dogpark.games.dog.actions import CARDS, DEALER, KINDS, PEGS, PLAYS, SEATS
from dogpark.games.dog.board import is_fresh, partner_of
from dogpark.games.dog.rules import PER_RANK, stage
from dogpark.games.dog.state import EXCHANGE, NONE, OVER, SEVEN_STEPS, Dog
from dogpark.kernel.schema import Row
from dogpark.kernel.sight import Part
from dogpark.kernel.vector import put, put_row, put_table

ACTIONS = DEALER  # the first code that is nature's
TEAMS = 3
DECK = 8 * (len(CARDS) - 1) + 6

PARTS = (
    Part("you", 1, 0, SEATS - 1),
    Part("stage", 1, 0, 6),  # what is asked of you
    Part("phase", 1, 0, OVER),
    Part("round", 1, 0, 10_000),
    Part("size", 1, 0, 6),  # cards a hand of this round
    Part("dealer", 1, NONE, SEATS - 1),
    Part("turn", 1, NONE, SEATS - 1),
    Part("rank", TEAMS, 0, TEAMS),  # place of each team that has won
    Part("play", 1, NONE, len(PLAYS) - 1),  # the card being played
    Part("mover", 1, NONE, SEATS - 1),  # whose pegs it moves
    Part("peg", 1, NONE, PEGS - 1),
    Part("left", 1, 0, 7),  # steps of a seven
    Part("loc", SEATS * PEGS, NONE, 149),
    Part("heading", SEATS * PEGS, -1, 1),
    Part("fresh", SEATS, 0, 1),  # a peg that was just started blocks its star
    Part("cards", SEATS, 0, 6),
    Part("draw", 1, 0, DECK),  # undealt
    Part("face_down", 1, 0, DECK),
    Part("discard", KINDS, 0, PER_RANK),
    Part("hand", KINDS, 0, PER_RANK),  # yours, by kind
    Part("unseen", KINDS, 0, PER_RANK),  # whose place you do not know
    Part("gave", 1, NONE, KINDS - 1),
    Part("got", 1, NONE, KINDS - 1),
    Part("partner_holds", 1, NONE, KINDS - 1),
)


def observe(s: Dog, seat: int, out: Row) -> int:
    at = put(out, 0, seat)
    at = put(out, at, stage(s, seat))
    at = put(out, at, s.phase)
    at = put(out, at, s.round)
    at = put(out, at, s.size)
    at = put(out, at, s.dealer)
    at = put(out, at, s.turn)
    at = put_row(out, at, s.rank, TEAMS)
    at = put(out, at, s.play)
    at = put(out, at, s.mover)
    at = put(out, at, s.peg)
    at = put(out, at, s.left if s.phase == SEVEN_STEPS else 0)
    at = put_table(out, at, s.loc, SEATS, PEGS)
    at = put_table(out, at, s.heading, SEATS, PEGS)
    at = put_fresh(s, out, at)
    at = put_row(out, at, s.cards, SEATS)
    at = put_piles(s, out, at)
    at = put_row(out, at, s.discard, KINDS)
    at = put_hand(s, seat, out, at)
    at = put_unseen(s, seat, out, at)
    partner = partner_of(s, seat)
    at = put(out, at, s.gift[seat])
    at = put(out, at, s.gift[partner] if s.phase != EXCHANGE else NONE)
    return put(out, at, s.gift[seat] if s.sure[seat] else NONE)


def put_fresh(s: Dog, out: Row, at: int) -> int:
    for seat in range(SEATS):
        fresh = 0
        for peg in range(PEGS):
            if is_fresh(s, seat, peg):
                fresh = 1
        out[at + seat] = fresh
    return at + SEATS


def put_piles(s: Dog, out: Row, at: int) -> int:
    """How many cards lie in the draw pile and face down; not which."""
    undealt = 0
    down = 0
    for kind in range(KINDS):
        undealt += s.draw[kind]
        down += s.buried[kind]
    at = put(out, at, undealt)
    return put(out, at, down)


def put_hand(s: Dog, seat: int, out: Row, at: int) -> int:
    for kind in range(KINDS):
        out[at + kind] = 0
    for i in range(s.cards[seat]):
        out[at + s.hand[seat][i]] += 1
    return at + KINDS


def put_unseen(s: Dog, seat: int, out: Row, at: int) -> int:
    """All cards but those face up, in one's hand, or given and still in the partner's."""
    for kind in range(KINDS):
        out[at + kind] = PER_RANK - s.discard[kind]
    out[at + KINDS - 1] = 2 * s.rule_jokers_per_pack - s.discard[KINDS - 1]
    for i in range(s.cards[seat]):
        out[at + s.hand[seat][i]] -= 1
    if s.sure[seat]:
        out[at + s.gift[seat]] -= 1
    return at + KINDS
