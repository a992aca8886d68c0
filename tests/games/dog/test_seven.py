"""The seven against a second, plain reading of its rules that simply tries everything."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, replace
from functools import cache

import pytest

from dogpark.games.dog.state import NONE, Dog
from tests.games.dog.positions import DOG, act, board_of, moves, offered, pegs, position

SWITCHES = (
    "forced_entry",
    "deepest_first",
    "seven_peg_once",
    "win_truncates_seven",
)

# -- the second reading ---------------------------------------------------------------------------
# A peg is (kind, number, heading): ("home", 0, 0), ("ring", 17, 0), ("U", 4, +1), ("in", 3, 0).

HOME = ("home", 0, 0)


@dataclass(frozen=True)
class House:
    players: int
    forced_entry: bool = False
    deepest_first: bool = False
    peg_once: bool = False
    truncates: bool = False
    kills: bool = True
    handover: bool = True
    geometry: str = "half_lap"
    length: int = 15
    exact: bool = False


@dataclass(frozen=True)
class Table:
    pegs: tuple  # pegs[seat][peg]
    fresh: tuple  # of each seat
    seat: int  # whose pegs are moved
    left: int
    runner: int | None = None
    used: frozenset = frozenset()
    entered: frozenset = frozenset()
    shut: frozenset = frozenset()  # (peg, path) that was left


def ends(house: House) -> dict[str, tuple[int, int]]:
    if house.players == 4 or house.geometry == "off":
        return {}
    half = {"U": (8, 56), "V": (24, 72)}
    return half if house.geometry == "half_lap" else {"U": (24, 56), "V": (72, 8)}


def one_step(house: House, t: Table, peg: int) -> list[tuple[tuple, bool]]:
    """(new place, whether that is turning into the finish) for every step of the peg."""
    kind, number, heading = t.pegs[t.seat][peg]
    steps = []
    if kind == "in":
        if number < 4 and ("in", number + 1, 0) not in t.pegs[t.seat]:
            steps.append((("in", number + 1, 0), False))
    elif kind in {"U", "V"}:
        first, last = ends(house)[kind]
        if 1 <= number + heading <= house.length:
            steps.append(((kind, number + heading, heading), False))
        else:
            steps.append((("ring", last if heading > 0 else first, 0), False))
    elif kind == "ring":
        ahead = (number + 1) % (16 * house.players)
        if ahead % 16 or not t.fresh[ahead // 16]:
            steps.append((("ring", ahead, 0), False))
        if number == 16 * t.seat and not t.fresh[t.seat] and ("in", 1, 0) not in t.pegs[t.seat]:
            steps.append((("in", 1, 0), True))
        for path, (first, last) in ends(house).items():
            if (peg, path) in t.shut or (house.exact and peg in t.used):
                continue
            if number == first:
                steps.append(((path, 1, 1), False))
            if number == last:
                steps.append(((path, house.length, -1), False))
    return steps


def with_peg(table: tuple, seat: int, peg: int, place: tuple) -> tuple:
    row = (*table[seat][:peg], place, *table[seat][peg + 1 :])
    return (*table[:seat], row, *table[seat + 1 :])


def without_others(table: tuple, seat: int, peg: int) -> tuple:
    """Everybody else on that peg's field goes home. Headings do not matter."""
    kind, number, _ = table[seat][peg]
    if kind == "in":
        return table
    return tuple(
        tuple(
            HOME if (p[0], p[1]) == (kind, number) and (s, i) != (seat, peg) else p
            for i, p in enumerate(row)
        )
        for s, row in enumerate(table)
    )


def safe(table: tuple, seat: int) -> bool:
    return all(place[0] == "in" for place in table[seat])


