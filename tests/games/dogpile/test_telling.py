"""What is asked and what is told, in words."""

from __future__ import annotations

from dogpark.games.dogpile.state import Dogpile
from tests.games.dogpile.table import (
    PILE,
    after_round,
    arm,
    dig,
    do,
    loot,
    nature,
    new_game,
    paws_up,
    round_begun,
    sniff,
    time_up,
)


def ask(s: Dogpile, seat: int) -> str:
    return str(PILE.prompt(s, seat)["ask"])


def words(s: Dogpile, seat: int) -> dict[str, str]:
    return {choice["text"]: choice["words"] for choice in PILE.prompt(s, seat)["choices"]}


def test_what_is_asked_before_and_during_a_round() -> None:
    """PILE-2.2, PILE-2.3, PILE-3.1"""
    s = new_game()
    assert ask(s, 0) == "Paws up for the first round: 30 seconds"
    do(s, 0, "ready")
    assert ask(s, 0) == "Your paws are up already; wait for the others"
    do(s, 1, "ready")
    assert ask(s, 0) == "Keep your paws off the pile until the countdown is over"
    nature(s, "go 0")
    assert ask(s, 0) == "You have empty paws: dig"
    do(s, 0, "dig 4")
    assert ask(s, 1) == "A bone is being turned over"
    nature(s, "bone joker★")
    assert ask(s, 0) == "You dug up the joker★, with empty paws: settle it"
    do(s, 0, "keep")
    arm(s, 0, "K♠ 4♥")
    assert ask(s, 0) == (
        "You have joker★ K♠ 4♥ in your paws: bury one to dig on, or leave it at that"
    )


def test_what_each_choice_would_do() -> None:
    """PILE-3.4, PILE-3.5, PILE-3.6"""
    s = round_begun()
    arm(s, 0, "K♠")
    dig(s, 0, 9, "4♥")
    told = words(s, 0)
    assert told["keep"] == "keep the 4♥, your second bone"
    assert told["put 1 up"] == "put the 4♥ face-up on spot 1"
    assert told["bury 1 9 down"] == "bury the K♠ face-down on spot 9"
    do(s, 0, "put 9 down")
    assert words(s, 0)["dig 9"] == "dig spot 9: 4♥"
    assert words(s, 1)["dig 9"] == "dig spot 9"


def test_what_is_asked_in_a_sniff() -> None:
    """PILE-5.2, PILE-5.3"""
    s = after_round("A♠", "K♥")
    assert ask(s, 0) == "You may sniff at three bones of the pile, or at none"
    assert ask(s, 1) == "You have to wait for seat 0, who sniffs at the pile"
    assert words(s, 0)["stop"] == "do not sniff"
    sniff(s, 0, 9, "6♣")
    assert ask(s, 0) == "You smell 6♣; sniff at 2 more"
    assert words(s, 0)["sniff 10"] == "sniff at spot 10"
    sniff(s, 0, 10, "7♣")
    sniff(s, 0, 11, "8♣")
    assert ask(s, 1) == "Lay 3 bones back face-down: choose an empty spot"
    assert ask(s, 0) == "You have to wait for seat 1, who lays the bones back"
    assert words(s, 1)["lay 9"] == "lay one on spot 9"
    do(s, 1, "lay 9")
    do(s, 1, "lay 10")
    assert ask(s, 1) == "Lay 1 bone back face-down: choose an empty spot"


def test_a_round_is_told() -> None:
    """PILE-2.2, PILE-2.3, PILE-4.1, PILE-5.1"""
    s = new_game()
    do(s, 0, "ready")
    told = do(s, 1, "ready")
    assert [event.words for event in told] == [
        "Seat 1 has its paws up",
        "The first round starts in 3, 2, 1",
    ]
    assert nature(s, "go 1")[0].words == "Go! 30 seconds to dig"
    arm(s, 0, "K♠ K♥ K♦")
    arm(s, 1, "4♠")
    assert do(s, 1, "bury 1 1 down")[0].words == "Seat 1 buries a bone face-down on spot 1"
    assert do(s, 1, "wait")[0].words == "Seat 1 waits"
    dig(s, 1, 1)
    assert do(s, 1, "put 1 down")[0].words == "Seat 1 puts the bone face-down on spot 1"
    dig(s, 1, 1)
    assert do(s, 1, "keep")[0].words == "Seat 1 keeps the bone, its first"
    assert [event.words for event in time_up(s)] == [
        "Time is up: the first round is over",
        "Seat 0 shows K♠ K♥ K♦: 49 points, with 10 for three of a collar",
        "Seat 1 shows 4♠: 4 points",
        "Seat 1 has the fewest points and may sniff",
    ]
    assert [event.words for event in do(s, 1, "stop")] == [
        "Seat 1 does not want to sniff",
        "Paws up for the second round",
    ]


def test_a_missing_dog_is_told_of() -> None:
    """PILE-2.2"""
    s = new_game()
    s.now = s.limit
    assert ask(s, 0) == "Your time is up"
    assert nature(s, "begin")[0].words == "The round begins without those who are missing"


def test_the_end_is_told() -> None:
    """PILE-6.2, PILE-6.3, PILE-4.6"""
    s = round_begun()
    loot(s, 0, "A♠ A♥", "A♦ 2♠ 2♥")
    s.round = 2
    arm(s, 0, "2♦")
    arm(s, 1, "J♠ Q♠ K♠")
    assert [event.words for event in time_up(s)] == [
        "Time is up: the third round is over",
        "Seat 0 shows 2♦: 2 points",
        "Seat 1 shows J♠ Q♠ K♠: 51 points, with 15 for a straight fetch",
        "Seat 0 has run a boneathon of aces and twos: 100 more",
        "Fullhound! Seat 0 wins with 109",
    ]
    assert ask(s, 0) == "The game is over"
    s = round_begun()
    loot(s, 0, "joker★ joker☆ A♠", "2♠ 3♠ 2♥")
    s.round = 2
    arm(s, 0, "3♥ 4♠ 5♠")
    arm(s, 1, "J♥ Q♥ K♥")
    last = time_up(s)[-1]
    assert last.words == "Blackjaw! Seat 0 wins with 20"
    assert last.data["by"] == "blackjaw"


def test_a_shared_win_is_told() -> None:
    """PILE-6.4"""
    s = round_begun(3)
    s.round = 2
    arm(s, 0, "K♠")
    arm(s, 2, "K♥")
    assert time_up(s)[-1].words == "Fullhound! Seat 0 and seat 2 share the win with 13"


def test_a_sniff_is_told() -> None:
    """PILE-5.3, PILE-5.4"""
    s = after_round("A♠", "K♥")
    sniff(s, 0, 9, "6♣")
    sniff(s, 0, 10, "7♣")
    told = sniff(s, 0, 11, "8♣")
    assert [event.words for event in told] == [
        "Seat 0 sniffs at spot 11",
        "You smell the 8♣",
        "Seat 1 lays the three bones back",
    ]
    assert do(s, 1, "lay 9")[0].words == "Seat 1 lays a bone face-down on spot 9"
    do(s, 1, "lay 10")
    told = do(s, 1, "lay 11")
    assert [event.key for event in told] == ["laid", "shuffled", "paws_up"]
    paws_up(s)
