"""Taking a move back: what is fair, and what is not, in all five games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dogpark import games
from dogpark.kernel.schema import State
from dogpark.kernel.seed import dice_for
from dogpark.play import undo
from dogpark.play.game import load
from dogpark.play.position import Position
from dogpark.play.undo import may_take_back
from tests.games.bonfire.table import give as give_sticks
from tests.games.bonfire.table import table as bonfire_table
from tests.games.breath.table import at_turn, card, lay_up
from tests.games.dog.positions import hold
from tests.games.dog.positions import position as dog_position


def placed(name: str, s: State) -> Position:
    """A position set up by hand, chance seeded."""
    return load(name, s.players).place(s, seed="undo")


def do(position: Position, *moves: tuple[int, str]) -> str | None:
    """Plays the moves and tells whether the first of them may be taken back then."""
    before = position.copy()
    for seat, move in moves:
        position.apply(seat, move)
    dice = dice_for("worlds", 0)
    return may_take_back(before, moves[0][0], position.since(before.length), position, dice)


def until(position: Position, stage: str, choose: Callable[[Position, int], int]) -> int:
    """Plays until a seat is asked at that stage; that seat."""
    while True:
        asked = [seat for seat in position.active if position.stage(seat) == stage]
        if asked:
            return asked[0]
        seat = position.active[0]
        position.apply(seat, choose(position, seat))


def first(position: Position, seat: int) -> int:
    return position.legal(seat)[0].code


# -- DOG ------------------------------------------------------------------------------------------


def exchange() -> Position:
    position = load("dog", 4).start(seed=5)
    until(position, "exchange", first)
    return position


def give(position: Position, seat: int, which: int = 0) -> tuple[int, str]:
    return seat, str(position.legal(seat)[which])


def test_a_gift_under_seal_may_be_taken_back_while_somebody_has_still_to_pick() -> None:
    position = exchange()
    for seat in (0, 1, 2):
        assert do(position, give(position, seat)) is None


def test_the_last_gift_unseals_all_and_stays() -> None:
    position = exchange()
    for seat in (0, 1, 2):
        position.apply(*give(position, seat))
    assert do(position, give(position, 3)) == undo.SHOWN


def test_others_may_have_sealed_their_own_gifts_meanwhile_and_those_stand() -> None:
    position = exchange()
    before = position.copy()
    first_moves = [give(position, 0), give(position, 1, -1), give(position, 2, -1)]
    assert do(position, *first_moves) is None
    kept = undo.lines_kept(0, position.since(before.length))
    assert [seat for seat, _ in kept] == [1, 2]
    for line in kept:
        before.follow(*line)
    before.apply(*give(before, 0, -1))
    before.apply(*give(before, 3))
    assert before.stage(before.active[0]) == "turn"


def test_once_all_gifts_are_in_the_first_one_stays_too() -> None:
    position = exchange()
    assert do(position, *(give(position, seat) for seat in range(4))) == undo.ANSWERED


def test_a_card_played_face_up_from_a_hidden_hand_stays() -> None:
    s = dog_position("0:[20, 30] 1:[40]", "K 7 2")
    for seat in (1, 2, 3):
        hold(s, seat, "3 5 9")
    assert do(placed("dog", s), (0, "play K start")) == undo.SHOWN
    assert do(placed("dog", s), (0, "play 7 split")) == undo.SHOWN


def test_which_peg_moves_where_may_be_taken_back_once_the_card_lies() -> None:
    s = dog_position("0:[20, 30] 1:[40]", "K 7 4")
    for seat in (1, 2, 3):
        hold(s, seat, "3 5 9")
    position = placed("dog", s)
    position.apply(0, "play 7 split")
    assert do(position, (0, "step 0 on")) is None
    assert do(position, (0, "step 1 on")) is None
    four = placed("dog", s)
    four.apply(0, "play 4 back")
    assert do(four, (0, "peg 1")) is None


def test_folding_tells_of_the_hand_and_stays() -> None:
    s = dog_position("1:[40]", "3 5 9")
    for seat in (1, 2, 3):
        hold(s, seat, "3 5 9")
    assert do(placed("dog", s), (0, "fold")) == undo.SHOWN


def test_a_card_of_which_every_hand_must_have_one_tells_nothing_and_may_be_taken_back() -> None:
    s = dog_position("0:[20, 30] 1:[40]", "K K")
    for seat in (1, 2, 3):
        hold(s, seat, "K K")
    s.discard, s.draw = s.draw, s.discard
    assert sum(s.draw) == 0, "all cards but eight kings lie face up"
    assert do(placed("dog", s), (0, "play K start")) is None


def test_a_move_that_the_next_player_has_answered_stays() -> None:
    s = dog_position("0:[20, 30] 1:[40]", "K 7 4")
    for seat in (1, 2, 3):
        hold(s, seat, "3 5 9")
    position = placed("dog", s)
    position.apply(0, "play 4 back")
    position.apply(0, "peg 1")
    before = position.copy()
    position.apply(0, position.legal(0)[0])
    assert position.active == (1,)
    position.apply(1, position.legal(1)[0])
    lines = position.since(before.length)
    assert may_take_back(before, 0, lines, position, dice_for("worlds", 0)) == undo.ANSWERED


# -- Dog's Breath ---------------------------------------------------------------------------------

MINE = "S Msd Msd Msn B Psd Vbd"
THEIRS = "Vsd Vsd Vbd Psd Pbd Pbd Msd"


def test_a_card_discarded_from_a_hidden_hand_stays() -> None:
    s = at_turn(MINE, THEIRS)
    lay_up(s, "Vsn Pbn")
    position = placed("breath", s)
    position.apply(0, f"pick {card('Pbn')}")
    assert do(position, (0, f"discard {card('B')}")) == undo.SHOWN


def test_a_card_picked_from_the_discards_may_go_back_and_so_may_its_own_discard() -> None:
    s = at_turn(MINE, THEIRS)
    lay_up(s, "Vsn Pbn")
    position = placed("breath", s)
    assert do(position, (0, f"pick {card('Pbn')}")) is None
    assert do(position, (0, f"discard {card('Pbn')}")) is None, "everybody saw it come"


def test_a_card_drawn_from_the_deck_stays() -> None:
    assert do(placed("breath", at_turn(MINE, THEIRS)), (0, "draw")) == undo.ROLLED


def test_a_scavenger_out_of_a_hidden_hand_stays() -> None:
    position = placed("breath", at_turn(MINE, THEIRS))
    assert do(position, (0, f"scavenge 1 {card('Vbd')}")) == undo.SHOWN


# -- Monty's Bark! Bark! --------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["species", "talk", "commit"])
def test_what_is_under_seal_may_be_taken_back_until_all_have_chosen(stage: str) -> None:
    position = load("monty", 3).start(seed=3)
    until(position, stage, first)
    seats = position.active
    assert len(seats) == 3
    moves = [(seat, str(position.legal(seat)[1])) for seat in seats]
    assert do(position.copy(), moves[0]) is None
    assert do(position.copy(), *moves[:2]) is None, "the other has chosen under seal too"
    assert do(position, *moves) is not None, "now everybody has seen it"


def test_the_start_may_be_laid_elsewhere_and_an_offer_be_thought_over() -> None:
    position = load("monty", 3).start(seed=3)
    seat = until(position, "start", first)
    assert do(position, (seat, str(position.legal(seat)[7]))) is None
    seat = until(position, "offer", first)
    assert do(position, (seat, str(position.legal(seat)[0]))) is None


def test_an_answer_to_an_offer_that_decides_it_stays() -> None:
    position = load("monty", 3).start(seed=3)
    until(position, "answer", first)
    moves = [(seat, str(position.legal(seat)[0])) for seat in position.active]
    for move in moves[:-1]:
        position.apply(*move)
    assert do(position, moves[-1]) == undo.SHOWN


# -- Here Comes the Dog ---------------------------------------------------------------------------


def test_where_nothing_is_hidden_a_choice_stays_only_after_dice_or_others() -> None:
    s = bonfire_table(2)
    for seat in (0, 1):
        give_sticks(s, seat, meat=1, charcoal=1, fire=1)
    position = placed("bonfire", s)
    exchanges = [str(move) for move in position.legal(0) if move.kind == "exchange"]
    assert do(position.copy(), (0, "roll")) == undo.ROLLED
    assert do(position.copy(), (0, exchanges[0])) is None
    assert do(position, (0, exchanges[0]), (1, exchanges[0])) == undo.ANSWERED


def test_sticks_that_were_rolled_for_may_be_taken_differently() -> None:
    position = placed("bonfire", bonfire_table(2))
    position.apply(0, "roll")
    seat = position.active[0]
    assert do(position, (seat, str(position.legal(seat)[0]))) is None


# -- DOGPILE and every game -----------------------------------------------------------------------


def test_in_a_game_against_the_clock_nothing_is_taken_back() -> None:
    position = load("dogpile", 2).start(seed=1)
    seat = position.active[0]
    assert do(position, (seat, str(position.legal(seat)[0]))) == undo.TIMED


@pytest.mark.parametrize("name", [name for name in games.names() if name != "dogpile"])
def test_the_move_that_ends_a_game_stays(name: str) -> None:
    position = load(name).start(seed=2)
    said = None
    for _ in range(position.rooms.facts.max_steps):
        seat, moves = position.active[0], position.legal(position.active[0])
        before = position.copy()
        position.apply(seat, moves[len(moves) // 2])
        if not position.active:
            lines = position.since(before.length)[:1]
            said = may_take_back(before, seat, lines, position, dice_for("worlds", 0))
            break
    assert said == undo.OVER


def test_without_a_move_of_ones_own_there_is_nothing_to_take_back() -> None:
    position = placed("bonfire", bonfire_table(2))
    before = position.copy()
    dice = dice_for("worlds", 0)
    assert may_take_back(before, 0, [], position, dice) == undo.NOTHING
    position.apply(0, "roll")
    lines = position.since(before.length)
    assert may_take_back(before, 1, lines, position, dice) == undo.NOTHING
