"""Tables that wait for their game to begin: who is their host, and when they are given up.

Only the host may begin. So a host who has gone would keep the others waiting for ever, and a table
at which nobody is would stay in the lobby. Both are entries, written by whoever keeps the table.
"""

from __future__ import annotations

from dogpark.server import entries
from dogpark.server.entries import Who
from dogpark.server.park.sitting import wall_ms
from dogpark.server.people.ids import is_gone
from dogpark.server.table import drafts
from dogpark.server.table.drafts import Draft
from dogpark.server.table.seats import Seat
from dogpark.server.table.table import Table

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
# Until a table at which nobody is any more is closed: whoever finds it in the lobby wants to play
# now; a link may lie in somebody's mail for days.
GIVEN_UP_MS, GIVEN_UP_LATE_MS = 30 * MINUTE_MS, 7 * DAY_MS
# Until another is the host; by correspondence people are seldom there.
HOST_GONE_MS, HOST_GONE_LATE_MS = 5 * MINUTE_MS, DAY_MS
HOST_LEFT_MS = MINUTE_MS // 2  # for good, or from their seat; another process may still know better
NOBODY = "Nobody was here for a while."


def given_up_at(table: Table) -> int | None:
    """When a table is closed if nobody comes; None while somebody is there."""
    if any(there.away_since is None for there in _places(table)):
        return None
    slow = table.opened.clock == "correspondence" or not table.opened.public
    return table.at + (GIVEN_UP_LATE_MS if slow else GIVEN_UP_MS)


def passes_at(table: Table) -> int | None:
    """When somebody else becomes the host; None while the host is there, or nobody else is."""
    if heir(table) is None:
        return None
    places = [table.place(seat) for seat in table.places_of(table.host.id)]
    away = [there.away_since for there in places if there.away_since is not None]
    if len(away) < len(places):
        return None
    if not table.seats_of(table.host.id) or is_gone(table.host.id):
        return max(away) + HOST_LEFT_MS
    late = table.opened.clock == "correspondence"
    return max(away) + (HOST_GONE_LATE_MS if late else HOST_GONE_MS)


def heir(table: Table) -> Who | None:
    """Who is the host next: whoever is there and sits next after the one who is."""
    mine = table.seats_of(table.host.id)
    after = mine[-1] + 1 if mine else 0
    for seat in (*table.seats[after:], *table.seats[:after]):
        if seat.who is not None and seat.who.id != table.host.id and seat.away_since is None:
            return seat.who
    return None


def given_up(table: Table) -> Draft | None:
    """The end of a table at which nobody has been for too long."""
    return drafts.close(table, None, NOBODY) if _due(table, given_up_at(table)) else None


def passed_on(table: Table) -> Draft | None:
    """The host's part, passed on to somebody who is there."""
    who = heir(table)
    if who is None or not _due(table, passes_at(table)):
        return None
    return Draft(entries.Hosted(who=who))


def _places(table: Table) -> list[Seat]:
    """Where somebody may be: all seats that people have, and the host's place if they have none."""
    places = [seat for seat in table.seats if seat.who is not None]
    return places if table.seats_of(table.host.id) else [*places, table.standing]


def _due(table: Table, at: int | None) -> bool:
    return table.status == "open" and at is not None and at <= wall_ms()
