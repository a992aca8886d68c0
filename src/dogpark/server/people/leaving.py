"""What a person may take with them, and how they go for good."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from dogpark.server.entries import Who
from dogpark.server.people import generation, history, passkeys, tokens
from dogpark.server.people.buckets import Limit, spend
from dogpark.server.people.looks import FORMER, name_key
from dogpark.server.people.ratings import ratings_of
from dogpark.server.people.refused import NotDone
from dogpark.server.people.register import People
from dogpark.server.people.traces import Forgetting, Trace, find, said_by
from dogpark.server.store.locks import Work, alone
from dogpark.server.store.schema import (
    logins,
    mutes,
    people,
    result_people,
    sealed,
    table_people,
    tables,
)

# Whoever goes is looked for in the whole log, so nobody may go, and come anew to go, without end.
_WORDS = "You are not deleted yet: that was asked for often just now. Try again in a few minutes."
PER_PERSON = Limit("goodbye", burst=5, per_second=1 / 300, words=_WORDS, shared=True)
PER_ADDRESS = Limit("goodbye-address", burst=10, per_second=1 / 300, words=_WORDS, shared=True)

GAMES_A_PAGE = 200
PASSES = 5  # over the log; what is said in the very moment of going is found by the second


async def export(everybody: People, person: str) -> dict[str, Any]:
    """Everything this server knows of somebody, but for the hashes of their secrets."""
    store = everybody.store
    async with store.connect() as connection:
        row = (await connection.execute(select(people).where(people.c.id == person))).first()
        if row is None:
            raise _gone()
        login = (
            await connection.execute(select(logins).where(logins.c.person_id == person))
        ).first()
        muted = await connection.execute(select(mutes.c.muted).where(mutes.c.person_id == person))
        muted_people = sorted(one.muted for one in muted)
    async with everybody.searching:
        traces = await find(store, person, since=row.created_at)
    return {
        "person": {
            "id": row.id,
            "name": row.name,
            "colour": row.colour,
            "guest": row.guest,
            "created_at": row.created_at,
            "seen_at": row.seen_at,
        },
        "login": login and {"name": login.name, "password": login.password is not None},
        "passkeys": [_plain(key) for key in await passkeys.of_person(everybody, person)],
        "tokens": [_plain(token) for token in await tokens.of_person(everybody, person)],
        "muted": muted_people,
        "ratings": [
            {
                "game": one.game,
                "players": one.players,
                "mu": one.belief.mu,
                "sigma": one.belief.sigma,
                "shown": one.belief.shown,
                "games": one.games,
            }
            for one in await ratings_of(store, person)
        ],
        "results": await _all_results(everybody, person),
        "tables": sorted({trace.table for trace in traces}),
        "said": said_by(person, traces),
    }


async def _all_results(everybody: People, person: str) -> list[dict[str, Any]]:
    """All games, with everybody's places; of the others no more than their names."""
    found: list[dict[str, Any]] = []
    after: str | None = None
    while True:
        page = await history.history(everybody.store, person, after=after, most=GAMES_A_PAGE)
        for game in page.games:
            seats = [
                {**_plain(seat), "person": None if seat.person is None else seat.person == person}
                for seat in game.seats
            ]
            found.append({**_plain(game), "seats": seats})
        if page.next is None:
            return found
        after = page.next


def _plain(thing: Any) -> dict[str, Any]:
    return dict(vars(thing))


async def leave_for_good(everybody: People, who: Who, name: str, address: str) -> None:
    """Somebody deletes themselves; their name confirms it."""
    if name_key(name.strip()) != name_key(who.name):
        raise NotDone("unreadable", "To confirm it, write your name exactly as it is shown.")
    await spend(everybody.buckets, PER_PERSON, who.id)
    await spend(everybody.buckets, PER_ADDRESS, address)
    await delete_person(everybody, who)


async def delete_person(everybody: People, who: Who) -> None:
    """Deletes somebody for good.

    The profile, every way in, ratings and mutes go. Results of games with others stay, with "a
    former player" in their place, and the log forgets them (see ``traces``).
    """
    forgetting = Forgetting(who.id)
    async with everybody.searching:
        async with everybody.store.connect() as connection:
            row = (
                await connection.execute(select(people.c.created_at).where(people.c.id == who.id))
            ).first()
        if row is None:
            raise _gone()
        traces = await find(everybody.store, who.id, since=row.created_at)
        await _take_out(everybody, who.id, forgetting, traces)
        if everybody.on_gone is not None:
            await everybody.on_gone(who.id, forgetting.tables)
        # Somebody with an open socket may have done something after the log was read, and others
        # who go at the same time may stand in the same rows.
        for _ in range(PASSES):
            touched = forgetting.tables
            traces = await find(everybody.store, who.id, since=row.created_at, tables=touched)
            if not traces:
                return
            await _take_out(everybody, who.id, forgetting, traces)


def _gone() -> NotDone:
    return NotDone("unknown", "There is no such person.")


async def _take_out(
    everybody: People, person: str, forgetting: Forgetting, traces: list[Trace]
) -> None:
    """Everything of a person goes in one change."""
    rewritings = forgetting.rewritings(traces)
    async with everybody.store.begin() as connection:
        await connection.run_sync(alone, Work.FORGETTING)
        # First the person: whoever records a game of theirs finishes that, and nobody begins.
        await connection.execute(delete(people).where(people.c.id == person))
        await connection.execute(delete(mutes).where(mutes.c.muted == person))
        await generation.forget(connection, person)
        await connection.execute(
            update(result_people)
            .where(result_people.c.person_id == person)
            .values(person_id=None, name=FORMER)
        )
        await forgetting.erase(connection, rewritings)
        await _unseat(connection, person, forgetting)


async def _unseat(connection: AsyncConnection, person: str, forgetting: Forgetting) -> None:
    """Takes them out of what is kept of tables besides the log."""
    waiting = await connection.execute(
        select(sealed.c.table_id).where(sealed.c.person == person).distinct()
    )
    for table in waiting.scalars().all():
        await connection.execute(
            update(sealed)
            .where(sealed.c.table_id == table, sealed.c.person == person)
            .values(person=forgetting.instead(table))
        )
    mine = select(table_people.c.table_id).where(table_people.c.person_id == person)
    listed = await connection.execute(
        select(tables.c.id, tables.c.host, tables.c.seats)
        .where(or_(tables.c.id.in_(mine), tables.c.host == person))
        .order_by(tables.c.id)
        .with_for_update()
    )
    for row in listed.all():
        await connection.execute(
            update(tables)
            .where(tables.c.id == row.id)
            .values(
                host=forgetting.without(row.id, row.host),
                seats=forgetting.without(row.id, row.seats),
            )
        )
        await connection.execute(
            update(table_people)
            .where(table_people.c.table_id == row.id, table_people.c.person_id == person)
            .values(person_id=forgetting.instead(row.id))
        )
