"""The round of DOG: dealing, the exchange, whose turn it is, and when it all ends (DOG-2)."""

from __future__ import annotations

from dogpark.games.dog.actions import KINDS
from dogpark.games.dog.board import partner_of
from dogpark.games.dog.state import (
    DEALING,
    EXCHANGE,
    EXCHANGE_OFF,
    FOLD_HIDDEN,
    NONE,
    OVER,
    RESHUFFLE_EVERY_CYCLE,
    RESHUFFLE_EVERY_ROUND,
    RESHUFFLE_TOP_UP,
    TURN,
    Dog,
)

BIGGEST_DEAL = 6
SMALLEST_DEAL = 2

# -- dealing --------------------------------------------------------------------------------------


def takes_cards(s: Dog, seat: int) -> bool:
    """Players of a team that has won get no more cards (DOG-13.21)."""
    return s.rank[seat % (s.players // 2)] == 0


def begin_deal(s: Dog) -> None:
    s.phase = DEALING
    s.turn = NONE
    s.dealt = 0
    for seat in range(s.players):
        s.gift[seat] = NONE
        s.sure[seat] = 0
    need = 0
    for seat in range(s.players):
        if takes_cards(s, seat):
            need += s.size
    left = undealt(s)
    rule = s.rule_reshuffle  # DOG-2.2, DOG-13.3
    if rule == RESHUFFLE_TOP_UP:
        if left == 0:
            reshuffle(s)
    elif (
        left < need
        or rule == RESHUFFLE_EVERY_ROUND
        or (rule == RESHUFFLE_EVERY_CYCLE and s.size == BIGGEST_DEAL)
    ):
        reshuffle(s)


def reshuffle(s: Dog) -> None:
    """An order nobody knows is no order: the pile is a multiset, so counts are simply added."""
    for kind in range(KINDS):
        s.draw[kind] += s.discard[kind] + s.buried[kind]
        s.discard[kind] = 0
        s.buried[kind] = 0


def deal_card(s: Dog, kind: int) -> None:
    """The next card goes round from the dealer's right (DOG-2.1)."""
    takers = 0
    for seat in range(s.players):
        if takes_cards(s, seat):
            takers += 1
    skip = s.dealt % takers
    seat = s.dealer + 1 if s.dealer + 1 < s.players else 0
    while skip > 0 or not takes_cards(s, seat):
        if takes_cards(s, seat):
            skip -= 1
        seat = seat + 1 if seat + 1 < s.players else 0
    s.draw[kind] -= 1
    s.dealt += 1
    take_card(s, seat, kind)
    if s.dealt == takers * s.size:
        if s.rule_exchange == EXCHANGE_OFF:  # DOG-13.4
            begin_turns(s)
        else:
            s.phase = EXCHANGE
    elif s.rule_reshuffle == RESHUFFLE_TOP_UP and undealt(s) == 0:
        reshuffle(s)


def undealt(s: Dog) -> int:
    """How many cards the draw pile holds."""
    count = 0
    for kind in range(KINDS):
        count += s.draw[kind]
    return count


# -- hands ----------------------------------------------------------------------------------------


def take_card(s: Dog, seat: int, kind: int) -> None:
    """Into the hand, which stays sorted so that equal hands are equal states."""
    i = s.cards[seat]
    while i > 0 and s.hand[seat][i - 1] > kind:
        s.hand[seat][i] = s.hand[seat][i - 1]
        i -= 1
    s.hand[seat][i] = kind
    s.cards[seat] += 1


def drop_card(s: Dog, seat: int, kind: int) -> None:
    i = 0
    while s.hand[seat][i] != kind:
        i += 1
    last = s.cards[seat] - 1
    while i < last:
        s.hand[seat][i] = s.hand[seat][i + 1]
        i += 1
    s.hand[seat][last] = NONE
    s.cards[seat] = last


def lay_down_hand(s: Dog, seat: int) -> None:
    """All cards of a hand go to the discards (DOG-2.7), face down if the house says so."""
    for i in range(s.cards[seat]):
        kind = s.hand[seat][i]
        if s.rule_fold_reveal == FOLD_HIDDEN:  # DOG-13.5
            s.buried[kind] += 1
        else:
            s.discard[kind] += 1
        s.hand[seat][i] = NONE
    s.cards[seat] = 0
    s.sure[partner_of(s, seat)] = 0


def exchange_gifts(s: Dog) -> None:
    """When the last pick is in, all gifts change hands at once (DOG-2.3)."""
    for seat in range(s.players):
        if s.gift[seat] == NONE and takes_cards(s, seat):
            return
    for seat in range(s.players):
        if takes_cards(s, seat):
            drop_card(s, seat, s.gift[seat])
    for seat in range(s.players):
        if takes_cards(s, seat):
            take_card(s, partner_of(s, seat), s.gift[seat])
            s.sure[seat] = 1  # DOG-12.3
    begin_turns(s)


# -- turns ----------------------------------------------------------------------------------------


def begin_turns(s: Dog) -> None:
    s.turn = s.dealer
    next_turn(s)


def next_turn(s: Dog) -> None:
    """The next seat to the right that holds cards (DOG-2.4); without one the round is over."""
    s.phase = TURN
    for _ in range(s.players):
        s.turn = s.turn + 1 if s.turn + 1 < s.players else 0
        if s.cards[s.turn] > 0:
            return
    end_round(s)


def end_round(s: Dog) -> None:
    """DOG-2.8, DOG-10.4"""
    if s.round >= s.rule_max_rounds:
        end_game(s)
        return
    s.round += 1
    s.dealer = s.dealer + 1 if s.dealer + 1 < s.players else 0
    s.size = s.size - 1 if s.size > SMALLEST_DEAL else BIGGEST_DEAL
    begin_deal(s)


def end_game(s: Dog) -> None:
    s.phase = OVER
    s.turn = NONE
