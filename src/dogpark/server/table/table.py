"""A table is its entries, folded in order. The same entries are the same table, in any process."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from hmac import compare_digest
from typing import Any, Literal, TypeAlias

import msgspec

from dogpark.agents.bots import policy_of
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event
from dogpark.kernel.seed import commitment
from dogpark.play.game import Game
from dogpark.play.position import Position
from dogpark.play.result import Result
from dogpark.server.entries import AnyEntry, Opened, Who
from dogpark.server.live import veil
from dogpark.server.live.clock import Clock
from dogpark.server.live.veil import Window
from dogpark.server.table.clocks import RESPITE_MS
from dogpark.server.table.folds import FOLDS, OF_THE_GAME, TALK
from dogpark.server.table.pieces import Common
from dogpark.server.table.seats import Seat
from dogpark.server.table.steps import Steps
from dogpark.wire.tells import ClockInfo, Happened, Person, SeatInfo, TableInfo

Status: TypeAlias = Literal["open", "playing", "over", "closed"]

TALK_KEPT = 50

_encode = msgspec.json.Encoder().encode


class Table:
    """The state of one table. ``fold`` moves it on; nothing else changes it."""

    def __init__(self, id: str) -> None:  # noqa: A002 (the table's id, as everywhere)
        self.id = id
        self.id_json = _encode(id)
        self.seq = 0
        self.at = 0  # wall clock of the last entry
        self.status: Status = "open"
        self.opened: Opened
        self.host: Who  # who opened it, or took that over
        self.standing = Seat()  # the host's place while they have no seat
        self.game: Game
        self.seats: list[Seat] = []
        self.kept_for: list[Who | None] = []  # by seat, who alone may take it
        self.position: Position | None = None
        self.seed: str | None = None
        self.begun_at: int | None = None
        self.ended_at: int | None = None
        self.clock: Clock | None = None  # of a game against the clock
        self.favours: Counter[tuple[int, int]] = Counter()  # by seat and round (live.lag)
        self.window: Window | None = None  # while answers wait for each other (live.veil)
        self.window_seq = 0  # the entry that opened it
        self.keys: dict[str, dict[str, int]] = {}  # by person, the numbers of their latest actions
        self.talk: deque[Happened] = deque(maxlen=TALK_KEPT)
        self.rematch: str | None = None
        self.closed: str | None = None
        self.steps = Steps()  # what each seat may still take back
        self._info_json: bytes | None = None
        self._quiet: bool | None = None
        self._common = Common()
        self._common_seq = 0  # the entry up to which it is so

    # -- looking ----------------------------------------------------------------------------------

    @property
    def people(self) -> set[str]:
        return {seat.who.id for seat in self.seats if seat.who}

    @property
    def gone(self) -> set[str]:
        """Who gave up a seat during the game. They look on from outside; the result is still theirs."""
        return {seat.left.id for seat in self.seats if seat.left}

    def seats_of(self, person: str) -> tuple[int, ...]:
        return tuple(n for n, s in enumerate(self.seats) if s.who and s.who.id == person)

    def keeps(self, seat: int, person: str) -> bool:
        """Whether a seat is kept for this person."""
        kept_for = self.kept_for[seat]
        return kept_for is not None and kept_for.id == person

    def denies(self, seat: int, person: str) -> bool:
        """Whether a seat is kept for somebody else."""
        return self.kept_for[seat] is not None and not self.keeps(seat, person)

    def places_of(self, person: str) -> tuple[int | None, ...]:
        """Where somebody may be missed: their seats; None is the place of a host without a seat."""
        mine = self.seats_of(person)
        return mine or ((None,) if self.status == "open" and self.host.id == person else ())

    def place(self, seat: int | None) -> Seat:
        return self.standing if seat is None else self.seats[seat]

    def holds(self, person: str, seat: int) -> bool:
        who = self.seats[seat].who if 0 <= seat < len(self.seats) else None
        return who is not None and who.id == person

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
    def quiet(self) -> bool:
        """Whether nothing happens here by itself: no bot, no clock, nobody away. Most moves leave it so."""
        if self._quiet is None:
            self._quiet = (
                self.status == "playing"
                and self.opened.seconds is None
                and self.clock is None
                and not self.game.facts.veiled
                and all(seat.bot is None and seat.away_since is None for seat in self.seats)
            )
        return self._quiet

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
        active = self.position.active
        return active if CHANCE not in active else tuple(s for s in active if s != CHANCE)

    def done(self, person: str, key: str | None) -> int | None:
        """The number of an action that this person has named so, if it was done already."""
        keys = self.keys.get(person)
        return None if keys is None or key is None else keys.get(key)

    def asking(self, seat: int) -> Position:
        """The game where this seat is asked: in a window, where all before it let it happen."""
        assert self.position is not None
        if self.window is not None and seat in self.asked:
            return veil.ahead(self.position, seat)
        return self.position

    @property
    def window_end(self) -> int | None:
        """When answers that wait for each other take effect, at the latest; for everybody to know."""
        if self.window is None or self.status != "playing":
            return None
        return self.window.opened + self.window.length

    def deadline(self, seat: int) -> int | None:
        """By when a seat must have answered."""
        if self.window is not None and seat in self.asked:
            return self.window_end
        there = self.seats[seat]
        due = self.due(there.asked_at)
        return due + RESPITE_MS if due is not None and there.respite else due

    def due(self, since: int | None) -> int | None:
        """By when somebody must have answered who is asked since then."""
        seconds = self.opened.seconds
        return None if since is None or seconds is None else since + seconds * 1000

    def may_undo(self, seat: int) -> bool:
        """Whether asking to take the last move back makes sense; if it is fair is judged then."""
        if self.status != "playing" or self.window is not None:
            return False
        return self.steps.latest(seat) is not None

    def may_watch(self, person: str, invite: str | None) -> bool:
        """Who may see a table: anybody if public, else those who are or were at it, and with the link."""
        opened = self.opened
        hosts = (opened.host.id, self.host.id)
        if opened.public or person in hosts or person in self.people | self.gone:
            return True
        if person in opened.reserved:
            return True
        if invite is None or opened.invite is None:
            return False
        return compare_digest(invite.encode("utf-8", "surrogatepass"), opened.invite.encode())

    @property
    def info_json(self) -> bytes:
        """``info``, encoded; most entries are moves, which leave it as it was."""
        if self._info_json is None:
            self._info_json = _encode(self.info())
        return self._info_json

    @property
    def common(self) -> Common:
        """What all views have in common, encoded once for every entry."""
        if self._common_seq != self.seq:
            assert self.position is not None
            self._common.follow(self.position)
            self._common_seq = self.seq
        return self._common

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
            host=self.host.id,
            public=opened.public,
            clock=ClockInfo(kind=opened.clock, seconds=opened.seconds),
            seats=[
                SeatInfo(
                    seat=number,
                    person=person_of(seat.who) if seat.who else None,
                    bot=seat.bot,
                    away=seat.away_since is not None,
                    team=team_of.get(number),
                    kept_for=person_of(kept) if kept and seat.free else None,
                )
                for number, (seat, kept) in enumerate(zip(self.seats, self.kept_for, strict=True))
            ],
            commitment=commitment(self.seed) if self.seed else None,
            seed=self.seed if self.status in ("over", "closed") else None,
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
        status, kind = self.status, type(entry)
        told: list[Happened] = FOLDS[kind](self, entry, ahead)
        if kind not in OF_THE_GAME or self.status != status:
            self._info_json = self._quiet = None
        if kind in TALK:
            self.talk.extend(told)
        return told

    def tell(self, event: str, words: str, **fields: Any) -> Happened:
        return Happened(seq=self.seq, at=self.at, event=event, words=words, **fields)

    def play(self, lines: list[list[int]], ahead: Ahead | None, seat: int | None) -> list[Happened]:
        """Plays lines, or takes over where drafting them has led."""
        assert self.position is not None
        if ahead is not None:
            events, self.position = ahead.events, ahead.position
        else:
            events = [event for line in lines for event in self.position.follow(*line)]
        active = self.position.active
        seq, at = self.seq, self.at
        told = [
            Happened(
                seq=seq,
                at=at,
                event=event.key,
                words=event.words,
                data=event.data or None,
                to=None if event.seats is None else list(event.seats),
            )
            for event in events
        ]
        self._ask(active, seat)
        if self.game.rooms.facts.veiled:
            self._veil()
        if not active:
            self.status, self.ended_at = "over", self.at
            told.append(self.tell("over", "The game is over."))
        return told

    def _veil(self) -> None:
        """Opens a window where answers have to wait for each other, and closes it after them."""
        assert self.position is not None
        if not veil.veiled(self.position) or len(self.people) < 2:
            self.window = None  # or there is nobody from whom to hide anything
        elif self.window is None:
            opened, asked = self.opened, veil.asked(self.position)
            bots = [bot for seat in asked if (bot := self.seats[seat].bot) is not None]
            need = None
            if len(bots) == len(asked):  # who they are and how they think, everybody knows
                search = any(policy_of(self.game.rooms, bot) is None for bot in bots)
                need = veil.bots_need(opened.bot_pace, search=search)
            self.window = veil.window(self.at, opened.clock, opened.seconds, need)
            self.window_seq = self.seq

    def _ask(self, active: tuple[int, ...], mover: int | None) -> None:
        """Notes since when each seat is asked; who has just moved is asked anew."""
        at = self.at
        for number, seat in enumerate(self.seats):
            if number not in active:
                seat.asked_at = None
            elif seat.asked_at is None or number == mover:
                seat.asked_at, seat.respite = at, False

    def ask_again(self, taker: int, asked: Sequence[int | None]) -> None:
        """A move is taken back: whoever it had answered is asked again, since when they were before it.

        Whoever had more time for it would take back and have more for as long as they like.
        """
        assert self.position is not None
        active, at = self.position.active, self.at
        for number, seat in enumerate(self.seats):
            if number not in active:
                seat.asked_at = None
            elif number == taker or seat.asked_at is None:
                since = asked[number]
                seat.asked_at, seat.respite = at if since is None else since, False


class Ahead:
    """What drafting a move came to: the position after it, and its events."""

    __slots__ = ("events", "position")

    def __init__(self, position: Position, events: list[Event]) -> None:
        self.position = position
        self.events = events


def person_of(who: Who) -> Person:
    return Person(id=who.id, name=who.name, colour=who.colour, guest=who.guest)
