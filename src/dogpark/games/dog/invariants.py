"""What must hold after every step of a game of DOG."""

from __future__ import annotations

from collections import Counter

from dogpark.games.dog.actions import CARDS, JOKER, KINDS, PEGS, SEATS
from dogpark.games.dog.board import PATH_SIZE, PATH_U, depth_of, finish_base, on_path, star_of
from dogpark.games.dog.rules import PER_RANK
from dogpark.games.dog.state import (
    DEALING,
    DEST_CHOICE,
    EXCHANGE,
    GEOMETRY_OFF,
    HARMLESS_PASSING,
    KENNEL,
    NONE,
    OVER,
    PEG_CHOICE,
    SEVEN_STEPS,
    TARGET_CHOICE,
    TURN,
    Dog,
)


def problems(s: Dog) -> list[str]:
    return [*_cards(s), *_hands(s), *_pegs(s), *_fields(s), *_flow(s), *_card_in_play(s)]


def _cards(s: Dog) -> list[str]:
    found = []
    for kind in range(KINDS):
        piles = (s.draw[kind], s.discard[kind], s.buried[kind])
        held = sum(row.count(kind) for row in s.hand)
        right = 2 * s.rule_jokers_per_pack if kind == JOKER else PER_RANK
        if sum(piles) + held != right:
            found.append(f"{sum(piles) + held} cards of kind {CARDS[kind]} instead of {right}")
        if min(piles) < 0:
            found.append(f"a pile holds fewer than no {CARDS[kind]}")
    return found


def _hands(s: Dog) -> list[str]:
    found = []
    for seat, hand in enumerate(s.hand):
        held = [kind for kind in hand if kind != NONE]
        if len(held) != s.cards[seat]:
            found.append(f"seat {seat} holds {len(held)} cards but counts {s.cards[seat]}")
        if hand != sorted(held) + [NONE] * (len(hand) - len(held)):
            found.append(f"the hand of seat {seat} is not sorted: {hand}")
        if len(held) > s.size:
            found.append(f"seat {seat} holds {len(held)} cards in a round of {s.size}")
        giver = (seat + s.players // 2) % s.players
        if s.sure[giver] and seat < s.players and s.gift[giver] not in held:
            found.append(f"seat {giver} is sure of a card that seat {seat} does not hold")
    return found


def _pegs(s: Dog) -> list[str]:
    found = []
    base = finish_base(s)
    for seat in range(SEATS):
        for peg, field in enumerate(s.loc[seat]):
            name = f"peg {peg} of seat {seat}"
            if not KENNEL <= field < base + PEGS * s.players:
                found.append(f"{name} is on no field: {field}")
            if field != KENNEL and seat >= s.players:
                found.append(f"{name} is in a game without that seat")
            if field >= base and not 1 <= depth_of(s, seat, field) <= PEGS:
                found.append(f"{name} is in a foreign finish: {field}")
            if abs(s.heading[seat][peg]) != int(on_path(s, field)):
                found.append(f"{name} on {field} has heading {s.heading[seat][peg]}")
            if on_path(s, field):
                if s.rule_central_geometry == GEOMETRY_OFF:
                    found.append(f"{name} is on a path that is not there: {field}")
                if (field - PATH_U) % PATH_SIZE >= s.rule_central_len:
                    found.append(f"{name} is beyond the end of its path: {field}")
        if s.fresh[seat] not in (0, 1) or (s.fresh[seat] and star_of(seat) not in s.loc[seat]):
            found.append(f"seat {seat} has a fresh peg that is not on its star")
    return found


def _fields(s: Dog) -> list[str]:
    """One peg a field (DOG-1.5), but for a running peg where passing is harmless (DOG-13.10)."""
    taken = Counter(field for row in s.loc for field in row if field != KENNEL)
    shared = [field for field, pegs in taken.items() if pegs > 1]
    if s.phase == SEVEN_STEPS and s.rule_seven_kills == HARMLESS_PASSING and s.peg != NONE:
        running = s.loc[s.mover][s.peg]
        shared = [field for field in shared if field != running or taken[field] > 2]
    return [f"{taken[field]} pegs on field {field}" for field in shared]


def _flow(s: Dog) -> list[str]:
    found = []
    if not 2 <= s.size <= 6 or (s.phase > DEALING and s.size != 6 - (s.round - 1) % 5):
        found.append(f"round {s.round} of {s.size} cards")
    if not 1 <= s.round <= s.rule_max_rounds:
        found.append(f"round {s.round} of {s.rule_max_rounds}")
    if (TURN <= s.phase <= SEVEN_STEPS) != (0 <= s.turn < s.players):
        found.append(f"turn of seat {s.turn} in phase {s.phase}")
    if s.phase == TURN and s.cards[s.turn] == 0:
        found.append(f"seat {s.turn} has no cards but the turn")
    if s.phase > DEALING and not 0 <= s.dealer < s.players:
        found.append(f"dealer {s.dealer}")
    if s.phase == EXCHANGE and any(s.sure):
        found.append("somebody is sure of a card before the exchange")
    teams = s.players // 2
    won = [team for team in range(3) if s.rank[team]]
    if sorted(s.rank[team] for team in won) != list(range(1, len(won) + 1)):
        found.append(f"places {s.rank}")
    base = finish_base(s)
    for team in range(teams):
        done = all(field >= base for row in s.loc[team : s.players : teams] for field in row)
        if done != (team in won) and s.phase not in (SEVEN_STEPS, OVER):
            found.append(f"team {team} has {'' if done else 'not '}all pegs safe, place {s.rank}")
    return found


def _card_in_play(s: Dog) -> list[str]:
    at_rest = (s.play, s.mover, s.peg, s.left, s.moved, s.entered, s.barred) == (
        *(NONE, NONE, NONE),
        *(0, 0, 0, 0),
    )
    playing = s.phase in (PEG_CHOICE, DEST_CHOICE, TARGET_CHOICE, SEVEN_STEPS)
    if not playing:
        return [] if at_rest else ["a card is being played between two cards"]
    found = []
    if NONE in (s.play, s.mover):
        found.append("no card is being played within a card")
    if (s.left > 0) != (s.phase == SEVEN_STEPS) or not 0 <= s.left <= 7:
        found.append(f"{s.left} steps left in phase {s.phase}")
    if s.phase in (DEST_CHOICE, TARGET_CHOICE) and s.peg == NONE:
        found.append("no peg is chosen")
    return found
