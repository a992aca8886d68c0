"""A round from the deal to the score: the deck, the grid, and whose turn it is. Rule dialect."""

from __future__ import annotations

from dogpark.games.breath.cards import all_cards, copies
from dogpark.games.breath.knowledge import (
    all_see_come,
    deck_card_drawn,
    discards_shuffled,
    forget_all,
    hand_gets_seen,
)
from dogpark.games.breath.scoring import may_go_out, score_round
from dogpark.games.breath.state import (
    COMING,
    DEALING,
    DECK,
    DRAWING,
    FACING,
    FLIPPING,
    GRID,
    NONE,
    OVER,
    SEATS,
    SHOWING,
    SORTS,
    STARTER,
    TAKING,
    Breath,
)

DEALT = 5  # BRE-2.1
SMALL_GRID = 8  # BRE-2.2
TAKES = 2  # BRE-2.4
MOST_TURNS = 200  # BRE-6.6


def seat_after(s: Breath, seat: int) -> int:
    """BRE-2.3, BRE-3.4: the left neighbour."""
    following = seat + 1
    if following == s.players:
        following = 0
    return following


# -- the deal -------------------------------------------------------------------------------------


def grid_size(s: Breath) -> int:
    """BRE-2.2"""
    if s.players == 2:
        return SMALL_GRID
    return GRID


def grid_lies(s: Breath) -> bool:
    """Whether the grid lies on the table."""
    return s.phase <= TAKING or s.phase == STARTER or s.phase == DEALING or s.phase == SHOWING


def lay_out(s: Breath) -> None:
    """All cards into the deck, those of the grid face-down; nothing is known (BRE-2.2)."""
    for sort in range(SORTS):
        s.deck[sort] = copies(s, sort)
        s.face_up[sort] = 0
        s.face_down[sort] = 0
    for seat in range(SEATS):
        s.cards[seat] = 0
        s.last[seat] = NONE
        for sort in range(SORTS):
            s.hand[seat][sort] = 0
    forget_all(s)
    s.left = all_cards(s)
    s.top = s.left
    for place in range(GRID):
        s.grid[place] = NONE
    s.covered = (1 << grid_size(s)) - 1
    s.standing = NONE
    s.spot = NONE
    s.taken = 0
    s.turns = 0
    s.scavenged = 0
    s.out = NONE
    s.came = NONE
    s.went = NONE


def begin_round(s: Breath) -> None:
    """BRE-2.1, BRE-2.4"""
    lay_out(s)
    s.turn = s.starter
    s.drawer = s.starter
    s.phase = DEALING


def card_comes(s: Breath, seat: int, sort: int) -> None:
    s.deck[sort] -= 1
    s.left -= 1
    s.hand[seat][sort] += 1
    s.cards[seat] += 1


def deal_card(s: Breath, sort: int) -> None:
    """One card after the other, round the table, until everybody has 5."""
    card_comes(s, s.drawer, sort)
    s.drawer = seat_after(s, s.drawer)
    if s.cards[s.drawer] == DEALT:
        s.phase = FLIPPING


# -- the grid -------------------------------------------------------------------------------------


def turn_card_down(s: Breath) -> None:
    """BRE-2.5"""
    s.covered |= 1 << s.standing
    s.standing = NONE
    s.phase = FLIPPING


def flip_card(s: Breath, place: int) -> None:
    """BRE-2.6: chance says what it is, unless everybody has seen it before."""
    s.covered &= ~(1 << place)
    s.spot = place
    if s.grid[place] == NONE:
        s.phase = SHOWING
    else:
        card_lies_open(s)


def card_shown(s: Breath, sort: int) -> None:
    s.deck[sort] -= 1
    s.left -= 1
    s.grid[s.spot] = sort
    card_lies_open(s)


def card_lies_open(s: Breath) -> None:
    if s.standing == NONE:
        s.standing = s.spot
        s.spot = NONE
        s.phase = FLIPPING
    else:
        s.phase = TAKING


def take_from_grid(s: Breath, seat: int, place: int) -> None:
    """BRE-2.7, BRE-2.4"""
    sort = s.grid[place]
    s.grid[place] = NONE
    s.hand[seat][sort] += 1
    s.cards[seat] += 1
    hand_gets_seen(s, seat, sort)
    s.standing = s.standing + s.spot - place
    s.spot = NONE
    s.taken += 1
    s.turn = seat_after(s, seat)
    if s.taken < TAKES * s.players:
        s.phase = FACING
    else:
        grid_goes_under_deck(s)
        begin_turn(s)


def grid_goes_under_deck(s: Breath) -> None:
    """BRE-2.8; BRE-10.5: what was seen of it stays known."""
    s.top = all_cards(s) - DEALT * s.players - grid_size(s)
    for place in range(GRID):
        sort = s.grid[place]
        if sort != NONE:
            s.deck[sort] += 1
            s.left += 1
            all_see_come(s, DECK, sort)
            s.grid[place] = NONE
    s.covered = 0
    s.standing = NONE


# -- the deck -------------------------------------------------------------------------------------


def draw_from_deck(s: Breath, seat: int) -> None:
    """The next card of the deck goes to this seat; an empty deck is renewed first (BRE-3.5).

    BRE-3.6: then there are cards in it.
    """
    if s.left == 0:
        shuffle_discards(s)
    s.drawer = seat
    s.phase = COMING


def shuffle_discards(s: Breath) -> None:
    s.left = 0
    for sort in range(SORTS):
        s.deck[sort] = s.face_up[sort] + s.face_down[sort]
        s.left += s.deck[sort]
        s.face_up[sort] = 0
        s.face_down[sort] = 0
    discards_shuffled(s)


def card_drawn(s: Breath, sort: int) -> None:
    """BRE-10.5: from the top nobody has ever seen a card; below, some are known to lie there."""
    seat = s.drawer
    card_comes(s, seat, sort)
    s.lacks[seat] = 0
    if s.top > 0:
        s.top -= 1
    else:
        deck_card_drawn(s, seat, sort)


# -- turns ----------------------------------------------------------------------------------------


def begin_turn(s: Breath) -> None:
    s.phase = DRAWING
    s.scavenged = 0


def can_go_out(s: Breath, seat: int) -> bool:
    """BRE-6.1, BRE-6.3, BRE-6.6, and what the house asks for."""
    if s.out != NONE or s.turns >= MOST_TURNS:
        return False
    return may_go_out(s, seat)


def go_out(s: Breath, seat: int) -> None:
    """BRE-6.1; BRE-10.8: a house rule tells something about the hand."""
    s.out = seat
    s.proven = int(s.rule_min_points_to_go_out > 0 or s.rule_super_combo_to_go_out != 0)
    end_turn(s)


def end_turn(s: Breath) -> None:
    """BRE-3.4, BRE-6.2, BRE-6.6"""
    s.turns += 1
    s.turn = seat_after(s, s.turn)
    if s.turn == s.out or (s.out == NONE and s.turns >= MOST_TURNS):
        end_round(s)
    else:
        begin_turn(s)


def end_round(s: Breath) -> None:
    """BRE-9.2, BRE-11.5, BRE-2.3"""
    score_round(s)
    if s.round == s.rule_rounds:
        s.phase = OVER
    else:
        s.round += 1
        s.starter = seat_after(s, s.starter)
        begin_round(s)
