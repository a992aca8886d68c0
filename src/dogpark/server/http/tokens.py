"""Tokens over HTTP: for programs that play."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody, Parameter
from msgspec import Meta

from dogpark.server.http.me import Name
from dogpark.server.http.refusals import refuses
from dogpark.server.http.visitor import ThePeople, Visitor, in_person
from dogpark.server.people import tokens
from dogpark.wire.bodies import Body

TokenId = FromPath[
    Annotated[
        str, Parameter(pattern="^[a-z0-9]{16}$", description="A token of one's own, by its id.")
    ]
]


class NewToken(Body):
    """What the token is for."""

    name: Name


class TokenInfo(msgspec.Struct, kw_only=True):
    """A token, without itself."""

    id: str
    name: str
    created_at: int
    last_used_at: int | None


class MadeToken(msgspec.Struct, kw_only=True):
    """A new token. It is shown now and never again: the server keeps only its hash."""

    token: Annotated[
        str, Meta(description="Send it as `Authorization: Bearer …`, on the socket as well.")
    ]
    info: TokenInfo


class TokenList(msgspec.Struct, kw_only=True):
    """One's tokens."""

    tokens: list[TokenInfo]


@post("/", guests=True, guards=[in_person], summary="Make a token", responses=refuses(401))
async def make(data: JSONBody[NewToken], people: ThePeople, visitor: Visitor) -> MadeToken:
    """Makes a token; who holds it plays as oneself, but cannot change one's account."""
    made, secret = await tokens.make(people, visitor.id, data.name)
    return MadeToken(token=secret, info=_info(made))


@get("/", guards=[in_person], summary="One's tokens", responses=refuses(401))
async def list_all(people: ThePeople, visitor: Visitor) -> TokenList:
    """One's tokens, the oldest first."""
    return TokenList(tokens=[_info(one) for one in await tokens.of_person(people, visitor.id)])


@delete(
    "/{token_id:str}", guards=[in_person], summary="Delete a token", responses=refuses(401, 404)
)
async def revoke(token_id: TokenId, people: ThePeople, visitor: Visitor) -> None:
    """Deletes a token; whatever holds it can do nothing more."""
    await tokens.revoke(people, visitor.id, token_id)


def token_router() -> Router:
    return Router("/api/me/tokens", route_handlers=[make, list_all, revoke], tags=["programs"])


def _info(token: tokens.Token) -> TokenInfo:
    return msgspec.convert(vars(token), TokenInfo)
