"""What a seat cannot know, dealt afresh (BRE-10).

Hidden from a seat are the other hands and the deck. What it is certain of stays where it is, hand by
hand, and at the bottom of the deck. All ways to spread the other cards over the places that are left
are equally likely, as cards come by chance, save those that cannot be: a hand that was asked for a
card in vain has none (BRE-10.7), and where the house asks for a certain hand, whoever is out has
one (BRE-10.8).

Certainty is all that is remembered: of a card that is either here or there, as after a swap between
two others, nothing is known any more. What others know of each other's hands changes with the
hands: as many cards as they were certain of, any of those that are there now. A card that was laid
down for a scavenger is taken as any card of that hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb, prod

from dogpark.games.breath.cards import BONES
from dogpark.games.breath.knowledge import row_of
from dogpark.games.breath.scoring import HAND, may_go_out
from dogpark.games.breath.state import (
    BONE,
    DAY,
    DECK,
    FOOD,
    MEAT,
    NIGHT,
    NONE,
    SORTS,
    SPECTATOR,
    Breath,
)
from dogpark.kernel.rng import dice_below, forget_nature
from dogpark.kernel.schema import Row

STIRS = 400  # exchanges of two cards; some fifty cards are well mixed after a quarter of that


def redeal(s: Breath, seat: int | None, dice: Row) -> Breath:
    """Another state that this seat could not tell from the given one; None is a spectator."""
    new = s.copy()
    viewer = SPECTATOR if seat is None else seat
    others = [other for other in range(s.players) if other != viewer]
    unknown = Unknown(new, viewer, others)
    proven = new.proven and new.out != viewer
    if not proven and not any(new.lacks[other] for other in others):
        unknown.shuffle(dice)
    else:
        if proven and new.rule_super_combo_to_go_out:
            unknown.deal_combo(dice)
        unknown.stir(dice)
    _redraw_what_others_know(new, others, dice)
    if s.offer != NONE and s.turn != viewer:
        new.offer = _pick(new.hand[s.turn], dice)
    forget_nature(new, dice)
    return new


class Unknown:
    """The cards of a state whose place a viewer does not know, and where they are."""

    def __init__(self, s: Breath, viewer: int, others: Sequence[int]) -> None:
        self.s = s
        self.places: list[int] = []
        self.cards: list[int] = []
        for place in (*others, DECK):
            known = s.known[row_of(place, viewer)]
            for sort, count in enumerate(self._row(place)):
                self.cards += [sort] * (count - known[sort])
                self.places += [place] * (count - known[sort])

    def _row(self, place: int) -> Row:
        return self.s.deck if place == DECK else self.s.hand[place]

    def exchange(self, a: int, b: int) -> None:
        for at, sort in ((a, self.cards[b]), (b, self.cards[a])):
            self._row(self.places[at])[sort] += 1
            self._row(self.places[at])[self.cards[at]] -= 1
        self.cards[a], self.cards[b] = self.cards[b], self.cards[a]

    def shuffle(self, dice: Row) -> None:
        """Fisher and Yates: every order is equally likely."""
        for last in range(len(self.cards) - 1, 0, -1):
            self.exchange(last, dice_below(dice, last + 1))

    def stir(self, dice: Row) -> None:
        """Exchanges cards at random as long as no hand becomes impossible by it.

        Every possible deal can be reached, and in the long run each is as likely as another.
        """
        for _ in range(STIRS):
            a, b = (dice_below(dice, len(self.cards)) for _ in range(2))
            touched = [
                place for place in {self.places[a], self.places[b]} if self.is_possible(place)
            ]
            self.exchange(a, b)
            if not all(self.is_possible(place) for place in touched):
                self.exchange(a, b)

    def is_possible(self, place: int) -> bool:
        """BRE-10.7, BRE-10.8"""
        s = self.s
        if place == DECK:
            return True
        if any(s.lacks[place] >> sort & 1 and s.hand[place][sort] for sort in range(SORTS)):
            return False
        return not (s.proven and place == s.out) or may_go_out(s, place)

    def deal_combo(self, dice: Row) -> None:
        """BRE-11.7: one of the super combos that can be, by the number of ways to deal it."""
        s = self.s
        mine = [at for at, place in enumerate(self.places) if place == s.out]
        known = list(s.hand[s.out])
        for at in mine:
            known[self.cards[at]] -= 1
        hand, choices, weights = s.hand[s.out], [], []
        for combo in _combos():
            missing = [a - b for a, b in zip(combo, known, strict=True)]
            s.hand[s.out] = combo
            if min(missing) >= 0 and may_go_out(s, s.out):
                choices.append(missing)
                weights.append(prod(comb(self.cards.count(i), n) for i, n in enumerate(missing)))
        s.hand[s.out] = hand
        drawn, pick = dice_below(dice, sum(weights)), 0
        while drawn >= weights[pick]:
            drawn -= weights[pick]
            pick += 1
        wanted = [sort for sort, count in enumerate(choices[pick]) for _ in range(count)]
        for done, (at, sort) in enumerate(zip(mine, wanted, strict=True)):
            taken = mine[:done]
            self.exchange(
                at, next(i for i, c in enumerate(self.cards) if c == sort and i not in taken)
            )


def _combos() -> Iterator[Row]:
    """BRE-8.1 to BRE-8.4: all hands that may be super combos."""
    for when in (DAY, NIGHT):
        yield [int((sort < FOOD and sort % 2 == when) or sort == BONE) for sort in range(SORTS)]
    meats = range(4 * MEAT, 4 * MEAT + 4)
    for others in ((BONE,) * BONES, ()):
        for meat in combinations_with_replacement(meats, HAND - len(others)):
            yield [(*others, *meat).count(sort) for sort in range(SORTS)]


# -- what others know -----------------------------------------------------------------------------


def _pick(counts: Row, dice: Row) -> int:
    """A card of a pile, each as likely as another."""
    cards = [sort for sort in range(SORTS) for _ in range(counts[sort])]
    return cards[dice_below(dice, len(cards))]


def _redraw_what_others_know(new: Breath, others: Sequence[int], dice: Row) -> None:
    """Beyond what everybody knows, others are certain of as many cards as before."""
    for other in others:
        for place in (*others, DECK):
            if place == other:
                continue
            there = new.deck if place == DECK else new.hand[place]
            row, public = row_of(place, other), new.known[row_of(place, SPECTATOR)]
            more = sum(new.known[row]) - sum(public)
            rest = [a - b for a, b in zip(there, public, strict=True)]
            certain = list(public)
            for _ in range(more):
                sort = _pick(rest, dice)
                rest[sort] -= 1
                certain[sort] += 1
            new.known[row] = certain
