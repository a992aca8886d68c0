"""The referee: every kind of refusal, with its reason; and the position stays as it was."""

from __future__ import annotations

from typing import Any

import pytest

from dogpark.kernel.actions import Action
from dogpark.kernel.facts import CHANCE
from dogpark.play.game import Game
from dogpark.play.position import Position
from dogpark.play.refused import Refused


def _refused(position: Position, seat: Any, move: Any) -> Refused:
    was = position.to_dict()
    with pytest.raises(Refused) as caught:
        position.apply(seat, move)
    assert position.to_dict() == was
    return caught.value


@pytest.mark.parametrize("move", ["throw 1", "THROW 1", 0, {"do": "throw", "arm": 1}])
def test_a_move_is_read_in_every_form(position: Position, move: Any) -> None:
    position.apply(0, move)
    assert str(position.history()[-1][1]) == "throw 1"


def test_a_move_may_be_one_of_the_actions_offered(position: Position) -> None:
    position.apply(1, position.legal(1)[0])
    assert position.history()[-1][0] == 1


@pytest.mark.parametrize(
    "move",
    ["", "bark", "throw", "throw 9", -1, 99, True, 1.5, None, [], {}, {"do": "throw"}],
)
def test_what_cannot_be_read_is_unreadable(position: Position, move: Any) -> None:
    refused = _refused(position, 0, move)
    assert refused.kind == "unreadable"
    assert refused.rule is None
    assert refused.message


def test_an_action_of_another_game_is_unreadable(position: Position) -> None:
    assert _refused(position, 0, Action("bark", {}, 0, "")).kind == "unreadable"
    assert _refused(position, 0, Action("throw", {"arm": 7}, 0, "")).kind == "unreadable"


def test_an_action_is_judged_by_its_name_and_not_by_a_code_it_claims(position: Position) -> None:
    forged = Action("ball", {"weight": 1}, 0, "")
    assert _refused(position, 0, forged).kind == "illegal now"


@pytest.mark.parametrize("seat", [-1, 2, 99, "0", None, 0.0, True])
def test_a_seat_that_is_not_there_is_unreadable(position: Position, seat: Any) -> None:
    refused = _refused(position, seat, "throw 1")
    assert refused.kind == "unreadable"
    assert "seats run from 0 to 1" in refused.message


def test_a_seat_that_is_not_asked_hears_what_is_waited_for(position: Position) -> None:
    position.apply(0, "throw 1")
    refused = _refused(position, 0, "throw 1")
    assert refused.kind == "not your turn"
    assert position.prompt(0)["ask"] in refused.message


def test_nobody_plays_natures_part_while_seats_are_asked(position: Position) -> None:
    refused = _refused(position, CHANCE, "ball 1")
    assert refused.kind == "not your turn"
    assert refused.message == "nothing is left to chance now"


def test_no_seat_plays_before_chance_has_fallen(game: Game) -> None:
    position = game.start(chance="manual")
    assert _refused(position, 0, "throw 1").kind == "not your turn"
    assert _refused(position, CHANCE, "throw 1").kind == "illegal now"


def test_an_illegal_move_hears_the_rule_by_id_and_in_words(game: Game) -> None:
    position = game.start(chance="manual")
    position.apply(CHANCE, "ball 0")
    position.apply(CHANCE, "ball 1")
    refused = _refused(position, 0, "throw 3")
    assert (refused.kind, refused.rule) == ("illegal now", "FET-1.4")
    assert str(refused) == "FET-1.4: the strong arm needs a ball worth throwing"
    assert refused.to_dict() == {
        "refused": "illegal now",
        "rule": "FET-1.4",
        "words": "the strong arm needs a ball worth throwing",
    }


@pytest.mark.parametrize("seat", [0, 1, CHANCE, 99])
def test_nobody_moves_after_the_end(finished: Position, seat: int) -> None:
    refused = _refused(finished, seat, "throw 1")
    assert refused.kind == "over"
    assert str(refused) == "the game is over"
