"""What a seat cannot know, dealt afresh (DOG-12).

Hidden from a seat are the other hands, the draw pile and the cards that lie face down. All ways to
spread the cards it has not seen over those places are equally likely, as cards are dealt by chance
and the state keeps no further trace of who played what. Where more is known, it holds: the seat's
own gift stays in the partner's hand while that is sure (DOG-12.3).

What others picked in the exchange is taken as any card of their hand, each as likely as another.
Once the gifts have changed hands, a gift between others is any of the cards the receiver started
the round with: still in the hand, or gone among the cards that lie. Who has picked already is kept:
it is a matter of minutes, not of chance.
"""

from __future__ import annotations

from collections.abc import Iterable

from dogpark.games.dog.actions import KINDS
from dogpark.games.dog.board import partner_of
from dogpark.games.dog.state import EXCHANGE, NONE, Dog
from dogpark.kernel.rng import dice_below, forget_nature
from dogpark.kernel.schema import Row


def redeal(s: Dog, seat: int | None, dice: Row) -> Dog:
    """Another state that this seat could not tell from the given one; None is a spectator."""
    new = s.copy()
    others = [other for other in range(s.players) if other != seat]
    kept = _kept_cards(s, seat)
    unknown = _unknown_cards(s, others, kept)
    for other in others:
        held = kept[other] + _drawn(unknown, s.cards[other] - len(kept[other]), dice)
        new.hand[other] = sorted(held) + [NONE] * (len(s.hand[other]) - len(held))
    new.buried = _counted(_drawn(unknown, sum(s.buried), dice))
    new.draw = _counted(unknown)
    for giver in others:
        if s.gift[giver] != NONE:
            _redraw_gift(new, giver, seat, dice)
    forget_nature(new, dice)
    return new


def _kept_cards(s: Dog, seat: int | None) -> list[list[int]]:
    """The cards of other hands that this seat knows, by hand."""
    kept: list[list[int]] = [[] for _ in range(s.players)]
    if seat is not None and s.sure[seat]:
        kept[partner_of(s, seat)].append(s.gift[seat])
    return kept


def _unknown_cards(s: Dog, others: list[int], kept: list[list[int]]) -> list[int]:
    counts = [draw + buried for draw, buried in zip(s.draw, s.buried, strict=True)]
    for other in others:
        for kind in s.hand[other][: s.cards[other]]:
            counts[kind] += 1
        for kind in kept[other]:
            counts[kind] -= 1
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _drawn(cards: list[int], count: int, dice: Row) -> list[int]:
    """Takes so many cards out, any as likely as another. No order of the rest is ever needed."""
    drawn = []
    for _ in range(count):
        which = dice_below(dice, len(cards))
        cards[which], cards[-1] = cards[-1], cards[which]
        drawn.append(cards.pop())
    return drawn


def _counted(kinds: Iterable[int]) -> list[int]:
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts


def _redraw_gift(new: Dog, giver: int, seat: int | None, dice: Row) -> None:
    """The gift of another seat, unless it went to this one (which knows it)."""
    if new.phase == EXCHANGE:
        new.gift[giver] = new.hand[giver][dice_below(dice, new.cards[giver])]
        return
    receiver = partner_of(new, giver)
    if receiver == seat:
        return
    which = dice_below(dice, new.size)  # of the cards the receiver had after the exchange
    if which < new.cards[receiver]:
        new.gift[giver] = new.hand[receiver][which]
        new.sure[giver] = 1
        return
    new.sure[giver] = 0
    gone = [up + down for up, down in zip(new.discard, new.buried, strict=True)]
    lying = [kind for kind, count in enumerate(gone) for _ in range(count)]
    if lying:
        new.gift[giver] = lying[dice_below(dice, len(lying))]
