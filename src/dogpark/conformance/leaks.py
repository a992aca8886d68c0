"""The leak tests: nobody is shown, asked or told anything it cannot know.

They re-deal what a viewer cannot know and expect everything the viewer gets to stay the same to
the byte. A viewer is a seat, or None for a spectator.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from dogpark.conformance.checks import check
from dogpark.conformance.rulings import difference, greedy_pick
from dogpark.conformance.tables import Table
from dogpark.conformance.walk import GENERATOR, Moment
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rng import LIMBS, dice_below, nature_word
from dogpark.kernel.rooms import Event
from dogpark.kernel.schema import State

DIFFERENT = "re-deals that changed something hidden"
ALIKE = "different worlds that look alike and were told alike"
GUESSABLE = 10**6  # smaller numbers of the key may be on the table by accident


@check("costly")
def redeal(moment: Moment) -> Iterator[str]:
    """A re-dealt state holds together, has a new key, and leaves who may act as it was."""
    rooms, s = moment.rooms, moment.s
    for viewer in moment.viewers:
        other = rooms.redeal(s, viewer, moment.tries)
        if not _same_but_chance(other, s):
            moment.notes[DIFFERENT] += 1
        if other is s:
            yield f"for {viewer} the very same state comes back"
        if _words(other) & _words(s) or _future(other) & _future(s):
            yield f"for {viewer} some of the generator stays: chance could be foreseen"
        if rooms.rules.active(other) != rooms.rules.active(s):
            yield f"for {viewer} it changes who may act"
        for problem in rooms.problems(other):
            yield f"for {viewer}: {problem}"


@check("costly")
def leak(moment: Moment) -> Iterator[str]:
    """Re-dealing what a viewer cannot know leaves its view, prompt and legal moves as they were."""
    rooms, s = moment.rooms, moment.s
    for viewer in moment.viewers:
        other = rooms.redeal(s, viewer, moment.tries)
        if _text(rooms.view(other, viewer)) != _text(rooms.view(s, viewer)):
            yield f"the view of {viewer} tells {_first(rooms, s, other, viewer)}"
        if viewer is None:
            continue
        if _text(rooms.prompt(other, viewer)) != _text(rooms.prompt(s, viewer)):
            yield f"the prompt of seat {viewer} tells of {difference(s, other)}"
        if rooms.legal(other, viewer) != rooms.legal(s, viewer):
            yield f"the legal moves of seat {viewer} tell of {difference(s, other)}"


@check("costly")
def parts(moment: Moment) -> Iterator[str]:
    """What everybody sees and what a viewer sees besides are its view, nothing twice or too much."""
    rooms, s = moment.rooms, moment.s
    common = rooms.common(s)
    if moment.before is not None and rooms.common(moment.before).keys() != common.keys():
        yield "what everybody sees has other names than before the step"
    for viewer in moment.viewers:
        own = rooms.own(s, viewer)
        if common | own != rooms.view(s, viewer):
            yield f"the parts are not the view of {viewer}"
        if common.keys() & own.keys():
            yield f"both parts tell {viewer} of {sorted(common.keys() & own.keys())}"


@check("moment")
def changes(moment: Moment) -> Iterator[str]:
    """What a game says has changed for everybody turns what was seen before the step into what is seen now."""
    rooms, before, s = moment.rooms, moment.before, moment.s
    if before is None or rooms.changed is None:
        return
    seen, told, now = rooms.common(before), rooms.changed(before, s), rooms.common(s)
    if seen | told != now:
        stale = [key for key, value in now.items() if (seen | told).get(key) != value]
        yield f"after {difference(before, s)} it is not told that {stale or 'something'} changed"
    if [*told] != [key for key in now if key in told]:
        yield f"what changed comes in another order than it is seen: {[*told]}"


@check("costly")
def blind(moment: Moment) -> Iterator[str]:
    """The same dice deal a viewer the same world, whichever is true of those it cannot tell apart.

    So what a bot plays depends on what its seat knows and on dice, and on nothing else.
    """
    rooms, s = moment.rooms, moment.s
    for viewer in moment.viewers:
        other = rooms.redeal(s, viewer, moment.tries)
        worlds = [rooms.redeal(world, viewer, [4, 3, 2, 1]) for world in (s, other)]
        if worlds[0] != worlds[1]:
            yield f"for {viewer} the deal depends on {difference(worlds[0], worlds[1])}"


@check("costly")
def peeking(moment: Moment) -> Iterator[str]:
    """The rules of thumb use only what their seat can see."""
    for seat in moment.rooms.active_seats(moment.s):
        if seat not in moment.seats:
            continue
        other = moment.rooms.redeal(moment.s, seat, moment.tries)
        picks = [
            greedy_pick(moment, world, seat, [9, 8, 7, 6]) for world in (moment.s.copy(), other)
        ]
        if picks[0] != picks[1]:
            yield f"greedy in seat {seat} plays by {difference(moment.s, other)}"


@check("costly")
def spectator(moment: Moment) -> Iterator[str]:
    """A spectator sees nothing that any seat does not see."""
    rooms, s = moment.rooms, moment.s
    for seat in moment.seats:
        other = rooms.redeal(s, seat, moment.tries)
        if _text(rooms.view(other, None)) != _text(rooms.view(s, None)):
            yield f"the spectator sees what seat {seat} cannot: {_first(rooms, s, other, None)}"


@check("costly")
def told(moment: Moment) -> Iterator[str]:
    """Where two worlds look alike to a viewer before and after a step, it is told alike.

    Unless the step made the two worlds one: what was hidden may be told once it is of no
    consequence any more. Otherwise what an event tells must also be in its listener's view right
    after it, so that somebody who reconnects knows as much as somebody who listened.
    """
    before = moment.before
    if before is None or not moment.rooms.facts.hidden:
        return
    rooms = moment.rooms
    for viewer in moment.viewers:
        seen = _text(rooms.view(moment.s, viewer))
        heard = _told(moment.events, viewer)
        for world, code in _other_worlds(moment, before, viewer):
            after = world.copy()
            rooms.rules.apply(after, moment.seat, code)
            if _text(rooms.view(after, viewer)) != seen or _same_but_chance(after, moment.s):
                continue  # the step has shown which world it is in, or made the two one
            moment.notes[ALIKE] += 1
            again = _told(rooms.events(world, moment.seat, code, after), viewer)
            if again != heard:
                yield f"{viewer} is told {heard}; where things look the same to it, {again}"


@check("costly")
def secrets(moment: Moment) -> Iterator[str]:
    """Neither the seed nor the generator's key is in anything anybody is shown, asked or told."""
    rooms, s = moment.rooms, moment.s
    words = [word for word in _words(s) if word >= GUESSABLE]
    hidden = [moment.seed, *map(str, words), *(f"{word:x}" for word in words)]
    given: dict[str, Any] = {f"the view of {v}": rooms.view(s, v) for v in moment.viewers}
    given |= {f"the prompt of seat {seat}": rooms.prompt(s, seat) for seat in moment.seats}
    given["an event"] = [event.to_dict() for event in moment.events]
    for what, shown in given.items():
        text = json.dumps(shown)
        for secret in hidden:
            if secret in text:
                yield f"{what} holds {secret!r} of the seed or the key"


