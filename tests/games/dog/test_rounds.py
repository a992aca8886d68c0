"""The flow of a game: dealing, exchange, turns, folding, rounds, and the end."""

from __future__ import annotations

import random

import pytest

from dogpark.games.dog.actions import CARDS, JOKER, TABLE
from dogpark.games.dog.board import partner_of
from dogpark.games.dog.invariants import problems
from dogpark.games.dog.state import DEALING, EXCHANGE, OVER, TURN, Dog
from dogpark.kernel.facts import CHANCE
from tests.games.dog.positions import DOG, act, hand, hold, new_game, offered, position, winner


def nature(s: Dog, text: str) -> None:
    code = TABLE.from_text(text).code
    assert code in [outcome for outcome, _ in DOG.chance(s)]
    DOG.rules.apply(s, CHANCE, code)


def deal_all(s: Dog) -> None:
    """Deals the lowest cards there are: which ones does not matter."""
    while s.phase == DEALING:
        DOG.rules.apply(s, CHANCE, DOG.chance(s)[0][0])


def lay_down_all(s: Dog) -> None:
    """Ends the round as if everybody folded."""
    if s.phase == EXCHANGE:
        for seat in DOG.active_seats(s):
            DOG.rules.apply(s, seat, DOG.legal(s, seat)[0])
    while s.phase == TURN:
        DOG.rules.apply(s, s.turn, TABLE.code("fold"))


def rounds(s: Dog, count: int) -> list[tuple[int, int, int, int, int]]:
    """(round, dealer, first to play, cards each, draw pile after the deal) of the next rounds."""
    seen = []
    for _ in range(count):
        deal_all(s)
        if s.phase == EXCHANGE:
            for seat in DOG.active_seats(s):
                DOG.rules.apply(s, seat, DOG.legal(s, seat)[0])
        assert problems(s) == []
        seen.append((s.round, s.dealer, s.turn, s.cards[s.turn], sum(s.draw)))
        lay_down_all(s)
    return seen


# -- set-up ---------------------------------------------------------------------------------------


def test_the_pack_has_eight_of_each_rank_and_four_jokers() -> None:
    """DOG-1.1, DOG-1.6 (scenario 1)"""
    s = new_game()
    assert s.draw == [8] * 13 + [4]
    assert sum(s.draw) == 108
    assert CARDS == ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X")


def test_three_jokers_a_pack_make_110_cards() -> None:
    """DOG-13.1: jokers_per_pack=3, and 2"""
    assert sum(new_game(jokers_per_pack=3).draw) == 110
    assert new_game(jokers_per_pack=3).draw[JOKER] == 6
    assert new_game(jokers_per_pack=2).draw[JOKER] == 4


@pytest.mark.parametrize("players", [4, 6])
def test_all_pegs_start_in_their_kennels(players: int) -> None:
    """DOG-1.2, DOG-1.5, DOG-1.6, DOG-1.7"""
    s = new_game(players)
    assert s.loc == [[-1] * 4] * 6
    assert problems(s) == []


@pytest.mark.parametrize("players", [4, 6])
def test_every_seat_is_equally_likely_to_deal_first(players: int) -> None:
    """DOG-1.6, DOG-13.2: first_dealer=random"""
    s = new_game(players)
    assert DOG.chance(s) == [(TABLE.code("dealer", seat=seat), 1) for seat in range(players)]
    nature(s, "dealer 2")
    assert s.dealer == 2
    assert s.phase == DEALING


def test_the_table_may_name_the_first_dealer() -> None:
    """DOG-13.2: first_dealer=seat"""
    s = new_game(first_dealer=1)
    assert (s.dealer, s.phase) == (1, DEALING)


def test_partners_sit_opposite_each_other() -> None:
    """DOG-1.3"""
    four, six = new_game(4), new_game(6)
    assert [partner_of(four, seat) for seat in range(4)] == [2, 3, 0, 1]
    assert [partner_of(six, seat) for seat in range(6)] == [3, 4, 5, 0, 1, 2]
    assert DOG.facts.team_of(6) == ((0, 3), (1, 4), (2, 5))


def test_stars_are_sixteen_fields_apart_and_lead_into_the_finish() -> None:
    """DOG-1.4, DOG-11.1: the ids of the fields"""
    s = act(position("", "K", seat=3), "play K start")
    assert s.loc[3][0] == 48
    s = position("3:[48]", "A", seat=3)
    s = act(act(act(s, "play A 1"), "peg 0"), "dest 1")
    assert s.loc[3][0] == 64 + 4 * 3
    s = position("3:[48]", "A", seat=3, players=6)
    s = act(act(act(s, "play A 1"), "peg 0"), "dest 1")
    assert s.loc[3][0] == 126 + 4 * 3


