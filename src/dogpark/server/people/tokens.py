"""Tokens: with one, a program is the person who made it, at the tables and over HTTP.

A token is shown once; the server keeps only its hash. It plays, but it cannot change the account.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import delete, func, select

from dogpark.server.people.ids import new_id, wall_ms
from dogpark.server.people.looks import tidy_name
from dogpark.server.people.refused import NotDone
from dogpark.server.people.register import TOKEN_PREFIX, People, hold, token_hash
from dogpark.server.store.schema import tokens

MOST = 20


@dataclass(frozen=True)
class Token:
    """A token, without itself."""

    id: str
    name: str
    created_at: int
    last_used_at: int | None


async def make(everybody: People, person: str, name: str) -> tuple[Token, str]:
    """A new token, and the words to show for it now or never."""
    secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
    token = Token(new_id(), tidy_name(name), wall_ms(), None)
    async with everybody.store.begin() as connection:
        await hold(connection, person)
        mine = select(func.count()).select_from(tokens).where(tokens.c.person_id == person)
        if (await connection.execute(mine)).scalar_one() >= MOST:
            raise NotDone("too many", f"Nobody needs more than {MOST} tokens; delete one first.")
        await connection.execute(
            tokens.insert().values(
                id=token.id,
                person_id=person,
                hash=token_hash(secret),
                name=token.name,
                created_at=token.created_at,
            )
        )
    return token, secret


async def of_person(everybody: People, person: str) -> list[Token]:
    async with everybody.store.connect() as connection:
        rows = await connection.execute(
            select(tokens)
            .where(tokens.c.person_id == person)
            .order_by(tokens.c.created_at, tokens.c.id)
        )
        return [Token(row.id, row.name, row.created_at, row.last_used_at) for row in rows]


async def revoke(everybody: People, person: str, token: str) -> None:
    async with everybody.store.begin() as connection:
        mine = (tokens.c.person_id == person) & (tokens.c.id == token)
        gone = await connection.execute(delete(tokens).where(mine))
    if gone.rowcount == 0:
        raise NotDone("unknown", "You have no such token.")
