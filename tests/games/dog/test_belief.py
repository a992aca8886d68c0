"""What a seat cannot know is dealt afresh; what it knows stays."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from dogpark.games.dog.actions import CARDS, TABLE
from dogpark.games.dog.invariants import problems
from dogpark.games.dog.state import Dog
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.seed import dice_for
from tests.games.dog.positions import DOG, act, hold, position
from tests.games.dog.test_view import exchange, play_on

SEATS = (None, 0, 1, 2, 3)


def redeal(s: Dog, seat: int | None, dice: list[int]) -> Dog:
    new = DOG.redeal(s, seat, dice)
    assert isinstance(new, Dog)
    return new


def known(s: Dog, seat: int | None) -> str:
    """All that a seat is shown, as bytes."""
    seen: list[Any] = [DOG.view(s, seat)]
    if seat is not None:
        seen += [DOG.prompt(s, seat), DOG.legal(s, seat), DOG.stage(s, seat)]
    return json.dumps(seen)


def heard(s: Dog, seat: int, code: int) -> list[dict[str, Any]]:
    """What a seat is told of its own action, short of what a drawn or given card reveals."""
    after = s.copy()
    DOG.rules.apply(after, seat, code)
    events = DOG.events(s, seat, code, after)
    return [
        event.to_dict()
        for event in events
        if event.key != "got" and (event.seats is None or seat in event.seats)
    ]


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, {}),
        (4, {"reshuffle": "top_up", "fold_reveal": "off", "jokers_per_pack": 3}),
        (4, {"exchange": "off", "seven_kills": "off"}),
        (6, {"fold_reveal": "off"}),
    ],
)
def test_redealing_leaves_a_lawful_state_that_the_seat_cannot_tell_from_the_old(
    players: int, options: dict[str, object]
) -> None:
    """DOG-12.1, DOG-12.2, DOG-12.3"""
    dice, rnd = dice_for("belief", 0), random.Random(2)
    for before, _, _, _ in play_on(4, players, max_rounds=16, **options):
        if rnd.random() < 0.8:
            continue
        for seat in (None, *range(players)):
            old = before.copy()
            new = redeal(before, seat, dice)
            assert before == old
            assert problems(new) == []
            assert new.cards == before.cards
            assert new.loc == before.loc
            assert known(new, seat) == known(before, seat)
            if seat is not None:
                for code in DOG.legal(before, seat):
                    assert heard(new, seat, code) == heard(before, seat, code)


def test_redealing_changes_the_other_hands_and_the_generator() -> None:
    """DOG-12.2"""
    dice = dice_for("change", 0)
    s = exchange("A 2 3 4 5", "A 2 3 4 5", "6 7 8 9 J", "6 7 8 9 J")
    new = redeal(s, 0, dice)
    assert new.hand[0] == s.hand[0]
    assert [new.hand[seat] != s.hand[seat] for seat in (1, 2, 3)] == [True] * 3
    assert new.rng_key != s.rng_key
    assert redeal(s, None, dice).hand[0] != s.hand[0]


def test_every_unseen_card_is_as_likely_anywhere() -> None:
    """DOG-12.2: the other hands hold jokers as often as the draw pile has them"""
    dice = dice_for("uniform", 0)
    s = position("0:[10]", "5 X")
    hold(s, 1, "2 3")
    hold(s, 3, "4 4")
    jokers = Counter[int]()
    rounds = 4000
    for _ in range(rounds):
        new = redeal(s, 0, dice)
        for seat in (1, 3):
            jokers[seat] += new.hand[seat].count(CARDS.index("X"))
    for seat in (1, 3):  # two cards of 106 unseen ones, three of which are jokers
        assert abs(jokers[seat] / rounds - 2 * 3 / 106) < 0.012


def test_a_sure_gift_stays_in_the_partners_hand_and_only_for_the_giver() -> None:
    """DOG-12.3"""
    s = exchange("K 5", "2 3", "8 8", "A Q")
    for seat, card in enumerate(("K", "2", "8", "A")):
        DOG.rules.apply(s, seat, TABLE.code("give", card=card))
    dice, king = dice_for("gift", 0), CARDS.index("K")
    holds = Counter[str]()
    for _ in range(300):
        for name, seat in (("giver", 0), ("opponent", 1), ("nobody", None)):
            new = redeal(s, seat, dice)
            holds[name] += king in new.hand[2]
            assert problems(new) == []
        assert redeal(s, 2, dice).gift[0] == king
    assert holds["giver"] == 300
    assert holds["opponent"] < 100
    assert holds["nobody"] < 100


def test_the_rest_of_a_partners_hand_is_open_once_the_gift_is_no_longer_sure() -> None:
    """DOG-12.3"""
    s = exchange("A 5", "2 3", "8 8", "A Q")
    for seat, card in enumerate(("A", "2", "8", "A")):
        DOG.rules.apply(s, seat, TABLE.code("give", card=card))
    s = act(act(act(s, "fold"), "play A start"), "play A start")
    assert s.sure[0] == 0
    dice = dice_for("open", 0)
    hands = {tuple(redeal(s, 0, dice).hand[2]) for _ in range(60)}
    assert len(hands) > 8


def test_sealed_picks_of_others_are_drawn_from_their_new_hands() -> None:
    """DOG-12.3"""
    s = exchange("K 5", "2 3", "8 8", "A Q")
    for seat, card in ((0, "K"), (1, "2")):
        DOG.rules.apply(s, seat, TABLE.code("give", card=card))
    dice = dice_for("sealed", 0)
    picks = set()
    for _ in range(200):
        new = redeal(s, 0, dice)
        assert new.gift[0] == CARDS.index("K")
        assert new.gift[1] in new.hand[1][: new.cards[1]]
        assert new.gift[2:4] == [-1, -1]
        picks.add(new.gift[1])
    assert len(picks) > 8


def test_a_gift_between_others_is_as_likely_gone_as_cards_are_gone() -> None:
    """DOG-12.3: of three cards the receiver has played one"""
    s = exchange("5 5 5", "A 2 3", "8 8 8", "A Q 6")
    for seat, card in enumerate(("5", "2", "8", "A")):
        DOG.rules.apply(s, seat, TABLE.code("give", card=card))
    s = act(act(s, "fold"), "play A start")
    dice = dice_for("gone", 0)
    sure = sum(redeal(s, 0, dice).sure[3] for _ in range(3000))
    assert abs(sure / 3000 - 2 / 3) < 0.03


def test_cards_that_lie_face_down_are_unknown_to_all() -> None:
    """DOG-13.5: fold_reveal=off"""
    s = act(position("", "2 5 7 9", fold_reveal="off"), "fold")
    hold(s, 1, "3")
    dice = dice_for("buried", 0)
    piles = {tuple(redeal(s, seat, dice).buried) for seat in SEATS for _ in range(20)}
    assert len(piles) > 50
    assert all(sum(pile) == 4 for pile in piles)


def test_a_deal_in_progress_is_redealt_with_the_cards_dealt_so_far() -> None:
    """DOG-2.1, DOG-12.2"""
    dice = dice_for("dealing", 0)
    for number, (before, seat, _, _) in enumerate(play_on(8, 4, max_rounds=1)):
        if seat != CHANCE or number > 20:
            break
        new = redeal(before, 1, dice)
        assert new.cards == before.cards
        assert new.hand[1] == before.hand[1]
        assert sum(new.draw) == sum(before.draw)
