"""House rules about the talk, the course of a race, and the match: what each value changes."""

from __future__ import annotations

import pytest

from dogpark.games.monty.state import NONE, SQUIRREL, Monty
from dogpark.kernel.facts import CHANCE
from tests.games.monty.table import MONTY, Garden, garden, match, splits

# -- setting up -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "holder"), [("none", None), ("start_placer", 2)])
def test_who_leads_when_a_race_begins(value: str, holder: int | None) -> None:
    """MON-19.10, MON-3.6"""
    g = Garden(match(placer=2, initial_leader=value), ())
    g.play("start 3 4 H")
    assert g.holder == holder


def started(**options: object) -> Monty:
    """A match after everybody has chosen to be a cat."""
    s = MONTY.blank(3, MONTY.facts.read_options(options, 3))
    assert isinstance(s, Monty)
    MONTY.rules.start(s)
    for seat in range(3):
        MONTY.rules.apply(s, seat, MONTY.table.code("species", species="cat"))
    return s


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ({}, CHANCE),
        ({"start_placer": "seeded_random", "most_pets": 2}, CHANCE),
        ({"start_placer": "declared_pets"}, CHANCE),
        ({"start_placer": "declared_pets", "most_pets": 0}, 0),
        ({"start_placer": "declared_pets", "most_pets": 2}, 2),
        ({"start_placer": "last_place"}, CHANCE),
    ],
)
def test_who_lays_start_in_the_first_race(options: dict[str, object], asked: int) -> None:
    """MON-19.11, MON-3.2"""
    assert MONTY.active_seats(started(**options)) == (asked,)


def a_race(**options: object) -> Garden:
    """T38's race: 1 comes home before 0 and 2."""
    g = garden(
        "PATH PATH PATH",
        at={0: (6, 4), 1: (5, 4)},
        leader=0,
        deck="STAGE PATH STAGE",
        **options,  # type: ignore[arg-type] # house rules
    )
    g.commit(2, 4, 5)
    g.explore()
    assert g.ranks == [2, 1, 3]
    return g


@pytest.mark.parametrize(
    ("value", "placer"), [("seeded_random", 1), ("declared_pets", 1), ("last_place", 2)]
)
def test_who_lays_start_in_later_races(value: str, placer: int) -> None:
    """MON-19.11"""
    g = a_race(start_placer=value, placer=1)
    assert (g.stage, g.asked) == ("start", (placer,))


def test_of_those_who_share_the_last_place_the_first_in_seating_order_lays_start() -> None:
    """MON-19.11, MON-3.3"""
    g = garden(
        "PATH",
        players=4,
        placer=3,
        at={1: (4, 4)},
        leader=1,
        deck="STAGE",
        stage=1,
        start_placer="last_place",
    )
    g.run(1, 1)
    assert g.ranks == [2, 1, 2, 2]
    assert g.asked == (3,)


@pytest.mark.parametrize(("value", "stage"), [("match", "start"), ("race", "species")])
def test_how_often_cat_or_squirrel_is_chosen(value: str, stage: str) -> None:
    """MON-19.12, MON-3.1"""
    g = a_race(species_choice=value)
    assert g.stage == stage
    if value == "race":
        assert g.asked == (0, 1, 2)
        g.play("0: species squirrel", "1: species cat", "2: species squirrel")
        assert g.s.species[:3] == [SQUIRREL, 0, SQUIRREL]
        assert (g.stage, g.asked) == ("start", (0,))


@pytest.mark.parametrize(("value", "over"), [("match", False), ("one_off", True)])
def test_a_match_is_one_race_or_as_many_as_it_takes(value: str, over: bool) -> None:
    """MON-19.13, MON-17.1"""
    g = a_race(mode=value)
    assert g.over == over
    if over:
        assert MONTY.places(g.s) == ([2, 1, 3], [2, 3, 1])


def test_in_a_one_off_race_the_place_counts_and_not_the_token() -> None:
    """MON-19.13: without a finisher all may be first"""
    g = garden(mode="one_off", max_rounds=1)
    g.commit(3, 3, 3)
    g.pass_all()
    assert MONTY.places(g.s) == ([1, 1, 1], [2, 2, 2])


