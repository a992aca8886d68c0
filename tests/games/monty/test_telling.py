"""What is told of a step: every happening of a chain in order, with its audience."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from dogpark.games.monty.state import Monty
from dogpark.games.monty.telling import follow
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event
from dogpark.kernel.seed import seed_nature
from tests.games.monty.table import MONTY, Garden, garden, match


class Listening(Garden):
    """A garden where everything that is told is kept."""

    def __init__(self, g: Garden) -> None:
        super().__init__(g.s, g.deck, g.faces)
        self.told: list[Event] = []

    def _apply(self, seat: int, code: int) -> None:
        before = self.s.copy()
        super()._apply(seat, code)
        self.told += MONTY.events(before, seat, code, self.s)

    def _go(self) -> None:
        self.told += follow(self.s)
        self._nature()

    def heard(self, *keys: str) -> list[str]:
        """The words of these events, or of all."""
        return [event.words for event in self.told if not keys or event.key in keys]

    def keys(self) -> list[str]:
        return [event.key for event in self.told]

    def event(self, key: str) -> Event:
        """The first event of that key."""
        return next(event for event in self.told if event.key == key)


def listen(row: str = "", **how: Any) -> Listening:
    return Listening(garden(row, **how))


def play_on(seed: int, players: int, **options: object) -> Iterator[tuple[Monty, int, int, Monty]]:
    """A whole random match: before, who, what, after."""
    s = MONTY.blank(players, MONTY.facts.read_options(options, players))
    assert isinstance(s, Monty)
    MONTY.rules.start(s)
    seed_nature(s, seed)
    rnd = random.Random(seed)
    while active := MONTY.active_seats(s):
        seat = rnd.choice(active)
        if seat == CHANCE:
            codes, weights = zip(*MONTY.chance(s), strict=True)
            (code,) = rnd.choices(codes, weights)
        else:
            code = rnd.choice(MONTY.legal(s, seat))
        before = s.copy()
        MONTY.rules.apply(s, seat, code)
        yield before, seat, code, s


# -- setting up -----------------------------------------------------------------------------------


def told_of(s: Monty, seat: int, text: str) -> list[Event]:
    """Plays it, and what is told."""
    before, code = s.copy(), MONTY.table.from_text(text).code
    MONTY.rules.apply(s, seat, code)
    return MONTY.events(before, seat, code, s)


def test_a_choice_under_seal_is_told_to_its_owner_and_only_that_it_was_made_to_all() -> None:
    """MON-3.1, MON-18.2"""
    s = MONTY.blank(3, MONTY.facts.read_options({}, 3))
    assert isinstance(s, Monty)
    MONTY.rules.start(s)
    mine, everybody = told_of(s, 1, "species squirrel")
    assert (mine.words, mine.seats) == ("You choose to be a squirrel", (1,))
    assert (everybody.words, everybody.seats) == ("Blue has chosen", None)
    told_of(s, 0, "species cat")
    (shown,) = told_of(s, 2, "species cat")
    assert shown.words == "Red is a cat, Blue is a squirrel and Yellow is a cat"
    assert shown.data["species"] == ["cat", "squirrel", "cat"]


def test_the_lot_and_the_laying_of_start_are_told() -> None:
    """MON-3.2, MON-3.5"""
    s = match(placer=2)
    told = told_of(s, 2, "start 3 4 V")
    assert [event.words for event in told] == [
        "Race 1: Yellow lays Start at 3,4, north-south",
        "Round 1 begins",
    ]


def test_obstacles_that_leave_no_place_are_told_to_be_put_away() -> None:
    """MON-3.7, MON-19.3"""
    obstacles = "1,0 3,0 0,1 2,1 1,2 3,2"
    s = MONTY.blank(
        3, MONTY.facts.read_options({"table_w": 4, "table_h": 3, "obstacles": obstacles}, 3)
    )
    assert isinstance(s, Monty)
    MONTY.rules.start(s)
    for seat in (0, 1, 2):
        told_of(s, seat, "species cat")
    told = told_of(s, CHANCE, "placer 1")
    assert [event.key for event in told] == ["placer", "cleared", "turn"]


# -- the secret phase -----------------------------------------------------------------------------


def test_what_is_said_is_told_when_all_have_spoken() -> None:
    """MON-4.1, MON-18.2"""
    g = listen()
    g.play("0: claim 3", "2: claim silent")
    assert [event.seats for event in g.told] == [(0,), None, (2,), None]
    assert g.heard() == [
        "You say 3",
        "Red is ready to speak",
        "You stay silent",
        "Yellow is ready to speak",
    ]
    g.told.clear()
    g.play("1: claim 5")
    assert g.heard() == ["Red says 3", "Blue says 5", "Yellow stays silent"]


def test_numbers_are_told_together_and_who_led_the_others_up_the_garden_path() -> None:
    """MON-4.2, MON-4.4, MON-18.3 (T03)"""
    g = listen("PATH PATH", deck="PATH PATH PATH PATH")
    g.play("0: claim 3", "1: claim 4", "2: claim silent", "0: commit 5", "1: commit 4")
    g.told.clear()
    g.play("2: commit 3")
    assert g.heard("shown", "bluff") == [
        "The cards are shown: Red 5, Blue 4 and Yellow 3",
        "Red led the others up the garden path",
    ]
    assert g.event("shown").data["numbers"] == [5, 4, 3]


def test_a_card_put_down_is_told_without_its_number() -> None:
    """MON-4.3, MON-18.3"""
    g = listen()
    g.play("0: claim 3", "1: claim 4", "2: claim silent")
    for number in (2, 5):
        other = Listening(g)
        other.s = g.s.copy()
        other.play(f"1: commit {number}")
        public = [event.to_dict() for event in other.told if event.seats is None]
        assert public == [
            {"event": "answered", "words": "Blue puts down a card", "seat": 1, "stage": "commit"}
        ]
        assert other.heard("sealed") == [f"You put down the {number}"]


# -- talks ----------------------------------------------------------------------------------------


def test_offers_answers_and_the_agreement_are_told() -> None:
    """MON-5.3, MON-5.6, MON-5.7, MON-18.4 (T07)"""
    g = listen("PATH PATH PATH PATH PATH", at={0: (5, 4), 1: (4, 4), 2: (8, 4)}, leader=2)
    g.share(5, 0, 1)
    g.play(g.offer(2, 3))
    assert g.heard() == [
        "Red and Blue both played 5 and have to share it",
        "Blue offers: Red 2, Blue 3",
    ]
    assert g.event("offer").data["split"] == [
        {"seat": 0, "spaces": 2},
        {"seat": 1, "spaces": 3},
    ]
    g.told.clear()
    g.play("respond accept")
    assert g.heard() == [
        "Red says yes",
        "Agreed: Red 2, Blue 3",
        "Blue runs 3 spaces",
        "Blue goes to the path at 5,4",
        "Blue goes to the path at 6,4",
        "Blue goes to the path at 7,4",
        "Red runs 2 spaces",
        "Red goes to the path at 6,4",
        "Red goes to the path at 7,4",
        "Round 2 begins",
    ]


def test_an_answer_stays_under_seal_until_all_are_in() -> None:
    """MON-18.4"""
    g = listen("PATH PATH")
    g.share(3, 0, 1, 2)
    g.play(g.offer(1, 1, 1))
    g.told.clear()
    g.play("2: respond reject")
    assert [(event.words, event.seats) for event in g.told] == [
        ("You say no", (2,)),
        ("Yellow has answered", None),
    ]
    g.told.clear()
    g.play("1: respond accept")
    assert g.heard() == [
        "Blue says yes and Yellow says no",
        "No agreement yet: it is Blue's turn to offer",
    ]


def test_passes_and_failed_talks_are_told_with_who_goes_back() -> None:
    """MON-5.8, MON-7.1, MON-7.3, MON-8.4 (T12)"""
    row = "PATH GATE PATH TREE GATE PATH"
    g = listen(row, at={0: (3, 4), 2: (9, 4)}, leader=2)
    g.fail(5, 0, 2)
    assert g.heard("passed", "failed", "sent_back", "stays", "crown_left") == [
        "Red makes no offer",
        "Yellow makes no offer",
        "Red makes no offer",
        "Yellow makes no offer",
        "No agreement: Red and Yellow go back to a gate and do not move",
        "Red has no gate behind and stays on Start at 3,4",
        "Yellow goes back to the gate at 8,4",
        "The crown stays behind on the path at 9,4, and nobody holds it",
    ]


def test_the_crown_that_a_sent_back_leader_leaves_to_another_is_told() -> None:
    """MON-8.4 (T12)"""
    g = listen("PATH GATE PATH", at={0: (6, 4), 2: (6, 4)}, leader=2)
    g.fail(5, 1, 2)
    assert "The crown passes to Red" in g.heard("crown_passed")


def test_talks_about_the_order_are_told() -> None:
    """MON-6.3, MON-6.4 (T18)"""
    row = "GATE PATH PATH PATH PATH"
    g = listen(row, at={0: (5, 4), 1: (5, 4), 2: (8, 4)}, leader=2)
    g.share(4, 0, 1)
    g.agree(g.offer(2, 2))
    assert g.heard("level") == ["Red and Blue have to agree who goes first"]
    other = Listening(g)
    other.s = g.s.copy()
    other.agree(other.order(1, 0))
    assert other.heard("offer", "agreed", "run")[:3] == [
        "Red offers: Blue, then Red",
        "Agreed: Blue, then Red",
        "Blue runs 2 spaces",
    ]
    g.pass_all()
    assert g.heard("failed", "sent_back") == [
        "No agreement: Red and Blue go back to a gate and do not move",
        "Red goes back to the gate at 4,4",
        "Blue goes back to the gate at 4,4",
    ]


def test_an_order_by_seat_after_failed_talks_is_told() -> None:
    """MON-19.20: order_failure=by_seat"""
    g = listen("PATH PATH", at={2: (5, 4)}, leader=2, order_failure="by_seat")
    g.share(4, 0, 1)
    g.agree(g.offer(2, 2))
    g.pass_all()
    assert g.heard("failed") == ["No agreement: Red and Blue go in seating order"]


def test_sealed_demands_are_told_when_all_are_in() -> None:
    """MON-19.18: split_protocol=sealed_demand"""
    g = listen("PATH PATH", at={2: (5, 4)}, leader=2, split_protocol="sealed_demand")
    g.share(5, 0, 1)
    g.play("0: demand 2")
    assert [(event.words, event.seats) for event in g.told[-2:]] == [
        ("You want 2 spaces", (0,)),
        ("Red has written down a demand", None),
    ]
    g.play("1: demand 4")
    assert g.heard("demands", "failed") == [
        "Red wants 2 spaces and Blue wants 4 spaces",
        "No agreement: Red and Blue go back to a gate and do not move",
    ]
    g.share(5, 0, 1)
    g.told.clear()
    g.play("0: demand 2", "1: demand 3")
    assert g.heard("demands", "agreed", "level") == [
        "Red wants 2 spaces and Blue wants 3 spaces",
        "Agreed: Red 2, Blue 3",
        "Red and Blue have to agree who goes first",
    ]
    other = Listening(g)
    other.s = g.s.copy()
    other.play("0: order 0", "1: order 1")
    assert other.heard("failed") == ["No agreement: Red and Blue go back to a gate and do not move"]
    g.told.clear()
    g.play("0: order 1", "1: order 1")
    assert g.heard("demands", "agreed") == [
        "Red wants Blue, then Red and Blue wants Blue, then Red",
        "Agreed: Blue, then Red",
    ]


# -- always ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {}),
        (5, {}),
        (4, {"split_protocol": "sealed_demand", "talk_rounds": 3}),
        (4, {"corner_types": "left_right", "geometry": "track"}),
        (3, {"bounce_direction": "any", "geometry": "grid_free"}),
        (4, {"table_w": 5, "table_h": 4, "obstacles": "2,2", "species_choice": "race"}),
    ],
)
def test_every_step_of_a_match_is_told_and_the_telling_changes_nothing(
    players: int, options: dict[str, object]
) -> None:
    """MON-18.1"""
    seen: set[str] = set()
    for before, seat, code, after in play_on(7, players, max_rounds=12, mode="one_off", **options):
        was, now = before.copy(), after.copy()
        told = MONTY.events(before, seat, code, after)
        assert told
        assert (before, after) == (was, now)
        for event in told:
            assert event.words.strip() == event.words != ""
            assert event.seats is None or event.seats == (seat,)
        seen |= {event.key for event in told}
    assert {"species", "start", "round", "shown", "run", "laid", "place", "game_over"} <= seen
