"""The log in a file of SQLite: the scribe writes, and rows that wait together share one commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol, TypeAlias

import msgspec
from msgspec.structs import astuple

from dogpark.server.log import scribe
from dogpark.server.log.answer import Answer, Outcome
from dogpark.server.log.dictation import Dictation
from dogpark.server.log.rows import Row, Unavailable
from dogpark.server.ops import logs
from dogpark.server.settings import Settings
from dogpark.server.store.alone import Alone
from dogpark.server.store.engine import PRAGMAS, sqlite_file
from dogpark.server.store.turns import turns_of

BATCH = 1024  # rows in one commit at most
AT_A_TIME = (
    3  # batches with who writes for several: while one is saved, what comes meanwhile is there
)
ANSWER_SECONDS = (
    5.0  # who waits longer for a batch, or for its turn, is told that it takes too long
)
READ_SECONDS = 15.0  # the same for who reads: many tables may be asked for at once
HUNG_SECONDS = 60.0  # a scribe that is silent for so long after that is killed
_TOO_LONG = "it takes too long"

log = logs.get(__name__)

Taken: TypeAlias = (
    list[bool] | str
)  # for each row if it was the first of its number; or why none was saved

# A table is read as one value: each row would give up the interpreter and wait to get it back.
_READ = """
    SELECT group_concat(seq || ' ' || at || ' ' || hex(body), ';')
    FROM (SELECT seq, at, body FROM events WHERE table_id = ? AND seq > ? ORDER BY seq)
