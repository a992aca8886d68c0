"""Where the log speaks of a person, and how it forgets them.

The log is kept for good and nothing is ever taken out of it, for it is the game. What goes when a
person goes is who they were: in every entry that names them their name becomes "a former player",
their id one that is nobody's (another at each table, so that nothing connects them), and what they
said is blanked. Numbers, times, moves and chance stay as they are, so the game replays the same.

Somebody is in the log of tables they played at, hosted, were asked back to, or only watched and
talked at, and no index knows all of these. So the log is read from the person's first day on,
outside any change; it is asked for rarely, and each process does it for one person at a time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, LargeBinary, bindparam, func, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from dogpark.server.people.ids import gone_id
from dogpark.server.people.looks import FORMER
from dogpark.server.store.engine import Store
from dogpark.server.store.schema import events

DAY_MS = 24 * 3600 * 1000  # further back than any two clocks disagree
ERASED = "…"


class Trace(NamedTuple):
    """A row of the log that names somebody."""

    table: str
    seq: int
    at: int
    body: bytes


async def find(
    store: Store, person: str, *, since: int, tables: Iterable[str] | None = None
) -> list[Trace]:
    """Every row that names this person; at all tables unless some are given."""
    wanted = select(events).where(events.c.at >= since - DAY_MS, _names(store, person))
    if tables is not None:
        wanted = wanted.where(events.c.table_id.in_(sorted(tables)))
    async with store.connect() as connection:
        rows = await connection.execute(wanted.order_by(events.c.table_id, events.c.seq))
        return [Trace(row.table_id, row.seq, row.at, row.body) for row in rows]


def said_by(person: str, traces: Iterable[Trace]) -> list[dict[str, Any]]:
    """What somebody said, among the rows that name them."""
    lines = []
    for trace in traces:
        entry = msgspec.json.decode(trace.body)
        if entry["e"] == "said" and entry["who"]["id"] == person:
            lines.append({"table": trace.table, "at": trace.at, "words": entry["words"]})
    return lines


class Forgetting:
    """Forgets one person, in the log and wherever else somebody stands in JSON."""

    def __init__(self, person: str) -> None:
        self._person = person
        self._instead: dict[str, str] = {}

    def instead(self, table: str) -> str:
        """Who is there now: nobody's id, the same throughout one table."""
        return self._instead.setdefault(table, gone_id())

    @property
    def tables(self) -> set[str]:
        return set(self._instead)

    def rewritings(self, traces: Iterable[Trace]) -> list[dict[str, Any]]:
        """What these rows shall be, made before a change begins: it must not take long."""
        return [
            {
                "in_table": trace.table,
                "of_seq": trace.seq,
                "before": trace.body,
                "now": self.rewritten(trace.table, trace.body),
            }
            for trace in traces
        ]

    @staticmethod
    async def erase(connection: AsyncConnection, rewritings: list[dict[str, Any]]) -> None:
        """Rewrites rows as part of a change, but not one that was rewritten meanwhile for another
        person: this one still stands in it, and is found there by the next look.
        """
        if rewritings:
            await connection.execute(
                update(events)
                .where(
                    events.c.table_id == bindparam("in_table"),
                    events.c.seq == bindparam("of_seq"),
                    events.c.body == bindparam("before"),
                )
                .values(body=bindparam("now")),
                rewritings,
            )

    def rewritten(self, table: str, body: bytes) -> bytes:
        entry = msgspec.json.decode(body)
        if entry["e"] == "said" and entry["who"]["id"] == self._person:
            entry["words"] = ERASED
        return msgspec.json.encode(self.without(table, entry))

    def without(self, table: str, told: Any) -> Any:
        """The same, with nobody in the person's place, however deep they stand."""
        if told == self._person:
            return self.instead(table)
        if isinstance(told, list):
            return [self.without(table, one) for one in told]
        if not isinstance(told, dict):
            return told
        kept = {key: self.without(table, one) for key, one in told.items()}
        if self._person in (told.get("id"), told.get("person")):
            kept.pop("colour", None)
            kept["name"] = FORMER
        return kept


def _names(store: Store, person: str) -> ColumnElement[bool]:
    """Whether a row's bytes hold the id. An id is too long a chance to stand there otherwise."""
    needle = literal(person.encode(), LargeBinary)
    if store.on_sqlite:
        return func.instr(events.c.body, needle) > 0
    return func.position(needle.op("IN")(events.c.body)) > 0
