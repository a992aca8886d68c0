"""Rules of thumb for DOG: the play that gains most, and what the lower levels make of them.

Every choice is judged by its best completion: a card by its best use, a use by its best peg, a peg
by its best destination. Only the board and the seat's own hand are looked at.
"""

from __future__ import annotations

from dogpark.games.dog.actions import (
    ACE,
    CARD_OF,
    DEST,
    FIRST_PLAY,
    FOUR,
    GIVE,
    JOKER,
    KING,
    LAND,
    PEG,
    PEGS,
    PLAY,
    SEVEN,
    STEP,
    TARGET,
    USE_NULL,
    USE_OF,
    USE_SPLIT,
    USE_START,
    USE_SWAP,
)
from dogpark.games.dog.board import controlled_by, destination, partner_of, star_of
from dogpark.games.dog.gains import (
    NOWHERE,
    best_swap,
    hit_gain,
    move_gain,
    others_can_move,
    peg_gain,
    run_gain,
    split_gain,
    swap_gain,
)
from dogpark.games.dog.jack import can_swap, is_swappable
from dogpark.games.dog.lookout import Look, look_round
from dogpark.games.dog.rules import can_start, destinations
from dogpark.games.dog.seven import STEPS, can_split
from dogpark.games.dog.state import (
    DEST_CHOICE,
    EXCHANGE,
    NONE,
    PEG_CHOICE,
    SEVEN_STEPS,
    TARGET_CHOICE,
    Dog,
)
from dogpark.games.dog.worth import FRESH, board_kind
from dogpark.kernel.playout import FAMILY, PUPPY
from dogpark.kernel.schema import Row

# What it is worth to have a card for later, in the thousandths of ``worth``; found as in ``gains``.
KEEP_JOKER = 200
KEEP_START = 130
KEEP_FOUR = 80
KEEP_SEVEN = 50
OWN_NEED = 130  # of a hundred that one would miss a card oneself, when giving it away

# How many of a hundred choices are not seen: a beginner's eyes, and those of somebody at ease.
PUPPY_OVERLOOKS = 25
FAMILY_OVERLOOKS = 10

# -- what a card gains ----------------------------------------------------------------------------


def use_gain(s: Dog, look: Look, seat: int, mover: int, use: int) -> int:
    """The best completion of a use; NOWHERE if it has none."""
    best = NOWHERE
    if use == USE_START:
        if can_start(s, mover):
            best = FRESH[board_kind(s)] + hit_gain(s, look, seat, star_of(mover), mover, NONE)
    elif use == USE_SPLIT:
        if can_split(s, mover):
            best = split_gain(s, look, seat, mover, STEPS)
    elif use == USE_SWAP:
        if can_swap(s, seat, mover):
            for peg in range(PEGS):
                if is_swappable(s, mover, peg):
                    best = max(best, best_swap(s, look, seat, mover, peg))
    elif use != USE_NULL:
        for peg in range(PEGS):
            best = max(best, peg_gain(s, look, seat, mover, peg, use))
    return best


def keep_worth(kind: int) -> int:
    """What it is worth to have the card for later."""
    if kind == JOKER:
        return KEEP_JOKER
    if kind == ACE or kind == KING:
        return KEEP_START
    if kind == FOUR:
        return KEEP_FOUR
    return KEEP_SEVEN if kind == SEVEN else 0


def card_gain(s: Dog, look: Look, seat: int, kind: int) -> int:
    """What the best play of this card would gain the player who holds it; 0 if nothing."""
    mover = controlled_by(s, seat)
    best = 0
    for play in range(FIRST_PLAY[kind], FIRST_PLAY[kind + 1]):
        best = max(best, use_gain(s, look, seat, mover, USE_OF[play]))
    return best + keep_worth(kind)


def gift_gain(s: Dog, look: Look, seat: int, kind: int) -> int:
    """A gift is good if the partner gains more from it than oneself, who may have another."""
    alike = 0
    for i in range(s.cards[seat]):
        held = s.hand[seat][i]
        if held == kind or (is_start_card(held) and is_start_card(kind)):
            alike += 1
    gain = 0
    for side in range(2):
        player = seat if side == 0 else partner_of(s, seat)
        value = card_gain(s, look, player, kind)
        gain += value if side == 1 else -(value * OWN_NEED // (100 * min(alike, 2)))
    return gain


def is_start_card(kind: int) -> bool:
    return kind == ACE or kind == KING or kind == JOKER


# -- the choice -----------------------------------------------------------------------------------


def glance(s: Dog, seat: int) -> Look:
    return look_round(s, seat)


def judge(s: Dog, look: Look, seat: int, code: int) -> int:
    """What a choice gains by its best completion."""
    if s.phase == EXCHANGE:
        return gift_gain(s, look, seat, code - GIVE)
    if s.phase == PEG_CHOICE:
        if USE_OF[s.play] == USE_SWAP:
            return best_swap(s, look, seat, s.mover, code - PEG)
        return peg_gain(s, look, seat, s.mover, code - PEG, USE_OF[s.play])
    if s.phase == DEST_CHOICE:
        field = destination(destinations(s, s.mover, s.peg, USE_OF[s.play]), code - DEST)
        return move_gain(s, look, seat, s.mover, s.peg, field)
    if s.phase == TARGET_CHOICE:
        other = (code - TARGET) // PEGS
        theirs = look_round(s, other)
        target = (code - TARGET) % PEGS
        return swap_gain(s, look, theirs, seat, s.mover, s.peg, other, target)
    if s.phase == SEVEN_STEPS:
        if code == LAND:
            return hit_gain(s, look, seat, s.loc[s.mover][s.peg], s.mover, s.peg)
        peg = (code - STEP) // 2
        alone = not others_can_move(s, s.mover, peg)
        return run_gain(s, look, seat, s.mover, peg, (code - STEP) % 2, s.left, alone)
    play = code - PLAY  # folding is never one of several choices
    if USE_OF[play] == USE_NULL:
        return -keep_worth(CARD_OF[play])
    mover = controlled_by(s, seat)
    return use_gain(s, look, seat, mover, USE_OF[play]) - keep_worth(CARD_OF[play])


def swayed(_dice: Row, _equals: int) -> bool:
    """The first of equals is as good as any: whom to hit is never the same to this bot."""
    return False


def overlooks(s: Dog, policy: int) -> int:
    """How many of a hundred choices somebody does not see who plays below the rules of thumb."""
    if policy == PUPPY:
        return PUPPY_OVERLOOKS
    return FAMILY_OVERLOOKS if policy == FAMILY else 0
