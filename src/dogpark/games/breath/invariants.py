"""What must hold after every step of a game of Dog's Breath."""

from __future__ import annotations

from dogpark.games.breath.actions import CARDS
from dogpark.games.breath.cards import all_cards, copies
from dogpark.games.breath.knowledge import row_of
from dogpark.games.breath.rounds import (
    DEALT,
    MOST_TURNS,
    TAKES,
    grid_lies,
    grid_size,
)
from dogpark.games.breath.scoring import HAND, may_go_out
from dogpark.games.breath.state import (
    ALARMED,
    BLIND,
    COMING,
    DEALING,
    DECK,
    DISCARDING,
    DRAWING,
    FLIPPING,
    GUARDING,
    NAMING,
    NONE,
    OVER,
    SCAVENGER,
    SEATS,
    SHOWING,
    SORTS,
    SPECTATOR,
    STARTER,
    TAKING,
    VIEWERS,
    Breath,
)


def problems(s: Breath) -> list[str]:
    return [
        *_cards(s),
        *_hands(s),
        *_grid(s),
        *_knowledge(s),
        *_flow(s),
        *_scavenger(s),
    ]


def _cards(s: Breath) -> list[str]:
    """BRE-1.4: each card is in exactly one place."""
    found = []
    for sort, name in enumerate(CARDS):
        piles = [s.deck[sort], s.face_up[sort], s.face_down[sort], s.grid.count(sort)]
        piles += [hand[sort] for hand in s.hand]
        if sum(piles) != copies(s, sort):
            found.append(f"{sum(piles)} cards {name} instead of {copies(s, sort)}")
        if min(piles) < 0:
            found.append(f"a place holds fewer than no {name}")
    if s.left != sum(s.deck):
        found.append(f"{sum(s.deck)} cards to come, counted as {s.left}")
    if not grid_lies(s) and not 0 <= s.top <= s.left:
        found.append(f"{s.top} of {s.left} cards above the bottom of the deck")
    if s.left + sum(s.face_up) + sum(s.face_down) == 0:
        found.append("no card is left to draw (BRE-3.6)")
    if any(s.face_down[:SCAVENGER]):
        found.append("a card that is no special lies face-down (BRE-4.6)")
    return found


def _hands(s: Breath) -> list[str]:
    found = []
    for seat in range(SEATS):
        if s.cards[seat] != sum(s.hand[seat]):
            found.append(f"seat {seat} holds {sum(s.hand[seat])}, counted as {s.cards[seat]}")
        if seat >= s.players and (s.cards[seat] or s.total[seat]):
            found.append(f"seat {seat} is empty but owns something")
    for seat in range(s.players):
        right = _right_size(s, seat)
        if right is not None and s.cards[seat] != right:
            found.append(f"seat {seat} holds {s.cards[seat]} cards instead of {right}")
    return found


def _right_size(s: Breath, seat: int) -> int | None:
    """BRE-2.9, BRE-3.2, BRE-4.7: how many cards a hand has; None where it is being dealt."""
    if s.phase in (STARTER, DEALING, OVER):
        return None
    if grid_lies(s):
        laps, rest = divmod(s.taken, s.players)
        return DEALT + laps + ((seat - s.starter) % s.players < rest)
    size = HAND
    if seat == s.turn:
        at_work = s.target != NONE
        size += (s.back if at_work else s.phase) == DISCARDING
        made_up = s.phase == COMING and s.drawer != seat
        size -= at_work and not made_up
    return size - (seat == s.guard)


def _grid(s: Breath) -> list[str]:
    found = []
    if not grid_lies(s):
        if any(sort != NONE for sort in s.grid) or s.covered or s.standing != NONE:
            found.append("the grid still lies there (BRE-2.8)")
        return found
    lying = s.covered.bit_count() + (s.standing != NONE) + (s.spot != NONE)
    if lying != grid_size(s) - s.taken:
        found.append(f"{lying} cards in the grid after {s.taken} were taken")
    if s.covered >> grid_size(s):
        found.append(f"cards lie outside the grid: {s.covered:b}")
    for place in (s.standing, s.spot):
        if place != NONE and s.covered >> place & 1:
            found.append(f"card {place} lies face-up and face-down")
    if (s.phase == TAKING) != (NONE not in (s.standing, s.spot) and s.phase != SHOWING):
        found.append("two cards lie face-up exactly when one is to be taken (BRE-2.6)")
    if s.taken > TAKES * s.players:
        found.append(f"{s.taken} cards were taken from the grid (BRE-2.4)")
    return found


