"""Which rule forbids a move."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from dogpark.games.dog.actions import TABLE
from dogpark.games.dog.state import Dog
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Refusal
from tests.games.dog.positions import DOG, act, position
from tests.games.dog.test_view import exchange, play_on

RULES = Path(__file__).parents[3] / "docs" / "rules" / "dog.md"


def refused(s: Dog, text: str, seat: int | None = None) -> Refusal:
    who = DOG.active_seats(s)[0] if seat is None else seat
    code = TABLE.from_text(text).code
    assert code not in DOG.legal(s, who)
    before = s.copy()
    refusal = DOG.refusal(s, who, code)
    assert s == before
    return refusal


@pytest.mark.parametrize(
    ("pegs", "hand", "text", "rule", "words"),
    [
        ("0:[10]", "5", "play 9 9", "DOG-2.5", "the 9 is not in your hand"),
        ("0:[0*]", "K", "play K start", "DOG-4.3", "a fresh peg stands on your star 0"),
        ("0:[F0.1 F0.2 F0.3 5]", "A", "play A start", "DOG-4.1", "your kennel is empty"),
        ("", "5 K", "play 5 5", "DOG-4.1", "your pegs are all in the kennel"),
        ("0:[14] 1:[16*]", "3 A", "play 3 3", "DOG-5.2", "14 cannot pass the fresh peg on Blue's"),
        ("0:[62 0*]", "2", "peg 0", "DOG-3.7", "lay a card first"),
        ("0:[18] 1:[16*]", "4", "play 4 back", "DOG-5.2", "18 cannot pass the fresh peg on Blue's"),
        ("0:[F0.1 F0.3]", "3 A", "play 3 3", "DOG-7.5", "pass or land on the safe peg ahead"),
        ("0:[F0.4]", "3 A", "play 3 3", "DOG-7.5", "would need 3 fields ahead of it"),
        ("0:[F0.1]", "4 A", "play 4 back", "DOG-7.6", "is safe: it never goes back"),
        ("0:[F0.1]", "7 A", "play 7 split", "DOG-8.5", "cannot make all seven steps"),
        ("", "7 A", "play 7 split", "DOG-8.4", "all in the kennel"),
        ("0:[0*] 1:[20]", "J 5", "play J swap", "DOG-5.3", "is fresh"),
        ("0:[F0.1] 1:[20]", "J A", "play J swap", "DOG-9.1", "none of your pegs is in play"),
        ("0:[10] 1:[16*]", "J", "play J swap", "DOG-9.2", "nobody else has a peg"),
        ("0:[10] 1:[20]", "J", "play J null", "DOG-9.4", "you can play the jack"),
        ("0:[10] 1:[16*]", "J J", "play J null", "DOG-9.4", "Blue has a peg in play on 16*"),
        ("0:[F0.1] 1:[F1.1]", "J", "play J null", "DOG-9.4", "one of your pegs in play"),
        ("0:[10]", "5", "fold", "DOG-2.6", "you can play the 5"),
        ("0:[10]", "5", "give 5", "DOG-2.3", "before the first turn only"),
        ("0:[10]", "5", "deal 5", "DOG-2.1", "dealt by chance"),
        ("0:[10]", "5", "dealer 2", "DOG-1.6", "drawn by lot"),
    ],
)
def test_a_card_that_cannot_be_played_is_refused_with_its_reason(
    pegs: str, hand: str, text: str, rule: str, words: str
) -> None:
    """DOG-2.5, DOG-2.6, DOG-4.1, DOG-4.3, DOG-5.2, DOG-5.3, DOG-7.5, DOG-7.6, DOG-8.5, DOG-9.4"""
    refusal = refused(position(pegs, hand), text)
    assert refusal.rule == rule
    assert words in refusal.words


@pytest.mark.parametrize(
    ("pegs", "hand", "laid", "text", "rule", "words"),
    [
        ("0:[62 0*]", "2", "play 2 2", "peg 0", "DOG-5.2", "the fresh peg on your star 0"),
        ("0:[10]", "5", "play 5 5", "peg 3", "DOG-4.1", "in the kennel"),
        ("0:[10]", "5 9", "play 5 5", "play 9 9", "DOG-2.5", "a turn is one card"),
        ("0:[10]", "5", "play 5 5", "dest 0", "DOG-3.7", "choose a peg for it now"),
        ("0:[10]", "5", "play 5 5", "fold", "DOG-2.7", "can be carried out"),
        ("0:[10]", "5", "play 5 5", "land", "DOG-13.10", "only a part of a seven"),
        ("0:[10 0*] 1:[20]", "J", "play J swap", "peg 1", "DOG-5.3", "peg 1 on 0* is fresh"),
        ("0:[10 F0.2] 1:[20]", "J", "play J swap", "peg 1", "DOG-7.6", "is safe"),
    ],
)
def test_a_peg_that_cannot_be_chosen_is_refused_with_its_reason(
    pegs: str, hand: str, laid: str, text: str, rule: str, words: str
) -> None:
    """DOG-3.7, DOG-5.2, DOG-5.3, DOG-7.6, DOG-13.10"""
    refusal = refused(act(position(pegs, hand), laid), text)
    assert refusal.rule == rule
    assert words in refusal.words


def test_a_destination_that_does_not_exist_is_answered_with_those_that_do() -> None:
    """DOG-3.7"""
    s = act(act(position("0:[63]", "5"), "play 5 5"), "peg 0")
    refusal = refused(s, "dest 2")
    assert refusal == Refusal("DOG-3.7", "with the 5 this peg has 2 destinations: 4 and F0.4")


def test_a_forced_entry_forbids_walking_past() -> None:
    """DOG-13.7: forced_entry=on"""
    s = act(act(position("0:[63]", "5", forced_entry="on"), "play 5 5"), "peg 0")
    assert refused(s, "dest 1").rule == "DOG-13.7"


@pytest.mark.parametrize(
    ("target", "rule", "words"),
    [
        ("target 2 0", "DOG-9.2", "only if no opponent has one"),
        ("target 1 1", "DOG-5.3", "Blue's peg 1 on 16* is fresh"),
        ("target 1 2", "DOG-7.6", "Blue's peg 2 on F1.4 is safe"),
        ("target 1 3", "DOG-9.1", "Blue's peg 3 is in the kennel"),
        ("target 0 1", "DOG-5.3", "peg 1 on 0* is fresh"),
        ("target 0 0", "DOG-9.1", "not with another of them"),
        ("target 5 0", "DOG-1.3", "no seat 5"),
    ],
)
def test_a_peg_that_cannot_be_swapped_with_is_refused_with_its_reason(
    target: str, rule: str, words: str
) -> None:
    """DOG-9.1, DOG-9.2, DOG-5.3, DOG-7.6 (scenario 37)"""
    s = position("0:[10 0*] 1:[20 16* F1.4] 2:[40] 3:[50]", "J")
    refusal = refused(act(act(s, "play J swap"), "peg 0"), target)
    assert refusal.rule == rule
    assert words in refusal.words


@pytest.mark.parametrize(
    ("pegs", "step", "rule", "words"),
    [
        ("0:[10]", "step 1 on", "DOG-8.4", "a seven starts no pegs"),
        ("0:[10]", "step 0 off", "DOG-7.1", "branches off at your star 0"),
        ("0:[15 30] 1:[16*]", "step 0 on", "DOG-8.3", "fresh peg on Blue's star 16"),
        ("0:[0*]", "step 0 off", "DOG-7.3", "is fresh"),
        ("0:[0 F0.1]", "step 0 off", "DOG-7.5", "the first finish field is taken"),
        ("0:[10 F0.4]", "step 1 on", "DOG-7.5", "would need 1 field"),
        ("0:[10 F0.3]", "step 1 off", "DOG-7.5", "only leads on"),
        ("0:[0 F0.2]", "step 0 off", "DOG-8.5", "after this the 6 steps left could not be made"),
        ("0:[10]", "land", "DOG-13.9", "hits at once"),
        ("0:[10]", "peg 0", "DOG-3.7", "make its single steps now"),
    ],
)
def test_a_step_that_cannot_be_made_is_refused_with_its_reason(
    pegs: str, step: str, rule: str, words: str
) -> None:
    """DOG-7.1, DOG-7.3, DOG-7.5, DOG-8.3, DOG-8.4, DOG-8.5, DOG-13.9"""
    refusal = refused(act(position(pegs, "7"), "play 7 split"), step)
    assert refusal.rule == rule
    assert words in refusal.words


def test_a_seven_that_would_win_too_early_is_refused_as_such() -> None:
    """DOG-8.7 (scenario 50)"""
    s = position("0:[F0.1 F0.2 F0.3 F0.4] 2:[32 F2.2 F2.3 F2.4]", "7")
    assert refused(act(s, "play 7 split"), "step 0 off").rule == "DOG-8.7"


def test_a_house_rule_that_makes_the_difference_is_named() -> None:
    """DOG-13.11: seven_peg_once, DOG-13.12: seven_handover, DOG-13.15: jack_null"""
    s = act(position("0:[10 20]", "7", seven_peg_once="on"), "play 7 split")
    s = act(act(s, "step 0 on"), "step 1 on")
    assert refused(s, "step 0 on").rule == "DOG-13.11"
    pegs = "0:[0 F0.2 F0.3 F0.4] 2:[40]"
    s = act(position(pegs, "7", seven_handover="next_card"), "play 7 split")
    assert refused(s, "step 0 off").rule == "DOG-13.12"
    s = position("0:[10] 1:[F1.1]", "J", jack_null="never")
    assert refused(s, "play J null").rule == "DOG-13.15"


def test_paths_have_their_own_reasons() -> None:
    """DOG-11.4, DOG-11.5, DOG-11.6, DOG-13.18: central_entry, DOG-13.20: central_jack"""
    s = position("0:[U4+]", "4 7", players=6)
    assert refused(s, "play 4 back").rule == "DOG-11.6"
    s = act(s, "play 7 split")
    assert refused(s, "step 0 off").rule == "DOG-11.4"
    s = act(act(position("0:[U15+]", "7", players=6), "play 7 split"), "step 0 on")
    assert refused(s, "step 0 off").rule == "DOG-11.5"
    s = position("0:[7]", "7", players=6, central_entry="exact")
    assert refused(act(act(s, "play 7 split"), "step 0 on"), "step 0 off").rule == "DOG-13.18"
    s = position("0:[U4+] 1:[20]", "J 5", players=6, central_jack="off")
    assert refused(s, "play J swap").rule == "DOG-13.20"


def test_a_part_of_a_seven_is_ended_only_where_somebody_stands() -> None:
    """DOG-13.10: land"""
    s = act(position("0:[10] 1:[12]", "7", seven_kills="off"), "play 7 split")
    assert refused(s, "land").words == "no part of the seven has begun"
    s = act(s, "step 0 on")
    assert refused(s, "land").words == "a part is ended by saying so only on an occupied field"


def test_in_the_exchange_only_a_card_of_the_hand_can_be_picked_once() -> None:
    """DOG-2.3"""
    s = exchange("K 5", "2 3", "8 8", "A Q")
    assert refused(s, "give 9").words == "the 9 is not in your hand"
    assert refused(s, "play K start").rule == "DOG-2.3"
    DOG.rules.apply(s, 0, TABLE.code("give", card="K"))
    assert refused(s, "give 5", 0).words == "you have picked a card; wait until all have"


def test_out_of_turn_everything_is_refused() -> None:
    """DOG-2.4"""
    s = position("0:[10]", "5")
    assert refused(s, "play 5 5", 1).rule == "DOG-2.4"


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, {}),
        (4, {"seven_peg_once": "on", "seven_handover": "next_card", "jack_null": "never"}),
        (4, {"seven_kills": "off", "deepest_first": "on", "forced_entry": "on"}),
        (6, {"jack_targets": "any_incl_own", "jack_null": "no_target"}),
        (6, {"central_len": 4, "central_entry": "exact", "central_jack": "off"}),
        (6, {"central_four_back": "on", "deepest_first": "on", "seven_peg_once": "on"}),
    ],
)
def test_every_illegal_move_of_random_games_gets_a_rule_that_exists(
    players: int, options: dict[str, object]
) -> None:
    """DOG-3.7"""
    ids = set(re.findall(r"\*\*(DOG-\d+\.\d+)\*\*", RULES.read_text(encoding="utf-8")))
    rnd = random.Random(1)
    for seed in range(2):
        for before, seat, _, _ in play_on(seed, players, max_rounds=15, **options):
            if seat == CHANCE or rnd.random() < 0.7:
                continue
            legal = DOG.legal(before, seat)
            for code in range(len(TABLE)):
                if code not in legal:
                    refusal = DOG.refusal(before, seat, code)
                    assert refusal.rule in ids
                    assert len(refusal.words) > 10
