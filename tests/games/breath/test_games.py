"""Whole games, played at random."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dogpark.games.breath import FACTS
from dogpark.games.breath.cards import copies
from dogpark.games.breath.state import SORTS
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.playout import RANDOM
from dogpark.kernel.seed import dice_for, seed_nature
from tests.games.breath.table import BREATH, asked, new_game, over

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "breath.md"
IDS = set(re.findall(r"\*\*(BRE-\d+\.\d+)\*\*", PAGE.read_text("utf-8")))


@settings(max_examples=40, deadline=None)
@given(data=st.data(), players=st.sampled_from(FACTS.seats), specials=st.integers(0, 6))
def test_every_card_is_in_exactly_one_place_whatever_is_played(
    data: st.DataObject, players: int, specials: int
) -> None:
    """BRE-1.4: acceptance case 14"""
    s = new_game(players, rounds=1, scavengers=specials)
    for _ in range(120):
        if over(s):
            break
        seat = asked(s)
        offered = (
            [code for code, _ in BREATH.chance(s)] if seat == CHANCE else BREATH.legal(s, seat)
        )
        BREATH.rules.apply(s, seat, data.draw(st.sampled_from(offered)))
        for sort in range(SORTS):
            piles = [s.deck[sort], s.face_up[sort], s.face_down[sort], s.grid.count(sort)]
            assert sum(piles) + sum(row[sort] for row in s.hand) == copies(s, sort)
        assert BREATH.problems(s) == []


@pytest.mark.parametrize("players", FACTS.seats)
@pytest.mark.parametrize("named", ["off", "on"])
def test_in_random_games_choices_are_sorted_told_and_explained(players: int, named: str) -> None:
    """BRE-1.4, BRE-3.4, BRE-5.2"""
    codes, weights = [0] * FACTS.max_legal, [0] * FACTS.max_outcomes
    draw, choose = BREATH.python["draw_outcome"], BREATH.python["choose"]
    s = new_game(players, rounds=2, named_request=named, scavengers=6)
    seed_nature(s, players)
    bots = [dice_for(players, seat) for seat in range(players)]
    while not over(s):
        seat = asked(s)
        if seat == CHANCE:
            code = draw(s, codes, weights)
        else:
            legal = BREATH.legal(s, seat)
            assert legal == sorted(set(legal))
            assert len(BREATH.prompt(s, seat)["choices"]) == len(legal)
            for other in range(len(BREATH.table)):
                if other not in legal:
                    refusal = BREATH.refusal(s, seat, other)
                    assert refusal.rule in IDS
                    assert refusal.words
            code = choose(s, seat, RANDOM, codes, bots[seat])
        before = s.copy()
        BREATH.rules.apply(s, seat, code)
        events = BREATH.events(before, seat, code, s)
        assert events
        assert all(event.words for event in events)


def test_guards_are_asked_for_as_often_whoever_holds_them() -> None:
    """BRE-5.2: the number of answers to a scavenger never tells who holds a guard dog"""
    codes, weights = [0] * FACTS.max_legal, [0] * FACTS.max_outcomes
    s = new_game(4, rounds=9, scavengers=6)
    seed_nature(s, 11)
    dice = dice_for(11, 0)
    answers, windows = 0, 0
    while not over(s):
        seat = asked(s)
        stage = "" if seat == CHANCE else BREATH.stage(s, seat)
        if stage == "guard":
            if answers == 0:
                windows += 1
            answers += 1
            BREATH.rules.apply(s, seat, BREATH.table.code("let"))
            continue
        if answers:
            assert answers == 3
        answers = 0
        if seat == CHANCE:
            code = BREATH.python["draw_outcome"](s, codes, weights)
        else:
            code = BREATH.python["choose"](s, seat, RANDOM, codes, dice)
        BREATH.rules.apply(s, seat, code)
    assert windows > 5
