"""Results and ratings: how well people do against people, for each game and number of players.

Ratings are openskill's (Plackett–Luce): every finished rated game updates the belief about each of
its people. What is decided here:

* Bots are left out. Their strength differs from game to game and nobody has measured it on the
  scale of people, so an anchor of ours would be a guess that every rating hangs from, and a bot
  somebody has learnt to beat would be an endless spring of points. People at a table with bots are
  rated against each other, by who came in before whom.
* Where seats win together, every seat must be a person's: a team is rated as the sum of its people,
  and half of a bot's partner is not a sum of anything.
* A person who left and whose seat a bot played on is rated by how it ended. Leaving saves no points.
* A game in which somebody holds two seats is not rated: they could let one of them lose. Nor is one
  whose people have not all stayed: somebody who was deleted has no rating to play against.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from openskill.models import PlackettLuce
from sqlalchemy import case, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from dogpark.server.people.looks import FORMER
from dogpark.server.store.engine import Store
from dogpark.server.store.schema import people, ratings, result_people, results

PROVISIONAL = 10  # games; a rating on fewer says little
# A newcomer (mu 25, sigma 25/3) is shown 1000; forty points are one of openskill's.
SCALE, NEWCOMER, CAUTION = 40.0, 1000.0, 3.0

MODEL = PlackettLuce()


class FinishedSeat(NamedTuple):
    """A seat at the end of a game. A person and a bot: the bot played on for them."""

    person: str | None
    name: str
    bot: str | None
    place: int
    points: int | None


@dataclass(frozen=True)
class Finished:
    """A game that is over."""

    table: str
    game: str
    players: int
    options: Mapping[str, Any]
    ended_at: int
    rated: bool
    seats: Sequence[FinishedSeat]
    teams: Sequence[Sequence[int]] = field(default_factory=tuple)  # seats that win together


class Belief(NamedTuple):
    """What is thought of somebody's strength."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def shown(self) -> int:
        """A cautious figure: hardly anybody is worth less than is shown of them."""
        rating = MODEL.rating(self.mu, self.sigma)
        return round(rating.ordinal(z=CAUTION, alpha=SCALE, target=NEWCOMER))


def sides(finished: Finished) -> list[list[int]] | None:
    """The seats to rate, by sides; None where the game is not to be rated."""
    persons = [seat.person for seat in finished.seats if seat.person is not None]
    if not finished.rated or len(set(persons)) < 2 or len(set(persons)) < len(persons):
        return None
    teams = finished.teams or [[seat] for seat in range(len(finished.seats))]
    if any(len(team) > 1 for team in teams):
        return [list(team) for team in teams] if len(persons) == len(finished.seats) else None
    return [[seat] for [seat] in teams if finished.seats[seat].person is not None]


def rate(sides: Sequence[Sequence[Belief]], places: Sequence[int]) -> list[list[Belief]]:
    """What to think of everybody after a game; equal places are shared."""
    teams = [[MODEL.rating(*belief) for belief in side] for side in sides]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [[Belief(rating.mu, rating.sigma) for rating in side] for side in after]


async def record_result(store: Store, finished: Finished) -> bool:
    """Keeps a result and rates its people, once. False if it had been kept before.

    Whoever is first to insert the table's row does all of it in the same change; a second, at the
    same moment or after a fall, finds the row and does nothing.
    """
    async with store.begin() as connection:
        mine = await connection.execute(
            store.insert(results)
            .values(
                table_id=finished.table,
                game=finished.game,
                players=finished.players,
                options=dict(finished.options),
                ended_at=finished.ended_at,
                body={
                    "rated": finished.rated,
                    "teams": [list(team) for team in finished.teams],
                },
            )
            .on_conflict_do_nothing()
        )
        if mine.rowcount == 0:
            return False
        known = await _still_here(connection, finished)
        before, after = await _rate(store, connection, finished, known)
        rows = []
        for number, seat in enumerate(finished.seats):
            gone = seat.person is not None and seat.person not in known
            old, new = before.get(number), after.get(number)
            rows.append(
                {
                    "table_id": finished.table,
                    "seat": number,
                    "person_id": None if gone else seat.person,
                    # No name without a person: when they go, their rows must be found.
                    "name": FORMER if gone else seat.name if seat.person else "",
                    "bot": seat.bot,
                    "place": seat.place,
                    "points": seat.points,
                    "mu_before": old.mu if old else None,
                    "sigma_before": old.sigma if old else None,
                    "mu_after": new.mu if new else None,
                    "sigma_after": new.sigma if new else None,
                }
            )
        await connection.execute(result_people.insert(), rows)
    return True


