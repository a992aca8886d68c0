"""What PettingZoo's environments of ours have in common: a table, its seats, and their spaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces

from dogpark.envs.session import Seeds, Session
from dogpark.envs.spaces import action_space, observation_space
from dogpark.envs.words import seats_of, table_text


class Seated:
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
        self.metadata: dict[str, Any] = {
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

    def render(self) -> str | None:
        """What everybody at the table sees, as text."""
        return table_text(self._session) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held that would have to be given back."""
