"""PettingZoo, one seat at a time: every game, every number of players.

Seats that decide at the same time are asked one after the other, in the order of the rules; what the
first has chosen is under seal until all have, and in nobody's observation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from dogpark.envs.seated import Seated
from dogpark.envs.session import Observation
from dogpark.envs.words import seat_of


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


class DogparkAEC(Seated, AECEnv[str, Observation, int]):  # type: ignore[misc] # PettingZoo has no types
    """One seat at a time; in which order, the rules say."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(game, players, options, render_mode)
        self.metadata["is_parallelizable"] = False  # see ``dogpark.envs.parallel``

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
