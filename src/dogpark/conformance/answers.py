"""Checks of what a seat is answered: refusals with a reason, prompts with every choice, events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from dogpark.conformance.checks import check
from dogpark.conformance.packing import bytes_of
from dogpark.conformance.pages import rule_ids
from dogpark.conformance.walk import Moment
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rng import dice_below
from dogpark.play.position import Position
from dogpark.play.refused import Refused

GARBAGE: tuple[Any, ...] = (
    -1,
    10**9,
    "",
    "   ",
    "bark loudly",
    {},
    {"do": "bark"},
    {"do": None},
    {"do": ["play"]},
    [],
    None,
    1.5,
    True,
)
NO_SEATS: tuple[Any, ...] = (-1, 99, None, "0", True, 1.0)
LONG = 300  # actions; writing all of them down at every step would take most of the time
TRIED = 12  # codes a seat tries at one moment, of all it may not play


@check("costly")
def refusal(moment: Moment) -> Iterator[str]:
    """What is not allowed is refused for the right reason, and leaves no trace."""
    position = moment.position.copy()
    was = _trace(position)
    for seat, move, kind in _wrong_moves(moment):
        try:
            position.apply(seat, move)
        except Refused as refused:
            yield from _judge_words(moment, seat, move, kind, refused)
        else:
            yield f"seat {seat!r} may play {move!r}, which should be refused as {kind!r}"
            position = moment.position.copy()
    if _trace(position) != was:
        yield "a refusal has changed state, history or view"


def _judge_words(
    moment: Moment, seat: object, move: object, kind: str, refused: Refused
) -> Iterator[str]:
    what = f"seat {seat!r} playing {move!r}"
    if refused.kind != kind:
        yield f"{what} is refused as {refused.kind!r} instead of {kind!r}"
    if not refused.message.strip():
        yield f"{what} is refused without words"
    ruled = kind == "illegal now" and seat != CHANCE
    if (ruled or refused.rule is not None) and refused.rule not in rule_ids(moment.rooms):
        yield f"{what} is refused by {refused.rule!r}, which the rules page does not have"


def _wrong_moves(moment: Moment) -> Iterator[tuple[Any, Any, str]]:
    """Who may not do what here, and the kind of refusal it deserves."""
    rooms, acting = moment.rooms, moment.rooms.active_seats(moment.s)
    somebody = moment.seats[0]
    for move in GARBAGE:
        yield somebody, move, "unreadable"
    some_code = dice_below(moment.tries, len(rooms.table))
    if not acting:
        for who in (*moment.seats, CHANCE):
            yield who, some_code, "over"
        return
    for nobody in NO_SEATS:
        yield nobody, some_code, "unreadable"
    yield moment.table.players, some_code, "unreadable"
    if CHANCE not in acting:
        yield CHANCE, some_code, "not your turn"
    for seat in moment.seats:
        if seat not in acting:
            yield seat, some_code, "not your turn"
    for seat in acting:
        if seat == CHANCE:
            allowed = {code for code, _ in rooms.chance(moment.s)}
        else:
            allowed = set(rooms.legal(moment.s, seat))
        for _ in range(TRIED):
            code = dice_below(moment.tries, len(rooms.table))
            if code not in allowed:
                yield seat, code, "illegal now"


def _trace(position: Position) -> tuple[bytes, int, list[object], str]:
    """State, length, history (of a long game its length must do) and what everybody sees."""
    history: list[object] = list(position.history()) if position.length <= LONG else []
    views = [position.view(seat) for seat in (*range(position.game.players), None)]
    return bytes_of(position.state), position.length, history, json.dumps(views)


@check("costly")
def prompt(moment: Moment) -> Iterator[str]:
    """A prompt asks in words and lists exactly the legal actions, in order, in all forms."""
    rooms, s = moment.rooms, moment.s
    acting = rooms.active_seats(s)
    for seat in moment.seats:
        asked = rooms.prompt(s, seat)
        legal = [rooms.table.action(code) for code in rooms.legal(s, seat)]
        missing = {"seat", "stage", "ask", "choices"} - set(asked)
        if missing:
            yield f"the prompt of seat {seat} lacks {sorted(missing)}"
            continue
        if asked["seat"] != seat or asked["stage"] != rooms.stage(s, seat):
            yield f"the prompt of seat {seat} speaks of {asked['seat']}, {asked['stage']!r}"
        if seat in acting and not str(asked["ask"]).strip():
            yield f"the prompt of seat {seat} asks without words"
        choices = asked["choices"]
        offered = [rooms.table.from_dict(choice["action"]) for choice in choices]
        if offered != legal:
            yield f"the prompt of seat {seat} offers {offered}, legal are {legal}"
        for choice, action in zip(choices, legal, strict=False):
            if not str(choice["words"]).strip():
                yield f"seat {seat}: {action} is offered without words"
            if rooms.table.from_text(choice["text"]) != action:
                yield f"seat {seat}: {choice['text']!r} does not mean {action}"


@check("costly")
def events(moment: Moment) -> Iterator[str]:
    """Every step is told: events have a key, words, a proper audience, and say it in JSON."""
    if moment.before is None:
        return
    told = moment.events
    if not told:
        yield f"nothing is told of {moment.seat} playing {moment.code}"
    for event in told:
        if not event.key.strip() or not event.words.strip():
            yield f"an event without key or words: {event}"
        if event.seats is not None and not set(event.seats) <= set(moment.seats):
            yield f"an event for seats that are not there: {event}"
        if set(event.data) & {"event", "words"}:
            yield f"the data of an event hide its key or words: {event}"
        form = event.to_dict()
        if json.loads(json.dumps(form, allow_nan=False)) != form:
            yield f"an event is not JSON: {event}"
