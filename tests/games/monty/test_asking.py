"""What a seat is asked, and what the words of each choice say it does here."""

from __future__ import annotations

import pytest

from dogpark.games.monty.state import Monty
from tests.games.monty.table import MONTY, Garden, garden, match
from tests.games.monty.test_pushing import closing_in
from tests.games.monty.test_telling import play_on


def words(g: Garden, seat: int | None = None) -> dict[str, str]:
    """The words of every choice, by its short text."""
    who = g.asked[0] if seat is None else seat
    return {choice["text"]: choice["words"] for choice in MONTY.prompt(g.s, who)["choices"]}


def ask(g: Garden, seat: int) -> str:
    asked: str = MONTY.prompt(g.s, seat)["ask"]
    return asked


def test_species_and_start_are_asked_in_words() -> None:
    """MON-3.1, MON-3.5"""
    s = MONTY.blank(3, MONTY.facts.read_options({}, 3))
    assert isinstance(s, Monty)
    MONTY.rules.start(s)
    prompt = MONTY.prompt(s, 0)
    assert prompt["ask"] == "Will you race as a cat or as a squirrel?"
    assert prompt["choices"][0]["words"].startswith("a cat: you stay")
    start = MONTY.prompt(match(), 0)
    assert len(start["choices"]) == 234
    assert start["choices"][0]["words"] == "Start at 0,0, east-west"
    assert start["choices"][-1]["words"] == "Start at 12,8, north-south"
    assert start["choices"][1]["effect"]["cell"] == [0, 0]
    assert MONTY.prompt(match(), 1)["ask"] == "Wait for Red, who lays Start"
    one_end = MONTY.prompt(match(start_ends=1), 0)["choices"]
    assert one_end[0]["words"] == "Start at 0,0, open east"


def test_without_single_spaces_cat_and_squirrel_promise_no_pushing() -> None:
    """MON-19.21, MON-7.5, MON-1.3: single_space=off"""
    s = MONTY.blank(3, MONTY.facts.read_options({"single_space": "off"}, 3))
    MONTY.rules.start(s)
    assert [choice["words"] for choice in MONTY.prompt(s, 0)["choices"]] == [
        "a cat: you go back to a gate after squirrels that are level with you",
        "a squirrel: you go back to a gate before cats that are level with you",
    ]


def test_without_a_table_only_the_direction_of_start_is_asked() -> None:
    """MON-19.4, MON-3.5: geometry=grid_free"""
    prompt = MONTY.prompt(match(geometry="grid_free"), 0)
    assert prompt["ask"] == "In which direction do you lay Start?"
    assert [choice["words"] for choice in prompt["choices"]] == [
        "Start at 6,4, east-west",
        "Start at 6,4, north-south",
    ]
    assert MONTY.prompt(match(), 0)["ask"] == "You lay Start, anywhere on the table"


def test_whoever_waits_for_answers_is_told_who_has_still_to_give_one() -> None:
    """MON-5.7, MON-18.4"""
    g = garden(players=4)
    g.share(5, 0, 1, 2)
    g.play("offer 0")
    assert ask(g, 0) == "Wait for Blue and Yellow to answer your offer"
    assert ask(g, 3) == "Wait for Blue and Yellow to answer Red's offer"
    g.play("2: respond reject")
    assert ask(g, 0) == "Wait for Blue to answer your offer"
    assert ask(g, 2) == "You say no; wait until all have answered"


def test_the_secret_phase_is_asked_and_waited_for_without_a_hint() -> None:
    """MON-4.1, MON-4.3, MON-18.3"""
    g = garden()
    assert words(g, 0) == {
        "claim silent": "say nothing",
        "claim 2": "say you will play the 2",
        "claim 3": "say you will play the 3",
        "claim 4": "say you will play the 4",
        "claim 5": "say you will play the 5",
    }
    g.play("0: claim silent")
    assert ask(g, 0) == "You stay silent; wait until all have spoken"
    g.play("1: claim 4", "2: claim 4", "1: commit 2")
    assert words(g, 0)["commit 5"] == "put down the 5"
    assert ask(g, 1) == "You put down the 2; wait until all have chosen"


