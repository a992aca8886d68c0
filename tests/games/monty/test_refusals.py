"""Every move that is not allowed is refused by the rule that forbids it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from dogpark.games.monty.state import Monty
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Refusal
from tests.games.monty.table import MONTY, Garden, garden, match
from tests.games.monty.test_telling import play_on

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "monty.md"


def refused(g: Garden, text: str, seat: int | None = None) -> Refusal:
    """Why the seat that is asked may not do that; it must not be allowed."""
    who = g.asked[0] if seat is None else seat
    code = MONTY.table.from_text(text).code
    assert code not in MONTY.legal(g.s, who)
    return MONTY.refusal(g.s, who, code)


def rule(g: Garden, text: str, seat: int | None = None) -> str:
    return refused(g, text, seat).rule


# -- chance, turns, moments -----------------------------------------------------------------------


def test_what_chance_brings_is_nobodys_choice() -> None:
    """MON-3.2, MON-10.3, MON-19.6"""
    g = garden()
    assert rule(g, "placer 1") == "MON-3.2"
    assert rule(g, "draw tree") == "MON-10.3"
    assert rule(g, "face left gated") == "MON-19.6"


def test_while_chance_is_asked_the_rule_of_what_it_decides_is_told() -> None:
    """MON-3.2, MON-10.3, MON-19.6"""
    s = MONTY.blank(3, MONTY.facts.read_options({"corner_types": "left_right"}, 3))
    assert isinstance(s, Monty)
    MONTY.rules.start(s)
    for seat in range(3):
        MONTY.rules.apply(s, seat, MONTY.table.code("species", species="cat"))
    g = Garden(s, [])
    assert refused(g, "start 3 4 H", 0) == Refusal(
        "MON-3.2", "first the lot decides who lays Start"
    )
    MONTY.rules.apply(s, CHANCE, MONTY.table.code("placer", seat=0))
    MONTY.rules.apply(s, 0, MONTY.table.from_text("start 3 4 H").code)
    assert refused(g, "claim 3", 0) == Refusal(
        "MON-19.6", "first the top of a corner pile is turned up"
    )
    g = garden()
    g.set_off(0, 1)
    MONTY.rules.apply(g.s, 0, MONTY.table.from_text("explore E draw").code)
    assert refused(g, "step E", 0) == Refusal("MON-10.3", "first the card is turned up")


def test_nothing_is_taken_back_and_nobody_answers_twice() -> None:
    """MON-4.1, MON-4.3"""
    g = garden()
    g.play("0: claim 3")
    assert refused(g, "claim 4", 0) == Refusal("MON-4.1", "you have answered; wait until all have")
    g.play("1: claim 3", "2: claim 3", "0: commit 2")
    assert rule(g, "commit 3", 0) == "MON-4.3"


def test_whoever_is_not_asked_is_told_who_is() -> None:
    """MON-5.6, MON-9.2, MON-17.1"""
    g = garden("PATH PATH", at={2: (5, 4)}, leader=2)
    g.share(5, 0, 1)
    assert refused(g, "pass", 1) == Refusal("MON-5.6", "Red has to choose first")
    g.play("offer 1")
    assert refused(g, "respond accept", 2) == Refusal("MON-5.7", "others have to answer first")
    g = garden()
    g.set_off(0, 2)
    assert rule(g, "explore E draw", 1) == "MON-9.2"
    g = garden("PATH", at={1: (4, 4)}, leader=1, max_rounds=1, mode="one_off")
    g.fail(5, 0, 2)
    assert rule(g, "pass", 0) == "MON-17.1"


@pytest.mark.parametrize(
    ("text", "forbids"),
    [
        ("species cat", "MON-3.1"),
        ("start 3 4 H", "MON-3.5"),
        ("commit 3", "MON-4.3"),
        ("offer 1", "MON-5.3"),
        ("pass", "MON-4.1"),
        ("respond accept", "MON-5.7"),
        ("order 0", "MON-6.3"),
        ("step E", "MON-4.1"),
        ("explore E draw", "MON-4.1"),
        ("orient H", "MON-10.3"),
        ("push E", "MON-14.1"),
        ("shortcut", "MON-11.6"),
        ("crown 3 4", "MON-11.3"),
        ("gate 3 4", "MON-7.1"),
        ("demand 2", "MON-19.18"),
    ],
)
def test_what_belongs_to_another_moment_is_refused_by_its_own_rule(text: str, forbids: str) -> None:
    """MON-4.1: only what is said counts now"""
    assert rule(garden(), text, 0) == forbids


# -- setting up -----------------------------------------------------------------------------------


def test_start_lies_on_the_table_clear_of_obstacles_with_a_free_end() -> None:
    """MON-2.1, MON-3.5, MON-19.3"""
    s = match(table_w=5, table_h=4, obstacles="1,0 1,1 3,2")
    g = Garden(s, [])
    assert refused(g, "start 5 0 H") == Refusal("MON-2.1", "5,0 is off the table")
    assert rule(g, "start 0 4 V") == "MON-2.1"
    assert rule(g, "start 3 2 H") == "MON-19.3"
    assert rule(g, "start 0 0 H") == "MON-3.5"
    assert refused(Garden(match(geometry="grid_free"), []), "start 0 0 H") == Refusal(
        "MON-19.4", "without a table Start has its place: say only how it lies"
    )


def test_a_card_that_is_down_is_not_in_the_hand() -> None:
    """MON-19.15: hand_refresh=after_four"""
    g = garden(hand_refresh="after_four")
    g.s.spent = [0b0010, 0, 0, 0, 0]
    g.play("0: claim 2", "1: claim 2", "2: claim 2")
    assert refused(g, "commit 3", 0) == Refusal(
        "MON-19.15", "your 3 comes back when all four have been played"
    )


# -- talks ----------------------------------------------------------------------------------------


def test_a_split_must_come_out_exactly() -> None:
    """MON-5.4, MON-19.16 (T09)"""
    g = garden("PATH PATH", at={2: (5, 4)}, leader=2)
    g.share(5, 0, 1)
    assert refused(g, "offer 6") == Refusal("MON-5.4", "there are 6 ways to share 5 spaces")
    assert rule(g, "order 0") == "MON-5.4"
    assert rule(g, "demand 2") == "MON-19.18"
    assert rule(g, "step E") == "MON-5.6"
    g = garden("PATH PATH", at={2: (5, 4)}, leader=2, split_zero="forbid_if_possible")
    g.share(5, 0, 1)
    assert rule(g, "offer 0") == "MON-19.16"
    assert rule(g, "offer 6") == "MON-5.4"


def test_while_an_offer_lies_there_it_is_answered() -> None:
    """MON-5.7"""
    g = garden("PATH PATH", at={2: (5, 4)}, leader=2)
    g.share(5, 0, 1)
    g.play("offer 2")
    for text in ("offer 3", "pass", "order 1"):
        assert rule(g, text) == "MON-5.7"


def test_an_order_is_one_of_those_who_are_level() -> None:
    """MON-6.3"""
    g = garden("PATH PATH", at={2: (5, 4)}, leader=2)
    g.share(4, 0, 1)
    g.agree(g.offer(2, 2))
    assert refused(g, "order 2") == Refusal("MON-6.3", "there are 2 orders of Red and Blue")
    assert rule(g, "offer 1") == "MON-6.3"


def test_demands_stay_within_the_number() -> None:
    """MON-5.4, MON-6.3, MON-19.16, MON-19.18"""
    g = garden(
        "PATH PATH",
        at={2: (5, 4)},
        leader=2,
        split_protocol="sealed_demand",
        split_zero="forbid_if_possible",
    )
    g.share(3, 0, 1)
    assert rule(g, "demand 4") == "MON-5.4"
    assert rule(g, "demand 0") == "MON-19.16"
    assert rule(g, "offer 1") == "MON-19.18"
    assert rule(g, "order 1") == "MON-5.4"
    g.play("0: demand 1", "1: demand 2")
    assert rule(g, "demand 1") == "MON-6.3"
    assert rule(g, "order 2") == "MON-6.3"


def test_one_goes_back_to_the_nearest_gate_behind() -> None:
    """MON-7.1, MON-2.6, MON-2.1 (T13)"""
    g = garden(
        tiles="GATE 4,4 / TRAMP 5,4 / GATE V 5,3 / TRAMP V 5,2 / PATH 6,4 / PATH 7,4 / GATE 8,4",
        at={0: (7, 4), 1: (7, 4), 2: (8, 4)},
        leader=2,
    )
    g.fail(5, 0, 1)
    assert rule(g, "order 2") == "MON-7.5"
    g.play("order 0")
    assert rule(g, "gate 6 4") == "MON-2.6"
    assert rule(g, "gate 0 0") == "MON-2.6"
    assert refused(g, "gate 8 4") == Refusal("MON-7.1", "the gate at 8,4 is not behind you")
    assert refused(g, "gate 3 4").words == "Start at 3,4 is not the nearest gate behind you"
    assert rule(g, "gate_tile 1") == "MON-2.1"
    assert rule(g, "pass") == "MON-7.2"


# -- running and exploring ------------------------------------------------------------------------


def test_a_step_leads_along_a_link_and_closer_to_the_crown() -> None:
    """MON-2.8, MON-2.11, MON-9.1, MON-9.3 (T21)"""
    g = garden(tiles="TRAMP 4,4 / TRAMP 4,3 / TRAMP 5,4 / PATH 5,3", at={2: (5, 3)}, leader=2)
    g.set_off(0, 3)
    assert refused(g, "step W").words == "Start at 3,4 is not closer to the crown"
    assert rule(g, "step W") == "MON-9.1"
    assert refused(g, "step S").words == "nothing lies south of the trampoline at 4,4 yet"
    assert rule(g, "explore N draw") == "MON-9.1"
    assert rule(g, "pass") == "MON-9.3"
    g = garden(
        tiles="TRAMP 4,4 / TRAMP 4,3 / TRAMP 5,4 / PATH 5,3 / BARK 4,5",
        at={2: (5, 3)},
        leader=2,
    )
    g.set_off(0, 3)
    assert refused(g, "step S") == Refusal("MON-2.5", "Monty sits south of the trampoline at 4,4")


def test_a_bounce_in_any_direction_has_its_own_limits() -> None:
    """MON-19.9: bounce_direction=any"""
    g = garden(
        "TRAMP TRAMP PATH",
        tiles="PATH 5,3 / PATH V 5,5",
        crown=(6, 4),
        bounce_direction="any",
    )
    g.set_off(0, 1)
    g.play("step E")
    assert g.choices() == ["step E", "step S"]
    assert refused(g, "step W") == Refusal(
        "MON-19.9", "no trampoline twice in one chain of bounces"
    )
    assert refused(g, "step N") == Refusal(
        "MON-19.9", "from the path at 5,3 there is no way to the crown"
    )


def test_exploring_needs_a_free_edge() -> None:
    """MON-2.10, MON-2.11, MON-9.2, MON-9.6, MON-10.1"""
    g = garden("PATH TRAMP", at={0: (5, 4)}, leader=0)
    g.set_off(0, 1)
    assert rule(g, "explore W draw") == "MON-9.6"
    assert rule(g, "step W") == "MON-9.2"
    assert rule(g, "orient H") == "MON-10.3"
    g = garden("PATH", at={0: (4, 4)}, leader=0)
    g.set_off(0, 1)
    assert refused(g, "explore N draw") == Refusal(
        "MON-2.10", "the path at 4,4 is closed to the north"
    )
    assert rule(g, "explore W draw") == "MON-10.1"
    g = garden("TRAMP", at={0: (4, 4)}, leader=0, obstacles="4,3")
    g.set_off(0, 1)
    assert refused(g, "explore N draw") == Refusal(
        "MON-2.11", "the trampoline at 4,4 is blocked to the north"
    )


def test_a_corner_must_be_there_and_continue_the_path() -> None:
    """MON-2.12, MON-10.1"""
    g = garden(corners=(0, 6))
    g.set_off(0, 1)
    assert refused(g, "explore E gated-2") == Refusal("MON-10.1", "there are no gated corners left")
    assert rule(g, "explore E plain-0") == "MON-2.12"


def test_a_corner_of_a_shuffled_pile_is_the_top_one_and_turns_one_way() -> None:
    """MON-19.6: corner_types=left_right"""
    g = garden(corner_types="left_right", faces="gated plain")
    g.set_off(0, 1)
    assert {"explore E gated-3", "explore E plain-2"} <= set(g.choices())
    assert rule(g, "explore E plain-3") == "MON-19.6"
    g.s.corners = [6, 0]
    assert refused(g, "explore E plain-2") == Refusal(
        "MON-10.1", "no corners that turn right are left"
    )
    assert rule(g, "explore E plain-3") == "MON-19.6"
    g.s.corners = [0, 6]
    assert refused(g, "explore E gated-3") == Refusal(
        "MON-10.1", "no corners that turn left are left"
    )
    g.s.corners = [0, 0]
    assert rule(g, "explore E plain-2") == "MON-10.1"


def test_on_a_track_corners_do_not_turn_and_cards_have_numbers() -> None:
    """MON-19.4: geometry=track"""
    g = garden(geometry="track")
    g.set_off(0, 1)
    other = next(
        text for text in (f"explore E plain-{turn}" for turn in range(4)) if text not in g.choices()
    )
    assert rule(g, other) == "MON-19.4"


def test_hopeless_choices_are_refused_while_there_are_others() -> None:
    """MON-10.6, MON-19.27 (T37)"""
    row = "PATH PATH PATH PATH PATH PATH PATH PATH"
    g = garden(row, at={0: (11, 4)}, leader=0, obstacles="2,4")
    g.set_off(0, 1)
    assert rule(g, "explore E draw") == "MON-10.6"


def test_after_a_loop_the_next_step_is_not_straight_back() -> None:
    """MON-11.5"""
    g = garden(tiles="TRAMP 4,4 / TRAMP 4,3 / TRAMP 5,4 / PATH 5,3", at={2: (5, 3)}, leader=2)
    g.set_off(0, 3)
    g.s.ban = g.tile((4, 3))
    assert rule(g, "step N") == "MON-11.5"


# -- always ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {}),
        (5, {"split_protocol": "sealed_demand"}),
        (4, {"geometry": "track", "corner_types": "left_right"}),
        (3, {"geometry": "grid_free", "bounce_direction": "any", "crown_own_card": "forbid"}),
        (4, {"table_w": 4, "table_h": 3, "hand_refresh": "after_four"}),
    ],
)
def test_every_refusal_names_a_rule_of_the_page_and_never_what_is_under_seal(
    players: int, options: dict[str, object]
) -> None:
    """MON-18.2, MON-18.3, MON-18.4"""
    page, rnd = PAGE.read_text("utf-8"), random.Random(5)
    defined = set(re.findall(r"\*\*(MON-[\d.]+)\*\*", page))
    for before, _, _, _ in play_on(9, players, max_rounds=8, mode="one_off", **options):
        for seat in range(players):
            legal = set(MONTY.legal(before, seat))
            for code in rnd.sample(range(len(MONTY.table)), 12):
                if code in legal:
                    continue
                told = MONTY.refusal(before, seat, code)
                assert told.rule in defined
                assert told.words.strip()
                other = MONTY.redeal(before, seat, [1, 2, 3, 4])
                assert MONTY.refusal(other, seat, code) == told
