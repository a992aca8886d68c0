"""The rules of thumb: fair in talks, sensible on the table, and far better than chance."""

from __future__ import annotations

import pytest

from dogpark.games.monty import FACTS
from dogpark.games.monty.state import OVER, SHORT_CUT, Monty
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.playout import GREEDY, RANDOM
from dogpark.kernel.seed import dice_for, seed_nature
from tests.games.monty.table import MONTY, Garden, garden, splits

THUMB = MONTY.python["greedy"]


def choice(g: Garden, seat: int | None = None) -> str:
    """What the rules of thumb choose; looking does not touch the table."""
    who = g.asked[0] if seat is None else seat
    codes = MONTY.legal(g.s, who)
    before = g.s.copy()
    index = THUMB(g.s, who, codes, len(codes), [1, 2, 3, 4])
    assert g.s == before
    return str(MONTY.table.action(codes[index]))


def finish_run(g: Garden) -> None:
    """The rules of thumb play until the round or the race is over."""
    while not g.over and g.stage not in ("talk", "start"):
        g.play(f"{g.asked[0]}: {choice(g)}")


# -- talks ----------------------------------------------------------------------------------------


def test_it_offers_what_is_fair_and_takes_no_less_than_the_others() -> None:
    """MON-5.6"""
    for number, sharers, mine in (
        (5, (0, 1), 3),
        (4, (0, 1), 2),
        (5, (0, 1, 2), 2),
        (3, (0, 2), 2),
    ):
        g = garden("GATE PATH PATH", players=4, at={3: (6, 4)}, leader=3)
        g.share(number, *sharers)
        assert g.asked == (0,)
        split = splits(number, len(sharers))[int(choice(g).split()[1])]
        assert split[0] == mine == max(split)
        assert max(split) - min(split) <= 1


@pytest.mark.parametrize(
    ("split", "answer"), [((0, 5), "accept"), ((3, 2), "accept"), ((4, 1), "reject")]
)
def test_it_accepts_a_fair_share_and_rejects_less(split: tuple[int, int], answer: str) -> None:
    """MON-5.7"""
    g = garden("GATE PATH PATH", at={2: (6, 4)}, leader=2)
    g.share(5, 0, 1)
    g.play(g.offer(*split))
    assert g.asked == (1,)
    assert choice(g) == f"respond {answer}"


def test_it_takes_the_last_offer_rather_than_the_gate_penalty() -> None:
    """MON-5.8"""
    g = garden("GATE PATH PATH", at={0: (5, 4), 1: (5, 4), 2: (6, 4)}, leader=2)
    g.share(5, 0, 1)
    for _ in range(3):
        g.play("pass")
    g.play(g.offer(0, 5))
    assert g.asked == (0,)
    assert choice(g) == "respond accept"


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("protocol", ["rotating", "sealed_demand"])
def test_talks_among_its_like_succeed_at_once(players: int, protocol: str) -> None:
    """MON-5.7, MON-6.3, MON-19.18"""
    for number in (2, 3, 4, 5):
        g = garden(players=players, split_protocol=protocol, deck="PATH PATH PATH PATH PATH")
        g.commit(*[number] * players)
        turns = 0
        while g.stage in ("offer", "answer", "demand"):
            turns += g.stage == "offer"
            g.play(f"{g.asked[0]}: {choice(g)}")
        assert turns <= 2  # one for the split, one for the order
        assert g.stage == "explore"


@pytest.mark.parametrize("refresh", ["round", "after_four"])
def test_it_keeps_its_word(refresh: str) -> None:
    """MON-4.2, MON-19.15: whoever says a number plays it, and says none that is out of its hand"""
    s = garden(players=4, hand_refresh=refresh).s
    seed_nature(s, 5)
    dice = [dice_for(5, seat) for seat in range(5)]
    codes, weights = [0] * MONTY.buffer, [0] * MONTY.buffer
    MONTY.python["play_on"](s, [GREEDY] * 4, dice, codes, weights, FACTS.max_steps)
    assert s.phase == OVER
    assert s.bluffs == [0] * 5


def test_those_who_keep_their_word_take_turns_at_the_high_numbers() -> None:
    """MON-4.1, MON-4.3: no two of four choose the same"""
    g = garden(players=4)
    while g.stage == "talk":
        g.play(f"{g.asked[0]}: {choice(g)}")
    assert [word for word in g.s.claim[0][:4] if word > 0] == [5]
    assert {choice(g, seat) for seat in range(4)} == {f"commit {n}" for n in (2, 3, 4, 5)}


def test_it_does_not_give_way_to_somebody_who_has_lied_before() -> None:
    """MON-4.2"""
    g = garden(players=3)
    g.s.bluffs[:3] = [1, 1, 0]
    for seat, word in enumerate(("5", "5", "silent")):
        g.play(f"{seat}: claim {word}")
    assert choice(g, 2) == "commit 5"


# -- on the table -----------------------------------------------------------------------------------


