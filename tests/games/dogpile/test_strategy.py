"""The rules of thumb: sensible in plain positions, and far better than chance."""

from __future__ import annotations

import pytest

from dogpark.games.dogpile.actions import FACES, TABLE
from dogpark.games.dogpile.memory import sure_face
from dogpark.games.dogpile.plans import hidden_worth
from dogpark.games.dogpile.state import NONE, Dogpile
from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.playout import GREEDY, RANDOM
from dogpark.kernel.seed import dice_for, seed_nature
from tests.games.dogpile.table import (
    PILE,
    after_round,
    arm,
    dig,
    do,
    loot,
    new_game,
    paws_up,
    round_begun,
    sniff,
    time_up,
)


def choice(s: Dogpile, seat: int) -> str:
    codes = PILE.legal(s, seat)
    before = s.copy()
    pick = PILE.python["greedy"](s, seat, codes, len(codes), [1, 2, 3, 4])
    assert s == before
    return str(TABLE.action(codes[pick]))


def remember(s: Dogpile, seat: int, **bones: str) -> None:
    """This dog has looked at bones and left them where they are: spot_9="K♠"."""
    for name, face in bones.items():
        spot = int(name.removeprefix("spot_"))
        dig(s, seat, spot, face)
        do(s, seat, f"put {spot} down")


def hurry(s: Dogpile, left: int) -> None:
    """So many milliseconds are left, and everybody is free."""
    s.now = s.limit - left
    s.ready_at[: s.players] = [s.now] * s.players


def test_it_keeps_high_bones_and_puts_low_ones_back() -> None:
    """PILE-3.4, PILE-3.5"""
    s = round_begun()
    arm(s, 0, "K♠ Q♥")
    dig(s, 0, 20, "2♣")
    assert choice(s, 0).startswith("put")
    assert choice(s, 0).endswith("down")
    s = round_begun()
    arm(s, 0, "Q♥")
    dig(s, 0, 20, "K♠")
    assert choice(s, 0) == "keep"


def test_it_buries_the_low_bone_for_a_better_one() -> None:
    """PILE-3.6"""
    s = round_begun()
    remember(s, 0, spot_30="K♥")
    arm(s, 0, "K♠ 2♥ Q♦")
    hurry(s, 2000)
    assert choice(s, 0).startswith("bury 2 ")
    do(s, 0, choice(s, 0))
    assert choice(s, 0) == "dig 30"


def test_it_goes_for_a_feat_it_knows_of() -> None:
    """PILE-4.3, PILE-4.4"""
    s = round_begun()
    remember(s, 0, spot_40="9♣", spot_41="10♣", spot_42="K♥")
    arm(s, 0, "8♣ K♦")
    hurry(s, 5000)
    assert choice(s, 0) == "bury 2 1 down"
    do(s, 0, "bury 2 1 down")
    assert choice(s, 0) in ("dig 40", "dig 41")


def test_it_fetches_what_it_remembers_when_time_runs_out() -> None:
    """PILE-7.5"""
    s = round_begun()
    remember(s, 0, spot_40="K♣", spot_41="2♣")
    arm(s, 0, "K♠ Q♦")
    hurry(s, 600)
    assert choice(s, 0) == "dig 40"


def test_it_does_not_begin_what_a_dog_that_hesitates_could_not_finish() -> None:
    """PILE-2.5: live, every move begins a moment later than it could"""
    s = round_begun()
    remember(s, 0, spot_30="K♥")
    arm(s, 0, "K♠ 2♥ Q♦")
    hurry(s, 1300)
    assert choice(s, 0) == "wait"
    s = round_begun()
    remember(s, 0, spot_30="K♥")
    arm(s, 0, "K♠ Q♦")
    dig(s, 0, 31, "2♥")
    hurry(s, 1300)
    assert choice(s, 0) == "keep"


def test_it_takes_any_bone_rather_than_none() -> None:
    """PILE-4.2"""
    s = round_begun()
    hurry(s, 100)
    assert choice(s, 0).startswith("dig")


