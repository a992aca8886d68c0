"""A sitting: one table as this process serves it.

One thing at a time: what somebody wants is drafted against the table as it is, appended to the
log, folded, told to everybody here, published to other processes, and only then acknowledged. If
another process was faster the log refuses the number; then its entries are folded first and the
wish is judged again.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from dogpark.play.refused import Refused
from dogpark.server import entries
from dogpark.server.bus.news import News
from dogpark.server.log.rows import Row, Unavailable
from dogpark.server.park.eyes import Eyes, Listener, heard
from dogpark.server.park.patience import unhurried
from dogpark.server.table.drafts import Done, Draft
from dogpark.server.table.folds import SEATINGS
from dogpark.server.table.no import No, unknown_table
from dogpark.server.table.table import Ahead, Table
from dogpark.server.turn import Turn
from dogpark.wire.asks import Watch
from dogpark.wire.tells import Happened

if TYPE_CHECKING:
    from dogpark.server.park.park import Park

Wish: TypeAlias = Callable[[Table], Draft | Done | None]
Outcome: TypeAlias = int | BaseException | None  # a number, as ``do`` tells, or why there is none

TRIES = (
    50  # against faster processes; each try that loses means that somebody else's move was saved
)
FRAME = 1 / 10  # seconds; who is not asked anything is told of a storm of moves so often
LIVE_FRAME = 1 / 60
STORM = 1  # moves in a frame; nobody plays ten a second
LONGEST_FRAME = 1 / 4  # seconds, in a storm that lasts
MISSED_KEPT = 60  # things that happened, kept for those who come back after a moment


class Conflict(Exception):
    """Another process was faster, or may know more: the wish has to be judged again."""


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


class Sitting:
    """One table here: its state, who watches it, and the way in."""

    def __init__(self, park: Park, id: str) -> None:  # noqa: A002 (the table's id, as everywhere)
        self.park = park
        self.id = id
        self.table = Table(id)
        self.eyes: dict[tuple[tuple[int, ...], bool], Eyes] = {}
        self.kept = False  # whether this process runs its bots and clocks
        self.behind = False  # whether it is known that the log has more, and nobody here cared
        self.noted: dict[int | None, int] = {}  # by seat, the entry with which its person came here
        self.silence = 0  # milliseconds for which nothing had happened when it was loaded
        self.used_at = time.monotonic()
        self._turn = Turn()
        self._recent: deque[Happened] = deque(maxlen=MISSED_KEPT)
        self._frame: asyncio.TimerHandle | None = None
        self._length = FRAME  # of a frame, in seconds
        self._untold = 0  # entries in this frame
        self._flushed = 0.0

    # -- doing ------------------------------------------------------------------------------------

    async def do(self, wish: Wish) -> int | None:
        """Carries a wish out; the number of its entry, or None if there was nothing to do.

        Raises No or Refused with the reason. Unavailable: it may or may not have been saved, and
        the table reads the log before anything else happens.
        """
        before = self.table.seq
        try:
            async with self._turn:
                return await self._do(wish)
        finally:  # also where others' entries were read first, and the wish was then refused
            if self.table.seq != before:
                self.park.changed(self)

    async def _do(self, wish: Wish) -> int | None:
        for _ in range(TRIES):
            try:
                draft = wish(self.table)
            except (No, Refused):
                # Only what is so now may be refused: another process may know more, or the log.
                unsure = self.park.shared or self.park.doubts(self)
                if not unsure or not await self._read():
                    raise
                continue
            if draft is None:
                return None
            if isinstance(draft, Done):
                return draft.seq
            row = Row(self.id, self.table.seq + 1, wall_ms(), entries.encode(draft.entry))
            began = time.perf_counter()
            try:
                saved = await self.park.log.append(row)
            except (Unavailable, asyncio.CancelledError):
                self._unsure()
                raise
            if saved:
                self._take(row, draft, began)
                return row.seq
            self.park.metrics.conflicts.inc()
            await self._read()
        raise No("wait", "This table is very busy; please try again.")

    def do_at_once(self, wish: Wish, then: Callable[[Outcome], None]) -> bool:
        """As ``do``, without a task: ``then`` hears what came of it. False: ``do`` it instead.

        Nearly every move finds nobody else at the table, and what it waits for is its row alone. Where
        several are asked at once, it may wait for theirs.
        """
        if self._turn.take():
            return self._do_in_turn(wish, then)
        self._turn.wait(partial(self._do_at_last, wish, then))
        return True

    def _do_at_last(self, wish: Wish, then: Callable[[Outcome], None]) -> None:
        """The turn has come; whoever asked is not here any more to hear anything but the outcome."""
        try:
            begun = self._do_in_turn(wish, then)
        except Exception as error:  # noqa: BLE001 (whoever waits must hear of it)
            then(error)
        else:
            if not begun:
                then(Conflict())

    def _do_in_turn(self, wish: Wish, then: Callable[[Outcome], None]) -> bool:
        try:
            draft = wish(self.table)
            if isinstance(draft, Draft):
                row = Row(self.id, self.table.seq + 1, wall_ms(), entries.encode(draft.entry))
                saving = self.park.log.append(row)
                saving.then(partial(self._saved, row, draft, time.perf_counter(), then))
                return True
        except (No, Refused):
            self._turn.give()
            if self.park.shared or self.park.doubts(self):
                return False  # another process may know more, or the log
            raise
        except Unavailable:  # nothing of it has gone anywhere
            self.park.metrics.unsaved.inc()
            self._turn.give()
            raise
        except BaseException:
            self._turn.give()
            raise
        self._turn.give()
        then(None if draft is None else draft.seq)
        return True

    def _saved(
        self,
        row: Row,
        draft: Draft,
        began: float,
        then: Callable[[Outcome], None],
        saved: bool | BaseException,
    ) -> None:
        outcome: Outcome = row.seq
        try:
            if isinstance(saved, BaseException):
                self._unsure()
                outcome = saved
            elif saved:
                self._take(row, draft, began)
            else:
                self.park.metrics.conflicts.inc()
                outcome = Conflict()
        except Exception as error:  # noqa: BLE001 (whoever waits must hear of it)
            outcome = error
        self._turn.give()
        if self.table.seq >= row.seq:
            self.park.changed(self)
        then(outcome)

    def _take(self, row: Row, draft: Draft, began: float) -> None:
        """An entry is saved: now it has happened."""
        metrics = self.park.metrics
        metrics.append_seconds.observe(time.perf_counter() - began)
        self._fold(row.seq, row.at, draft.entry, draft.ahead)
        self.park.bus.publish(News(self.id, row.seq))
        metrics.entries[entries.NAMES[type(draft.entry)]].value += 1

    def _unsure(self) -> None:
        """Whether it was saved nobody knows before the log is read."""
        self.park.metrics.unsaved.inc()
        self.park.doubt(self)

    # -- keeping up -------------------------------------------------------------------------------

    async def catch_up(self, upto: int | None = None) -> None:
        """Reads what other processes have appended."""
        if upto is not None and upto <= self.table.seq:
            return
        before = self.table.seq
        try:
            async with self._turn:
                await self._read()
        finally:
            if self.table.seq != before:
                self.park.changed(self)

    def fall_behind(self) -> None:
        """Hears no more of what happens here, until somebody asks."""
        self.behind = True
        self.park.bus.unfollow(self.id)

    async def refresh(self) -> None:
        """Before anybody is told how the table stands: other processes may know more."""
        if self.park.shared:
            await self.catch_up()

    async def read_anew(self) -> None:
        """Folds the whole log again: what is in it was rewritten, as a person's name is erased."""
        async with self._turn:
            await self._fold_anew()
        self.park.changed(self)
        self.park.presence.miss_gone(self)

    async def _read(self) -> bool:
        """Folds what the log has besides; whether there was anything."""
        before = self.table.seq
        if not self.behind:
            rows = await self.park.log.read(self.id, before)
            async for row in unhurried(rows):
                self._fold(row.seq, row.at, entries.decode(row.body), None)
            return bool(rows)
        self.behind = False
        self.park.bus.follow(self.id)  # before reading, so that nothing is missed between
        try:
            await self._fold_anew()  # also that the log was rewritten was not heard meanwhile
        except BaseException:
            self.fall_behind()
            raise
        return self.table.seq != before

    async def _fold_anew(self) -> None:
        rows = await self.park.log.read(self.id)
        table, told = Table(self.id), list[Happened]()
        async for row in unhurried(rows):
            told += table.fold(row.seq, row.at, entries.decode(row.body))
        news = [one for one in told if one.seq > self.table.seq]
        for eyes in self.eyes.values():
            eyes.hear(news)
        self.table, self._recent = table, deque(told, MISSED_KEPT)
        self._reseat()
        self.flush()

    def _fold(self, seq: int, at: int, entry: entries.AnyEntry, ahead: Ahead | None) -> None:
        was = self.table.asked
        happened = self.table.fold(seq, at, entry, ahead)
        self._tell(happened, was)
        kind = type(entry)
        if kind in SEATINGS:
            self.flush()  # before some look through other eyes and would miss what waits here
            self._reseat()
        elif kind is entries.Begun:
            self.flush()  # a live game's frames are short from the first one on

    # -- telling ----------------------------------------------------------------------------------

    def _tell(self, happened: list[Happened], was: tuple[int, ...]) -> None:
        """Passes on what happened: at once, or in a storm of moves once a frame.

        Who ``was`` asked, as who has moved, and who is asked now is always told at once: what a
        move has led to is known before it is acknowledged, and nobody answers what is past.
        """
        self.used_at = time.monotonic()
        self._recent.extend(happened)
        if not self.eyes:
            return
        if [one for one in happened if one.to is not None]:
            for eyes in self.eyes.values():
                eyes.hear(happened)
        elif happened:  # as nearly always the same for everybody
            news = heard(happened)
            for eyes in self.eyes.values():
                eyes.pending.append(news)
        self._untold += 1
        if self._frame is not None:
            self._flush_some(was)
            return
        passed = self.used_at - self._flushed
        if passed >= self._length:
            self.flush()
        else:
            self._flush_some(was)
            loop = asyncio.get_running_loop()
            self._frame = loop.call_later(self._length - passed, self.flush)

    def flush(self) -> None:
        """Tells everybody everything.

        Frames grow while each brings several moves: programs play faster than anybody can follow.
        A live game is shown as it happens.
        """
        if self._frame is not None:
            self._frame.cancel()
            self._frame = None
        if self.table.clock is not None:
            self._length = LIVE_FRAME
        elif self._untold > STORM:
            self._length = min(LONGEST_FRAME, 2 * self._length)
        else:
            self._length = FRAME
        self._untold = 0
        self._flushed = time.monotonic()
        now = wall_ms()
        for eyes in self.eyes.values():
            eyes.update(self.table, now)

    def _flush_some(self, was: tuple[int, ...]) -> None:
        table, now = self.table, wall_ms()
        concerned = {*was, *table.asked}
        for eyes in self.eyes.values():
            if not concerned.isdisjoint(eyes.seats):
                eyes.update(table, now)

    # -- watching ---------------------------------------------------------------------------------

    async def watch(self, listener: Listener, ask: Watch) -> None:
        """Somebody watches from now on, through the seats they hold."""
        if not self.table.may_watch(listener.person, ask.invite):
            await self.refresh()
        if not self.table.may_watch(listener.person, ask.invite):
            raise unknown_table()
        if ask.after is not None:
            await self.catch_up(ask.after)  # they may have seen more in another process
        missed = await self._missed(ask.after)
        while self.behind:  # it went on just before somebody looked
            await self.catch_up()
            missed = await self._missed(ask.after)
        # From here on nothing happens between what is told as missed and the snapshot.
        self.unwatch(listener)
        eyes = self._eyes(self.table.seats_of(listener.person), ask.words)
        now = wall_ms()
        told = [one for one in missed if not (one.person in listener.muted and one.talk)]
        listener.send(eyes.snapshot(self.table, ask.id, now, told))
        eyes.listeners.add(listener)

    def _eyes(self, seats: tuple[int, ...], words: bool) -> Eyes:
        return self.eyes.setdefault((seats, words), Eyes(seats, words=words))

    def unwatch(self, listener: Listener) -> None:
        for which, eyes in list(self.eyes.items()):
            eyes.listeners.discard(listener)
            if not eyes.listeners:
                del self.eyes[which]
        self.used_at = time.monotonic()

    def _reseat(self) -> None:
        """Seats have changed hands: everybody looks through their own eyes again."""
        for eyes in list(self.eyes.values()):
            for listener in tuple(eyes.listeners):
                if self.table.seats_of(listener.person) != eyes.seats:
                    self.unwatch(listener)
                    fresh = self._eyes(self.table.seats_of(listener.person), eyes.words)
                    listener.send(fresh.snapshot(self.table, -1, wall_ms(), eyes.untold))
                    fresh.listeners.add(listener)

    def present(self, person: str) -> bool:
        """Whether somebody watches here."""
        return any(
            listener.person == person for eyes in self.eyes.values() for listener in eyes.listeners
        )

    async def _missed(self, after: int | None) -> list[Happened]:
        """What was told after that entry; the latest talk, if none is named.

        What is not at hand any more is played again from the log, beside the table: it goes on, and
        what happens there meanwhile is at hand or is played as well.
        """
        if after is None:
            return list(self.table.talk)
        table, again, told = self.table, Table(self.id), list[Happened]()
        while not self._at_hand(max(after, again.seq)):
            rows = await self.park.log.read(self.id, again.seq)
            async for row in unhurried(rows):
                told += again.fold(row.seq, row.at, entries.decode(row.body))
            if self.table is not table:  # the log was rewritten, as when a person's name is erased
                table, again, told = self.table, Table(self.id), []
        later = [one for one in self._recent if one.seq > again.seq]
        return [one for one in told + later if after < one.seq <= self.table.seq]

    def _at_hand(self, after: int) -> bool:
        """Whether all that was told after that entry is remembered here."""
        if after >= self.table.seq or len(self._recent) < MISSED_KEPT:
            return True
        return self._recent[0].seq <= after
