"""The clock, and what dogs do while it runs."""

from __future__ import annotations

import pytest

from dogpark.games.dogpile import FACTS
from dogpark.games.dogpile.actions import FACES
from dogpark.games.dogpile.state import COUNTDOWN, DIGGING, READYING, SNIFFING
from dogpark.kernel.facts import CHANCE, NEVER
from tests.games.dogpile.table import (
    PILE,
    after_round,
    arm,
    at_spot,
    dig,
    do,
    left_waiting,
    nature,
    new_game,
    offered,
    outcomes,
    paws_up,
    refused,
    round_begun,
    seen,
    time_up,
)


def test_a_deck_of_54_bones_lies_face_down_on_54_spots() -> None:
    """PILE-1.1, PILE-1.3"""
    s = new_game()
    assert len(set(FACES)) == 54
    assert sum(face.startswith("joker") for face in FACES) == 2
    assert [at_spot(s, 0, spot) for spot in range(1, 55)] == [("down", None)] * 54
    assert seen(s, 0)["pile"] == seen(s, None)["pile"]


def test_two_to_six_dogs_play() -> None:
    """PILE-1.2"""
    assert FACTS.seats == (2, 3, 4, 5, 6)


def test_a_bone_is_decided_evenly_among_the_unseen_when_it_is_first_looked_at() -> None:
    """PILE-1.4"""
    s = round_begun()
    do(s, 0, "dig 7")
    assert PILE.active_seats(s) == (CHANCE,)
    assert outcomes(s) == {f"bone {face}": 1 for face in FACES}
    nature(s, "bone K♠")
    do(s, 1, "dig 8")
    assert outcomes(s) == {f"bone {face}": 1 for face in FACES if face != "K♠"}


def test_what_has_been_seen_once_stays_what_it_is() -> None:
    """PILE-1.4: the second look draws nothing"""
    s = round_begun()
    dig(s, 0, 7, "4♣")
    do(s, 0, "put 7 down")
    told = dig(s, 1, 7)
    assert [event.words for event in told] == ["Seat 1 digs at spot 7", "You find the 4♣"]


# -- paws up, countdown ---------------------------------------------------------------------------


def test_a_round_begins_when_all_paws_are_up_and_the_countdown_is_over() -> None:
    """PILE-2.2, PILE-2.3"""
    s = new_game(3)
    assert PILE.active_seats(s) == (0, 1, 2)
    assert [offered(s, seat) for seat in range(3)] == [["ready"]] * 3
    do(s, 1, "ready")
    assert PILE.active_seats(s) == (0, 2)
    do(s, 0, "ready")
    do(s, 2, "ready")
    assert s.phase == COUNTDOWN
    assert (s.now, PILE.due(s)) == (0, 3000)
    assert PILE.active_seats(s) == (CHANCE,)
    assert left_waiting(s, 0) == "Keep your paws off the pile until the countdown is over"
    nature(s, "go 2")
    assert s.phase == DIGGING
    assert (s.now, PILE.due(s)) == (3000, 33_000)
    assert PILE.active_seats(s) == (0, 1, 2)


def test_after_a_minute_a_round_begins_without_those_who_are_missing() -> None:
    """PILE-2.2"""
    s = new_game()
    do(s, 1, "ready")
    assert PILE.due(s) == 60_000
    s.now = 60_000
    assert PILE.active_seats(s) == (CHANCE,)
    nature(s, "begin")
    nature(s, "go 0")
    assert s.now == 63_000
    assert PILE.active_seats(s) == (0, 1)


def test_nobody_touches_the_pile_before_paws_are_up() -> None:
    """PILE-2.3"""
    assert refused(new_game(), 0, "dig 1") == (
        "PILE-2.3",
        "the round has not begun: paws up first",
    )


def test_three_rounds_of_30_20_and_10_seconds() -> None:
    """PILE-2.1, PILE-6.1"""
    s = new_game()
    lengths = []
    for number in range(3):
        assert (s.phase, s.round) == (READYING, number)
        paws_up(s)
        lengths.append(s.limit - s.now)
        time_up(s)
        while s.phase == SNIFFING:
            do(s, s.sniffer, "stop")
    assert lengths == [30_000, 20_000, 10_000]
    assert PILE.active_seats(s) == ()
    assert PILE.due(s) == NEVER
    assert left_waiting(s, 0) == "The game is over"


