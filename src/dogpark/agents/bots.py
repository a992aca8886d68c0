"""The bots there are, by name: four levels to play against, and two for tests and simulations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from dogpark.agents.protocol import Bot, Seen
from dogpark.agents.search import search_choice
from dogpark.kernel.actions import Action
from dogpark.kernel.playout import AT_TABLE, POLICIES
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import Row

LEVELS: Final = ("puppy", "family", "working", "champion")  # each stronger than the one before

# The bots that need no search are policies of the kernel: thousands of their games take a second.
PLAIN: Final = ("random", "greedy", "puppy", "family", "working")


class UnknownBot(LookupError):
    """No bot of that name; the message lists the bots there are."""


def policy_of(rooms: Rooms, name: str) -> int | None:
    """The kernel's policy that a bot is in this game; None if it searches."""
    if name in PLAIN or rooms.levels.champion is None:
        return POLICIES.index(name)
    return None


def simulated(rooms: Rooms) -> list[str]:
    """The bots that can play thousands of games of it without being asked."""
    return [name for name in BOTS if policy_of(rooms, name) is not None]


class LevelBot:
    """One of the bots below: a policy of the kernel, or a search where the game declares one."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, seen: Seen, dice: Row) -> Action:
        rooms = seen.rooms
        policy = policy_of(rooms, self.name)
        if policy is None:
            assert rooms.levels.champion is not None
            return search_choice(seen, rooms.levels.champion, dice)
        if rooms.facts.timed and self.name in LEVELS:
            policy += AT_TABLE
        # On a world that the seat cannot tell from the real one.
        world = seen.sample(dice)
        code = rooms.python["choose"](world, seen.seat, policy, [0] * rooms.buffer, dice)
        return next(action for action in seen.legal if action.code == code)


# From the weakest: a bot that stumbles is replaced by the one before it.
BOTS: dict[str, Callable[[], Bot]] = {
    name: partial(LevelBot, name)
    for name in ("random", "puppy", "family", "greedy", "working", "champion")
}


def bot(name: str) -> Bot:
    if name not in BOTS:
        raise UnknownBot(f"no bot called {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name]()
