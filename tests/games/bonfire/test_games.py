"""Whole games, played at random and by rules of thumb."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from dogpark.games.bonfire import FACTS
from dogpark.games.bonfire.state import DEFENDING, Bonfire
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.playout import GREEDY, RANDOM
from dogpark.kernel.seed import dice_for, seed_nature
from tests.games.bonfire.table import BONFIRE, asked, over, table

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "bonfire.md"
IDS = set(re.findall(r"\*\*(BON-\d+\.\d+)\*\*", PAGE.read_text("utf-8")))


def new_game(seed: int, players: int, **options: object) -> Bonfire:
    s = table(players, **{"first_player": "random", **options})
    seed_nature(s, seed)
    return s


@settings(max_examples=40, deadline=None)
@given(data=st.data(), players=st.sampled_from(FACTS.seats))
def test_sticks_and_dogs_are_never_lost_or_made_whatever_is_played(
    data: st.DataObject, players: int
) -> None:
    """BON-1.7"""
    s = table(players, rounds=2)
    for _ in range(60):
        if over(s):
            break
        seat = asked(s)
        offered = (
            [code for code, _ in BONFIRE.chance(s)] if seat == CHANCE else BONFIRE.legal(s, seat)
        )
        BONFIRE.rules.apply(s, seat, data.draw(st.sampled_from(offered)))
        piles = [sum(row[i] for row in [s.bonfire, *s.held]) for i in range(3)]
        assert piles == [9, 7, 5]
        assert s.pack + sum(s.dogs) == 25
        assert BONFIRE.problems(s) == []


def test_in_random_games_choices_are_sorted_told_and_explained() -> None:
    """BON-1.7, BON-2.3, BON-9.7"""
    codes, weights = [0] * FACTS.max_legal, [0] * FACTS.max_outcomes
    draw, choose = BONFIRE.python["draw_outcome"], BONFIRE.python["choose"]
    for seed in range(6):
        s = new_game(seed, 2 + seed % 3)
        bots = [dice_for(seed, seat) for seat in range(s.players)]
        while not over(s):
            seat = asked(s)
            if seat == CHANCE:
                code = draw(s, codes, weights)
            else:
                legal = BONFIRE.legal(s, seat)
                assert legal == sorted(set(legal))
                assert len(BONFIRE.prompt(s, seat)["choices"]) == len(legal)
                assert s.phase != DEFENDING or len(legal) > 1
                for other in range(len(BONFIRE.table)):
                    if other not in legal:
                        refusal = BONFIRE.refusal(s, seat, other)
                        assert refusal.rule in IDS
                        assert refusal.words
                code = choose(s, seat, RANDOM, codes, bots[seat])
            before = s.copy()
            BONFIRE.rules.apply(s, seat, code)
            assert BONFIRE.events(before, seat, code, s)
            assert all(event.words for event in BONFIRE.events(before, seat, code, s))


def test_the_rules_of_thumb_beat_random_play() -> None:
    """BON-11.1"""
    codes, weights = [0] * FACTS.max_legal, [0] * FACTS.max_outcomes
    won = 0
    for seed in range(40):
        s = new_game(seed, 2)
        mine = seed % 2
        policies = [GREEDY if seat == mine else RANDOM for seat in range(2)]
        bots = [dice_for(seed, seat) for seat in range(2)]
        BONFIRE.python["play_on"](s, policies, bots, codes, weights, FACTS.max_steps)
        won += BONFIRE.places(s)[0][mine] == 1
    assert won >= 30


def test_the_rules_of_thumb_leave_the_table_as_it_is_and_do_not_look_at_the_dice_to_come() -> None:
    """BON-1.6"""
    codes, weights = [0] * FACTS.max_legal, [0] * FACTS.max_outcomes
    draw, greedy = BONFIRE.python["draw_outcome"], BONFIRE.python["greedy"]
    s = new_game(5, 3)
    bots = [dice_for(5, seat) for seat in range(3)]
    while not over(s):
        seat = asked(s)
        if seat == CHANCE:
            BONFIRE.rules.apply(s, seat, draw(s, codes, weights))
            continue
        count = BONFIRE.rules.legal(s, seat, codes)
        before = s.copy()
        dice = list(bots[seat])
        chosen = greedy(s, seat, codes, count, bots[seat])
        assert s == before
        other = BONFIRE.redeal(s, seat, [9, 8, 7, seat])
        assert greedy(other, seat, codes, count, dice) == chosen
        BONFIRE.rules.apply(s, seat, codes[chosen])
