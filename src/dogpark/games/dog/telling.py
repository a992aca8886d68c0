"""What happened, told: events with stable keys, data, words, and an audience each.

The numbers come from comparing the position before with the position after. What only one seat may
know (a card dealt, a pick, a gift) goes to that seat alone (DOG-12.2, DOG-12.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from dogpark.games.dog.actions import CARDS, DEAL, DEALER, FOLD, GIVE, PEG, PLAY, PLAYS, STEP
from dogpark.games.dog.board import all_safe, partner_of, path_of, track_length
from dogpark.games.dog.effects import Effect, Moved, compare
from dogpark.games.dog.rules import result
from dogpark.games.dog.state import (
    DEALER_DRAW,
    DEALING,
    DEST_CHOICE,
    EXCHANGE,
    FOLD_HIDDEN,
    NONE,
    OVER,
    PEG_CHOICE,
    SEVEN_STEPS,
    TARGET_CHOICE,
    TURN,
    Dog,
)
from dogpark.games.dog.words import (
    PATHS,
    card_words,
    cards_listed,
    counted,
    listed,
    play_words,
    seat_name,
)
from dogpark.kernel.rooms import Event


def events(before: Dog, seat: int, code: int, after: Dog) -> list[Event]:
    """Everything that one action or outcome brought about, in the order it happened."""
    told = [*_told_first(before, seat, code, after)]
    if after.loc != before.loc or after.rank != before.rank:  # most choices move no peg
        told += _who_is_done(before, after)
    if after.round != before.round:
        told += _rounds(before, after)
    if after.phase == OVER:
        told.append(_game_over(after))
    elif after.phase == TURN:
        told.append(_turn(after.turn))
    return told


@cache
def _turn(seat: int) -> Event:
    return Event("turn", f"It is {seat_name(seat)}'s turn", {"seat": seat})


def _told_first(before: Dog, seat: int, code: int, after: Dog) -> Iterator[Event]:
    if before.phase == DEALER_DRAW:
        dealer = code - DEALER
        yield Event("dealer", f"{seat_name(dealer)} is drawn to deal first", {"seat": dealer})
        yield _round_begins(after)
    elif before.phase == DEALING:
        yield from _dealt(before, code - DEAL, after)
    elif before.phase == EXCHANGE:
        yield from _picked(before, seat, code - GIVE, after)
    elif code == FOLD:
        yield _hand_laid(before, seat, "folded", f"{seat_name(seat)} cannot play and folds")
    elif before.phase == PEG_CHOICE:
        peg = code - PEG
        words = f"{seat_name(seat)} chooses {_whose(seat, before.mover)}peg {peg}"
        yield Event("peg", words, {"seat": seat, "owner": before.mover, "peg": peg})
    else:
        yield from _on_the_board(before, seat, code, after)


# -- cards ----------------------------------------------------------------------------------------


def _round_begins(s: Dog) -> Event:
    words = f"Round {s.round}: {seat_name(s.dealer)} deals {s.size} cards each"
    return Event("round", words, {"round": s.round, "dealer": s.dealer, "size": s.size})


def _dealt(before: Dog, kind: int, after: Dog) -> Iterator[Event]:
    to = next(seat for seat in range(after.players) if after.cards[seat] > before.cards[seat])
    shuffled = sum(after.draw) >= sum(before.draw)
    if shuffled and before.dealt == 0:
        yield _reshuffled(after)
    yield _got_card(to)
    yield _got_kind(to, kind)
    if shuffled and before.dealt > 0:  # DOG-13.3: in the middle of a deal
        yield _reshuffled(after)
    if after.phase == EXCHANGE:
        yield Event("exchange", "Everybody picks a card for the partner", {})


@cache
def _got_card(seat: int) -> Event:
    return Event("dealt", f"{seat_name(seat)} gets a card", {"seat": seat})


@cache
def _got_kind(seat: int, kind: int) -> Event:
    """For that seat alone (DOG-12.2)."""
    data = {"seat": seat, "card": CARDS[kind]}
    return Event("card", f"You get {card_words(kind)}", data, (seat,))


def _reshuffled(s: Dog) -> Event:
    words = "The discards are shuffled into the draw pile"
    return Event("reshuffled", words, {"draw": sum(s.draw)})


def _picked(before: Dog, seat: int, kind: int, after: Dog) -> Iterator[Event]:
    """Until the last pick is in, only the one who picks is told anything (DOG-12.3)."""
    partner = partner_of(before, seat)
    words = f"You pick {card_words(kind)} for {seat_name(partner)}"
    yield Event("picked", words, {"seat": seat, "card": CARDS[kind], "to": partner}, (seat,))
    if after.phase == EXCHANGE:
        return
    yield Event("exchanged", "The partners have exchanged a card each", {})
    for other in range(after.players):
        giver = partner_of(after, other)
        got, gave = after.gift[giver], after.gift[other]
        if got != NONE:
            words = f"You get {card_words(got)} from {seat_name(giver)}"
            data = {"seat": other, "from": giver, "card": CARDS[got], "gave": CARDS[gave]}
            yield Event("got", words, data, (other,))


def _hand_laid(before: Dog, seat: int, key: str, words: str) -> Event:
    """A whole hand goes to the discards: face up, or only its number is known (DOG-13.5)."""
    kinds = before.hand[seat][: before.cards[seat]]
    data: dict[str, Any] = {"seat": seat, "count": len(kinds)}
    if before.rule_fold_reveal == FOLD_HIDDEN:
        return Event(key, f"{words}: {counted(len(kinds), 'card')} face down", data)
    data["cards"] = [CARDS[kind] for kind in kinds]
    return Event(key, f"{words}: {cards_listed(kinds)}", data)


# -- pegs -----------------------------------------------------------------------------------------


def _whose(seat: int, mover: int) -> str:
    return "" if seat == mover else f"{seat_name(mover)}'s "


def _on_the_board(before: Dog, seat: int, code: int, after: Dog) -> Iterator[Event]:
    effect = compare(before, after)
    if before.phase == TURN:
        play = code - PLAY
        yield _laid(before, seat, play)
        use = PLAYS[play][1]
        if use == "start":
            yield _started(seat, effect.moves[0])
        elif use == "null":
            yield Event("null", "Nothing moves", {"seat": seat})
    elif before.phase == TARGET_CHOICE:
        yield _swapped(before, seat, code, effect)
    elif before.phase in (DEST_CHOICE, SEVEN_STEPS):
        peg = before.peg if before.phase == DEST_CHOICE else (code - STEP) // 2
        for move in effect.moves:
            if (move.seat, move.peg) == (before.mover, peg):
                yield from _moved(before, seat, move, after)
    for hit in effect.hits:
        words = f"{seat_name(hit.seat)} is sent home from {hit.start}"
        data = {
            "by": seat,
            "seat": hit.seat,
            "peg": hit.peg,
            "at": hit.start,
            "at_id": hit.start_id,
        }
        yield Event("hit", words, data)


def _laid(s: Dog, seat: int, play: int) -> Event:
    card, use = PLAYS[play]
    words = f"{seat_name(seat)} plays {play_words(play)}"
    return Event("played", words, {"seat": seat, "card": card, "use": use})


def _started(seat: int, move: Moved) -> Event:
    words = f"{seat_name(move.seat)} starts a peg on {move.end}"
    return Event("started", words, {"by": seat, **move.to_dict()})


def _moved(before: Dog, seat: int, move: Moved, after: Dog) -> Iterator[Event]:
    data = {"by": seat, "way": _way(before, move), **move.to_dict()}
    name = seat_name(move.seat)
    if before.phase == SEVEN_STEPS:
        data["left"] = after.left
        yield Event("step", f"{name} steps from {move.start} to {move.end}", data)
    else:
        yield Event("moved", f"{name} goes from {move.start} to {move.end}", data)
    if move.enters:
        words = f"{name} has a peg safe on {move.end}"
        yield Event("entered", words, {"seat": move.seat, "peg": move.peg, "at": move.end})


def _way(s: Dog, move: Moved) -> str:
    """How a peg went: along the track, back, into the finish, inside it, or by a path."""
    length = track_length(s)
    if move.enters:
        return "finish"
    for field in (move.end_id, move.start_id):
        if field >= length:
            return "inside" if move.end.startswith("F") else PATHS[path_of(field)]
    return "back" if PLAYS[s.play][1] == "back" else "track"


def _swapped(before: Dog, seat: int, code: int, effect: Effect) -> Event:
    moves = sorted(effect.moves, key=lambda m: (m.seat, m.peg) != (before.mover, before.peg))
    places = [f"{seat_name(move.seat)} on {move.start}" for move in moves]
    words = f"{listed(places)} change places"
    return Event("swapped", words, {"by": seat, "pegs": [move.to_dict() for move in moves]})


# -- what follows from it -------------------------------------------------------------------------


def _who_is_done(before: Dog, after: Dog) -> Iterator[Event]:
    """Players with four safe pegs (DOG-10.1) and teams with eight (DOG-10.3)."""
    for seat in range(after.players):
        partner = partner_of(after, seat)
        if all_safe(after, seat) and not all_safe(before, seat) and not all_safe(after, partner):
            words = f"{seat_name(seat)} has all pegs safe and helps {seat_name(partner)} now"
            yield Event("done", words, {"seat": seat, "partner": partner})
    teams = after.players // 2
    for team in range(teams):
        if after.rank[team] > before.rank[team]:
            seats = [team, team + teams]
            names = listed([seat_name(seat) for seat in seats])
            words = f"{names} have all eight pegs safe"
            yield Event("team_done", words, {"seats": seats, "place": after.rank[team]})
            for seat in seats:
                if before.cards[seat] and not after.cards[seat] and after.phase != OVER:
                    yield from _laid_by_winner(before, seat)


def _laid_by_winner(before: Dog, seat: int) -> Iterator[Event]:
    """DOG-13.21: winners lay down what they still hold (the card just played was laid before)."""
    yield _hand_laid(before, seat, "laid_down", f"{seat_name(seat)} lays the cards down")


def _rounds(before: Dog, after: Dog) -> Iterator[Event]:
    yield Event("round_end", f"Round {before.round} is over", {"round": before.round})
    if sum(after.draw) > sum(before.draw):
        yield _reshuffled(after)
    yield _round_begins(after)


def _game_over(s: Dog) -> Event:
    places, points = [0] * s.players, [0] * s.players
    result(s, places, points)
    winners = [seat for seat, place in enumerate(places) if place == 1] if any(s.rank) else []
    data = {"winners": winners, "places": places, "points": points}
    if winners:
        words = f"{listed([seat_name(seat) for seat in winners])} win"
    else:
        words = f"The game ends after round {s.round} without a winner"
    return Event("game_over", words, data)
