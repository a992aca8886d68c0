"""What people see, are asked, are told, and why they are refused."""

from __future__ import annotations

import json
from typing import Any

from dogpark.games.bonfire.state import Bonfire
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event
from tests.games.bonfire.table import BONFIRE, asked, dice, do, give, refused, roll, table, tame

CHARCOALS = "charcoal charcoal charcoal"


def told(s: Bonfire, text: str) -> list[Event]:
    """Plays this and returns what it brought about."""
    seat, code = asked(s), BONFIRE.table.from_text(text).code
    before = s.copy()
    BONFIRE.rules.apply(s, seat, code)
    return BONFIRE.events(before, seat, code, s)


def keys(events: list[Event]) -> list[str]:
    return [event.key for event in events]


def choice(s: Bonfire, text: str) -> dict[str, Any]:
    (found,) = [c for c in BONFIRE.prompt(s, asked(s))["choices"] if c["text"] == text]
    return dict(found)


# -- view -----------------------------------------------------------------------------------------


def test_everybody_sees_everything_but_the_dice_to_come() -> None:
    """BON-1.6"""
    s = table(3)
    give(s, 1, meat=2, fire=1)
    tame(s, 1, 4)
    views = [BONFIRE.view(s, seat) for seat in (None, 0, 1, 2)]
    assert [seen.pop("you") for seen in views] == [None, 0, 1, 2]
    assert views[0] == views[1] == views[2] == views[3]
    seen = views[0]
    assert seen["bonfire"] == {"meat": 7, "charcoal": 7, "fire": 4}
    assert seen["pack"] == 21
    assert seen["players"][1]["sticks"] == {"meat": 2, "charcoal": 0, "fire": 1}
    assert seen["players"][1]["dogs"] == 4
    assert (seen["phase"], seen["turn"], seen["asked"], seen["round"]) == ("turn", 0, 0, 1)
    assert "rng" not in json.dumps(seen)


def test_the_dice_to_come_are_all_that_a_redeal_changes() -> None:
    """BON-1.6"""
    s = table()
    give(s, 0, meat=2)
    new = BONFIRE.redeal(s, 0, [1, 2, 3, 4])
    assert new.rng_key != s.rng_key
    new.rng_key, new.rng_count = list(s.rng_key), s.rng_count
    assert new == s


def test_the_result_is_shown_when_the_game_is_over() -> None:
    """BON-11.1"""
    s = table(max_turns=1)
    roll(s, "meat meat fire")
    events = told(s, "take meat+meat")
    assert keys(events) == ["took", "game_over"]
    assert events[-1].data["why"] == "turns"
    assert BONFIRE.view(s, None)["result"] == {"places": [1, 1], "points": [0, 0]}
    assert BONFIRE.prompt(s, 0)["choices"] == []


# -- prompt ---------------------------------------------------------------------------------------


def test_before_a_take_it_is_shown_which_event_follows_and_what_it_brings_to_whom() -> None:
    """BON-7.2, BON-8.1"""
    s = table()
    give(s, 0, meat=2)
    give(s, 1, meat=5)
    roll(s, "meat meat fire")
    ends = choice(s, "take meat+meat")
    assert ends["effect"]["round_ends"] == "feed"
    assert [(p["seat"], p["dogs"]) for p in ends["effect"]["players"]] == [(0, 2), (1, 2)]
    assert "ends with a Feed" in ends["words"]
    assert "seat 1 feeds 4 meat and tames 2 dogs" in ends["words"]
    goes_on = choice(s, "take meat+fire")
    assert goes_on["effect"]["round_ends"] is None
    assert goes_on["words"] == "take 1 meat and 1 fire"
    assert goes_on["effect"]["players"][0]["sticks"] == {"meat": 1, "fire": 1}


def test_before_a_defence_its_price_is_shown() -> None:
    """BON-9.6, BON-10.2"""
    s = table()
    give(s, 0, meat=2, fire=1, charcoal=1)
    s.villagers[0] = 1
    tame(s, 0, 2)
    roll(s, CHARCOALS)
    assert BONFIRE.prompt(s, 0)["stage"] == "defend"
    (safe,) = choice(s, "defend 1 1")["effect"]["players"]
    assert (safe["villagers"], safe["sticks"]) == (0, {"meat": -2, "charcoal": -1, "fire": -1})
    (hurt,) = choice(s, "defend 0 0")["effect"]["players"]
    assert choice(s, "defend 0 1")["words"].startswith(
        "use 1 charcoal and 1 fire to fend off 1 dog; "
    )
    assert (hurt["dogs"], hurt["falls"], hurt["villagers"]) == (-2, 1, 1)


def test_before_a_roll_its_odds_are_shown() -> None:
    """BON-1.4"""
    effect = choice(table(), "roll")["effect"]
    odds = {"sticks": 144, "theft": 48, "feed": 8, "assault": 8, "fire_fest": 8}
    assert effect == {"odds": odds, "of": 216}


def test_who_is_not_asked_is_told_whom_to_wait_for() -> None:
    """BON-2.3"""
    prompt = BONFIRE.prompt(table(), 1)
    assert (prompt["stage"], prompt["choices"], prompt["ask"]) == ("wait", [], "Wait for seat 0")


# -- events ---------------------------------------------------------------------------------------


