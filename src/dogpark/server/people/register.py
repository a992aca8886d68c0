"""Who is who. Everybody has a row from their first moment on, guests too; an account adds a key to it."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Row, Select, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from dogpark.server.entries import Who
from dogpark.server.people import generation
from dogpark.server.people.buckets import Buckets, buckets_for
from dogpark.server.people.cookie import Signer
from dogpark.server.people.ids import like_an_id, new_id, wall_ms
from dogpark.server.people.looks import (
    friendly_colour,
    friendly_name,
    known_colour,
    name_key,
    tidy_name,
)
from dogpark.server.people.passwords import Passwords
from dogpark.server.people.refused import NotDone
from dogpark.server.settings import Settings
from dogpark.server.store.engine import Store
from dogpark.server.store.schema import logins, mutes, people, tokens

TOKEN_PREFIX = "dogpark_"
TOKEN_SEEN_MS = 3_600_000  # a token's last use is noted once an hour
MOST_MUTED = 1000
MANY = 500  # names in one question

# Told of a person who was deleted, and of the tables whose log has forgotten them: whoever has these
# tables at hand should read them anew.
Gone: TypeAlias = Callable[[str, set[str]], Awaitable[None]]


@dataclass(frozen=True)
class Visit:
    """Somebody who showed a good cookie, and the cookie to give them instead where it is time."""

    who: Who
    cookie: str | None


@dataclass(frozen=True)
class Pass:
    """How somebody came in: with a cookie of this generation, or with a token of this hash."""

    person: str
    generation: int | None = None
    token: str | None = None


class People:
    """Everybody this server knows."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        *,
        buckets: Buckets | None = None,
        passwords: Passwords | None = None,
    ) -> None:
        self.store = store
        self.signer = Signer(settings.secret)
        self.buckets: Buckets = buckets or buckets_for(settings.bus)
        self.passwords = passwords or Passwords()
        self.searching = asyncio.Lock()  # the whole log, for somebody's traces
        self.on_gone: Gone | None = None

    async def close(self) -> None:
        await self.buckets.close()

    # -- coming in --------------------------------------------------------------------------------

    async def guest(self) -> Visit:
        """Somebody new, with a name of ours and a cookie."""
        now = wall_ms()
        who = Who(id=new_id(), name=friendly_name(), colour=friendly_colour(), guest=True)
        async with self.store.begin() as connection:
            await connection.execute(
                people.insert().values(
                    id=who.id,
                    name=who.name,
                    colour=who.colour,
                    guest=True,
                    created_at=now,
                    seen_at=now,
                )
            )
        return Visit(who, self.signer.cookie(who.id, 0))

    async def of_cookie(self, value: str) -> Visit | None:
        """Whose cookie this is; None if it is nobody's or has become void."""
        held = self.signer.read_cookie(value)
        if held is None:
            return None
        async with self.store.connect() as connection:
            row = (await connection.execute(_somebody().where(people.c.id == held.person))).first()
        if row is None or row.generation != held.generation:
            return None
        who = _welcome(row)
        if not held.stale:
            return Visit(who, None)
        async with self.store.begin() as connection:
            await connection.execute(
                update(people).where(people.c.id == who.id).values(seen_at=wall_ms())
            )
        return Visit(who, self.signer.cookie(who.id, row.generation))

    async def of_token(self, bearer: str) -> Who | None:
        """Whose token this is; None if it is nobody's."""
        if not bearer.startswith(TOKEN_PREFIX):
            return None
        now = wall_ms()
        async with self.store.connect() as connection:
            row = (
                await connection.execute(
                    _somebody(tokens.c.id.label("token"), tokens.c.last_used_at)
                    .join(tokens, tokens.c.person_id == people.c.id)
                    .where(tokens.c.hash == token_hash(bearer))
                )
            ).first()
        if row is None:
            return None
        who = _welcome(row)
        if row.last_used_at is None or row.last_used_at < now - TOKEN_SEEN_MS:
            async with self.store.begin() as connection:
                await connection.execute(
                    update(tokens).where(tokens.c.id == row.token).values(last_used_at=now)
                )
                await connection.execute(
                    update(people).where(people.c.id == who.id).values(seen_at=now)
                )
        return who

    async def fresh_cookie(self, person: str) -> str:
        """A cookie for somebody who has just proved who they are."""
        async with self.store.connect() as connection:
            row = (await connection.execute(_somebody().where(people.c.id == person))).first()
        if row is None:
            raise NotDone("log in", "This person is no longer here.")
        _welcome(row)
        return self.signer.cookie(person, row.generation)

    async def log_out_everywhere(self, person: str) -> None:
        async with self.store.begin() as connection:
            await generation.move_on(self.store, connection, person)

    # -- looks ------------------------------------------------------------------------------------

    async def who(self, person: str) -> Who:
        if not like_an_id(person):
            raise _nobody()
        async with self.store.connect() as connection:
            row = (await connection.execute(_somebody().where(people.c.id == person))).first()
        if row is None:
            raise _nobody()
        return _who(row)

    async def rename(self, person: str, name: str) -> Who:
        """A new name. Who has an account logs in with it from now on, so it must be free."""
        name = tidy_name(name)
        try:
            async with self.store.begin() as connection:
                await connection.execute(
                    update(people).where(people.c.id == person).values(name=name)
                )
                await connection.execute(
                    update(logins).where(logins.c.person_id == person).values(name=name_key(name))
                )
        except IntegrityError:
            raise name_taken() from None
        return await self.who(person)

    async def recolour(self, person: str, colour: str) -> Who:
        async with self.store.begin() as connection:
            await connection.execute(
                update(people).where(people.c.id == person).values(colour=known_colour(colour))
            )
        return await self.who(person)

    # -- not wanting to hear somebody -------------------------------------------------------------

    async def mute(self, me: str, other: str, muted: bool) -> None:
        """Hear no more, or again, what somebody says."""
        if me == other:
            raise NotDone("not allowed", "You cannot mute yourself.")
        if not like_an_id(other):
            raise _nobody()
        mine = (mutes.c.person_id == me) & (mutes.c.muted == other)
        if not muted:
            async with self.store.begin() as connection:
                await connection.execute(delete(mutes).where(mine))
            return
        await self.who(other)
        if len(await self.muted_by(me)) >= MOST_MUTED:
            raise NotDone("too many", "You have muted as many people as this server remembers.")
        async with self.store.begin() as connection:
            row = self.store.insert(mutes).values(person_id=me, muted=other)
            await connection.execute(row.on_conflict_do_nothing())

    async def muted_by(self, me: str) -> set[str]:
        async with self.store.connect() as connection:
            rows = await connection.execute(select(mutes.c.muted).where(mutes.c.person_id == me))
            return {row.muted for row in rows}

    # -- for the host of the server ---------------------------------------------------------------

    async def ban(self, person: str, banned: bool = True) -> Who:
        async with self.store.begin() as connection:
            await connection.execute(
                update(people).where(people.c.id == person).values(banned=banned)
            )
        return await self.who(person)

    async def unban(self, person: str) -> Who:
        return await self.ban(person, banned=False)

    async def unwelcome(self, held: set[Pass]) -> set[Pass]:
        """Of these passes, those that let nobody in any more.

        Their people are banned or gone, have logged out everywhere, or have revoked the token.
        """
        generations: dict[str, int] = {}
        good: set[str] = set()
        async with self.store.connect() as connection:
            for some in _in_parts({one.person for one in held}):
                rows = await connection.execute(
                    _somebody().where(people.c.id.in_(some), ~people.c.banned)
                )
                generations |= {row.id: row.generation for row in rows}
            for some in _in_parts({one.token for one in held if one.token is not None}):
                rows = await connection.execute(
                    select(tokens.c.hash).where(tokens.c.hash.in_(some))
                )
                good |= {row.hash for row in rows}
        return {
            one
            for one in held
            if one.person not in generations
            or (one.generation is not None and one.generation != generations[one.person])
            or (one.token is not None and one.token not in good)
        }


def _in_parts(names: set[str]) -> Iterator[list[str]]:
    ordered = sorted(names)
    return (ordered[start : start + MANY] for start in range(0, len(ordered), MANY))


async def hold(connection: AsyncConnection, person: str) -> None:
    """Until this change is done nobody else counts, or changes, what this person has."""
    mine = select(people.c.id).where(people.c.id == person).with_for_update()
    if (await connection.execute(mine)).first() is None:
        raise _nobody()  # gone in this very moment


def token_hash(token: str) -> str:
    """What is kept of a token. It holds 256 random bits, so one round of hashing is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def name_taken() -> NotDone:
    return NotDone("taken", "Somebody else has an account with that name; choose another.")


def _nobody() -> NotDone:
    return NotDone("unknown", "There is no such person.")


def _somebody(*more: Any) -> Select[Any]:
    """Selects people with the generation of their cookies."""
    return select(people, generation.GENERATION, *more).select_from(generation.PEOPLE)


def _who(row: Row[Any]) -> Who:
    return Who(id=row.id, name=row.name, colour=row.colour, guest=row.guest)


def _welcome(row: Row[Any]) -> Who:
    if row.banned:
        raise NotDone("not allowed", "The host of this server has banned you from it.")
    return _who(row)
