"""What a seat cannot know is dealt afresh; what it knows stays."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from dogpark.games.breath import FACTS
from dogpark.games.breath.knowledge import row_of
from dogpark.games.breath.scoring import hand_points
from dogpark.games.breath.state import SORTS, SPECTATOR, Breath
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.playout import GREEDY, RANDOM
from dogpark.kernel.seed import dice_for, seed_nature
from tests.games.breath.table import (
    BREATH,
    asked,
    at_turn,
    chance,
    do,
    hand,
    lay_up,
    leave_in_deck,
    new_game,
    over,
    sort_of,
    turn_of,
)
from tests.games.breath.test_knowledge import bottom_of, make_known

ONE = "Vsd Vsd Vbd Vbd Psd Psd Pbd"
TWO = "Vsn Vsn Vbn Vbn Psn Psn Pbn"
THREE = "Msd Msd Mbd Mbd Msn Msn Mbn"


def redeal(s: Breath, seat: int | None, dice: list[int]) -> Breath:
    new = BREATH.redeal(s, seat, dice)
    assert isinstance(new, Breath)
    assert BREATH.problems(new) == []
    return new


def shown(s: Breath, seat: int | None) -> str:
    """All that a seat is shown, as bytes."""
    seen: list[object] = [BREATH.view(s, seat)]
    if seat is not None:
        seen += [BREATH.prompt(s, seat), BREATH.legal(s, seat), BREATH.stage(s, seat)]
    return json.dumps(seen)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("named", ["off", "on"])
def test_redealing_leaves_a_lawful_state_that_the_seat_cannot_tell_from_the_old(
    players: int, named: str
) -> None:
    """BRE-10.1, BRE-10.2, BRE-10.3, BRE-10.7"""
    s = new_game(players, named_request=named, rounds=3, scavengers=6)
    seed_nature(s, players)
    codes, weights = [0] * FACTS.max_legal, [0] * FACTS.max_outcomes
    dice = dice_for("belief", 0)
    step = 0
    while not over(s):
        if step % 5 == 0:
            for seat in (None, *range(players)):
                old = s.copy()
                new = redeal(s, seat, dice)
                assert s == old
                assert shown(new, seat) == shown(s, seat)
                assert (new.cards, new.face_up, new.left) == (s.cards, s.face_up, s.left)
        seat_now = asked(s)
        if seat_now == CHANCE:
            code = BREATH.python["draw_outcome"](s, codes, weights)
        else:
            policy = (RANDOM, GREEDY)[step % 7 == 0]
            code = BREATH.python["choose"](s, seat_now, policy, codes, dice)
        BREATH.rules.apply(s, seat_now, code)
        step += 1


def test_redealing_changes_the_other_hands_and_the_generator() -> None:
    """BRE-10.1"""
    s = at_turn(ONE, TWO, THREE)
    new = redeal(s, 0, dice_for("change", 0))
    assert new.hand[0] == s.hand[0]
    assert new.hand[1] != s.hand[1]
    assert new.hand[2] != s.hand[2]
    assert new.rng_key != s.rng_key
    assert redeal(s, None, dice_for("change", 1)).hand[0] != s.hand[0]


def test_every_unseen_card_is_as_likely_anywhere() -> None:
    """BRE-10.1: 6 bones among 49 cards, 7 of which are in the other hand"""
    s = at_turn(ONE, TWO)
    dice = dice_for("uniform", 0)
    bones = Counter(redeal(s, 0, dice).hand[1][sort_of("B")] for _ in range(4000))
    mean = sum(count * often for count, often in bones.items()) / 4000
    assert abs(mean - 7 * 6 / 49) < 0.05


def test_what_a_seat_knows_of_other_hands_stays() -> None:
    """BRE-10.2, BRE-10.3"""
    s = at_turn("S B B Vbd Psd Psd Pbd", "G G Vsn Vbn Psn Psn Pbn", THREE)
    make_known(s, 1, "Vsn")
    do(s, "scavenge 1 B", "let", "let")
    chance(s, "blind G")
    dice = dice_for("known", 0)
    sure, open_ = 0, 0
    for _ in range(300):
        new = redeal(s, 0, dice)
        assert new.hand[1][sort_of("B")] >= 1
        assert new.hand[1][sort_of("Vsn")] >= 1
        sure += redeal(s, 1, dice).hand[0][sort_of("G")] >= 1
        open_ += redeal(s, 2, dice).hand[1][sort_of("B")] >= 1
    assert sure == 300
    assert 0 < open_ < 300  # the third player has seen neither card


def test_cards_known_to_lie_at_the_bottom_stay_in_the_deck() -> None:
    """BRE-10.5"""
    s = at_turn(ONE, TWO)
    bottom_of(s, "B B G", "Mbn S S")
    dice = dice_for("bottom", 0)
    hands = set()
    for _ in range(200):
        new = redeal(s, 0, dice)
        assert new.deck[sort_of("B")] >= 2
        assert new.deck[sort_of("G")] >= 1
        assert new.hand[1][sort_of("B")] == 0
        hands.add(tuple(new.hand[1]))
    assert len(hands) > 5


def test_after_a_new_deck_a_seat_of_two_knows_the_other_hand() -> None:
    """BRE-10.6"""
    s = at_turn(ONE, TWO)
    leave_in_deck(s, "")
    do(s, "draw")
    dice = dice_for("deck", 0)
    for _ in range(50):
        assert redeal(s, 0, dice).hand[1] == hand(TWO)
    chance(s, "deal B")
    hands = Counter(tuple(redeal(s, 1, dice).hand[0]) for _ in range(200))
    assert len(hands) > 5  # seven cards are certain, the eighth came from the deck
    for cards in hands:
        assert all(a >= b for a, b in zip(cards, hand(ONE), strict=True))


def test_with_three_players_the_two_other_hands_are_known_together() -> None:
    """BRE-10.6"""
    s = at_turn(ONE, TWO, THREE)
    leave_in_deck(s, "")
    do(s, "draw")
    dice = dice_for("together", 0)
    both = [a + b for a, b in zip(hand(TWO), hand(THREE), strict=True)]
    for _ in range(50):
        new = redeal(s, 0, dice)
        assert [a + b for a, b in zip(new.hand[1], new.hand[2], strict=True)] == both


def test_a_hand_that_was_asked_in_vain_does_not_get_such_a_card() -> None:
    """BRE-10.7"""
    s = at_turn("S B B Vbd Psd Psd Pbd", TWO, named_request="on")
    do(s, "scavenge 1 B", "name Msd", "let")
    chance(s, "deal Mbn")
    dice = dice_for("lacks", 0)
    for _ in range(300):
        assert redeal(s, 0, dice).hand[1][sort_of("Msd")] == 0


def test_whoever_is_out_has_the_points_that_the_house_asks_for() -> None:
    """BRE-10.8, BRE-11.6"""
    s = at_turn("Psd Psd Psd Psn Pbd B B", "S Vsn Vbn Vbn Msn Msn Mbn", min_points_to_go_out=20)
    turn_of(s, "Msd", "Msd", "out")
    assert BREATH.view(s, 1)["players"][0]["proven"]
    dice = dice_for("proven", 0)
    hands = Counter(tuple(redeal(s, 1, dice).hand[0]) for _ in range(60))
    assert len(hands) > 30
    assert all(hand_points(list(cards), -1) >= 20 for cards in hands)
    do(s, "scavenge 0 Vsn", "let")
    chance(s, "blind Psn")
    assert not BREATH.view(s, 1)["players"][0]["proven"]
    few = [hand_points(redeal(s, 1, dice).hand[0], -1) < 20 for _ in range(60)]
    assert any(few)


def test_a_guard_dog_of_the_one_who_is_out_ends_that_certainty() -> None:
    """BRE-10.8"""
    s = at_turn("Psd Psd Psd Psn Pbd B G", "S Vsn Vbn Vbn Msn Msn Mbn", min_points_to_go_out=20)
    turn_of(s, "Msd", "Msd", "out")
    do(s, "scavenge 0 Vsn", "guard")
    assert s.proven == 0


def test_whoever_is_out_has_a_super_combo_if_the_house_asks_for_one() -> None:
    """BRE-10.8, BRE-11.7: as often as it can be dealt, by day, by night, or with six bones"""
    combo = "B Vsd Vbd Psd Pbd Msd Mbd"
    s = at_turn(combo, "Vsd Vsd Vsd Pbd Pbd Pbd Mbd", super_combo_to_go_out="on")
    turn_of(s, "G", "G", "out")
    dice = dice_for("combo", 0)
    found = Counter(hand_points(redeal(s, 1, dice).hand[0], -1) for _ in range(300))
    day, night, bones = 6 * 1 * 4 * 4 * 1 * 4 * 3, 6 * 3**6, 4 + 3 + 3 + 3
    for points, ways in ((60, day), (65, night), (100, bones)):
        assert abs(found[points] / 300 - ways / (day + night + bones)) < 0.06
    assert set(found) <= {60, 65, 100}
    spectator = Counter(hand_points(redeal(s, None, dice).hand[0], -1) for _ in range(60))
    assert set(spectator) <= {60, 65, 100}


def test_a_bone_discarded_last_may_mean_seven_meat() -> None:
    """BRE-10.8, BRE-8.3"""
    s = at_turn(
        "Msd Msd Msd Msd Mbd Mbd B", "Vsd Vsn Vbn Vbn Psn Psn Pbn", super_combo_to_go_out="on"
    )
    turn_of(s, "Mbd", "B", "out")
    dice = dice_for("meat", 0)
    hands = {tuple(redeal(s, 1, dice).hand[0]) for _ in range(40)}
    assert len(hands) > 5
    assert all(hand_points(list(cards), sort_of("B")) in (60, 65, 80, 100) for cards in hands)


def test_a_card_laid_down_is_any_card_of_that_hand_to_others() -> None:
    """BRE-4.5, BRE-10.1"""
    s = at_turn("S B B Vbd Psd Psd Pbd", TWO, THREE)
    do(s, "scavenge 1 B")
    dice = dice_for("offer", 0)
    offers = set()
    for _ in range(200):
        new = redeal(s, 1, dice)
        assert new.hand[0][new.offer] > 0
        offers.add(new.offer)
        assert redeal(s, 0, dice).offer == s.offer
    assert len(offers) > 8


def test_what_others_know_of_each_other_fits_the_new_hands() -> None:
    """BRE-10.3: seat 2 cannot know which card seats 0 and 1 know of each other"""
    s = at_turn("S B B Vbd Psd Psd Pbd", TWO, THREE)
    do(s, "scavenge 1 B", "let", "let")
    chance(s, "blind Vsn")
    dice = dice_for("others", 0)
    certain = set()
    for _ in range(200):
        new = redeal(s, 2, dice)
        row = new.known[row_of(1, 0)]
        assert sum(row) == 1
        certain.add(row.index(1))
        assert new.known[row_of(2, 0)] == s.known[row_of(2, 0)]
        assert new.known[row_of(1, SPECTATOR)] == [0] * SORTS
    assert len(certain) > 8


def test_a_deal_in_progress_is_redealt_with_the_cards_dealt_so_far() -> None:
    """BRE-2.1, BRE-10.1"""
    s = new_game(3)
    for short in ["Msd", "Msd", "Msn", "Msn"]:
        chance(s, f"deal {short}")
    new = redeal(s, 1, dice_for("deal", 0))
    assert new.cards == s.cards
    assert new.hand[1] == s.hand[1]
    assert new.left == s.left


def test_a_discard_after_a_pick_leaves_the_rest_open() -> None:
    """BRE-10.2"""
    s = at_turn(ONE, TWO)
    turn_of(s, "B", "B")
    do(s, "pick B", "discard B")
    dice = dice_for("open", 0)
    assert len({tuple(redeal(s, 0, dice).hand[1]) for _ in range(50)}) > 40


# -- the hand of the one who is out ---------------------------------------------------------------


def dominant(counts: list[int]) -> int:
    kinds = [sum(counts[4 * kind : 4 * kind + 4]) for kind in range(3)]
    return kinds.index(max(kinds))


@pytest.mark.parametrize("least", [20, 30])
@pytest.mark.parametrize(
    "held",
    ["Vsn Vsn Vbn Vbn Vbn Vsd Vsd", "Psn Psn Pbn Pbn Pbn Psd Psd", "B Vsn Vbn Psn Pbn Msn Mbn"],
)
def test_a_hand_that_is_out_is_dealt_by_likelihood_whatever_it_is(least: int, held: str) -> None:
    """BRE-10.8, BRE-11.6: as often as among hands dealt at random until one is good enough"""
    s = at_turn(held, "Vbd Psd Psd Pbd Mbd S G", min_points_to_go_out=least)
    turn_of(s, "Msd", "Msd", "out")
    dice = dice_for(f"likelihood {least}", 0)
    dealt = [redeal(s, 1, dice).hand[0] for _ in range(400)]
    random = Random(f"{least} {held}")
    pool = [sort for sort in range(SORTS) for _ in range(s.deck[sort] + s.hand[0][sort])]
    wanted: list[list[int]] = []
    while len(wanted) < 400:
        cards = random.sample(pool, 7)
        counts = [cards.count(sort) for sort in range(SORTS)]
        if hand_points(counts, s.last[0]) >= least:
            wanted.append(counts)
    features = [
        lambda counts: dominant(counts) == 0,
        lambda counts: dominant(counts) == 1,
        lambda counts: counts[sort_of("B")] > 0,
        lambda counts: counts[sort_of("S")] + counts[sort_of("G")] > 0,
        lambda counts: sum(counts[0:12:2]) == 0,
        lambda counts: hand_points(counts, s.last[0]) >= least + 3,
    ]
    for feature in features:
        shares = [sum(map(feature, hands)) / 400 for hands in (dealt, wanted)]
        assert abs(shares[0] - shares[1]) < 0.14  # four standard deviations


def test_a_super_combo_is_not_kept_where_points_are_enough() -> None:
    """BRE-10.8, BRE-11.6: a 65 is one way in many to have 40 points"""
    s = at_turn("Vsn Vbn Psn Pbn Msn Mbn B", ONE, min_points_to_go_out=40)
    turn_of(s, "Psd", "Psd", "out")
    dice = dice_for("forty", 0)
    found = Counter(hand_points(redeal(s, 1, dice).hand[0], s.last[0]) for _ in range(150))
    assert min(found) >= 40
    assert found[65] < 30


def test_what_is_known_of_a_hand_that_is_out_stays() -> None:
    """BRE-10.2, BRE-10.8"""
    s = at_turn(
        "Vsn Vsn Vbn Vbn Vbn Vsd Msd", ONE.replace("Vsd Vsd", "B B"), min_points_to_go_out=30
    )
    make_known(s, 0, "Vsd Vbn")
    turn_of(s, "Mbd", "Mbd", "out")
    dice = dice_for("partly", 0)
    hands = [redeal(s, 1, dice).hand[0] for _ in range(100)]
    assert all(cards[sort_of("Vsd")] and cards[sort_of("Vbn")] for cards in hands)
    assert all(hand_points(cards, s.last[0]) >= 30 for cards in hands)
    assert len({tuple(cards) for cards in hands}) > 50


def test_a_super_combo_has_no_card_that_was_asked_for_in_vain() -> None:
    """BRE-10.7, BRE-10.8: without a vege-snout-day it cannot be the one by day"""
    s = at_turn(
        "S Psd Psd Pbd Pbd Psd Pbd",
        "Vsn Vbn Psn Pbn Msn Mbn Mbd",
        "Vsd Vsd Vbd Vbd Msd Msd Mbd",
        named_request="on",
        super_combo_to_go_out="on",
    )
    do(s, "scavenge 1 Psd", "name Vsd", "let", "let")
    chance(s, "deal Psn")
    lay_up(s, "B")
    turn_of(s, "Vbn", "Vbn")
    do(s, "pick B", "discard Mbd", "out")
    dice = dice_for("both", 0)
    for seat in (0, 2, None):
        found = Counter(hand_points(redeal(s, seat, dice).hand[1], -1) for _ in range(100))
        assert set(found) <= {65, 100}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("house", [{"super_combo_to_go_out": "on"}, {"min_points_to_go_out": 12}])
def test_both_options_together_leave_lawful_states(players: int, house: dict[str, Any]) -> None:
    """BRE-10.7, BRE-10.8, BRE-11.4"""
    s = new_game(players, named_request="on", rounds=1, scavengers=6, **house)
    seed_nature(s, players)
    codes, weights = [0] * FACTS.max_legal, [0] * FACTS.max_outcomes
    dice = dice_for("together", 1)
    step = 0
    while not over(s):
        if step % 29 == 0 or (s.proven and step % 3 == 0):
            for seat in (None, *range(players)):
                assert shown(redeal(s, seat, dice), seat) == shown(s, seat)
        seat_now = asked(s)
        if seat_now == CHANCE:
            code = BREATH.python["draw_outcome"](s, codes, weights)
        else:
            code = BREATH.python["choose"](s, seat_now, GREEDY, codes, dice)
        BREATH.rules.apply(s, seat_now, code)
        step += 1


def test_hands_that_lack_cards_are_dealt_as_often_as_there_are_ways() -> None:
    """BRE-10.7: against deals at random that are thrown away where a hand has what it lacks"""
    s = at_turn(ONE, TWO, THREE, named_request="on")
    s.lacks[1] = 1 << sort_of("B") | 1 << sort_of("Msd")
    s.lacks[2] = 1 << sort_of("G") | 1 << sort_of("Pbd")
    dice, random = dice_for("ways", 0), Random(7)
    pool = [
        sort
        for sort in range(SORTS)
        for _ in range(s.deck[sort] + s.hand[1][sort] + s.hand[2][sort])
    ]
    wanted: list[list[list[int]]] = []
    while len(wanted) < 1500:
        cards = random.sample(pool, 14)
        hands = [[part.count(sort) for sort in range(SORTS)] for part in (cards[:7], cards[7:])]
        if not any(hands[at][i] for at in (0, 1) for i in range(SORTS) if s.lacks[at + 1] >> i & 1):
            wanted.append(hands)
    dealt = [redeal(s, 0, dice).hand[1:3] for _ in range(1500)]
    for at, short in ((0, "G"), (0, "Pbd"), (0, "Vsn"), (1, "B"), (1, "Msd"), (1, "Vsn")):
        means = [
            sum(hands[at][sort_of(short)] for hands in deals) / 1500 for deals in (dealt, wanted)
        ]
        assert abs(means[0] - means[1]) < 0.12


def test_a_card_just_drawn_is_any_card_of_that_hand_to_others() -> None:
    """BRE-4.5, BRE-10.1"""
    s = at_turn("S Msd Mbd Msn Psd Vbd B", TWO, THREE.replace("Msd Msd Mbd Mbd Msn", "G G B B B"))
    do(s, "draw")
    chance(s, "deal Mbn")
    dice = dice_for("came", 0)
    assert redeal(s, 0, dice).came == sort_of("Mbn")
    assert len({redeal(s, 1, dice).came for _ in range(100)}) > 8
    do(s, "discard Mbn", "out")
    s.hand[1][sort_of("Vsn")] -= 1
    s.hand[1][sort_of("S")] += 1
    s.deck[sort_of("Vsn")] += 1
    s.deck[sort_of("S")] -= 1
    do(s, "scavenge 0 Vbn", "let", "let")
    chance(s, "blind Psd")
    for seat in (0, 1):
        assert (redeal(s, seat, dice).came, redeal(s, seat, dice).went) == (s.came, s.went)
    assert len({(new.came, new.went) for new in (redeal(s, 2, dice) for _ in range(100))}) > 20