# -- dealing --------------------------------------------------------------------------------------


def test_deals_shrink_from_six_to_two_and_begin_again() -> None:
    """DOG-2.1 (scenario 2)"""
    sizes = [size for *_, size, _ in rounds(new_game(first_dealer=3), 11)]
    assert sizes == [6, 5, 4, 3, 2, 6, 5, 4, 3, 2, 6]


def test_the_starter_of_a_round_deals_the_next() -> None:
    """DOG-2.4, DOG-2.8 (scenario 3)"""
    played = rounds(new_game(first_dealer=3), 6)
    assert [row[:4] for row in (played[0], played[1], played[5])] == [
        (1, 3, 0, 6),
        (2, 0, 1, 5),
        (6, 0, 1, 6),
    ]


@pytest.mark.parametrize(
    ("players", "left"),
    [
        (4, [84, 64, 48, 36, 28, 4, 88, 72, 60, 52, 28, 8, 92, 80, 72, 48, 28, 12, 0, 100]),
        (6, [72, 42, 18, 0, 96, 60, 30, 6, 90, 78, 42, 12, 84, 66, 54, 18, 78, 54, 36, 24]),
    ],
)
def test_the_pack_is_shuffled_when_it_is_short(players: int, left: list[int]) -> None:
    """DOG-2.2, DOG-13.3: reshuffle=when_short (scenarios 4 and 5)"""
    assert [row[-1] for row in rounds(new_game(players, first_dealer=0), 20)] == left


@pytest.mark.parametrize(
    ("rule", "players", "left"),
    [
        ("every_round", 4, [84, 88, 92, 96, 100, 84]),
        ("every_cycle", 4, [84, 64, 48, 36, 28, 84, 64]),
        ("every_cycle", 6, [72, 42, 18, 0, 96, 72]),
        ("top_up", 4, [84, 64, 48, 36, 28, 4, 88, 72]),
        ("top_up", 6, [72, 42, 18, 0, 96, 60, 30, 6, 90]),
    ],
)
def test_the_house_may_shuffle_at_other_times(rule: str, players: int, left: list[int]) -> None:
    """DOG-13.3: reshuffle=every_round, every_cycle, top_up"""
    s = new_game(players, reshuffle=rule, first_dealer=0)
    assert [row[-1] for row in rounds(s, len(left))] == left


def test_topping_up_goes_on_with_the_same_deal() -> None:
    """DOG-13.3: reshuffle=top_up deals what is left first"""
    s = new_game(reshuffle="top_up", first_dealer=3)
    rounds(s, 6)
    assert (s.round, sum(s.draw), sum(s.discard)) == (7, 4, 104)
    for left in (3, 2, 1):
        DOG.rules.apply(s, CHANCE, DOG.chance(s)[0][0])
        assert sum(s.draw) == left
    DOG.rules.apply(s, CHANCE, DOG.chance(s)[0][0])
    assert (sum(s.draw), sum(s.discard), s.cards[:4]) == (104, 0, [1, 1, 1, 1])


def test_cards_go_round_one_by_one_from_the_dealers_right() -> None:
    """DOG-2.1"""
    s = new_game(first_dealer=2)
    for card in ("K", "A", "7", "X", "2"):
        nature(s, f"deal {card}")
    assert [hand(s, seat) for seat in range(4)] == ["A", "7", "X", "2 K"]


def test_each_card_of_the_pile_is_equally_likely() -> None:
    """DOG-12.2: nobody knows the order, so the next card is drawn by the counts that are left"""
    s = new_game(first_dealer=0)
    nature(s, "deal X")
    weights = {TABLE.action(code)["card"]: weight for code, weight in DOG.chance(s)}
    assert weights == {card: 3 if card == "X" else 8 for card in CARDS}


# -- exchange -------------------------------------------------------------------------------------


def exchange_table() -> Dog:
    s = new_game(first_dealer=3)
    s.phase = EXCHANGE
    for seat, cards in enumerate(
        ("K K 5 9 2 7", "A A A A A A", "3 3 8 8 Q 6", "10 10 10 10 10 10")
    ):
        hold(s, seat, cards)
    return s


