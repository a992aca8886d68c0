"""Moves, keys, clocks, taking back and talking at a table."""

from __future__ import annotations

import pytest

from dogpark.kernel.facts import CHANCE
from dogpark.play import undo
from dogpark.play.refused import Refused
from dogpark.server.entries import Who
from dogpark.server.table import drafts
from dogpark.server.table.drafts import Done
from dogpark.server.table.no import No
from tests.server.table.bench import ANN, BEN, CAT, Bench, entry_of, in_a_seven, kinds, take_back


def _first_move(bench: Bench) -> tuple[int, dict[str, object]]:
    seat = bench.table.asked[0]
    position = bench.table.position
    assert position is not None
    return seat, position.legal(seat)[0].to_dict()


def test_a_move_with_a_known_key_is_answered_as_the_first_time() -> None:
    bench = Bench("bonfire", 2).seat_all(ANN).begin()
    seat, move = _first_move(bench)
    bench.take(drafts.move(bench.table, seat, move, by="person", person="ann", key="a1"))
    number = bench.table.seq
    again = drafts.move(bench.table, seat, move, by="person", person="ann", key="a1")
    assert again == Done(number)


def test_one_persons_key_means_nothing_for_another() -> None:
    bench = Bench("bonfire", 2).seat_all(ANN).begin()
    seat, move = _first_move(bench)
    bench.take(drafts.move(bench.table, seat, move, by="person", person="ann", key="a1"))
    with pytest.raises(No, match="not your seat"):
        drafts.move(bench.table, seat, move, by="person", person="ben", key="a1")


def test_nobody_moves_in_anothers_seat() -> None:
    bench = Bench("bonfire", 2).seat_all(ANN, BEN).begin()
    seat, move = _first_move(bench)
    other = {0: "ben", 1: "ann"}[seat]
    with pytest.raises(No, match="not your seat"):
        drafts.move(bench.table, seat, move, by="person", person=other, key="x")


def test_a_refused_move_changes_nothing() -> None:
    bench = Bench("dog", 4).seat_all(ANN).begin()
    position = bench.table.position
    assert position is not None
    before = position.to_dict()
    for move in ({"do": "nonsense"}, {}, {"do": "give", "card": 99}):
        with pytest.raises(Refused):
            drafts.move(bench.table, 0, move, by="person", person="ann", key="x")
    assert position.to_dict() == before
    assert bench.table.position is position


def test_before_the_start_and_after_the_end_nobody_moves() -> None:
    bench = Bench("bonfire", 2).seat_all(ANN)
    with pytest.raises(No, match="not begun"):
        drafts.move(bench.table, 0, {"do": "x"}, by="person", person="ann", key="x")
    bench.begin().random_moves(5000)
    with pytest.raises(No, match="over"):
        drafts.move(bench.table, 0, {"do": "x"}, by="person", person="ann", key="x")


def test_a_seat_is_asked_from_the_moment_it_must_decide() -> None:
    bench = Bench("bonfire", 2, clock="live", seconds=20).seat_all(ANN).begin()
    seat, move = _first_move(bench)
    assert bench.table.deadline(seat) == bench.now + 20_000
    bench.now += 5000
    bench.take(drafts.move(bench.table, seat, move, by="person", person="ann", key="1"))
    for number in range(2):
        expected = bench.now + 20_000 if number in bench.table.asked else None
        if number == seat or bench.table.deadline(number) is None:
            assert bench.table.deadline(number) == expected


def test_a_sealed_choice_is_taken_back_until_everybody_has_chosen() -> None:
    bench = Bench("dog", 4).seat_all(ANN, BEN, CAT, ANN).begin()
    position = bench.table.position
    assert position is not None
    seat = bench.table.asked[0]
    assert position.stage(seat) == "exchange"
    move = position.legal(seat)[0].to_dict()
    who = bench.table.seats[seat].who
    assert who is not None
    before = position.to_dict()
    bench.take(drafts.move(bench.table, seat, move, by="person", person=who.id, key="1"))
    bench.take(take_back(bench.table, seat, who.id))
    assert bench.table.position is not None
    assert bench.table.position.to_dict() == before
    assert kinds(bench.told)[-1] == "tookback"


def test_a_move_that_used_chance_stays() -> None:
    bench = Bench("bonfire", 2).seat_all(ANN).begin()
    for _ in range(60):
        seat, _move = _first_move(bench)
        position = bench.table.position
        assert position is not None
        before = position.length
        bench.random_moves(1, seed=str(bench.table.seq))
        position = bench.table.position
        assert position is not None
        if any(line[0] == CHANCE for line in position.since(before)):
            with pytest.raises(No, match="Chance has decided"):
                take_back(bench.table, seat, "ann")
            return
    pytest.fail("no move used chance")


def test_another_seats_move_cannot_be_taken_back() -> None:
    bench = Bench("dog", 4).seat_all(ANN).begin()
    bench.random_moves(1)
    (seat,) = (seat for seat in range(4) if bench.table.may_undo(seat))
    with pytest.raises(No, match="no move of yours"):
        take_back(bench.table, (seat + 1) % 4, "ann")


