"""Passkeys: an account without a password, or beside one.

Between asking for a challenge and answering it the server keeps nothing: the challenge travels with
the client in a signed note that is good for five minutes, and says for whom and where it was made.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from dogpark.server.entries import Who
from dogpark.server.people.accounts import become_account, name_is_free
from dogpark.server.people.ids import wall_ms
from dogpark.server.people.looks import tidy_name
from dogpark.server.people.refused import NotDone
from dogpark.server.people.register import People, hold
from dogpark.server.store.schema import logins, passkeys

LIFE = timedelta(minutes=5)
MOST = 20
SERVER = "dogpark"


@dataclass(frozen=True)
class Place:
    """Where the page is served from: passkeys belong to its host's name."""

    host: str
    origin: str


@dataclass(frozen=True)
class Passkey:
    """A passkey, as its owner may see it."""

    id: str
    name: str
    created_at: int
    last_used_at: int | None


@dataclass(frozen=True)
class Challenge:
    """What the browser is asked, and the signed note it must bring back with the answer."""

    options: dict[str, Any]
    note: str


# -- making one -----------------------------------------------------------------------------------


async def begin_register(
    everybody: People, who: Who, place: Place, account: str | None
) -> Challenge:
    """The first half of a new passkey; for a guest, of a new account with the name ``account``."""
    if not who.guest:
        account = None
    elif account is None:
        raise NotDone("unreadable", "Choose a name for the account.")
    else:
        account = await name_is_free(everybody, account)
    kept = await of_person(everybody, who.id)
    _must_have_room(len(kept))
    options = generate_registration_options(
        rp_id=place.host,
        rp_name=SERVER,
        user_id=who.id.encode(),
        user_name=account or who.name,
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(k.id)) for k in kept],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
    )
    said = {"person": who.id, "account": account}
    return _challenge(everybody, options, "register", place, said)


async def finish_register(
    everybody: People,
    who: Who,
    place: Place,
    note: str | None,
    credential: dict[str, Any],
    name: str,
) -> Who:
    """The second half: the new key is checked and kept, and a guest has an account."""
    name = tidy_name(name)
    said = _note(everybody, note, "register", place)
    if said["person"] != who.id:
        raise NotDone("log in", "This passkey was asked for by somebody else; begin again.")
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(said["challenge"]),
            expected_rp_id=place.host,
            expected_origin=place.origin,
        )
    except Exception as error:  # bytes from anybody: whatever they break there is their fault
        raise _not_good() from error
    try:
        async with everybody.store.begin() as connection:
            await hold(connection, who.id)
            mine = select(func.count()).where(passkeys.c.person_id == who.id)
            # The challenge may have been answered before: nobody keeps count of that.
            _must_have_room((await connection.execute(mine)).scalar_one())
            if said["account"] is not None:
                await become_account(connection, who.id, said["account"], None)
            await connection.execute(
                passkeys.insert().values(
                    id=made.credential_id,
                    person_id=who.id,
                    public_key=made.credential_public_key,
                    sign_count=made.sign_count,
                    name=name,
                    created_at=wall_ms(),
                )
            )
    except IntegrityError:
        raise NotDone("taken", "This passkey is known here already.") from None
    return await everybody.who(who.id)


def _must_have_room(count: int) -> None:
    if count >= MOST:
        raise NotDone("too many", f"Nobody needs more than {MOST} passkeys; delete one first.")


# -- using one ------------------------------------------------------------------------------------


def begin_login(everybody: People, place: Place) -> Challenge:
    """A challenge for whoever has a passkey here; the browser offers those it knows."""
    options = generate_authentication_options(
        rp_id=place.host, user_verification=UserVerificationRequirement.PREFERRED
    )
    return _challenge(everybody, options, "login", place, {})


async def finish_login(
    everybody: People, place: Place, note: str | None, credential: dict[str, Any]
) -> Who:
    """Whose passkey answered the challenge."""
    said = _note(everybody, note, "login", place)
    try:
        key = base64url_to_bytes(str(credential.get("rawId")))
    except ValueError as error:
        raise _not_good() from error
    async with everybody.store.connect() as connection:
        row = (await connection.execute(select(passkeys).where(passkeys.c.id == key))).first()
    if row is None:
        raise NotDone("log in", "Nobody here has this passkey; it may have been deleted.")
    try:
        proved = verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(said["challenge"]),
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=row.public_key,
            credential_current_sign_count=row.sign_count,
        )
        named = base64url_to_bytes(credential["response"]["userHandle"])
    except Exception as error:  # as above
        raise _not_good() from error
    if named != row.person_id.encode():  # the key says whose it is; it must be who has it here
        raise _not_good()
    async with everybody.store.begin() as connection:
        used = await connection.execute(
            update(passkeys)
            .where(passkeys.c.id == key, passkeys.c.sign_count == row.sign_count)
            .values(sign_count=proved.new_sign_count, last_used_at=wall_ms())
        )
    if used.rowcount == 0:  # the same key answered twice at the same moment: one of them is a copy
        raise _not_good()
    return await everybody.who(row.person_id)


# -- keeping them ---------------------------------------------------------------------------------


async def of_person(everybody: People, person: str) -> list[Passkey]:
    async with everybody.store.connect() as connection:
        rows = await connection.execute(
            select(passkeys)
            .where(passkeys.c.person_id == person)
            .order_by(passkeys.c.created_at, passkeys.c.id)
        )
        return [
            Passkey(bytes_to_base64url(row.id), row.name, row.created_at, row.last_used_at)
            for row in rows
        ]


async def remove(everybody: People, person: str, passkey: str) -> None:
    """Deletes a passkey, unless nobody could ever log in to the account again."""
    mine = passkeys.c.person_id == person
    unknown = NotDone("unknown", "You have no such passkey.")
    try:
        key = base64url_to_bytes(passkey)
    except ValueError:
        raise unknown from None
    async with everybody.store.begin() as connection:
        await hold(connection, person)
        count = select(func.count()).select_from(passkeys).where(mine)
        left = (await connection.execute(count)).scalar_one()
        password = (
            await connection.execute(select(logins.c.password).where(logins.c.person_id == person))
        ).scalar()
        gone = await connection.execute(delete(passkeys).where(mine, passkeys.c.id == key))
        if gone.rowcount == 0:
            raise unknown
        if left == 1 and password is None:
            raise NotDone(
                "taken", "It is your only way in; set a password first, or add another passkey."
            )


# -- notes ----------------------------------------------------------------------------------------


def _challenge(
    everybody: People, options: Any, use: str, place: Place, said: dict[str, Any]
) -> Challenge:
    kept = {
        "use": use,
        "host": place.host,
        "challenge": bytes_to_base64url(options.challenge),
        **said,
    }
    return Challenge(options_to_json_dict(options), everybody.signer.note("passkey", kept))


def _note(everybody: People, note: str | None, use: str, place: Place) -> dict[str, Any]:
    said = everybody.signer.read_note("passkey", note, LIFE) if note else None
    if said is None or said["use"] != use or said["host"] != place.host:
        raise NotDone("log in", "That took too long, or was begun elsewhere; please begin again.")
    return said


def _not_good() -> NotDone:
    return NotDone("log in", "The passkey could not be checked; please try again.")
