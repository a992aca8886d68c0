"""Bots that think beside the event loop, and always come to a move.

A bot that raises, answers nonsense, takes too long or takes its process down is replaced by the next
simpler one, down to the first legal move; the answer says so. Nobody else's table notices.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol, Self

import msgspec

from dogpark.agents.bots import BOTS
from dogpark.server.bots import job as jobs
from dogpark.server.bots.job import Answer, Job
from dogpark.server.bots.minds import Mind, ProcessMind, Stumbled, ThreadMind, Why
from dogpark.server.bots.turns import Full, Turns
from dogpark.server.ops import logs
from dogpark.server.table.fair import Question

LIMIT = 10_000  # jobs that wait; every bot at every table has at most one

log = logs.get(__name__)


class Closed(RuntimeError):
    """The server is going away; no bot thinks here any more."""


class Choice(msgspec.Struct, frozen=True):
    """A bot's move, and which bot came to it."""

    code: int
    level: str
    stumbled: str | None = None  # the level that was asked for and failed
    why: Why | None = None  # it failed
    seconds: float = 0.0  # the bot that came to the move has thought


@dataclass
class Figures:
    """What bots have done in this process so far."""

    thoughts: Counter[str] = field(default_factory=Counter)  # moves, by level
    seconds: Counter[str] = field(default_factory=Counter)  # spent on them
    stumbles: Counter[str] = field(default_factory=Counter)  # bots that failed, by level

    def thought(self, level: str, seconds: float) -> None:
        self.thoughts[level] += 1
        self.seconds[level] += seconds  # type: ignore[assignment] # a Counter may hold fractions


class Thinking(Protocol):
    """Whoever lets bots think: this process alone (Thinkers), or all together (SharedThinkers)."""

    figures: Figures

    @property
    def waiting(self) -> int: ...

    @property
    def memory(self) -> int: ...

    async def start(self) -> None: ...

    async def choose(self, job: Job, timeout: float, table: str = "") -> Choice: ...

    async def judge(self, question: Question, timeout: float, table: str = "") -> str | None: ...

    async def close(self) -> None: ...


def ladder(level: str) -> list[str]:
    """This bot, then ever simpler ones; the registry lists the simplest first."""
    names = list(BOTS)
    return names[: names.index(level) + 1][::-1] if level in names else names[::-1]


class Thinkers:
    """So many processes for bots; with none, a thread.

    ``extra`` names modules whose ``register(bots)`` adds bots in those processes.
    """

    def __init__(self, workers: int, *, limit: int = LIMIT, extra: Sequence[str] = ()) -> None:
        self.figures = Figures()
        self.thinking = 0  # jobs that a mind is at
        self._minds: list[Mind] = [ProcessMind(extra) for _ in range(workers)] or [ThreadMind()]
        self._turns: Turns[_Ticket] = Turns(limit)
        self._tasks: list[asyncio.Task[None]] = []
        self._tickets: set[_Ticket] = set()
        self._closed = False

    @property
    def size(self) -> int:
        """How many bots can think at the same time."""
        return len(self._minds)

    @property
    def waiting(self) -> int:
        """How many jobs wait for a mind."""
        return len(self._turns)

    @property
    def memory(self) -> int:
        """Bytes that all minds hold together."""
        return sum(mind.memory for mind in self._minds)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Begins to warm up; jobs are taken from now on."""
        if not self._tasks and not self._closed:
            self._tasks = [asyncio.create_task(self._serve(mind)) for mind in self._minds]

    async def choose(self, job: Job, timeout: float, table: str = "") -> Choice:
        """A legal move. ``timeout`` is the time that one bot may think, not counting the queue.

        Jobs of the same ``table`` wait for each other rather than for those of other tables.
        """
        await self.start()
        levels = ladder(job.level)
        why: Why | None = None if job.level in levels else "unknown"
        for level in levels:
            asked = msgspec.structs.replace(job, level=level)
            try:
                answer = await self._ask_again(asked, timeout, table)
            except Stumbled as stumbled:
                self.figures.stumbles[level] += 1
                log.warning("bot stumbled", game=job.game, kind=level, why=stumbled.why)
                why = why or stumbled.why
                if stumbled.why == "busy":  # a simpler bot would have to wait as long
                    break
                continue
            assert answer.code is not None
            self.figures.thought(level, answer.seconds)
            failed = None if why is None else job.level
            return Choice(answer.code, level, failed, why, answer.seconds)
        return Choice(job.legal[0], levels[-1], job.level, why)

    async def judge(self, question: Question, timeout: float, table: str = "") -> str | None:
        """Why a move may not be taken back, or None; raises Stumbled where no answer comes.

        It does not wait for the bots of the same table, which may be at it for long.
        """
        await self.start()
        answer = await self._ask_again(question, timeout, f"{table}/undo")
        return answer.words

    async def _ask_again(self, job: Job | Question, timeout: float, table: str) -> Answer:
        """Asks twice where the process died: somebody else may have killed it."""
        try:
            return await self._ask(job, timeout, table)
        except Stumbled as stumbled:
            if stumbled.why != "died":
                raise
        return await self._ask(job, timeout, table)

    async def _ask(self, job: Job | Question, timeout: float, table: str) -> Answer:
        if self._closed:
            raise Closed("bots think no more: the server is closing")
        ticket = _Ticket(jobs.encode(job), timeout)
        try:
            self._turns.put(table, ticket)
        except Full:
            raise Stumbled("busy") from None
        self._tickets.add(ticket)
        try:
            answer = await ticket.answer
        finally:
            self._tickets.discard(ticket)
            self._turns.withdraw(table, ticket)
        if answer.trouble is not None:
            raise Stumbled("failed")
        if isinstance(job, Job) and answer.code not in job.legal:
            raise Stumbled("nonsense")
        return answer

    async def _serve(self, mind: Mind) -> None:
        """One mind's day: a job, and the next one."""
        with contextlib.suppress(Stumbled):  # it is tried again with the first job
            await mind.start()
        while True:
            ticket = await self._turns.take()
            self.thinking += 1
            try:
                ticket.tell(await mind.think(ticket.body, ticket.timeout))
            except Stumbled as stumbled:
                ticket.tell(stumbled)
            except Exception:  # a fault of ours; the next job must not wait for ever
                log.exception("a mind failed")
                ticket.tell(Stumbled("died"))
            finally:
                self.thinking -= 1

    async def close(self) -> None:
        """Ends all thinking and all processes; who still waits is told so."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for ticket in list(self._tickets):
            ticket.tell(Closed("bots think no more: the server is closing"))
        await asyncio.gather(*(mind.close() for mind in self._minds))


class _Ticket:
    """A job in the queue, and where its answer goes."""

    def __init__(self, body: bytes, timeout: float) -> None:
        self.body = body
        self.timeout = timeout
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def tell(self, answer: Answer | Exception) -> None:
        if self.answer.done():  # nobody waits for it any more
            return
        if isinstance(answer, Exception):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)
