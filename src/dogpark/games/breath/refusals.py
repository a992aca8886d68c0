"""Which rule forbids a move, most specific first. Nothing here depends on what the seat cannot see."""

from __future__ import annotations

from dogpark.games.breath.actions import (
    DISCARD,
    DRAW,
    END,
    FALSE_ALARM,
    FLIP,
    GUARD,
    LET,
    NAME,
    OUT,
    PICK,
    SCAVENGE,
    STARTS,
    STAY,
    TAKE,
)
from dogpark.games.breath.rounds import MOST_TURNS, can_go_out, grid_size
from dogpark.games.breath.rules import stage
from dogpark.games.breath.scoring import hand_points
from dogpark.games.breath.state import (
    ALARMED,
    DEALING,
    DISCARDING,
    DRAWING,
    ENDING,
    FACING,
    FLIPPING,
    GUARDING,
    NAMING,
    NONE,
    OVER,
    SCAVENGER,
    SORTS,
    STARTER,
    TAKING,
    Breath,
)
from dogpark.games.breath.words import capital, card_words, counted, place_words
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Refusal

# What each phase asks for, and the rule that says so.
_ASKED = {
    FACING: ("BRE-2.5", "A card lies face-up: let it stand or turn it down."),
    FLIPPING: ("BRE-2.6", "Flip a card of the grid until two lie face-up."),
    TAKING: ("BRE-2.7", "Two cards lie face-up: take one of them."),
    DRAWING: ("BRE-3.1", "Draw from the deck first, or pick one of the discards."),
    DISCARDING: ("BRE-3.2", "You hold 8 cards: discard one."),
    ENDING: ("BRE-3.3", "You have discarded: end your turn or go out."),
    NAMING: ("BRE-11.4", "Your scavenger is on its way: name the card you want."),
    GUARDING: ("BRE-5.1", "A scavenger is on its way: say whether you let it pass."),
    ALARMED: ("BRE-6.4", "You were scavenged: stay out or call a false alarm."),
}


def refusal(s: Breath, seat: int, code: int) -> Refusal:
    """The most specific reason why this seat may not do this now."""
    early = _out_of_turn(s, seat, code)
    if early:
        return early
    if SCAVENGE <= code < NAME and s.phase <= ENDING:
        return _scavenge(s, seat, code - SCAVENGE)
    return _within_turn(s, seat, code) or _asked(s, seat)


def _asked(s: Breath, seat: int) -> Refusal:
    if s.phase == ENDING and not can_go_out(s, seat):
        return Refusal("BRE-3.3", "You have discarded: end your turn.")
    return Refusal(*_ASKED[s.phase])


def _out_of_turn(s: Breath, seat: int, code: int) -> Refusal | None:
    if s.phase == OVER:
        return Refusal("BRE-9.3", "The game is over.")
    if seat == CHANCE:
        return Refusal("BRE-1.5", "Chance cannot bring this now.")
    if code >= STARTS:
        return Refusal("BRE-1.5", "Chance decides this, not a player.")
    if stage(s, seat) != 0:
        return None
    return _not_asked(s, seat)


def _not_asked(s: Breath, seat: int) -> Refusal:
    if s.phase == STARTER:
        return Refusal("BRE-2.3", "The starter has not been drawn yet.")
    if s.phase == DEALING:
        return Refusal("BRE-2.1", "The cards are being dealt.")
    if seat == s.out:
        return Refusal("BRE-6.3", "You are out and have no more turns in this round.")
    for other in range(s.players):
        if stage(s, other) != 0:
            return Refusal("BRE-3.4", f"Seat {other} has to choose now.")
    return Refusal("BRE-1.5", "A card is turning up.")


