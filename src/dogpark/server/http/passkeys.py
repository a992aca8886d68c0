"""Passkeys over HTTP: each is made, and used, in two steps with the browser's answer between."""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request, Router, delete, get, post
from litestar.params import FromPath, JSONBody, Parameter
from msgspec import Meta

from dogpark.server.http.me import Me, Name, me_of
from dogpark.server.http.origins import own_host
from dogpark.server.http.refusals import refuses
from dogpark.server.http.visitor import (
    ThePeople,
    TheSettings,
    Visitor,
    address_of,
    in_person,
    remember,
    set_cookie,
)
from dogpark.server.people import passkeys
from dogpark.server.people.accounts import PER_ADDRESS
from dogpark.server.people.buckets import spend
from dogpark.server.people.passkeys import Place
from dogpark.server.people.refused import NotDone
from dogpark.server.settings import Settings
from dogpark.wire.bodies import Body

NOTE = "dogpark_passkey"  # the cookie with the challenge
PATH = "/api/passkeys"

Credential = Annotated[
    dict[str, Any],
    Meta(description="What the browser answered, as `PublicKeyCredential.toJSON()` writes it."),
]
PasskeyId = FromPath[
    Annotated[
        str, Parameter(pattern="^[A-Za-z0-9_-]{1,1400}$", description="A passkey of one's own.")
    ]
]


class NewPasskey(Body):
    """For a guest, the name of the account to be; others leave it out."""

    account: Name | None = None


class MadePasskey(Body):
    """The browser's answer, and a name to know the passkey by."""

    credential: Credential
    name: Name = "passkey"


class UsedPasskey(Body):
    """The browser's answer."""

    credential: Credential


class Ask(msgspec.Struct, kw_only=True):
    """What to ask the browser: options for `navigator.credentials`, in their JSON form."""

    public_key: Annotated[dict[str, Any], Meta(description="`publicKey` of the options.")]


class PasskeyInfo(msgspec.Struct, kw_only=True):
    """A passkey."""

    id: str
    name: str
    created_at: int
    last_used_at: int | None


class PasskeyList(msgspec.Struct, kw_only=True):
    """One's passkeys."""

    passkeys: list[PasskeyInfo]


@post(
    "/passkeys/register/begin",
    status_code=200,
    guests=True,
    guards=[in_person],
    summary="Make a passkey, first step",
    responses=refuses(401, 409),
)
async def begin_register(
    data: JSONBody[NewPasskey],
    request: Request[Any, Any, Any],
    people: ThePeople,
    settings: TheSettings,
    visitor: Visitor,
) -> Ask:
    """A challenge for a new passkey; for a guest, of a new account."""
    place = place_of(request, settings)
    challenge = await passkeys.begin_register(people, visitor, place, data.account)
    return _ask(request, settings, challenge)


@post(
    "/passkeys/register/finish",
    guards=[in_person],
    summary="Make a passkey, second step",
    responses=refuses(401, 409),
)
async def finish_register(
    data: JSONBody[MadePasskey],
    request: Request[Any, Any, Any],
    people: ThePeople,
    settings: TheSettings,
    visitor: Visitor,
) -> Me:
    """Keeps the passkey. A guest has an account now, and stays who they are."""
    note = _note(request, settings)
    place = place_of(request, settings)
    who = await passkeys.finish_register(people, visitor, place, note, data.credential, data.name)
    return await me_of(people, who)


@post(
    "/passkeys/login/begin",
    status_code=200,
    summary="Log in with a passkey, first step",
    responses=refuses(),
)
async def begin_login(
    request: Request[Any, Any, Any], people: ThePeople, settings: TheSettings
) -> Ask:
    """A challenge for any passkey the browser has for this server."""
    return _ask(request, settings, passkeys.begin_login(people, place_of(request, settings)))


@post(
    "/passkeys/login/finish",
    status_code=200,
    summary="Log in with a passkey, second step",
    responses=refuses(401),
)
async def finish_login(
    data: JSONBody[UsedPasskey],
    request: Request[Any, Any, Any],
    people: ThePeople,
    settings: TheSettings,
) -> Me:
    """Logs in; the answer sets the cookie."""
    await spend(people.buckets, PER_ADDRESS, address_of(request, settings))
    note = _note(request, settings)
    place = place_of(request, settings)
    who = await passkeys.finish_login(people, place, note, data.credential)
    remember(request, settings, await people.fresh_cookie(who.id))
    return await me_of(people, who)


@get("/me/passkeys", guards=[in_person], summary="One's passkeys", responses=refuses(401))
async def list_passkeys(people: ThePeople, visitor: Visitor) -> PasskeyList:
    """One's passkeys, the oldest first."""
    kept = await passkeys.of_person(people, visitor.id)
    return PasskeyList(passkeys=[msgspec.convert(vars(one), PasskeyInfo) for one in kept])


@delete(
    "/me/passkeys/{passkey_id:str}",
    guards=[in_person],
    summary="Delete a passkey",
    responses=refuses(401, 404, 409),
)
async def remove_passkey(passkey_id: PasskeyId, people: ThePeople, visitor: Visitor) -> None:
    """Deletes a passkey, unless it is the only way in."""
    await passkeys.remove(people, visitor.id, passkey_id)


def passkey_router() -> Router:
    handlers = [
        begin_register,
        finish_register,
        begin_login,
        finish_login,
        list_passkeys,
        remove_passkey,
    ]
    return Router("/api", route_handlers=handlers, tags=["accounts"])


def place_of(request: Request[Any, Any, Any], settings: Settings) -> Place:
    """Where the page is: its origin, which was let in before, or else the address asked."""
    host = own_host(request.headers)
    scheme = "https" if settings.secure else "http"
    origin = request.headers.get("origin", f"{scheme}://{host}")
    name = urlsplit(origin).hostname or ""
    try:
        ip_address(name)
    except ValueError:
        if host is not None and re.fullmatch(r"[a-z0-9.-]+", name):
            return Place(name, origin)
    raise NotDone("not allowed", "Passkeys need an address with a name, such as localhost.")


def _ask(request: Request[Any, Any, Any], settings: Settings, challenge: passkeys.Challenge) -> Ask:
    seconds = int(passkeys.LIFE.total_seconds())
    set_cookie(request, settings, NOTE, challenge.note, seconds, PATH)
    return Ask(public_key=challenge.options)


def _note(request: Request[Any, Any, Any], settings: Settings) -> str | None:
    """The challenge the browser brings back; whatever comes of it, it is used up."""
    set_cookie(request, settings, NOTE, "", 0, PATH)
    return request.cookies.get(NOTE)
