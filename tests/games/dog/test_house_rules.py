"""The house rules that change what a card may do; each at each of its values."""

from __future__ import annotations

import random

import pytest

from dogpark.games.dog import FACTS
from dogpark.games.dog.invariants import problems
from dogpark.games.dog.state import Dog
from dogpark.kernel.facts import CHANCE
from tests.games.dog.positions import DOG, act, board_of, moves, new_game, position


def plays(pegs: str, cards: str, **table: object) -> set[str]:
    seat = int(str(table.pop("seat", 0)))
    players = int(str(table.pop("players", 4)))
    return moves(position(pegs, cards, seat=seat, players=players, **table))


def test_a_four_backwards_may_be_kept_out_of_the_finish() -> None:
    """DOG-13.6: backward_finish=touch_only, and direct (scenario 32)"""
    assert plays("0:[2]", "4", backward_finish="touch_only") == {"4 2>6", "back 2>62"}
    assert plays("0:[2]", "4", backward_finish="direct") == {"4 2>6", "back 2>62", "back 2>F0.2"}
    assert plays("0:[4]", "4", backward_finish="touch_only") == {"4 4>8", "back 4>0"}


def test_a_peg_may_have_to_enter_if_its_count_fits() -> None:
    """DOG-13.7: forced_entry=on, and off"""
    assert plays("0:[60, 20]", "5", forced_entry="on") == {"5 60>F0.1", "5 20>25"}
    assert plays("0:[60]", "5", forced_entry="off") == {"5 60>1", "5 60>F0.1"}
    assert plays("0:[60]", "9", forced_entry="on") == {"9 60>5"}
    assert plays("0:[2]", "4", forced_entry="on") == {"4 2>6", "back 2>F0.2"}
    assert plays("1:[8]", "Q", seat=1, players=6, forced_entry="on") == {"Q 8>F1.4"}


def test_a_peg_may_have_to_enter_as_deep_as_it_can() -> None:
    """DOG-13.8: deepest_first=on, and off"""
    assert plays("0:[63]", "4 5", deepest_first="on") == {
        "4 63>3",
        "back 63>59",
        "5 63>4",
        "5 63>F0.4",
    }
    assert plays("0:[63, F0.3]", "3 2", deepest_first="on") == {"3 63>2", "3 63>F0.2", "2 63>1"}
    assert plays("0:[2, F0.3]", "4", deepest_first="on") == {"4 2>6", "back 2>62", "back 2>F0.2"}
    assert "4 63>F0.3" in plays("0:[63]", "4", deepest_first="off")
    # Pegs inside may stop anywhere.
    assert plays("0:[F0.1]", "2", deepest_first="on") == {"2 F0.1>F0.3"}


WHERE = "0:[10, 12, 0*] 1:[20, 16*] 2:[40] 3:[50]"


def test_who_a_jack_may_swap_with() -> None:
    """DOG-13.14: jack_targets=opponent_first, any_other, any_incl_own (scenario 37)"""
    opponents = {"J 10<>20", "J 10<>50", "J 12<>20", "J 12<>50"}
    partner = {"J 10<>40", "J 12<>40"}
    assert plays(WHERE, "J", jack_targets="opponent_first") == opponents
    assert plays(WHERE, "J", jack_targets="any_other") == opponents | partner
    own = {"J 10<>12", "J 12<>10"}
    found = plays(WHERE, "J", jack_targets="any_incl_own")
    assert found - own == opponents | partner
    assert found & own


def test_a_jack_needs_two_own_pegs_to_swap_them() -> None:
    """DOG-13.14: jack_targets=any_incl_own"""
    assert plays("0:[10] 1:[16*]", "J", jack_targets="any_incl_own") == {"fold"}
    s = act(position("0:[10, 12] 1:[16*]", "J", jack_targets="any_incl_own"), "play J swap")
    assert board_of(act(act(s, "peg 0"), "target 0 1")) == "0:[10 12] 1:[16*]"


def test_when_a_jack_may_be_blank() -> None:
    """DOG-13.15: jack_null=only_own_in_play, no_target, never (scenario 40)"""
    blocked, alone = "0:[10] 1:[16*]", "0:[10]"
    assert plays(blocked, "J J", jack_null="only_own_in_play") == {"fold"}
    assert plays(blocked, "J J", jack_null="no_target") == {"J null"}
    assert plays("1:[16*]", "J", jack_null="no_target") == {"fold"}
    assert plays(alone, "J", jack_null="only_own_in_play") == {"J null"}
    assert plays(alone, "J", jack_null="never") == {"fold"}


def test_where_the_paths_join() -> None:
    """DOG-13.16: central_geometry=half_lap, side_cross, off (scenario 55)"""
    assert plays("0:[5]", "6", players=6, central_geometry="half_lap") == {"6 5>11", "6 5>U3+"}
    assert plays("0:[5]", "6", players=6, central_geometry="off") == {"6 5>11"}
    assert plays("2:[50]", "10", seat=2, players=6, central_geometry="off") == {"10 50>60"}
    cross = {
        5: {"6 5>11", "6 5>V13-"},
        20: {"6 20>26", "6 20>U2+"},
        53: {"6 53>59", "6 53>U13-"},
        70: {"6 70>76", "6 70>V4+"},
        38: {"6 38>44"},
    }
    for field, expected in cross.items():
        assert plays(f"0:[{field}]", "6", players=6, central_geometry="side_cross") == expected
    assert plays("0:[V3-]", "4", players=6, central_geometry="side_cross") == {"4 V3->73"}
    assert plays("0:[V14+]", "4", players=6, central_geometry="side_cross") == {"4 V14+>10"}


