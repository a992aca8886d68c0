"""Positions: looking, playing, copying, branching, writing down."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dogpark.conformance.tables import Table
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import Malformed
from dogpark.play.game import Game, load
from dogpark.play.position import NoHistory, Position


def test_chance_falls_by_itself_where_it_is_seeded(position: Position) -> None:
    assert position.active == (0, 1)
    assert position.length == 2
    assert [seat for seat, *_ in position.history()] == [CHANCE, CHANCE]
    assert position.outcomes == []


def test_chance_is_left_to_the_caller_where_it_is_manual(game: Game) -> None:
    position = game.start(chance="manual")
    assert position.active == (CHANCE,)
    assert [(str(action), weight) for action, weight in position.outcomes] == [
        (f"ball {weight}", 2) for weight in range(5)
    ]
    position.apply(CHANCE, "ball 4")
    position.apply(CHANCE, {"do": "ball", "weight": 0})
    assert position.active == (0, 1)
    assert position.view(0)["ball"] == 4
    assert position.seed is None
    assert position.commitment is None


def test_the_same_seed_deals_the_same_game(game: Game) -> None:
    assert game.start(seed=7).to_dict() == game.start(seed="7").to_dict()
    assert game.start(seed=7).to_dict() != game.start(seed=8).to_dict()
    assert game.start().seed != game.start().seed


def test_seats_that_choose_in_secret_may_do_so_in_any_order(game: Game) -> None:
    ends = []
    for order in ((0, 1), (1, 0)):
        position = game.start(seed=7)
        for seat in order:
            position.apply(seat, "throw 1")
        ends.append(position.state)
    assert ends[0] == ends[1]


def test_a_move_answers_with_everything_it_caused(position: Position) -> None:
    first = position.apply(0, "throw 1")
    assert [event.key for event in first] == ["threw", "arm"]
    last = position.apply(1, "throw 1")
    assert [event.key for event in last] == [
        "threw",
        "arm",
        "scored",
        "dealt",
        "ball",
        "dealt",
        "ball",
    ]


def test_stages_legal_moves_and_prompts_are_those_of_the_seat(position: Position) -> None:
    assert position.stage(0) == "throw"
    assert [str(action) for action in position.legal(0)][:2] == ["throw 1", "throw 2"]
    assert position.prompt(0)["choices"][0]["text"] == "throw 1"
    position.apply(0, "throw 2")
    assert position.legal(0) == []
    assert position.legal(9) == []
    assert position.legal(-1) == []


def test_the_state_is_given_out_as_a_copy(position: Position) -> None:
    was = position.to_dict()
    s: Any = position.state
    s.score[0] = 99
    position.to_dict()["state"]["score"][0] = 99
    position.history().clear()
    assert position.to_dict() == was


def test_a_finished_game_has_a_result_and_nobody_may_act(finished: Position) -> None:
    assert finished.active == ()
    assert finished.result is not None
    assert sorted(finished.result.to_dict()) == ["places", "points", "teams", "winners"]


def test_a_game_that_goes_on_has_no_result(position: Position) -> None:
    assert position.result is None


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1)), max_size=40))
def test_copies_never_see_what_each_other_play(moves: list[tuple[int, int]]) -> None:
    """Four positions, copied from each other and played at random; a model holds their states."""
    start = Table(Rooms("tests.toys.fetch"), 2, {"rounds": 3}).game.start(seed=1)
    positions = [start, start.copy(), start.copy(), start.copy()]
    expected = [position.to_dict() for position in positions]
    for which, how in moves:
        if how == 0 and positions[which].active:
            seat = positions[which].active[0]
            positions[which].apply(seat, positions[which].legal(seat)[-1])
            expected[which] = positions[which].to_dict()
        else:
            positions[which] = positions[which - 1].copy()
            expected[which] = expected[which - 1]
        assert [position.to_dict() for position in positions] == expected


def test_what_a_seat_may_do_is_found_anew_after_every_move_and_for_every_copy() -> None:
    dice = random.Random(4)
    position = load("bonfire", players=3).start(seed=4)
    copies = [position.copy()]
    while position.active and len(copies) < 60:
        for one in copies[-3:]:
            for seat in range(3):
                codes = one.rooms.legal(one.state, seat)
                assert [action.code for action in one.legal(seat)] == codes
        seat = position.active[0]
        position.apply(seat, dice.choice(position.legal(seat)))
        copies.append(position.copy())
    assert len(copies) > 20


def test_a_copy_has_the_same_future_and_a_branch_another(position: Position) -> None:
    copy, branch = position.copy(), position.branch("elsewhere")
    for each in (position, copy, branch):
        for _ in range(2):
            each.apply(each.active[0], "throw 1")
    assert copy.to_dict() == position.to_dict()
    assert branch.state.rng_key != position.state.rng_key
    assert branch.seed == "elsewhere"


def test_a_branch_of_a_manual_game_draws_its_own_chance(game: Game) -> None:
    branch = game.start(chance="manual").branch(3)
    branch.roll()
    assert branch.active == (0, 1)


@pytest.mark.parametrize("how", ["branched", "placed"])
def test_a_position_without_its_history_has_no_record(position: Position, how: str) -> None:
    other = position.branch(1) if how == "branched" else position.game.place(position.state)
    with pytest.raises(NoHistory):
        other.record()
    assert other.to_dict()["log"] is None


def test_a_placed_position_plays_on_and_leaves_its_model_alone(position: Position) -> None:
    model = position.state
    placed = position.game.place(model, seed=5)
    for _ in range(2):
        placed.apply(placed.active[0], "throw 1")
    assert placed.view(None)["round"] == 2
    assert model == position.state
    assert position.game.place(model).chance == "manual"


def test_a_position_survives_json_and_plays_on_alike(position: Position) -> None:
    position.apply(0, "throw 1")
    back = position.game.from_dict(json.loads(json.dumps(position.to_dict())))
    assert back.to_dict() == position.to_dict()
    for each in (position, back):
        each.apply(1, "throw 2")
    assert back.to_dict() == position.to_dict()
    assert back.record() == position.record()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "dog"}, "a position of ('dog'"),
        ({"rules": "0"}, "a position of"),
        ({"players": 3}, "a position of"),
        ({"options": {}}, "a position of"),
        ({"players": "2"}, "not a position"),
        ({"chance": "lucky"}, "not a position"),
        ({"extra": 1}, "not a position"),
        ({"state": {}}, "missing"),
        ({"log": [[0]]}, "log entry 1: [0] is not seat, action"),
        ({"log": [["0", 1]]}, "not a position"),
    ],
)
def test_json_that_is_no_position_of_this_table_is_refused(
    position: Position, change: dict[str, Any], words: str
) -> None:
    with pytest.raises(Malformed) as caught:
        position.game.from_dict(position.to_dict() | change)
    assert words in str(caught.value)


@pytest.mark.parametrize("form", [None, [], "position", 3])
def test_json_that_is_no_object_is_no_position(game: Game, form: object) -> None:
    with pytest.raises(Malformed, match="not a position"):
        game.from_dict(form)


def test_a_game_says_what_is_special_about_it(game: Game, fetch: Rooms) -> None:
    assert repr(game) == "<Fetch, 2 players, no house rules>"
    assert "'heavy': 'on'" in repr(Table(fetch, 3, {"heavy": "on"}).game)


def test_the_smallest_table_is_taken_unless_said(game: Game) -> None:
    assert load("fetch").players == 2
    assert load("fetch", 3, {"rounds": "1"}).options == {"rounds": 1, "heavy": "off"}
