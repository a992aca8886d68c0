"""The public surface: ``dogpark.load`` and what it returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dogpark.agents.simulate import Device, Simulation, simulate
from dogpark.kernel.seed import Seed
from dogpark.play import game as play_game


class Game(play_game.Game):
    """A game at a table that can also play itself."""

    def simulate(
        self,
        games: int,
        bots: Sequence[str] | None = None,
        seed: Seed = 1,
        device: Device = "native",
        threads: int | None = None,
    ) -> Simulation:
        """Many games between bots; see ``dogpark.agents.simulate``."""
        return simulate(self, games, bots, seed, device, threads=threads)


def load(name: str, players: int | None = None, options: Mapping[str, Any] | None = None) -> Game:
    """The game of that name for so many players, with these house rules."""
    plain = play_game.load(name, players, options)
    return Game(plain.rooms, plain.players, plain.options)