def _within_turn(s: Breath, seat: int, code: int) -> Refusal | None:
    """Moves of the right sort that are not possible here; None for those of another moment."""
    if s.phase == FLIPPING and FLIP <= code < TAKE:
        return _flip(s, code - FLIP)
    if s.phase == TAKING and TAKE <= code < DRAW:
        return Refusal("BRE-2.7", f"No card lies face-up in {place_words(code - TAKE)}.")
    if s.phase == DRAWING and PICK <= code < DISCARD:
        return _pick(s, code - PICK)
    if s.phase == DISCARDING and DISCARD <= code < END:
        return Refusal("BRE-3.2", f"You do not hold {card_words(code - DISCARD)}.")
    if s.phase == NAMING and NAME <= code < NAME + SORTS:
        return Refusal("BRE-11.4", f"There is no such card as {card_words(code - NAME)}.")
    if s.phase == GUARDING and code == GUARD:
        return Refusal("BRE-5.2", "You hold no guard dog.")
    if code == OUT and s.phase <= ENDING:
        return _out(s, seat)
    return _other_moment(s, code)


def _flip(s: Breath, place: int) -> Refusal:
    if place >= grid_size(s):
        return Refusal("BRE-2.2", f"The grid has only {grid_size(s)} cards.")
    if place == s.standing:
        return Refusal("BRE-2.6", f"The card in {place_words(place)} lies face-up already.")
    return Refusal("BRE-2.6", f"The card in {place_words(place)} was taken.")


def _pick(s: Breath, card: int) -> Refusal:
    if s.face_down[card]:
        return Refusal("BRE-4.6", f"{capital(card_words(card))} that was used lies face-down.")
    return Refusal("BRE-3.1", f"No card like {card_words(card)} lies among the discards.")


def _out(s: Breath, seat: int) -> Refusal:
    if s.phase != ENDING:
        return Refusal("BRE-6.1", "You can go out only at the end of your turn, after discarding.")
    if s.out != NONE:
        return Refusal("BRE-6.3", f"Seat {s.out} is out: nobody else can go out now.")
    if s.turns >= MOST_TURNS:
        return Refusal("BRE-6.6", f"After {MOST_TURNS} turns nobody can go out any more.")
    points = hand_points(s.hand[seat], s.last[seat])
    if points < s.rule_min_points_to_go_out:
        least = counted(s.rule_min_points_to_go_out, "point")
        return Refusal("BRE-11.6", f"You need {least} to go out; you have {points}.")
    return Refusal("BRE-11.7", "You can go out only with a super combo.")


def _scavenge(s: Breath, seat: int, which: int) -> Refusal:
    target, card = which // SORTS, which % SORTS
    if s.phase < DRAWING:
        return Refusal("BRE-4.1", "A scavenger can be played in your turn, once the grid is gone.")
    if s.scavenged:
        return Refusal("BRE-4.1", "You have played a scavenger in this turn.")
    if s.hand[seat][SCAVENGER] == 0:
        return Refusal("BRE-4.1", "You hold no scavenger.")
    if target == seat:
        return Refusal("BRE-4.3", "Send it to an opponent, not to yourself.")
    if target >= s.players:
        return Refusal("BRE-4.3", f"Nobody plays from seat {target}.")
    if card == SCAVENGER:
        return Refusal("BRE-4.3", "Lay down another card than the scavenger that you play.")
    return Refusal("BRE-4.3", f"You do not hold {card_words(card)} to lay down.")


def _other_moment(s: Breath, code: int) -> Refusal | None:
    """Moves that belong to another moment of the game, by the rule of that moment."""
    if s.phase in (NAMING, GUARDING, ALARMED):
        return None
    if code < DRAW and s.phase >= DRAWING:
        return Refusal("BRE-2.8", "The grid is gone.")
    if NAME <= code < NAME + SORTS:
        if s.rule_named_request == 0:
            return Refusal("BRE-4.4", "Cards are taken blind: nobody names them.")
        return Refusal("BRE-11.4", "Only a scavenger asks for a card.")
    if code in (LET, GUARD):
        return Refusal("BRE-5.1", "No scavenger is on its way.")
    if code in (STAY, FALSE_ALARM):
        return Refusal("BRE-6.4", "Nobody who is out was scavenged.")
    return None
