"""One game as an environment plays it, in Python: who is asked, what it sees, what it gains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy.typing as npt

from dogpark.kernel.facts import CHANCE, CHANCE_BIT
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import State
from dogpark.kernel.seed import Seed, fresh_seed, seed_nature, seed_text
from dogpark.kernel.sight import sight_of
from dogpark.play.game import Game, load
from dogpark.play.referee import judge

Observation = dict[str, npt.NDArray[Any]]


def reward_scale(game: Game) -> float:
    """What leaving one seat behind is worth, so that the best possible reward is 1.

    Partners are never ahead of each other, so everybody but one's own team counts.
    """
    team = len(game.facts.team_of(game.players)[0])
    return 1 / (game.players - team)


def gains(places: list[int], scale: float) -> list[float]:
    """1 for who leaves all others behind, -1 for who is last, 0 for a game that all share."""
    return [scale * sum((other > place) - (other < place) for other in places) for place in places]


class Seeds:
    """The seed of each episode: what was asked for, then numbered after it; else nobody's guess."""

    def __init__(self) -> None:
        self._base: str | None = None
        self._count = 0

    def next(self, seed: Seed | None) -> str:
        if seed is not None:
            self._base, self._count = seed_text(seed), 0
            return self._base
        self._count += 1
        return fresh_seed() if self._base is None else f"{self._base}/{self._count}"


class Session:
    """A table at which one episode after the other is played; nature plays by itself."""

    state: State

    def __init__(
        self, name: str, players: int | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        self.game = load(name, players, options)
        self.sight = sight_of(self.rooms)
        self._scale = reward_scale(self.game)

    @property
    def rooms(self) -> Rooms:
        return self.game.rooms

    @property
    def players(self) -> int:
        return self.game.players

    def start(self, seed: Seed) -> None:
        """A new game; the same that ``Game.start`` of this seed would be."""
        self.state = self.rooms.blank(self.players, self.game.options)
        seed_nature(self.state, seed)
        self.rooms.rules.start(self.state)
        self._roll()

    @property
    def turn(self) -> int | None:
        """Who decides next; None once the game is over."""
        return self.rooms.turn(self.state) if self.rooms.rules.active(self.state) else None

    @property
    def together(self) -> tuple[int, ...]:
        """The seats that decide at the same time, none of them knowing what the others choose.

        Against the clock everybody is free to act, but acts after what was done a moment before.
        """
        turn = self.turn
        if turn is None:
            return ()
        return (turn,) if self.rooms.facts.timed else self.rooms.active_seats(self.state)

    def apply(self, seat: int, code: int) -> None:
        """Plays a choice and whatever chance follows; raises Refused where it may not be made."""
        judge(self.rooms, self.state, seat, int(code))
        self.rooms.rules.apply(self.state, seat, int(code))
        self._roll()

    def _roll(self) -> None:
        rooms = self.rooms
        codes, weights = [0] * rooms.buffer, [0] * rooms.buffer
        while rooms.rules.active(self.state) & CHANCE_BIT:
            drawn = rooms.python["draw_outcome"](self.state, codes, weights)
            rooms.rules.apply(self.state, CHANCE, drawn)

    def choose(self, seat: int, policy: int, dice: list[int]) -> int:
        """What a policy of the kernel plays here."""
        codes = [0] * self.rooms.buffer
        code: int = self.rooms.python["choose"](self.state, seat, policy, codes, dice)
        return code

    def observe(self, seat: int, *, asked: bool) -> Observation:
        """What the seat sees, and what it may do where it is asked; to be kept, not a window."""
        codes = self.rooms.legal(self.state, seat) if asked else []
        return {
            "observation": self.sight.observe(self.state, seat),
            "action_mask": self.sight.mask(codes),
        }

    def rewards(self) -> list[float]:
        """By place, once the game is over; until then there are none."""
        if self.turn is not None:
            return [0.0] * self.players
        return gains(self.rooms.places(self.state)[0], self._scale)