def test_partners_exchange_one_card_all_at_once() -> None:
    """DOG-2.3, DOG-12.3 (scenario 6)"""
    s = exchange_table()
    assert DOG.active_seats(s) == (0, 1, 2, 3)
    for seat, card in ((2, "3"), (0, "K"), (3, "10")):
        assert TABLE.code("give", card=card) in DOG.legal(s, seat)
        DOG.rules.apply(s, seat, TABLE.code("give", card=card))
        assert DOG.legal(s, seat) == []
        assert hand(s, 0) == "2 5 7 9 K K"  # nothing moves before the last pick
    assert DOG.active_seats(s) == (1,)
    DOG.rules.apply(s, 1, TABLE.code("give", card="A"))
    assert hand(s, 0) == "2 3 5 7 9 K"
    assert hand(s, 2) == "3 6 8 8 Q K"
    assert hand(s, 1) == "A A A A A 10"
    assert (s.phase, s.turn) == (TURN, 0)
    assert problems(s) == []


def test_a_gift_can_only_be_a_card_one_held_before() -> None:
    """DOG-2.3 (scenario 6): seat 0 could not have given the 3 it got"""
    assert offered_to(exchange_table(), 0) == ["2", "5", "7", "9", "K"]


def offered_to(s: Dog, seat: int) -> list[str]:
    return [str(TABLE.action(code)["card"]) for code in DOG.legal(s, seat)]


def test_the_giver_is_sure_of_the_gift_until_such_a_card_is_played() -> None:
    """DOG-12.3"""
    s = exchange_table()
    for seat, card in ((0, "K"), (1, "A"), (2, "3"), (3, "10")):
        DOG.rules.apply(s, seat, TABLE.code("give", card=card))
    assert s.sure[:4] == [1, 1, 1, 1]
    s = act(s, "play K start")  # seat 0's own king says nothing about what seat 2 holds
    assert s.sure[:4] == [1, 1, 1, 1]
    s = act(s, "play A start")  # seat 3 gave a 10, and this is an ace
    assert s.sure[:4] == [1, 1, 1, 1]
    s = act(s, "play K start")  # seat 2 plays a king, which may be the one that seat 0 gave
    assert s.sure[:4] == [0, 1, 1, 1]


def test_a_fold_ends_what_the_giver_knows() -> None:
    """DOG-12.3, DOG-2.7"""
    s = exchange_table()
    for seat, card in ((0, "K"), (1, "A"), (2, "8"), (3, "10")):
        DOG.rules.apply(s, seat, TABLE.code("give", card=card))
    DOG.rules.apply(s, 0, TABLE.code("fold"))
    assert s.sure[:4] == [1, 1, 0, 1]


def test_without_exchange_play_begins_after_the_deal() -> None:
    """DOG-13.4: exchange=off, and on"""
    s = new_game(exchange="off", first_dealer=0)
    deal_all(s)
    assert (s.phase, s.turn, s.gift) == (TURN, 1, [-1] * 6)
    s = new_game(exchange="on", first_dealer=0)
    deal_all(s)
    assert s.phase == EXCHANGE


# -- turns ----------------------------------------------------------------------------------------


def test_a_hand_without_a_move_is_laid_down_face_up() -> None:
    """DOG-2.7, DOG-12.1, DOG-13.5: fold_reveal=on (scenario 7)"""
    s = position("", "2 5 7 9 J Q")
    hold(s, 1, "5")
    assert offered(s) == {"fold"}
    after = act(s, "fold")
    assert hand(after, 0) == ""
    assert sum(after.discard) == 6
    assert after.turn == 1


def test_folded_cards_may_stay_hidden() -> None:
    """DOG-13.5: fold_reveal=off"""
    s = position("", "2 5 7 9 J Q", fold_reveal="off")
    hold(s, 1, "5")
    after = act(s, "fold")
    assert (sum(after.discard), sum(after.buried)) == (0, 6)
    lay_down_all(after)
    for _ in range(6):  # buried cards come back with the next shuffle
        deal_all(after)
        lay_down_all(after)
        assert problems(after) == []
    assert after.round == 8


def test_a_folded_seat_is_skipped_until_the_next_deal() -> None:
    """DOG-2.4, DOG-2.7, DOG-2.8 (scenario 8)"""
    s = position("0:[1] 2:[33] 3:[49]", "5 6 7", seat=1)
    for seat in (0, 2, 3):
        hold(s, seat, "2 2")
    order = [s.turn]
    s = act(s, "fold")
    while s.phase == TURN:
        order.append(s.turn)
        s = act(act(act(s, "play 2 2"), "peg 0"), "dest 0")
    assert order == [1, 2, 3, 0, 2, 3, 0]
    assert s.dealer == 1  # the starter deals next, even after folding


