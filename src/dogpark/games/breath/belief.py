"""What a seat cannot know, dealt afresh (BRE-10).

Hidden from a seat are the other hands and the deck. What it is certain of stays where it is, hand by
hand, and at the bottom of the deck. Before the first turn all ways to spread the other cards over the
places that are left are equally likely, as cards come by chance; later, hands hold what goes with
the cards that their players took and without the one that they discarded last (``guess``). A hand
that was asked for a card in vain has none (BRE-10.7), and where the house asks for a certain hand,
whoever is out has one (BRE-10.8): where such is known, all deals that can be are equally likely.

Certainty is all that is remembered: of a card that is either here or there, as after a swap between
two others, nothing is known any more. What others know of each other's hands changes with the
hands: as many cards as they were certain of, any of those that are there now. A card that was laid
down for a scavenger is taken as any card of that hand, and so is one that just came.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from dogpark.games.breath.guess import deal_likely
from dogpark.games.breath.knowledge import row_of
from dogpark.games.breath.outed import deal_outed
from dogpark.games.breath.state import ALARMED, DECK, NONE, SORTS, SPECTATOR, Breath
from dogpark.kernel.rng import dice_below, forget_nature
from dogpark.kernel.schema import Row


def redeal(s: Breath, seat: int | None, dice: Row) -> Breath:
    """Another state that this seat could not tell from the given one; None is a spectator."""
    new = s.copy()
    viewer = SPECTATOR if seat is None else seat
    others = [other for other in range(s.players) if other != viewer]
    _deal_afresh(new, viewer, others, dice)
    _redraw_what_others_know(new, others, dice)
    if s.offer != NONE and s.turn != viewer:
        new.offer = _pick(new.hand[s.turn], dice)
    _redraw_what_came(new, viewer, dice)
    forget_nature(new, dice)
    return new


# -- the cards ------------------------------------------------------------------------------------


def _deal_afresh(new: Breath, viewer: int, others: Sequence[int], dice: Row) -> None:
    """All cards whose place the viewer does not know, into the hands and the deck."""
    certain = {place: list(new.known[row_of(place, viewer)]) for place in (*others, DECK)}
    # In the order of the sorts, not of where they lie: the same dice deal the same world to whoever
    # knows the same, whatever is true.
    cards = sorted(
        sort
        for place in (*others, DECK)
        for sort, count in enumerate(new.deck if place == DECK else new.hand[place])
        for _ in range(count - certain[place][sort])
    )
    proven = new.out if new.proven and new.out != viewer else NONE
    if new.turns > 0 and proven == NONE and not any(new.lacks):
        _deal_by_guess(new, others, certain, cards, dice)
        return
    order = sorted(others, key=lambda other: (other != proven, other))
    dealt = None
    while dealt is None:
        dealt = _deal_hands(new, proven, order, certain, cards, dice)
    for place, got in dealt.items():
        row = certain[place]
        for card in got:
            row[card] += 1
        if place == DECK:
            new.deck = row
        else:
            new.hand[place] = row


def _deal_by_guess(
    new: Breath, others: Sequence[int], certain: dict[int, Row], cards: Sequence[int], dice: Row
) -> None:
    """Hands that make sense; any of them first, since it gets what goes together best."""
    pool = [0] * SORTS
    for card in cards:
        pool[card] += 1
    first = dice_below(dice, len(others))
    for seat in (*others[first:], *others[:first]):
        hand = certain[seat]
        deal_likely(hand, new.cards[seat] - sum(hand), pool, new.last[seat], new.turns, dice)
        new.hand[seat] = hand
    new.deck = [a + b for a, b in zip(certain[DECK], pool, strict=True)]


def _deal_hands(
    s: Breath,
    proven: int,
    order: Sequence[int],
    certain: dict[int, Row],
    cards: Sequence[int],
    dice: Row,
) -> dict[int, list[int]] | None:
    """One hand after the other, each out of the cards that it may have; None: try again.

    A hand that lacks a sort has the fewer ways left, the more of its cards went elsewhere. Such
    deals are kept as often as they have ways, so that in the end all deals are equally likely.
    """
    left, dealt = list(cards), {}
    for seat in order:
        allowed = [card for card in left if not s.lacks[seat] >> card & 1]
        if seat == proven:
            got = deal_outed(s, seat, certain[seat], allowed, dice)
        else:
            size = s.cards[seat] - sum(certain[seat])
            forbidden = sum(s.lacks[seat] >> card & 1 for card in cards)
            most = min(len(left), len(cards) - forbidden)
            if len(allowed) < most and dice_below(dice, comb(most, size)) >= comb(
                len(allowed), size
            ):
                return None
            got = [allowed.pop(dice_below(dice, len(allowed))) for _ in range(size)]
        for card in got:
            left.remove(card)
        dealt[seat] = got
    dealt[DECK] = left
    return dealt


# -- what others know -----------------------------------------------------------------------------


def _pick(counts: Row, dice: Row) -> int:
    """A card of a pile, each as likely as another."""
    cards = [sort for sort in range(SORTS) for _ in range(counts[sort])]
    return cards[dice_below(dice, len(cards))]


def _redraw_what_came(new: Breath, viewer: int, dice: Row) -> None:
    """BRE-4.5: a card drawn is seen by its player, a swap by the two; BRE-11.4: a wish by all."""
    if new.came == NONE or viewer == new.turn:
        return
    if new.phase != ALARMED:
        new.came = _pick(new.hand[new.turn], dice)
    elif viewer != new.target:
        new.came = _pick(new.hand[new.target], dice)
        new.went = _pick(new.hand[new.turn], dice) if new.wish == NONE else new.wish


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
