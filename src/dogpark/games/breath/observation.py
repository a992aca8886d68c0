"""What a seat observes (BRE-10.1): grid, discards and numbers of cards like everybody, its own hand,
and what it is certain of. Rule dialect, allow-list.
"""

from __future__ import annotations

from dogpark.games.breath.actions import STARTS
from dogpark.games.breath.knowledge import row_of, unseen_of
from dogpark.games.breath.rounds import grid_lies, grid_size
from dogpark.games.breath.rules import active, stage
from dogpark.games.breath.state import (
    DECK,
    GRID,
    NONE,
    OVER,
    SEATS,
    SHOWING,
    SORTS,
    SPECTATOR,
    STARTER,
    Breath,
)
from dogpark.kernel.schema import Row
from dogpark.kernel.sight import Part
from dogpark.kernel.vector import put, put_bits, put_row

ACTIONS = STARTS  # the first code that is nature's
GONE, DOWN, UP = 0, 1, 2  # how a card of the grid lies
ALL_CARDS = 60
COPIES = 7  # of one sort, at most

PARTS = (
    Part("you", 1, 0, SEATS - 1),
    Part("stage", 1, 0, 9),  # what is asked of you
    Part("phase", 1, 0, OVER),
    Part("round", 1, 0, 10),
    Part("turns", 1, 0, 1000),
    Part("turn", 1, NONE, SEATS - 1),
    Part("asked", 1, NONE, SEATS - 1),
    Part("starter", 1, NONE, SEATS - 1),
    Part("out", 1, NONE, SEATS - 1),
    Part("proven", 1, 0, 1),
    Part("target", 1, NONE, SEATS - 1),  # of the scavenger
    Part("wish", 1, NONE, SORTS - 1),
    Part("guard", 1, NONE, SEATS - 1),
    Part("grid_lies", GRID, GONE, UP),
    Part("grid_card", GRID, NONE, SORTS - 1),
    Part("face_up", SORTS, 0, COPIES),
    Part("face_down", SORTS, 0, COPIES),
    Part("deck", 1, 0, ALL_CARDS),
    Part("bottom", 1, 0, ALL_CARDS),  # of the deck: cards that lay in the grid
    Part("known_in_deck", SORTS, 0, COPIES),
    Part("unseen", SORTS, 0, COPIES),  # whose place you do not know
    Part("cards", SEATS, 0, 8),
    Part("total", SEATS, -2000, 2000),
    Part("gained", SEATS, -500, 500),  # in the last round
    Part("last_discard", SEATS, NONE, SORTS - 1),
    Part("known", SEATS * SORTS, 0, COPIES),  # in each hand; in yours, what others know of it
    Part("lacks", SEATS * SORTS, 0, 1),
    Part("hand", SORTS, 0, COPIES),  # yours
    Part("offer", 1, NONE, SORTS - 1),
    Part("came", 1, NONE, SORTS - 1),
    Part("went", 1, NONE, SORTS - 1),
)


def observe(s: Breath, seat: int, out: Row) -> int:
    asks = asked_seat(s)
    at = put(out, 0, seat)
    at = put(out, at, stage(s, seat))
    at = put(out, at, s.phase)
    at = put(out, at, s.round)
    at = put(out, at, s.turns)
    at = put(out, at, NONE if s.phase == OVER or s.phase == STARTER else s.turn)
    at = put(out, at, asks)
    at = put(out, at, s.starter)
    at = put(out, at, s.out)
    at = put(out, at, s.proven if s.out != NONE else 0)
    at = put(out, at, s.target)
    at = put(out, at, s.wish if s.target != NONE else NONE)
    at = put(out, at, s.guard if s.target != NONE else NONE)
    at = put_grid(s, out, at)
    at = put_row(out, at, s.face_up, SORTS)
    at = put_row(out, at, s.face_down, SORTS)
    at = put_deck(s, seat, out, at)
    for sort in range(SORTS):
        at = put(out, at, unseen_of(s, seat, sort))
    at = put_row(out, at, s.cards, SEATS)
    at = put_row(out, at, s.total, SEATS)
    at = put_row(out, at, s.gained, SEATS)
    for other in range(SEATS):
        at = put(out, at, s.last[other] if other < s.players else NONE)
    for other in range(SEATS):
        at = put_row(out, at, s.known[row_of(other, eyes_on(s, other, seat))], SORTS)
    for other in range(SEATS):
        at = put_bits(out, at, s.lacks[other], SORTS)
    at = put_row(out, at, s.hand[seat], SORTS)
    at = put(out, at, s.offer if s.turn == seat else NONE)
    at = put(out, at, s.came if asks == seat else NONE)
    return put(out, at, s.went if asks == seat else NONE)


def asked_seat(s: Breath) -> int:
    for seat in range(SEATS):
        if active(s) == 1 << seat:
            return seat
    return NONE


def eyes_on(s: Breath, other: int, seat: int) -> int:
    """Whose knowledge of a hand the seat is told: its own; of its own hand, what all others know."""
    if other != seat:
        return seat
    if s.players == 2:
        return 1 - seat
    return SPECTATOR


def put_grid(s: Breath, out: Row, at: int) -> int:
    lies = grid_lies(s)
    size = grid_size(s)
    for place in range(GRID):
        how = GONE
        card = NONE
        if lies and place < size:
            card = s.grid[place]
            if (s.covered >> place) & 1:
                how = DOWN
            elif place == s.standing or place == s.spot:
                how = UP
        out[at + place] = how
        out[at + GRID + place] = card
    return at + 2 * GRID


def put_deck(s: Breath, seat: int, out: Row, at: int) -> int:
    cards = s.left
    bottom = 0
    if grid_lies(s):
        for place in range(grid_size(s)):
            cards -= ((s.covered >> place) & 1) & (s.grid[place] == NONE)
        cards -= s.phase == SHOWING
    elif s.top > 0:
        bottom = s.left - s.top
    at = put(out, at, cards)
    at = put(out, at, bottom)
    return put_row(out, at, s.known[row_of(DECK, seat)], SORTS)
