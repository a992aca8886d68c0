"""Sharing a number: offers and answers, the order of moving, and what failure costs."""

from __future__ import annotations

import pytest

from dogpark.kernel.actions import UnreadableAction
from tests.games.monty.table import MONTY, garden, splits


def test_those_who_share_move_by_what_they_agreed_the_furthest_behind_first() -> None:
    """MON-5.3, MON-5.7, MON-6.1 (T07, example 1 of the rulebook): Blue is 0, Yellow is 1"""
    g = garden(
        "PATH PATH PATH PATH PATH",
        at={0: (5, 4), 1: (4, 4), 2: (8, 4)},
        leader=2,
    )
    g.share(5, 0, 1)
    assert g.asked == (1,)  # Yellow is furthest behind and proposes first (MON-5.5)
    g.play("pass")
    assert g.asked == (0,)
    g.play(g.offer(2, 3))
    assert g.asked == (1,)
    assert g.choices() == ["respond accept", "respond reject"]
    g.play("respond accept")
    assert g.pawns == [(7, 4), (7, 4), (8, 4)]
    assert g.s.tick[1] < g.s.tick[0]  # Yellow moved first
    assert g.holder == 2


def test_five_players_may_share_two_spaces_in_fifteen_ways_and_zero_means_not_moving() -> None:
    """MON-5.4, MON-6.1 (T08)"""
    g = garden(players=5, deck="PATH PATH")
    g.commit(2, 2, 2, 2, 2)
    assert g.asked == (0,)
    assert g.choices() == [*(f"offer {index}" for index in range(15)), "pass"]
    assert splits(2, 5)[0] == (0, 0, 0, 0, 2)
    g.agree(g.offer(0, 0, 0, 0, 2))
    g.explore()
    assert g.pawns == [(3, 4)] * 4 + [(5, 4)]
    assert g.holder == 4


@pytest.mark.parametrize(
    ("number", "members", "count"),
    [(2, 2, 3), (3, 2, 4), (5, 2, 6), (2, 3, 6), (5, 3, 21), (4, 4, 35), (5, 5, 126)],
)
def test_every_split_into_whole_numbers_is_offered_once(
    number: int, members: int, count: int
) -> None:
    """MON-5.4: C(k + g - 1, g - 1) of them, in lexicographic order by seat"""
    g = garden("PATH", players=5, at={0: (4, 4)}, leader=0)
    g.s.shown[:5] = [number if seat < members else 1 for seat in range(5)]
    g.carry_on_with(number)
    offers = [text for text in g.choices() if text.startswith("offer")]
    assert len(offers) == len(splits(number, members)) == count
    assert g.choices() == [*offers, "pass"]


def test_each_index_of_an_offer_is_the_split_of_that_place_in_the_list() -> None:
    """MON-5.4"""
    for index, split in enumerate(splits(4, 3)):
        g = garden("GATE PATH PATH PATH PATH PATH PATH", at={0: (10, 4)}, leader=0, players=4)
        g.share(4, 1, 2, 3)
        g.agree(f"offer {index}")
        shares = list(split)
        if g.s.talkers:  # those who share level have to agree on an order
            assert sum(part > 0 for part in shares) > 1
            assert [g.s.share[seat] for seat in (1, 2, 3)] == shares
        else:
            assert [g.at(seat)[0] - 3 for seat in (1, 2, 3)] == shares


def test_shares_that_do_not_add_up_or_are_no_whole_numbers_cannot_be_offered() -> None:
    """MON-5.4, MON-5.5, MON-5.6, MON-5.8 (T09)"""
    g = garden("GATE PATH PATH PATH PATH", at={0: (5, 4), 1: (5, 4), 2: (8, 4)}, leader=2)
    g.share(5, 0, 1)
    offered = splits(5, 2)
    assert g.choices() == [*(f"offer {index}" for index in range(6)), "pass"]
    assert (3, 3) not in offered
    assert (-1, 6) not in offered
    for index in ("6", "125"):
        assert MONTY.table.from_text(f"offer {index}").code not in MONTY.legal(g.s, 0)
    for index in ("-1", "2.5", "126"):
        with pytest.raises(UnreadableAction):
            MONTY.table.from_text(f"offer {index}")
    g.play("pass")
    proposers = [0]
    for split in ((1, 4), (5, 0), (2, 3)):
        proposers += g.asked
        g.reject(g.offer(*split))
    assert proposers == [0, 1, 0, 1]
    assert g.pawns == [(4, 4), (4, 4), (8, 4)]
    assert g.stage == "talk"  # neither moves


