"""What each entry does to a table, and what everybody is told of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from dogpark.kernel.facts import CHANCE
from dogpark.play.game import load
from dogpark.server import entries
from dogpark.server.entries import Opened, Who
from dogpark.server.live.clock import Clock
from dogpark.server.table.seats import Seat
from dogpark.server.table.steps import Step
from dogpark.wire.tells import Happened

if TYPE_CHECKING:
    from dogpark.server.table.table import Ahead, Table

UNNAMED = "…"  # for whom a seat is kept, where the entry does not say what they were called
KEYS_KEPT = 32  # of each person's latest actions; a client resends only what was not answered


def _opened(table: Table, entry: Opened, _: Ahead | None) -> list[Happened]:
    table.opened, table.status, table.host = entry, "open", entry.host
    table.standing = Seat(who=entry.host)
    table.game = load(entry.game, entry.players, entry.options)
    table.seats = [Seat() for _ in range(entry.players)]
    known = {who.id: who for who in entry.awaited if who is not None}
    reserved = (entry.reserved + [None] * entry.players)[: entry.players]
    table.kept_for = [
        None if person is None else known.get(person, Who(person, UNNAMED)) for person in reserved
    ]
    host = entry.host
    words, data = f"{host.name} opened the table.", {"name": host.name}
    return [table.tell("opened", words, person=host.id, data=data)]


def _sat(table: Table, entry: entries.Sat, _: Ahead | None) -> list[Happened]:
    table.seats[entry.seat] = Seat(who=entry.who)
    if entry.who.id == table.host.id:
        table.standing = Seat(who=table.host)  # if they get up again they are missed from then on
    return [_seat_news(table, "sat", f"{entry.who.name} sat down.", entry.seat)]


def _filled(table: Table, entry: entries.Filled, _: Ahead | None) -> list[Happened]:
    table.seats[entry.seat] = Seat(bot=entry.bot)
    table.kept_for[entry.seat] = None  # whoever it was kept for did not come
    words = f"A bot ({entry.bot}) sat down."
    return [_seat_news(table, "filled", words, entry.seat, bot=entry.bot)]


def _rose(table: Table, entry: entries.Rose, _: Ahead | None) -> list[Happened]:
    words = f"{name_of(table, entry.seat)} got up."
    news = _seat_news(table, "rose", words, entry.seat)
    table.seats[entry.seat] = Seat()
    return [news]


def _swapped(table: Table, entry: entries.Swapped, _: Ahead | None) -> list[Happened]:
    one, other = entry.seats
    seats, kept = table.seats, table.kept_for
    seats[one], seats[other] = seats[other], seats[one]
    kept[one], kept[other] = kept[other], kept[one]
    # Not "swapped": in DOG and Dog's Breath pegs and cards are.
    return [table.tell("reseated", "Two seats changed places.", data={"seats": entry.seats})]


def _hosted(table: Table, entry: entries.Hosted, _: Ahead | None) -> list[Happened]:
    host = table.host = entry.who
    table.standing = Seat(who=host)
    words, data = f"{host.name} is the host now.", {"name": host.name}
    return [table.tell("hosted", words, person=host.id, data=data)]


def _rearranged(table: Table, entry: entries.Rearranged, _: Ahead | None) -> list[Happened]:
    before, ruled, players = table.opened, table.game.options, entry.players
    table.opened = msgspec.structs.replace(before, players=players, options=entry.options)
    table.game = load(before.game, players, entry.options)
    table.seats = (table.seats + [Seat() for _ in range(players)])[:players]
    table.kept_for = (table.kept_for + [None] * players)[:players]
    changes = []
    if players != before.players:
        changes.append(f"{players} players")
    if table.game.options != ruled:
        changes.append("other house rules")
    host = table.host
    words = f"{host.name} changed the table: {' and '.join(changes)}."
    data = {
        "name": host.name,
        "players": players,
        "options": dict(table.game.options),
    }
    return [table.tell("rearranged", words, person=host.id, data=data)]


def _begun(table: Table, entry: entries.Begun, ahead: Ahead | None) -> list[Happened]:
    table.seed, table.begun_at, table.status = entry.seed, table.at, "playing"
    table.clock = Clock.begun(table.at) if table.game.facts.timed else None
    for seat in table.seats:  # whoever is missing now is missed from now on
        seat.came, seat.away_since = 0, None if seat.away_since is None else table.at
    if ahead is None:
        table.position = table.game.begin(entry.seed, "seeded")
    else:
        table.position = ahead.position
    return [table.tell("begun", "The game begins."), *table.play(entry.lines, ahead, None)]


def _moved(table: Table, entry: entries.Moved, ahead: Ahead | None) -> list[Happened]:
    assert table.position is not None
    seat = table.seats[entry.seat]
    seat.late = seat.late + 1 if entry.by == "clock" else 0
    if entry.key is not None and entry.who is not None:
        keys = table.keys.setdefault(entry.who, {})
        keys[entry.key] = table.seq
        if len(keys) > KEYS_KEPT:
            del keys[next(iter(keys))]
    if entry.favour is not None:
        table.favours[entry.seat, entry.favour] += 1
    # What drafting it came to takes this position's place; without that it is played on itself.
    before = table.position if ahead is not None else table.position.copy()
    asked = tuple([there.asked_at for there in table.seats])
    told = []
    if entry.by == "clock":
        words = f"{name_of(table, entry.seat)} ran out of time."
        told.append(_seat_news(table, "late", words, entry.seat))
    told += table.play(entry.lines, ahead, entry.seat)
    if table.clock is None:  # against the clock nothing is taken back
        if entry.lines[-1][0] == CHANCE:
            table.steps.rolled(entry.seat)
        else:
            table.steps.moved(entry.seat, Step(before, asked, own=entry.by == "person"))
    return told


def _passed(table: Table, entry: entries.Passed, ahead: Ahead | None) -> list[Happened]:
    return table.play(entry.lines, ahead, None)


def _took_back(table: Table, entry: entries.TookBack, _: Ahead | None) -> list[Happened]:
    assert table.position is not None
    step = table.steps.take_back(entry.seat, entry.kept)
    # Where nobody saw that the move was made, nobody is told that it was taken back.
    sealed = table.position.view(None) == step.before.view(None)
    table.position = step.before
    table.ask_again(entry.seat, step.asked)
    words = f"{name_of(table, entry.seat)} took a move back."
    news = _seat_news(table, "tookback", words, entry.seat)
    return [msgspec.structs.replace(news, to=[entry.seat] if sealed else None)]


def _away(table: Table, entry: entries.Away, _: Ahead | None) -> list[Happened]:
    table.place(entry.seat).away_since = table.at
    return [_seat_news(table, "away", f"{name_of(table, entry.seat)} is away.", entry.seat)]


def _back(table: Table, entry: entries.Back, _: Ahead | None) -> list[Happened]:
    if table.status == "playing" and table.deserted:
        _begin_clocks_anew(table)  # they have waited for the first to come back
    seat = table.place(entry.seat)
    seat.came = table.seq
    if seat.away_since is None and seat.bot is None:
        return []  # they came to another process; nobody had noticed that they were gone
    # Since when they are asked stays: neither to be away nor to hand over is a way to more time.
    seat.away_since, seat.bot, seat.late = None, None, 0
    return [_seat_news(table, "back", f"{name_of(table, entry.seat)} is back.", entry.seat)]


def _handed(table: Table, entry: entries.Handed, _: Ahead | None) -> list[Happened]:
    name = name_of(table, entry.seat)
    seat = table.seats[entry.seat]
    seat.bot = entry.bot
    if entry.why == "clock":
        seat.respite = True
    words = {
        "away": f"A bot ({entry.bot}) plays for {name} until they are back.",
        "clock": f"A bot ({entry.bot}) plays for {name}, who let the clock run out.",
        "left": f"{name} left; a bot ({entry.bot}) plays on.",
        "asked": f"{name} lets a bot ({entry.bot}) play for a while.",
        "stumbled": f"The bot in this seat stumbled; a simpler one ({entry.bot}) plays on.",
    }[entry.why]
    return [_seat_news(table, "handed", words, entry.seat, why=entry.why, bot=entry.bot)]


def _left(table: Table, entry: entries.Left, _: Ahead | None) -> list[Happened]:
    news = _seat_news(table, "left", f"{name_of(table, entry.seat)} left the game.", entry.seat)
    old = table.seats[entry.seat]
    table.seats[entry.seat] = Seat(bot=old.bot or entry.bot, asked_at=old.asked_at, left=old.who)
    return [news]


def _said(table: Table, entry: entries.Said, _: Ahead | None) -> list[Happened]:
    return [_talk(table, "said", entry.words, entry.who, entry.seat)]


def _emoted(table: Table, entry: entries.Emoted, _: Ahead | None) -> list[Happened]:
    words = f"{entry.who.name}: {entry.emote.replace('_', ' ')}"
    return [_talk(table, "emoted", words, entry.who, entry.seat, emote=entry.emote)]


def _talk(
    table: Table, event: str, words: str, who: Who, seat: int | None, **data: Any
) -> Happened:
    """Somebody is heard; an onlooker by no player while a game runs, in whichever way they speak."""
    to: list[int] | None = [] if seat is None and table.status == "playing" else None
    data = {**data, "name": who.name}
    return table.tell(event, words, seat=seat, person=who.id, to=to, data=data)


def _clocked(table: Table, _: entries.Clocked, __: Ahead | None) -> list[Happened]:
    _begin_clocks_anew(table)
    return [table.tell("clocked", "The table was out of reach for a while; clocks begin anew.")]


def _begin_clocks_anew(table: Table) -> None:
    for seat in table.seats:
        if seat.asked_at is not None:
            seat.asked_at, seat.respite = table.at, False
        if seat.away_since is not None:
            seat.away_since = table.at
    table.steps.ask_anew(table.at)
    if table.clock is not None and table.position is not None and table.position.now is not None:
        table.clock = table.clock.again(table.at, table.position.now)
    if table.window is not None:
        table.window = replace(table.window, opened=table.at)


def _closed(table: Table, entry: entries.Closed, _: Ahead | None) -> list[Happened]:
    table.status, table.ended_at, table.closed = "closed", table.at, entry.why
    return [table.tell("closed", entry.why)]


def _rematched(table: Table, entry: entries.Rematched, _: Ahead | None) -> list[Happened]:
    table.rematch = entry.table
    return [table.tell("rematched", "It goes on at another table.", data={"table": entry.table})]


def name_of(table: Table, seat: int | None) -> str:
    """Who sits there, for people's ears."""
    there = table.place(seat)
    if there.who is not None:
        return there.who.name
    number = 1 + (seat or 0)
    return f"The bot in seat {number}" if there.bot else f"Seat {number}"


