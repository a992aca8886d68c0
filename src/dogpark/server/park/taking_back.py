"""Taking a move back: judged in another process, while the table and everybody else go on."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from dogpark.server.bots.minds import Stumbled
from dogpark.server.bots.pool import Closed
from dogpark.server.park.sitting import Sitting, wall_ms
from dogpark.server.table import drafts
from dogpark.server.table.drafts import Draft, Unjudged, Verdict
from dogpark.server.table.fair import Question
from dogpark.server.table.no import No
from dogpark.server.table.table import Table
from dogpark.wire.asks import Undo
from dogpark.wire.tells import Accepted

if TYPE_CHECKING:
    from dogpark.server.http.socket import Connection
    from dogpark.server.park.park import Park

TRIES = 5  # the game may go on while it is judged; then it is judged anew
JUDGING = 3.0  # seconds it may take; a fraction of one is usual
PATIENCE = 6.0  # seconds altogether, with what waits before it


async def take_back(connection: Connection, ask: Undo) -> None:
    """Takes a move back and says so, or raises the reason why not."""
    sitting, verdict = connection.watching(ask.table), None
    for _ in range(TRIES):
        wish = partial(_wish, ask.seat, connection.person, verdict)
        try:
            seq = await sitting.do(wish)
        except Unjudged as unjudged:
            verdict = await connection.park.judges.judge(sitting, unjudged.asked)
        else:
            connection.tell(Accepted(id=ask.id, table=ask.table, seq=seq))
            return
    raise No("stale", "The game goes on too fast to take anything back.")


def _wish(seat: int, person: str, verdict: Verdict | None, table: Table) -> Draft:
    return drafts.take_back(table, seat, person, verdict, wall_ms())


class Judges:
    """What was judged last at each table, so that asking again costs nothing."""

    def __init__(self, park: Park) -> None:
        self.park = park
        self._verdicts: WeakKeyDictionary[Sitting, dict[int, Verdict]] = WeakKeyDictionary()
        self._turns: WeakKeyDictionary[Sitting, asyncio.Lock] = WeakKeyDictionary()

    async def judge(self, sitting: Sitting, asked: Question) -> Verdict:
        """Whether that may be taken back; No if it cannot be judged now."""
        async with self._turns.setdefault(sitting, asyncio.Lock()):  # one at a time of each table
            verdicts = self._verdicts.setdefault(sitting, {})
            known = verdicts.get(asked.seat)
            if known is None or known.asked != asked:
                known = verdicts[asked.seat] = await self._judged(sitting.id, asked)
            return known

    async def _judged(self, table: str, asked: Question) -> Verdict:
        try:
            async with asyncio.timeout(PATIENCE):
                return Verdict(asked, await self.park.thinkers.judge(asked, JUDGING, table))
        except (Stumbled, Closed, TimeoutError):
            words = "Whether that is fair could not be judged just now; please try again."
            raise No("wait", words) from None
