"""The deck: which cards there are, how many are left, and what the next one may be (MON-1.6). Rule dialect."""

from __future__ import annotations

from dogpark.games.monty.state import DECK_KINDS, GARDEN_KINDS, Monty

DECK = (4, 2, 2, 4, 4, 1, 2)  # of each kind
DECK_SIZE = 19
TOP = 9  # so many draws bring garden cards only


def fill_deck(s: Monty) -> None:
    for kind in range(DECK_KINDS):
        s.deck[kind] = DECK[kind]


def cards_left(s: Monty) -> int:
    left = 0
    for kind in range(DECK_KINDS):
        left += s.deck[kind]
    return left


def garden_cards_on_top(s: Monty) -> int:
    """How many of the next cards are garden cards for certain."""
    return max(TOP - DECK_SIZE + cards_left(s), 0)


def kinds_on_top(s: Monty) -> int:
    """The next card is one of so many kinds, in the order of ``deck``.

    Nine of the sixteen garden cards lie on top, the others are mixed with the rest. Every order of
    the garden cards is equally likely, so each undrawn one is as likely as any other to come next:
    among the garden cards at first, among all cards later.
    """
    return GARDEN_KINDS if garden_cards_on_top(s) > 0 else DECK_KINDS
