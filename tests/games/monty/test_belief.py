"""What a seat cannot know is drawn afresh; all it knows stays."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from dogpark.games.monty.belief import redeal
from dogpark.games.monty.invariants import problems
from dogpark.games.monty.state import NONE, Monty
from dogpark.kernel.seed import dice_for
from tests.games.monty.table import MONTY, Garden, garden
from tests.games.monty.test_telling import play_on


def known(s: Monty, seat: int | None) -> str:
    """All that a seat is shown and asked."""
    prompt = None if seat is None else MONTY.prompt(s, seat)
    legal = None if seat is None else MONTY.legal(s, seat)
    return json.dumps([MONTY.view(s, seat), prompt, legal, MONTY.active_seats(s)])


def sealed(g: Garden, seat: int | None, who: int, times: int = 400) -> Counter[int]:
    """How often each answer of ``who`` comes up for ``seat``."""
    dice = dice_for("sealed", 0)
    found = Counter(redeal(g.s, seat, dice).sealed[who] for _ in range(times))
    assert sum(found.values()) == times
    return found


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {}),
        (5, {}),
        (4, {"split_protocol": "sealed_demand"}),
        (4, {"hand_refresh": "after_four", "talk_rounds": 2, "corner_types": "left_right"}),
    ],
)
def test_redealing_leaves_a_lawful_state_that_the_seat_cannot_tell_from_the_old(
    players: int, options: dict[str, object]
) -> None:
    """MON-18.1, MON-18.2, MON-18.3, MON-18.4"""
    dice, rnd = dice_for("belief", 0), random.Random(2)
    for before, _, _, _ in play_on(4, players, max_rounds=8, mode="one_off", **options):
        if rnd.random() < 0.7:
            continue
        for seat in (None, *range(players)):
            old = before.copy()
            new = redeal(before, seat, dice)
            assert before == old
            assert new is not before
            assert problems(new) == []
            assert known(new, seat) == known(before, seat)
            assert new.rng_key != before.rng_key


def test_a_number_under_seal_is_any_number_its_player_could_have_chosen() -> None:
    """MON-18.3"""
    g = garden()
    g.play("0: claim 2", "1: claim 3", "2: claim silent", "1: commit 5")
    assert set(sealed(g, 0, 1)) == {2, 3, 4, 5}
    assert all(70 < count < 130 for count in sealed(g, None, 1).values())
    assert sealed(g, 1, 1) == {5: 400}
    assert sealed(g, 0, 2) == {NONE: 400}


def test_only_cards_that_are_in_the_hand_come_up() -> None:
    """MON-18.3, MON-19.15: hand_refresh=after_four"""
    g = garden(hand_refresh="after_four")
    g.s.spent = [0, 0b0101, 0, 0, 0]
    g.play("0: claim 2", "1: claim 3", "2: claim silent", "1: commit 5")
    assert set(sealed(g, 0, 1)) == {3, 5}


def test_what_is_about_to_be_said_is_unknown() -> None:
    """MON-18.2"""
    g = garden()
    g.play("1: claim 4")
    assert set(sealed(g, 2, 1)) == {0, 2, 3, 4, 5}


def test_answers_under_seal_are_unknown_until_all_are_in() -> None:
    """MON-18.4"""
    g = garden("PATH PATH")
    g.share(3, 0, 1, 2)
    g.play(g.offer(1, 1, 1), "2: respond reject")
    for seat in (None, 0, 1):
        assert set(sealed(g, seat, 2)) == {0, 1}
    assert sealed(g, 2, 2) == {1: 400}
    g.play("1: respond accept")
    dice = dice_for("shown", 0)
    assert all(redeal(g.s, 0, dice).answer == g.s.answer for _ in range(20))


def test_the_deck_keeps_what_everybody_can_count() -> None:
    """MON-18.5"""
    g = garden(deck="PATH TREE")
    g.run(0, 2)
    new = redeal(g.s, 1, dice_for("deck", 0))
    assert new.deck == g.s.deck
    assert new.rng_key != g.s.rng_key
    assert new.rng_count == 0