def _seat_news(table: Table, event: str, words: str, seat: int | None, **data: Any) -> Happened:
    """With the name as data too: who sits there may be another by the time it is told."""
    who = table.place(seat).who
    data = {"name": name_of(table, seat), **data}
    return table.tell(event, words, seat=seat, person=who.id if who else None, data=data)


FOLDS: dict[type, Any] = {
    entries.Opened: _opened,
    entries.Sat: _sat,
    entries.Filled: _filled,
    entries.Rose: _rose,
    entries.Swapped: _swapped,
    entries.Hosted: _hosted,
    entries.Rearranged: _rearranged,
    entries.Begun: _begun,
    entries.Moved: _moved,
    entries.Passed: _passed,
    entries.TookBack: _took_back,
    entries.Away: _away,
    entries.Back: _back,
    entries.Handed: _handed,
    entries.Left: _left,
    entries.Said: _said,
    entries.Emoted: _emoted,
    entries.Clocked: _clocked,
    entries.Closed: _closed,
    entries.Rematched: _rematched,
}

TALK = frozenset({entries.Said, entries.Emoted})
OF_THE_GAME = TALK | {entries.Moved, entries.Passed, entries.TookBack}
SEATINGS = frozenset({entries.Sat, entries.Filled, entries.Rose, entries.Swapped, entries.Left})