def test_an_offer_says_who_gets_what() -> None:
    """MON-5.4, MON-5.6, MON-5.7"""
    g = garden("PATH PATH", at={2: (5, 4)}, leader=2)
    g.share(5, 0, 1)
    assert ask(g, 0) == "You share 5 spaces with Blue: make an offer or pass (turn 1 of 4)"
    assert ask(g, 2) == "Wait for Red, who may make an offer"
    assert words(g)["offer 2"] == "offer: you 2, Blue 3"
    g.play("offer 2")
    assert ask(g, 1) == "Red offers Red 2, you 3. Do you agree?"
    assert words(g, 1) == {"respond accept": "yes: Red 2, you 3", "respond reject": "no"}
    assert ask(g, 0) == "Wait for Blue to answer your offer"
    assert ask(g, 2) == "Wait for Blue to answer Red's offer"
    g.play("respond reject", "pass", "pass")
    assert words(g, 1)["pass"] == "pass, and the talks fail"
    g.play("offer 0")
    assert words(g, 0)["respond reject"] == "no, and the talks fail"


def test_many_splits_are_written_short_with_the_players_in_the_question() -> None:
    """MON-5.4"""
    g = garden(players=5)
    g.share(5, 0, 1, 2, 3, 4)
    offers = words(g)
    assert len(offers) == 127
    assert offers["offer 0"] == "offer 0 0 0 0 5"
    assert max(map(len, offers.values())) <= 15
    asked = ask(g, 0)
    assert asked.endswith("(turn 1 of 10); spaces for you, Blue, Yellow, Green and White")


def test_an_order_says_who_goes_first() -> None:
    """MON-6.3"""
    g = garden("PATH PATH", at={2: (5, 4)}, leader=2)
    g.share(4, 0, 1)
    g.agree(g.offer(2, 2))
    assert words(g) == {
        "pass": "pass",
        "order 0": "offer: you, then Blue",
        "order 1": "offer: Blue, then you",
    }
    g.play("order 1")
    assert ask(g, 1) == "Red offers who goes first: you, then Red. Do you agree?"


def test_demands_are_asked_in_words() -> None:
    """MON-19.18"""
    g = garden("PATH PATH", at={2: (5, 4)}, leader=2, split_protocol="sealed_demand")
    g.share(4, 0, 1)
    assert words(g, 0)["demand 1"] == "1 space of 4"
    g.play("0: demand 2", "1: demand 2")
    assert words(g, 1)["order 0"] == "Red, then you"
    assert "must write the same" in ask(g, 1)


def test_gates_and_the_order_of_going_back_are_asked_in_words() -> None:
    """MON-7.2, MON-7.5 (T13)"""
    g = garden(
        tiles="GATE 4,4 / TRAMP 5,4 / GATE V 5,3 / TRAMP V 5,2 / PATH 6,4 / PATH 7,4 / PATH 8,4",
        at={0: (7, 4), 1: (7, 4), 2: (8, 4)},
        leader=2,
    )
    g.fail(5, 0, 1)
    assert ask(g, 2) == "In which order do Red and Blue go back?"
    assert words(g)["order 1"] == "Blue, then Red"
    g.play("order 0")
    assert words(g, 0) == {
        "gate 5 3": "go back to the gate at 5,3, 4 from the crown",
        "gate 4 4": "go back to the gate at 4,4, 4 from the crown",
    }


def test_a_step_says_where_it_leads_and_who_is_there() -> None:
    """MON-9.1, MON-9.5, MON-2.9 (T21)"""
    tiles = "TRAMP 4,4 / TRAMP 4,3 / TRAMP 5,4 / PATH 5,3"
    g = garden(tiles=tiles, at={2: (5, 3), 1: (4, 3)}, leader=2)
    g.set_off(0, 3)
    assert ask(g, 0) == "2 spaces left: which way?"
    assert words(g) == {
        "step N": "go north to the trampoline at 4,3, where Blue is",
        "step E": "go east to the trampoline at 5,4",
    }
    g = garden(tiles=tiles, at={1: (4, 3)}, crown=(5, 3))
    g.set_off(0, 1)
    assert ask(g, 0) == "You bounce: which way?"
    assert words(g)["step E"] == "bounce east to the trampoline at 5,4"


def test_a_bounce_onto_an_unheld_crown_says_so() -> None:
    """MON-8.2, MON-19.9: bounce_direction=any"""
    g = garden("TRAMP PATH", crown=(5, 4), bounce_direction="any")
    g.set_off(0, 1)
    assert words(g) == {
        "step E": "bounce east to the path at 5,4 and take the crown",
        "step W": "bounce west to Start at 3,4, where Blue and Yellow are",
    }


