"""What a seat sees, is asked and is told."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from dogpark.cli import seats
from dogpark.games.dog.actions import CARDS, TABLE
from dogpark.games.dog.state import EXCHANGE, NONE, Dog
from dogpark.games.dog.view import changed, common
from dogpark.games.dog.words import COLOURS, play_words
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event
from dogpark.kernel.seed import seed_nature
from dogpark.play.game import load
from tests.games.dog.positions import DOG, act, hold, new_game, position


def choices(s: Dog, seat: int = 0) -> dict[str, str]:
    """The words of every choice, by its short text."""
    return {choice["text"]: choice["words"] for choice in DOG.prompt(s, seat)["choices"]}


def told(s: Dog, text: str, seat: int | None = None) -> list[Event]:
    """The events of one action of the seat to move, which must be legal."""
    who = DOG.active_seats(s)[0] if seat is None else seat
    code = TABLE.from_text(text).code
    assert code in DOG.legal(s, who)
    after = s.copy()
    DOG.rules.apply(after, who, code)
    return DOG.events(s, who, code, after)


def keys(events: list[Event]) -> list[str]:
    return [event.key for event in events]


def exchange(*hands: str, **options: object) -> Dog:
    """A table where every seat is about to pick a card."""
    s = new_game(len(hands), first_dealer=len(hands) - 1, **options)
    s.phase = EXCHANGE
    s.size = len(hands[0].split())
    s.round = 7 - s.size
    for seat, hand in enumerate(hands):
        hold(s, seat, hand)
    return s


def play_on(seed: int, players: int, **options: object) -> Iterator[tuple[Dog, int, int, Dog]]:
    """A whole random game: before, who, what, after."""
    s = new_game(players, **options)
    seed_nature(s, seed)
    rnd = random.Random(seed)
    while active := DOG.active_seats(s):
        seat = rnd.choice(active)
        if seat == CHANCE:
            codes, weights = zip(*DOG.chance(s), strict=True)
            (code,) = rnd.choices(codes, weights)
        else:
            code = rnd.choice(DOG.legal(s, seat))
        before = s.copy()
        DOG.rules.apply(s, seat, code)
        yield before, seat, code, s


def names_in(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from names_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from names_in(value)


# -- the view -------------------------------------------------------------------------------------


def test_everybody_sees_every_peg_by_the_name_of_its_field() -> None:
    """DOG-12.1, DOG-5.1, DOG-11.4"""
    s = position("0:[0* 10 F0.3] 5:[U2-]", "7", players=6)
    for seat in (None, 0, 5):
        players = DOG.view(s, seat)["players"]
        assert [peg["at"] for peg in players[0]["pegs"]] == ["0*", "10", "F0.3", "kennel"]
        assert [peg["id"] for peg in players[0]["pegs"]] == [0, 10, 128, -1]
        assert players[5]["pegs"][0] == {"at": "U2-", "id": 97, "fresh": False, "heading": -1}
        assert players[0]["safe"] == 1


def test_everybody_sees_the_discards_and_how_many_cards_there_are_elsewhere() -> None:
    """DOG-12.1"""
    s = act(position("0:[10]", "5 9"), "play 5 5")
    seen = DOG.view(s, None)
    assert seen["discard"] == {"5": 1}
    assert seen["draw"] == 106
    assert [player["cards"] for player in seen["players"]] == [1, 0, 0, 0]
    assert seen["unseen"]["5"] == 7
    assert sum(seen["unseen"].values()) == 107


def test_only_you_see_your_hand() -> None:
    """DOG-12.2"""
    s = position("0:[10]", "5 9 X")
    assert DOG.view(s, 0)["hand"] == ["5", "9", "X"]
    assert DOG.view(s, 0)["unseen"]["X"] == 3
    assert DOG.view(s, 1)["hand"] == []
    for seat in (None, 1, 2, 3):
        assert DOG.view(s, seat)["unseen"]["X"] == 4
    assert "hand" not in DOG.view(s, None)


def test_the_card_being_played_lies_open_with_its_use_and_what_is_left_of_it() -> None:
    """DOG-3.7, DOG-12.1"""
    s = act(act(position("0:[10]", "7 9"), "play 7 split"), "step 0 on")
    for seat in (None, 0, 2):
        card = DOG.view(s, seat)["card"]
        assert (card["card"], card["use"], card["left"], card["peg"]) == ("7", "split", 6, 0)


def test_a_pick_in_the_exchange_is_seen_by_the_one_who_picked_and_nobody_else() -> None:
    """DOG-12.3: not even that somebody has picked is told"""
    s = exchange("K 5", "2 3", "8 8", "A Q")
    before = {seat: (DOG.view(s, seat), DOG.prompt(s, seat)) for seat in (1, 2, 3)}
    spectator = DOG.view(s, None)
    after = s.copy()
    DOG.rules.apply(after, 0, TABLE.code("give", card="K"))
    assert DOG.view(after, 0)["gave"] == "K"
    assert DOG.view(after, None) == spectator
    for seat in (1, 2, 3):
        assert (DOG.view(after, seat), DOG.prompt(after, seat)) == before[seat]
    events = DOG.events(s, 0, TABLE.code("give", card="K"), after)
    assert [(event.key, event.seats) for event in events] == [("picked", (0,))]


def test_a_gift_is_known_to_giver_and_receiver_alone() -> None:
    """DOG-12.3"""
    s = exchange("K 5", "2 3", "8 8", "A Q")
    for seat, card in ((0, "K"), (1, "2"), (2, "8")):
        DOG.rules.apply(s, seat, TABLE.code("give", card=card))
    events = told(s, "give A", 3)
    assert keys(events) == ["picked", "exchanged", "got", "got", "got", "got", "turn"]
    assert [event.seats for event in events[2:6]] == [(0,), (1,), (2,), (3,)]
    assert events[4].data["card"] == "K"
    DOG.rules.apply(s, 3, TABLE.code("give", card="A"))
    giver, receiver, other = (DOG.view(s, seat) for seat in (0, 2, 1))
    assert (giver["gave"], giver["got"], giver["partner_holds"]) == ("K", "8", "K")
    assert (receiver["gave"], receiver["got"]) == ("8", "K")
    assert (other["gave"], other["got"], other["partner_holds"]) == ("2", "A", "2")
    assert not {"gave", "got", "gift", "partner_holds"} & set(names_in(DOG.view(s, None)))


def test_a_folder_is_told_from_one_who_has_played_all_cards() -> None:
    """DOG-2.7, DOG-12.1"""
    s = position("0:[10]", "5 9", seat=0)
    hold(s, 1, "2 3")
    hold(s, 2, "2 3")
    after = act(act(act(s, "play 5 5"), "peg 0"), "dest 0")
    folded = act(after, "fold")
    assert [player["folded"] for player in DOG.view(folded, 0)["players"]] == [
        False,
        True,
        False,
        True,
    ]


def test_the_result_names_places_points_and_winners() -> None:
    """DOG-10.3, DOG-10.5"""
    s = position("0:[F0.1 F0.2 F0.3 F0.4] 2:[31 F2.2 F2.3 F2.4]", "2 9")
    s = act(act(act(s, "play 2 2"), "peg 0"), "dest 1")
    assert DOG.view(s, None)["result"] == {
        "places": [1, 2, 1, 2],
        "points": [8, 0, 8, 0],
        "winners": [0, 2],
    }
    assert DOG.prompt(s, 1)["ask"] == "The game is over"


def test_a_view_tells_enough_to_draw_the_central_paths() -> None:
    """DOG-11.1, DOG-13.16, DOG-13.17"""
    paths = DOG.view(new_game(6, central_len=4), None)["board"]["paths"]
    assert [(path["name"], path["ends"]) for path in paths] == [("U", [8, 56]), ("V", [24, 72])]
    assert paths[1]["fields"] == [111, 112, 113, 114]
    assert DOG.view(new_game(6, central_geometry="off"), None)["board"]["paths"] == []


def test_seats_are_told_apart_by_name_letter_and_shape_and_the_terminal_agrees() -> None:
    """DOG-1.2"""
    for one in ("name", "letter", "shape"):
        assert len({getattr(colour, one) for colour in COLOURS}) == 6
    assert tuple(colour.name for colour in COLOURS) == seats.NAMES


# -- what is asked --------------------------------------------------------------------------------


def test_a_choice_says_what_it_would_do_here() -> None:
    """DOG-3.7, DOG-6.2"""
    s = position("0:[10 20] 1:[15]", "5 K")
    assert choices(s) == {
        "play 5 5": "the 5: 10 → 15, sends Blue home; 20 → 25",
        "play K start": "the king to start: peg 2 on 0*",
        "play K 13": "the king as 13: 10 → 23; 20 → 33",
    }
    pegs = act(s, "play 5 5")
    assert choices(pegs)["peg 0"] == "peg 0 on 10: to 15, sends Blue home"
    assert choices(act(pegs, "peg 0")) == {"dest 0": "peg 0 from 10 to 15, sends Blue home"}


def test_a_choice_into_the_finish_says_so() -> None:
    """DOG-7.1"""
    s = act(act(position("0:[63]", "5"), "play 5 5"), "peg 0")
    assert choices(s) == {
        "dest 0": "peg 0 from 63 to 4",
        "dest 1": "peg 0 from 63 into the finish, F0.4",
    }
    effect = DOG.prompt(s, 0)["choices"][1]["effect"]
    assert effect["enters"]
    assert effect["moves"][0]["to_id"] == 67


def test_a_step_says_where_it_leads_and_how_many_are_left() -> None:
    """DOG-8.1, DOG-8.2"""
    s = act(position("0:[10] 1:[12]", "7"), "play 7 split")
    assert choices(s) == {"step 0 on": "step peg 0 to 11 (6 left)"}
    assert choices(act(s, "step 0 on")) == {
        "step 0 on": "step peg 0 to 12 (5 left), sends Blue home"
    }


def test_a_swap_names_both_places() -> None:
    """DOG-9.1"""
    s = act(act(position("0:[10] 1:[20]", "J"), "play J swap"), "peg 0")
    assert choices(s) == {"target 1 0": "swap peg 0 on 10 with Blue on 20"}
    assert keys(told(s, "target 1 0")) == ["swapped", "round_end", "round"]


def test_who_helps_the_partner_is_told_whose_pegs_move() -> None:
    """DOG-10.1, DOG-10.2"""
    s = position("0:[F0.1 F0.2 F0.3 F0.4] 2:[40]", "K")
    assert DOG.prompt(s, 0)["ask"] == "Play a card for Yellow, whose pegs you move now"
    assert choices(s) == {
        "play K start": "the king to start: Yellow's peg 1 on 32*",
        "play K 13": "the king as 13: Yellow's 40 → 53",
    }


def test_who_has_nothing_to_do_is_told_what_is_waited_for() -> None:
    """DOG-2.4"""
    s = position("0:[10]", "7")
    assert DOG.prompt(s, 1)["ask"] == "Wait for Red to play a card"
    s = act(s, "play 7 split")
    asked = DOG.prompt(s, 1)
    assert asked["ask"] == "Wait for Red, who plays the 7 (7 steps left)"
    assert (asked["stage"], asked["choices"]) == ("", [])


@pytest.mark.parametrize(
    ("card", "use", "words"),
    [
        ("A", "11", "the ace as 11"),
        ("4", "back", "the 4 backwards"),
        ("4", "4", "the 4 forwards"),
        ("9", "9", "the 9"),
        ("X", "back", "the joker as 4 backwards"),
        ("X", "split", "the joker as a seven"),
        ("J", "null", "the jack without effect"),
    ],
)
def test_a_card_and_its_use_are_said_in_few_words(card: str, use: str, words: str) -> None:
    """DOG-3.6"""
    assert play_words(TABLE.code("play", card=card, use=use) - TABLE.base("play")) == words


# -- what is told ---------------------------------------------------------------------------------


def test_a_card_is_dealt_in_sight_but_shown_to_its_owner_alone() -> None:
    """DOG-2.1, DOG-12.2"""
    s = new_game(4, first_dealer=3)
    after = s.copy()
    code = TABLE.code("deal", card="7")
    DOG.rules.apply(after, CHANCE, code)
    public, private = DOG.events(s, CHANCE, code, after)
    assert (public.key, public.seats, dict(public.data)) == ("dealt", None, {"seat": 0})
    assert (private.key, private.seats, private.data["card"]) == ("card", (0,), "7")


def test_a_move_a_hit_and_an_entry_are_told_in_order() -> None:
    """DOG-6.2, DOG-7.1, DOG-8.2"""
    s = act(act(position("0:[10] 1:[15]", "5 9"), "play 5 5"), "peg 0")
    events = told(s, "dest 0")
    assert keys(events) == ["moved", "hit", "turn"]
    assert events[1].words == "Blue is sent home from 15"
    s = act(act(position("0:[63 F0.2 F0.3 F0.4]", "2 9"), "play 2 2"), "peg 0")
    assert keys(told(s, "dest 1")) == ["moved", "entered", "done", "turn"]


def test_folded_cards_are_told_or_only_their_number_as_the_house_says() -> None:
    """DOG-2.7, DOG-13.5: fold_reveal"""
    shown, hidden = (
        told(position("", "2 5 7", fold_reveal=reveal), "fold")[0] for reveal in ("on", "off")
    )
    assert shown.words == "Red cannot play and folds: 2 5 7"
    assert shown.data["cards"] == ["2", "5", "7"]
    assert dict(hidden.data) == {"seat": 0, "count": 3}
    assert hidden.words == "Red cannot play and folds: 3 cards face down"


def test_the_end_of_a_round_tells_a_reshuffle_and_the_next_deal() -> None:
    """DOG-2.2, DOG-2.8, DOG-13.3: reshuffle=every_round"""
    s = position("0:[10]", "5", reshuffle="every_round")
    s = act(act(s, "play 5 5"), "peg 0")
    events = told(s, "dest 0")
    assert keys(events) == ["moved", "round_end", "reshuffled", "round"]
    assert events[-1].words == "Round 2: Red deals 5 cards each"


def test_a_game_that_runs_out_of_rounds_ends_without_a_winner() -> None:
    """DOG-10.4, DOG-13.22: max_rounds"""
    events = told(position("", "2", max_rounds=1), "fold")
    assert keys(events) == ["folded", "game_over"]
    assert events[-1].data["winners"] == []


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, {"max_rounds": 25}),
        (4, {"max_rounds": 12, "seven_kills": "off", "fold_reveal": "off", "reshuffle": "top_up"}),
        (6, {"max_rounds": 20, "jack_targets": "any_incl_own", "after_win": "play_on"}),
    ],
)
def test_whole_games_are_told_so_that_the_pegs_can_be_followed(
    players: int, options: dict[str, object]
) -> None:
    """DOG-12.1: whoever applies the told moves to the board gets the board"""
    places = {(seat, peg): "kennel" for seat in range(players) for peg in range(4)}
    for before, seat, code, after in play_on(11, players, **options):
        for event in DOG.events(before, seat, code, after):
            data = event.data
            assert event.words
            json.dumps(event.to_dict())
            if event.key in ("moved", "step", "started"):
                assert places[data["seat"], data["peg"]] == data["from"]
                places[data["seat"], data["peg"]] = data["to"]
            elif event.key == "hit":
                places[data["seat"], data["peg"]] = "kennel"
            elif event.key == "swapped":
                for peg in data["pegs"]:
                    places[peg["seat"], peg["peg"]] = peg["to"]
        seen = DOG.view(after, None)
        for player in seen["players"]:
            for peg, place in enumerate(player["pegs"]):
                assert places[player["seat"], peg] == place["at"]


@pytest.mark.parametrize("players", [4, 6])
def test_choices_stand_in_the_order_of_the_codes_and_carry_words(players: int) -> None:
    """DOG-3.7"""
    for number, (before, seat, _, _) in enumerate(play_on(3, players, max_rounds=6)):
        if seat == CHANCE or number % 3:
            continue
        prompt = DOG.prompt(before, seat)
        codes = [TABLE.from_dict(choice["action"]).code for choice in prompt["choices"]]
        assert codes == DOG.legal(before, seat)
        assert all(choice["words"] and choice["text"] for choice in prompt["choices"])
        assert prompt["ask"]
        json.dumps(prompt)


def test_no_card_of_another_hand_is_in_any_view() -> None:
    """DOG-12.2, DOG-12.4: hands of one kind of card cannot be told from hands of another"""
    one = exchange("A 2", "K K", "3 4", "5 6")
    other = exchange("A 2", "Q J", "3 9", "5 X")
    assert DOG.view(one, 0) == DOG.view(other, 0)
    assert DOG.view(one, None) == DOG.view(other, None)
    assert all(kind in CARDS for kind in DOG.view(one, 0)["unseen"])
    assert one.gift[0] == NONE


@pytest.mark.parametrize("players", [4, 6])
def test_whoever_was_away_for_any_number_of_moves_is_told_all_that_changed(players: int) -> None:
    """DOG-12.1"""
    dice = random.Random(players)
    game = load("dog", players=players, options={"max_rounds": 12})
    position, seen = game.start(seed=players), list[Dog]()
    while position.active:
        state: Any = position.state
        seen.append(state)
        codes = position.codes(seat := dice.choice(position.active))
        position.apply(seat, dice.choice(codes))
    last: Any = position.state
    seen.append(last)
    for apart in (1, 2, 3, 5, 8, 30, 100):
        for before, now in zip(seen, seen[apart:], strict=False):
            assert common(before) | changed(before, now) == common(now)
            assert common(now) | changed(now, before) == common(before)  # taken back
