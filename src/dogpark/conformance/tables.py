"""The tables a game is tried at: every number of players, every house rule at each of its values."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from shlex import quote
from typing import Any

from dogpark import games
from dogpark.kernel.facts import OptionValue
from dogpark.kernel.rooms import Rooms
from dogpark.play.game import Game


@dataclass(frozen=True)
class Table:
    """A rule book, a number of players, and the house rules that differ from the defaults."""

    rooms: Rooms
    players: int
    changed: Mapping[str, OptionValue]

    @property
    def game(self) -> Game:
        options = self.rooms.facts.read_options(self.changed, self.players)
        return Game(self.rooms, self.players, options)

    def __str__(self) -> str:
        rules = ", ".join(f"{name}={value}" for name, value in self.changed.items())
        return f"{self.rooms.name}, {self.players} players, {rules or 'no house rules'}"

    def command(self, seed: str, check: str) -> str:
        """What to type to see one check fail again."""
        words = [sys.executable.rpartition("/")[2], "-m", "dogpark.conformance"]
        words += [self.rooms.package, "--players", str(self.players)]
        if self.changed:
            words += ["--options", quote(json.dumps(dict(self.changed)))]
        return " ".join([*words, "--seed", quote(seed), "--check", check])


def tables(rooms: Rooms) -> list[Table]:
    """The default table for each number of players, then every option at each further value."""
    found = [Table(rooms, players, {}) for players in rooms.facts.seats]
    for players in rooms.facts.seats:
        defaults = rooms.facts.read_options({}, players)
        for option in rooms.facts.options:
            for value in option.examples(players):
                if value != defaults[option.name]:
                    found.append(Table(rooms, players, {option.name: value}))
    return found


@contextmanager
def registered(rooms: Rooms) -> Iterator[None]:
    """Records name their game; meanwhile that name means these rooms (toys are not registered)."""
    before = games.rooms

    def find(name: str) -> Rooms:
        return rooms if name == rooms.name else before(name)

    replaced: Any = find
    games.rooms = replaced
    try:
        yield
    finally:
        games.rooms = before
