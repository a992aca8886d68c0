"""Who is asking: by cookie or by token; where a handler lets guests in, somebody new.

A handler that lets them in says ``guests=True``; at any other, somebody unknown is sent to log in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler

from dogpark.server.entries import Who
from dogpark.server.http import limits
from dogpark.server.http.security import COOKIES
from dogpark.server.people.buckets import spend
from dogpark.server.people.cookie import LIFE, NAME
from dogpark.server.people.refused import NotDone
from dogpark.server.people.register import Pass, People, token_hash
from dogpark.server.settings import Settings
from dogpark.server.store.engine import Store

# What the application provides to handlers.
ThePeople = NamedDependency[People]
TheStore = NamedDependency[Store]
TheSettings = NamedDependency[Settings]
Visitor = NamedDependency[Who]

_BEARER = "bearer "


async def visitor(request: Request[Any, Any, Any], people: ThePeople, settings: TheSettings) -> Who:
    """The person who asks. Limits the handler names are counted here, and the general one."""
    options = request.route_handler.opt
    who = await _known(request, people, settings)
    if who is None:
        if not options.get("guests"):
            raise NotDone("log in", "Nobody knows you yet: ask GET /api/me, or log in.")
        who = await _newcomer(request, people, settings)
    await spend(people.buckets, options.get("per_person", limits.ANY), who.id)
    if "per_address" in options:
        await spend(people.buckets, options["per_address"], address_of(request, settings))
    return who


async def socket_person(
    socket: WebSocket[Any, Any, Any], people: People, settings: Settings
) -> Who | None:
    """The person behind a socket; None for somebody unknown or unwelcome. No guests are made here."""
    try:
        return await _known(socket, people, settings)
    except NotDone:
        return None


def socket_pass(socket: WebSocket[Any, Any, Any], people: People, who: Who) -> Pass:
    """What this person came in with; the door looks now and then whether it is still good."""
    token = _token(socket.headers)
    if token is not None:
        return Pass(who.id, token=token_hash(token))
    held = people.signer.read_cookie(socket.cookies[NAME])
    return Pass(who.id, generation=None if held is None else held.generation)


def in_person(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A guard for what a token must not do: a lost one may cost a game, never the account."""
    not_by_token(connection)


def not_by_token(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """The same, for a handler that learns only while it runs whether there is an account."""
    if "authorization" in connection.headers:
        words = "A token plays; it cannot change the account. Log in for that."
        raise NotDone("not allowed", words)


def remember(request: Request[Any, Any, Any], settings: Settings, cookie: str) -> None:
    """Sets a person's cookie with the answer."""
    set_cookie(request, settings, NAME, cookie, int(LIFE.total_seconds()))


def forget(request: Request[Any, Any, Any], settings: Settings) -> None:
    """Takes it away."""
    set_cookie(request, settings, NAME, "", 0)


def set_cookie(
    request: Request[Any, Any, Any],
    settings: Settings,
    name: str,
    value: str,
    seconds: int,
    path: str = "/",
) -> None:
    """A cookie no script can read, and no other site's request brings along."""
    cookie = Cookie(
        key=name,
        value=value,
        path=path,
        max_age=seconds,
        httponly=True,
        samesite="lax",
        secure=settings.secure,
    )
    request.scope["state"].setdefault(COOKIES, []).append(cookie.to_header(header=""))


def address_of(request: Request[Any, Any, Any], settings: Settings) -> str:
    return limits.address(request.scope, request.headers, settings)


async def _known(
    connection: Request[Any, Any, Any] | WebSocket[Any, Any, Any],
    people: People,
    settings: Settings,
) -> Who | None:
    token = _token(connection.headers)
    if token is not None:
        who = await people.of_token(token)
        if who is None:
            raise NotDone("log in", "This token is not good, or no longer.")
        return who
    value = connection.cookies.get(NAME)
    visit = await people.of_cookie(value) if value else None
    if visit is None:
        return None
    if visit.cookie is not None and isinstance(connection, Request):
        remember(connection, settings, visit.cookie)
    return visit.who


async def _newcomer(request: Request[Any, Any, Any], people: People, settings: Settings) -> Who:
    if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        # A page elsewhere made the browser ask: it left our cookie out, and a new one would take
        # the old one's place.
        raise NotDone("not allowed", "Come in by the front door.")
    await spend(people.buckets, limits.guests(settings), address_of(request, settings))
    visit = await people.guest()
    assert visit.cookie is not None
    remember(request, settings, visit.cookie)
    return visit.who


def _token(headers: Mapping[str, str]) -> str | None:
    given = headers.get("authorization")
    if given is None:
        return None
    if not given.lower().startswith(_BEARER):
        raise NotDone("log in", "Authorization is 'Bearer' and a token.")
    return given[len(_BEARER) :].strip()