def test_it_waits_once_it_has_what_it_wants() -> None:
    """PILE-2.8"""
    s = round_begun(6)
    arm(s, 0, "J♠ Q♠ K♠")
    assert choice(s, 0) == "wait"


def test_it_looks_on_for_the_next_round_and_comes_back_in_time() -> None:
    """PILE-7.5: as long as few dogs dig"""
    s = round_begun()
    arm(s, 0, "J♠ Q♠ K♠")
    assert choice(s, 0) == "bury 1 1 down"
    hurry(s, 1500)
    assert choice(s, 0) == "wait"


def test_it_does_without_points_for_a_boneathon() -> None:
    """PILE-4.6"""
    s = round_begun()
    loot(s, 0, "A♠", "A♥")
    s.round = 2
    remember(s, 0, spot_40="A♦")
    arm(s, 0, "K♠ Q♦ 10♦")
    hurry(s, 2000)
    assert choice(s, 0) == "bury 3 1 down"


def test_it_sniffs_at_bones_it_does_not_know() -> None:
    """PILE-5.2"""
    s = after_round("A♠", "K♥")
    first = choice(s, 0)
    assert first.startswith("sniff")
    sniff(s, 0, int(first.split()[1]), "K♣")
    assert choice(s, 0).startswith("sniff")


def test_the_last_bone_of_a_sniff_is_no_riddle_to_it() -> None:
    """PILE-5.4"""
    s = after_round("A♠", "K♥")
    for spot, face in ((20, "K♣"), (21, "2♣"), (22, "3♣")):
        sniff(s, 0, spot, face)
    for spot in (20, 21, 22):
        do(s, 1, f"lay {spot}")
    paws_up(s)
    remember(s, 0, spot_20="2♣", spot_21="3♣")
    arm(s, 0, "K♠ K♦")
    hurry(s, 600)
    assert choice(s, 0) == "dig 22"


def test_a_bone_it_has_met_after_another_sniff_is_no_longer_looked_for_in_the_first() -> None:
    """PILE-5.4: the K♣ was lifted again by seat 1; then 5♦ and 9♥ are left where it was"""
    s = after_round("A♠", "K♥", "K♦")
    for spot, face in ((11, "K♣"), (12, "5♦"), (13, "9♥")):
        sniff(s, 0, spot, face)
    for spot in (1, 12, 2):
        do(s, 1, f"lay {spot}")
    paws_up(s)
    dig(s, 0, 40, "Q♠")
    dig(s, 2, 41, "Q♥")
    time_up(s)
    for spot, face in ((1, "K♣"), (30, "Q♣"), (31, "J♣")):
        sniff(s, 1, spot, face)
    for spot in (1, 30, 31):
        do(s, 2, f"lay {spot}")
    hidden = s.spot[11]
    assert hidden_worth(s, 0, hidden) == 4 * (13 + 5 + 9) // 3
    paws_up(s)
    dig(s, 0, 30, "K♣")
    assert hidden_worth(s, 0, hidden) == 4 * (5 + 9) // 2
    assert sure_face(s, 0, hidden) == NONE
    do(s, 0, "keep")
    dig(s, 0, 2, "5♦")
    assert FACES[sure_face(s, 0, hidden)] == "9♥"


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_it_beats_chance(players: int) -> None:
    """PILE-6.3: seat 0 plays by the rules of thumb, the others at random"""
    for seed in range(3):
        s = new_game(players)
        seed_nature(s, seed)
        policies = [GREEDY] + [RANDOM] * (players - 1)
        dice = [dice_for(seed, seat) for seat in range(MAX_SEATS)]
        buffers = [0] * PILE.buffer, [0] * PILE.buffer
        PILE.python["play_on"](s, policies, dice, *buffers, 20_000)
        places, points = PILE.places(s)
        assert places[0] == 1
        assert points[0] > 80
