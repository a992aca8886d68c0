"""What happened, told: events with stable keys, data, words, and an audience each.

A choice may set off a whole chain. It is replayed here with the rules' own small steps (``decide``, then
``advance`` as often as it takes), and each step is told by comparing the position before it with
the one after. What is under seal is told to its owner alone (MON-18.2 to MON-18.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dogpark.games.monty import FACTS, happenings
from dogpark.games.monty.actions import (
    CORNER_NAMES,
    FACE_CODE,
    ORIENT_CODE,
    PILE_NAMES,
    SPECIES_NAMES,
)
from dogpark.games.monty.offers import (
    answers_shown,
    deal_data,
    listed_answers,
    offer_data,
    offered_words,
    said_words,
    sealed_data,
    sealed_words,
    split_words,
    talks_words,
)
from dogpark.games.monty.race import is_bluff
from dogpark.games.monty.rules import advance, decide, result
from dogpark.games.monty.state import (
    ACCEPT,
    ANSWER,
    AXIS_V,
    CLASSES,
    COMMIT,
    CROWN_CHOICE,
    DEMAND,
    DRAW,
    DUSK,
    EXPLORE_CHOICE,
    EXPLORED,
    FACE,
    GATE_CHOICE,
    LAID,
    LAY_START,
    LAYING,
    NONE,
    NUMBER,
    OFFER,
    ORDER,
    ORIENT_CHOICE,
    OVER,
    PLACER_LOT,
    PUSH_CHOICE,
    PUSHING,
    RACE_OVER,
    ROUND,
    RUNNER,
    SEND_ORDER,
    SENDING,
    SHOVING,
    SPACE,
    SPECIES,
    STEP_CHOICE,
    TALK,
    Monty,
)
from dogpark.games.monty.words import (
    AXES,
    ENDINGS,
    TOKENS,
    counted,
    in_mask,
    listed,
    named,
    seat_name,
    tile_cell,
)
from dogpark.kernel.rooms import Event


def events(before: Monty, seat: int, code: int, _after: Monty) -> list[Event]:
    """Everything that one choice or outcome brought about, in the order it happened."""
    s = before.copy()
    decide(s, seat, code)
    chosen = [*_CHOSEN[before.phase](before, s.copy(), seat, code)]
    return [*chosen, *follow(s)]


def follow(s: Monty) -> Iterator[Event]:
    """What follows of itself, one small step after the other; the position moves along."""
    while s.phase > OVER:
        a = s.copy()
        advance(s)
        if a.phase in _FOLLOWED:
            yield from _FOLLOWED[a.phase](a, s)


# -- setting up -----------------------------------------------------------------------------------


def _species(a: Monty, b: Monty, seat: int, code: int) -> Iterator[Event]:
    if b.phase == SPECIES:
        yield from _sealed(b, seat, "You choose to be a", "has chosen")
        return
    kinds = [SPECIES_NAMES[kind] for kind in b.species[: b.players]]
    words = listed([f"{seat_name(who)} is a {kind}" for who, kind in enumerate(kinds)])
    yield Event("species", words, {"species": kinds})
    yield from _set_up(a, b)


def _sealed(b: Monty, seat: int, mine: str, theirs: str) -> Iterator[Event]:
    """To the seat itself what it chose; to everybody that it did."""
    own, stage = sealed_words(b, seat), FACTS.stages[b.phase - SPECIES + 1]
    data = {"seat": seat, "stage": stage}
    told = data | {"choice": own, **(sealed_data(b, seat) or {})}
    yield Event("sealed", f"{mine} {own}", told, (seat,))
    yield Event("answered", f"{seat_name(seat)} {theirs}", data)


def _lot(a: Monty, b: Monty, _seat: int, _code: int) -> Iterator[Event]:
    words = f"{seat_name(b.placer)} is drawn to lay Start"
    yield Event("placer", words, {"seat": b.placer})
    yield from _set_up(a, b)


def _set_up(a: Monty, b: Monty) -> Iterator[Event]:
    """Start is asked for, or lies there already because there is only one place for it."""
    if b.cleared > a.cleared:  # MON-3.7
        yield Event("cleared", "The obstacles leave no place for Start: they are put away", {})
    if b.phase == LAY_START:
        words = f"{seat_name(b.placer)} lays Start"
        yield Event("turn", words, {"seat": b.placer, "to": "start"})
    elif b.phase in (ROUND, FACE):
        yield from _started(a, b, b.placer, 0)


def _started(_a: Monty, b: Monty, seat: int, _code: int) -> Iterator[Event]:
    lies = AXES[b.turn[0] == AXIS_V]
    words = f"Race {b.race}: {seat_name(seat)} lays Start at {tile_cell(b, 0)}, {lies}"
    yield Event("start", words, {"seat": seat, "x": b.x[0], "y": b.y[0], "lies": lies})


def _face(a: Monty, b: Monty, _seat: int, code: int) -> Iterator[Event]:
    kind, pile = CORNER_NAMES[(code - FACE_CODE) & 1], PILE_NAMES[a.pile]
    words = f"On the {pile} pile lies a {kind} corner now"
    yield Event("face", words, {"pile": pile, "corner": kind})


# -- the secret phase -----------------------------------------------------------------------------


def _said(a: Monty, b: Monty, seat: int, _code: int) -> Iterator[Event]:
    if b.phase == TALK and b.talk == a.talk:
        own = sealed_words(b, seat)
        mine = "You stay" if own == "silent" else "You say"
        yield from _sealed(b, seat, mine, "is ready to speak")
        return
    claims = b.claim[a.talk][: b.players]
    for who, claim in enumerate(claims):
        yield Event("said", said_words(who, claim), {"seat": who, "number": claim or None})


def _committed(_a: Monty, b: Monty, seat: int, _code: int) -> Iterator[Event]:
    if b.phase == COMMIT:
        yield from _sealed(b, seat, "You put down the", "puts down a card")
        return
    numbers = b.shown[: b.players]
    words = listed([f"{seat_name(who)} {number}" for who, number in enumerate(numbers)])
    yield Event("shown", f"The cards are shown: {words}", {"numbers": numbers})
    bluffers = [who for who in range(b.players) if is_bluff(b, who)]
    if bluffers:  # MON-4.2
        words = f"{named(bluffers)} led the others up the garden path"
        yield Event("bluff", words, {"seats": bluffers})


# -- talks ----------------------------------------------------------------------------------------


def _offered(a: Monty, b: Monty, seat: int, _code: int) -> Iterator[Event]:
    if b.offer == NONE:
        yield Event("passed", f"{seat_name(seat)} makes no offer", {"seat": seat})
        yield from _after_turn(a, b)
        return
    offer = offer_data(b, seat, b.offer)
    words = offer.pop("words")
    yield Event("offer", words, offer)


def _answered(a: Monty, b: Monty, seat: int, _code: int) -> Iterator[Event]:
    if b.phase == ANSWER:
        yield from _sealed(b, seat, "You say", "has answered")
        return
    answers = {who: answer == ACCEPT for who, answer in enumerate(b.answer) if answer != NONE}
    data = {"answers": [{"seat": who, "yes": yes} for who, yes in answers.items()]}
    yield Event("answers", listed_answers(b), data)
    if all(answers.values()):
        deal = {"matter": _matter(a), **deal_data(a, a.offer)}
        yield Event("agreed", f"Agreed: {offered_words(a, a.offer)}", deal)
    else:
        yield from _after_turn(a, b)


def _demanded(a: Monty, b: Monty, seat: int, _code: int) -> Iterator[Event]:
    """MON-19.18"""
    if b.phase == DEMAND and b.talkers == a.talkers and b.matter == a.matter:
        yield from _sealed(b, seat, "You want", "has written down a demand")
        return
    demands = [{k: v for k, v in one.items() if k != "words"} for one in answers_shown(b)]
    yield Event("demands", listed_answers(b), {"matter": _matter(a), "demands": demands})
    wanted = {who: answer for who, answer in enumerate(b.answer) if answer != NONE}
    if b.phase == SENDING or (a.matter == ORDER and len(set(wanted.values())) > 1):
        yield from _after_turn(a, b)
        return
    words = split_words(wanted)
    deal: dict[str, Any] = {"split": [{"seat": w, "spaces": n} for w, n in wanted.items()]}
    if a.matter == ORDER:
        words, deal = offered_words(a, b.answer[seat]), deal_data(a, b.answer[seat])
    yield Event("agreed", f"Agreed: {words}", {"matter": _matter(a), **deal})


def _matter(s: Monty) -> str:
    return "order" if s.matter == ORDER else "split"


def _after_turn(a: Monty, b: Monty) -> Iterator[Event]:
    """A turn to propose has brought no agreement (MON-5.7, MON-5.8, MON-6.4, MON-19.20)."""
    members = in_mask(a.talkers)
    if b.phase == OFFER:
        words = f"No agreement yet: it is {seat_name(b.turn_seat)}'s turn to offer"
        yield Event("turn", words, {"seat": b.turn_seat, "to": "offer"})
    elif b.phase == SENDING:
        words = f"No agreement: {named(members)} go back to a gate and do not move"
        yield Event("failed", words, {"seats": members, "then": "gate"})
    else:
        words = f"No agreement: {named(members)} go in seating order"
        yield Event("failed", words, {"seats": members, "then": "seating"})


def _number(_a: Monty, b: Monty) -> Iterator[Event]:
    """MON-5.3"""
    if b.talkers:
        members = in_mask(b.talkers)
        both = "both" if len(members) == 2 else "all"
        words = f"{named(members)} {both} played {b.number} and have to share it"
        yield Event("share", words, {"seats": members, "number": b.number})


def _class(_a: Monty, b: Monty) -> Iterator[Event]:
    """MON-6.3"""
    if b.talkers:
        yield Event("level", talks_words(b), {"seats": in_mask(b.talkers)})


# -- choices on the table -------------------------------------------------------------------------


def _sent_in_order(a: Monty, b: Monty, seat: int, _code: int) -> Iterator[Event]:
    yield happenings.send_order(b, seat, b.settled)


def _gate(a: Monty, b: Monty, _seat: int, _code: int) -> Iterator[Event]:
    yield from happenings.sending(a, b)


def _step(a: Monty, b: Monty, _seat: int, _code: int) -> Iterator[Event]:
    yield from happenings.stepped(a, b)


def _explored(_a: Monty, b: Monty, _seat: int, _code: int) -> Iterator[Event]:
    yield from happenings.explored(b)


def _drawn(a: Monty, b: Monty, _seat: int, code: int) -> Iterator[Event]:
    yield from happenings.drawn(a, b, code)


def _oriented(a: Monty, _b: Monty, _seat: int, code: int) -> Iterator[Event]:
    yield happenings.oriented(a, code - ORIENT_CODE)


def _pushed(_a: Monty, b: Monty, _seat: int, _code: int) -> Iterator[Event]:
    yield happenings.pushed(b)


def _crown(a: Monty, b: Monty, seat: int, _code: int) -> Iterator[Event]:
    yield happenings.crown_chosen(a, b, seat)


# -- rounds, races, the match ---------------------------------------------------------------------


def _round(_a: Monty, b: Monty) -> Iterator[Event]:
    if b.phase == RACE_OVER:  # MON-15.6
        where = tile_cell(b, b.crown)
        words = f"Dusk falls after {counted(b.round, 'round')}: Home is at {where}"
        yield Event("dusk", words, {"round": b.round, **happenings.place_data(b, b.crown)})
    else:
        yield Event("round", f"Round {b.round} begins", {"round": b.round})


def _race_over(a: Monty, b: Monty) -> Iterator[Event]:
    """MON-15, MON-16: places, awards, and what comes next."""
    how = "Nobody came home" if b.finisher == NONE else f"{seat_name(b.finisher)} came home"
    if b.ending == DUSK and b.finisher != NONE:
        how = f"{seat_name(b.finisher)} holds the crown"
    finisher = None if b.finisher == NONE else b.finisher
    words = f"Race {a.race} is over: {how}"
    data = {"race": a.race, "finisher": finisher, "ending": ENDINGS[b.ending]}
    yield Event("race_over", words, data)
    for seat in sorted(range(b.players), key=lambda seat: b.rank[seat]):
        yield _award(b, seat)
    if b.phase == OVER:
        yield _match_over(b)
    elif b.phase == SPECIES:
        yield Event("turn", f"Race {b.race}: cat or squirrel?", {"race": b.race})
    else:
        yield from _set_up(a, b)


def _award(b: Monty, seat: int) -> Event:
    place, points = b.rank[seat], b.award[seat]
    words = f"{seat_name(seat)} is {_ORDINALS[place]}"
    if points:
        words += f" and gets {TOKENS[points]}, {counted(points, 'point')}"
    data = {"seat": seat, "place": place, "points": points, "total": b.points[seat]}
    return Event("place", words, data)


_ORDINALS = ("", "first", "second", "third", "fourth", "fifth")


def _match_over(b: Monty) -> Event:
    places, points = [0] * b.players, [0] * b.players
    result(b, places, points)
    winners = [seat for seat, place in enumerate(places) if place == 1]
    verb = "wins" if len(winners) == 1 else "share the win"
    data = {"winners": winners, "places": places, "points": points}
    return Event("game_over", f"{named(winners)} {verb}", data)


_CHOSEN: dict[int, Callable[[Monty, Monty, int, int], Iterator[Event]]] = {
    PLACER_LOT: _lot,
    DRAW: _drawn,
    FACE: _face,
    SPECIES: _species,
    LAY_START: _started,
    TALK: _said,
    COMMIT: _committed,
    OFFER: _offered,
    ANSWER: _answered,
    DEMAND: _demanded,
    SEND_ORDER: _sent_in_order,
    GATE_CHOICE: _gate,
    STEP_CHOICE: _step,
    EXPLORE_CHOICE: _explored,
    ORIENT_CHOICE: _oriented,
    PUSH_CHOICE: _pushed,
    CROWN_CHOICE: _crown,
}
_FOLLOWED: dict[int, Callable[[Monty, Monty], Iterator[Event]]] = {
    ROUND: _round,
    NUMBER: _number,
    CLASSES: _class,
    SENDING: happenings.sending,
    RUNNER: happenings.running,
    SPACE: happenings.spaced,
    LAYING: happenings.laid,
    LAID: happenings.looked,
    EXPLORED: happenings.followed_up,
    PUSHING: happenings.pushing,
    SHOVING: happenings.shoving,
    RACE_OVER: _race_over,
}