def proves(notes: Counter[str]) -> bool:
    """Whether worlds that differ in something hidden were compared, and told alike."""
    return bool(notes[DIFFERENT] and notes[ALIKE])


@check("after")
def vacuous(table: Table, notes: Counter[str]) -> Iterator[str]:
    """Where a game hides something, the leak tests really have compared different worlds."""
    if table.rooms.facts.hidden:
        for what in (DIFFERENT, ALIKE):
            if not notes[what]:
                yield f"no {what}: the leak tests prove nothing"


def _other_worlds(moment: Moment, before: State, viewer: int | None) -> Iterator[tuple[State, int]]:
    """The step in worlds that looked like the real one: re-dealt, or with another sealed choice."""
    world = moment.rooms.redeal(before, viewer, moment.tries)
    if moment.code in _choices(moment, world):
        yield world, moment.code
    if moment.seat != viewer:
        for code in _some(moment, _choices(moment, before)):
            yield before, code


def _choices(moment: Moment, s: State) -> list[int]:
    if moment.seat == CHANCE:
        return [code for code, _ in moment.rooms.chance(s)]
    return moment.rooms.legal(s, moment.seat)


def _some(moment: Moment, codes: list[int]) -> Iterator[int]:
    for _ in range(min(2, len(codes))):
        yield codes[dice_below(moment.tries, len(codes))]


def _same_but_chance(a: State, b: State) -> bool:
    """Whether two states differ in nothing but the generator."""
    return all(name in GENERATOR or getattr(a, name) == getattr(b, name) for name in type(a).fields)


def _words(s: State) -> set[int]:
    """What the generator holds: its key, and what it has made in advance."""
    return {word for word in (*s.rng_key, *s.rng_block) if word}


def _future(s: State) -> set[int]:
    ahead = s.copy()
    return {nature_word(ahead) for _ in range(2 * LIMBS)}


def _told(events: Iterable[Event], viewer: int | None) -> str:
    mine = [e.to_dict() for e in events if e.seats is None or viewer in e.seats]
    return json.dumps(mine, sort_keys=True)


def _text(form: Any) -> str:
    return json.dumps(form)


def _first(rooms: Any, s: State, other: State, viewer: int | None) -> str:
    """The first entry of two views that differs, and what was re-dealt."""
    a, b = rooms.view(s, viewer), rooms.view(other, viewer)
    for key in a:
        if key not in b or _text(a[key]) != _text(b[key]):
            return f"{key!r}: {a[key]} / {b.get(key)} (re-dealt: {difference(s, other)})"
    return f"keys {sorted(set(b) - set(a))}"
