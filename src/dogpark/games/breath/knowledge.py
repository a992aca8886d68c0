"""What is certain, to whom (BRE-10). Rule dialect.

For every place (four hands and the deck) and every viewer (four seats and a spectator) the state
counts how many cards of each sort certainly lie there. A card that is seen to come adds one, a card
that is seen to leave takes one of its sort, and a card that leaves unseen may have been of any
sort, so each loses one. A seat's row of its own hand is kept as a spectator's.
"""

from __future__ import annotations

from dogpark.games.breath.cards import copies
from dogpark.games.breath.state import DECK, GRID, NONE, PLACES, SORTS, VIEWERS, Breath


def row_of(place: int, viewer: int) -> int:
    return VIEWERS * place + viewer


def unseen_of(s: Breath, viewer: int, sort: int) -> int:
    """How many cards of a sort are where this viewer does not know; its own hand it sees."""
    count = copies(s, sort) - s.face_up[sort] - s.face_down[sort]
    for place in range(PLACES):
        if place == viewer and place != DECK:
            count -= s.hand[place][sort]
        else:
            count -= s.known[row_of(place, viewer)][sort]
    for place in range(GRID):
        count -= s.grid[place] == sort
    return count


def forget_all(s: Breath) -> None:
    for row in range(PLACES * VIEWERS):
        for sort in range(SORTS):
            s.known[row][sort] = 0
    for seat in range(s.players):
        s.lacks[seat] = 0


# -- one viewer -----------------------------------------------------------------------------------


def viewer_sees_leave(s: Breath, row: int, sort: int) -> None:
    count = s.known[row][sort]
    s.known[row][sort] = count - (count > 0)


def viewer_misses_leave(s: Breath, row: int) -> None:
    """BRE-10.4, BRE-10.5: one less of each sort is certain."""
    for sort in range(SORTS):
        count = s.known[row][sort]
        s.known[row][sort] = count - (count > 0)


# -- what everybody sees --------------------------------------------------------------------------


def all_see_come(s: Breath, place: int, sort: int) -> None:
    """BRE-10.2: a card from the grid or the discards; BRE-10.5: one that goes under the deck."""
    first = row_of(place, 0)
    for viewer in range(VIEWERS):
        s.known[first + viewer][sort] += 1


def all_see_leave(s: Breath, place: int, sort: int) -> None:
    """BRE-10.2: discarded or played."""
    first = row_of(place, 0)
    for viewer in range(VIEWERS):
        viewer_sees_leave(s, first + viewer, sort)


def hand_gets_seen(s: Breath, seat: int, sort: int) -> None:
    """BRE-10.2, BRE-10.7"""
    all_see_come(s, seat, sort)
    s.lacks[seat] &= ~(1 << sort)


# -- what some see --------------------------------------------------------------------------------


def deck_card_drawn(s: Breath, seat: int, sort: int) -> None:
    """BRE-10.5: a card from among those that are known to lie in the deck; the drawer sees it."""
    for viewer in range(VIEWERS):
        if viewer == seat:
            viewer_sees_leave(s, row_of(DECK, viewer), sort)
        else:
            viewer_misses_leave(s, row_of(DECK, viewer))


def cards_swapped(s: Breath, seat: int, other: int, gave: int, got: int) -> None:
    """BRE-10.3, BRE-10.4: the two see both cards, the others only that cards have moved.

    BRE-11.4: a card that was named moves before the eyes of all.
    """
    for viewer in range(VIEWERS):
        mine = row_of(seat, viewer)
        theirs = row_of(other, viewer)
        if viewer == other:
            viewer_sees_leave(s, mine, gave)
            s.known[mine][got] += 1
        else:
            viewer_misses_leave(s, mine)
            s.known[mine][got] += s.wish != NONE
        if viewer == seat:
            viewer_sees_leave(s, theirs, got)
            s.known[theirs][gave] += 1
        elif s.wish != NONE:
            viewer_sees_leave(s, theirs, got)
        else:
            viewer_misses_leave(s, theirs)
    s.lacks[other] = 0
    if s.wish != NONE:
        s.lacks[seat] &= ~(1 << got)
    else:
        s.lacks[seat] = 0


def discards_shuffled(s: Breath) -> None:
    """BRE-10.6: the new deck holds the discards and nothing else."""
    for viewer in range(VIEWERS):
        for sort in range(SORTS):
            s.known[row_of(DECK, viewer)][sort] = s.deck[sort]
        infer_last_hand(s, viewer)


def infer_last_hand(s: Breath, viewer: int) -> None:
    """BRE-10.6: the one hand that is not fully known holds whatever is nowhere else.

    Only at this moment is there nothing hidden but hands, so only now is that certain.
    """
    unclear = 0
    whose = NONE
    for seat in range(s.players):
        if seat != viewer:
            certain = 0
            for sort in range(SORTS):
                certain += s.known[row_of(seat, viewer)][sort]
            if certain < s.cards[seat]:
                unclear += 1
                whose = seat
    if unclear == 1:
        for sort in range(SORTS):
            s.known[row_of(whose, viewer)][sort] = s.hand[whose][sort]
