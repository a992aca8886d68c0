"""Which cards there are. Rule dialect."""

from __future__ import annotations

from dogpark.games.breath.state import BONE, FOOD, NIGHT, SCAVENGER, Breath

PER_EXIT = 7  # food cards for each kind and exit (BRE-1.1)
BONES = 6  # BRE-1.2


def copies(s: Breath, sort: int) -> int:
    """How many cards of a sort there are (BRE-1.1 to BRE-1.3, BRE-11.1 to BRE-11.3)."""
    if sort < FOOD:
        if sort % 2 == NIGHT:
            return s.rule_night_per_seven
        return PER_EXIT - s.rule_night_per_seven
    if sort == BONE:
        return BONES
    if sort == SCAVENGER:
        return s.rule_scavengers
    return s.rule_guard_dogs


def all_cards(s: Breath) -> int:
    """BRE-1.4"""
    return FOOD // 2 * PER_EXIT + BONES + s.rule_scavengers + s.rule_guard_dogs