# -- time -----------------------------------------------------------------------------------------


def test_every_action_keeps_its_dog_busy() -> None:
    """PILE-2.5, PILE-2.8"""
    s = round_begun()
    busy = []
    for text in ("dig 1", "keep", "dig 2", "put 2 down", "bury 1 1 up", "wait"):
        do(s, 0, text)
        if s.looked >= 0:
            nature(s, next(iter(outcomes(s))))
        busy.append(s.ready_at[0] - s.now)
    assert busy == [700, 400, 700, 400, 400, 200]
    assert s.now == 3000 + 700 + 400 + 700 + 400 + 400


def test_what_is_begun_before_zero_counts_and_what_is_not_does_not() -> None:
    """PILE-2.5"""
    s = round_begun()
    s.ready_at[0], s.ready_at[1] = s.limit - 1, s.limit
    assert PILE.active_seats(s) == (0,)
    assert PILE.legal(s, 1) == []
    dig(s, 0, 5, "K♥")
    assert s.now == s.limit - 1
    assert PILE.active_seats(s) == (CHANCE,)
    nature(s, "time_up")
    assert seen(s, 1)["players"][0]["loot"][0] == ["K♥"]


def test_dogs_act_independently_until_the_clock_is_at_zero() -> None:
    """PILE-2.4"""
    s = round_begun(3)
    dig(s, 2, 1, "A♠")
    dig(s, 0, 2, "2♠")
    assert PILE.active_seats(s) == (0, 1, 2)
    assert [PILE.moment(s, seat) for seat in range(3)] == [3700, 3000, 3700]
    dig(s, 1, 3, "3♠")
    s.now = s.limit
    assert PILE.active_seats(s) == (CHANCE,)
    assert outcomes(s) == {"time_up": 1}


def test_machines_act_in_the_order_of_their_moments_and_ties_go_round_from_the_seat_drawn() -> None:
    """PILE-8.1"""
    s = new_game(4)
    for seat in range(4):
        do(s, seat, "ready")
    assert outcomes(s) == {f"go {seat}": 1 for seat in range(4)}
    nature(s, "go 2")
    order = []
    for _ in range(6):
        seat = PILE.rules.turn(s, PILE.rules.active(s))
        order.append(seat)
        do(s, seat, "wait")
        if seat == 3:
            s.ready_at[3] += 100
    assert order == [2, 3, 0, 1, 2, 0]
    s.ready_at[:4] = [9000, 8000, 9000, 8000]
    assert PILE.rules.turn(s, PILE.rules.active(s)) == 3


def test_bots_are_ready_at_once() -> None:
    """PILE-8.1"""
    s = new_game(3)
    assert [PILE.moment(s, seat) for seat in range(3)] == [0, 0, 0]
    assert PILE.rules.turn(s, 0b110) == 1


# -- digging and burying --------------------------------------------------------------------------


def test_a_dig_lifts_the_bone_and_the_digger_has_to_settle_it() -> None:
    """PILE-3.1, PILE-3.3, PILE-3.4, PILE-3.5"""
    s = round_begun()
    dig(s, 0, 12, "9♦")
    assert at_spot(s, 0, 12) is None
    assert offered(s, 0) == ["keep", "put 12 down", "put 12 up", "wait"]
    assert refused(s, 0, "dig 3")[0] == "PILE-3.3"
    do(s, 0, "keep")
    assert seen(s, 0)["players"][0]["paws"] == ["9♦"]
    assert "dig 3" in offered(s, 0)