def test_exploring_says_what_is_laid_and_where_it_turns() -> None:
    """MON-10.1, MON-10.2 (T20)"""
    g = garden()
    g.set_off(0, 2)
    assert ask(g, 0) == "2 spaces left, and here the known world ends: explore"
    assert words(g) == {
        "explore E draw": "go east and draw",
        "explore E gated-2": "lay a gated corner east, turning south",
        "explore E gated-3": "lay a gated corner east, turning north",
        "explore E plain-2": "lay a plain corner east, turning south",
        "explore E plain-3": "lay a plain corner east, turning north",
        "explore W draw": "go west and draw",
        "explore W gated-0": "lay a gated corner west, turning north",
        "explore W gated-1": "lay a gated corner west, turning south",
        "explore W plain-0": "lay a plain corner west, turning north",
        "explore W plain-1": "lay a plain corner west, turning south",
    }
    cells = [choice["effect"]["cell"] for choice in MONTY.prompt(g.s, 0)["choices"]]
    assert cells == [[4, 4]] * 5 + [[2, 4]] * 5


def test_a_corner_that_ends_at_once_or_joins_a_card_says_so() -> None:
    """MON-2.14, MON-11.2"""
    g = garden(start="start 3 0 H", keep_alive="off")
    g.set_off(0, 1)
    assert words(g)["explore E plain-3"] == "lay a plain corner east, turning north, a dead end"
    g = garden(
        tiles="CPLAIN 3 4,4 / CPLAIN 2 4,3 / PATH 3,3", at={0: (3, 3)}, leader=0, keep_alive="off"
    )
    g.set_off(0, 2)
    g.play("explore W plain-1")
    joined = "lay a plain corner south, turning east, joining Start at 3,4"
    assert words(g)["explore S plain-0"] == joined


def test_a_corner_of_a_shuffled_pile_says_so_too() -> None:
    """MON-19.6, MON-2.14, MON-11.2: corner_types=left_right"""
    given = {"corner_types": "left_right", "faces": "plain plain", "keep_alive": "off"}
    g = garden(start="start 3 0 H", **given)  # type: ignore[arg-type] # house rules
    g.set_off(0, 1)
    assert words(g)["explore E plain-3"] == "lay a plain corner east, turning north, a dead end"
    assert words(g)["explore E plain-2"] == "lay a plain corner east, turning south"
    tiles = "PATH V 5,3 / PATH 5,5"
    g = garden("PATH", tiles=tiles, at={0: (4, 4)}, leader=0, **given)  # type: ignore[arg-type] # house rules
    g.set_off(0, 1)
    joining = "lay a plain corner east, turning north, joining the path at 5,3"
    assert words(g)["explore E plain-3"] == joining
    assert words(g)["explore E plain-2"] == "lay a plain corner east, turning south, a dead end"


def test_a_bounce_into_the_unknown_offers_every_turn() -> None:
    """MON-2.13, MON-9.6, MON-10.3 (T24)"""
    g = garden("PATH TRAMP", at={0: (5, 4)}, leader=0, deck="PATH")
    g.set_off(0, 1)
    offered = words(g)
    assert offered["explore N draw"] == "bounce north and draw"
    assert offered["explore N gated-1"] == "lay a gated corner north, turning east"
    assert offered["explore N gated-0"] == "lay a gated corner north, open north and east"
    g.play("explore N draw")
    assert ask(g, 0) == "You drew a path: how does it lie?"
    assert words(g) == {
        "orient H": "east-west: the beginning of a new row",
        "orient V": "north-south: straight on north",
    }


def test_a_push_says_where_the_pawn_lands() -> None:
    """MON-14.1, MON-14.2, MON-14.3, MON-14.6 (T26, T29)"""
    row = "PATH TREE TREE PATH PATH"
    at = {0: (4, 4), 1: (5, 4), 2: (6, 4), 3: (8, 4)}
    g = garden(row, players=4, at=at, leader=3)
    g.set_off(0, 1)
    assert ask(g, 0) == "You want the tree at 5,4 for yourself: which way do you push Blue?"
    assert words(g) == {
        "push E": "push Blue east onto the tree at 6,4, where Yellow is, "
        "so that Yellow has to move on",
        "push W": "push Blue west onto the path at 4,4",
    }
    g = garden("PATH PATH BROKEN", at={1: (6, 4), 0: (5, 4)}, leader=1, species="scc")
    g.set_off(0, 1)
    assert ask(g, 0) == "There is no room on the broken fence at 6,4: which way do you hop?"
    assert words(g) == {
        "push E": "hop east into the unknown",
        "push W": "hop west onto the path at 5,4",
    }
    g.play("push E")
    assert ask(g, 0) == "You come off east, where nobody has been: which card lies there?"


