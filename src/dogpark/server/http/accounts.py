"""Accounts: opening one, logging in and out, passwords."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, post
from litestar.params import JSONBody
from msgspec import Meta

from dogpark.server.http.me import Me, Name, me_of
from dogpark.server.http.refusals import refuses
from dogpark.server.http.visitor import (
    ThePeople,
    TheSettings,
    Visitor,
    address_of,
    forget,
    in_person,
    remember,
)
from dogpark.server.people import accounts
from dogpark.server.people.passwords import LONGEST, SHORTEST
from dogpark.wire.bodies import Body

NewPassword = Annotated[
    str,
    Meta(
        min_length=SHORTEST,
        max_length=LONGEST,
        description="Nothing is asked of it but length; a sentence is best.",
        examples=["four dogs dig by moonlight"],
    ),
]
AnyPassword = Annotated[str, Meta(max_length=LONGEST)]


class NewAccount(Body):
    """A name to log in with, and a password."""

    name: Name
    password: NewPassword


class Login(Body):
    """A name and its password."""

    name: Name
    password: AnyPassword


class Logout(Body):
    """Whether one's cookies on all other devices are to end as well."""

    everywhere: bool = False


class ChangedPassword(Body):
    """The password so far (none if there was none) and the new one."""

    new: NewPassword
    current: AnyPassword | None = None


class Reset(Body):
    """A code from the host of this server, and a new password."""

    code: Annotated[str, Meta(min_length=1, max_length=1000)]
    password: NewPassword


@post(
    "/me/account",
    guests=True,
    guards=[in_person],
    summary="Open an account",
    responses=refuses(401, 409),
)
async def open_account(
    data: JSONBody[NewAccount],
    request: Request[Any, Any, Any],
    people: ThePeople,
    settings: TheSettings,
    visitor: Visitor,
) -> Me:
    """A guest gets an account and stays who they are: seats, history and ratings are kept."""
    where = address_of(request, settings)
    who = await accounts.open_account(people, visitor.id, data.name, data.password, where)
    return await me_of(people, who)


@post("/login", status_code=200, summary="Log in", responses=refuses(401))
async def log_in(
    data: JSONBody[Login], request: Request[Any, Any, Any], people: ThePeople, settings: TheSettings
) -> Me:
    """Logs in with name and password; the answer sets the cookie."""
    where = address_of(request, settings)
    who = await accounts.log_in(people, data.name, data.password, where)
    remember(request, settings, await people.fresh_cookie(who.id))
    return await me_of(people, who)


@post("/login/reset", status_code=200, summary="Set a forgotten password", responses=refuses(401))
async def reset(
    data: JSONBody[Reset], request: Request[Any, Any, Any], people: ThePeople, settings: TheSettings
) -> Me:
    """Sets a new password with a code that the host of this server has made, and logs in."""
    where = address_of(request, settings)
    who = await accounts.use_reset_code(people, data.code, data.password, where)
    remember(request, settings, await people.fresh_cookie(who.id))
    return await me_of(people, who)


@post("/logout", status_code=204, guards=[in_person], summary="Log out", responses=refuses(401))
async def log_out(
    data: JSONBody[Logout],
    request: Request[Any, Any, Any],
    people: ThePeople,
    settings: TheSettings,
    visitor: Visitor,
) -> None:
    """Ends the cookie here, or on all devices. A guest who logs out cannot come back."""
    if data.everywhere:
        await people.log_out_everywhere(visitor.id)
    forget(request, settings)


@post(
    "/me/password",
    status_code=200,
    guards=[in_person],
    summary="Change one's password",
    responses=refuses(401),
)
async def change_password(
    data: JSONBody[ChangedPassword],
    request: Request[Any, Any, Any],
    people: ThePeople,
    settings: TheSettings,
    visitor: Visitor,
) -> Me:
    """Sets a new password, and logs out everywhere but here."""
    where = address_of(request, settings)
    await accounts.change_password(people, visitor.id, data.current, data.new, where)
    remember(request, settings, await people.fresh_cookie(visitor.id))
    return await me_of(people, visitor)


def account_router() -> Router:
    handlers = [open_account, log_in, reset, log_out, change_password]
    return Router("/api", route_handlers=handlers, tags=["accounts"])
