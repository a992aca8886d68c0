"""What happened, told: events with stable keys, data, words, and an audience each.

What only one or two seats may know (a card drawn, a card laid down, a swap) goes to them alone
(BRE-4.5, BRE-10.1). A seat that lets a scavenger pass is told of in the same words whatever it
holds (BRE-5.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dogpark.games.breath.actions import (
    CARDS,
    DEAL,
    DISCARD,
    DRAW,
    FALSE_ALARM,
    FLIP,
    GUARD,
    NAME,
    OUT,
    PICK,
    SCAVENGE,
    SHOW,
    STAND,
    TAKE,
    TAKEN_BLIND,
)
from dogpark.games.breath.rounds import DEALT
from dogpark.games.breath.scoring import result
from dogpark.games.breath.state import (
    ALARMED,
    BLIND,
    COMING,
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
    SHOWING,
    SORTS,
    STARTER,
    TAKING,
    Breath,
)
from dogpark.games.breath.words import (
    bare_words,
    by_card,
    card_words,
    counted,
    hand_words,
    listed,
    parts_of,
    place_words,
)
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event


def events(before: Breath, seat: int, code: int, after: Breath) -> list[Event]:
    """Everything that one action or outcome brought about, in the order it happened."""
    if seat != CHANCE and code >= SCAVENGE and before.phase <= ENDING:
        told = [*_sent(before, seat, code, after)]
    else:
        told = [*_TELL[before.phase](before, seat, code, after)]
    if after.left > before.left and after.phase == COMING:
        words = "The deck is empty: all discards are shuffled into a new one"
        told.append(Event("shuffled", words, {"cards": after.left}))
    if after.phase == DRAWING and before.phase in (TAKING, ENDING):
        told.append(Event("turn", f"It is seat {after.turn}'s turn", {"seat": after.turn}))
    return told


# -- the start of a round -------------------------------------------------------------------------


def _starter(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    yield Event("starter", f"Seat {after.starter} is drawn to start", {"seat": after.starter})
    yield _round(after)


def _round(s: Breath) -> Event:
    words = f"Round {s.round}: {DEALT} cards each, seat {s.starter} starts"
    return Event("round", words, {"round": s.round, "starter": s.starter})


def _dealt(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    to, card = before.drawer, code - DEAL
    yield Event("dealt", f"Seat {to} gets a card", {"seat": to})
    yield Event(
        "card", f"You are dealt {bare_words(card)}", {"seat": to, "card": CARDS[card]}, (to,)
    )


def _faced(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    card, place = before.grid[before.standing], before.standing + 1
    data = {"seat": seat, "place": place, "card": CARDS[card]}
    if code == STAND:
        yield Event("stood", f"Seat {seat} lets {card_words(card)} stand", data)
    else:
        yield Event("turned_down", f"Seat {seat} turns {card_words(card)} down", data)


def _flipped(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    place = code - FLIP
    words = f"Seat {seat} flips {place_words(place)}"
    yield Event("flip", words, {"seat": seat, "place": place + 1})
    if before.grid[place] != NONE:
        yield _lies_open(place, before.grid[place])


def _shown(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    yield _lies_open(before.spot, code - SHOW)


def _lies_open(place: int, card: int) -> Event:
    words = f"It is {card_words(card)}"
    return Event("shown", words, {"place": place + 1, "card": CARDS[card]})


def _took(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    card = before.grid[code - TAKE]
    data = {"seat": seat, "place": code - TAKE + 1, "card": CARDS[card]}
    yield Event("took", f"Seat {seat} takes {card_words(card)}", data)
    if after.phase == DRAWING:
        rest = after.left - after.top
        words = f"The last {counted(rest, 'card')} of the grid go under the deck"
        yield Event("grid_gone", words, {"cards": rest})


# -- a turn ---------------------------------------------------------------------------------------


def _drew(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    if code == DRAW:
        yield Event("draw", f"Seat {seat} draws from the deck", {"seat": seat})
        return
    card = code - PICK
    words = f"Seat {seat} picks {card_words(card)} from the discards"
    yield Event("picked", words, {"seat": seat, "card": CARDS[card]})


def _came(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    to, card = before.drawer, code - DEAL
    if before.target != NONE:  # BRE-4.7
        yield Event("made_up", f"Seat {to} draws a card to make up for it", {"seat": to})
    yield Event("card", f"You draw {card_words(card)}", {"seat": to, "card": CARDS[card]}, (to,))


def _discarded(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    card = code - DISCARD
    words = f"Seat {seat} discards {card_words(card)}"
    yield Event("discarded", words, {"seat": seat, "card": CARDS[card]})


def _ended(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    if code == OUT:
        words = f"Seat {seat} is out! Everybody else has one more turn"
        yield Event("out", words, {"seat": seat})
    else:
        yield Event("ended", f"Seat {seat} ends the turn", {"seat": seat})
    if after.phase == OVER or after.round > before.round:
        yield from _scored(before, after)


# -- the scavenger --------------------------------------------------------------------------------


def _sent(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    target, card = divmod(code - SCAVENGE, SORTS)
    words = f"Seat {seat} sends a scavenger to seat {target} and lays down a card"
    yield Event("scavenger", words, {"seat": seat, "target": target})
    words = f"You lay down {card_words(card)}"
    yield Event("offered", words, {"seat": seat, "card": CARDS[card]}, (seat,))


def _named(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    card = code - NAME
    words = f"Seat {seat} asks seat {before.target} for {card_words(card)}"
    yield Event("named", words, {"seat": seat, "target": before.target, "card": CARDS[card]})
    yield from _let_pass(before, after)


def _answered(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    if code == GUARD:
        words = f"Seat {seat} plays a guard dog: seat {before.turn} gets the card back"
        yield Event("guarded", words, {"seat": seat, "by": before.turn, "target": before.target})
    else:
        yield Event("let", f"Seat {seat} lets it happen", {"seat": seat})
        yield from _let_pass(before, after)


def _let_pass(before: Breath, after: Breath) -> Iterator[Event]:
    """BRE-11.4: nobody has stopped a scavenger that asked for a certain card."""
    if after.phase not in (ALARMED, COMING) or after.guard != NONE:
        return
    by, other, wish = after.turn, after.target, after.wish
    if after.lacks[other] >> wish & 1:
        words = f"Seat {other} has none: seat {by} gets the card back"
        yield Event("in_vain", words, {"seat": by, "target": other, "card": CARDS[wish]})
        return
    words = f"Seat {other} gives {card_words(wish)} to seat {by} and gets a card for it"
    yield Event("swapped", words, {"seat": by, "target": other, "card": CARDS[wish]})
    yield from _seen_by_the_two(by, other, before.offer, wish)


def _taken_blind(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    by, other = before.turn, before.target
    words = f"Seat {by} and seat {other} have swapped a card"
    yield Event("swapped", words, {"seat": by, "target": other})
    yield from _seen_by_the_two(by, other, before.offer, code - TAKEN_BLIND)


def _seen_by_the_two(by: int, other: int, gave: int, got: int) -> Iterator[Event]:
    """BRE-4.5"""
    for seat, loses, gets in ((by, gave, got), (other, got, gave)):
        words = f"You get {card_words(gets)} for {card_words(loses)}"
        data = {"seat": seat, "gave": CARDS[loses], "got": CARDS[gets]}
        yield Event("swap", words, data, (seat,))


def _alarm(before: Breath, seat: int, code: int, after: Breath) -> Iterator[Event]:
    if code == FALSE_ALARM:
        words = f"Seat {seat} calls a false alarm: nobody is out, play goes on"
        yield Event("false_alarm", words, {"seat": seat})
    else:
        yield Event("stayed", f"Seat {seat} stays out", {"seat": seat})


# -- the score ------------------------------------------------------------------------------------


def _scored(before: Breath, after: Breath) -> Iterator[Event]:
    """BRE-9.1, BRE-9.4"""
    if after.was_out == NONE:
        words = f"Nobody is out after {counted(before.turns + 1, 'turn')}"
        yield Event("no_end", words, {"turns": before.turns + 1})
    for seat in range(after.players):
        hand, points = after.shown[seat], after.scored[seat]
        parts = parts_of(hand, before.last[seat])
        told = ", ".join(f"{part.points} for {part.words}" for part in parts)
        scores = f"{counted(points, 'point')}{' – ' if told else ''}{told}"
        words = f"Seat {seat} shows {hand_words(hand)}: {scores}"
        data = {
            "seat": seat,
            "hand": by_card(hand),
            "points": points,
            "parts": [part.to_dict() for part in parts],
        }
        yield Event("scored", words, data)
    if after.was_out != NONE:
        bonus = after.gained[after.was_out] - after.scored[after.was_out]
        why = "nobody has more: 5 points extra" if bonus > 0 else "somebody has more: 5 points less"
        words = f"Seat {after.was_out} was out, and {why}"
        yield Event("bonus", words, {"seat": after.was_out, "points": bonus})
    if after.phase == OVER:
        yield _game_over(after)
    else:
        yield _round(after)


def _game_over(s: Breath) -> Event:
    places, points = [0] * s.players, [0] * s.players
    result(s, places, points)
    winners = [seat for seat, place in enumerate(places) if place == 1]
    who = listed([f"seat {seat}" for seat in winners])
    verb = "wins" if len(winners) == 1 else "share the first place"
    words = f"The last round is over: {who} {verb} with {counted(max(points), 'point')}"
    return Event("game_over", words, {"winners": winners, "places": places, "points": points})


_TELL: dict[int, Callable[[Breath, int, int, Breath], Iterator[Event]]] = {
    STARTER: _starter,
    DEALING: _dealt,
    FACING: _faced,
    FLIPPING: _flipped,
    SHOWING: _shown,
    TAKING: _took,
    DRAWING: _drew,
    COMING: _came,
    DISCARDING: _discarded,
    ENDING: _ended,
    NAMING: _named,
    GUARDING: _answered,
    BLIND: _taken_blind,
    ALARMED: _alarm,
}
