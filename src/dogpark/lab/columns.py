"""The measures of a study: those of every game, and those that the game declares itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from dogpark.kernel.measure import Measure
from dogpark.kernel.playout import NOBODY
from dogpark.kernel.watching import BEGINNER, DECISIONS, HALFWAY, LEAD_CHANGES, OWN
from dogpark.lab.estimate import Sums
from dogpark.lab.tallied import Tallied
from dogpark.play.game import Game

Flags = npt.NDArray[np.bool_]
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True)
class Column:
    """A measure, and how it is read from what games came to."""

    name: str
    words: str
    share: bool  # whether it is a part of a whole, to be shown in percent
    read: Callable[[Tallied], Sums]


def columns(game: Game) -> list[Column]:
    return [*_common(game), *_own(game.rooms.measures)]


def _common(game: Game) -> list[Column]:
    found = [
        Column("decisions", "decisions in a game", False, partial(_counted, DECISIONS)),
        Column(
            "lead_changes", "how often the lead changes", False, partial(_counted, LEAD_CHANGES)
        ),
        Column(
            "decisive",
            "games won by whoever led half way",
            True,
            _halfway_winners,
        ),
    ]
    if game.rooms.in_turns:
        teams = game.facts.team_of(game.players)
        who = "team" if len(teams) < game.players else "player"
        found += [
            Column(
                f"{ORDINALS[order]}_wins",
                f"wins of the {ORDINALS[order]} {who} to move",
                True,
                partial(_won_by, game.players, teams, order),
            )
            for order in range(len(teams))
        ]
    return found


def seat_columns(game: Game) -> list[Column]:
    """The wins of every seat, whoever begins."""
    return [
        Column(f"seat_{seat}", f"wins of seat {seat}", True, partial(_won_in, game.players, seat))
        for seat in range(game.players)
    ]


def _own(measures: Sequence[Measure]) -> list[Column]:
    place = {measure.name: OWN + i for i, measure in enumerate(measures)}
    return [
        Column(
            measure.name,
            measure.words,
            measure.share,
            partial(
                _counted,
                place[measure.name],
                over=place[measure.over] if measure.over else None,
                scale=measure.scale,
            ),
        )
        for measure in measures
    ]


def _counted(place: int, games: Tallied, over: int | None = None, scale: int = 1) -> Sums:
    counted = games.tallies[:, place].astype(np.float64) / scale
    each = np.ones(len(games)) if over is None else games.tallies[:, over].astype(np.float64)
    return Sums(counted, each)


def shares(games: Tallied, players: int) -> npt.NDArray[np.float64]:
    """Each seat's part of the win, by game; nothing in a game that nobody won."""
    first = games.places[:, :players] == 1
    winners = first.sum(axis=1, keepdims=True)
    decided = (winners > 0) & (winners < players)
    parts: npt.NDArray[np.float64] = np.where(decided, first / np.maximum(winners, 1), 0.0)
    return parts


def _halfway_winners(games: Tallied) -> Sums:
    ahead = games.tallies[:, HALFWAY]
    led = ahead != NOBODY
    place = games.places[np.arange(len(games)), np.maximum(ahead, 0)]
    return Sums((led & (place == 1)) * 1.0, led * 1.0)


def _won_by(players: int, teams: Sequence[Sequence[int]], order: int, games: Tallied) -> Sums:
    """Wins of the side of whoever comes so many seats after the beginner."""
    beginner = games.tallies[:, BEGINNER]
    begun = beginner != NOBODY
    seat = (np.maximum(beginner, 0) + order) % players
    partners = np.zeros((players, players), bool)
    for team in teams:
        for one in team:
            partners[one, list(team)] = True
    parts = (shares(games, players) * partners[seat]).sum(axis=1)
    return Sums(parts * begun, begun * 1.0)


def _won_in(players: int, seat: int, games: Tallied) -> Sums:
    return Sums(shares(games, players)[:, seat], np.ones(len(games)))