def test_with_three_bones_a_dog_buries_before_it_digs() -> None:
    """PILE-3.2, PILE-3.6"""
    s = round_begun()
    arm(s, 0, "K♠ K♥ K♦")
    assert refused(s, 0, "dig 10") == (
        "PILE-3.2",
        "your paws hold three bones: bury one before you dig",
    )
    assert "dig 10" not in offered(s, 0)
    do(s, 0, "bury 2 3 down")
    assert seen(s, 0)["players"][0]["paws"] == ["K♠", "K♦"]
    assert at_spot(s, 0, 3) == ("down", "K♥")
    dig(s, 0, 10, "2♣")


def test_a_bone_goes_to_any_empty_spot_and_only_there() -> None:
    """PILE-3.5, PILE-3.6, PILE-2.6"""
    s = round_begun()
    arm(s, 0, "K♠ K♥")
    arm(s, 1, "5♠")
    dig(s, 0, 40, "A♣")
    puts = [text for text in offered(s, 0) if text.startswith("put")]
    assert puts == [f"put {spot} {side}" for spot in (1, 2, 3, 40) for side in ("down", "up")]
    buries = [text for text in offered(s, 0) if text.startswith("bury")]
    assert buries == [
        f"bury {paw} {spot} {side}"
        for paw in (1, 2)
        for spot in (1, 2, 3, 40)
        for side in ("down", "up")
    ]
    assert refused(s, 0, "put 4 up") == ("PILE-2.6", "a bone lies on spot 4 already")
    assert refused(s, 0, "bury 1 5 down")[0] == "PILE-2.6"
    assert refused(s, 0, "bury 3 1 down")[0] == "PILE-3.6"


def test_burying_is_allowed_while_a_bone_is_not_settled() -> None:
    """PILE-3.6"""
    s = round_begun()
    arm(s, 0, "2♠ 3♠")
    dig(s, 0, 40, "K♣")
    do(s, 0, "bury 1 40 down")
    do(s, 0, "keep")
    assert seen(s, 0)["players"][0]["paws"] == ["3♠", "K♣"]


def test_the_first_of_two_digs_at_one_spot_gets_the_bone() -> None:
    """PILE-2.6"""
    s = round_begun()
    dig(s, 1, 20, "Q♥")
    assert refused(s, 0, "dig 20") == ("PILE-2.6", "no bone lies on spot 20 any more")
    assert seen(s, 1)["players"][1]["dug"] == {"bone": "Q♥"}
    do(s, 0, "dig 21")


def test_at_zero_a_bone_that_is_not_settled_counts() -> None:
    """PILE-3.7"""
    s = round_begun()
    arm(s, 0, "J♠ Q♠")
    dig(s, 0, 30, "K♠")
    time_up(s)
    mine = seen(s, 1)["players"][0]
    assert mine["loot"][0] == ["J♠", "Q♠", "K♠"]
    assert mine["points"] == [36 + 15]


def test_loot_is_set_aside_and_the_pile_stays_as_it_was_left() -> None:
    """PILE-4.1, PILE-2.7, PILE-1.5"""
    s = round_begun()
    arm(s, 0, "2♠ 3♠")
    dig(s, 1, 9, "7♦")
    do(s, 1, "put 1 up")
    time_up(s)
    assert seen(s, 1)["players"][0]["paws"] == []
    assert seen(s, 1)["players"][0]["loot"] == [["2♠", "3♠"], [], []]
    assert at_spot(s, 0, 1) == ("up", "7♦")
    assert at_spot(s, 0, 2) is None
    assert sum(spot is not None for spot in seen(s, 0)["pile"]) == 52


def test_bones_are_54_at_all_times() -> None:
    """PILE-1.5: and the invariants notice when one is lost or doubled"""
    s = after_round("K♠ K♥", "2♠")
    assert PILE.problems(s) == []
    s.spot[s.spots[0]] = -1
    assert PILE.problems(s)
    s = round_begun()
    dig(s, 0, 3, "A♠")
    s.face[4], s.seen[4] = FACES.index("A♠"), 1
    assert PILE.problems(s)


@pytest.mark.parametrize("players", FACTS.seats)
def test_the_left_neighbour_is_the_next_seat(players: int) -> None:
    """PILE-1.2"""
    s = new_game(players)
    assert [PILE.rules.left_of(s, seat) for seat in range(players)] == [*range(1, players), 0]
