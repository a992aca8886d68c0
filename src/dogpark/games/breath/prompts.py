"""What a seat is asked, and what each choice would do here."""

from __future__ import annotations

from typing import Any

from dogpark.games.breath import FACTS
from dogpark.games.breath.actions import (
    CARDS,
    DISCARD,
    DRAW,
    FALSE_ALARM,
    FLIP,
    GUARD,
    NAME,
    OUT,
    PICK,
    SCAVENGE,
    STAND,
    TABLE,
    TAKE,
)
from dogpark.games.breath.knowledge import row_of
from dogpark.games.breath.rounds import can_go_out
from dogpark.games.breath.rules import active, legal, stage
from dogpark.games.breath.scoring import OUT_POINTS, hand_points
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
    SORTS,
    STARTER,
    TAKING,
    Breath,
)
from dogpark.games.breath.words import (
    best_discard,
    capital,
    card_words,
    counted,
    place_words,
    points_words,
    with_card,
    without,
)


def prompt(s: Breath, seat: int) -> dict[str, Any]:
    codes = [0] * FACTS.max_legal
    count = legal(s, seat, codes)
    return {
        "seat": seat,
        "stage": FACTS.stages[stage(s, seat)],
        "ask": _ask(s, seat) if count else _wait(s),
        "choices": [_choice(s, seat, code) for code in codes[:count]],
    }


# -- the question ---------------------------------------------------------------------------------


def _wait(s: Breath) -> str:
    """What is waited for; nothing here depends on what is hidden."""
    if s.phase == OVER:
        return "The game is over"
    if s.phase == STARTER:
        return "The starter is drawn"
    if s.phase == DEALING:
        return "The cards are dealt"
    for other in range(s.players):
        if active(s) == 1 << other:
            return f"Wait for seat {other}"
    return "A card is turning up"


def _ask(s: Breath, seat: int) -> str:
    if s.phase <= TAKING:
        return _ask_grid(s)
    now = points_words(s.hand[seat], s.last[seat])
    if s.phase == DRAWING:
        last = " for the last time" if s.out != NONE else ""
        return f"Draw{last}. You have {now}"
    if s.phase == DISCARDING:
        return f"You have drawn {card_words(s.came)}. Discard a card"
    if s.phase == ENDING:
        return f"End your turn{' or go out' if can_go_out(s, seat) else ''}? You have {now}"
    if s.phase == NAMING:
        return f"What do you want from seat {s.target}?"
    if s.phase == GUARDING:
        return _ask_guard(s, seat)
    swapped = f"{card_words(s.went)} went, {card_words(s.came)} came"
    return f"You were scavenged: {swapped}. You are out with {now}"


def _ask_grid(s: Breath) -> str:
    if s.phase == FACING:
        return f"{capital(card_words(s.grid[s.standing]))} lies face-up: let it stand?"
    if s.phase == FLIPPING:
        return f"Flip {'one card' if s.standing != NONE else 'two cards'} of the grid"
    return "Take one of the two cards into your hand"


def _ask_guard(s: Breath, seat: int) -> str:
    wish = "a card" if s.wish == NONE else card_words(s.wish)
    whose = "you" if s.target == seat else f"seat {s.target}"
    return f"Seat {s.turn} sends a scavenger for {wish} from {whose}"


# -- the choices ----------------------------------------------------------------------------------


def _choice(s: Breath, seat: int, code: int) -> dict[str, Any]:
    action = TABLE.action(code)
    words, effect = _describe(s, seat, code)
    return {"action": action.to_dict(), "text": str(action), "words": words, "effect": effect}


def _describe(s: Breath, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    """What this choice would do here, in words and as data."""
    if code >= SCAVENGE and s.phase <= ENDING:
        return _scavenge(s, seat, code - SCAVENGE)
    return _DESCRIBE[s.phase](s, seat, code)


def _face(s: Breath, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    card = s.grid[s.standing]
    if code == STAND:
        return "let it stand and flip one more", {"card": CARDS[card]}
    return "turn it down and flip two cards", {"card": CARDS[card]}


def _flip(s: Breath, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    place = code - FLIP
    if s.grid[place] == NONE:
        return f"flip {place_words(place)}", {"card": None}
    card = s.grid[place]
    return f"flip {place_words(place)}: {card_words(card)}", {"card": CARDS[card]}


def _take(s: Breath, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    card = s.grid[code - TAKE]
    points = hand_points(with_card(s.hand[seat], card), NONE)
    told = f" ({counted(points, 'point')} so far)" if points else ""
    return f"take {card_words(card)}{told}", {"card": CARDS[card], "points": points}


def _draw(s: Breath, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    if code == DRAW:
        if s.left == 0:
            return "draw from the deck, shuffled from all discards", {"cards": 0}
        return f"draw from the deck ({counted(s.left, 'card')})", {"cards": s.left}
    card = code - PICK
    hand = with_card(s.hand[seat], card)
    drop = best_discard(hand)
    points = hand_points(without(hand, drop), drop)
    words = f"pick {card_words(card)}, for up to {counted(points, 'point')}"
    return words, {"card": CARDS[card], "points": points}


def _discard(s: Breath, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    card = code - DISCARD
    rest = without(s.hand[seat], card)
    points = hand_points(rest, card)
    words = f"discard {card_words(card)}, keep {points_words(rest, card)}"
    return words, {"card": CARDS[card], "points": points}


def _end(s: Breath, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    points = hand_points(s.hand[seat], s.last[seat])
    if code != OUT:
        return "end your turn", {"points": points}
    best, worst = points + OUT_POINTS, points - OUT_POINTS
    words = f"go out: {best} if nobody has more, else {worst}; the others have one more turn"
    return words, {"points": points, "if_best": best, "if_beaten": worst}


def _scavenge(s: Breath, seat: int, which: int) -> tuple[str, dict[str, Any]]:
    target, card = which // SORTS, which % SORTS
    out = ", who is out," if target == s.out else ""
    words = f"send a scavenger to seat {target}{out} and lay down {card_words(card)}"
    return words, {"seat": target, "card": CARDS[card]}


def _name(s: Breath, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    card = code - NAME
    held = s.known[row_of(s.target, seat)][card] > 0
    lacks = bool(s.lacks[s.target] >> card & 1)
    told = ", which is there" if held else ", which is not there" if lacks else ""
    return f"ask for {card_words(card)}{told}", {"card": CARDS[card], "known": held}


def _guard(s: Breath, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    if code != GUARD:
        return "let it happen", {"stops": False}
    whose = "your cards" if s.target == seat else f"seat {s.target}'s cards"
    return f"play a guard dog to save {whose}, then draw a new card", {"stops": True}


def _alarm(s: Breath, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    points = hand_points(s.hand[seat], s.last[seat])
    if code == FALSE_ALARM:
        return "call a false alarm: nobody is out, play goes on", {"points": points}
    return f"stay out with {counted(points, 'point')}", {"points": points}


_DESCRIBE = {
    FACING: _face,
    FLIPPING: _flip,
    TAKING: _take,
    DRAWING: _draw,
    DISCARDING: _discard,
    ENDING: _end,
    NAMING: _name,
    GUARDING: _guard,
    ALARMED: _alarm,
}
