"""A live table: everybody acts at once, and in the order in which they struck.

What arrives waits a moment (live.order), so that a dog with a long way to the server does not lose
a bone it struck for first. Nature waits as long: what falls due happens when nothing can come
before it any more.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from dogpark.kernel.facts import NEVER
from dogpark.play.eager import counts_at
from dogpark.play.position import Position
from dogpark.play.referee import Move
from dogpark.play.refused import Refused
from dogpark.server.entries import Moved
from dogpark.server.live import bots
from dogpark.server.live.bots import Look
from dogpark.server.live.lag import ACTION_MS, FAVOURS, LagMeter, Quota, shortest
from dogpark.server.live.order import Action, Held, settled
from dogpark.server.live.toll import Toll
from dogpark.server.log.rows import Unavailable
from dogpark.server.ops import logs
from dogpark.server.park.patience import AGAIN
from dogpark.server.park.sitting import Sitting, wall_ms
from dogpark.server.table import drafts
from dogpark.server.table.drafts import Done, Draft
from dogpark.server.table.no import No
from dogpark.server.table.table import Table
from dogpark.wire.asks import Act

if TYPE_CHECKING:
    from dogpark.server.park.park import Park

log = logs.get(__name__)


class Ticket(NamedTuple):
    """Who waits for the answer to a move."""

    person: str
    key: str
    answer: asyncio.Future[int | None]


class Live:
    """The moves of one live table that wait here, and its bots where this process keeps it."""

    def __init__(self, park: Park, sitting: Sitting) -> None:
        self.park = park
        self.sitting = sitting
        seed = sitting.table.seed
        assert seed is not None, "only a game that has begun is live"
        self._held = Held(seed)
        self._looks: dict[int, Look] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._step: asyncio.Task[None] | None = None

    @property
    def table(self) -> Table:
        return self.sitting.table

    def now(self) -> int:
        """The game's time."""
        clock = self.table.clock
        assert clock is not None
        return clock.at(wall_ms())

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._dismiss(No("wait", "The server restarts; please try again in a moment."))

    def _dismiss(self, why: Exception) -> None:
        """What waits will not be carried out any more, and is told so."""
        self._looks.clear()
        for action in self._held.drop():
            _answer(action, why)

    # -- moves of people --------------------------------------------------------------------------

    async def act(self, person: str, ask: Act, supports: int) -> int | None:
        """A move that has just come in; its number once it is saved."""
        clock = self.table.clock
        if clock is not None and not clock.running(wall_ms()):
            raise No("wait", "The game goes on in a moment.")
        received = self.now()
        claimed = None if ask.sent is None else wall_ms() - ask.sent
        granted = self._quota(ask.seat, self._round()).grant(claimed, supports, self._base())
        if ask.seat in self._looks:  # a bot has played for them, and meant to do something later
            self._forget_plan(ask.seat)
        answer: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        ticket = Ticket(person, ask.key, answer)
        self._held.add(Action(ask.seat, ask.move, max(0, received - granted), received, ticket))
        self.plan()
        return await answer

    def _round(self) -> int:
        """Quotas are for a round; which one it is, everybody can see."""
        position = self.table.position
        number = None if position is None else position.view(None).get("round")
        return number if isinstance(number, int) else 0

    def _quota(self, seat: int, number: int) -> Quota:
        return Quota(max(0, FAVOURS - self.table.favours[seat, number]))

    def _lags(self) -> list[LagMeter | None]:
        """All ways to the people of this table; None for one who is connected elsewhere.

        Whoever has several devices is as near as the nearest of them.
        """
        people, watching = self.table.people, self.sitting.eyes.values()
        here = [one for eyes in watching for one in eyes.listeners if one.person in people]
        elsewhere = people - {one.person for one in here}
        return [*(one.lag for one in here), *(None for _ in elsewhere)]

    def _base(self) -> int:
        return shortest(self._lags())

    def _window(self) -> int:
        """The most that anybody at the table could be given now."""
        lags = self._lags()
        if not lags or (len(self.table.people) < 2 and not self._bots()):
            return 0
        if None in lags:
            return ACTION_MS
        number, base, most = self._round(), shortest(lags), 0
        for eyes in self.sitting.eyes.values():
            for seat in eyes.seats:
                quota = self._quota(seat, number)
                for listener in eyes.listeners:
                    most = max(most, quota.most(listener.lag.supports, base))
        return most

    # -- when -------------------------------------------------------------------------------------

    def plan(self) -> None:
        """Wakes up when the next move counts, the next bot is free, or something falls due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._step is not None:
            return
        if self.park.draining:
            self.stop()
            return
        if self.table.status != "playing" or self.table.clock is None:
            self._dismiss(No("over", "The game is over."))  # it may have ended in another process
            return
        wake = self._next()
        if wake is not None:
            delay = max(0, self.table.clock.wall_at(wake) - wall_ms()) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _next(self) -> int | None:
        position = self.table.position
        assert position is not None
        window = self._window()
        times = [self._held.next_due(window)]
        if self._tended:
            due = position.due
            if due is not None and due < NEVER:
                times.append(due + window)
            now, seats = self.now(), self._bots()
            times.append(bots.next_look(position, seats, now))
            looking = bots.looking(position, seats, now)
            times += [now for seat in looking if seat not in self._looks]
        return min((at for at in times if at is not None), default=None)

    @property
    def _tended(self) -> bool:
        """Whether the game goes on by itself here: this process keeps it, and somebody is there."""
        return self.sitting.kept and not self.table.deserted

    def _bots(self) -> list[int]:
        return [seat for seat, there in enumerate(self.table.seats) if there.bot_plays]

    # -- what -------------------------------------------------------------------------------------

    def _wake(self) -> None:
        self._timer = None
        if self._step is None:
            self._step = self.park.spawn(self._run())

    async def _run(self) -> None:
        try:
            while self.table.status == "playing":
                self._look()
                action = self._held.take(self.now(), self._window())
                if action is not None:
                    await self._carry_out(action)
                elif not self._tended or await self.sitting.do(self._elapse) is None:
                    break
        except Unavailable:
            await asyncio.sleep(AGAIN)
        except Exception as error:
            log.exception("live table failed", table=self.sitting.id)
            self._dismiss(error)  # nobody waits for what may never come
            await asyncio.sleep(AGAIN)
        finally:
            self._step = None
            self.plan()

    def _elapse(self, table: Table) -> Draft | None:
        return drafts.elapse(table, settled(self.now(), self._window()))

    async def _carry_out(self, action: Action) -> None:
        """Makes the move, or lets it wait for its moment; whatever goes wrong, whoever made it hears."""
        try:
            at, toll = self._reckoned(action)
            if at > action.at and at > self.now():
                self._held.add(replace(action, at=at))
                return
            seq = await self.sitting.do(lambda table: self._move(table, action, at, toll))
        except (No, Refused, Unavailable) as error:
            _answer(action, error)
        except Exception as error:
            if action.ticket is None:
                log.exception("bot not heard", table=self.sitting.id)
                self.park.spawn(self._look_again(action.seat))
                return
            _answer(action, error)  # and it is logged where it is answered
        else:
            _answer(action, seq)
        self._looks.pop(action.seat, None)

    def _reckoned(self, action: Action) -> tuple[int, Toll]:
        """When it counts, and what has to be known before it is made."""
        position = self.table.position
        assert position is not None
        ahead = position.copy()
        ahead.wait(max(action.at, ahead.now or 0))
        return counts_at(ahead, action.seat), Toll.before(ahead, action, self._held.rivals(action))

    def _move(self, table: Table, action: Action, at: int, toll: Toll) -> Draft | Done | None:
        draft = _drafted(table, action, at)
        if not isinstance(draft, Draft) or draft.ahead is None or action.received <= action.at:
            return draft
        if isinstance(draft.entry, Moved) and toll.after(draft.ahead.position):
            draft.entry.favour = self._round()
        return draft

    # -- bots -------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Bots that are free make their plans; plans for something no longer asked are dropped."""
        position = self.table.position
        if position is None or not self._tended:
            return
        for seat, look in list(self._looks.items()):
            if look.void(position):
                self._forget_plan(seat)
        for seat in bots.looking(position, self._bots(), self.now()):
            level = self.table.seats[seat].bot
            if seat not in self._looks and level is not None:
                look = self._looks[seat] = bots.look(position, seat, level)
                self.park.spawn(self._plan_of(position.copy(), look, level))

    def _forget_plan(self, seat: int) -> None:
        """A bot's plan comes to nothing; what its person wants, who is back, stays."""
        del self._looks[seat]
        for action in self._held.drop(seat):
            if action.ticket is not None:
                self._held.add(action)

    async def _plan_of(self, position: Position, look: Look, level: str) -> None:
        """A bot's plan; where that fails it looks again after a while."""
        try:
            await self._think(position, look, level)
        except Exception as error:  # noqa: BLE001 (whatever it is, the bot must go on)
            log.warning("bot not heard", table=self.sitting.id, reason=type(error).__name__)
            await self._look_again(look.seat)

    async def _look_again(self, seat: int) -> None:
        look = self._looks.get(seat)
        await asyncio.sleep(AGAIN)
        if look is not None and self._looks.get(seat) is look:
            del self._looks[seat]
        self.plan()

    async def _think(self, position: Position, look: Look, level: str) -> None:
        choice = await self.park.decide(
            self.table, position, look.seat, level, f"{self.table.seed}/bot"
        )
        if self._looks.get(look.seat) is not look:
            return
        if choice.stumbled is not None and choice.why != "busy":
            await self.sitting.do(lambda t: drafts.hand(t, look.seat, choice.level, "stumbled"))
        at = max(look.at, self.now())
        self._held.add(Action(look.seat, choice.code, at, at))
        self.plan()


def _drafted(table: Table, action: Action, at: int) -> Draft | Done | None:
    wish: Move = action.move
    ticket = action.ticket
    if isinstance(ticket, Ticket):
        assert isinstance(wish, dict)
        return drafts.move(
            table, action.seat, wish, by="person", person=ticket.person, key=ticket.key, at=at
        )
    if not table.seats[action.seat].bot_plays or table.deserted:
        return None
    assert isinstance(wish, int)
    return drafts.move(table, action.seat, wish, by="bot", at=at)


def _answer(action: Action, outcome: int | Exception | None) -> None:
    ticket = action.ticket
    if not isinstance(ticket, Ticket) or ticket.answer.done():
        return
    if isinstance(outcome, Exception):
        ticket.answer.set_exception(outcome)
    else:
        ticket.answer.set_result(outcome)