def test_any_possible_play_may_be_chosen_but_one_must_be() -> None:
    """DOG-2.5, DOG-2.6, DOG-3.8"""
    s = position("0:[10] 2:[15]", "5 6 8")
    assert offered(s) == {"play 5 5", "play 6 6", "play 8 8"}  # not fold


def test_a_card_counts_as_played_from_the_first_choice_on() -> None:
    """DOG-3.7, DOG-12.1"""
    s = act(position("0:[10]", "5 6"), "play 5 5")
    assert hand(s, 0) == "6"
    assert s.discard[CARDS.index("5")] == 1


# -- the end --------------------------------------------------------------------------------------


def test_a_game_that_runs_out_of_rounds_has_no_winner() -> None:
    """DOG-10.4, DOG-10.5, DOG-13.22: max_rounds"""
    s = new_game(max_rounds=3, first_dealer=0)
    for _ in range(3):
        assert s.phase != OVER
        deal_all(s)
        lay_down_all(s)
    assert winner(s) is None
    assert (s.round, DOG.active_seats(s)) == (3, ())
    assert DOG.places(s) == ([1, 1, 1, 1], [0, 0, 0, 0])
    assert new_game().rule_max_rounds == 500


WON = "0:[F0.1, F0.2, F0.3, F0.4] 3:[47, F3.2, F3.3, F3.4]"


def test_the_others_may_play_on_for_second_place() -> None:
    """DOG-13.21: after_win=play_on"""
    s = position(
        WON + " 1:[15, F1.2, F1.3, F1.4] 4:[F4.1, F4.2, F4.3, F4.4] 5:[70]",
        "2 9",
        players=6,
        after_win="play_on",
    )
    for seat, cards in ((3, "K"), (5, "3"), (1, "2")):
        hold(s, seat, cards)
    s = act(act(act(s, "play 2 2"), "peg 0"), "dest 1")
    assert s.rank == [1, 0, 0]
    assert (s.phase, s.turn) == (TURN, 1)
    assert [hand(s, seat) for seat in range(6)] == ["", "2", "", "", "", "3"]
    assert problems(s) == []
    second = act(act(act(s, "play 2 2"), "peg 0"), "dest 1")
    assert second.phase == OVER
    assert DOG.places(second) == ([1, 2, 3, 1, 2, 3], [8, 8, 0, 8, 8, 0])


def test_the_first_winners_get_no_more_cards() -> None:
    """DOG-13.21: after_win=play_on, the next deal"""
    s = position(WON, "2", players=6, after_win="play_on")
    s = act(act(act(s, "play 2 2"), "peg 0"), "dest 1")
    assert s.phase == DEALING
    assert s.dealer == 0  # a winner may deal
    deal_all(s)
    assert s.cards == [0, 5, 5, 0, 5, 5]
    assert DOG.active_seats(s) == (1, 2, 4, 5)
    lay_down_all(s)
    assert s.round == 3
    assert problems(s) == []


def test_the_game_stops_with_the_first_victory() -> None:
    """DOG-13.21: after_win=stop; DOG-10.3"""
    s = position(WON, "2", players=6)
    s = act(act(act(s, "play 2 2"), "peg 0"), "dest 1")
    assert s.phase == OVER
    assert DOG.places(s)[0] == [1, 2, 2, 1, 2, 2]


def test_a_cap_after_the_first_victory_lets_the_rest_share() -> None:
    """DOG-13.22, DOG-13.21"""
    s = position(WON, "2", players=6, after_win="play_on", max_rounds=1)
    s = act(act(act(s, "play 2 2"), "peg 0"), "dest 1")
    assert s.phase == OVER
    assert DOG.places(s)[0] == [1, 2, 2, 1, 2, 2]


@pytest.mark.parametrize("players", [4, 6])
def test_random_games_keep_all_cards_and_pegs(players: int) -> None:
    """DOG-1.5, DOG-12.4: every action is a card or a peg, and nothing is lost on the way"""
    dice = random.Random(players)
    s = new_game(players, max_rounds=12)
    steps = 0
    while DOG.rules.active(s):
        if DOG.active_seats(s) == (CHANCE,):
            codes, weights = zip(*DOG.chance(s), strict=True)
            DOG.rules.apply(s, CHANCE, dice.choices(codes, weights)[0])
        else:
            seat = dice.choice(DOG.active_seats(s))
            codes = DOG.legal(s, seat)
            assert codes == sorted(set(codes))
            DOG.rules.apply(s, seat, dice.choice(codes))
        assert problems(s) == []
        steps += 1
    assert steps < DOG.facts.max_steps
