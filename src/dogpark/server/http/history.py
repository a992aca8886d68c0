"""One's finished games over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Router, get
from litestar.params import FromQuery, Parameter
from msgspec import Meta

from dogpark.server.http.refusals import refuses
from dogpark.server.http.visitor import TheStore, Visitor
from dogpark.server.people import history

Most = FromQuery[Annotated[int, Parameter(ge=1, le=100, description="How many to a page.")]]
After = FromQuery[
    Annotated[str | None, Parameter(max_length=60, description="`next` of the page before.")]
]


class PastSeat(msgspec.Struct, kw_only=True):
    """Somebody in a finished game."""

    seat: int
    person: str | None
    name: str
    bot: Annotated[str | None, Meta(description="The level of the bot that played at the end.")]
    place: int
    points: int | None
    before: Annotated[int | None, Meta(description="The rating before; none if not rated.")]
    after: Annotated[int | None, Meta(description="The rating after.")]


class PastGame(msgspec.Struct, kw_only=True):
    """A finished game."""

    table: str
    game: str
    players: int
    options: dict[str, Any]
    ended_at: int
    rated: bool
    seats: list[PastSeat]


class PastGames(msgspec.Struct, kw_only=True):
    """Finished games, the latest first."""

    games: list[PastGame]
    next: Annotated[str | None, Meta(description="For `after`, where there are more.")]


@get("/me/history", summary="One's finished games", responses=refuses(401))
async def list_games(
    store: TheStore, visitor: Visitor, limit: Most = 20, after: After = None
) -> PastGames:
    """The games one has finished, the latest first, a page at a time."""
    page = await history.history(store, visitor.id, after=after, most=limit)
    return msgspec.convert(page, PastGames, from_attributes=True)


def history_router() -> Router:
    return Router("/api", route_handlers=[list_games], tags=["results"])
