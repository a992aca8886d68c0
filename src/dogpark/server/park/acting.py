"""How a move gets from a socket into the log: at once, in a live table's order, or under a veil."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from dogpark.server.live import veil
from dogpark.server.park.sitting import Outcome, Sitting, wall_ms
from dogpark.server.store.sealed import Answer
from dogpark.server.table import drafts
from dogpark.server.table.drafts import Done, Draft
from dogpark.server.table.no import No
from dogpark.server.table.table import Table
from dogpark.wire.asks import Act
from dogpark.wire.tells import Accepted

CLOSING_MS = 200  # before a window closes nothing is taken any more: it could come too late

if TYPE_CHECKING:
    from dogpark.server.http.socket import Connection


class OtherWay(Exception):
    """The table has moved on, and moves are made differently there now."""


def act_at_once(connection: Connection, ask: Act, then: Callable[[Outcome], None]) -> bool:
    """Makes a move without a task, where nothing stands in its way; False: ``act`` instead."""
    sitting = connection.watched.get(ask.table)
    if sitting is None:
        return False
    try:
        return sitting.do_at_once(partial(_wish_at_once, connection.person, ask), then)
    except OtherWay:
        return False


async def act(connection: Connection, ask: Act) -> None:
    """Makes a move and says so, or raises the reason why not."""
    sitting = connection.watching(ask.table)
    while True:
        table = sitting.table
        seq = table.done(connection.person, ask.key)
        if seq is not None:
            break
        if not table.holds(connection.person, ask.seat):
            await sitting.refresh()
            drafts.own(table, ask.seat, connection.person)
        if table.seats[ask.seat].bot is not None:
            await connection.park.presence.came(sitting, connection.person)  # who acts is here
        if _live_now(table):
            connection.later(ask, _live(connection, sitting, ask))
            return
        if _veiled_now(table, ask):
            await _seal(connection, sitting, ask)
            break
        try:
            seq = await sitting.do(partial(_wish, connection.person, ask))
            break
        except OtherWay:
            continue
    connection.tell(Accepted(id=ask.id, table=ask.table, seq=seq))


def _live_now(table: Table) -> bool:
    return table.clock is not None and table.status == "playing"


def _veiled_now(table: Table, ask: Act) -> bool:
    return table.window is not None and ask.seat in table.asked


def _wish(person: str, ask: Act, table: Table) -> Draft | Done:
    if _live_now(table) or _veiled_now(table, ask):
        raise OtherWay
    return drafts.move(table, ask.seat, ask.move, by="person", person=person, key=ask.key)


def _wish_at_once(person: str, ask: Act, table: Table) -> Draft | Done:
    if not table.holds(person, ask.seat):
        raise OtherWay  # where several processes share the tables, another may know more
    if table.seats[ask.seat].bot is not None:
        raise OtherWay  # who acts is here, and that is noted first
    return _wish(person, ask, table)


async def _live(connection: Connection, sitting: Sitting, ask: Act) -> None:
    """At a live table a move is held for a moment; the socket goes on reading meanwhile."""
    live = connection.park.live(sitting)
    seq = await live.act(connection.person, ask, connection.lag.supports)
    connection.tell(Accepted(id=ask.id, table=ask.table, seq=seq))


async def _seal(connection: Connection, sitting: Sitting, ask: Act) -> None:
    """An answer that waits for the window's end: kept where a crash does not lose it.

    It is not in the log, whose numbers everybody sees, and no one is told of it.
    """
    table, window = sitting.table, sitting.table.window
    assert table.position is not None
    assert window is not None
    if wall_ms() > window.opened + window.length - CLOSING_MS:
        raise No("not your turn", "That was too late: the moment has passed.")
    action = veil.judged(table.position, ask.seat, ask.move)
    answer = Answer(
        table=table.id,
        seq=table.window_seq,
        seat=ask.seat,
        at=wall_ms(),
        code=action.code,
        person=connection.person,
        key=ask.key,
    )
    await connection.park.sealed.put(answer)
    if wall_ms() > window.closes([answer.at], 1) - CLOSING_MS // 2:
        # Saving took so long that the window may have closed without it. Asked again under the same
        # key, the table knows.
        raise No("wait", "That was close. Please ask again in a moment.")