def test_it_pushes_others_back_and_hops_on_itself() -> None:
    """MON-14.1, MON-14.2"""
    for species, push in (("ccc", "push W"), ("scc", "push E")):
        g = garden(
            "PATH PATH TREE PATH PATH",
            species=species,
            at={0: (4, 4), 1: (6, 4), 2: (8, 4)},
            leader=2,
        )
        g.run(0, 2)
        assert choice(g) == push


def test_a_squirrel_hops_past_the_leader() -> None:
    """MON-14.5: and does not push itself back"""
    g = garden("PATH PATH BROKEN", species="scc", at={0: (4, 4), 1: (6, 4)}, leader=1)
    g.run(0, 2)
    assert choice(g) == "push E"


def test_it_puts_the_crown_near_itself_and_far_from_the_others() -> None:
    """MON-11.3"""
    g = garden("PATH TRAMP PATH PATH", at={0: (7, 4)}, leader=0, deck="PATH BARK")
    g.run(0, 5)
    assert g.choices() == ["crown 3 4", "crown 5 4"]
    assert choice(g) == "crown 5 4"


def test_it_takes_the_short_cut() -> None:
    """MON-11.6"""
    g = garden(
        "PATH TRAMP PATH PATH PATH PATH PATH PATH",
        at={0: (11, 4)},
        leader=0,
        corners=(0, 0),
        deck="PATH",
    )
    g.run(0, 4)
    assert choice(g) == "shortcut"


@pytest.mark.parametrize("corners", [(0, 3), (2, 1), (2, 2), (5, 0)])
def test_it_lays_the_last_corners_into_a_dead_end(corners: tuple[int, int]) -> None:
    """MON-11.6: three turns to the same side lead into the side of the path one came along"""
    g = garden("PATH PATH", at={0: (5, 4)}, leader=0, corners=corners, mode="one_off")
    g.set_off(0, 5)
    finish_run(g)
    assert g.over
    assert (g.s.ending, g.s.finisher) == (SHORT_CUT, 0)
    assert g.deck == []  # no card was drawn


def test_it_does_not_run_into_a_dead_end_while_there_are_corners() -> None:
    """MON-11.4: with a corner it turns away from the edge"""
    g = garden("PATH PATH PATH PATH PATH PATH PATH PATH", at={0: (11, 4)}, leader=0)
    g.set_off(0, 3)
    assert choice(g).startswith("explore E")
    assert "draw" not in choice(g)


def test_it_draws_where_that_may_end_the_race() -> None:
    """MON-13.2"""
    g = garden("PATH PATH", at={0: (5, 4)}, leader=0, stage=1, deck="STAGE PATH PATH")
    g.set_off(0, 1)
    assert choice(g) == "explore E draw"


def test_it_ends_its_run_on_a_trampoline_if_it_may_choose() -> None:
    """MON-9.5: a bounce is worth a space; both ways round are equally long"""
    g = garden(
        tiles="TRAMP 4,4 / TRAMP V 4,3 / CPLAIN 1 4,2 / PATH 5,4 / CPLAIN 3 6,4 / PATH V 6,3"
        " / TRAMP 5,2 / TRAMP 6,2",
        at={2: (6, 2)},
        leader=2,
    )
    assert (g.far((4, 3)), g.far((5, 4))) == (3, 3)
    g.set_off(0, 2)
    assert g.choices() == ["step N", "step E"]
    assert choice(g) == "step N"


# -- whole games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_it_beats_chance(players: int) -> None:
    """MON-17.2: one seat by the rules of thumb, the others at random"""
    codes, weights = [0] * MONTY.buffer, [0] * MONTY.buffer
    won = 0
    for seed in range(20):
        s = MONTY.blank(players, FACTS.read_options({}, players))
        assert isinstance(s, Monty)
        seed_nature(s, seed)
        MONTY.rules.start(s)
        mine = seed % players
        policies = [GREEDY if seat == mine else RANDOM for seat in range(players)]
        dice = [dice_for(seed, seat) for seat in range(players)]
        MONTY.python["play_on"](s, policies, dice, codes, weights, FACTS.max_steps)
        won += MONTY.places(s)[0][mine] == 1
    assert won >= 15


def test_it_looks_neither_under_the_seals_nor_at_the_cards_to_come() -> None:
    """MON-18.2, MON-18.3, MON-18.4, MON-18.5"""
    codes, weights = [0] * MONTY.buffer, [0] * MONTY.buffer
    s = garden(players=4).s
    seed_nature(s, 7)
    dice = [dice_for(7, seat) for seat in range(4)]
    for _ in range(400):
        active = MONTY.active_seats(s)
        if not active:
            break
        if active == (CHANCE,):
            MONTY.rules.apply(s, CHANCE, MONTY.python["draw_outcome"](s, codes, weights))
            continue
        seat = active[-1]
        count = MONTY.rules.legal(s, seat, codes)
        rolled = list(dice[seat])
        chosen = THUMB(s, seat, codes, count, dice[seat])
        other = MONTY.redeal(s, seat, [9, 8, 7, seat])
        assert THUMB(other, seat, codes, count, rolled) == chosen
        MONTY.rules.apply(s, seat, codes[chosen])
