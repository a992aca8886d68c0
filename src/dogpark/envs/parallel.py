"""PettingZoo, all seats at once: for stages in which seats really decide at the same time.

DOG's exchange and Monty's sealed answers take everybody's choice in one step. Where one seat is
asked, the choices of the others count for nothing (their masks are empty). DOGPILE is played against
the clock: what a dog may do depends on what another did a moment before, so one dog acts a step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

from dogpark.envs.session import Observation, Seeds, Session
from dogpark.envs.spaces import action_space, observation_space
from dogpark.envs.words import seat_of, seats_of, table_text

Infos = dict[str, dict[str, Any]]


class DogparkParallel(ParallelEnv[str, Observation, int]):  # type: ignore[misc] # it has no types
    """A table whose seats are ``seat_0``, ``seat_1``, … An illegal choice raises ``Refused``."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._session = Session(game, players, options)
        self._seeds = Seeds()
        self.metadata = {
            "name": f"dogpark_{game}_v{self._session.game.facts.rules_version}",
            "render_modes": ["ansi"],
        }
        self.render_mode = render_mode
        self.possible_agents = seats_of(self._session.players)
        self.agents: list[str] = []
        sight = self._session.sight
        self.observation_spaces = {who: observation_space(sight) for who in self.possible_agents}
        self.action_spaces = {who: action_space(sight) for who in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

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

    def render(self) -> str | None:
        """What everybody at the table sees, as text."""
        return table_text(self._session) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held that would have to be given back."""
