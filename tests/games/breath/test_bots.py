"""What the bots make of what they see: how a match stands, and which hands make sense."""

from __future__ import annotations

import pytest

from dogpark.games.breath.scoring import of_kind
from dogpark.games.breath.standing import POWERS, STEP, power, value
from dogpark.games.breath.state import DEALING, MEAT, POOP, VEGE, Breath
from dogpark.kernel.seed import dice_for
from tests.games.breath.table import BREATH, at_turn, do, draw, new_game, sort_of
from tests.games.breath.test_knowledge import make_known

MINE = "Vsd Vsd Vbd Vbd Psd Psd Pbd"
THEIRS = "Msd Msd Mbd Vsn Vbn Psn B"
DEALS = 600


def between_rounds(totals: list[int], coming: int) -> Breath:
    s = new_game(len(totals))
    s.phase = DEALING
    s.round = s.rule_rounds - coming + 1
    for seat, total in enumerate(totals):
        s.total[seat] = total
    return s


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equal_players_have_equal_chances(players: int) -> None:
    """BRE-9.3"""
    s = between_rounds([50] * players, 3)
    assert [value(s, seat) for seat in range(players)] == [10_000 // players] * players


def test_chances_of_all_players_add_up_to_one_win() -> None:
    """BRE-9.3"""
    s = between_rounds([70, 41, 66, 20], 2)
    assert abs(sum(value(s, seat) for seat in range(4)) - 10_000) < 100


def test_a_lead_is_worth_more_the_fewer_rounds_are_to_come() -> None:
    """BRE-9.3, BRE-11.5"""
    chances = [value(between_rounds([60, 45, 45], coming), 0) for coming in (4, 3, 2, 1)]
    assert chances == sorted(chances)
    assert chances[-1] > 6000


def test_every_point_counts_and_none_too_much() -> None:
    """BRE-9.3"""
    chances = [value(between_rounds([total, 100], 1), 0) for total in range(70, 131)]
    assert chances == sorted(set(chances))
    assert value(between_rounds([1000, 0], 1), 0) < 10_000
    assert value(between_rounds([0, 1000], 1), 0) >= 0
    assert power(0, 9) == 1000
    assert len(POWERS) == 1200 // STEP + 2


def test_within_a_round_a_better_discard_promises_more() -> None:
    """BRE-3.2"""
    values = []
    for card in ("Vsd", "Psd"):
        s = at_turn("Psd Psd Psd Pbd Pbd Pbn Vsd", THEIRS)
        draw(s, "Mbn")
        do(s, f"discard {card}")
        values.append(value(s, 0))
    assert values[0] > values[1]


def test_what_others_hold_does_not_count_within_a_round() -> None:
    """BRE-10.1"""
    s = at_turn(MINE, THEIRS, "Psn Pbn Vsn Msn Mbn Mbn B")
    other = BREATH.redeal(s, 0, dice_for("other", 0))
    assert isinstance(other, Breath)
    assert value(other, 0) == value(s, 0)


# -- hands that make sense --------------------------------------------------------------------------


def mean_of(s: Breath, kind: int) -> float:
    """How many cards of a kind the other hand holds, on average over worlds."""
    dice = dice_for("guess", 0)
    found = 0
    for _ in range(DEALS):
        new = BREATH.redeal(s, 0, dice)
        assert isinstance(new, Breath)
        found += of_kind(new.hand[1], kind)
    return found / DEALS


def test_whoever_takes_meat_has_more_meat() -> None:
    """BRE-10.2"""
    s = at_turn(MINE, THEIRS)
    make_known(s, 1, "Msd Msd Mbd")
    as_dealt = mean_of(s, MEAT)
    s.turns = 9
    assert mean_of(s, MEAT) > as_dealt + 0.5


def test_whoever_discards_poop_has_less_of_it() -> None:
    """BRE-3.2"""
    s = at_turn(MINE, THEIRS)
    s.turns = 2
    before = mean_of(s, POOP), mean_of(s, VEGE)
    s.last[1] = sort_of("Psd")
    assert mean_of(s, POOP) < before[0] - 0.15
    assert mean_of(s, VEGE) > before[1] - 0.1


def test_guessed_hands_are_lawful_and_keep_what_is_known() -> None:
    """BRE-1.4, BRE-10.2"""
    s = at_turn(MINE, THEIRS, "Psn Pbn Vsn Msn Mbn Mbn B")
    make_known(s, 1, "B Msd")
    s.turns = 9
    dice = dice_for("lawful", 0)
    for _ in range(50):
        new = BREATH.redeal(s, 0, dice)
        assert BREATH.problems(new) == []
        assert isinstance(new, Breath)
        assert new.hand[1][sort_of("B")] > 0
        assert new.hand[1][sort_of("Msd")] > 0


def test_the_same_knowledge_and_the_same_dice_deal_the_same_world() -> None:
    """BRE-10.1"""
    s = at_turn(MINE, THEIRS, "Psn Pbn Vsn Msn Mbn Mbn B")
    s.turns = 5
    other = BREATH.redeal(s, 0, dice_for("another truth", 0))
    worlds = [BREATH.redeal(truth, 0, dice_for("same", 0)) for truth in (s, other)]
    assert worlds[0] == worlds[1]
