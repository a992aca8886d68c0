"""Who knows what: views, reminders, and re-deals of what a seat cannot know."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations, product

import pytest

from dogpark.games.dogpile.actions import FACES, SPOTS
from dogpark.games.dogpile.knowledge import Shuffled, known_faces, shuffled
from dogpark.games.dogpile.orders import Known, Orders, lifted_by
from dogpark.games.dogpile.state import BONES, LAYING, LIFTED, NONE, SNIFFING, Dogpile
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rng import dice_below
from dogpark.kernel.seed import dice_for, seed_nature
from tests.games.dogpile.table import (
    PILE,
    arm,
    at_spot,
    dig,
    do,
    new_game,
    offered,
    paws_up,
    round_begun,
    seen,
    sniff,
    time_up,
)

EVERYBODY = (0, 1, 2, None)


def paws(s: Dogpile, viewer: int | None, dog: int) -> list[str | None]:
    shown: list[str | None] = seen(s, viewer)["players"][dog]["paws"]
    return shown


def test_others_see_where_a_dog_digs_but_not_what_it_finds() -> None:
    """PILE-7.1"""
    s = round_begun(3)
    told = dig(s, 1, 14, "K♦")
    assert [(event.key, event.data, event.seats) for event in told] == [
        ("dug", {"seat": 1, "spot": 14, "bone": None}, None),
        ("found", {"seat": 1, "bone": "K♦"}, (1,)),
    ]
    shown = [seen(s, viewer)["players"][1]["dug"] for viewer in EVERYBODY]
    assert shown == [{"bone": None}, {"bone": "K♦"}, {"bone": None}, {"bone": None}]
    assert seen(s, 0)["players"][0]["dug"] is None


def test_everybody_sees_a_bone_that_lies_face_up() -> None:
    """PILE-7.2, PILE-7.6"""
    s = round_begun(3)
    dig(s, 1, 14, "K♦")
    told = do(s, 1, "put 14 up")
    assert (told[0].data["bone"], told[0].seats) == ("K♦", None)
    assert [at_spot(s, viewer, 14) for viewer in EVERYBODY] == [("up", "K♦")] * 4


def test_digging_up_a_bone_that_lay_face_up_is_no_secret() -> None:
    """PILE-7.1, PILE-7.3"""
    s = round_begun(3)
    dig(s, 1, 14, "K♦")
    do(s, 1, "put 14 up")
    told = dig(s, 2, 14)
    assert [(event.words, event.seats) for event in told] == [
        ("Seat 2 digs up the K♦ at spot 14", None)
    ]
    do(s, 2, "keep")
    assert [paws(s, viewer, 2) for viewer in EVERYBODY] == [["K♦"]] * 4


def test_burying_face_up_shows_the_bone_to_all() -> None:
    """PILE-7.2"""
    s = round_begun(3)
    arm(s, 0, "Q♠ 7♣")
    told = do(s, 0, "bury 2 1 up")
    assert told[0].words == "Seat 0 buries the 7♣ face-up on spot 1"
    assert [at_spot(s, viewer, 1) for viewer in EVERYBODY] == [("up", "7♣")] * 4


def test_a_bone_that_is_put_face_down_is_known_to_those_who_have_seen_it() -> None:
    """PILE-7.2, PILE-7.5"""
    s = round_begun(3)
    dig(s, 1, 14, "K♦")
    told = do(s, 1, "put 14 down")
    assert told[0].data["bone"] is None
    shown = [at_spot(s, viewer, 14) for viewer in EVERYBODY]
    assert shown == [("down", None), ("down", "K♦"), ("down", None), ("down", None)]
    dig(s, 0, 14)
    do(s, 0, "put 14 down")
    shown = [at_spot(s, viewer, 14) for viewer in EVERYBODY]
    assert shown == [("down", "K♦"), ("down", "K♦"), ("down", None), ("down", None)]


def test_paws_are_hidden_until_the_show() -> None:
    """PILE-7.4, PILE-4.1"""
    s = round_begun(3)
    arm(s, 1, "K♠ 4♥")
    assert [paws(s, viewer, 1) for viewer in EVERYBODY] == [
        [None, None],
        ["K♠", "4♥"],
        [None, None],
        [None, None],
    ]
    time_up(s)
    shown = [seen(s, viewer)["players"][1]["loot"][0] for viewer in EVERYBODY]
    assert shown == [["K♠", "4♥"]] * 4


def test_whoever_has_seen_a_bone_can_follow_it_from_place_to_place() -> None:
    """PILE-7.3"""
    s = round_begun(3)
    dig(s, 0, 14, "K♦")
    do(s, 0, "put 14 down")
    arm(s, 1, "2♠")
    dig(s, 1, 14)
    assert seen(s, 0)["players"][1]["dug"] == {"bone": "K♦"}
    do(s, 1, "keep")
    assert paws(s, 0, 1) == [None, "K♦"]
    assert paws(s, 2, 1) == [None, None]
    do(s, 1, "bury 1 14 down")
    assert paws(s, 0, 1) == ["K♦"], "the second paw is the first now"
    do(s, 1, "bury 1 1 down")
    assert [at_spot(s, viewer, 1) for viewer in (0, 1, 2)] == [
        ("down", "K♦"),
        ("down", "K♦"),
        ("down", None),
    ]


def test_the_two_jokers_are_different_bones_with_different_names() -> None:
    """PILE-1.1, PILE-5.4: who knew one of them tells it from the other"""
    for found, left in (("joker★", ["5♦", "joker☆"]), ("joker☆", ["5♦", "joker★"])):
        s = round_begun(3)
        arm(s, 0, "A♠")
        arm(s, 1, "K♥")
        arm(s, 2, "K♦")
        time_up(s)
        for spot, face in ((20, "joker★"), (21, "joker☆"), (22, "5♦")):
            told = sniff(s, 0, spot, face)
            assert told[1].words == f"You smell the {face}"
        for spot in (20, 21, 22):
            do(s, 1, f"lay {spot}")
        paws_up(s)
        assert dig(s, 0, 21, found)[-1].words == f"You find the {found}"
        assert seen(s, 0)["shuffled"] == [{"spots": [20, 22], "away": 0, "bones": left}]
        do(s, 0, "put 21 up")
        assert at_spot(s, 1, 21) == ("up", found)


def test_everybody_sees_the_clock_and_how_long_each_dog_is_busy() -> None:
    """PILE-2.5, PILE-2.4"""
    s = round_begun()
    dig(s, 0, 1, "2♠")
    for viewer in (0, 1, None):
        shown = seen(s, viewer)
        assert shown["clock"] == {
            "now": 3000,
            "ends": 33_000,
            "round_seconds": [30, 20, 10],
            "countdown_ms": 3000,
            "first": 0,
        }
        assert [dog["ready_at"] for dog in shown["players"]] == [3700, 3000]
        assert shown["action_ms"] == {"dig": 700, "keep": 400, "put": 400, "bury": 400}


# -- re-deals -------------------------------------------------------------------------------------


def redeal(s: Dogpile, seat: int | None, dice: list[int]) -> Dogpile:
    new = PILE.redeal(s, seat, dice)
    assert isinstance(new, Dogpile)
    return new


def chance_acts(s: Dogpile) -> None:
    while PILE.rules.active(s) >> CHANCE & 1:
        code = PILE.python["draw_outcome"](s, [0] * PILE.buffer, [0] * PILE.buffer)
        PILE.rules.apply(s, CHANCE, code)


def played(seed: str, players: int, steps: int, **options: object) -> Dogpile:
    """A random game after so many decisions."""
    s = new_game(players, **options)
    seed_nature(s, seed)
    dice = dice_for(seed, 0)
    for _ in range(steps):
        chance_acts(s)
        if mask := PILE.rules.active(s):
            seat = PILE.rules.turn(s, mask)
            codes = PILE.legal(s, seat)
            PILE.rules.apply(s, seat, codes[dice_below(dice, len(codes))])
    return s


def tangled(seed: str) -> Dogpile:
    """Three dogs look at the same eight bones again and again, and four sniffs shuffle them."""
    s = new_game(3)
    seed_nature(s, seed)
    dice = dice_for(seed, 0)

    def any_of(*texts: str) -> str:
        return texts[dice_below(dice, len(texts))]

    for sniffs in (3, 4, 4):
        paws_up(s)
        for _ in range(4):
            seat, spot = dice_below(dice, 3), 1 + dice_below(dice, 8)
            do(s, seat, f"dig {spot}")
            chance_acts(s)
            do(s, seat, f"put {spot} {any_of('down', 'down', 'up')}")
        if s.round == 2:
            break
        time_up(s)
        while s.phase in (SNIFFING, LAYING):
            seat = PILE.rules.asked(s)
            near = [text for text in offered(s, seat) if text.split()[-1] in "12345678"]
            near = near or offered(s, seat)
            enough = s.phase == SNIFFING and s.sniffs == sniffs and s.picks == 0
            do(s, seat, "stop" if enough else any_of(*near))
            chance_acts(s)
    return s


@pytest.mark.parametrize("options", [{}, {"public_dig": "on"}, {"no_memory_aid": "on"}])
def test_a_redeal_leaves_a_lawful_state_that_looks_the_same(options: dict[str, object]) -> None:
    """PILE-7.1, PILE-7.4, PILE-7.5"""
    dice = dice_for("lawful", 0)
    for steps in range(20, 420, 31):
        s = played(f"lawful/{steps}", 3, steps, **options)
        old = s.copy()
        for viewer in EVERYBODY:
            new = redeal(s, viewer, dice)
            assert PILE.problems(new) == []
            assert json.dumps(seen(new, viewer)) == json.dumps(seen(s, viewer))
            assert new.seen == s.seen
            assert new.rng_key != s.rng_key
        assert s == old


def test_a_redeal_draws_the_paws_of_others_from_all_faces_the_seat_does_not_know() -> None:
    """PILE-7.4"""
    s = round_begun(3)
    arm(s, 0, "K♠ K♥")
    arm(s, 1, "4♥")
    dice, met = dice_for("even", 0), Counter[str]()
    for _ in range(5200):
        new = redeal(s, 0, dice)
        met[FACES[new.face[new.paw[1][0]]]] += 1
        assert FACES[new.face[new.paw[0][0]]] == "K♠"
    assert set(met) == set(FACES) - {"K♠", "K♥"}
    assert all(55 < count < 155 for count in met.values())


def origins(s: Dogpile, orders: tuple[tuple[int, ...], ...]) -> list[int]:
    """The bone of the first deal that each bone is, if the sniffs were laid back like this."""
    line = list(range(BONES))
    for number, order in enumerate(orders):
        for laid, which in enumerate(order):
            line[SPOTS + LIFTED * number + laid] = line[s.lifted[number][which]]
    return line


def fits(s: Dogpile, known: Known, orders: tuple[tuple[int, ...], ...]) -> bool:
    """Whether no bone would have to be two things and no two bones the same."""
    line = origins(s, orders)
    pairs = {(line[bone], known[bone]) for bone in range(BONES) if known[bone] != NONE}
    return len({bone for bone, _ in pairs}) == len({face for _, face in pairs}) == len(pairs)


@pytest.mark.parametrize("seed", range(3))
def test_orders_of_sniffs_that_fit_what_a_seat_knows_are_equally_likely(seed: int) -> None:
    """PILE-5.4: bones that are shuffled again and again, compared with all orders one by one"""
    s = tangled(f"orders/{seed}")
    assert s.sniffs == 4
    dice = dice_for(f"orders/{seed}", 1)
    for viewer in EVERYBODY:
        known = known_faces(s, viewer)
        ways = product(permutations(range(LIFTED)), repeat=s.sniffs)
        right = {orders for orders in ways if fits(s, known, orders)}
        orders = Orders(lifted_by(s), known)
        drawn = Counter(tuple(orders.draw(dice)) for _ in range(12 * len(right)))
        assert set(drawn) <= right
        assert len(drawn) >= 0.98 * len(right)
        assert max(drawn.values()) <= 12 + 6 * 12**0.5


@pytest.mark.parametrize("seed", range(3))
def test_a_dog_is_reminded_of_what_all_fitting_orders_leave_possible(seed: int) -> None:
    """PILE-5.4, PILE-7.5: compared with all orders one by one"""
    s = tangled(f"reminded/{seed}")
    for viewer in EVERYBODY:
        known = known_faces(s, viewer)
        ways = product(permutations(range(LIFTED)), repeat=s.sniffs)
        worlds = [labels(s, known, orders) for orders in ways if fits(s, known, orders)]
        right = []
        for sniff_number in range(s.sniffs):
            first = SPOTS + LIFTED * sniff_number
            hidden = [b for b in range(first, first + LIFTED) if b in s.spot and known[b] == NONE]
            faces = {world[b] for world in worlds for b in hidden} - {NONE}
            if faces:
                here = min(sum(world[b] in faces for b in hidden) for world in worlds)
                spots = sorted(s.spot.index(b) for b in hidden)
                right.append(Shuffled(tuple(spots), tuple(sorted(faces)), len(faces) - here))
        assert shuffled(s, viewer) == right


def labels(s: Dogpile, known: Known, orders: tuple[tuple[int, ...], ...]) -> list[int]:
    """The known face of every bone, if the sniffs were laid back in these orders."""
    line = origins(s, orders)
    met = {line[bone]: face for bone, face in enumerate(known) if face != NONE}
    return [met.get(line[bone], NONE) for bone in range(BONES)]
