"""Monty's bots: what words are worth, what offers are worth, and choices that nobody sees."""

from __future__ import annotations

from typing import Any

import pytest

from dogpark.agents.bots import bot
from dogpark.agents.protocol import look_at
from dogpark.agents.regret import secret_choice
from dogpark.games.monty import FACTS
from dogpark.games.monty.belief import expected, reopen
from dogpark.games.monty.levels import LEVELS
from dogpark.games.monty.state import NONE, OVER
from dogpark.games.monty.trust import honesty
from dogpark.kernel import native
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.levels import Search
from dogpark.kernel.playout import FAMILY, GREEDY, PUPPY
from dogpark.kernel.schema import Row
from dogpark.kernel.seed import dice_for, seed_nature
from tests.games.monty.table import MONTY, Garden, garden, splits

QUICK = Search(worlds=4, candidates=4, horizon=60, matrix=256)


def talked(*words: str) -> Garden:
    """Everybody has spoken."""
    g = garden(players=len(words))
    for seat, word in enumerate(words):
        g.play(f"{seat}: claim {word}")
    return g


def plays(g: Garden, seat: int, policy: int, dice: Row | None = None) -> str:
    codes = [0] * MONTY.buffer
    code = MONTY.python["choose"](g.s, seat, policy, codes, dice or [1, 2, 3, 4])
    return str(MONTY.table.action(code))


# -- words ----------------------------------------------------------------------------------------


def test_words_kept_and_broken_are_counted_and_seen_by_all() -> None:
    """MON-4.2"""
    g = talked("5", "4", "silent")
    g.commit(5, 3, 2)
    assert (g.s.kept[:3], g.s.bluffs[:3]) == ([1, 0, 0], [0, 1, 0])
    for seat in (0, 1, 2, None):
        players = MONTY.view(g.s, seat)["players"]
        assert [player["kept_words"] for player in players] == [1, 0, 0]


def test_trust_is_lost_by_a_lie_and_earned_again() -> None:
    g = garden(players=3)
    at_first = honesty(g.s, 0)
    g.s.bluffs[0] = 1
    after_a_lie = honesty(g.s, 0)
    g.s.kept[0] = 4
    assert after_a_lie < at_first < honesty(g.s, 0)


def test_a_number_that_a_trusted_seat_has_said_is_left_to_it() -> None:
    """MON-4.1"""
    g = talked("4", "silent", "silent")
    assert {plays(g, seat, GREEDY) for seat in (1, 2)} == {"commit 5", "commit 3"}


def test_what_is_expected_of_a_seat_grows_with_its_honesty() -> None:
    g = talked("3", "3", "silent")
    g.s.kept[:3] = [5, 0, 0]
    g.s.bluffs[:3] = [0, 5, 0]
    codes = MONTY.legal(g.s, 0)
    honest, liar = expected(g.s, 0, codes), expected(g.s, 1, codes)
    assert honest[1] > 0.8 > 0.3 > liar[1]
    assert sum(honest) <= 1


@pytest.mark.parametrize("policy", [PUPPY, FAMILY])
def test_the_lower_levels_never_lie(policy: int) -> None:
    """MON-4.2: inattentive, but nobody forgets what they have said"""
    s = garden(players=4).s
    seed_nature(s, 5)
    dice = [dice_for(5, seat) for seat in range(5)]
    codes, weights = [0] * MONTY.buffer, [0] * MONTY.buffer
    MONTY.python["play_on"](s, [policy] * 4, dice, codes, weights, FACTS.max_steps)
    assert s.phase == OVER
    assert s.bluffs == [0] * 5
    assert sum(s.kept) > 0


def test_a_puppy_believes_even_a_liar() -> None:
    g = talked("5", "silent", "silent")
    g.s.bluffs[0] = 9
    chosen = [plays(g, 1, PUPPY, dice_for(seed, 1)) for seed in range(60)]
    others = [plays(g, 1, FAMILY, dice_for(seed, 1)) for seed in range(60)]
    assert chosen.count("commit 5") < 15 < others.count("commit 5")