"""


class Writer(Protocol):
    """Who writes for several processes."""

    def write(self, rows: Sequence[scribe.Line]) -> Answer[Taken]:
        """EOFError, raised or answered: it has died, and nobody knows."""
        ...


class _Asked(msgspec.Struct, frozen=True):
    row: Row
    answer: Answer[bool]


class SqliteLog:
    """A log in one file: of one process, with a scribe of its own, or of several with one ``writer``.

    A disk may hang, and whoever writes with it. Then those who wait are told so, and nothing more is
    handed over before the writer has answered or is dead: until then it may still write what it has.
    So long nobody is told how those tables stand: whoever reads is to know all that will ever come of
    it.
    """

    def __init__(self, settings: Settings, writer: Writer | None = None) -> None:
        file = sqlite_file(settings)
        self.on_answered: Callable[[], None] = lambda: None
        self.on_outcome: Callable[[str | None], None] = lambda _: None
        self._writer = writer
        self._alone = Alone(file) if writer is None else None
        self._turns = turns_of(file)
        self._file = str(file)
        self._loop: asyncio.AbstractEventLoop | None = None  # asking for it takes a system call
        self._waiting: list[_Asked] = []
        self._called = False  # whether what waits will be looked at without an answer coming
        self._under_way: list[list[_Asked]] = []  # batches that are handed over, and not answered
        self._most = 1 if writer is None else AT_A_TIME
        self._limit: asyncio.TimerHandle | None = None
        self._unsettled: frozenset[str] = frozenset()  # tables with rows that may be written yet
        self._preparing: asyncio.Task[None] | None = None
        self._at_rest = asyncio.Event()
        self._at_rest.set()
        self._scribe: Dictation | None = None
        self._closed = False
        self._readers = ThreadPoolExecutor(1, "log-reader")
        self._reading: sqlite3.Connection | None = None

    def append(self, row: Row) -> Answer[bool]:
        if self._closed:
            raise Unavailable("the log is closed")
        if self._unsettled:
            raise Unavailable(f"the log cannot be written: {_TOO_LONG}")
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        answer: Answer[bool] = Answer()
        self._waiting.append(_Asked(row, answer))
        if not self._called and len(self._under_way) < self._most:
            self._called = True
            self._at_rest.clear()
            # Whatever else comes in this moment is written with it.
            self._loop.call_soon(self._write)
        return answer

    async def read(self, table: str, after: int = 0) -> list[Row]:
        if self._closed:
            raise Unavailable("the log is closed")
        if table in self._unsettled:
            raise Unavailable(f"the log is still being written: {_TOO_LONG}")
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(READ_SECONDS):
                told = await loop.run_in_executor(self._readers, self._read, table, after)
        except TimeoutError:
            raise Unavailable(f"the log cannot be read: {_TOO_LONG}") from None
        return [Row(table, *_unpack(line)) for line in told.split(";")] if told else []

    async def close(self) -> None:
        """Write what is waiting, as far as it does not take too long, then let go of the file."""
        if self._closed:
            return
        self._closed = True
        await self._at_rest.wait()
        await self._dismiss()
        await asyncio.get_running_loop().run_in_executor(self._readers, self._close_reader)
        self._readers.shutdown()
        if self._alone is not None:
            self._alone.release()

    # -- writing ----------------------------------------------------------------------------------

    def _write(self) -> None:
        """Has saved what waits, if there is room for a batch; what comes meanwhile is the next one."""
        self._called = False
        if not self._waiting:
            if not self._under_way:
                self._at_rest.set()
        elif len(self._under_way) >= self._most:
            pass  # an answer will come
        elif self._writer is not None or (self._scribe is not None and self._turns.take()):
            self._hand_over()
        else:
            assert self._loop is not None
            self._called = True
            self._preparing = self._loop.create_task(self._prepare(), name="log-writer")

    async def _prepare(self) -> None:
        """Waits for the turn at the file and for the scribe, where they are not there at once."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._turns.task().__aenter__()
            try:
                if self._scribe is None:
                    # The scribe holds the lock too: if we are killed, nobody else begins before it has ended.
                    kept = () if self._alone is None else self._alone.handles
                    self._scribe = await Dictation.begin(self._file, kept)
            except BaseException:
                self._turns.give()
                raise
        except Exception as error:  # noqa: BLE001 (whatever it is, those who wait must hear)
            waiting, self._waiting = self._waiting, []
            self._answer(waiting, str(error) or type(error).__name__)
            self._write()
        else:
            self._called = False
            self._hand_over()

    def _hand_over(self) -> None:
        """To who writes; among siblings that is the hub, who also says whose turn it is."""
        assert self._loop is not None
        batch = self._batch()
        self._under_way.append(batch)
        lines: list[scribe.Line] = [astuple(asked.row) for asked in batch]
        try:
            if self._writer is not None:
                saving = self._writer.write(lines)
            else:
                assert self._scribe is not None
                saving = self._scribe.take_down((PRAGMAS, lines))
        except Exception as error:  # noqa: BLE001 (as above)
            self._saved(batch, error)
        else:
            if self._limit is None:
                self._wait_for_answer()
            saving.then(partial(self._saved, batch))

    def _batch(self) -> list[_Asked]:
        batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
        return batch

    def _wait_for_answer(self) -> None:
        """For the next that is due, and not for ever."""
        assert self._loop is not None
        self._limit = self._loop.call_later(ANSWER_SECONDS, self._give_up)

    def _give_up(self) -> None:
        """The writer does not answer. What it has it may write yet; what waits has gone nowhere."""
        assert self._loop is not None
        asked = [one for batch in self._under_way for one in batch]
        log.error("the log's writer does not answer", seconds=ANSWER_SECONDS, count=len(asked))
        self._unsettled = frozenset(one.row.table for one in asked)
        self._limit = None
        if self._scribe is not None:
            self._limit = self._loop.call_later(HUNG_SECONDS, self._scribe.kill)
        for batch in self._under_way:
            batch.clear()  # they are told now that nobody knows
        waiting, self._waiting = self._waiting, []
        self._answer([*asked, *waiting], _TOO_LONG)
        self._at_rest.set()  # nobody waits any more

    def _saved(self, batch: list[_Asked], taken: Outcome[Taken]) -> None:
        """The writer's word on a batch. What else comes in this moment is in the next one."""
        assert self._loop is not None
        self._stop_waiting()
        if self._writer is None:
            self._turns.give()
        self._loop.call_soon(self._go_on, batch, taken)

    def _stop_waiting(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _go_on(self, batch: list[_Asked], taken: Outcome[Taken]) -> None:
        """The next batch is on its way before this one is answered."""
        assert self._loop is not None
        self._stop_waiting()
        self._under_way = [other for other in self._under_way if other is not batch]
        if self._under_way and not self._unsettled:
            self._wait_for_answer()
        elif self._unsettled and not self._under_way:
            self._unsettled = frozenset()
            self._at_rest.clear()
        dead = isinstance(taken, OSError | EOFError)
        if dead:
            taken = "its scribe has died"  # another takes over; what was saved will be found
        elif isinstance(taken, BaseException):
            taken = str(taken) or type(taken).__name__
        if not self._called:
            if dead:
                self._called = True
                self._preparing = self._loop.create_task(self._replace())
            else:
                self._write()
        self._answer(batch, taken)

    async def _replace(self) -> None:
        await self._dismiss()
        self._write()

    def _answer(self, batch: list[_Asked], taken: Taken) -> None:
        self.on_outcome(taken if isinstance(taken, str) else None)
        for number, asked in enumerate(batch):
            if isinstance(taken, str):
                asked.answer.give(Unavailable(f"the log cannot be written: {taken}"))
            else:
                asked.answer.give(taken[number])
        self.on_answered()

    async def _dismiss(self) -> None:
        scribe, self._scribe = self._scribe, None
        if scribe is not None:
            await scribe.end()

    # -- in the reader's thread -------------------------------------------------------------------

    def _read(self, table: str, after: int) -> str | None:
        try:
            if self._reading is None:
                self._reading = scribe.connect(self._file, PRAGMAS)
            told: str | None = self._reading.execute(_READ, (table, after)).fetchone()[0]
        except sqlite3.Error as error:
            raise Unavailable(f"the log cannot be read: {error}") from error
        return told

    def _close_reader(self) -> None:
        if self._reading is not None:
            self._reading.close()


def _unpack(line: str) -> tuple[int, int, bytes]:
    seq, at, body = line.split(" ")
    return int(seq), int(at), bytes.fromhex(body)
