"""The jack: which pegs may swap places, and when it may be played without effect. Rule dialect."""

from __future__ import annotations

from dogpark.games.dog.actions import PEGS
from dogpark.games.dog.board import in_play, is_fresh, on_path, partner_of
from dogpark.games.dog.state import (
    ANY_INCL_OWN,
    ANY_OTHER,
    NULL_NEVER,
    NULL_NO_TARGET,
    PATH_JACK_OFF,
    Dog,
)


def is_swappable(s: Dog, seat: int, peg: int) -> bool:
    """DOG-9.1: in play and not fresh; on a path only if the house allows it (DOG-13.20)."""
    field = s.loc[seat][peg]
    if not in_play(s, field) or is_fresh(s, seat, peg):
        return False
    return s.rule_central_jack != PATH_JACK_OFF or not on_path(s, field)


def swappable_pegs(s: Dog, seat: int) -> int:
    count = 0
    for peg in range(PEGS):
        if is_swappable(s, seat, peg):
            count += 1
    return count


def opponents_swappable(s: Dog, seat: int) -> bool:
    for other in range(s.players):
        if other != seat and other != partner_of(s, seat) and swappable_pegs(s, other) > 0:
            return True
    return False


def is_swap_seat(s: Dog, seat: int, mover: int, other: int, opponents: bool) -> bool:
    """Whether pegs of seat ``other`` are targets (DOG-9.1, DOG-9.2, DOG-13.14)."""
    if other == mover:
        return s.rule_jack_targets == ANY_INCL_OWN
    if other == seat or other == partner_of(s, seat):
        return not opponents or s.rule_jack_targets >= ANY_OTHER
    return True


def can_swap(s: Dog, seat: int, mover: int) -> bool:
    own = swappable_pegs(s, mover)
    if own == 0:
        return False
    opponents = opponents_swappable(s, seat)
    if opponents or (own > 1 and s.rule_jack_targets == ANY_INCL_OWN):
        return True
    partner = partner_of(s, mover)
    return is_swap_seat(s, seat, mover, partner, opponents) and swappable_pegs(s, partner) > 0


def may_play_blank(s: Dog, mover: int) -> bool:
    """DOG-9.4, DOG-13.15; that nothing else is possible has been seen before."""
    if s.rule_jack_null == NULL_NEVER:
        return False
    own = False
    for seat in range(s.players):
        for peg in range(PEGS):
            if in_play(s, s.loc[seat][peg]):
                if seat == mover:
                    own = True
                elif s.rule_jack_null != NULL_NO_TARGET:
                    return False
    return own
