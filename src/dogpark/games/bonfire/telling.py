"""What happened, told: events with stable keys, data, and words for everybody at the table.

The numbers come from comparing the position before with the position after, so that nothing here
decides what a rule does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dogpark.games.bonfire.actions import COLOUR_NAMES, FACES, TABLE
from dogpark.games.bonfire.rules import (
    ALL_CHARCOAL,
    ALL_DIFFERENT,
    ALL_FIRE,
    ALL_MEAT,
    ASSAULT_END,
    DEAL_COUNT,
    DEAL_GETS,
    DEAL_GIVES,
    FEED_END,
    NO_END,
    QUIET_END,
    SPOILS,
    pick_up,
    round_end,
)
from dogpark.games.bonfire.scoring import result, standing_seats, unopposed
from dogpark.games.bonfire.state import DEFENDING, DRAW, FIRE, MEAT, OVER, ROLLING, TURN, Bonfire
from dogpark.kernel.rooms import Event

END_NAMES = {FEED_END: "feed", ASSAULT_END: "assault", QUIET_END: "quiet"}
END_WORDS = {
    FEED_END: "The last meat is taken: the round ends with a Feed",
    ASSAULT_END: "The last charcoal is taken: the round ends with an Assault",
    QUIET_END: "Meat and charcoal run out together: the round ends and nothing happens",
}


def counted(number: int, one: str) -> str:
    """``2 dogs``; meat, charcoal and fire have no plural."""
    return f"{number} {one}{'' if number == 1 or one in COLOUR_NAMES else 's'}"


def listed(words: list[str]) -> str:
    if not words:
        return "nothing"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def stick_words(sticks: Mapping[str, int]) -> str:
    return listed([counted(count, colour) for colour, count in sticks.items() if count])


def named(counts: tuple[int, ...] | list[int]) -> dict[str, int]:
    return dict(zip(COLOUR_NAMES, counts, strict=True))


def turn_order(s: Bonfire, first: int) -> list[int]:
    return [(first + step) % s.players for step in range(s.players)]


def events(before: Bonfire, seat: int, code: int, after: Bonfire) -> list[Event]:
    """Everything that one action or outcome brought about, in the order it happened."""
    action = TABLE.action(code)
    told = [*_TELL[action.kind](before, seat, action.fields, after)]
    if after.phase == OVER:
        ended = before.round == after.rule_rounds and any(e.key == "round_end" for e in told)
        told.append(_game_over(after, last_round_ended=ended))
    elif before.phase == DRAW or after.turns > before.turns:
        told.append(Event("turn", f"It is seat {after.turn}'s turn", {"seat": after.turn}))
    elif after.phase == ROLLING and before.phase != TURN:
        told.append(Event("again", f"Seat {after.turn} rolls again", {"seat": after.turn}))
    return told


def _first(
    before: Bonfire, seat: int, fields: Mapping[str, Any], after: Bonfire
) -> Iterator[Event]:
    yield Event("first", f"Seat {after.turn} is drawn to begin", {"seat": after.turn})


def _roll(before: Bonfire, seat: int, fields: Mapping[str, Any], after: Bonfire) -> Iterator[Event]:
    yield Event("roll", f"Seat {seat} picks up the dice", {"seat": seat})


def _dice(before: Bonfire, seat: int, fields: Mapping[str, Any], after: Bonfire) -> Iterator[Event]:
    roller = before.turn
    faces = FACES[after.roll]
    yield Event(
        "dice", f"Seat {roller} rolls {listed(list(faces))}", {"seat": roller, "dice": [*faces]}
    )
    if after.roll == ALL_MEAT:
        yield Event("feed", "Three meat: a Feed incident", {"incident": True})
        yield from _tamed(before, after)
    elif after.roll == ALL_CHARCOAL:
        yield Event("assault", "Three charcoal: an Assault incident", {"incident": True})
        yield from _passed_by(before, roller, after)
    elif after.roll == ALL_FIRE:
        yield Event("fire_fest", "Three fire: a Fire Fest, all fire goes back", {})
        for other in turn_order(before, roller):
            if count := before.held[other][FIRE]:
                words = f"Seat {other} puts {counted(count, 'fire')} back"
                yield Event("returned", words, {"seat": other, "sticks": {"fire": count}})
    elif after.roll == ALL_DIFFERENT:
        if after.phase == ROLLING:
            yield Event("no_theft", "Nobody else holds a stick to steal", {"seat": roller})
        else:
            yield Event("theft", f"Seat {roller} may steal a stick", {"seat": roller})


def _exchange(
    before: Bonfire, seat: int, fields: Mapping[str, Any], after: Bonfire
) -> Iterator[Event]:
    deal = TABLE.code("exchange", **fields) - TABLE.base("exchange")
    gives = {COLOUR_NAMES[DEAL_GIVES[deal]]: 1}
    gets = {COLOUR_NAMES[DEAL_GETS[deal]]: DEAL_COUNT[deal]}
    yield Event(
        "exchanged",
        f"Seat {seat} exchanges {stick_words(gives)} for {stick_words(gets)}",
        {"seat": seat, "gives": gives, "gets": gets},
    )


def _take(before: Bonfire, seat: int, fields: Mapping[str, Any], after: Bonfire) -> Iterator[Event]:
    which = TABLE.code("take", **fields) - TABLE.base("take")
    sticks = {colour: count for colour, count in named(SPOILS[which]).items() if count}
    yield Event(
        "took", f"Seat {seat} takes {stick_words(sticks)}", {"seat": seat, "sticks": sticks}
    )
    between = before.copy()
    pick_up(between, seat, which)
    end = round_end(between)
    if end == NO_END:
        return
    yield Event("round_end", END_WORDS[end], {"round": before.round, "end": END_NAMES[end]})
    if end == FEED_END:
        yield from _tamed(between, after)
    elif end == ASSAULT_END:
        for other in turn_order(before, seat):
            if before.out[other] == 0:
                yield from _assaulted(between, other, unopposed(between, other), after)
    yield Event("sticks_home", "All sticks return to the bonfire", {})
    if after.round > before.round and after.phase != OVER:
        yield Event("round", f"Round {after.round} begins", {"round": after.round})


def _steal(
    before: Bonfire, seat: int, fields: Mapping[str, Any], after: Bonfire
) -> Iterator[Event]:
    other, colour = fields["seat"], fields["colour"]
    yield Event(
        "stole",
        f"Seat {seat} steals {colour} from seat {other}",
        {"seat": seat, "from": other, "colour": colour},
    )


def _defend(
    before: Bonfire, seat: int, fields: Mapping[str, Any], after: Bonfire
) -> Iterator[Event]:
    pairs, sets = fields["pairs"], fields["sets"]
    sticks = {"meat": 2 * pairs, "charcoal": sets, "fire": sets}
    used = {colour: count for colour, count in sticks.items() if count}
    words = f"uses {stick_words(used)} to fend off {counted(pairs + sets, 'dog')}"
    yield Event(
        "defended",
        f"Seat {seat} {words if used else 'fends off no dog'}",
        {"seat": seat, "pairs": pairs, "sets": sets, "sticks": used},
    )
    yield from _assaulted(before, seat, before.held[seat][MEAT] - pairs - sets, after)
    following = (seat + 1) % before.players
    if following != before.turn:
        yield from _passed_by(before, following, after)


def _passed_by(before: Bonfire, first: int, after: Bonfire) -> Iterator[Event]:
    """Seats from the first on that were not asked in an Assault incident."""
    for other in turn_order(before, first):
        if after.phase == DEFENDING and other == after.defender:
            return
        if before.out[other] == 0:
            yield from _assaulted(before, other, before.held[other][MEAT], after)
        if (other + 1) % before.players == before.turn:
            return


def _tamed(before: Bonfire, after: Bonfire) -> Iterator[Event]:
    nobody = True
    for other in turn_order(before, before.turn):
        if tamed := after.dogs[other] - before.dogs[other]:
            nobody = False
            words = f"Seat {other} feeds {counted(2 * tamed, 'meat')} and tames"
            data = {"seat": other, "dogs": tamed, "meat": 2 * tamed, "total": after.dogs[other]}
            yield Event("tamed", f"{words} {counted(tamed, 'dog')}", data)
    if nobody:
        yield Event("none_tamed", "Nobody tames a dog", {})


def _assaulted(before: Bonfire, seat: int, hits: int, after: Bonfire) -> Iterator[Event]:
    """How one seat came through an Assault; ``hits`` dogs were not fended off."""
    dogs = before.held[seat][MEAT]
    if dogs == 0:
        return
    fell = after.falls[seat] > before.falls[seat]
    fainted = before.villagers[seat] if fell else before.villagers[seat] - after.villagers[seat]
    verb = "faints" if fainted == 1 else "faint"
    harm = f"{counted(fainted, 'villager')} {verb}" if fainted else "no villager faints"
    words = f"Seat {seat} faces {counted(dogs, 'dog')} and fends off {dogs - hits}: {harm}"
    data = {"seat": seat, "dogs": dogs, "fended": dogs - hits, "fainted": fainted}
    yield Event("assaulted", words, data)
    if not fell:
        return
    lost = before.dogs[seat]
    told = {"seat": seat, "dogs_lost": lost, "villagers": after.villagers[seat]}
    if after.out[seat]:
        words = f"Seat {seat} is knocked out; {counted(lost, 'dog')} and all its sticks go back"
        yield Event("knocked_out", words, told)
    else:
        words = f"Seat {seat} loses {counted(lost, 'dog')} to the pack"
        again = "2 villagers stand" if after.villagers[seat] == 2 else "1 villager stands"
        yield Event("revived", f"{words}; {again} up again", told)


def _game_over(s: Bonfire, *, last_round_ended: bool) -> Event:
    places, points = [0] * s.players, [0] * s.players
    result(s, places, points)
    winners = [seat for seat, place in enumerate(places) if place == 1]
    if standing_seats(s) <= 1:
        why, told = "knocked_out", "The others are knocked out"
    elif last_round_ended:
        why, told = "rounds", "The last round is over"
    else:
        why, told = "turns", f"The game stops after {counted(s.turns, 'turn')}"
    who = listed([f"seat {seat}" for seat in winners])
    words = f"{told}: {who} {'wins' if len(winners) == 1 else 'share the first place'}"
    data = {"why": why, "winners": winners, "places": places, "points": points}
    return Event("game_over", words, data)


_TELL = {
    "roll": _roll,
    "exchange": _exchange,
    "take": _take,
    "steal": _steal,
    "defend": _defend,
    "dice": _dice,
    "first": _first,
}
