"""PettingZoo, all seats at once: for stages in which seats really decide at the same time.

DOG's exchange and Monty's sealed answers take everybody's choice in one step. Where one seat is
asked, the choices of the others count for nothing (their masks are empty). DOGPILE is played against
the clock: what a dog may do depends on what another did a moment before, so one dog acts a step.
"""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from dogpark.envs.seated import Seated
from dogpark.envs.session import Observation
from dogpark.envs.words import seat_of

Infos = dict[str, dict[str, Any]]


class DogparkParallel(Seated, ParallelEnv[str, Observation, int]):  # type: ignore[misc] # it has no types
    """All seats at once."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """A new game: with a seed the one that ``Game.start`` of that seed would be."""
        self._session.start(self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        return self._observed(), {who: {} for who in self.agents}

    def _observed(self) -> dict[str, Observation]:
        asked = self._session.together
        return {
            who: self._session.observe(seat_of(who), asked=seat_of(who) in asked)
            for who in self.agents
        }

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """The choices of the seats that are asked, which see nothing of each other's."""
        for seat in self._session.together:
            self._session.apply(seat, actions[self.possible_agents[seat]])
        seats = self.agents
        observed = self._observed()
        over = self._session.turn is None
        if over:
            self.agents = []
        return (
            observed,
            dict(zip(seats, self._session.rewards(), strict=True)),
            dict.fromkeys(seats, over),
            dict.fromkeys(seats, False),
            {who: {} for who in seats},
        )
