"""Oneself: who one is, and how one appears to others."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, Router, delete, get, patch
from litestar.params import JSONBody
from msgspec import Meta

from dogpark.server.entries import Who
from dogpark.server.http import limits
from dogpark.server.http.refusals import refuses
from dogpark.server.http.visitor import (
    ThePeople,
    TheSettings,
    Visitor,
    address_of,
    forget,
    in_person,
    not_by_token,
)
from dogpark.server.people import leaving
from dogpark.server.people.accounts import ways_in
from dogpark.server.people.looks import MOST_SIGNS
from dogpark.server.people.register import People
from dogpark.wire.bodies import Body

Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=2 * MOST_SIGNS,
        description=f"A name: up to {MOST_SIGNS} visible signs.",
        examples=["Muddy Terrier 42"],
    ),
]
Colour = Annotated[
    Literal["red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"],
    Meta(description="A colour for one's pieces."),
]


class Me(msgspec.Struct, kw_only=True):
    """Oneself."""

    id: str
    name: str
    colour: str | None
    guest: Annotated[bool, Meta(description="Known by a cookie or token alone, without account.")]
    password: Annotated[bool, Meta(description="Whether one can log in with a password.")]
    passkeys: Annotated[int, Meta(description="How many passkeys one can log in with.")]


class Looks(Body):
    """What to change; whatever is left out stays."""

    name: Name | None = None
    colour: Colour | None = None


class Goodbye(Body):
    """One's name, as it is shown, to confirm that one wants to be deleted."""

    name: Name


async def me_of(people: People, who: Who) -> Me:
    password, passkeys = await ways_in(people, who.id)
    return Me(
        id=who.id,
        name=who.name,
        colour=who.colour,
        guest=who.guest,
        password=password,
        passkeys=passkeys,
    )


@get("/", guests=True, summary="Who one is", responses=refuses(401))
async def show(people: ThePeople, visitor: Visitor) -> Me:
    """Who one is. Somebody new becomes a guest with a name of ours, and gets a cookie."""
    return await me_of(people, visitor)


@patch("/", guests=True, summary="Change one's name or colour", responses=refuses(401, 409))
async def change(
    data: JSONBody[Looks], request: Request[Any, Any, Any], people: ThePeople, visitor: Visitor
) -> Me:
    """A new name or colour. Who has an account logs in with the new name from then on.

    So a token, which cannot change an account, changes them only where there is none.
    """
    if not visitor.guest:
        not_by_token(request)
    who = visitor
    if data.name is not None:
        who = await people.rename(who.id, data.name)
    if data.colour is not None:
        who = await people.recolour(who.id, data.colour)
    return await me_of(people, who)


@delete("/", guards=[in_person], summary="Be deleted", responses=refuses(401))
async def goodbye(
    data: JSONBody[Goodbye],
    request: Request[Any, Any, Any],
    people: ThePeople,
    settings: TheSettings,
    visitor: Visitor,
) -> None:
    """Deletes oneself for good, with accounts, tokens and ratings.

    In other people's results and in the record of games one becomes "a former player", and what
    one said is erased. Games stay as they were played.
    """
    await leaving.leave_for_good(people, visitor, data.name, address_of(request, settings))
    forget(request, settings)


@get(
    "/export",
    guards=[in_person],
    per_person=limits.EXPORTS,
    per_address=limits.EXPORTS_HERE,
    summary="All of one's data",
    responses=refuses(401),
)
async def export(people: ThePeople, visitor: Visitor) -> Response[dict[str, Any]]:
    """Everything this server knows of oneself, as a file."""
    headers = {"content-disposition": 'attachment; filename="dogpark-my-data.json"'}
    return Response(await leaving.export(people, visitor.id), headers=headers)


def me_router() -> Router:
    return Router("/api/me", route_handlers=[show, change, goodbye, export], tags=["people"])
