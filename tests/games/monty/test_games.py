"""Whole games at random, with everything that must hold checked after every step."""

from __future__ import annotations

import pytest

import dogpark
from dogpark.games.monty import FACTS
from dogpark.games.monty.state import Monty
from dogpark.kernel.facts import CHANCE, BadOption, OptionValue
from dogpark.kernel.rng import dice_below
from dogpark.kernel.seed import dice_for, seed_nature
from tests.games.monty.table import MONTY

TINY: tuple[dict[str, OptionValue], ...] = (
    {},
    {"table_w": 4, "table_h": 3},
    {"table_w": 5, "table_h": 5, "keep_alive": "off"},
    {"table_w": 7, "table_h": 3, "dead_end_leftover": "lose", "loop_leftover": "lose"},
    {"obstacles": "3,1 9,1 6,3 3,4 9,4 6,5 3,7 9,7", "bounce_direction": "any"},
    {"bounce_links": "undirected", "displaced_explore": "front_only", "gate_rule": "trail"},
    {"geometry": "track", "corner_types": "left_right", "split_protocol": "sealed_demand"},
    {"geometry": "grid_free", "start_ends": 1, "species_choice": "race", "shortcut": "forced"},
)


def played(seed: int, players: int, options: dict[str, OptionValue]) -> Monty:
    """A random game; the seats that are asked at the same time answer in any order."""
    s = MONTY.blank(players, FACTS.read_options(options, players))
    assert isinstance(s, Monty)
    seed_nature(s, seed)
    MONTY.rules.start(s)
    dice = dice_for(seed, 0)
    codes, weights = [0] * MONTY.buffer, [0] * MONTY.buffer
    for _ in range(FACTS.max_steps):
        active = MONTY.active_seats(s)
        if not active:
            return s
        seat = active[dice_below(dice, len(active))]
        if seat == CHANCE:
            code = MONTY.python["draw_outcome"](s, codes, weights)
        else:
            legal = MONTY.legal(s, seat)
            assert legal == sorted(set(legal))
            assert legal
            code = legal[dice_below(dice, len(legal))]
        MONTY.rules.apply(s, seat, code)
        assert MONTY.problems(s) == [], (seed, players, options)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("players", FACTS.seats)
@pytest.mark.parametrize("options", TINY, ids=lambda options: "-".join(options) or "plain")
def test_in_random_games_everybody_can_always_move_and_nothing_is_lost(
    options: dict[str, OptionValue], players: int
) -> None:
    """MON-2.16, MON-1.6, MON-1.7, MON-13.3, MON-17.1"""
    for seed in range(2):
        s = played(seed, players, options)
        assert max(s.points) >= 6
        # MON-17.1: at least three points a race, so nobody has to play more than this.
        assert s.race <= 5 * players // 3 + 1


@pytest.mark.parametrize("option", FACTS.options, ids=lambda option: option.name)
def test_games_end_with_every_house_rule_at_each_of_its_values(option: object) -> None:
    """MON-17.1, MON-15.6"""
    for value in option.examples(3):  # type: ignore[attr-defined] # any kind of option
        s = played(11, 3, {option.name: value})  # type: ignore[attr-defined] # any kind of option
        over = max(s.points) >= 6 or value == "one_off"
        assert over


@pytest.mark.parametrize("players", [1, 2, 6])
def test_three_to_five_may_play(players: int) -> None:
    """MON-1.1 (ruling A01)"""
    with pytest.raises(BadOption):
        dogpark.load("monty", players)
