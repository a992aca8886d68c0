"""What each seat may see. Allow-list: built up, never stripped down.

Everybody sees the board, the discards and all numbers of cards (DOG-12.1). A seat also sees its
hand and what it gave and got this round (DOG-12.2, DOG-12.3). While the exchange runs, not even who
has picked already is told.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from dogpark.games.dog import FACTS
from dogpark.games.dog.actions import CARDS, JOKER, PEGS, PLAYS
from dogpark.games.dog.board import (
    FIRST_END,
    LAST_END,
    PATH_SIZE,
    PATH_U,
    controlled_by,
    finish_base,
    is_fresh,
    partner_of,
    star_of,
    track_length,
)
from dogpark.games.dog.prompts import prompt
from dogpark.games.dog.rules import PER_RANK, result
from dogpark.games.dog.state import EXCHANGE, GEOMETRY_OFF, NONE, OVER, SEVEN_STEPS, Dog
from dogpark.games.dog.telling import events
from dogpark.games.dog.words import COLOURS, PATHS, by_kind, field_name, play_words
from dogpark.kernel.kept import Kept, KeptView

__all__ = ["events", "prompt", "view"]

MANY = 8192  # parts of views that are kept, of each kind: what some thousand tables show now

PHASES = ("draw", "deal", "exchange", "turn", "peg", "dest", "target", "seven", "over")


def view(s: Dog, seat: int | None) -> dict[str, Any]:
    """DOG-12: all that this seat may know of the position; None is a spectator."""
    return {**common(s), **own(s, seat)}


def common(s: Dog) -> dict[str, Any]:
    """DOG-12.1: what everybody sees alike."""
    players = _players(s)
    return {
        "game": FACTS.name,
        "phase": PHASES[s.phase],
        "round": s.round,
        "max_rounds": s.rule_max_rounds,
        "size": s.size,
        "dealer": _known(s.dealer),
        "turn": _known(s.turn),
        "board": _board(s.players, s.rule_central_geometry, s.rule_central_len),
        "players": players,
        "teams": _teams(s, players),
        "card": _card_laid(s),
        "draw": sum(s.draw),
        "discard": by_kind(s.discard),
        "face_down": sum(s.buried),
        "result": _result(s),
    }


def changed(before: Dog, s: Dog) -> dict[str, Any]:
    """The entries of ``common`` that may not be as they were at an earlier moment of the game.

    It is asked for after every choice, and most of them change little.
    """
    new: dict[str, Any] = {}
    if s.phase != before.phase:
        new["phase"] = PHASES[s.phase]
    if s.round != before.round or s.dealer != before.dealer:
        new |= {"round": s.round, "size": s.size, "dealer": _known(s.dealer)}
    if s.turn != before.turn:
        new["turn"] = _known(s.turn)
    if s.loc != before.loc or s.rank != before.rank:
        new["players"] = _players(s)
        new["teams"] = _teams(s, new["players"])
    elif (
        s.cards != before.cards
        or s.fresh != before.fresh
        or s.heading != before.heading
        or _may_have_folded(before, s)
    ):
        new["players"] = _players(s)
    if s.play != NONE or before.play != NONE:
        new["card"] = _card_laid(s)
    if s.draw != before.draw:
        new["draw"] = sum(s.draw)
    if s.discard != before.discard:
        new["discard"] = by_kind(s.discard)
    if s.buried != before.buried:
        new["face_down"] = sum(s.buried)
    if OVER in (s.phase, before.phase):
        new["result"] = _result(s)
    return new


def _may_have_folded(before: Dog, s: Dog) -> bool:
    """Whether ``has_folded`` may say something else, though everybody holds as many cards."""
    if s.turn == before.turn and s.play == before.play and s.dealer == before.dealer:
        return False
    return 0 in s.cards[: s.players]


def _players(s: Dog) -> list[Kept]:
    seen = []
    for seat in range(s.players):
        cards = s.cards[seat]
        folded = cards == 0 and has_folded(s, seat)
        pegs = (*s.loc[seat], *s.heading[seat])
        seen.append(_player(s.players, seat, cards, folded, s.fresh[seat], pegs))
    return seen


def _teams(s: Dog, players: list[Kept]) -> list[Kept]:
    teams = s.players // 2
    return [
        _team(team, teams, players[team]["safe"] + players[team + teams]["safe"], s.rank[team])
        for team in range(teams)
    ]


def _card_laid(s: Dog) -> Kept | None:
    return None if s.play == NONE else _card(s.play, s.mover, s.peg, _left(s))


def _result(s: Dog) -> dict[str, Any] | None:
    if s.phase != OVER:
        return None
    places, points = [0] * s.players, [0] * s.players
    result(s, places, points)
    won = any(s.rank)
    winners = [other for other, place in enumerate(places) if won and place == 1]
    return {"places": places, "points": points, "winners": winners}


def _known(number: int) -> int | None:
    return None if number == NONE else number


@cache
def _board(players: int, geometry: int, length: int) -> Kept:
    """The fields by number, enough to draw them (DOG-1.4, DOG-11.1)."""
    s = Dog()
    s.players = players
    paths = []
    if players == 6 and geometry != GEOMETRY_OFF:
        for path, name in enumerate(PATHS):
            first = PATH_U + PATH_SIZE * path
            paths.append(
                {
                    "name": name,
                    "ends": [FIRST_END[geometry][path], LAST_END[geometry][path]],
                    "fields": [first + place for place in range(length)],
                }
            )
    return Kept({"track": track_length(s), "paths": paths})


@lru_cache(MANY)
def _player(
    players: int, seat: int, cards: int, folded: bool, fresh: int, pegs: tuple[int, ...]
) -> Kept:
    return _on_the_board(players, seat, fresh, pegs).with_more({"cards": cards, "folded": folded})


@lru_cache(MANY)
def _on_the_board(players: int, seat: int, fresh: int, pegs: tuple[int, ...]) -> Kept:
    """``pegs`` are their fields, and then their headings."""
    # With all of the table that the rules asked below look at, and nothing else: it is often made.
    s = object.__new__(Dog)
    s.players, s.loc, s.fresh = players, [list(pegs[:PEGS])] * players, [fresh] * players
    base = finish_base(s)
    return Kept(
        {
            **_chair(players, seat),
            "moves": controlled_by(s, seat),  # whose pegs its cards act on (DOG-10.1)
            "pegs": [
                _peg(players, pegs[peg], pegs[peg + PEGS], is_fresh(s, seat, peg))
                for peg in range(PEGS)
            ],
            "safe": sum([field >= base for field in s.loc[seat]]),
        }
    )


@cache
def _peg(players: int, field: int, heading: int, fresh: bool) -> dict[str, Any]:
    at = field_name(players, field, heading, fresh=fresh)
    return {"at": at, "id": field, "fresh": fresh, "heading": heading}


@cache
def _team(team: int, teams: int, safe: int, place: int) -> Kept:
    return Kept({"seats": [team, team + teams], "safe": safe, "place": place or None})


@cache
def _chair(players: int, seat: int) -> dict[str, Any]:
    """What never changes during a game; views are made for every socket after every move."""
    s = Dog()
    s.players = players
    colour = COLOURS[seat]
    base = finish_base(s) + PEGS * seat
    return {
        "seat": seat,
        "name": colour.name,
        "letter": colour.letter,
        "shape": colour.shape,
        "partner": partner_of(s, seat),
        "star": star_of(seat),
        "finish": [base + depth for depth in range(PEGS)],
    }


def has_folded(s: Dog, seat: int) -> bool:
    """Whether a seat is out while others who did not fold hold the cards it would have."""
    if s.turn in (NONE, seat) or s.cards[seat] > 0:
        return False
    first = s.dealer + 1
    held = s.cards[s.turn] + (1 if s.play != NONE else 0)  # before this turn's card was laid
    played_already = (seat - first) % s.players < (s.turn - first) % s.players
    return held - (1 if played_already else 0) > 0


def _left(s: Dog) -> int | None:
    return s.left if s.phase == SEVEN_STEPS else None


@cache
def _card(play: int, mover: int, peg: int, left: int | None) -> Kept:
    """The card being played; it lies face up from the first choice on (DOG-3.7)."""
    card, use = PLAYS[play]
    return Kept(
        {
            "card": card,
            "use": use,
            "moves": mover,
            "peg": _known(peg),
            "left": left,
            "words": play_words(play),
        }
    )


def own(s: Dog, seat: int | None) -> dict[str, Any]:
    """DOG-12.2, DOG-12.3: what this seat sees besides; a spectator only what is unseen."""
    jokers = 2 * s.rule_jokers_per_pack
    if seat is None:
        return _own(None, jokers, tuple(s.discard), (), NONE, NONE, NONE)
    partner, gave = partner_of(s, seat), s.gift[seat]
    return _own(
        seat,
        jokers,
        tuple(s.discard),
        tuple(s.hand[seat][: s.cards[seat]]),
        gave,
        NONE if s.phase == EXCHANGE else s.gift[partner],
        gave if s.sure[seat] else NONE,
    )


@lru_cache(MANY)
def _own(
    seat: int | None,
    jokers: int,
    discard: tuple[int, ...],
    hand: tuple[int, ...],
    gave: int,
    got: int,
    partner_holds: int,
) -> KeptView:
    """All of these a seat knows; a spectator knows the discards, and has neither hand nor partner."""
    # All cards whose place it does not know: not face up, in hand or given to the partner.
    unseen = [*_not_face_up(jokers, discard)]
    for kind in hand:
        unseen[kind] -= 1
    if partner_holds != NONE:  # DOG-12.3
        unseen[partner_holds] -= 1
    seen: dict[str, Any] = {"you": seat, "unseen": by_kind(unseen)}
    if seat is not None:
        seen |= {
            "hand": [CARDS[kind] for kind in hand],
            "gave": _card_name(gave),
            "got": _card_name(got),
            "partner_holds": _card_name(partner_holds),
        }
    return KeptView(seen)


@lru_cache(MANY)
def _not_face_up(jokers: int, discard: tuple[int, ...]) -> tuple[int, ...]:
    """By kind: where everybody's reckoning begins."""
    cards = [PER_RANK - face_up for face_up in discard]
    cards[JOKER] += jokers - PER_RANK
    return tuple(cards)


def _card_name(kind: int) -> str | None:
    return None if kind == NONE else CARDS[kind]
