"""A study before it is run: which variants of a game, played by whom, how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dogpark.agents.arena import arrangements
from dogpark.agents.bots import BOTS, LEVELS, UnknownBot
from dogpark.kernel.facts import OptionValue
from dogpark.play.game import Game, load

BASELINE = "as it is"
WEAKER, STRONGER, MIXED = "weaker", "stronger", "mixed"
LINEUPS = (WEAKER, STRONGER, MIXED)


class BadPlan(ValueError):
    """A study that makes no sense; the message says why."""


@dataclass(frozen=True)
class Variant:
    """The game with one house rule changed; the baseline has none."""

    name: str
    change: tuple[tuple[str, OptionValue], ...] = ()


@dataclass(frozen=True)
class Cell:
    """All games of one variant between the same bots."""

    variant: int
    lineup: str


@dataclass(frozen=True)
class Plan:
    """Everything that the results depend on; the same plan gives the same numbers everywhere."""

    game: str
    players: int
    options: tuple[tuple[str, OptionValue], ...]
    variants: tuple[Variant, ...]
    levels: tuple[str, str]  # the weaker and the stronger
    games: int
    seed: str

    @cached_property
    def cells(self) -> list[Cell]:
        return [Cell(v, lineup) for v in range(len(self.variants)) for lineup in LINEUPS]

    def table(self, variant: int) -> Game:
        """The game as that variant has it."""
        options = {**dict(self.options), **dict(self.variants[variant].change)}
        return load(self.game, self.players, options)

    @cached_property
    def seatings(self) -> dict[str, list[tuple[str, ...]]]:
        """Who sits where, by lineup; games take turns with them: the two levels change places."""
        weaker, stronger = self.levels
        return {
            WEAKER: [(weaker,) * self.players],
            STRONGER: [(stronger,) * self.players],
            MIXED: arrangements(self.table(0), stronger, weaker),
        }

    def bots(self, cell: Cell, number: int) -> tuple[str, ...]:
        """Who sits where in game ``number``."""
        seatings = self.seatings[cell.lineup]
        return seatings[number % len(seatings)]


def plan(
    game: str,
    *,
    vary: Mapping[str, Sequence[OptionValue]] | None = None,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    bots: Sequence[str] = ("puppy", "greedy"),
    games: int = 10_000,
    seed: str | int = 1,
) -> Plan:
    """A study of house rules, each value of each option against the game without the change."""
    base = load(game, players, dict(options or {}))
    if not str(seed):
        raise BadPlan("the seed is empty: give a number or a word")
    if games < 2:
        raise BadPlan("a study needs two games or more: with one there is no telling what is luck")
    return Plan(
        base.rooms.name,
        base.players,
        tuple(sorted((options or {}).items())),
        (Variant(BASELINE), *_variants(base, vary or {})),
        _levels(bots),
        games,
        str(seed),
    )


def _variants(base: Game, vary: Mapping[str, Sequence[OptionValue]]) -> list[Variant]:
    found = []
    for name, values in vary.items():
        for value in values:
            changed = load(base.rooms.name, base.players, {**base.options, name: value})
            if changed.options[name] != base.options[name]:
                read = changed.options[name]
                found.append(Variant(f"{name}={value_text(read)}", ((name, read),)))
    if vary and not found:
        raise BadPlan("every value to try is the one the game has already: nothing to compare")
    if len({variant.name for variant in found}) != len(found):
        raise BadPlan("a value is given twice")
    return found


def value_text(value: OptionValue) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _levels(bots: Sequence[str]) -> tuple[str, str]:
    for name in bots:
        if name not in BOTS:
            raise UnknownBot(f"no bot called {name!r}; there are {', '.join(BOTS)}")
    order = list(BOTS)
    if len(bots) != 2 or bots[0] == bots[1]:
        raise BadPlan(
            "a study is played by bots of two levels, so that an effect of one is not taken for one of "
            f"the game: name two of {', '.join(LEVELS)}, greedy, random"
        )
    weaker, stronger = sorted(bots, key=order.index)
    return weaker, stronger
