"""Accounts: a name and a password. Nobody needs one; whoever takes one stays the person they were."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from dogpark.server.entries import Who
from dogpark.server.people import generation
from dogpark.server.people.buckets import Limit, spend
from dogpark.server.people.looks import name_key, tidy_name
from dogpark.server.people.passwords import sound
from dogpark.server.people.refused import NotDone
from dogpark.server.people.register import People, name_taken
from dogpark.server.store.schema import logins, passkeys, people

RESET_LIFE = timedelta(days=1)

# A guesser at one address gets seven thousand tries a day at one name; many addresses together get
# six times that. The name's own limit is wider, so that no single address can shut its person out.
_WORDS = "That was tried too often; wait a little."
PER_ADDRESS = Limit("login-address", burst=20, per_second=1 / 3, words=_WORDS, shared=True)
PER_BOTH = Limit("login-both", burst=5, per_second=1 / 12, words=_WORDS, shared=True)
PER_NAME = Limit("login-name", burst=50, per_second=1 / 2, words=_WORDS, shared=True)
# A hash is made for each new password, and whoever makes many keeps everybody else from logging in.
PER_PERSON = Limit("new-password", burst=5, per_second=1 / 60, words=_WORDS, shared=True)


async def become_account(
    connection: AsyncConnection, person: str, name: str, password: str | None
) -> None:
    """Turns a guest into somebody with an account; raises NotDone where that cannot be."""
    await _must_be_guest(connection, person)
    try:
        await connection.execute(
            logins.insert().values(name=name_key(name), person_id=person, password=password)
        )
    except IntegrityError:
        raise name_taken() from None
    await connection.execute(
        update(people).where(people.c.id == person).values(name=name, guest=False)
    )


async def _must_be_guest(connection: AsyncConnection, person: str) -> None:
    row = (await connection.execute(select(people.c.guest).where(people.c.id == person))).first()
    if row is None:
        raise NotDone("unknown", "There is no such person.")
    if not row.guest:
        raise NotDone("taken", "You have an account already.")


async def open_account(
    everybody: People, guest: str, name: str, password: str, address: str
) -> Who:
    """A guest takes an account with a password, and keeps their history."""
    # What is refused anyway is refused before it costs a hash; what happens meanwhile, after it.
    name = await name_is_free(everybody, name)
    async with everybody.store.connect() as connection:
        await _must_be_guest(connection, guest)
    kept = await _hash(everybody, guest, password, address)
    async with everybody.store.begin() as connection:
        await become_account(connection, guest, name, kept)
    return await everybody.who(guest)


async def ways_in(everybody: People, person: str) -> tuple[bool, int]:
    """Whether somebody has a password, and how many passkeys."""
    keys = select(func.count()).select_from(passkeys).where(passkeys.c.person_id == person)
    async with everybody.store.connect() as connection:
        kept = await connection.scalar(
            select(logins.c.password).where(logins.c.person_id == person)
        )
        return kept is not None, (await connection.execute(keys)).scalar_one()


async def name_is_free(everybody: People, name: str) -> str:
    """The name as it would be kept; raises NotDone if it is taken or none."""
    name = tidy_name(name)
    async with everybody.store.connect() as connection:
        found = await connection.execute(
            select(logins.c.person_id).where(logins.c.name == name_key(name))
        )
        if found.first() is not None:
            raise name_taken()
    return name


async def log_in(everybody: People, name: str, password: str, address: str) -> Who:
    """Who has this name and password. An unknown name is answered like a wrong password."""
    await spend(everybody.buckets, PER_ADDRESS, address)
    try:
        key = name_key(tidy_name(name))
    except NotDone:
        key = ""  # nobody's: no name is empty
    await spend(everybody.buckets, PER_BOTH, f"{address} {key}")
    await spend(everybody.buckets, PER_NAME, key)
    async with everybody.store.connect() as connection:
        row = (await connection.execute(select(logins).where(logins.c.name == key))).first()
    kept = row.password if row is not None else None
    if not await everybody.passwords.matches(kept, password) or row is None:
        raise NotDone("log in", "The name or the password is wrong.")
    if everybody.passwords.outdated(row.password):
        again = await everybody.passwords.hash(password)
        async with everybody.store.begin() as connection:
            await _keep(connection, row.person_id, again)
    return await everybody.who(row.person_id)


async def change_password(
    everybody: People, person: str, current: str | None, new: str, address: str
) -> None:
    """A new password; every cookie given before is void. One who has none yet need not tell it."""
    async with everybody.store.connect() as connection:
        row = (await connection.execute(select(logins).where(logins.c.person_id == person))).first()
    if row is None:
        raise NotDone("not allowed", "A guest has no password; open an account first.")
    if row.password is not None:
        await spend(everybody.buckets, PER_ADDRESS, address)
        await spend(everybody.buckets, PER_BOTH, f"{address} {row.name}")
        if not await everybody.passwords.matches(row.password, current or ""):
            raise NotDone("not allowed", "The current password is wrong.")
    kept = await _hash(everybody, person, new, address)
    async with everybody.store.begin() as connection:
        await _keep(connection, person, kept)
        await generation.move_on(everybody.store, connection, person)


async def reset_code(everybody: People, name: str) -> str:
    """A code with which whoever has it may set this account's password, once, within a day."""
    async with everybody.store.connect() as connection:
        row = (
            await connection.execute(
                select(logins.c.person_id, generation.GENERATION)
                .select_from(generation.PEOPLE)
                .join(logins, logins.c.person_id == people.c.id)
                .where(logins.c.name == name_key(name))
            )
        ).first()
    if row is None:
        raise NotDone("unknown", f"Nobody has an account with the name {name!r}.")
    return everybody.signer.note("reset", {"person": row.person_id, "at": row.generation})


async def use_reset_code(everybody: People, code: str, password: str, address: str) -> Who:
    """Sets the password with a code. Setting it moves the generation on, which voids the code."""
    await spend(everybody.buckets, PER_ADDRESS, address)
    note = everybody.signer.read_note("reset", code, RESET_LIFE)
    void = NotDone("log in", "This code is not good, or no longer; ask the host for a new one.")
    if note is None:
        raise void
    kept = await everybody.passwords.hash(password)
    async with everybody.store.begin() as connection:
        if await generation.current(connection, note["person"]) != note["at"]:
            raise void
        await _keep(connection, note["person"], kept)
        await generation.move_on(everybody.store, connection, note["person"])
    return await everybody.who(note["person"])


async def _hash(everybody: People, person: str, password: str, address: str) -> str:
    """What is kept of a new password, for somebody who may have one."""
    good = sound(password)
    await spend(everybody.buckets, PER_PERSON, person)
    await spend(everybody.buckets, PER_ADDRESS, address)
    return await everybody.passwords.hash(good)


async def _keep(connection: AsyncConnection, person: str, kept: str) -> None:
    await connection.execute(
        update(logins).where(logins.c.person_id == person).values(password=kept)
    )
