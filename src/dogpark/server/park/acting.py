"""How a move gets from a socket into the log: at once, in a live table's order, or under a veil."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dogpark.server.live import veil
from dogpark.server.park.sitting import Sitting, wall_ms
from dogpark.server.store.sealed import Answer
from dogpark.server.table import drafts
from dogpark.server.table.no import No
from dogpark.wire.asks import Act
from dogpark.wire.tells import Accepted

CLOSING_MS = 200  # before a window closes nothing is taken any more: it could come too late

if TYPE_CHECKING:
    from dogpark.server.http.socket import Connection


async def act(connection: Connection, ask: Act) -> None:
    """Makes a move and says so, or raises the reason why not."""
    sitting = connection.watching(ask.table)
    table = sitting.table
    done = table.done(connection.person, ask.key)
    if done is not None:
        connection.tell(Accepted(id=ask.id, table=ask.table, seq=done))
        return
    drafts.own(table, ask.seat, connection.person)
    if table.seats[ask.seat].bot_plays:
        await connection.park.presence.came(sitting, connection.person)  # who acts is here
    if table.clock is not None and table.status == "playing":
        connection.later(ask, _live(connection, sitting, ask))
    elif table.window is not None and ask.seat in table.asked:
        await _seal(connection, sitting, ask)
        connection.tell(Accepted(id=ask.id, table=ask.table))
    else:
        seq = await sitting.do(
            lambda table: drafts.move(
                table, ask.seat, ask.move, by="person", person=connection.person, key=ask.key
            )
        )
        connection.tell(Accepted(id=ask.id, table=ask.table, seq=seq))


async def _live(connection: Connection, sitting: Sitting, ask: Act) -> None:
    """At a live table a move is held for a moment; the socket goes on reading meanwhile."""
    live = connection.park.live(sitting)
    seq = await live.act(connection.person, ask, connection.lag.supports)
    connection.tell(Accepted(id=ask.id, table=ask.table, seq=seq))


async def _seal(connection: Connection, sitting: Sitting, ask: Act) -> None:
    """An answer that waits for the window's end: kept where a crash does not lose it.

    It is not in the log, whose numbers everybody sees, and no one is told of it.
    """
    table = sitting.table
    assert table.position is not None
    assert table.window is not None
    if wall_ms() > table.window.opened + table.window.length - CLOSING_MS:
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
