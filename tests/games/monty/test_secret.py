"""Setting up a match and a race, the secret phase, and who may know what was chosen."""

from __future__ import annotations

from collections import Counter

import pytest

from dogpark.games.monty.actions import CARD_NAMES
from dogpark.games.monty.state import CAT, DRAW, NONE, SQUIRREL, Monty
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.seed import seed_nature
from tests.games.monty.table import MONTY, Garden, garden, match


def choose(s: Monty, *species: str) -> None:
    for seat, name in enumerate(species):
        MONTY.rules.apply(s, seat, MONTY.table.code("species", species=name))


# -- the deck -------------------------------------------------------------------------------------


def draw_all(seed: int) -> list[str]:
    """All 19 cards of a deck, one after the other."""
    s = garden().s
    seed_nature(s, seed)
    codes, weights = [0] * MONTY.buffer, [0] * MONTY.buffer
    cards = []
    while sum(s.deck):
        s.phase = DRAW
        action = MONTY.table.action(MONTY.python["draw_outcome"](s, codes, weights))
        cards.append(str(action["card"]))
        s.deck[CARD_NAMES.index(cards[-1])] -= 1
    return cards


@pytest.mark.parametrize("seed", range(30))
def test_a_deck_has_nineteen_cards_and_the_first_nine_are_garden_cards(seed: int) -> None:
    """MON-1.6, MON-13.3 (T01)"""
    cards = draw_all(seed)
    assert Counter(cards) == {
        "path": 4,
        "gate": 2,
        "tree": 2,
        "broken_fence": 4,
        "trampoline": 4,
        "bark_bark": 1,
        "home_stage": 2,
    }
    assert not {"bark_bark", "home_stage"} & set(cards[:9])


def test_each_of_the_last_ten_places_is_as_likely_for_bark_bark() -> None:
    """MON-1.6: nature's weights are the cards that are left, garden cards only at first"""
    s = garden().s
    s.phase = DRAW
    assert [weight for _, weight in MONTY.chance(s)] == [4, 2, 2, 4, 4]
    s.deck = [2, 1, 1, 2, 1, 1, 2]
    assert [weight for _, weight in MONTY.chance(s)] == [2, 1, 1, 2, 1, 1, 2]
    s.deck = [2, 1, 1, 2, 2, 1, 2]  # eleven are left: the ninth card is still to come
    assert [weight for _, weight in MONTY.chance(s)] == [2, 1, 1, 2, 2]
    assert MONTY.view(s, None)["deck"]["garden"] == 1


# -- setting up -----------------------------------------------------------------------------------


def test_a_match_begins_with_everybody_choosing_cat_or_squirrel_at_the_same_time() -> None:
    """MON-3.1, MON-1.3, MON-18.2"""
    s = MONTY.blank(4, MONTY.facts.read_options({}, 4))
    assert isinstance(s, Monty)
    MONTY.rules.start(s)
    assert MONTY.active_seats(s) == (0, 1, 2, 3)
    for seat in (2, 0, 3):
        MONTY.rules.apply(s, seat, MONTY.table.code("species", species="squirrel"))
        assert s.species == [NONE] * 5
    assert MONTY.active_seats(s) == (1,)
    MONTY.rules.apply(s, 1, MONTY.table.code("species", species="cat"))
    assert s.species == [SQUIRREL, CAT, SQUIRREL, SQUIRREL, NONE]


def test_lots_are_drawn_for_who_lays_start() -> None:
    """MON-3.2"""
    s = MONTY.blank(5, MONTY.facts.read_options({}, 5))
    assert isinstance(s, Monty)
    MONTY.rules.start(s)
    choose(s, *["cat"] * 5)
    assert MONTY.active_seats(s) == (CHANCE,)
    outcomes = [(str(MONTY.table.action(code)), weight) for code, weight in MONTY.chance(s)]
    assert outcomes == [(f"placer {seat}", 1) for seat in range(5)]
    MONTY.rules.apply(s, CHANCE, MONTY.table.code("placer", seat=3))
    assert MONTY.active_seats(s) == (3,)


def test_start_may_lie_anywhere_with_at_least_one_end_free() -> None:
    """MON-3.5, MON-2.1: on the whole table there is always an end free, so all 117 cells do"""
    g = Garden(match(), ())
    assert len(g.choices()) == 234
    assert g.choices()[:3] == ["start 0 0 H", "start 0 0 V", "start 1 0 H"]
    g = Garden(match(obstacles="1,0 0,1"), ())
    starts = g.choices()
    assert "start 0 0 H" not in starts
    assert "start 0 0 V" not in starts
    assert "start 1 0 H" not in starts  # something stands there
    assert "start 2 0 H" in starts  # its eastern end is free