@pytest.mark.parametrize(
    ("who", "asked", "question"),
    [
        ("owner", 1, "You come off east, where nobody has been: which card lies there?"),
        ("instigator", 0, "You pushed Blue into the unknown: which card lies there?"),
    ],
)
def test_whoever_chooses_for_a_pushed_pawn_is_asked_so(who: str, asked: int, question: str) -> None:
    """MON-14.5, MON-19.22: displaced_draw=owner and instigator"""
    g = garden("PATH TREE", at={1: (5, 4), 0: (4, 4)}, leader=1, displaced_draw=who)
    g.set_off(0, 1)
    g.play("push E")
    assert g.asked == (asked,)
    assert ask(g, asked) == question
    draws, lays = words(g)["explore E draw"], words(g)["explore E plain-3"]
    if who == "owner":
        assert ask(g, 2) == "Wait for Blue, who explores"
        assert (draws, lays) == ("go east and draw", "lay a plain corner east, turning north")
    else:
        assert ask(g, 1) == "Wait for Red, who picks a card for you"
        assert ask(g, 2) == "Wait for Red, who picks a card for Blue"
        assert draws == "Blue goes east: draw"
        assert lays == "Blue goes east: lay a plain corner, turning north"
    assert MONTY.prompt(g.s, 1 - asked)["choices"] == []


def test_the_crown_choice_says_what_each_spot_offers() -> None:
    """MON-11.3, MON-11.6, MON-8.5 (T35)"""
    row = "PATH TRAMP PATH PATH PATH PATH PATH PATH"
    g = garden(row, at={0: (11, 4), 1: (5, 4)}, leader=0, deck="PATH", corners=(0, 0))
    g.run(0, 4)
    assert ask(g, 0) == "This is a dead end: where does the crown go?"
    assert words(g) == {
        "shortcut": "take the short cut: Home lies here, and you are the first",
        "crown 3 4": "put the crown on Start at 3,4, one free edge; Yellow takes it at once",
        "crown 5 4": "put the crown on the trampoline at 5,4, two free edges; Blue takes it at once",
    }


def test_a_crown_card_closed_in_by_a_pushed_pawn_is_no_dead_end() -> None:
    """MON-11.1, MON-11.2, MON-11.3"""
    g = closing_in("TRAMP V", "TRAMP")
    assert g.asked == (2,)
    assert ask(g, 2) == "There is nothing left to explore here: where does the crown go?"


def test_several_pawns_that_have_to_move_on_are_told_as_several() -> None:
    """MON-14.6"""
    at = {0: (4, 4), 1: (5, 4), 2: (6, 4), 3: (6, 4), 4: (8, 4)}
    g = garden("PATH TREE TREE PATH PATH", players=5, at=at, leader=4)
    g.set_off(0, 1)
    assert words(g)["push E"].endswith("so that Yellow and Green have to move on")


def test_monty_is_named_where_he_barks() -> None:
    """MON-12.2 (T32)"""
    g = garden("PATH TRAMP PATH PATH", at={0: (7, 4), 1: (6, 4)}, leader=0, deck="BARK")
    g.run(0, 5)
    assert ask(g, 0) == "Monty barks, and the race runs another way: where does the crown go?"
    assert ask(g, 1) == "Wait for Red, who puts the crown somewhere"


@pytest.mark.parametrize("geometry", ["track", "grid_free"])
def test_without_a_table_cards_are_named_all_the_same(geometry: str) -> None:
    """MON-19.4: geometry=track and grid_free"""
    seen: set[str] = set()
    for number, (_, _, _, s) in enumerate(
        play_on(2, 3, max_rounds=6, mode="one_off", geometry=geometry)
    ):
        active = MONTY.active_seats(s)
        if number % 3 == 0 and active and active[0] < 3:
            prompt = MONTY.prompt(s, active[0])
            seen |= {choice["words"].split(",")[0] for choice in prompt["choices"]}
    assert "go east and draw" in seen
    turned = {text for text in seen if "corner" in text}
    assert turned
    assert all("turning" not in text for text in turned)
