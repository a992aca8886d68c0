"""What happened, told: events with stable keys, data, words, and an audience each.

The numbers come from comparing the position before with the position after. What only one seat may
know (a card dealt, a pick, a gift) goes to that seat alone (DOG-12.2, DOG-12.3).
"""

from __future__ import annotations

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
    told = _told_first(before, seat, code, after)
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


def _told_first(before: Dog, seat: int, code: int, after: Dog) -> list[Event]:
    if before.phase == DEALING:
        return _dealt(before, code - DEAL, after)
    elif before.phase == PEG_CHOICE:
        return [_peg_chosen(seat, before.mover, code - PEG)]
    elif before.phase == EXCHANGE:
        return _picked(before, seat, code - GIVE, after)
    elif before.phase == DEALER_DRAW:
        dealer = code - DEALER
        drawn = Event("dealer", f"{seat_name(dealer)} is drawn to deal first", {"seat": dealer})
        return [drawn, _round_begins(after)]
    elif code == FOLD:
        return [_hand_laid(before, seat, "folded", f"{seat_name(seat)} cannot play and folds")]
    return _on_the_board(before, seat, code, after)


# -- cards ----------------------------------------------------------------------------------------


def _round_begins(s: Dog) -> Event:
    words = f"Round {s.round}: {seat_name(s.dealer)} deals {s.size} cards each"
    return Event("round", words, {"round": s.round, "dealer": s.dealer, "size": s.size})


def _dealt(before: Dog, kind: int, after: Dog) -> list[Event]:
    to = 0
    while after.cards[to] == before.cards[to]:
        to += 1
    told = [_got_card(to), _got_kind(to, kind)]
    # While cards are dealt, nothing else takes any from the discards.
    if after.discard != before.discard or after.buried != before.buried:
        # DOG-13.3: also in the middle of a deal
        told.insert(0 if before.dealt == 0 else 2, _reshuffled(after))
    if after.phase == EXCHANGE:
        told.append(Event("exchange", "Everybody picks a card for the partner", {}))
    return told


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


def _picked(before: Dog, seat: int, kind: int, after: Dog) -> list[Event]:
    """Until the last pick is in, only the one who picks is told anything (DOG-12.3)."""
    told = [_pick(seat, partner_of(before, seat), kind)]
    if after.phase == EXCHANGE:
        return told
    told.append(Event("exchanged", "The partners have exchanged a card each", {}))
    for other in range(after.players):
        giver = partner_of(after, other)
        got, gave = after.gift[giver], after.gift[other]
        if got != NONE:
            words = f"You get {card_words(got)} from {seat_name(giver)}"
            data = {"seat": other, "from": giver, "card": CARDS[got], "gave": CARDS[gave]}
            told.append(Event("got", words, data, (other,)))
    return told


@cache
def _pick(seat: int, partner: int, kind: int) -> Event:
    words = f"You pick {card_words(kind)} for {seat_name(partner)}"
    return Event("picked", words, {"seat": seat, "card": CARDS[kind], "to": partner}, (seat,))


def _hand_laid(before: Dog, seat: int, key: str, words: str) -> Event:
    """A whole hand goes to the discards: face up, or only its number is known (DOG-13.5)."""
    kinds = before.hand[seat][: before.cards[seat]]
    data: dict[str, Any] = {"seat": seat, "count": len(kinds)}
    if before.rule_fold_reveal == FOLD_HIDDEN:
        return Event(key, f"{words}: {counted(len(kinds), 'card')} face down", data)
    data["cards"] = [CARDS[kind] for kind in kinds]
    return Event(key, f"{words}: {cards_listed(kinds)}", data)


# -- pegs -----------------------------------------------------------------------------------------


@cache
def _peg_chosen(seat: int, mover: int, peg: int) -> Event:
    whose = "" if seat == mover else f"{seat_name(mover)}'s "
    words = f"{seat_name(seat)} chooses {whose}peg {peg}"
    return Event("peg", words, {"seat": seat, "owner": mover, "peg": peg})


