"""What a table does by itself: bots move, clocks run out, bots stand in, hosts and tables are given up.

Only the process that keeps a table tends it. Every step is an entry like any other, so even two
keepers at once could do nothing twice: the second finds the number taken and looks again.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from dogpark.agents.pace import pause
from dogpark.play.position import Position
from dogpark.play.refused import Refused
from dogpark.server.live import veil
from dogpark.server.ops import logs
from dogpark.server.park import waiting
from dogpark.server.park.patience import AGAIN, TROUBLE
from dogpark.server.park.sitting import Sitting, wall_ms
from dogpark.server.store.sealed import Answer
from dogpark.server.table import drafts
from dogpark.server.table.clocks import LATE
from dogpark.server.table.drafts import STAND_IN, Done, Draft
from dogpark.server.table.no import No
from dogpark.server.table.table import Table

if TYPE_CHECKING:
    from dogpark.server.park.park import Park

WAKING = 10.0  # seconds for the bots of a table that was put away with its window open
# Milliseconds that bots take who play among themselves, before onlookers or before nobody here: else
# anybody could keep all bots busy by opening such tables.
ALONE_MS, UNSEEN_MS = 500, 2_000
EMPTY_MS = 5_000  # after its time, until a quick match that nobody sits at is closed

log = logs.get(__name__)


class Tender:
    """Looks after one table that this process keeps."""

    def __init__(self, park: Park, sitting: Sitting) -> None:
        self.park = park
        self.sitting = sitting
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._sealed: dict[tuple[int, int], int] = {}  # by window and seat, what bots will answer
        self._step: asyncio.Task[None] | None = None
        self._stopped = False
        self.called = ""  # the status in which people who are not here were asked for

    @property
    def table(self) -> Table:
        return self.sitting.table

    def stop(self) -> None:
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for task in self._thinking.values():
            task.cancel()
        self._thinking.clear()

    # -- when -------------------------------------------------------------------------------------

    def plan(self) -> None:
        """After every change: sets bots thinking, and wakes up when the clock next matters."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        table = self.table
        if self._stopped or table.quiet:  # what was under way ends, and plans nothing anew
            return
        for seat in self._bots_to_think():
            if seat not in self._thinking:
                self._thinking[seat] = self.park.spawn(self._think(seat))
        wake = self._next()
        if wake is not None and self._step is None:
            delay = max(0, wake - wall_ms()) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _bots_to_think(self) -> list[int]:
        """The bots that are asked and have not come to an answer."""
        table = self.table
        if table.status != "playing" or table.deserted or table.clock is not None:
            return []
        bots = [seat for seat in table.asked if table.seats[seat].bot_plays]
        if table.window is not None:
            return [seat for seat in bots if (table.window_seq, seat) not in self._sealed]
        return bots

    def wake_at(self) -> int | None:
        """The wall-clock time at which this table next needs somebody."""
        if self._bots_to_think():
            return wall_ms()
        wake = self._next()
        if wake is None and self.table.status == "open":
            return wall_ms() + waiting.GIVEN_UP_MS  # to look whether those who are there still are
        return wake

    def _next(self) -> int | None:
        """The wall-clock time at which something happens by itself."""
        table = self.table
        if table.status == "open":
            fill_at = table.opened.fill_at
            if fill_at is not None:
                return fill_at if table.people else fill_at + EMPTY_MS
            waits = (waiting.given_up_at(table), waiting.passes_at(table))
            return min((at for at in waits if at is not None), default=None)
        if table.status != "playing" or table.position is None or table.deserted:
            return None
        if table.window is not None:
            return self._window_wakes()
        times: list[int | None] = []
        grace = int(self.park.settings.grace * 1000)
        for number, seat in enumerate(table.seats):
            if seat.who is None or seat.bot_plays:
                continue
            times.append(table.deadline(number))
            if seat.away_since is not None and table.opened.clock != "correspondence":
                times.append(seat.away_since + grace)
        return min((at for at in times if at is not None), default=None)

    # -- what -------------------------------------------------------------------------------------

    def _wake(self) -> None:
        self._timer = None
        if self._step is None:
            self._step = self.park.spawn(self._run())

    async def _run(self) -> None:
        try:
            if self.table.status == "open" and self.table.opened.fill_at is None:
                await self.sitting.do(waiting.given_up)
                await self.sitting.do(waiting.passed_on)
            elif self.table.status == "open":
                await self._fill()
            elif self.table.window is not None:
                await self._close_window()
            else:
                for seat in range(len(self.table.seats)):
                    await self._late(seat)
                    await self.sitting.do(partial(self._gone, seat))
        except (No, Refused):
            pass  # it was true when planned, and is no longer: plan anew
        except TROUBLE:
            await asyncio.sleep(AGAIN)
        except Exception:
            log.exception("table not tended", table=self.sitting.id)
            await asyncio.sleep(AGAIN)
        finally:
            self._step = None
            self.plan()

    async def _fill(self) -> None:
        """Bots take the free seats of a quick match, and it begins; without people it does not."""
        if not self.table.people:
            await self.sitting.do(_abandoned)
            return
        for seat in range(len(self.table.seats)):
            await self.sitting.do(partial(_filling, seat))
        await self.sitting.do(lambda table: drafts.begin(table, None))

    # -- windows (live.veil) ----------------------------------------------------------------------

    def _window_wakes(self) -> int:
        window = self.table.window
        assert window is not None
        steps = max(1, -(-(wall_ms() - window.opened) // window.step))
        return window.opened + min(window.length, steps * window.step)

    async def _close_window(self) -> None:
        """Everything that was answered, and for who has not answered a pass, in order, at once."""
        table, window = self.table, self.table.window
        if window is None or table.position is None:
            return
        if self._bots_to_think() and window.step < window.length:
            await asyncio.sleep(WAKING)  # the table was put away; as long whatever they think
        asked, opened, rules = table.asked, table.window_seq, table.game.rooms.table
        given = {one.seat: one for one in await self.park.sealed.read(table.id, opened)}
        # Nobody waits for a bot: when it closes must not tell whether there was much to think about.
        answers = {
            seat: rules.action(self._sealed[opened, seat])
            for seat in asked
            if table.seats[seat].bot_plays and (opened, seat) in self._sealed
        }
        times = [window.opened for _ in answers]
        times += [one.at for seat, one in given.items() if seat in asked and seat not in answers]
        if window.closes(times, len(asked)) > wall_ms():
            return
        answers = {seat: rules.action(one.code) for seat, one in given.items()} | answers
        for seat, action in veil.outcome(table.position, answers):
            one = given.get(seat)
            await self.sitting.do(partial(_of_window, seat, action.code, one, opened))

    async def _late(self, seat: int) -> None:
        """Somebody's time is up: a bot's choice is made for them; twice in a row, and it stays."""
        if not _overdue(self.table, seat):
            return
        position = self.table.position
        assert position is not None
        if self.table.seats[seat].late + 1 >= LATE:
            await self.sitting.do(partial(_handed, seat))
            return
        choice = await self.park.decide(self.table, position, seat, STAND_IN, self._dice())

        def wish(table: Table) -> Draft | Done | None:
            if not _overdue(table, seat):
                return None
            return drafts.move(table, seat, choice.code, by="clock")

        await self.sitting.do(wish)

    def _gone(self, seat: int, table: Table) -> Draft | None:
        since = table.seats[seat].away_since
        if (
            since is None
            or table.deserted
            or table.opened.clock == "correspondence"
            or wall_ms() < since + int(self.park.settings.grace * 1000)
        ):
            return None
        return drafts.hand(table, seat, STAND_IN, "away")

    # -- bots -------------------------------------------------------------------------------------

    def _dice(self) -> str:
        """A bot's own dice: the same game goes on the same way, and chance is not touched."""
        return f"{self.table.seed}/bot"

    async def _think(self, seat: int) -> None:
        try:
            await (self._move(seat) if self.table.window is None else self._seal(seat))
        except (Refused, No):
            pass  # somebody was faster; if it is still asked it will think again
        except TROUBLE:
            await asyncio.sleep(AGAIN)
        except Exception:
            log.exception("bot not heard", table=self.sitting.id)
            await asyncio.sleep(AGAIN)
        finally:
            self._thinking.pop(seat, None)
            self.plan()

    def _pace(self, position: Position, seat: int, level: str) -> int:
        """How long a bot's choice takes: where there is nobody, it is in no hurry."""
        pace = self.table.opened.bot_pace
        if not self.table.people:
            return max(pace, ALONE_MS if self.sitting.eyes else UNSEEN_MS)
        return pause(pace, level, position, seat)

    async def _seal(self, seat: int) -> None:
        """A bot's answer in a window: it thinks from the opening on, and the answer waits."""
        table, opened = self.table, self.table.window_seq
        bot = table.seats[seat].bot
        if table.position is None or bot is None or seat not in table.asked:
            return
        ahead = veil.ahead(table.position, seat)
        choice = await self.park.decide(table, ahead, seat, bot, self._dice())
        now = self.table.window_seq
        self._sealed = {key: code for key, code in self._sealed.items() if key[0] == now}
        if opened == now:
            self._sealed[opened, seat] = choice.code

    async def _move(self, seat: int) -> None:
        table = self.table
        position, there = table.position, table.seats[seat]
        if position is None or there.bot is None or seat not in table.asked:
            return
        choice = await self.park.decide(self.table, position, seat, there.bot, self._dice())
        if choice.stumbled is not None and choice.why != "busy":
            await self.sitting.do(lambda table: drafts.hand(table, seat, choice.level, "stumbled"))
        if there.asked_at is not None:
            wait = there.asked_at + self._pace(position, seat, choice.level) - wall_ms()
            if wait > 0:
                await asyncio.sleep(wait / 1000)

        def wish(table: Table) -> Draft | Done | None:
            if not table.seats[seat].bot_plays or seat not in table.asked:
                return None
            return drafts.move(table, seat, choice.code, by="bot")

        await self.sitting.do(wish)


def _abandoned(table: Table) -> Draft | None:
    """The end of a quick match that nobody sits at, unless somebody has just come."""
    if table.people or table.status != "open":
        return None
    return drafts.close(table, None, "Nobody is here any more.")


def _filling(seat: int, table: Table) -> Draft | None:
    """The bot for a seat that is still free when a quick match begins."""
    if not table.seats[seat].free:
        return None
    bot = table.opened.fill_bot
    return drafts.fill(table, table.host.id, seat, bot)


def _of_window(
    seat: int, code: int, given: Answer | None, opened: int, table: Table
) -> Draft | Done | None:
    """A seat's part in the end of a window, unless that is over already."""
    if table.window is None or table.window_seq != opened or table.asked[:1] != (seat,):
        return None
    if given is not None and not table.seats[seat].bot_plays:
        return drafts.move(table, seat, code, by="person", person=given.person, key=given.key)
    return drafts.move(table, seat, code, by="window")


def _handed(seat: int, table: Table) -> Draft | None:
    """The seat of somebody who was late again, unless they have just moved."""
    return drafts.hand(table, seat, STAND_IN, "clock") if _overdue(table, seat) else None


def _overdue(table: Table, seat: int) -> bool:
    deadline = table.deadline(seat)
    return (
        deadline is not None
        and table.window is None
        and deadline <= wall_ms()
        and seat in table.asked
        and not table.seats[seat].bot_plays
    )
