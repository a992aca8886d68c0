"""House rules at their values."""

from __future__ import annotations

import pytest

from dogpark.games.bonfire import FACTS
from dogpark.kernel.facts import CHANCE, BadOption
from dogpark.kernel.rng import dice_below
from dogpark.kernel.seed import dice_for, seed_nature
from tests.games.bonfire.table import BONFIRE, asked, do, over, roll, table


def play_to_the_end(seed: int, players: int, **options: object) -> tuple[int, int, int]:
    """A random game: turns, round, steps."""
    s = table(players, **options)
    seed_nature(s, seed)
    mine = dice_for(seed, 0)
    steps = 0
    codes, weights = [0] * FACTS.max_legal, [0] * FACTS.max_outcomes
    draw = BONFIRE.python["draw_outcome"]
    while not over(s):
        assert steps < FACTS.max_steps
        seat = asked(s)
        if seat == CHANCE:
            code = draw(s, codes, weights)
        else:
            legal = BONFIRE.legal(s, seat)
            code = legal[dice_below(mine, len(legal))]
        BONFIRE.rules.apply(s, seat, code)
        steps += 1
        assert BONFIRE.problems(s) == []
    return s.turns, s.round, steps


@pytest.mark.parametrize("faces", [(2, 2, 2), (1, 2, 3), (4, 1, 1), (1, 4, 1), (1, 1, 4)])
def test_faces_of_the_dice_weigh_the_rolls(faces: tuple[int, int, int]) -> None:
    """BON-12.1"""
    s = table(die_faces=list(faces))
    do(s, "roll")
    got = {BONFIRE.table.action(code): weight for code, weight in BONFIRE.chance(s)}
    count: dict[tuple[str, ...], int] = {}
    die = ["meat"] * faces[0] + ["charcoal"] * faces[1] + ["fire"] * faces[2]
    for first in die:
        for second in die:
            for third in die:
                lie = tuple(sorted((first, second, third)))
                count[lie] = count.get(lie, 0) + 1
    assert {tuple(sorted(map(str, a.fields.values()))): w for a, w in got.items()} == count


def test_every_colour_needs_a_face() -> None:
    """BON-12.1"""
    for faces in ([0, 3, 3], [2, 2, 3], [6, 0, 0]):
        with pytest.raises(BadOption):
            FACTS.read_options({"die_faces": faces}, 2)


@pytest.mark.parametrize("rounds", range(1, 10))
def test_the_game_has_as_many_rounds_as_agreed(rounds: int) -> None:
    """BON-12.2, BON-11.1"""
    s = table(rounds=rounds)
    for number in range(1, rounds + 1):
        assert s.round == number
        s.bonfire[0], s.held[1][0] = 2, 7
        roll(s, "meat meat fire")
        do(s, "take meat+meat")
        s.turn = 0
    assert over(s)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_named_first_player_begins(seat: int) -> None:
    """BON-12.3"""
    assert asked(table(3, first_player=seat)) == seat


def test_a_random_first_player_is_drawn() -> None:
    """BON-12.3, BON-1.5"""
    assert asked(table(3, first_player="random")) == CHANCE


@pytest.mark.parametrize("turns", [1, 2, 15])
def test_a_game_stops_after_its_last_turn_and_is_ranked_as_it_stands(turns: int) -> None:
    """BON-12.4, BON-11.5"""
    assert play_to_the_end(3, 2, max_turns=turns)[0] == turns


def test_rerolls_do_not_count_as_turns() -> None:
    """BON-12.4, BON-5.4"""
    s = table(max_turns=1)
    roll(s, "fire fire fire")
    assert not over(s)
    BONFIRE.rules.apply(s, CHANCE, BONFIRE.table.code("dice", a="meat", b="meat", c="fire"))
    do(s, "take meat+meat")
    assert over(s)
    assert s.turns == 1


@pytest.mark.parametrize("option", FACTS.options, ids=lambda option: option.name)
def test_games_end_with_every_house_rule_at_each_of_its_values(option: object) -> None:
    """BON-12.1, BON-12.2, BON-12.3, BON-12.4"""
    for players in FACTS.seats:
        for value in option.examples(players):  # type: ignore[attr-defined] # any kind of option
            play_to_the_end(players, players, **{option.name: value})  # type: ignore[attr-defined]