# -- the secret phase -----------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_everybody_speaks_as_often_as_agreed(rounds: int) -> None:
    """MON-19.14, MON-4.1"""
    g = garden(talk_rounds=rounds)
    for number in range(rounds):
        assert (g.stage, g.asked, g.s.talk) == ("talk", (0, 1, 2), number)
        for seat in range(3):
            g.play(f"{seat}: claim {2 + number}")
        assert g.s.claim[number][:3] == [2 + number] * 3
    assert g.stage == "commit"


def test_with_several_rounds_of_talk_the_last_number_said_counts() -> None:
    """MON-19.14, MON-4.2"""
    g = garden(talk_rounds=3)
    for words in (("2", "5", "3"), ("5", "2", "silent"), ("silent", "2", "silent")):
        for seat, word in enumerate(words):
            g.play(f"{seat}: claim {word}")
    for seat, number in enumerate((2, 2, 3)):
        g.play(f"{seat}: commit {number}")
    assert g.s.bluffs[:3] == [1, 0, 0]


@pytest.mark.parametrize("value", ["round", "after_four"])
def test_when_movement_cards_come_back(value: str) -> None:
    """MON-19.15, MON-4.5"""
    g = garden(hand_refresh=value)
    for number in (3, 5, 2, 4):
        while g.stage == "talk":
            g.play(f"{g.asked[0]}: claim silent")
        left = [text for text in g.choices(0) if text.startswith("commit")]
        played = {"round": [], "after_four": [3, 5, 2, 4][: [3, 5, 2, 4].index(number)]}[value]
        assert left == [f"commit {card}" for card in (2, 3, 4, 5) if card not in played]
        g.commit(number, number, number)
        g.pass_all()
    while g.stage == "talk":
        g.play(f"{g.asked[0]}: claim silent")
    assert len(g.choices(0)) == 4  # all four have been played: they come back


# -- sharing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["allow", "forbid_if_possible"])
def test_whether_a_share_may_be_zero(value: str) -> None:
    """MON-19.16, MON-5.4"""
    g = garden(split_zero=value)
    g.commit(4, 4, 4)
    every = [f"offer {index}" for index in range(15)]
    if value == "forbid_if_possible":
        fair = {index for index, split in enumerate(splits(4, 3)) if 0 not in split}
        every = [text for index, text in enumerate(every) if index in fair]
        assert len(every) == 3
    assert g.choices() == [*every, "pass"]


def test_zero_is_allowed_where_there_is_not_enough_for_everybody() -> None:
    """MON-19.16: three cannot share two otherwise"""
    g = garden(split_zero="forbid_if_possible")
    g.commit(2, 2, 2)
    assert len(g.choices()) == 6 + 1


@pytest.mark.parametrize("turns", [1, 2, 3, 4])
def test_how_often_each_of_the_sharers_may_propose(turns: int) -> None:
    """MON-19.17, MON-5.5"""
    g = garden(offers_per_player=turns)
    g.commit(4, 4, 5)
    proposers = []
    while g.s.number == 4:
        proposers += g.asked
        g.play("pass")
    assert proposers == [0, 1] * turns


def sealed(**given: object) -> Garden:
    g = garden(
        "GATE PATH PATH PATH PATH",
        at={0: (5, 4), 1: (6, 4), 2: (8, 4)},
        leader=2,
        split_protocol="sealed_demand",
        **given,  # type: ignore[arg-type] # house rules
    )
    g.share(5, 0, 1)
    return g


def test_sealed_demands_are_made_at_the_same_time_and_shown_together() -> None:
    """MON-19.18, MON-18.4"""
    g = sealed()
    assert (g.stage, g.asked) == ("demand", (0, 1))
    assert g.choices(1) == [f"demand {spaces}" for spaces in range(6)]
    g.play("1: demand 2")
    assert (g.asked, g.s.answer[:2]) == ((0,), [NONE, NONE])
    g.play("0: demand 3")
    assert g.pawns == [(8, 4), (8, 4), (8, 4)]


@pytest.mark.parametrize("demands", [(3, 3), (2, 2), (0, 0), (5, 5)])
def test_sealed_demands_that_do_not_add_up_exactly_are_a_failure(demands: tuple[int, int]) -> None:
    """MON-19.18, MON-5.8"""
    g = sealed()
    g.play(f"0: demand {demands[0]}", f"1: demand {demands[1]}")
    assert g.pawns == [(4, 4), (4, 4), (8, 4)]