def test_what_others_have_sealed_meanwhile_stays_when_a_choice_is_taken_back() -> None:
    bench = Bench("dog", 4).seat_all(ANN).begin()
    chosen = {}
    for seat in (0, 1, 2):
        position = bench.table.position
        assert position is not None
        chosen[seat] = position.legal(seat)[0].to_dict()
        bench.take(
            drafts.move(bench.table, seat, chosen[seat], by="person", person="ann", key=f"k{seat}")
        )
    bench.take(take_back(bench.table, 1, "ann"))
    assert bench.table.asked == (1, 3)
    bench.take(take_back(bench.table, 2, "ann"))
    assert bench.table.asked == (1, 2, 3)
    again = bench.again()
    assert again.position is not None
    assert bench.table.position is not None
    assert again.position.to_dict() == bench.table.position.to_dict()
    for seat in range(4):
        assert again.steps.lengths(seat) == bench.table.steps.lengths(seat)
    bench.take(take_back(bench.table, 0, "ann"))
    assert bench.table.asked == (0, 1, 2, 3)


def test_the_steps_of_a_seven_are_taken_back_one_after_the_other() -> None:
    bench, seat = in_a_seven()
    table = bench.table
    stands = []
    for _ in range(7):  # with the last one the turn has passed on, and nobody has acted on it yet
        assert table.position is not None
        stands.append(table.position.to_dict())
        move = table.position.legal(seat)[0].to_dict()
        bench.take(drafts.move(table, seat, move, by="person", person="ann", key=f"s{table.seq}"))
    assert table.asked != (seat,)
    for stood in reversed(stands):
        assert table.may_undo(seat)
        bench.take(take_back(table, seat, "ann"))
        assert table.position is not None
        assert table.position.to_dict() == stood
        again = bench.again()
        assert again.position is not None
        assert again.position.to_dict() == stood
        assert again.steps.lengths(seat) == table.steps.lengths(seat)
    with pytest.raises(No, match=undo.SHOWN):  # the card itself was seen
        take_back(table, seat, "ann")


def test_nothing_is_taken_back_once_the_next_one_has_acted() -> None:
    bench, seat = in_a_seven()
    table = bench.table
    for _ in range(8):
        assert table.position is not None
        mover = table.asked[0]
        move = table.position.legal(mover)[0].to_dict()
        bench.take(drafts.move(table, mover, move, by="person", person="ann", key=f"s{table.seq}"))
    assert not table.may_undo(seat)
    with pytest.raises(No, match=undo.ANSWERED):
        take_back(table, seat, "ann")


def test_dog_is_played_in_silence_and_emotes_are_allowed() -> None:
    bench = Bench("dog", 4).seat_all(ANN, BEN)
    assert kinds(bench.take(drafts.say(bench.table, ANN, "hello"))) == ["said"]
    bench.begin()
    with pytest.raises(No, match="must not confer") as refused:
        drafts.say(bench.table, ANN, "I have a king")
    assert refused.value.rule == "DOG-12.4"
    assert kinds(bench.take(drafts.emote(bench.table, ANN, "wag"))) == ["emoted"]


def test_spectators_are_heard_by_spectators_alone_while_a_game_runs() -> None:
    bench = Bench("monty", 3).seat_all(ANN, BEN).begin()
    (said,) = bench.take(drafts.say(bench.table, CAT, "take the left path"))
    assert said.to == []
    (shown,) = bench.take(drafts.emote(bench.table, CAT, "paw"))
    assert shown.to == []
    for draft in (drafts.say(bench.table, ANN, "hm"), drafts.emote(bench.table, ANN, "paw")):
        (told,) = bench.take(draft)
        assert told.to is None


def test_before_and_after_a_game_everybody_hears_spectators() -> None:
    bench = Bench("bonfire", 2, public=True).seat_all(ANN, BEN)
    for game_over in (False, True):
        if game_over:
            bench.begin().random_moves(5000)
        for draft in (drafts.say(bench.table, CAT, "hm"), drafts.emote(bench.table, CAT, "paw")):
            (told,) = bench.take(draft)
            assert told.to is None


def test_whoever_sits_speaks_under_the_name_they_sat_down_with() -> None:
    bench = Bench("dog", 4).seat_all(ANN, BEN).begin()
    renamed = Who(id=ANN.id, name="I have a king", colour="red")
    (shown,) = bench.take(drafts.emote(bench.table, renamed, "wag"))
    assert (shown.person, shown.seat) == ("ann", 0)
    assert shown.words == "Ann: wag"
    assert shown.data == {"emote": "wag", "name": "Ann"}


def test_words_are_tidied_and_empty_ones_refused() -> None:
    bench = Bench()
    entry = entry_of(drafts.say(bench.table, ANN, "  good\u200b \n dog\u202e "))
    assert entry.words == "good dog"  # type: ignore[union-attr]
    with pytest.raises(No):
        drafts.say(bench.table, ANN, " \u200b\n ")


def test_an_unknown_emote_is_refused_with_the_known_ones() -> None:
    bench = Bench()
    with pytest.raises(No, match="wag, bark"):
        drafts.emote(bench.table, ANN, "growl")