def test_one_no_is_enough_to_refuse_an_offer() -> None:
    """MON-5.7"""
    g = garden(players=4)
    g.commit(3, 3, 3, 5)
    g.play(g.offer(1, 1, 1))
    assert g.asked == (1, 2)
    g.play("2: respond reject")
    assert g.asked == (1,)  # the no is not shown before all have answered
    g.play("1: respond accept")
    assert (g.stage, g.asked) == ("offer", (1,))
    assert g.s.answer[:3] == [-1, 0, 1]


def test_a_pass_is_a_turn_to_propose() -> None:
    """MON-5.6, MON-5.8"""
    g = garden("GATE PATH PATH", at={0: (5, 4), 1: (5, 4), 2: (6, 4)}, leader=2)
    g.share(3, 0, 1)
    for proposer in (0, 1, 0, 1):
        assert (g.stage, g.asked) == ("offer", (proposer,))
        g.play("pass")
    assert g.pawns[:2] == [(4, 4), (4, 4)]


def test_the_furthest_behind_proposes_first_and_seating_order_breaks_ties() -> None:
    """MON-5.5, MON-3.3"""
    g = garden(
        "PATH PATH PATH PATH",
        players=5,
        placer=3,
        at={2: (7, 4), 0: (5, 4)},
        leader=2,
    )
    g.share(5, 0, 1, 2, 3, 4)
    proposers = []
    while g.stage == "offer":
        proposers += g.asked
        g.play("pass")
    assert proposers == [3, 4, 1, 0, 2] * 2


def test_a_sharer_who_is_further_behind_moves_first() -> None:
    """MON-6.1, MON-6.5 (T16)"""
    g = garden("PATH PATH PATH PATH PATH", at={0: (4, 4), 1: (6, 4), 2: (8, 4)}, leader=2)
    g.share(5, 0, 1)
    g.agree(g.offer(4, 1))
    assert g.pawns == [(8, 4), (7, 4), (8, 4)]
    assert g.s.tick[0] < g.s.tick[1]
    assert g.holder == 2


def test_among_level_sharers_the_leader_moves_first_without_talks() -> None:
    """MON-6.2 (T17)"""
    g = garden("PATH PATH PATH PATH", at={0: (7, 4), 1: (7, 4)}, leader=0, deck="PATH PATH PATH")
    g.share(3, 0, 1)
    g.agree(g.offer(1, 2))
    assert (g.stage, g.asked) == ("explore", (0,))
    g.play("explore E draw")
    # The other follows and is about to pass: who explores from the crown card holds the crown.
    assert (g.at(0), g.stage, g.asked, g.at(1)) == ((8, 4), "explore", (1,), (8, 4))
    g.play("explore E draw")
    assert (g.at(0), g.at(1), g.holder) == ((8, 4), (9, 4), 1)


LEVEL = "GATE PATH PATH PATH PATH"


def test_level_sharers_who_fail_to_agree_on_their_order_are_sent_back_and_do_not_move() -> None:
    """MON-6.3, MON-6.4 (T18)"""
    g = garden(LEVEL, at={0: (5, 4), 1: (5, 4), 2: (8, 4)}, leader=2)
    g.share(4, 0, 1)
    g.agree(g.offer(2, 2))
    assert g.choices() == ["pass", "order 0", "order 1"]
    g.pass_all()
    assert g.pawns == [(4, 4), (4, 4), (8, 4)]
    assert g.stage == "talk"


def test_a_sharer_who_is_not_level_with_those_in_dispute_still_moves() -> None:
    """MON-6.4 (T18, variant)"""
    g = garden(LEVEL, players=4, at={0: (5, 4), 1: (5, 4), 3: (6, 4), 2: (8, 4)}, leader=2)
    g.share(5, 0, 1, 3)
    g.agree(g.offer(2, 2, 1))
    g.pass_all()
    assert g.pawns == [(4, 4), (4, 4), (8, 4), (7, 4)]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_level_sharers_go_in_the_order_they_agree_on(order: tuple[int, int]) -> None:
    """MON-6.3"""
    g = garden(LEVEL, at={0: (5, 4), 1: (5, 4), 2: (8, 4)}, leader=2)
    g.share(4, 0, 1)
    g.agree(g.offer(2, 2))
    assert g.asked == (0,)
    g.agree(g.order(*order))
    assert g.pawns == [(7, 4), (7, 4), (8, 4)]
    assert sorted(order, key=lambda seat: g.s.tick[seat]) == list(order)


