"""A live table: one position, a running clock, bots with reflexes, and at most one person.

No screen and no rule is known here. The clock is a function that tells milliseconds; whatever
should have happened by now happens in ``tick``, everything at its own time and in its order,
however seldom the clock is read. So the same moves at the same times are the same game.

A bot looks at the table as soon as the rules let it act, makes up its mind, and acts after its
hesitation. If somebody was faster meanwhile it is refused like a person, and looks again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dogpark.agents.bots import bot
from dogpark.agents.protocol import look
from dogpark.agents.reflexes import hesitation, span_of
from dogpark.cli.table import saving
from dogpark.cli.table.match import Manners, bot_dice
from dogpark.cli.table.seating import YOU, Seating
from dogpark.cli.table.story import Story, may_know
from dogpark.kernel.rooms import Event
from dogpark.play.eager import counts_at
from dogpark.play.position import Position
from dogpark.play.referee import Move
from dogpark.play.refused import Refused


def monotonic_ms() -> int:
    """The clock of a real table."""
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True)
class Plan:
    """What a seat is about to do, and when; void once something else is asked of it."""

    at: int
    seat: int
    stage: str
    move: Move


@dataclass
class News:
    """What the person at this table learns of a while."""

    events: list[Event] = field(default_factory=list)
    refused: Refused | None = None


class LiveTable:
    """Bots and at most one person around one position, by the clock."""

    def __init__(
        self,
        position: Position,
        seating: Seating,
        story: Story,
        clock: Callable[[], int],
        manners: Manners | None = None,
        delay: float | None = None,
    ) -> None:
        self.position = position
        self.seating = seating
        self.story = story
        self.manners = manners or Manners()
        people = seating.humans
        if len(people) > 1:
            raise ValueError("a live table has one keyboard: at most one person")
        self.person: int | None = people[0] if people else None
        self._clock = clock
        self._began: int | None = None
        self._bots = {seat: bot(name) for seat, name in enumerate(seating.names) if name != YOU}
        self._spans = {seat: span_of(name, delay) for seat, name in enumerate(seating.names)}
        self._plans: dict[int, Plan] = {}
        self._news = News()
        self._kept = -1  # length of the game when it was last written

    # -- time -------------------------------------------------------------------------------------

    def start(self) -> None:
        """The clock runs from here on; a game that goes on does so at the time it had."""
        self._began = self._clock() - self._reached

    @property
    def _reached(self) -> int:
        """The time up to which everything has happened."""
        now = self.position.now
        assert now is not None, "a live table is for games against the clock"
        return now

    @property
    def now(self) -> int:
        """Milliseconds since the game began, as the clock says; stands still before ``start``."""
        return self._reached if self._began is None else self._clock() - self._began

    @property
    def started(self) -> bool:
        return self._began is not None

    @property
    def over(self) -> bool:
        return not self.position.active

    def tick(self) -> News:
        """Lets everything happen that should have happened by now."""
        if self._began is not None:
            self._pass(self.now)
        news, self._news = self._news, News()
        return news

    def _pass(self, until: int) -> None:
        while not self.over:
            self._look()
            plan = min(self._plans.values(), key=lambda p: (p.at, p.seat), default=None)
            stop = min(until, self._next_change())
            if plan is not None and plan.at <= stop:
                del self._plans[plan.seat]
                self._carry_out(plan)
                continue
            self._happened(self.position.wait(stop))
            if stop == until:
                return

    def _next_change(self) -> int:
        """When something falls due, or when the next bot is free to look."""
        due = self.position.due
        assert due is not None
        return min([due, *(self._moment(seat) for seat in self._idle())])

    def _moment(self, seat: int) -> int:
        moment = self.position.moment(seat)
        assert moment is not None
        return moment

    # -- bots -------------------------------------------------------------------------------------

    def _idle(self) -> list[int]:
        """Bots that may act and have no plan."""
        active = self.position.active
        return [seat for seat in self._bots if seat in active and seat not in self._plans]

    def _look(self) -> None:
        """Whoever is free to act makes a plan; plans for something no longer asked are dropped."""
        stage = self.position.stage
        self._plans = {s: plan for s, plan in self._plans.items() if stage(s) == plan.stage}
        for seat in self._idle():
            moment = self._moment(seat)
            if moment <= self._reached:
                dice = bot_dice(self.position, seat)
                seen = look(self.position, seat, dice)
                action = self._bots[seat].choose(seen, dice)
                at = moment + hesitation(self._spans[seat], len(seen.legal), dice)
                self._plans[seat] = Plan(at, seat, stage(seat), action)

    def _carry_out(self, plan: Plan) -> None:
        self._happened(self.position.wait(plan.at))
        try:
            self._happened(self.position.apply(plan.seat, plan.move, at=plan.at))
        except Refused as refused:
            if plan.seat == self.person:
                self._news.refused = refused

    # -- the person -------------------------------------------------------------------------------

    def act(self, move: dict[str, Any]) -> News:
        """The person's move, now: made, held for a blink until it may be made, or refused."""
        news = self.tick()
        person = self.person
        assert person is not None, "nobody sits at this table"
        at = self._reached
        counts = counts_at(self.position, person)
        if at < counts:
            self._plans[person] = Plan(counts, person, self.stage, move)
        else:
            self._carry_out(Plan(at, person, "", move))
        later = self.tick()
        return News(news.events + later.events, later.refused or news.refused)

    @property
    def stage(self) -> str:
        """What is asked of the person."""
        return "" if self.person is None else self.position.stage(self.person)

    @property
    def held(self) -> Move | None:
        """The person's move that waits for its moment."""
        plan = None if self.person is None else self._plans.get(self.person)
        return None if plan is None else plan.move

    def busy(self) -> int:
        """Milliseconds until the person may act again."""
        if self.person is None or self.person not in self.position.active:
            return 0
        return max(self._moment(self.person) - self.now, 0)

    def view(self) -> dict[str, Any]:
        return self.position.view(self.person)

    def prompt(self) -> dict[str, Any] | None:
        return None if self.person is None else self.position.prompt(self.person)

    def _happened(self, events: list[Event]) -> None:
        self.story.add(events)
        self._news.events += [event for event in events if may_know(event, self.person)]

    # -- keeping ----------------------------------------------------------------------------------

    def keep(self) -> None:
        """Writes the game where it is kept, if it went on since."""
        if self.manners.keep_in is not None and self._kept != self.position.length:
            self.save(self.manners.keep_in)
            self._kept = self.position.length

    def save(self, path: Path) -> None:
        saving.write(path, saving.record_with_seats(self.position, self.seating))