def test_all_pawns_begin_on_start_and_the_crown_lies_there_unheld() -> None:
    """MON-3.6, MON-3.4, MON-1.4, MON-1.2 (T02)"""
    g = garden(players=4)
    assert g.pawns == [(3, 4)] * 4
    assert g.s.tick[:4] == [0, 0, 0, 0]
    assert (g.crown, g.holder) == ((3, 4), None)
    assert g.s.corners == [6, 6]
    assert g.s.stage == 0
    while g.stage == "talk":
        g.play(f"{g.asked[0]}: claim silent")
    for seat in range(4):
        assert g.choices(seat) == ["commit 2", "commit 3", "commit 4", "commit 5"]


def test_without_any_place_for_start_the_table_is_cleared_of_obstacles() -> None:
    """MON-3.7: of 4 by 3 cells six are taken, and the others do not touch"""
    cells = "1,0 3,0 0,1 2,1 1,2 3,2"
    assert Garden(match(table_w=4, table_h=3, obstacles=cells), ()).choices()
    assert match(table_w=4, table_h=3, obstacles=cells).cleared == 1
    roomy = match(table_w=4, table_h=3, obstacles="1,0 3,0 0,1 2,1 1,2")
    assert roomy.cleared == 0


# -- talking and choosing -------------------------------------------------------------------------


def test_everybody_speaks_at_the_same_moment_and_is_heard_when_all_have_spoken() -> None:
    """MON-4.1, MON-18.2"""
    g = garden()
    assert (g.stage, g.asked) == ("talk", (0, 1, 2))
    assert g.choices() == ["claim silent", *(f"claim {number}" for number in range(2, 6))]
    g.play("1: claim 4", "0: claim silent")
    assert g.s.claim[0] == [NONE] * 5
    g.play("2: claim 2")
    assert g.s.claim[0][:3] == [0, 4, 2]
    assert (g.stage, g.asked) == ("commit", (0, 1, 2))


def test_a_number_other_than_the_one_said_is_remembered_and_has_no_effect() -> None:
    """MON-4.2, MON-4.4, MON-18.3 (T03)"""
    g = garden(deck="PATH PATH PATH PATH PATH PATH PATH PATH PATH PATH")
    g.play("0: claim 3", "1: claim 2", "2: claim silent")
    g.play("0: commit 5")
    seen = MONTY.view(g.s, 1)
    assert g.s.shown[:3] == [0, 0, 0]
    other = g.s.copy()
    other.sealed[0] = 4
    assert MONTY.view(other, 1) == seen  # committed, and no more than that
    told = seen["players"][0]
    assert (told["said"], told["answered"], told["number"]) == ([3], True, None)
    g.play("1: commit 2", "2: commit 3")
    assert g.s.shown[:3] == [5, 2, 3]
    told = MONTY.view(g.s, 1)["players"][0]
    assert (told["number"], told["bluffed"], told["bluffs"]) == (5, True, 1)
    assert g.s.bluffs[:3] == [1, 0, 0]
    g.explore()
    honest = garden(deck="PATH PATH PATH PATH PATH PATH PATH PATH PATH PATH")
    honest.commit(5, 2, 3)
    honest.explore()
    assert honest.s.bluffs[:3] == [0, 0, 0]
    assert (honest.pawns, honest.holder) == (g.pawns, g.holder)


def test_all_four_cards_are_back_for_the_next_round() -> None:
    """MON-4.5 (T04)"""
    g = garden(deck="PATH PATH PATH PATH PATH PATH PATH PATH PATH PATH")
    g.commit(5, 2, 3)
    g.explore()
    assert g.s.round == 2
    while g.stage == "talk":
        g.play(f"{g.asked[0]}: claim silent")
    assert g.choices(0) == ["commit 2", "commit 3", "commit 4", "commit 5"]


def test_a_card_that_was_put_down_cannot_be_taken_back() -> None:
    """MON-4.3"""
    g = garden()
    while g.stage == "talk":
        g.play(f"{g.asked[0]}: claim silent")
    g.play("1: commit 4")
    assert g.asked == (0, 2)
    assert g.choices(1) == []


def test_a_number_that_nobody_chose_is_skipped() -> None:
    """MON-5.1"""
    g = garden(deck="PATH PATH PATH")
    g.commit(3, 5, 5)
    assert (g.s.number, g.asked) == (3, (0,))
    g.explore()
    assert (g.s.number, g.stage) == (5, "offer")
