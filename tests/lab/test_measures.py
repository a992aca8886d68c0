"""What a study counts in a game is what the game itself tells of it, measure by measure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, TypeAlias

import pytest

import dogpark
from dogpark import games
from dogpark.games.dogpile.scoring import is_blackjaw
from dogpark.games.dogpile.state import Dogpile
from dogpark.kernel import watching
from dogpark.kernel.playout import GREEDY, RANDOM
from dogpark.kernel.rooms import Event
from dogpark.kernel.schema import State
from dogpark.kernel.seed import dice_for, seed_nature
from dogpark.play.game import Game

GAMES_EACH = 3
LONGEST = 100_000  # moves of a game


def _as_is(function: FunctionType) -> FunctionType:
    return function


def _driver(game: Game) -> dict[str, Any]:
    return game.rooms.link(_as_is, arrays=False, driver="watching", room="measures")


def _measures(name: str) -> tuple[Any, ...]:
    measures: tuple[Any, ...] = games.rooms(name)._room("measures").MEASURES
    return measures


def _seeded(game: Game, seed: str) -> tuple[State, list[list[int]]]:
    s = game.rooms.blank(game.players, game.options)
    seed_nature(s, seed)
    return s, [dice_for(seed, seat) for seat in range(game.players)]


def _counted(game: Game, seed: str, policy: int) -> dict[str, int]:
    """What the driver counts in a whole game."""
    s, dice = _seeded(game, seed)
    codes, weights = [0] * game.rooms.buffer, [0] * game.rooms.buffer
    memo, trace, tally = [0] * watching.MEMO, [0] * watching.TRACE, [0] * watching.TALLY
    policies = [policy] * game.players
    _driver(game)["watch"](s, policies, dice, codes, weights, memo, trace, tally, LONGEST)
    assert game.rooms.rules.active(s) == 0, "the game is not over"
    names = [measure.name for measure in _measures(game.rooms.name)]
    return dict(zip(names, tally[watching.OWN :], strict=False))


@dataclass
class Told:
    """The events of a whole game, and how it ended."""

    players: int
    events: list[Event] = field(default_factory=list)
    end: State = field(default_factory=State)

    def of(self, *keys: str, **data: object) -> list[Event]:
        """The events of these keys whose data are so."""
        return [
            event
            for event in self.events
            if event.key in keys and all(event.data.get(k) == v for k, v in data.items())
        ]

    def count(self, *keys: str, **data: object) -> int:
        return len(self.of(*keys, **data))

    def total(self, what: str, *keys: str) -> int:
        return sum(event.data[what] for event in self.of(*keys))

    @property
    def over(self) -> Event:
        (event,) = self.of("game_over")
        return event

    @property
    def points(self) -> list[int]:
        """The highest first."""
        return sorted(self.over.data["points"], reverse=True)


def _told(game: Game, seed: str, policy: int) -> Told:
    """The same game again, move by move, in the game's own words."""
    s, dice = _seeded(game, seed)
    codes, weights = [0] * game.rooms.buffer, [0] * game.rooms.buffer
    seats, moves, lengths = [[0] * LONGEST], [[0] * LONGEST], [0]
    policies = [[policy] * game.players]
    _driver(game)["tell_many"](
        [s], policies, [dice], codes, weights, seats, moves, lengths, LONGEST
    )
    s, _ = _seeded(game, seed)
    game.rooms.rules.start(s)
    told = Told(game.players, end=s)
    for seat, code in zip(seats[0][: lengths[0]], moves[0], strict=False):
        before = s.copy()
        game.rooms.rules.apply(s, seat, code)
        told.events += game.rooms.events(before, seat, code, s)
    return told


# -- what the events say --------------------------------------------------------------------------


def _bonfire(told: Told) -> dict[str, int]:
    return {
        "rounds": 1 + told.count("round"),
        # The first turn is told where its player was drawn; the end of the last one is not.
        "turns": told.count("turn") + 1 - told.count("first"),
        "feed_ends": told.count("round_end", end="feed"),
        "assault_ends": told.count("round_end", end="assault"),
        "quiet_ends": told.count("round_end", end="quiet"),
        "feeds": told.count("feed"),
        "assaults": told.count("assault"),
        "fire_fests": told.count("fire_fest"),
        "thefts": told.count("stole"),
        "exchanges": told.count("exchanged"),
        "tamed": told.total("dogs", "tamed"),
        "lost": told.total("dogs_lost", "revived", "knocked_out"),
        "falls": told.count("revived", "knocked_out"),
        "knock_outs": told.count("knocked_out"),
        "last_one": told.count("game_over", why="knocked_out"),
        "points": told.points[0],
        "margin": told.points[0] - told.points[1],
    }


def _dogpile(told: Told) -> dict[str, int]:
    by_fullhound = told.over.data["by"] == "fullhound"
    assert isinstance(told.end, Dogpile)
    return {
        "loots": told.count("loot"),
        "loot_points": told.total("points", "loot"),
        "short": sum(len(event.data["bones"]) < 3 for event in told.of("loot")),
        "collars": told.count("loot", feat="three of a collar"),
        "straights": told.count("loot", feat="straight fetch"),
        "digs": told.count("dug"),
        "puts": told.count("put"),
        "buries": told.count("buried"),
        "waits": told.count("waited"),
        "sniffs": told.count("shuffled"),
        "declined": told.count("stopped"),
        "boneathons": sum(len(event.data["ranks"]) for event in told.of("boneathon")),
        "blackjaws": sum(is_blackjaw(told.end, seat) for seat in range(told.players)),
        "blackjaw_wins": told.count("game_over", by="blackjaw"),
        "fullhounds": told.count("game_over", by="fullhound"),
        "points": told.points[0] if by_fullhound else 0,
        "margin": told.points[0] - told.points[1] if by_fullhound else 0,
    }


