"""Order: of two dogs that want the same, the one that acted first; and nothing comes too late."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dogpark.play.game import Game, load
from dogpark.play.position import Position
from dogpark.play.refused import Refused
from dogpark.server.live.lag import ACTION_MS
from dogpark.server.live.order import Action, Held, settled
from dogpark.server.live.toll import Toll


def act(seat: int, at: int, received: int | None = None, move: str = "dig 7") -> Action:
    return Action(seat, move, at, at if received is None else received)


def drained(held: Held, now: int, window: int) -> list[Action]:
    taken = []
    while (action := held.take(now, window)) is not None:
        taken.append(action)
    return taken


# -- waiting --------------------------------------------------------------------------------------


def test_nothing_waits_where_all_ways_are_short() -> None:
    held = Held("game")
    held.add(act(0, 500))
    assert held.next_due(0) == 500
    assert drained(held, 500, 0)
    assert held.next_due(0) is None


def test_an_action_waits_until_nothing_can_come_before_it_any_more() -> None:
    held = Held("game")
    held.add(act(0, 500))
    assert held.take(599, 100) is None
    assert held.next_due(100) == 600
    assert held.take(600, 100) == act(0, 500)


def test_who_acted_first_comes_first_although_it_arrived_last() -> None:
    held = Held("game")
    held.add(act(0, at=510, received=520))
    held.add(act(1, at=500, received=590))
    assert [action.seat for action in drained(held, 700, 100)] == [1, 0]


def test_an_action_never_counts_before_an_earlier_one_of_the_same_dog() -> None:
    held = Held("game")
    held.add(act(0, at=520, received=530))
    later = held.add(act(0, at=440, received=540, move="keep"))
    assert later.at == 520
    assert [action.move for action in drained(held, 700, 100)] == ["dig 7", "keep"]


def test_what_nature_may_do_stays_behind_by_the_window() -> None:
    assert settled(1000, 100) == 900
    assert settled(40, 100) == 0


def test_actions_of_a_seat_that_was_handed_over_are_given_back_unanswered() -> None:
    held = Held("game")
    mine, other = held.add(act(0, 500)), held.add(act(1, 400))
    assert held.drop(0) == [mine]
    assert list(held) == [other]
    assert held.drop() == [other]
    assert len(held) == 0


def test_what_was_meant_to_be_done_later_and_is_not_holds_nobody_up() -> None:
    held = Held("game")
    held.add(act(0, 1500))
    held.drop(0)
    assert held.add(act(0, 400)).at == 400


@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 3000), st.integers(0, ACTION_MS)), max_size=30
    )
)
def test_with_a_steady_window_everything_is_carried_out_in_the_order_it_was_made(
    arrivals: list[tuple[int, int, int]],
) -> None:
    held, taken = Held("game"), []
    for seat, received, given_back in sorted(arrivals, key=lambda a: a[1]):
        taken += drained(held, received - 1, ACTION_MS)
        held.add(act(seat, max(0, received - given_back), received))
    taken += drained(held, 5000, ACTION_MS)
    assert len(taken) == len(arrivals)
    assert [action.at for action in taken] == sorted(action.at for action in taken)


# -- ties -----------------------------------------------------------------------------------------


def test_at_the_same_millisecond_no_seat_is_favoured_over_any_other() -> None:
    wins: Counter[tuple[int, int]] = Counter()
    for at in range(600):
        held = Held("game")
        for seat in range(6):
            held.add(act(seat, at))
        order = [action.seat for action in drained(held, at, 0)]
        wins.update(combinations(order, 2))
    for one, other in combinations(range(6), 2):
        assert 240 < wins[one, other] < 360  # half of 600, give or take five deviations


def test_ties_are_the_same_in_every_process_and_different_in_every_game() -> None:
    def order(shuffle: str) -> list[list[int]]:
        found = []
        for at in range(20):
            held = Held(shuffle)
            for seat in range(6):
                held.add(act(seat, at))
            found.append([action.seat for action in drained(held, at, 0)])
        return found

    assert order("one") == order("one")
    assert order("one") != order("another")


# -- at a table of DOGPILE ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def game() -> Game:
    return load("dogpile", players=3)


@pytest.fixture
def digging(game: Game) -> Position:
    position = game.start(seed=3)
    for seat in range(3):
        position.apply(seat, "ready", at=0)
    position.wait(3000)
    assert position.active == (0, 1, 2)
    return position


def carry_out(position: Position, held: Held, action: Action) -> bool:
    """As a table does it; whether it was a favour."""
    position.wait(action.at)
    toll = Toll.before(position, action, held.rivals(action))
    position.apply(action.seat, action.move, at=action.at)
    return toll.after(position)


def test_the_bone_goes_to_the_dog_that_struck_first_and_it_was_a_favour(
    digging: Position,
) -> None:
    held = Held("game")
    held.add(act(0, at=3500, received=3520))
    held.add(act(1, at=3490, received=3570))
    first = held.take(3600, 100)
    assert first is not None
    assert first.seat == 1
    assert carry_out(digging, held, first)
    second = held.take(3600, 100)
    assert second is not None
    with pytest.raises(Refused) as refused:
        digging.apply(second.seat, second.move, at=second.at)
    assert refused.value.rule == "PILE-2.6"


def test_coming_before_somebody_who_wants_something_else_is_no_favour(digging: Position) -> None:
    held = Held("game")
    held.add(act(0, at=3500, received=3500, move="dig 8"))
    held.add(act(1, at=3490, received=3570))
    first = held.take(3600, 100)
    assert first is not None
    assert first.seat == 1
    assert not carry_out(digging, held, first)


def test_who_would_have_been_first_anyway_has_no_favour_done(digging: Position) -> None:
    held = Held("game")
    held.add(act(1, at=3430, received=3490))
    held.add(act(0, at=3500, received=3500))
    first = held.take(3600, 100)
    assert first is not None
    assert first.seat == 1
    assert not carry_out(digging, held, first)


def test_who_arrived_first_and_acted_first_has_no_favour_done_although_both_were_given_back(
    digging: Position,
) -> None:
    held = Held("game")
    held.add(act(1, at=3430, received=3490))
    held.add(act(0, at=3450, received=3500))
    first = held.take(3600, 100)
    assert first is not None
    assert first.seat == 1
    assert not carry_out(digging, held, first)


def test_keys_struck_before_the_countdown_was_over_are_no_matter_of_lag() -> None:
    held = Held("game")
    early = held.add(act(0, at=3000, received=2900))
    held.add(act(1, at=3000, received=2800))
    assert held.rivals(early) == []


def test_a_rival_that_could_not_have_done_it_anyway_was_done_no_harm(digging: Position) -> None:
    digging.apply(2, "dig 7", at=3100)
    held = Held("game")
    held.add(act(0, at=3500, received=3500))
    held.add(act(1, at=3490, received=3570, move="dig 8"))
    first = held.take(3600, 100)
    assert first is not None
    assert not carry_out(digging, held, first)


def test_a_rival_whose_move_nobody_can_read_was_done_no_harm(digging: Position) -> None:
    held = Held("game")
    held.add(act(0, at=3500, received=3500, move="dance"))
    held.add(act(1, at=3490, received=3570))
    first = held.take(3600, 100)
    assert first is not None
    assert not carry_out(digging, held, first)


def test_what_a_dog_began_in_time_counts_after_the_clock_is_at_zero_as_a_favour(
    digging: Position,
) -> None:
    end = digging.due
    assert end == 33_000
    held = Held("game")
    held.add(act(1, at=end - 20, received=end + 50))
    digging.wait(settled(end + 50, 100))
    first = held.take(end + 80, 100)
    assert first is not None
    assert carry_out(digging, held, first)
    assert digging.history()[-2].at == end - 20


def test_nobody_comes_before_what_everybody_has_been_told(digging: Position) -> None:
    digging.apply(0, "dig 7", at=3500)  # told; now somebody claims to have been there earlier
    with pytest.raises(Refused) as refused:
        digging.apply(1, "dig 7", at=3420)
    assert refused.value.rule == "PILE-2.6"
    digging.apply(1, "dig 8", at=3420)
    assert digging.history()[-2].at == 3500
