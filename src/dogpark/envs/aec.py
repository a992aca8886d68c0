"""PettingZoo, one seat at a time: every game, every number of players.

Seats that decide at the same time are asked one after the other, in the order of the rules; what the
first has chosen is under seal until all have, and in nobody's observation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from dogpark.envs.session import Observation, Seeds, Session
from dogpark.envs.spaces import action_space, observation_space
from dogpark.envs.words import seat_of, seats_of, table_text


def env(
    game: str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int]:
    """The environment with PettingZoo's usual wrappers around it."""
    raw = DogparkAEC(game, players, options, render_mode)
    bounded: AECEnv[str, Observation, int] = wrappers.AssertOutOfBoundsWrapper(raw)
    return wrappers.OrderEnforcingWrapper(bounded)


class DogparkAEC(AECEnv[str, Observation, int]):  # type: ignore[misc] # PettingZoo has no types
    """A table whose seats are ``seat_0``, ``seat_1``, … An illegal choice raises ``Refused``."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._session = Session(game, players, options)
        self._seeds = Seeds()
        self.metadata = {
            "name": f"dogpark_{game}_v{self._session.game.facts.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,  # see ``dogpark.envs.parallel``
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

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: with a seed the one that ``Game.start`` of that seed would be."""
        self._session.start(self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {who: {} for who in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        turn = self._session.turn
        if turn is not None:
            self.agent_selection = self.possible_agents[turn]

    def observe(self, agent: str) -> Observation:
        asked = agent == self.agent_selection and not self.terminations.get(agent, True)
        return self._session.observe(seat_of(agent), asked=asked)

    def step(self, action: int | None) -> None:
        """The choice of ``agent_selection``; None once the game is over."""
        mover = self.agent_selection
        if self.terminations[mover]:
            self._was_dead_step(action)
            return
        assert action is not None, "a seat that is asked has to choose"
        self._session.apply(seat_of(mover), action)
        self._cumulative_rewards[mover] = 0.0
        self.rewards = dict(zip(self.agents, self._session.rewards(), strict=True))
        if self._session.turn is None:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()
        self._deads_step_first()

    def render(self) -> str | None:
        """What everybody at the table sees, as text."""
        return table_text(self._session) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held that would have to be given back."""
