"""What each seat may see, and what is asked of it. Allow-list: built up, never stripped down.

Everybody sees the grid, the discards, all numbers of cards and what everybody knows (BRE-10.1). A
seat also sees its own hand, the card it has laid down, and what only it can be certain of.
"""

from __future__ import annotations

from typing import Any

from dogpark.games.breath import FACTS
from dogpark.games.breath.actions import CARDS
from dogpark.games.breath.knowledge import row_of, unseen_of
from dogpark.games.breath.prompts import prompt
from dogpark.games.breath.rounds import grid_lies, grid_size
from dogpark.games.breath.rules import active
from dogpark.games.breath.scoring import result
from dogpark.games.breath.state import (
    DECK,
    NAMING,
    NONE,
    OVER,
    SEATS,
    SHOWING,
    SORTS,
    SPECTATOR,
    STARTER,
    Breath,
)
from dogpark.games.breath.telling import events
from dogpark.games.breath.words import GRID_COLUMNS, by_card, parts_shown, score_of

__all__ = ["events", "prompt", "view"]

PHASES = (
    "face",
    "flip",
    "take",
    "draw",
    "discard",
    "end",
    "name",
    "guard",
    "alarm",
    "starter",
    "dealing",
    "showing",
    "drawing",
    "blind",
    "over",
)


def view(s: Breath, seat: int | None) -> dict[str, Any]:
    """BRE-10.1: all that this seat may know of the position; None is a spectator."""
    return {**common(s), **own(s, seat)}


def common(s: Breath) -> dict[str, Any]:
    """What everybody sees alike."""
    seen: dict[str, Any] = {
        "game": FACTS.name,
        "phase": PHASES[s.phase],
        "round": s.round,
        "rounds": s.rule_rounds,
        "turns": s.turns,
        "turn": None if s.phase in (OVER, STARTER) else s.turn,
        "asked": asked_seat(s),
        "starter": _known(s.starter),
        "out": _known(s.out),
        "grid": _grid(s),
        "discards": {"face_up": by_card(s.face_up), "face_down": by_card(s.face_down)},
        "scavenge": _scavenge(s),
        "last_round": _last_round(s),
        "result": None,
    }
    if s.phase == OVER:
        places, points = [0] * s.players, [0] * s.players
        result(s, places, points)
        seen["result"] = {"places": places, "points": points}
    return seen


def own(s: Breath, seat: int | None) -> dict[str, Any]:
    """What this seat knows of hands, deck and unseen cards, and its own hand."""
    viewer = SPECTATOR if seat is None else seat
    seen: dict[str, Any] = {
        "you": seat,
        "players": [_player(s, other, viewer) for other in range(s.players)],
        "deck": _deck(s, viewer),
        "unseen": by_card([unseen_of(s, viewer, sort) for sort in range(SORTS)]),
    }
    return seen if seat is None else seen | _own(s, seat)


def asked_seat(s: Breath) -> int | None:
    """The one seat that has to choose, if any."""
    return next((seat for seat in range(SEATS) if active(s) == 1 << seat), None)


def _known(number: int) -> int | None:
    return None if number == NONE else number


def _player(s: Breath, seat: int, viewer: int) -> dict[str, Any]:
    """For the viewer's own hand: what all others know of it (BRE-10.2).

    With two players that is what the other one knows, after a swap too (BRE-10.3). With more, what
    one of them knows by elimination (BRE-10.6) would tell about hands that the viewer cannot see.
    """
    eyes = viewer
    if seat == viewer:
        eyes = 1 - seat if s.players == 2 else SPECTATOR
    row = row_of(seat, eyes)
    return {
        "seat": seat,
        "cards": s.cards[seat],
        "total": s.total[seat],
        "out": s.out == seat,
        "proven": s.out == seat and s.proven == 1,
        "last_discard": None if s.last[seat] == NONE else CARDS[s.last[seat]],
        "known": by_card(s.known[row]),
        "lacks": [CARDS[sort] for sort in range(SORTS) if s.lacks[seat] >> sort & 1],
    }


def _grid(s: Breath) -> dict[str, Any] | None:
    """BRE-2.6: a card that everybody has seen stays known when it is turned down."""
    if not grid_lies(s):
        return None
    cards = []
    for place in range(grid_size(s)):
        sort = s.grid[place]
        lies = "gone"
        if s.covered >> place & 1:
            lies = "down"
        elif place in (s.standing, s.spot):
            lies = "up"
        card = None if sort == NONE else CARDS[sort]
        cards.append({"place": place + 1, "lies": lies, "card": card})
    return {"columns": GRID_COLUMNS, "cards": cards}


def _deck(s: Breath, viewer: int) -> dict[str, Any]:
    """How many cards are to come, how many of those lay in the grid, and which are certain."""
    cards, bottom = s.left, 0
    if grid_lies(s):
        unseen = [p for p in range(grid_size(s)) if s.covered >> p & 1 and s.grid[p] == NONE]
        cards -= len(unseen) + (s.phase == SHOWING)
    elif s.top:
        bottom = s.left - s.top
    return {"cards": cards, "bottom": bottom, "known": by_card(s.known[row_of(DECK, viewer)])}


def _scavenge(s: Breath) -> dict[str, Any] | None:
    """BRE-4.5: who is after whose card, but not which card was laid down."""
    if s.target == NONE:
        return None
    return {
        "by": s.turn,
        "target": s.target,
        "wish": None if s.wish == NONE else CARDS[s.wish],
        "naming": s.phase == NAMING,
        "guard": _known(s.guard),
    }


def _last_round(s: Breath) -> dict[str, Any] | None:
    """BRE-9.4: the hands that were shown when the last round was scored, and what they were worth."""
    played = s.round if s.phase == OVER else s.round - 1
    if played == 0:
        return None
    return {
        "round": played,
        "out": _known(s.was_out),
        "players": [
            {
                "seat": seat,
                "hand": by_card(s.shown[seat]),
                "points": s.scored[seat],
                "parts": [part.to_dict() for part in parts_shown(s, seat)],
                "gained": s.gained[seat],
            }
            for seat in range(s.players)
        ],
    }


def _own(s: Breath, seat: int) -> dict[str, Any]:
    """BRE-10.1: what nobody else sees."""
    offered = s.offer != NONE and s.turn == seat
    asked = asked_seat(s) == seat
    return {
        "hand": by_card(s.hand[seat]),
        "score": score_of(s, seat),
        "offer": CARDS[s.offer] if offered else None,
        "came": CARDS[s.came] if asked and s.came != NONE else None,
        "went": CARDS[s.went] if asked and s.went != NONE else None,
    }