def test_no_demand_is_zero_where_zero_is_forbidden() -> None:
    """MON-19.16, MON-19.18"""
    g = sealed(split_zero="forbid_if_possible")
    assert g.choices(0) == [f"demand {spaces}" for spaces in range(1, 6)]


@pytest.mark.parametrize("same", [True, False])
def test_sealed_orders_are_agreed_if_all_write_the_same(same: bool) -> None:
    """MON-19.18, MON-6.3"""
    g = garden(
        "GATE PATH PATH PATH PATH",
        at={0: (5, 4), 1: (5, 4), 2: (8, 4)},
        leader=2,
        split_protocol="sealed_demand",
    )
    g.share(4, 0, 1)
    g.play("0: demand 2", "1: demand 2")
    assert g.stage == "demand"
    assert g.choices(0) == ["order 0", "order 1"]
    g.play(f"0: {g.order(1, 0)}", f"1: {g.order(1, 0) if same else g.order(0, 1)}")
    if same:
        assert g.pawns == [(7, 4), (7, 4), (8, 4)]
        assert g.s.tick[1] < g.s.tick[0]
    else:
        assert g.pawns == [(4, 4), (4, 4), (8, 4)]


@pytest.mark.parametrize("value", ["penalty", "by_seat"])
def test_what_follows_if_the_order_cannot_be_agreed(value: str) -> None:
    """MON-19.20, MON-6.4: seat 1 laid Start and is first in seating order"""
    g = garden(
        "GATE PATH PATH PATH PATH",
        placer=1,
        at={0: (5, 4), 1: (5, 4), 2: (8, 4)},
        leader=2,
        order_failure=value,
    )
    g.share(4, 0, 1)
    g.agree(g.offer(2, 2))
    g.pass_all()
    if value == "penalty":
        assert g.pawns == [(4, 4), (4, 4), (8, 4)]
    else:
        assert g.pawns == [(7, 4), (7, 4), (8, 4)]
        assert g.s.tick[1] < g.s.tick[0]


def test_a_failed_split_is_penalised_with_either_order_rule() -> None:
    """MON-19.20, MON-5.8"""
    g = garden(
        "GATE PATH PATH PATH PATH",
        at={0: (5, 4), 1: (5, 4), 2: (8, 4)},
        leader=2,
        order_failure="by_seat",
    )
    g.fail(4, 0, 1)
    assert g.pawns == [(4, 4), (4, 4), (8, 4)]


# -- the way back -----------------------------------------------------------------------------------


def side_gate(value: str) -> Garden:
    """Pawn 0 comes past the gate at (4, 4) only; the gate north of the trampoline is as near.

    The table of T13, with the way that pawn 0 has gone.
    """
    g = garden(
        tiles="GATE 4,4 / TRAMP 5,4 / GATE V 5,3 / TRAMP V 5,2 / PATH 6,4 / PATH 7,4 / PATH 8,4",
        at={2: (8, 4)},
        leader=2,
        gate_rule=value,
    )
    g.run(0, 4)
    assert g.at(0) == (7, 4)
    return g


def test_a_pawn_may_be_sent_back_along_its_own_trail() -> None:
    """MON-19.19, MON-7.2: with ``behind`` the gate it never saw is a choice as well"""
    g = side_gate("behind")
    g.fail(5, 0, 1)
    assert g.choices() == ["gate 5 3", "gate 4 4"]
    g = side_gate("trail")
    g.fail(5, 0, 1)
    assert (g.at(0), g.stage) == ((4, 4), "talk")


def test_a_trail_skips_gates_that_are_not_further_from_the_crown_now() -> None:
    """MON-19.19: the crown is on Start again; of (4, 4), seen last, and (6, 4) one is behind"""
    g = garden("GATE PATH GATE PATH", at={0: (5, 4), 2: (3, 4)}, leader=2, gate_rule="trail")
    g.s.trail[0] = [g.tile((4, 4)), g.tile((6, 4)), 0, *[NONE] * 6]
    g.fail(5, 0, 1)
    assert g.at(0) == (6, 4)


def test_the_gate_one_stands_on_is_not_on_the_trail_back() -> None:
    """MON-19.19, MON-7.1"""
    g = garden("GATE PATH PATH", at={0: (4, 4), 2: (6, 4)}, leader=2, gate_rule="trail")
    assert g.s.trail[0][:2] == [g.tile((4, 4)), 0]
    g.fail(5, 0, 1)
    assert g.at(0) == (3, 4)
