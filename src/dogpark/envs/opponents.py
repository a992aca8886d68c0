"""Bots in the seats that a learner does not play."""

from __future__ import annotations

from dogpark.agents.bots import BOTS, UnknownBot, policy_of, simulated
from dogpark.kernel.rooms import Rooms


def opponent(rooms: Rooms, name: str) -> int:
    """The kernel's policy of that name; bots that search are too slow to learn against."""
    policy = policy_of(rooms, name) if name in BOTS else None
    if policy is None:
        raise UnknownBot(
            f"no bot called {name!r} plays in an environment; there are "
            f"{', '.join(simulated(rooms))}"
        )
    return policy