# -- offers ---------------------------------------------------------------------------------------


def test_whoever_has_more_to_lose_is_offered_less_and_agrees() -> None:
    """MON-5.8, MON-7.1"""
    g = garden(
        "PATH PATH PATH PATH GATE PATH PATH PATH",
        at={0: (7, 4), 1: (8, 4), 2: (11, 4)},
        leader=2,
    )
    g.share(4, 0, 1)  # 0 would go back four spaces, 1 five
    assert g.asked == (0,)
    code = int(plays(g, 0, GREEDY).split()[1])
    mine, theirs = splits(4, 2)[code]
    assert mine >= theirs
    g.play(f"offer {code}")
    assert plays(g, 1, GREEDY) == "respond accept"


def test_a_puppy_says_yes_to_whatever_gives_it_a_space() -> None:
    """MON-5.7"""
    for split, answer in (((4, 1), "accept"), ((5, 0), "reject")):
        g = garden("GATE PATH PATH", at={2: (6, 4)}, leader=2)
        g.share(5, 0, 1)
        g.play(g.offer(*split))
        assert plays(g, 1, PUPPY) == f"respond {answer}"


# -- secret choices -------------------------------------------------------------------------------


def test_reopened_nothing_is_left_of_what_others_sealed() -> None:
    """MON-18.3"""
    g = talked("5", "silent", "silent")
    g.play("0: commit 5", "1: commit 2")
    assert reopen(g.s, 0).sealed[:3] == [5, NONE, NONE]
    assert reopen(g.s, 2).sealed[:3] == [NONE, NONE, NONE]


def test_a_secret_choice_does_not_depend_on_what_others_sealed() -> None:
    """MON-18.3: same dice, same view, same number, whatever lies under the seals"""
    native.load(MONTY)
    chosen = set()
    assert LEVELS.at_once is not None
    for number in (2, 3, 4, 5):
        g = talked("5", "silent", "silent")
        g.play(f"0: commit {number}")
        seen = look_at(MONTY, g.s, 2, dice_for(1, 2))
        chosen.add(secret_choice(seen, QUICK, LEVELS.at_once, dice_for(2, 2)))
    assert len(chosen) == 1


def test_too_many_combinations_are_left_to_the_search() -> None:
    """MON-19.18"""
    g = garden(players=5, split_protocol="sealed_demand")
    g.commit(5, 5, 5, 5, 5)
    assert g.stage == "demand"
    assert LEVELS.at_once is not None
    seen = look_at(MONTY, g.s, 0, dice_for(1, 0))
    assert secret_choice(seen, QUICK, LEVELS.at_once, dice_for(1, 0)) is None


@pytest.mark.parametrize("level", ["working", "champion"])
@pytest.mark.parametrize("options", [{}, {"split_protocol": "sealed_demand", "talk_rounds": 2}])
def test_the_searching_levels_play_every_stage_legally_and_repeatably(
    level: str, options: dict[str, Any]
) -> None:
    native.load(MONTY)
    s = garden(players=3, **options).s
    seed_nature(s, 3)
    stages = set()
    codes, weights = [0] * MONTY.buffer, [0] * MONTY.buffer
    dice = [dice_for(3, seat) for seat in range(5)]
    for _ in range(60):
        seat = MONTY.turn(s)
        if seat == CHANCE:
            MONTY.rules.apply(s, seat, MONTY.python["draw_outcome"](s, codes, weights))
            continue
        stage = MONTY.stage(s, seat)
        if stage not in stages and len(MONTY.legal(s, seat)) > 1:
            stages.add(stage)
            seen = look_at(MONTY, s, seat, dice_for(4, seat))
            first = bot(level).choose(seen, dice_for(5, seat))
            assert first == bot(level).choose(seen, dice_for(5, seat))
            assert first in seen.legal
        code = MONTY.python["choose"](s, seat, FAMILY, codes, dice[seat])
        MONTY.rules.apply(s, seat, code)
    assert {"talk", "commit"} <= stages