def test_a_round_that_ends_with_a_feed_is_told_in_full() -> None:
    """BON-7.2, BON-7.5, BON-8.1"""
    s = table()
    give(s, 1, meat=7)
    roll(s, "meat meat fire")
    events = told(s, "take meat+meat")
    assert keys(events) == ["took", "round_end", "tamed", "tamed", "sticks_home", "round", "turn"]
    assert events[3].data == {"seat": 1, "dogs": 3, "meat": 6, "total": 3}
    assert events[1].words == "The last meat is taken: the round ends with a Feed"


def test_an_assault_is_told_for_every_player_it_reaches() -> None:
    """BON-9.1, BON-10.2, BON-10.3"""
    s = table(3)
    give(s, 0, meat=1)
    give(s, 1, meat=1)
    give(s, 2, meat=2)
    s.villagers[0] = 1
    s.villagers[1], s.falls[1] = 1, 2
    tame(s, 0, 2)
    do(s, "roll")
    events = told(s, f"dice {CHARCOALS}")
    want = ["dice", "assault", "assaulted", "revived", "assaulted", "knocked_out"]
    assert keys(events) == want
    assert events[3].words == "Seat 0 loses 2 dogs to the pack; 2 villagers stand up again"
    events = told(s, "defend 1 0")
    assert keys(events) == ["defended", "assaulted", "again"]
    assert events[0].words == "Seat 2 uses 2 meat to fend off 1 dog"
    assert events[1].words == "Seat 2 faces 2 dogs and fends off 1: 1 villager faints"


def test_every_other_happening_has_its_words() -> None:
    """BON-4.1, BON-4.2, BON-5.1, BON-5.3, BON-6.1"""
    s = table()
    give(s, 0, charcoal=2, fire=2)
    assert told(s, "exchange fire_for_2_meat")[0].words == "Seat 0 exchanges 1 fire for 2 meat"
    assert keys(told(s, "roll")) == ["roll"]
    assert keys(told(s, "dice fire fire fire")) == ["dice", "fire_fest", "returned", "again"]
    assert keys(told(s, "dice meat meat meat")) == ["dice", "feed", "tamed", "again"]
    assert keys(told(s, "dice meat charcoal fire")) == ["dice", "theft"]
    stolen = told(s, "steal 0 charcoal")
    assert stolen[0].words == "Seat 1 steals charcoal from seat 0"
    do(s, "exchange charcoal_for_meat")
    give(s, 1, charcoal=-1)
    do(s, "roll")
    dice(s, "meat meat charcoal")
    do(s, "take meat+meat")
    s.bonfire, s.held = [9, 7, 5], [[0, 0, 0] for _ in range(4)]
    do(s, "roll")
    assert keys(told(s, "dice meat charcoal fire")) == ["dice", "no_theft", "again"]
    assert keys(told(s, "dice meat meat meat")) == ["dice", "feed", "none_tamed", "again"]


def test_the_draw_of_the_first_player_is_told() -> None:
    """BON-1.5"""
    assert keys(told(table(first_player="random"), "first 1")) == ["first", "turn"]


# -- refusals -------------------------------------------------------------------------------------


def test_moves_of_another_moment_are_refused_by_the_rule_of_that_moment() -> None:
    """BON-2.1, BON-3.1, BON-4.1, BON-5.4, BON-6.4, BON-9.6"""
    s = table(3)
    give(s, 1, meat=2)
    assert refused(s, "take meat+meat") == "BON-3.1"
    assert refused(s, "steal 1 meat") == "BON-4.1"
    assert refused(s, "defend 0 0") == "BON-9.6"
    do(s, "roll")
    assert refused(s, "roll", seat=0) == "BON-5.4"
    dice(s, "meat charcoal fire")
    assert refused(s, "take meat+fire") == "BON-4.1"
    assert refused(s, "exchange charcoal_for_meat") == "BON-6.4"
    assert refused(s, "steal 0 meat") == "BON-4.1"
    assert refused(s, "steal 3 meat") == "BON-4.1"
    assert refused(s, "steal 1 fire") == "BON-4.1"
    s = table()
    roll(s, "meat meat fire")
    assert refused(s, "roll") == "BON-3.1"
    assert refused(s, "take fire+fire") == "BON-3.1"
    s = table()
    give(s, 0, meat=2)
    roll(s, CHARCOALS)
    assert refused(s, "roll") == "BON-9.6"


def test_nobody_chooses_for_chance() -> None:
    """BON-1.6, BON-1.5, BON-2.3"""
    s = table(first_player="random")
    assert refused(s, "roll", seat=0) == "BON-1.5"
    assert refused(s, "first 0", seat=0) == "BON-1.6"
    assert refused(s, "dice meat meat fire", seat=CHANCE) == "BON-1.4"
    s = table()
    assert refused(s, "dice meat meat fire", seat=0) == "BON-1.6"
    assert refused(s, "dice meat meat fire", seat=CHANCE) == "BON-2.3"


def test_the_knocked_out_are_refused_and_so_is_everybody_after_the_end() -> None:
    """BON-10.3, BON-11.1"""
    s = table(3)
    s.falls[1], s.villagers[1], s.out[1] = 3, 0, 1
    assert refused(s, "roll", seat=1) == "BON-10.3"
    give(s, 2, meat=1)
    roll(s, "meat charcoal fire")
    assert refused(s, "steal 1 meat") == "BON-10.3"
    s = table(max_turns=1)
    roll(s, "meat meat fire")
    do(s, "take meat+meat")
    assert refused(s, "roll", seat=1) == "BON-11.1"
