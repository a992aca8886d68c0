"""The bots there are, by name."""

from __future__ import annotations

from dogpark.agents.protocol import Bot, Seen
from dogpark.kernel.actions import Action
from dogpark.kernel.rng import dice_below
from dogpark.kernel.schema import Row


class UnknownBot(LookupError):
    """No bot of that name; the message lists the bots there are."""


class RandomBot:
    """Any legal action, all equally likely."""

    name = "random"

    def choose(self, seen: Seen, dice: Row) -> Action:
        return seen.legal[dice_below(dice, len(seen.legal))]


class GreedyBot:
    """The game's rules of thumb (``judge`` or ``greedy`` of its strategy), on a world its seat cannot tell apart."""

    name = "greedy"

    def choose(self, seen: Seen, dice: Row) -> Action:
        codes = [action.code for action in seen.legal]
        buffer = codes + [0] * (seen.rooms.buffer - len(codes))
        world = seen.sample(dice)
        index: int = seen.rooms.python["greedy"](world, seen.seat, buffer, len(codes), dice)
        return seen.legal[index]


BOTS: dict[str, type[Bot]] = {bot.name: bot for bot in (RandomBot, GreedyBot)}


def bot(name: str) -> Bot:
    if name not in BOTS:
        raise UnknownBot(f"no bot called {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name]()