@pytest.mark.parametrize(
    ("length", "card", "expected"),
    [
        (3, "3", {"3 8>11", "3 8>U3+"}),
        (3, "5", {"5 8>13", "5 8>57"}),
        (3, "K", {"K 8>21", "K 8>65", "K start"}),
        (9, "Q", {"Q 8>20", "Q 8>58"}),
        (15, "K", {"K 8>21", "K 8>U13+", "K start"}),
    ],
)
def test_how_long_the_paths_are(length: int, card: str, expected: set[str]) -> None:
    """DOG-13.17: central_len=3, 9, 15"""
    assert plays("0:[8]", card, players=6, central_len=length) == expected


def test_a_short_path_leads_straight_into_a_finish() -> None:
    """DOG-13.17: central_len=3 brings the far star into reach, and its blockade"""
    where = "4:[8]"
    six = {"seat": 4, "players": 6, "central_len": 3}
    assert plays(where, "K", **six) == {"K start", "K 8>21", "K 8>65", "K 8>F4.1"}
    assert plays("4:[8, 64*, F4.1, F4.2]", "K", **six) == {
        "K 8>21",
        "K 64*>77",
        "K 64*>25",
    }


def test_how_a_path_is_entered() -> None:
    """DOG-13.18: central_entry=exact, and passing"""
    for rule, found in (("exact", {"6 5>11"}), ("passing", {"6 5>11", "6 5>U3+"})):
        assert plays("0:[5]", "6", players=6, central_entry=rule) == found
    assert plays("0:[8]", "6", players=6, central_entry="exact") == {"6 8>14", "6 8>U6+"}
    assert plays("0:[8]", "7", players=6, central_entry="exact") == {"7 0:[15]", "7 0:[U7+]"}
    assert plays("0:[7]", "7", players=6, central_entry="exact") == {"7 0:[14]"}


def test_a_four_may_go_back_inside_a_path() -> None:
    """DOG-13.19: central_four_back=on, and off"""
    assert plays("0:[U9+]", "4", players=6, central_four_back="off") == {"4 U9+>U13+"}
    on = {"players": 6, "central_four_back": "on"}
    assert plays("0:[U9+]", "4", **on) == {"4 U9+>U13+", "back U9+>U5+"}
    assert plays("0:[U4+]", "4", **on) == {"4 U4+>U8+", "back U4+>8"}
    assert plays("0:[U2+]", "4", **on) == {"4 U2+>U6+", "back U2+>6"}
    assert plays("0:[V14-]", "4", **on) == {"4 V14->V10-", "back V14->70"}


def test_paths_may_be_out_of_a_jacks_reach() -> None:
    """DOG-13.20: central_jack=off, and on"""
    where = "0:[5, V1+] 1:[20] 5:[U2-]"
    on, off = (plays(where, "J", players=6, central_jack=rule) for rule in ("on", "off"))
    assert on == {"J 5<>20", "J 5<>U2-", "J V1+<>20", "J V1+<>U2-"}
    assert off == {"J 5<>20"}


def all_settings() -> list[tuple[int, str, object]]:
    return [
        (players, option.name, value)
        for players in (4, 6)
        for option in FACTS.options
        for value in option.examples(players)
    ]


@pytest.mark.parametrize(("players", "name", "value"), all_settings())
def test_games_with_any_house_rule_stay_sound(players: int, name: str, value: object) -> None:
    """DOG-13.1 to DOG-13.22: three random rounds from a crowded board, checked at every step"""
    dice = random.Random(f"{players}{name}{value}")
    s = new_game(players, **{name: value})
    crowd(s, dice)
    assert problems(s) == []
    for _ in range(400):
        seats = DOG.active_seats(s)
        if not seats or s.round == 3:
            break
        if seats == (CHANCE,):
            codes, weights = zip(*DOG.chance(s), strict=True)
            DOG.rules.apply(s, CHANCE, dice.choices(codes, weights)[0])
        else:
            seat = dice.choice(seats)
            before = s.copy()
            codes = DOG.legal(s, seat)
            assert s == before
            assert codes == sorted(set(codes))
            assert 1 <= len(codes) <= FACTS.max_legal
            DOG.rules.apply(s, seat, dice.choice(codes))
        assert problems(s) == []


def crowd(s: Dog, dice: random.Random) -> None:
    """Puts most pegs on the track or into the finish."""
    fields = dice.sample(range(16 * s.players), 4 * s.players)
    base = 64 if s.players == 4 else 126
    for seat in range(s.players):
        for peg in range(4):
            if dice.random() < 0.6:
                s.loc[seat][peg] = fields.pop()
            elif dice.random() < 0.5:
                s.loc[seat][peg] = base + 4 * seat + peg