def endings(house: House, start: Table, player: int) -> set[tuple]:
    """All boards a seven can end with, by trying every sequence of steps."""

    @cache
    def explore(t: Table) -> frozenset:
        if t.left == 0:
            table = t.pegs
            if not house.kills and t.runner is not None:
                table = without_others(table, t.seat, t.runner)
            for peg in t.entered if house.deepest_first else ():
                depth = table[t.seat][peg][1]
                if depth < 4 and ("in", depth + 1, 0) not in table[t.seat]:
                    return frozenset()
            return frozenset([(table, t.fresh)])
        found: set = set()
        for peg in range(4):
            begin = t
            if not house.kills and t.runner not in (None, peg):
                begin = replace(t, pegs=without_others(t.pegs, t.seat, t.runner))
            found |= by_peg(begin, peg)
            if not house.kills and t.runner == peg and not house.peg_once:
                landed = without_others(t.pegs, t.seat, peg)
                if landed != t.pegs:
                    found |= by_peg(replace(t, pegs=landed), peg)
        return frozenset(found)

    def by_peg(t: Table, peg: int) -> set:
        if house.peg_once and peg in t.used and peg != t.runner:
            return set()
        ways: list[tuple[frozenset, bool]] = []
        at_star = t.pegs[t.seat][peg] == ("ring", 16 * t.seat, 0)
        for place, turns_in in one_step(house, t, peg):
            ways.append((explore(after_step(t, peg, place)), turns_in))
        if house.forced_entry and at_star and any(turns_in and ways_ for ways_, turns_in in ways):
            ways = [way for way in ways if way[1]]
        return set().union(*(way[0] for way in ways)) if ways else set()

    def after_step(t: Table, peg: int, place: tuple) -> Table:
        before = t.pegs[t.seat][peg]
        table = with_peg(t.pegs, t.seat, peg, place)
        if house.kills:
            table = without_others(table, t.seat, peg)
        fresh = t.fresh
        if before == ("ring", 16 * t.seat, 0):
            fresh = (*fresh[: t.seat], 0, *fresh[t.seat + 1 :])
        new = replace(
            t,
            pegs=table,
            fresh=fresh,
            left=t.left - 1,
            runner=peg,
            used=t.used | {peg},
            entered=t.entered | {peg} if before[0] == "ring" and place[0] == "in" else t.entered,
            shut=t.shut | {(peg, before[0])}
            if before[0] in "UV" and place[0] == "ring"
            else t.shut,
        )
        if safe(table, t.seat):
            partner = (t.seat + house.players // 2) % house.players
            if house.truncates and safe(table, partner):
                return replace(new, left=0)
            if house.handover and new.left > 0 and t.seat == player:
                return Table(table, fresh, partner, new.left)
        return new

    return set(explore(start))


# -- the engine, in the same words ----------------------------------------------------------------


def words(s: Dog) -> tuple:
    def place(seat: int, peg: int) -> tuple:
        field = s.loc[seat][peg]
        base = 64 if s.players == 4 else 126
        if field < 0:
            return HOME
        if field >= base:
            return ("in", field - base - 4 * seat + 1, 0)
        if field >= 16 * s.players:
            return ("UV"[(field - 96) // 15], (field - 96) % 15 + 1, s.heading[seat][peg])
        return ("ring", field, 0)

    rows = tuple(tuple(place(seat, peg) for peg in range(4)) for seat in range(s.players))
    return rows, tuple(s.fresh[: s.players])


def engine_endings(s: Dog) -> set[tuple]:
    seat = s.turn
    codes = DOG.legal(s, seat)
    play = 14 + 9  # a 7 as split
    if play not in codes:
        return set()
    first = s.copy()
    DOG.rules.apply(first, seat, play)
    frontier, seen, found = [first], set(), set()
    while frontier:
        state = frontier.pop()
        if state.play == NONE:
            found.add(words(state))
            continue
        codes = DOG.legal(state, seat)
        assert codes, "a seven that cannot be spent was begun"
        for code in codes:
            new = state.copy()
            DOG.rules.apply(new, seat, code)
            key = repr(new)
            if key not in seen:
                seen.add(key)
                frontier.append(new)
    return found


def random_position(dice: random.Random, players: int, **options: object) -> Dog:
    """Crowded around one star and one path, where everything that matters happens."""
    s = position("", "7 2", players=players, **options)
    length = 16 * players
    taken: set[int] = set()
    geometry = options.get("central_geometry", "half_lap")
    for seat in range(players):
        mine = seat in (0, players // 2)
        for peg in range(4):
            roll = dice.random()
            if mine and roll < 0.45:
                field = (64 if players == 4 else 126) + 4 * seat + dice.randrange(4)
            elif roll < 0.35 or (not mine and roll < 0.6):
                continue
            elif players == 6 and geometry != "off" and roll > 0.85:
                field = 96 + 15 * dice.randrange(2) + dice.randrange(s.rule_central_len)
            else:
                near = dice.choice([16 * dice.randrange(players), 16 * seat, 8, 24, 56])
                field = (near + dice.randrange(-7, 3)) % length
            if field in taken:
                continue
            taken.add(field)
            s.loc[seat][peg] = field
            if 96 <= field < 126 and players == 6:
                s.heading[seat][peg] = dice.choice([1, -1])
            if field == 16 * seat and dice.random() < 0.7:
                s.fresh[seat] = 1
    if safe(words(s)[0], 0) and safe(words(s)[0], players // 2):
        s.loc[0][0] = -1
    return s


def compare(s: Dog, **options: object) -> None:
    house = House(
        players=s.players,
        forced_entry=options.get("forced_entry") == "on",
        deepest_first=options.get("deepest_first") == "on",
        peg_once=options.get("seven_peg_once") == "on",
        truncates=options.get("win_truncates_seven") == "on",
        kills=options.get("seven_kills") != "off",
        handover=options.get("seven_handover") != "next_card",
        geometry=str(options.get("central_geometry", "half_lap")),
        length=s.rule_central_len,
        exact=options.get("central_entry") == "exact",
    )
    rows, fresh = words(s)
    mover = s.players // 2 if safe(rows, 0) else 0
    assert engine_endings(s) == endings(house, Table(rows, fresh, mover, 7), 0), board_of(s)


HOUSES = [
    dict(zip(SWITCHES, values, strict=True)) | {"seven_kills": kills, "seven_handover": handover}
    for *values, kills, handover in itertools.product(
        *[("off", "on")] * 4, ("on", "off"), ("immediate", "next_card")
    )
]


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize(
    "house", HOUSES, ids=lambda house: ",".join(k for k, v in house.items() if v != "off")
)
def test_every_seven_ends_as_trying_everything_says(players: int, house: dict[str, str]) -> None:
    """DOG-8.1, DOG-8.2, DOG-8.3, DOG-8.4, DOG-8.5, DOG-8.6, DOG-8.7 under all house rules:
    DOG-13.7, DOG-13.8, DOG-13.9, DOG-13.10, DOG-13.11, DOG-13.12, DOG-13.13"""
    dice = random.Random(f"{players}{house}")
    for _ in range(2):
        options: dict[str, object] = dict(house)
        if players == 6:
            options["central_geometry"] = dice.choice(["half_lap", "side_cross", "off"])
            options["central_len"] = dice.choice([3, 7, 15])
            options["central_entry"] = dice.choice(["passing", "exact"])
        compare(random_position(dice, players, **options), **options)


# -- the house rules by example -------------------------------------------------------------------


def sevens(pegs_: str, **options: object) -> set[str]:
    return moves(position(pegs_, "7", **options))


def test_where_passing_is_harmless_only_the_end_of_a_part_hits() -> None:
    """DOG-13.9: seven_kills=off"""
    on, off = sevens("0:[10] 1:[12, 17]"), sevens("0:[10] 1:[12, 17]", seven_kills="off")
    assert on == {"7 0:[17] x1 x1"}
    assert off == {"7 0:[17] x1", "7 0:[17] x1 x1"}  # one part of 7, or 2 + 5


def test_a_part_ends_on_an_occupied_field_when_the_player_lands() -> None:
    """DOG-13.10: seven_kills=off, land"""
    s = act(position("0:[10] 1:[12]", "7", seven_kills="off"), "play 7 split")
    s = act(s, "step 0 on")
    assert offered(s) == {"step 0 on"}
    s = act(s, "step 0 on")
    assert offered(s) == {"step 0 on", "land"}
    assert board_of(s) == "0:[12] 1:[12]"
    assert board_of(act(s, "land")) == "0:[12]"
    assert board_of(act(s, "step 0 on")) == "0:[13] 1:[12]"


def test_stepping_with_another_peg_ends_the_part() -> None:
    """DOG-13.10: seven_kills=off"""
    s = act(position("0:[10, 40] 1:[11]", "7", seven_kills="off"), "play 7 split")
    s = act(act(s, "step 0 on"), "step 1 on")
    assert board_of(s) == "0:[11 41]"


def test_a_peg_that_has_stopped_stays_put_if_each_moves_once() -> None:
    """DOG-13.11: seven_peg_once=on"""
    s = act(position("0:[10, 40]", "7", seven_peg_once="on"), "play 7 split")
    s = act(act(s, "step 0 on"), "step 1 on")
    assert offered(s) == {"step 1 on"}


def test_a_peg_that_cannot_wait_may_not_start_too_early_if_each_moves_once() -> None:
    """DOG-13.11: the rear peg would have to stop before the front one has made room"""
    where = "0:[10, 13] 1:[16*]"
    assert sevens(where) == {"7 0:[15] x0"}  # 2 + 5: front first, then over it
    s = act(position(where, "7", seven_peg_once="on"), "play 7 split")
    assert offered(s) == {"step 1 on"}
    s = act(position(where, "7"), "play 7 split")
    assert offered(s) == {"step 0 on", "step 1 on"}


def test_a_seven_stays_with_one_players_pegs_until_the_next_card() -> None:
    """DOG-13.12: seven_handover=next_card (scenario 49)"""
    where = "0:[63, F0.2, F0.3, F0.4] 2:[40]"
    assert sevens(where, seven_handover="next_card") == {"7 0:[6 F0.2 F0.3 F0.4]"}


def test_a_seven_that_wins_is_let_off_the_rest() -> None:
    """DOG-13.13: win_truncates_seven=on (scenario 50)"""
    where = "0:[F0.1, F0.2, F0.3, F0.4] 2:[31, F2.2, F2.3, F2.4]"
    assert sevens(where, win_truncates_seven="on") == {
        "7 2:[38 F2.2 F2.3 F2.4]",
        "7 2:[F2.1 F2.2 F2.3 F2.4]",
    }


def test_a_seven_has_to_turn_in_where_it_can_be_spent_inside() -> None:
    """DOG-13.7: forced_entry=on in a seven"""
    assert sevens("0:[61]", forced_entry="on") == {"7 0:[F0.4]"}
    assert sevens("0:[62]", forced_entry="on") == {"7 0:[5]"}  # 2 + 5 does not fit


def test_a_seven_ends_with_its_entrants_as_deep_as_they_can_be() -> None:
    """DOG-13.8: deepest_first=on in a seven"""
    assert sevens("0:[61]", deepest_first="on") == {"7 0:[4]", "7 0:[F0.4]"}
    assert sevens("0:[62, 20]", deepest_first="on") == {
        "7 0:[5 20]",
        "7 0:[4 21]",
        "7 0:[3 22]",
        "7 0:[2 23]",
        "7 0:[1 24]",
        "7 0:[0 25]",
        "7 0:[26 63]",
        "7 0:[27 62]",
        "7 0:[21 F0.4]",
    }


def test_an_own_peg_hit_by_the_seven_is_out_of_it() -> None:
    """DOG-8.4"""
    s = act(position("0:[10, 11]", "7"), "play 7 split")
    s = act(s, "step 0 on")
    assert pegs(s, 0) == "0:[11]"
    assert offered(s) == {"step 0 on"}


def test_a_step_is_offered_only_if_the_rest_can_be_made() -> None:
    """DOG-8.5: stepping off would strand the rest of the seven"""
    s = act(position("0:[63, F0.2, F0.3, F0.4]", "7"), "play 7 split")
    s = act(s, "step 0 on")
    assert offered(s) == {"step 0 on"}  # not "step 0 off": nobody could make the other five