def _on_the_board(before: Dog, seat: int, code: int, after: Dog) -> list[Event]:
    effect = compare(before, after)
    told = []
    if before.phase == TURN:
        play = code - PLAY
        told.append(_laid(seat, play))
        use = PLAYS[play][1]
        if use == "start":
            told.append(_started(seat, effect.moves[0]))
        elif use == "null":
            told.append(Event("null", "Nothing moves", {"seat": seat}))
    elif before.phase == TARGET_CHOICE:
        told.append(_swapped(before, seat, code, effect))
    elif before.phase in (DEST_CHOICE, SEVEN_STEPS):
        peg = before.peg if before.phase == DEST_CHOICE else (code - STEP) // 2
        for move in effect.moves:
            if move.peg == peg and move.seat == before.mover:
                told += _moved(before, seat, move, after)
    for hit in effect.hits:
        words = f"{seat_name(hit.seat)} is sent home from {hit.start}"
        data = {
            "by": seat,
            "seat": hit.seat,
            "peg": hit.peg,
            "at": hit.start,
            "at_id": hit.start_id,
        }
        told.append(Event("hit", words, data))
    return told


@cache
def _laid(seat: int, play: int) -> Event:
    card, use = PLAYS[play]
    words = f"{seat_name(seat)} plays {play_words(play)}"
    return Event("played", words, {"seat": seat, "card": card, "use": use})


def _started(seat: int, move: Moved) -> Event:
    words = f"{seat_name(move.seat)} starts a peg on {move.end}"
    return Event("started", words, {"by": seat, **move.to_dict()})


def _moved(before: Dog, seat: int, move: Moved, after: Dog) -> list[Event]:
    data = {"by": seat, "way": _way(before, move), **move.to_dict()}
    name = seat_name(move.seat)
    if before.phase == SEVEN_STEPS:
        data["left"] = after.left
        told = [Event("step", f"{name} steps from {move.start} to {move.end}", data)]
    else:
        told = [Event("moved", f"{name} goes from {move.start} to {move.end}", data)]
    if move.enters:
        words = f"{name} has a peg safe on {move.end}"
        data = {"seat": move.seat, "peg": move.peg, "at": move.end}
        told.append(Event("entered", words, data))
    return told


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


def _who_is_done(before: Dog, after: Dog) -> list[Event]:
    """Players with four safe pegs (DOG-10.1) and teams with eight (DOG-10.3)."""
    told = []
    for seat in range(after.players):
        if after.loc[seat] == before.loc[seat]:
            continue
        if all_safe(after, seat) and not all_safe(before, seat):
            partner = partner_of(after, seat)
            if not all_safe(after, partner):
                words = f"{seat_name(seat)} has all pegs safe and helps {seat_name(partner)} now"
                told.append(Event("done", words, {"seat": seat, "partner": partner}))
    if after.rank == before.rank:
        return told
    teams = after.players // 2
    for team in range(teams):
        if after.rank[team] > before.rank[team]:
            seats = [team, team + teams]
            names = listed([seat_name(seat) for seat in seats])
            words = f"{names} have all eight pegs safe"
            told.append(Event("team_done", words, {"seats": seats, "place": after.rank[team]}))
            for seat in seats:
                if before.cards[seat] and not after.cards[seat] and after.phase != OVER:
                    told.append(_laid_by_winner(before, seat))
    return told


def _laid_by_winner(before: Dog, seat: int) -> Event:
    """DOG-13.21: winners lay down what they still hold (the card just played was laid before)."""
    return _hand_laid(before, seat, "laid_down", f"{seat_name(seat)} lays the cards down")


def _rounds(before: Dog, after: Dog) -> list[Event]:
    told = [Event("round_end", f"Round {before.round} is over", {"round": before.round})]
    if sum(after.draw) > sum(before.draw):
        told.append(_reshuffled(after))
    told.append(_round_begins(after))
    return told


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
