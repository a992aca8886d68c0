"""A table to set up and play on by hand. Cards are written as in Msd (meat, snout, day), B, S, G."""

from __future__ import annotations

from typing import Any

from dogpark.games import rooms
from dogpark.games.breath.actions import CARDS
from dogpark.games.breath.state import DRAWING, SORTS, Breath
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event

BREATH = rooms("breath")

KINDS = {"V": "vege", "P": "poop", "M": "meat"}
EXITS = {"s": "snout", "b": "butt"}
TIMES = {"d": "day", "n": "night"}
OTHERS = {"B": "bone", "S": "scavenger", "G": "guard-dog"}


def card(short: str) -> str:
    """``meat-snout-day`` for ``Msd``."""
    if short in OTHERS:
        return OTHERS[short]
    return f"{KINDS[short[0]]}-{EXITS[short[1]]}-{TIMES[short[2]]}"


def sort_of(short: str) -> int:
    return CARDS.index(card(short))


def hand(text: str) -> list[int]:
    """Counts of cards: ``Msd Msd B``."""
    counts = [0] * SORTS
    for short in text.split():
        counts[sort_of(short)] += 1
    return counts


def named(text: str) -> dict[str, int]:
    """The same under their names, as views show them."""
    return {CARDS[sort]: count for sort, count in enumerate(hand(text)) if count}


def undrawn(players: int = 2, **options: Any) -> Breath:
    """A game whose starter is still to be drawn."""
    s = BREATH.blank(players, BREATH.facts.read_options(options, players))
    assert isinstance(s, Breath)
    BREATH.rules.start(s)
    return s


def new_game(players: int = 2, starter: int = 0, **options: Any) -> Breath:
    """A game whose starter was drawn; the cards are still to be dealt."""
    s = undrawn(players, **options)
    chance(s, f"starter {starter}")
    return s


def at_turn(*hands: str, turn: int = 0, **options: Any) -> Breath:
    """Seat ``turn`` begins its turn; these are the hands, all other cards are in the deck unseen."""
    s = new_game(len(hands), **options)
    s.grid, s.covered, s.taken = [-1] * 12, 0, 2 * len(hands)
    for seat, text in enumerate(hands):
        s.hand[seat] = hand(text)
        s.cards[seat] = sum(s.hand[seat])
        s.deck = [a - b for a, b in zip(s.deck, s.hand[seat], strict=True)]
    assert min(s.deck) >= 0, "a card is used too often"
    s.left = s.top = sum(s.deck)
    s.turn, s.phase = turn, DRAWING
    assert BREATH.problems(s) == []
    return s


def lay_up(s: Breath, text: str) -> None:
    """Moves cards from the deck to the discards, face-up."""
    for short in text.split():
        s.deck[sort_of(short)] -= 1
        s.face_up[sort_of(short)] += 1
        s.left -= 1
        s.top -= 1


def leave_in_deck(s: Breath, text: str) -> None:
    """All of the deck but these cards goes to the discards, face-up; nobody knows what is left."""
    kept = hand(text)
    for sort in range(SORTS):
        s.face_up[sort] += s.deck[sort] - kept[sort]
        s.deck[sort] = kept[sort]
    s.left = s.top = sum(kept)
    assert BREATH.problems(s) == []


# -- playing --------------------------------------------------------------------------------------


def asked(s: Breath) -> int:
    (seat,) = BREATH.active_seats(s)
    return seat


def choices(s: Breath) -> list[str]:
    """What the seat whose choice it is may do, in short form."""
    return [str(BREATH.table.action(code)) for code in BREATH.legal(s, asked(s))]


def outcomes(s: Breath) -> dict[str, int]:
    """What nature may bring, with weights."""
    return {str(BREATH.table.action(code)): weight for code, weight in BREATH.chance(s)}


def do(s: Breath, *texts: str) -> list[Event]:
    """The seats whose choice it is do this, one after the other; returns what is told at last."""
    told: list[Event] = []
    for text in texts:
        seat, code = asked(s), code_of(text)
        assert seat != CHANCE, f"{text}: chance is asked, not a seat"
        assert code in BREATH.legal(s, seat), f"{text} is not among {choices(s)}"
        told = _apply(s, seat, code)
    return told


def chance(s: Breath, text: str) -> list[Event]:
    """Nature brings this."""
    code = code_of(text)
    assert code in [outcome for outcome, _ in BREATH.chance(s)], f"{text}: not in {outcomes(s)}"
    return _apply(s, CHANCE, code)


def code_of(text: str) -> int:
    """The code of an action in short form, whose last word may be a short card."""
    *words, last = text.split()
    known = last in OTHERS or (len(last) == 3 and last[0] in KINDS and words)
    return BREATH.table.from_text(" ".join([*words, card(last)]) if known else text).code


def _apply(s: Breath, seat: int, code: int) -> list[Event]:
    before = s.copy()
    BREATH.rules.apply(s, seat, code)
    assert BREATH.problems(s) == []
    return BREATH.events(before, seat, code, s)


def draw(s: Breath, short: str) -> None:
    """The seat at turn draws from the deck, and this comes."""
    do(s, "draw")
    chance(s, f"deal {short}")


def turn_of(s: Breath, drawn: str, dropped: str, ending: str = "end") -> None:
    """A whole turn: this is drawn, that is discarded."""
    draw(s, drawn)
    do(s, f"discard {dropped}", ending)


def refused(s: Breath, text: str, seat: int | None = None) -> str:
    """The rule that forbids this."""
    who = asked(s) if seat is None else seat
    code = code_of(text)
    assert code not in BREATH.legal(s, who)
    refusal = BREATH.refusal(s, who, code)
    assert refusal.words
    return refusal.rule


def over(s: Breath) -> bool:
    return BREATH.active_seats(s) == ()


def keys(events: list[Event]) -> list[str]:
    return [event.key for event in events]