def _knowledge(s: Breath) -> list[str]:
    """What is certain is true, and what everybody knows is known to each (BRE-10)."""
    found = []
    for place in (*range(s.players), DECK):
        there = s.deck if place == DECK else s.hand[place]
        public = s.known[row_of(place, SPECTATOR)]
        for viewer in range(VIEWERS):
            known = s.known[row_of(place, viewer)]
            if any(not 0 <= known[sort] <= there[sort] for sort in range(SORTS)):
                found.append(f"viewer {viewer} is wrong about place {place}: {known}, {there}")
            asked = viewer < s.players and viewer != place
            if asked and any(known[sort] < public[sort] for sort in range(SORTS)):
                found.append(f"viewer {viewer} knows less of place {place} than everybody")
    for seat in range(s.players):
        if any(s.lacks[seat] >> sort & 1 and s.hand[seat][sort] for sort in range(SORTS)):
            found.append(f"seat {seat} has what everybody knows it lacks (BRE-10.7)")
    return found


def _flow(s: Breath) -> list[str]:
    found = []
    if not 1 <= s.round <= s.rule_rounds:
        found.append(f"round {s.round} of {s.rule_rounds}")
    if not 0 <= s.turns < MOST_TURNS + s.players:
        found.append(f"turn {s.turns} of a round (BRE-6.6)")
    begins = s.phase == DRAWING and not s.scavenged
    if begins and s.out == NONE and s.turns >= MOST_TURNS:
        found.append("the round goes on after its last turn (BRE-6.6)")
    if not 0 <= s.turn < s.players or not NONE <= s.out < s.players:
        found.append(f"the turn is seat {s.turn}'s, out is seat {s.out}")
    if s.phase != OVER and s.out == s.turn:
        found.append(f"seat {s.turn} is out and has the turn (BRE-6.3)")
    if s.proven and (s.out == NONE or not may_go_out(s, s.out)):
        found.append(f"the hand of seat {s.out} is not what the house asks for (BRE-10.8)")
    if (s.starter == NONE) != (s.phase == STARTER):
        found.append(f"starter {s.starter} in phase {s.phase}")
    if s.phase in (DEALING, FLIPPING) and (s.turns or s.out != NONE):
        found.append("somebody has had a turn before the round began")
    if s.phase == STARTER and s.left != all_cards(s):
        found.append("cards are dealt before there is a starter")
    return found


def _scavenger(s: Breath) -> list[str]:
    found = []
    whose = s.target if s.phase == ALARMED else s.turn
    if s.came != NONE and s.hand[whose][s.came] == 0:
        found.append(f"the card that came to seat {whose} is not there")
    if s.came == NONE and s.phase in (DISCARDING, ALARMED):
        found.append("it is not known which card came")
    if (s.went != NONE) != (s.phase == ALARMED):
        found.append(f"a card that was scavenged is known in phase {s.phase}: {s.went}")
    working = s.phase in (NAMING, GUARDING, ALARMED, BLIND)
    at_rest = (s.target, s.offer, s.wish, s.guard) == (NONE, NONE, NONE, NONE)
    if at_rest and working:
        found.append("nobody has sent a scavenger")
    if not at_rest and not working and s.phase != COMING:
        found.append("a scavenger is at work between two moves")
    if at_rest:
        return found
    if s.target in (NONE, s.turn) or not s.scavenged:
        found.append(f"seat {s.turn} has sent a scavenger to seat {s.target}")
    if (s.offer != NONE) != (s.phase in (NAMING, GUARDING, BLIND)):
        found.append(f"a card is laid down in phase {s.phase}: {s.offer} (BRE-4.3)")
    if s.offer != NONE and s.hand[s.turn][s.offer] == 0:
        found.append("the card laid down is not there (BRE-4.3)")
    if s.phase == GUARDING and s.asked == s.turn:
        found.append("the scavenging player is asked for a guard dog (BRE-5.1)")
    return found
