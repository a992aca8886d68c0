"""What a choice does on the board, found out by playing it on a copy and comparing.

Nothing here knows a rule: the engine moves the pegs, this says which of them stand elsewhere now.
"""

from __future__ import annotations

from typing import Any

import msgspec

from dogpark.games.dog import FACTS
from dogpark.games.dog.actions import PEGS
from dogpark.games.dog.board import finish_base
from dogpark.games.dog.rules import apply, legal
from dogpark.games.dog.state import KENNEL, PEG_CHOICE, Dog
from dogpark.games.dog.words import listed, place_name, seat_name


class Moved(msgspec.Struct, frozen=True):
    """One peg that stands elsewhere than before."""

    seat: int
    peg: int
    start: str  # where it stood, by name and by number
    start_id: int
    end: str
    end_id: int
    enters: bool  # it was not safe and is now

    def to_dict(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "peg": self.peg,
            "from": self.start,
            "from_id": self.start_id,
            "to": self.end,
            "to_id": self.end_id,
        }


class Effect(msgspec.Struct, frozen=True):
    """The pegs that a choice moves, and those that it sends home."""

    moves: tuple[Moved, ...]
    hits: tuple[Moved, ...]

    @property
    def enters(self) -> bool:
        return any(move.enters for move in self.moves)

    def to_dict(self) -> dict[str, Any]:
        return {
            "moves": [move.to_dict() for move in self.moves],
            "hits": [hit.to_dict() for hit in self.hits],
            "enters": self.enters,
        }


_NOTHING = Effect((), ())


def compare(before: Dog, after: Dog) -> Effect:
    """What happened on the board between two positions."""
    if before.loc == after.loc:
        return _NOTHING
    base = finish_base(before)
    moves: list[Moved] = []
    hits: list[Moved] = []
    for seat in range(before.players):
        was, now = before.loc[seat], after.loc[seat]
        if was == now:
            continue
        for peg in range(PEGS):
            start, end = was[peg], now[peg]
            if start == end:
                continue
            start_name, end_name = place_name(before, seat, peg), place_name(after, seat, peg)
            enters = start < base <= end
            one = Moved(seat, peg, start_name, start, end_name, end, enters)
            (hits if end == KENNEL else moves).append(one)
    return Effect(tuple(moves), tuple(hits))


def legal_codes(s: Dog, seat: int) -> list[int]:
    codes = [0] * FACTS.max_legal
    return codes[: legal(s, seat, codes)]


def played(s: Dog, seat: int, code: int) -> Dog:
    """The position after this choice; the given one stays as it is."""
    after = s.copy()
    apply(after, seat, code)
    return after


def effect_of(s: Dog, seat: int, code: int) -> Effect:
    return compare(s, played(s, seat, code))


def landings(s: Dog, seat: int) -> list[Effect]:
    """Everything a laid card can do: each peg with each of its destinations."""
    if s.phase != PEG_CHOICE:
        return [effect_of(s, seat, code) for code in legal_codes(s, seat)]
    return [
        effect for code in legal_codes(s, seat) for effect in landings(played(s, seat, code), seat)
    ]


# -- in words -------------------------------------------------------------------------------------


def peg_words(seat: int, peg: int, you: int | None) -> str:
    return f"peg {peg}" if seat == you else f"{seat_name(seat)}'s peg {peg}"


def hit_words(effect: Effect, you: int | None) -> str:
    """``, sends Blue home``; nothing if nobody is."""
    if not effect.hits:
        return ""
    names = [
        f"your own peg {hit.peg}" if hit.seat == you else seat_name(hit.seat) for hit in effect.hits
    ]
    return f", sends {listed(list(dict.fromkeys(names)))} home"


def move_words(effect: Effect, you: int | None) -> str:
    """``peg 2 from 10 to 15, sends Blue home``."""
    move = effect.moves[0]
    mine = peg_words(move.seat, move.peg, you)
    if move.enters:
        told = f"{mine} from {move.start} into the finish, {move.end}"
    else:
        told = f"{mine} from {move.start} to {move.end}"
    return told + hit_words(effect, you)


def short_words(effect: Effect, you: int | None) -> str:
    """The same for a list of several: ``10 → 15, sends Blue home``."""
    move = effect.moves[0]
    return f"{move.start} → {move.end}{hit_words(effect, you)}"
