"""A game at a table: one rule book with a number of players and house rules chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from dogpark import games
from dogpark.kernel.facts import CHANCE, Facts, OptionValue
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import Malformed, State
from dogpark.kernel.seed import Seed, fresh_seed, seed_nature, seed_text
from dogpark.play.position import Chance, Played, Position


class _PositionForm(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    rules: str
    players: int
    options: dict[str, Any]
    seed: str | None
    chance: Chance
    log: list[list[int]] | None
    state: dict[str, Any]


class Game:
    """A rule book, the number of players and the house rules."""

    def __init__(self, rooms: Rooms, players: int, options: Mapping[str, OptionValue]) -> None:
        self.rooms = rooms
        self.players = players
        self.options = dict(options)

    @property
    def facts(self) -> Facts:
        return self.rooms.facts

    def __repr__(self) -> str:
        defaults = self.facts.read_options({}, self.players)
        changed = {name: v for name, v in self.options.items() if v != defaults[name]}
        return f"<{self.facts.title}, {self.players} players, {changed or 'no house rules'}>"

    def start(self, seed: Seed | None = None, chance: Chance = "seeded") -> Position:
        """A new game. With chance="manual" the caller plays nature's part (seat CHANCE)."""
        if chance == "seeded":
            seed = fresh_seed() if seed is None else seed
        position = self.begin(seed, chance)
        position.roll()
        return position

    def begin(self, seed: Seed | None, chance: Chance) -> Position:
        """The very first moment, before chance has fallen."""
        s = self.rooms.blank(self.players, self.options)
        text = None if seed is None else seed_text(seed)
        if text is not None:
            seed_nature(s, text)
        self.rooms.rules.start(s)
        return Position(self, s, None, text, chance)

    def place(self, s: State, seed: Seed | None = None) -> Position:
        """A position set up by hand; chance is seeded if a seed is given, else manual."""
        state = s.copy()
        if seed is not None:
            seed_nature(state, seed)
        text = None if seed is None else seed_text(seed)
        return Position(self, state, None, text, "manual" if seed is None else "seeded", True)

    def from_dict(self, data: object) -> Position:
        """The position that ``to_dict`` described."""
        try:
            form = msgspec.convert(data, _PositionForm)
        except msgspec.ValidationError as error:
            raise Malformed(f"not a position: {error}") from None
        codes = range(len(self.rooms.table))
        same = (form.game, form.rules, form.players, form.options)
        mine = (self.rooms.name, self.facts.rules_version, self.players, self.options)
        if same != mine:
            raise Malformed(f"a position of {same}, not of {mine}")
        last = None
        for number, entry in enumerate(form.log or [], 1):
            if len(entry) != (3 if self.facts.timed else 2):
                raise Malformed(f"log entry {number}: {entry} is not seat, action (and time)")
            seat, code, *at = entry
            if not (0 <= seat < self.players or seat == CHANCE) or code not in codes:
                raise Malformed(f"log entry {number}: no seat {seat} or no action {code}")
            last = Played(last, number, seat, code, at[0] if at else None)
        s = self.rooms.state.from_dict(form.state)
        return Position(self, s, last, form.seed, form.chance, form.log is None)


def load(name: str, players: int | None = None, options: Mapping[str, Any] | None = None) -> Game:
    """The game of that name for so many players (its smallest table if not said)."""
    rooms = games.rooms(name)
    seats = rooms.facts.check_players(rooms.facts.seats[0] if players is None else players)
    return Game(rooms, seats, rooms.facts.read_options(options or {}, seats))
