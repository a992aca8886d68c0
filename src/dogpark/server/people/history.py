"""The games somebody has finished, the latest first, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, and_, or_, select

from dogpark.server.people.ratings import Belief
from dogpark.server.people.refused import NotDone
from dogpark.server.store.engine import Store
from dogpark.server.store.schema import result_people, results


@dataclass(frozen=True)
class Player:
    """Somebody in a finished game. ``before`` and ``after`` are ratings, where it was rated."""

    seat: int
    person: str | None
    name: str
    bot: str | None
    place: int
    points: int | None
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Past:
    """A finished game."""

    table: str
    game: str
    players: int
    options: dict[str, Any]
    ended_at: int
    rated: bool
    seats: list[Player]


@dataclass(frozen=True)
class Page:
    """Some of them, and where the next page begins."""

    games: list[Past]
    next: str | None


async def history(store: Store, person: str, *, after: str | None, most: int) -> Page:
    """A page of somebody's games; ``after`` is the ``next`` of the page before."""
    mine = select(result_people.c.table_id).where(result_people.c.person_id == person)
    wanted = select(results).where(results.c.table_id.in_(mine))
    if after is not None:
        at, table = _read(after)
        wanted = wanted.where(
            or_(
                results.c.ended_at < at,
                and_(results.c.ended_at == at, results.c.table_id < table),
            )
        )
    wanted = wanted.order_by(results.c.ended_at.desc(), results.c.table_id.desc()).limit(most + 1)
    async with store.connect() as connection:
        found = (await connection.execute(wanted)).all()
        shown = found[:most]
        seats = await connection.execute(
            select(result_people)
            .where(result_people.c.table_id.in_([row.table_id for row in shown]))
            .order_by(result_people.c.seat)
        )
        by_table: dict[str, list[Player]] = {row.table_id: [] for row in shown}
        for row in seats:
            by_table[row.table_id].append(_player(row))
    more = len(found) > most
    return Page(
        games=[_past(row, by_table[row.table_id]) for row in shown],
        next=f"{shown[-1].ended_at}-{shown[-1].table_id}" if more else None,
    )


def _read(place: str) -> tuple[int, str]:
    at, _, table = place.partition("-")
    if not (
        at.isascii() and at.isdigit() and len(at) <= 15 and table.isascii() and table.isalnum()
    ):
        raise NotDone("unreadable", "Take `after` from the page before, as it is.")
    return int(at), table


def _past(row: Row[Any], seats: list[Player]) -> Past:
    return Past(
        table=row.table_id,
        game=row.game,
        players=row.players,
        options=row.options,
        ended_at=row.ended_at,
        rated=any(seat.after is not None for seat in seats),
        seats=seats,
    )


def _player(row: Row[Any]) -> Player:
    rated = row.mu_after is not None
    return Player(
        seat=row.seat,
        person=row.person_id,
        name=row.name,
        bot=row.bot,
        place=row.place,
        points=row.points,
        before=Belief(row.mu_before, row.sigma_before).shown if rated else None,
        after=Belief(row.mu_after, row.sigma_after).shown if rated else None,
    )
