"""A table is its entries, folded in order. The same entries are the same table, in any process."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from dataclasses import replace
from typing import Any, Literal, TypeAlias

import msgspec

from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event
from dogpark.kernel.seed import commitment
from dogpark.play.game import Game, load
from dogpark.play.position import Position
from dogpark.play.result import Result
from dogpark.server import entries
from dogpark.server.entries import AnyEntry, Opened, Who
from dogpark.server.live import veil
from dogpark.server.live.clock import Clock
from dogpark.server.live.veil import Window
from dogpark.server.table.seats import Seat
from dogpark.wire.tells import ClockInfo, Happened, Person, SeatInfo, TableInfo

Status: TypeAlias = Literal["open", "playing", "over", "closed"]

KEYS_KEPT = 64  # of the latest actions; a client resends only what was not answered
TALK_KEPT = 50
STAND_IN = "greedy"  # the bot that plays for somebody who is not there


class Table:
    """The state of one table. ``fold`` moves it on; nothing else changes it."""

    def __init__(self, id: str) -> None:  # noqa: A002 (the table's id, as everywhere)
        self.id = id
        self.seq = 0
        self.at = 0  # wall clock of the last entry
        self.status: Status = "open"
        self.opened: Opened
        self.game: Game
        self.seats: list[Seat] = []
        self.position: Position | None = None
        self.seed: str | None = None
        self.begun_at: int | None = None
        self.ended_at: int | None = None
        self.clock: Clock | None = None  # of a game against the clock
        self.favours: Counter[tuple[int, int]] = Counter()  # by seat and round (live.lag)
        self.window: Window | None = None  # while answers wait for each other (live.veil)
        self.window_seq = 0  # the entry that opened it
        self.keys: OrderedDict[str, int] = OrderedDict()
        self.talk: deque[Happened] = deque(maxlen=TALK_KEPT)
        self.rematch: str | None = None
        self.closed: str | None = None
        self.moved: dict[int, int] = {}  # by seat, the lines before its last move
        self._chance_at = 0  # lines after the last one that chance drew
        self._info_json: bytes | None = None

    # -- looking ----------------------------------------------------------------------------------

    @property
    def people(self) -> set[str]:
        return {seat.who.id for seat in self.seats if seat.who}

    def seats_of(self, person: str) -> tuple[int, ...]:
        return tuple(n for n, s in enumerate(self.seats) if s.who and s.who.id == person)

    @property
    def deserted(self) -> bool:
        """Whether everybody has gone: then bots and clocks wait for the first to come back.

        By correspondence people are seldom there, and nobody waits for that.
        """
        people = [seat for seat in self.seats if seat.who is not None]
        if self.opened.clock == "correspondence" or not people:
            return False
        return all(seat.away_since is not None for seat in people)

    @property
    def result(self) -> Result | None:
        return self.position.result if self.position else None

    @property
    def asked(self) -> tuple[int, ...]:
        """Seats that may act now. It tells who has sealed a choice: not for anybody outside."""
        if self.position is None or self.status != "playing":
            return ()
        if self.window is not None:
            return veil.asked(self.position)
        return tuple(seat for seat in self.position.active if seat != CHANCE)

    def deadline(self, seat: int) -> int | None:
        """By when a seat must have answered."""
        if self.window is not None and seat in self.asked:
            return self.window.opened + self.window.length
        since, seconds = self.seats[seat].asked_at, self.opened.seconds
        if since is None or seconds is None:
            return None
        return since + seconds * 1000

    def may_undo(self, seat: int) -> bool:
        """Whether asking to take the last move back makes sense; if it is fair is judged then."""
        if self.status != "playing" or self.clock is not None:
            return False
        return self.moved.get(seat, -1) >= self._chance_at

    def may_watch(self, person: str, invite: str | None) -> bool:
        """Who may see a table: anybody if public, else its people and those with the link."""
        opened = self.opened
        if opened.public or opened.host.id == person or person in self.people:
            return True
        if person in opened.reserved:
            return True
        return invite is not None and invite == opened.invite

    @property
    def info_json(self) -> bytes:
        """``info``, encoded; most entries are moves, which leave it as it was."""
        if self._info_json is None:
            self._info_json = msgspec.json.encode(self.info())
        return self._info_json

    def info(self) -> TableInfo:
        """What everybody may know."""
        opened, facts = self.opened, self.game.facts
        team_of = {
            seat: number
            for number, team in enumerate(facts.team_of(opened.players))
            for seat in team
            if len(team) > 1
        }
        result = self.result
        return TableInfo(
            id=self.id,
            game=opened.game,
            players=opened.players,
            options=dict(self.game.options),
            status=self.status,
            host=opened.host.id,
            public=opened.public,
            clock=ClockInfo(kind=opened.clock, seconds=opened.seconds),
            seats=[
                SeatInfo(
                    seat=number,
                    person=person_of(seat.who) if seat.who else None,
                    bot=seat.bot,
                    away=seat.away_since is not None,
                    team=team_of.get(number),
                )
                for number, seat in enumerate(self.seats)
            ],
            commitment=commitment(self.seed) if self.seed else None,
            seed=self.seed if self.status == "over" else None,
            result=result.to_dict() if result else None,
            rematch=self.rematch,
            epoch=self.clock.epoch if self.clock else None,
        )

    # -- folding ----------------------------------------------------------------------------------

    def fold(
        self, seq: int, at: int, entry: AnyEntry, ahead: Ahead | None = None
    ) -> list[Happened]:
        """Takes the next entry in; what happened, with its audience.

        ``ahead`` is what drafting the entry came to, so that its own process plays no move twice.
        """
        if seq != self.seq + 1:
            raise ValueError(f"table {self.id} is at {self.seq}; entry {seq} does not follow")
        self.seq, self.at = seq, at
        status = self.status
        told: list[Happened] = _FOLDS[type(entry)](self, entry, ahead)
        if type(entry) not in _OF_THE_GAME or self.status != status:
            self._info_json = None
        for one in told:
            if one.event in ("said", "emoted"):
                self.talk.append(one)
        return told

    def before(self, lines: int) -> Position:
        """The game as it was after so many lines."""
        assert self.position is not None
        position = self.game.begin(self.seed, "seeded")
        for line in self.position.since(0)[:lines]:
            position.follow(*line)
        return position

    def tell(self, event: str, words: str, **fields: Any) -> Happened:
        return Happened(seq=self.seq, at=self.at, event=event, words=words, **fields)

    def play(self, lines: list[list[int]], ahead: Ahead | None, seat: int | None) -> list[Happened]:
        """Plays lines, or takes over where drafting them has led."""
        assert self.position is not None
        if ahead is not None:
            events, self.position = ahead.events, ahead.position
        else:
            events = [event for line in lines for event in self.position.follow(*line)]
        told = [self._of_game(event, seat) for event in events]
        drawn = [n for n, line in enumerate(reversed(lines)) if line[0] == CHANCE]
        if drawn:
            self._chance_at = self.position.length - drawn[0]
        self.ask(seat)
        self._veil()
        if not self.position.active:
            self.status, self.ended_at = "over", self.at
            told.append(self.tell("over", "The game is over."))
        return told

    def _of_game(self, event: Event, seat: int | None) -> Happened:
        to = None if event.seats is None else list(event.seats)
        data = dict(event.data) or None
        return self.tell(event.key, event.words, data=data, to=to)

    def _veil(self) -> None:
        """Opens a window where answers have to wait for each other, and closes it after them."""
        assert self.position is not None
        if not veil.veiled(self.position) or len(self.people) < 2:
            self.window = None  # or there is nobody from whom to hide anything
        elif self.window is None:
            opened, asked = self.opened, veil.asked(self.position)
            bots = all(self.seats[seat].bot_plays for seat in asked)
            pace = max(1, opened.bot_pace) if bots else None
            self.window = veil.window(self.at, opened.clock, opened.seconds, pace)
            self.window_seq = self.seq

    def ask(self, mover: int | None = None) -> None:
        """Notes since when each seat is asked; who has just moved is asked anew."""
        assert self.position is not None
        active = self.position.active
        for number, seat in enumerate(self.seats):
            if number not in active:
                seat.asked_at = None
            elif seat.asked_at is None or number == mover:
                seat.asked_at = self.at


class Ahead:
    """What drafting a move came to: the position after it, and its events."""

    __slots__ = ("events", "position")

    def __init__(self, position: Position, events: list[Event]) -> None:
        self.position = position
        self.events = events


def person_of(who: Who) -> Person:
    return Person(id=who.id, name=who.name, colour=who.colour, guest=who.guest)


# -- what each entry does -------------------------------------------------------------------------


def _opened(table: Table, entry: Opened, _: Ahead | None) -> list[Happened]:
    table.opened, table.status = entry, "open"
    table.game = load(entry.game, entry.players, entry.options)
    table.seats = [Seat() for _ in range(entry.players)]
    return [table.tell("opened", f"{entry.host.name} opened the table.", person=entry.host.id)]


def _sat(table: Table, entry: entries.Sat, _: Ahead | None) -> list[Happened]:
    table.seats[entry.seat] = Seat(who=entry.who)
    return [_seat_news(table, "sat", f"{entry.who.name} sat down.", entry.seat)]


def _filled(table: Table, entry: entries.Filled, _: Ahead | None) -> list[Happened]:
    table.seats[entry.seat] = Seat(bot=entry.bot)
    return [_seat_news(table, "filled", f"A bot ({entry.bot}) sat down.", entry.seat)]


def _rose(table: Table, entry: entries.Rose, _: Ahead | None) -> list[Happened]:
    words = f"{name_of(table, entry.seat)} got up."
    news = _seat_news(table, "rose", words, entry.seat)
    table.seats[entry.seat] = Seat()
    return [news]


def _swapped(table: Table, entry: entries.Swapped, _: Ahead | None) -> list[Happened]:
    one, other = entry.seats
    table.seats[one], table.seats[other] = table.seats[other], table.seats[one]
    return [table.tell("swapped", "Two seats changed places.", data={"seats": entry.seats})]


def _begun(table: Table, entry: entries.Begun, ahead: Ahead | None) -> list[Happened]:
    table.seed, table.begun_at, table.status = entry.seed, table.at, "playing"
    table.clock = Clock.begun(table.at) if table.game.facts.timed else None
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
        table.keys[f"{entry.who}/{entry.key}"] = table.seq
        if len(table.keys) > KEYS_KEPT:
            table.keys.popitem(last=False)
    if entry.favour is not None:
        table.favours[entry.seat, entry.favour] += 1
    before = table.position.length
    told = []
    if entry.by == "clock":
        words = f"{name_of(table, entry.seat)} ran out of time."
        told.append(_seat_news(table, "late", words, entry.seat))
    told += table.play(entry.lines, ahead, entry.seat)
    table.moved[entry.seat] = before
    return told


def _passed(table: Table, entry: entries.Passed, ahead: Ahead | None) -> list[Happened]:
    return table.play(entry.lines, ahead, None)


def _took_back(table: Table, entry: entries.TookBack, _: Ahead | None) -> list[Happened]:
    assert table.position is not None
    position = table.before(entry.lines)
    for line in entry.kept:
        position.follow(*line)
    taken = table.position.length - position.length
    table.position = position
    del table.moved[entry.seat]
    table.moved = {s: n - taken if n > entry.lines else n for s, n in table.moved.items()}
    table.ask(entry.seat)
    words = f"{name_of(table, entry.seat)} took a move back."
    return [_seat_news(table, "tookback", words, entry.seat)]


def _away(table: Table, entry: entries.Away, _: Ahead | None) -> list[Happened]:
    table.seats[entry.seat].away_since = table.at
    return [_seat_news(table, "away", f"{name_of(table, entry.seat)} is away.", entry.seat)]


def _back(table: Table, entry: entries.Back, _: Ahead | None) -> list[Happened]:
    seat = table.seats[entry.seat]
    seat.away_since, seat.bot, seat.late = None, None, 0
    if seat.asked_at is not None:
        seat.asked_at = table.at
    return [_seat_news(table, "back", f"{name_of(table, entry.seat)} is back.", entry.seat)]


def _handed(table: Table, entry: entries.Handed, _: Ahead | None) -> list[Happened]:
    name = name_of(table, entry.seat)
    table.seats[entry.seat].bot = entry.bot
    words = {
        "away": f"A bot ({entry.bot}) plays for {name} until they are back.",
        "clock": f"A bot ({entry.bot}) plays for {name}, who let the clock run out.",
        "left": f"{name} left; a bot ({entry.bot}) plays on.",
        "stumbled": f"The bot in this seat stumbled; a simpler one ({entry.bot}) plays on.",
    }[entry.why]
    return [_seat_news(table, "handed", words, entry.seat, why=entry.why, bot=entry.bot)]


def _left(table: Table, entry: entries.Left, _: Ahead | None) -> list[Happened]:
    news = _seat_news(table, "left", f"{name_of(table, entry.seat)} left the game.", entry.seat)
    old = table.seats[entry.seat]
    table.seats[entry.seat] = Seat(bot=old.bot or STAND_IN, asked_at=old.asked_at, left=old.who)
    return [news]


def _said(table: Table, entry: entries.Said, _: Ahead | None) -> list[Happened]:
    to: list[int] | None = [] if entry.seat is None and table.status == "playing" else None
    who, data = entry.who.id, {"name": entry.who.name}
    return [table.tell("said", entry.words, seat=entry.seat, person=who, to=to, data=data)]


def _emoted(table: Table, entry: entries.Emoted, _: Ahead | None) -> list[Happened]:
    words = f"{entry.who.name}: {entry.emote.replace('_', ' ')}"
    data = {"emote": entry.emote, "name": entry.who.name}
    return [table.tell("emoted", words, seat=entry.seat, person=entry.who.id, data=data)]


def _clocked(table: Table, _: entries.Clocked, __: Ahead | None) -> list[Happened]:
    for seat in table.seats:
        if seat.asked_at is not None:
            seat.asked_at = table.at
        if seat.away_since is not None:
            seat.away_since = table.at
    if table.clock is not None and table.position is not None and table.position.now is not None:
        table.clock = table.clock.again(table.at, table.position.now)
    if table.window is not None:
        table.window = replace(table.window, opened=table.at)
    return [table.tell("clocked", "The table was out of reach for a while; clocks begin anew.")]


def _closed(table: Table, entry: entries.Closed, _: Ahead | None) -> list[Happened]:
    table.status, table.ended_at, table.closed = "closed", table.at, entry.why
    return [table.tell("closed", entry.why)]


def _rematched(table: Table, entry: entries.Rematched, _: Ahead | None) -> list[Happened]:
    table.rematch = entry.table
    return [table.tell("rematched", "It goes on at another table.", data={"table": entry.table})]


def name_of(table: Table, seat: int) -> str:
    """Who sits there, for people's ears."""
    there = table.seats[seat]
    if there.who is not None:
        return there.who.name
    return f"The bot in seat {seat + 1}" if there.bot else f"Seat {seat + 1}"


def _seat_news(table: Table, event: str, words: str, seat: int, **data: Any) -> Happened:
    who = table.seats[seat].who
    return table.tell(event, words, seat=seat, person=who.id if who else None, data=data or None)


_FOLDS: dict[type, Any] = {
    entries.Opened: _opened,
    entries.Sat: _sat,
    entries.Filled: _filled,
    entries.Rose: _rose,
    entries.Swapped: _swapped,
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

_OF_THE_GAME = (entries.Moved, entries.Passed, entries.TookBack, entries.Said, entries.Emoted)
SEATINGS = (entries.Sat, entries.Filled, entries.Rose, entries.Swapped, entries.Left)
