"""The directory of tables: what the lobby shows of them, and which process keeps which.

A table's log is the truth; its row here is made from it and may lag behind. A table is kept by at
most one living process, which runs its bots and clocks. A process lives while its heartbeat is
young, or while somebody says so who knows better than the database; what a dead one kept is claimed
by any other. Times are milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Protocol, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    true,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from dogpark.server.store.engine import Store
from dogpark.server.store.schema import processes, table_people, tables

Status: TypeAlias = Literal["open", "playing", "over", "closed"]
DEAD_MS = 3000  # a process that was not heard of for so long is dead
FORGET_MS = 24 * 3600 * 1000  # and its name is forgotten after so long
GOING_ON = ("open", "playing")
MANY = 500  # names in one question
STANDING = -1  # in place of a seat: that of a host without one


@dataclass(frozen=True)
class Summary:
    """What is known of a table without opening its log."""

    id: str
    game: str
    players: int
    status: Status
    public: bool
    host: str  # a person's id
    clock: str
    seats: list[dict[str, Any]]  # {seat, person: an id or None, name, bot: its level or None}
    free: int  # seats that nobody has
    changed_at: int
    ended_at: int | None = None
    result: dict[str, Any] | None = None
    seq: int = 0  # of the entry after which this was so
    created_at: int | None = None  # if not said: the time at which it was first put here
    # By seat, whoever gave it up during the game; for their own list alone, and not read back.
    left: dict[int, str] = field(default_factory=dict)

    @property
    def people(self) -> dict[int, str]:
        """Whose table it is, by seat; also who has left it, and the host without a seat."""
        seated = {seat["seat"]: seat["person"] for seat in self.seats if seat["person"] is not None}
        people = self.left | seated
        return people if self.host in people.values() else {**people, STANDING: self.host}


class Roll(Protocol):
    """Who lives, where processes need not leave signs of it in the database."""

    @property
    def living(self) -> frozenset[str] | None:
        """Those who do, as was heard last; None where nobody knows."""
        ...

    async def call(self, process: str, dead_ms: int) -> None:
        """This process lives; hears who else was not silent for so long."""
        ...


class Directory:
    """All tables, in a few words each."""

    def __init__(self, store: Store, roll: Roll | None = None) -> None:
        self._store = store
        self._roll = roll

    # -- for the lobby ----------------------------------------------------------------------------

    async def put(
        self, summary: Summary, keeper: str | None = None, wake_at: int | None = None
    ) -> None:
        """Note how a table stands; news older than what is known changes nothing.

        A table that was unknown is kept by ``keeper`` from the start, or by who claims it after
        ``wake_at``; of any other that stays as it is.
        """
        row = {name: getattr(summary, name) for name in COLUMNS}
        if summary.created_at is None:
            row["created_at"] = summary.changed_at
        new = self._store.insert(tables).values(**row, keeper=keeper, wake_at=wake_at)
        upsert = new.on_conflict_do_update(
            index_elements=[tables.c.id],
            set_={name: new.excluded[name] for name in row if name not in {"id", "created_at"}},
            where=tables.c.seq <= new.excluded.seq,
        ).returning(tables.c.id)
        theirs = [
            {"table_id": summary.id, "seat": seat, "person_id": person}
            for seat, person in summary.people.items()
        ]
        async with self._store.begin() as connection:
            if (await connection.execute(upsert)).first() is None:
                return
            await connection.execute(
                delete(table_people).where(table_people.c.table_id == summary.id)
            )
            await connection.execute(insert(table_people), theirs)

    async def get(self, table: str) -> Summary | None:
        found = await self._list(select(tables).where(tables.c.id == table))
        return found[0] if found else None

    async def open_tables(
        self, game: str | None = None, limit: int = 50, before: str | None = None
    ) -> list[Summary]:
        """Public tables one may still join, the newest first; ``before`` is the last one seen."""
        # As the index has it: both databases use it only for these very words.
        query = select(tables).where(text("public AND status = 'open'"), tables.c.free > 0)
        if game is not None:
            query = query.where(tables.c.game == game)
        if before is not None:
            # One that has begun since is still where it was in the list; others tell nobody anything.
            seen = tables.alias("seen")
            last = select(seen.c.created_at, seen.c.id).where(seen.c.id == before, seen.c.public)
            query = query.where(tuple_(tables.c.created_at, tables.c.id) < last.scalar_subquery())
        newest = tables.c.created_at.desc(), tables.c.id.desc()
        return await self._list(query.order_by(*newest).limit(limit))

    async def of_person(
        self, person: str, limit: int = 50, before: str | None = None
    ) -> list[Summary]:
        """Somebody's tables: those that are open or played at, then finished ones, the latest first.

        ``before`` is the last one seen.
        """
        theirs = select(table_people.c.table_id).where(table_people.c.person_id == person)
        query = select(tables).where(tables.c.id.in_(theirs), tables.c.status != "closed")
        if before is not None:
            seen = tables.alias("seen")
            last = select(*_latest(seen.c)).where(seen.c.id == before, seen.c.id.in_(theirs))
            query = query.where(tuple_(*_latest(tables.c)) < last.scalar_subquery())
        latest = (key.desc() for key in _latest(tables.c))
        return await self._list(query.order_by(*latest).limit(limit))

    async def _list(self, query: Select[Any]) -> list[Summary]:
        async with self._store.connect() as connection:
            return [_summary(row) for row in await connection.execute(query)]

    # -- for those who keep tables ----------------------------------------------------------------

    async def beat(self, process: str, now: int, address: str) -> None:
        """This process lives."""
        if self._roll is not None:
            await self._roll.call(process, DEAD_MS)
            return
        new = self._store.insert(processes).values(id=process, seen_at=now, address=address)
        async with self._store.begin() as connection:
            await connection.execute(
                new.on_conflict_do_update(
                    index_elements=[processes.c.id],
                    set_={"seen_at": new.excluded.seen_at, "address": new.excluded.address},
                )
            )

    async def keep(self, table: str, process: str, now: int) -> bool:
        """Keep a table from now on, unless another living process does; whether that worked."""
        async with self._store.begin() as connection:
            await self._introduce(connection, process, now)
            # Whoever else wants this table waits here, and then sees what we have decided.
            row = (
                await connection.execute(
                    select(tables.c.keeper).where(tables.c.id == table).with_for_update()
                )
            ).first()
            if row is None:
                return False
            if row.keeper not in {None, process}:
                other = select(processes).where(processes.c.id == row.keeper, self._lives(now))
                if (await connection.execute(other)).first() is not None:
                    return False
            await self._hand_to(connection, process, [table])
            return True

    async def claim(
        self,
        process: str,
        now: int,
        limit: int = 200,
        at_home: Callable[[str], bool] | None = None,
    ) -> list[str]:
        """Keep tables that need somebody: whose keeper has died, or who are to be woken.

        No two processes get the same table, however many ask at once. Of those to be woken each
        is left to the process where it is ``at_home``.
        """
        dead = await self._ids(
            select(processes.c.id).where(~self._lives(now), processes.c.id != process)
        )
        going_on = tables.c.status.in_(GOING_ON)
        woken = tables.c.keeper.is_(None) & (tables.c.wake_at <= now)
        if at_home is not None:
            asleep = await self._ids(select(tables.c.id).where(going_on, woken))
            woken &= tables.c.id.in_([table for table in asleep if at_home(table)][:limit])
        wanting = (
            select(tables.c.id).where(going_on, or_(tables.c.keeper.in_(dead), woken)).limit(limit)
        )
        # Most of the time there is none, and looking does not keep the log waiting on SQLite.
        if not await self._ids(wanting):
            return []
        async with self._store.begin() as connection:
            await self._introduce(connection, process, now)
            locked = wanting.with_for_update(skip_locked=True)
            claimed = [row.id for row in await connection.execute(locked)]
            if claimed:
                await self._hand_to(connection, process, claimed)
            return claimed

    async def living(self, now: int) -> frozenset[str] | None:
        """The processes that live; None where nobody knows."""
        if self._roll is not None:
            return self._roll.living
        return await self._ids(select(processes.c.id).where(self._lives(now)))

    def _lives(self, now: int) -> ColumnElement[bool]:
        """Of a process, whether it lives. Nobody is dead of whom that is not known."""
        if self._roll is None:
            return processes.c.seen_at >= now - DEAD_MS
        living = self._roll.living
        return true() if living is None else processes.c.id.in_(living)

    async def kept_by(self, process: str) -> frozenset[str]:
        """The tables a process keeps."""
        return await self._ids(select(tables.c.id).where(tables.c.keeper == process))

    async def unkept(self, ids: Sequence[str]) -> frozenset[str]:
        """Of these tables, those that nobody keeps."""
        found: frozenset[str] = frozenset()
        for some in (ids[start : start + MANY] for start in range(0, len(ids), MANY)):
            found |= await self._ids(
                select(tables.c.id).where(tables.c.id.in_(some), tables.c.keeper.is_(None))
            )
        return found

    async def _ids(self, query: Select[Any]) -> frozenset[str]:
        async with self._store.connect() as connection:
            return frozenset(row[0] for row in await connection.execute(query))

    async def release(self, process: str, wakes: Mapping[str, int | None]) -> None:
        """Keep tables no more; each is to be woken at its time, or only by somebody who comes."""
        if not wakes:
            return
        async with self._store.begin() as connection:
            for table, wake_at in sorted(wakes.items()):
                await connection.execute(
                    update(tables)
                    .where(tables.c.id == table, tables.c.keeper == process)
                    .values(keeper=None, wake_at=wake_at)
                )

    async def leave(self, process: str) -> None:
        """This process goes: all it kept is for others to claim at once."""
        await self._free(tables.c.keeper == process, processes.c.id == process)

    async def forget_others(self, process: str) -> None:
        """There is no other process: for a server on SQLite, which need not wait for the dead."""
        await self._free(tables.c.keeper != process, processes.c.id != process)

    async def _free(self, kept: ColumnElement[bool], gone: ColumnElement[bool]) -> None:
        at_once = case((tables.c.status.in_(GOING_ON), 0), else_=None)
        async with self._store.begin() as connection:
            await connection.execute(
                update(tables).where(kept).values(keeper=None, wake_at=at_once)
            )
            await connection.execute(delete(processes).where(gone))

    async def _introduce(self, connection: AsyncConnection, process: str, now: int) -> None:
        """See that who keeps tables is known, so that its death will be noticed."""
        await connection.execute(
            self._store.insert(processes)
            .values(id=process, seen_at=now, address="")
            .on_conflict_do_nothing()
        )

    async def _hand_to(self, connection: AsyncConnection, process: str, ids: list[str]) -> None:
        await connection.execute(
            update(tables).where(tables.c.id.in_(ids)).values(keeper=process, wake_at=None)
        )

    async def forget_dead(self, now: int) -> None:
        """Forget processes that are long dead and keep nothing."""
        long_dead = (
            processes.c.seen_at < now - FORGET_MS,
            ~self._lives(now),
            ~select(tables.c.id).where(tables.c.keeper == processes.c.id).exists(),
        )
        if await self._ids(select(processes.c.id).where(*long_dead)):  # nearly never
            async with self._store.begin() as connection:
                await connection.execute(delete(processes).where(*long_dead))


def _latest(of: Any) -> tuple[ColumnElement[Any], ...]:
    """What somebody's tables are listed by, the last in this order first."""
    going_on = case((of.status.in_(GOING_ON), 1), else_=0)
    return going_on, func.coalesce(of.ended_at, of.created_at), of.id


COLUMNS = tuple(field.name for field in fields(Summary) if field.name != "left")


def _summary(row: Row[Any]) -> Summary:
    return Summary(**{name: getattr(row, name) for name in COLUMNS})