def _breath(told: Told) -> dict[str, int]:
    parts = [part for event in told.of("scored") for part in event.data["parts"]]
    plain = ("meat", "poop", "vege", "one_kind", "butts", "night", "pairs", "specials")
    combos = [part["points"] for part in parts if part["key"] not in plain]
    return {
        "rounds": told.count("round"),
        "turns": told.count("ended", "out"),
        "picks": told.count("picked"),
        "outs": told.count("out"),
        "false_alarms": told.count("false_alarm"),
        "closed": told.count("bonus"),
        "out_best": sum(event.data["points"] > 0 for event in told.of("bonus")),
        "scavenges": told.count("scavenger"),
        "guards": told.count("guarded"),
        "hands": told.count("scored"),
        **{key: sum(part["points"] for part in parts if part["key"] == key) for key in plain},
        "combos": len(combos),
        "combo_points": sum(combos),
        "points": told.points[0],
        "margin": told.points[0] - told.points[1],
    }


def _monty(told: Told) -> dict[str, int]:
    bounced = told.of("laid", "home", cause="bounce")
    return {
        "races": told.count("race_over"),
        "rounds": told.count("round"),
        "home": told.count("race_over", ending="home"),
        "short_cut": told.count("race_over", ending="short_cut"),
        "no_way_on": told.count("race_over", ending="no_way_on"),
        "dusk": told.count("race_over", ending="dusk"),
        "cards": told.count("laid", "home", "bark"),
        "barks": told.count("bark"),
        "dead_ends": told.count("dead_end"),
        "loops": told.count("loop"),
        "pushes": told.count("push"),
        "hops": told.count("hop"),
        "bounces": told.count("bounce") + len(bounced),
        "talks": told.count("share", "level"),
        "agreed": told.count("agreed"),
        "sent_back": told.count("sent_back"),
        "bluffs": sum(len(event.data["seats"]) for event in told.of("bluff")),
        "cat_edge": _cat_edge(told),
        "points": told.points[0],
        "margin": told.points[0] - told.points[1],
    }


def _cat_edge(told: Told) -> int:
    """In hundredths of a percent, rounded down race by race."""
    edge = 0
    cats: list[bool] = []
    for at, event in enumerate(told.events):
        if event.key == "species":
            cats = [kind == "cat" for kind in event.data["species"]]
        elif event.key == "race_over":
            places = told.events[at + 1 : at + 1 + told.players]
            won = [cats[one.data["seat"]] for one in places if one.data["place"] == 1]
            beyond = sum(won) * told.players - sum(cats) * len(won)
            edge += 10_000 * beyond // (len(won) * told.players)
    return edge


TELLERS: dict[str, Callable[[Told], dict[str, int]]] = {
    "bonfire": _bonfire,
    "breath": _breath,
    "dogpile": _dogpile,
    "monty": _monty,
}
Case: TypeAlias = tuple[str, int, dict[str, Any]]
CASES: tuple[Case, ...] = (
    ("bonfire", 2, {}),
    ("bonfire", 4, {}),
    ("bonfire", 3, {"die_faces": [1, 4, 1], "rounds": 9}),
    ("bonfire", 3, {"first_player": "0", "max_turns": 15}),
    ("breath", 2, {}),
    ("breath", 4, {}),
    ("breath", 3, {"named_request": "on", "scavengers": 6, "rounds": 2}),
    ("dogpile", 2, {}),
    ("dogpile", 5, {}),
    ("dogpile", 3, {"mixed_straights": "on", "round_seconds": [60, 5, 1]}),
    ("monty", 3, {}),
    ("monty", 5, {}),
    ("monty", 4, {"geometry": "track", "max_rounds": 8, "species_choice": "race"}),
    ("monty", 4, {"split_protocol": "sealed_demand", "order_failure": "by_seat"}),
    ("monty", 3, {"bounce_direction": "any", "mode": "one_off", "table_w": 5, "table_h": 4}),
)


@pytest.mark.parametrize("policy", [RANDOM, GREEDY], ids=["random", "greedy"])
@pytest.mark.parametrize(("name", "players", "options"), CASES, ids=str)
def test_what_is_counted_is_what_is_told(
    name: str, players: int, options: dict[str, Any], policy: int
) -> None:
    game = dogpark.load(name, players, options)
    for number in range(GAMES_EACH):
        seed = f"measures/{number}"
        assert _counted(game, seed, policy) == TELLERS[name](_told(game, seed, policy))


@pytest.mark.parametrize("name", TELLERS)
def test_declared_measures_fit_and_name_each_other(name: str) -> None:
    measures = _measures(name)
    names = [measure.name for measure in measures]
    assert len(set(names)) == len(names) <= watching.TALLY - watching.OWN
    assert {measure.over for measure in measures} <= {"", *names}
    assert all(measure.words for measure in measures)


@pytest.mark.parametrize("name", TELLERS)
def test_whoever_has_most_points_has_come_furthest(name: str) -> None:
    game = dogpark.load(name, 3)
    driver = _driver(game)
    s, dice = _seeded(game, "standing")
    codes, weights = [0] * game.rooms.buffer, [0] * game.rooms.buffer
    driver["start"](s)
    playing = game.rooms.python
    playing["play_on"](s, [GREEDY] * 3, dice, codes, weights, LONGEST)
    _, points = game.rooms.places(s)
    stands = [driver["standing"](s, seat) for seat in range(3)]
    assert points[stands.index(max(stands))] == max(points)