def test_players_level_with_the_leader_agree_on_what_follows_the_leader() -> None:
    """MON-6.2, MON-6.3: the holder first, the two others talk"""
    g = garden(
        "PATH",
        players=4,
        at={0: (4, 4), 1: (4, 4), 2: (4, 4)},
        leader=1,
        deck="PATH PATH PATH PATH",
    )
    g.share(5, 0, 1, 2)
    g.agree(g.offer(2, 1, 2))
    assert g.choices() == ["pass", "order 0", "order 1"]
    g.agree(g.order(2, 0))
    assert (g.stage, g.asked) == ("explore", (1,))
    assert [seat for seat in g.s.queue if seat >= 0] in ([1, 2, 0], [2, 0])


def test_three_level_sharers_choose_among_six_orders() -> None:
    """MON-6.3"""
    g = garden(players=4)
    g.commit(3, 3, 3, 5)
    g.agree(g.offer(1, 1, 1))
    assert g.choices() == ["pass", *(f"order {index}" for index in range(6))]


def test_classes_are_settled_from_the_back_before_anybody_moves() -> None:
    """MON-6.5: level pairs at two distances talk one after the other, and nobody has moved"""
    g = garden(
        LEVEL,
        players=5,
        at={0: (5, 4), 1: (5, 4), 2: (6, 4), 3: (6, 4), 4: (8, 4)},
        leader=4,
    )
    before = list(g.pawns)
    g.share(5, 0, 1, 2, 3)
    g.agree(g.offer(2, 1, 1, 1))
    assert g.s.talkers == 0b0011
    g.agree(g.order(1, 0))
    assert g.s.talkers == 0b1100
    assert g.pawns == before
    g.agree(g.order(3, 2))
    assert g.pawns == [(7, 4), (6, 4), (7, 4), (7, 4), (8, 4)]
    ticks = g.s.tick
    assert ticks[1] < ticks[0] < ticks[3] < ticks[2]


def test_a_failed_class_is_penalised_and_the_next_class_still_talks_and_moves() -> None:
    """MON-6.4, MON-6.5"""
    g = garden(
        LEVEL,
        players=5,
        at={0: (5, 4), 1: (5, 4), 2: (6, 4), 3: (6, 4), 4: (8, 4)},
        leader=4,
    )
    g.share(5, 0, 1, 2, 3)
    g.agree(g.offer(2, 1, 1, 1))
    g.pass_all()
    assert g.s.talkers == 0b1100
    assert g.pawns[:2] == [(4, 4), (4, 4)]
    g.agree(g.order(2, 3))
    assert g.pawns == [(4, 4), (4, 4), (7, 4), (7, 4), (8, 4)]


def test_sharers_talk_on_the_table_that_the_lower_numbers_left() -> None:
    """MON-5.3, MON-5.1"""
    g = garden(deck="PATH PATH")
    g.commit(2, 3, 3)
    g.explore()
    assert (g.stage, g.at(0)) == ("offer", (5, 4))
    assert g.far((3, 4)) == 2


def test_every_sharer_is_penalised_the_leader_too() -> None:
    """MON-5.8, MON-8.4 (ruling A19)"""
    g = garden("GATE PATH PATH", at={0: (6, 4), 1: (5, 4)}, leader=0)
    g.fail(4, 0, 1, 2)
    assert g.pawns == [(4, 4), (4, 4), (3, 4)]
    assert (g.crown, g.holder) == ((6, 4), None)


def test_pawns_at_the_same_distance_are_level_wherever_they_stand() -> None:
    """MON-6.3, MON-2.15 (ruling A23): two ways lead to the crown, one pawn on each"""
    g = garden(
        tiles="TRAMP 4,4 / TRAMP 4,3 / TRAMP 5,4 / PATH 5,3 / PATH 6,3",
        at={0: (4, 3), 1: (5, 4), 2: (6, 3)},
        leader=2,
    )
    assert g.far((4, 3)) == g.far((5, 4)) == 2
    g.share(3, 0, 1)
    g.agree(g.offer(1, 2))
    assert (g.stage, g.s.talkers) == ("offer", 0b011)
    assert g.choices() == ["pass", "order 0", "order 1"]
