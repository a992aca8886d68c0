"""Ratings over HTTP: the board of a game, and one's own."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, get
from litestar.params import FromPath, FromQuery, Parameter
from msgspec import Meta

from dogpark import games
from dogpark.server.http.refusals import refuses
from dogpark.server.http.visitor import TheStore, Visitor
from dogpark.server.people.ratings import Standing, leaderboard, ratings_of
from dogpark.server.people.refused import NotDone

Most = FromQuery[Annotated[int, Parameter(ge=1, le=200, description="How many to list.")]]
GameName = FromPath[Annotated[str, Parameter(pattern="^[a-z]{1,20}$", description="A game.")]]
Players = FromPath[Annotated[int, Parameter(ge=2, le=6, description="How many play.")]]


class Rated(msgspec.Struct, kw_only=True):
    """Somebody's rating in a game with so many players."""

    person: str
    name: str
    guest: bool
    game: str
    players: int
    rating: Annotated[int, Meta(description="A cautious figure; newcomers begin at 1000.")]
    provisional: Annotated[bool, Meta(description="Too few games to tell.")]
    games: int


class Board(msgspec.Struct, kw_only=True):
    """Ratings; on a leaderboard the best first, and provisional ones after the others."""

    ratings: list[Rated]


@get("/ratings/{game:str}/{players:int}", summary="A leaderboard", responses=refuses(404))
async def board(game: GameName, players: Players, store: TheStore, limit: Most = 100) -> Board:
    """The best at a game with so many players."""
    if game not in games.names() or players not in games.rooms(game).facts.seats:
        raise NotDone("unknown", "There is no such game, or not with so many players.")
    return _board(await leaderboard(store, game, players, limit))


@get("/me/ratings", summary="One's ratings", responses=refuses(401))
async def mine(store: TheStore, visitor: Visitor) -> Board:
    """One's own ratings, in all games."""
    return _board(await ratings_of(store, visitor.id))


def rating_router() -> Router:
    return Router("/api", route_handlers=[board, mine], tags=["results"])


def _board(standings: list[Standing]) -> Board:
    return Board(
        ratings=[
            Rated(
                person=one.person,
                name=one.name,
                guest=one.guest,
                game=one.game,
                players=one.players,
                rating=one.belief.shown,
                provisional=one.provisional,
                games=one.games,
            )
            for one in standings
        ]
    )