async def _still_here(connection: AsyncConnection, finished: Finished) -> set[str]:
    """Those who have not been deleted; nobody is until this change is done."""
    ids = sorted({seat.person for seat in finished.seats if seat.person is not None})
    rows = await connection.execute(
        select(people.c.id)
        .where(people.c.id.in_(ids))
        .order_by(people.c.id)
        .with_for_update(read=True, key_share=True)
    )
    return {row.id for row in rows}


async def _rate(
    store: Store, connection: AsyncConnection, finished: Finished, known: set[str]
) -> tuple[dict[int, Belief], dict[int, Belief]]:
    """Beliefs before and after by seat; empty where the game is not rated."""
    wanted = sides(finished)
    if wanted is None or any(
        finished.seats[s].person not in known for side in wanted for s in side
    ):
        return {}, {}
    who = {seat: str(finished.seats[seat].person) for side in wanted for seat in side}
    # In one order everywhere, so that two games of the same people never wait for each other.
    for person in sorted(who.values()):
        start = Belief()
        row = store.insert(ratings).values(
            person_id=person,
            game=finished.game,
            players=finished.players,
            mu=start.mu,
            sigma=start.sigma,
            games=0,
        )
        await connection.execute(row.on_conflict_do_nothing())
    here = (ratings.c.game == finished.game) & (ratings.c.players == finished.players)
    kept = {
        row.person_id: Belief(row.mu, row.sigma)
        for row in await connection.execute(
            select(ratings)
            .where(here, ratings.c.person_id.in_(who.values()))
            .order_by(ratings.c.person_id)
            .with_for_update()
        )
    }
    before = {seat: kept[person] for seat, person in who.items()}
    rated = rate(
        [[before[seat] for seat in side] for side in wanted],
        [min(finished.seats[seat].place for seat in side) for side in wanted],
    )
    after = {
        seat: belief
        for side, beliefs in zip(wanted, rated, strict=True)
        for seat, belief in zip(side, beliefs, strict=True)
    }
    for seat, person in who.items():
        await connection.execute(
            update(ratings)
            .where(here, ratings.c.person_id == person)
            .values(mu=after[seat].mu, sigma=after[seat].sigma, games=ratings.c.games + 1)
        )
    return before, after


# -- looking them up ------------------------------------------------------------------------------


class Standing(NamedTuple):
    """Somebody's rating in one game with so many players."""

    person: str
    name: str
    guest: bool
    game: str
    players: int
    belief: Belief
    games: int

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL


async def leaderboard(store: Store, game: str, players: int, most: int) -> list[Standing]:
    """The best first; those who have played too little to tell come after everybody else."""
    settled = case((ratings.c.games >= PROVISIONAL, 0), else_=1)
    cautious = ratings.c.mu - CAUTION * ratings.c.sigma
    wanted = (
        _standings()
        .where(ratings.c.game == game, ratings.c.players == players, ~people.c.banned)
        .order_by(settled, cautious.desc(), people.c.id)
        .limit(most)
    )
    return await _read(store, wanted)


async def ratings_of(store: Store, person: str) -> list[Standing]:
    wanted = _standings().where(people.c.id == person).order_by(ratings.c.game, ratings.c.players)
    return await _read(store, wanted)


def _standings() -> Any:
    return select(ratings, people.c.name, people.c.guest).join(
        people, people.c.id == ratings.c.person_id
    )


async def _read(store: Store, wanted: Any) -> list[Standing]:
    async with store.connect() as connection:
        return [
            Standing(
                person=row.person_id,
                name=row.name,
                guest=row.guest,
                game=row.game,
                players=row.players,
                belief=Belief(row.mu, row.sigma),
                games=row.games,
            )
            for row in await connection.execute(wanted)
        ]
