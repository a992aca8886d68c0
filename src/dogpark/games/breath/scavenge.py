"""The scavenger and the guard dog, step by step (BRE-4, BRE-5, BRE-6.4). Rule dialect."""

from __future__ import annotations

from dogpark.games.breath.actions import SCAVENGE
from dogpark.games.breath.knowledge import all_see_leave, cards_swapped
from dogpark.games.breath.rounds import draw_from_deck, seat_after
from dogpark.games.breath.state import (
    ALARMED,
    BLIND,
    DISCARDING,
    GUARD_DOG,
    GUARDING,
    NAMING,
    NONE,
    SCAVENGER,
    SORTS,
    Breath,
)
from dogpark.kernel.schema import Row


def legal_scavenges(s: Breath, seat: int, codes: Row, count: int) -> int:
    """BRE-4.1, BRE-4.2, BRE-4.3: every opponent, every card to lay down but the scavenger itself."""
    if s.hand[seat][SCAVENGER] == 0 or s.scavenged != 0:
        return count
    for other in range(s.players):
        if other != seat:
            for sort in range(SORTS):
                codes[count] = SCAVENGE + SORTS * other + sort
                count += s.hand[seat][sort] > (sort == SCAVENGER)
    return count


def use_special(s: Breath, seat: int, sort: int) -> None:
    """BRE-4.6: shown to all, then face-down among the discards."""
    s.hand[seat][sort] -= 1
    s.cards[seat] -= 1
    s.face_down[sort] += 1
    all_see_leave(s, seat, sort)


def send_scavenger(s: Breath, seat: int, which: int) -> None:
    """BRE-4.3; BRE-11.4: first it may have to be said what is wanted."""
    use_special(s, seat, SCAVENGER)
    s.scavenged = 1
    s.came = NONE
    s.back = s.phase
    s.target = which // SORTS
    s.offer = which % SORTS
    if s.rule_named_request != 0:
        s.phase = NAMING
    else:
        ask_for_guards(s)


def ask_for_guards(s: Breath) -> None:
    """BRE-5.1; BRE-11.2: without guard dogs in the deck there is nothing to ask."""
    s.asked = s.target
    s.phase = GUARDING
    if s.rule_guard_dogs == 0:
        scavenge(s)


def let_it_happen(s: Breath, seat: int) -> None:
    """BRE-5.2: the next one is asked, whether or not it holds a guard dog."""
    following = seat_after(s, seat)
    if following == s.turn:
        following = seat_after(s, following)
    s.asked = following
    if following == s.target:
        scavenge(s)


def stop_scavenger(s: Breath, seat: int) -> None:
    """BRE-5.3: the card laid down was in the hand all along; BRE-4.7 for both."""
    use_special(s, seat, GUARD_DOG)
    s.guard = seat
    if seat == s.out:
        s.proven = 0
    make_up(s)


def scavenge(s: Breath) -> None:
    """Nobody has stopped it: take a card blind (BRE-4.4), or the one that was named (BRE-11.4)."""
    if s.rule_named_request == 0:
        s.phase = BLIND
    elif s.hand[s.target][s.wish] > 0:
        swap(s, s.wish)
    else:
        s.lacks[s.target] |= 1 << s.wish  # BRE-10.7
        make_up(s)


def swap(s: Breath, got: int) -> None:
    """BRE-4.3; BRE-6.4: whoever is out decides before anybody draws."""
    seat = s.turn
    other = s.target
    gave = s.offer
    s.hand[seat][gave] -= 1
    s.hand[other][got] -= 1
    s.hand[seat][got] += 1
    s.hand[other][gave] += 1
    s.offer = NONE
    cards_swapped(s, seat, other, gave, got)
    if other == s.out:
        s.proven = 0
        s.asked = other
        s.came = gave
        s.went = got
        s.phase = ALARMED
    else:
        make_up(s)


def make_up(s: Breath) -> None:
    """BRE-4.7: no card lies between the two any more, and the scavenging player draws."""
    s.offer = NONE
    draw_from_deck(s, s.turn)


def after_making_up(s: Breath) -> None:
    """BRE-4.7: then the one who played a guard dog; then the turn goes on where it was."""
    if s.drawer == s.turn and s.guard != NONE:
        draw_from_deck(s, s.guard)
        return
    if s.back != DISCARDING:
        s.came = NONE
    s.phase = s.back
    at_rest(s)


def at_rest(s: Breath) -> None:
    s.target = NONE
    s.offer = NONE
    s.wish = NONE
    s.guard = NONE
