"""Bots against each other: duplicate deals with seats exchanged, so that luck is the same for both."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from dogpark.agents.bots import bot, policy_of
from dogpark.agents.protocol import look_at
from dogpark.kernel import native
from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.playout import NOBODY
from dogpark.kernel.rng import LIMBS
from dogpark.kernel.seed import Seed, dice_for, seed_words
from dogpark.play.game import Game

Seating = Callable[[Game, str, str], list[tuple[str, ...]]]  # who sits where in each game of a deal


@dataclass(frozen=True)
class Played:
    """One game: who sat where, how it ended, and how long the bots that search thought."""

    bots: tuple[str, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    thoughts: tuple[tuple[str, float], ...]


def play(game: Game, bots: Sequence[str], seed: Seed) -> Played:
    """A whole game. Bots that search are asked; all others are played through natively."""
    rooms = game.rooms
    twin = native.twin(rooms)
    states = rooms.state.records(1)
    rooms.blank(game.players, game.options).write_record(states[0])
    words = np.frombuffer(seed_words(seed), dtype="<u4").reshape(1 + MAX_SEATS, LIMBS)
    states["rng_key"] = words[0]
    dice = np.ascontiguousarray(words[1:]).astype(np.uint32)
    policies = np.zeros(MAX_SEATS, dtype=np.int32)
    asked = 0
    for seat, name in enumerate(bots):
        policy = policy_of(rooms, name)
        if policy is None:
            asked |= 1 << seat
        else:
            policies[seat] = policy
    codes, weights = np.zeros((2, rooms.buffer), dtype=np.int32)
    twin.start_at(states, 0)
    thoughts = []
    minds = [dice_for(f"{seed}/mind", seat) for seat in range(game.players)]
    while True:
        seat = twin.play_until_at(
            states, 0, asked, policies, dice, codes, weights, rooms.facts.max_steps
        )
        if seat == NOBODY:
            break
        state = rooms.state.read_record(states[0])
        seen = look_at(rooms, state, seat, minds[seat])
        began = time.perf_counter()
        action = bot(bots[seat]).choose(seen, minds[seat])
        if len(seen.legal) > 1:
            thoughts.append((bots[seat], time.perf_counter() - began))
        twin.apply_at(states, 0, seat, action.code)
    places, points = np.zeros((2, MAX_SEATS), dtype=np.int32)
    twin.result_at(states, 0, places, points)
    return Played(
        tuple(bots),
        tuple(places[: game.players].tolist()),
        tuple(points[: game.players].tolist()),
        tuple(thoughts),
    )


def arrangements(game: Game, one: str, two: str) -> list[tuple[str, ...]]:
    """How two bots share the seats of a deal, so that both have sat everywhere equally often.

    Partners are one and the same bot. With an odd number of seats each bot is once in the majority.
    """
    teams = game.facts.team_of(game.players)
    team_of = {seat: number for number, team in enumerate(teams) for seat in team}
    found: list[tuple[str, ...]] = []
    for turned in range(len(teams)):
        for first, second in ((one, two), (two, one)):
            lineup = tuple(
                first if (team_of[seat] + turned) % len(teams) % 2 == 0 else second
                for seat in range(game.players)
            )
            if lineup not in found:
                found.append(lineup)
    return found


def alone(game: Game, one: str, two: str) -> list[tuple[str, ...]]:
    """One bot against a table of the other, in every seat; in teams, one team against the others."""
    return [
        tuple(one if seat in team else two for seat in range(game.players))
        for team in game.facts.team_of(game.players)
    ]


def share(one: str, played: Played) -> float:
    """Of the win, the part that the seats of this bot have: 0 to 1."""
    winners = [bot for bot, place in zip(played.bots, played.places, strict=True) if place == 1]
    return winners.count(one) / len(winners)


@dataclass(frozen=True)
class Deal:
    """One deal between two bots, played in every arrangement of the seats."""

    one: str
    two: str
    number: int
    shares: tuple[float, ...]  # the first bot's part of each win
    thoughts: dict[str, tuple[float, ...]]  # seconds, by bot


def duel(
    game: Game, one: str, two: str, seed: Seed, number: int, seating: Seating = arrangements
) -> Deal:
    """The deal of that number; the same for whoever plays it."""
    games = [play(game, lineup, f"{seed}/{number}") for lineup in seating(game, one, two)]
    thoughts: dict[str, list[float]] = {}
    for played in games:
        for name, seconds in played.thoughts:
            thoughts.setdefault(name, []).append(seconds)
    return Deal(
        one,
        two,
        number,
        tuple(share(one, played) for played in games),
        {name: tuple(seconds) for name, seconds in thoughts.items()},
    )
