"""DOGPILE live: the clock, digging through keys and clicks, and what is refused."""

from __future__ import annotations

import pytest

from dogpark.cli.live.hand import Hand
from dogpark.cli.live.screen import REFUSAL_MS
from tests.cli.live_player import FRAME, Player, sit

# -- the clock ------------------------------------------------------------------------------------


def test_nothing_happens_before_the_person_is_there() -> None:
    async def play(player: Player) -> None:
        await player.let(90_000)
        assert player.page() == "DOGPILE"
        assert player.app.table.now == 0
        await player.press("enter")
        assert player.page() is None
        assert player.app.scene.phase == "countdown"
        assert player.history() == ["ready"]

    sit(play)


def test_the_countdown_is_shown_as_huge_digits_and_then_it_says_dig() -> None:
    async def play(player: Player) -> None:
        await player.press("enter")
        shouts = []
        for _ in range(140):
            await player.let(FRAME)
            shouts.append(player.app.pile.shout)
        assert list(dict.fromkeys(shouts)) == ["3", "2", "1", "DIG!", ""]
        assert shouts.count("2") == pytest.approx(1000 / FRAME, abs=1)

    sit(play)


def test_the_bar_shrinks_smoothly_and_tells_the_seconds() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        bars = []
        for _ in range(10):
            await player.let(2 * FRAME)
            bars.append(player.words("bar"))
        assert len(set(bars)) == 10
        await player.let(30_000 - 12_340 - (player.app.table.now - 3000))
        assert player.words("bar").startswith(" 12.3 s ")
        assert player.words("bar").count("█") == pytest.approx(80 * 12.3 / 30 - 8, abs=1)

    sit(play)


def test_the_clock_goes_on_beneath_the_help() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.press("question_mark")
        assert player.page() == "Keys"
        before = player.app.table.now
        await player.let(3000)
        assert player.app.table.now == before + 3000
        assert player.words("bar").startswith(" 27.0 s ")
        await player.press("escape")
        assert player.page() is None

    sit(play)


# -- digging --------------------------------------------------------------------------------------


def test_enter_digs_and_enter_keeps() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.press("enter")
        me = player.app.scene.me
        assert me is not None
        assert me.dug
        bone = me.dug
        assert bone in player.words("ask")
        assert "busy ●●●●●●●" in player.words("look")
        await player.let(700)
        assert "busy" not in player.words("look")
        await player.press("enter")
        me = player.app.scene.me
        assert me is not None
        assert me.paws == (bone,)
        assert player.history() == ["ready", f"dig {player.app.hand.spot}", "keep"]

    sit(play)


def test_u_and_p_put_the_bone_back_and_what_was_seen_is_remembered() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        for key in ("u", "p"):
            await player.press("n", "d")
            await player.let(800)
            await player.press(key)
            await player.let(500)
        up, down = player.app.scene.pile[player.app.hand.spot - 2 :][:2]
        assert (up.lies, down.lies) == ("up", "down")
        assert up.bone
        assert down.bone
        assert f"{down.bone}, face-down; you have seen it" in player.words("look")
        assert player.history()[1:] == ["dig 33", "put 33 up", "dig 34", "put 34 down"]

    sit(play)


def test_a_digit_picks_a_paw_and_u_buries_it_on_the_nearest_empty_spot() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.press("d")
        await player.let(800)
        await player.press("k")
        await player.let(500)
        await player.press("right", "1")
        assert player.words("ask").startswith("Bury ")
        assert player.app.hand.spot == 32  # the hole it was dug from
        await player.press("u")
        assert player.history()[-1] == "bury 1 32 up"
        assert player.app.hand.paw is None

    sit(play)


def test_a_second_press_or_escape_lets_go_of_the_paw() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.press("d")
        await player.let(800)
        await player.press("k", "1", "1")
        assert player.app.hand.paw is None
        await player.press("1", "escape")
        assert player.app.hand.paw is None
        assert "Bury" not in player.words("ask")

    sit(play)


def test_a_key_struck_a_blink_too_early_counts_when_the_dog_is_free() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.press("d")
        await player.let(510)
        await player.press("k")
        assert "then your next move" in player.words("look")
        await player.let(200)
        assert player.history()[-1] == "keep"

    sit(play)


def test_a_key_struck_a_blink_before_the_countdown_is_over_counts_when_it_is() -> None:
    """PILE-2.3"""

    async def play(player: Player) -> None:
        await player.press("enter")
        await player.let(2700)
        await player.press("d")
        assert "✗" in player.words("ask")
        await player.let(60)
        await player.press("d")
        assert "✗" not in player.words("ask")
        await player.let(300)
        last = player.app.table.position.history()
        assert [(str(line.action), line.at) for line in last if line.seat == 0][-1] == (
            "dig 32",
            3000,
        )

    sit(play)


@pytest.mark.parametrize(("aid", "named"), [("off", True), ("on", False)])
def test_without_reminders_no_line_tells_what_was_found(aid: str, *, named: bool) -> None:
    """PILE-9.8"""

    async def play(player: Player) -> None:
        await player.begin()
        await player.press("d")
        bone = player.app.scene.me.dug if player.app.scene.me else None
        assert bone
        await player.let(800)
        assert (bone in player.words("tale")) is named
        await player.press("u")
        await player.let(500)
        assert (bone in player.words("tale")) is named

    sit(play, no_memory_aid=aid, delay=60)


# -- refusals -------------------------------------------------------------------------------------


def test_who_is_busy_is_told_so_and_for_how_long() -> None:
    """PILE-2.5"""

    async def play(player: Player) -> None:
        await player.begin()
        await player.press("d", "k")
        assert "✗ PILE-2.5 You are busy for another" in player.words("ask")
        await player.let(REFUSAL_MS + FRAME)
        assert "✗" not in player.words("ask")

    sit(play)


def test_a_dig_where_another_dog_was_faster_is_refused_with_the_reason() -> None:
    """PILE-2.6"""

    async def play(player: Player) -> None:
        await player.begin()
        await player.let(1500)
        taken = next(spot.number for spot in player.app.scene.pile if spot.lies == "empty")
        await player.press("g", *f"{taken:02}")
        assert player.app.hand.spot == taken
        await player.press("d")
        assert player.words("ask") == f"✗ PILE-2.6 No bone lies on spot {taken} any more"

    sit(play)


def test_a_paw_that_is_empty_is_explained_by_the_referee() -> None:
    """PILE-3.6"""

    async def play(player: Player) -> None:
        await player.begin()
        await player.press("3")
        assert "✗ PILE-3.6 " in player.words("ask")

    sit(play)


def test_a_refusal_goes_once_the_hand_goes_on() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        for key in ("right", "l", "n", "g", "escape"):
            await player.press("3")
            assert "✗" in player.words("ask")
            await player.press(key)
            assert "✗" not in player.words("ask")
            await player.press("escape")

    sit(play)


def test_a_refusal_goes_once_something_else_is_asked() -> None:
    async def play(player: Player) -> None:
        await player.press("enter")
        await player.let(2000)
        await player.press("d")
        assert "✗" in player.words("ask")
        await player.until("dig")
        assert player.app.table.now < 2000 + REFUSAL_MS
        assert player.words("ask") == "You have empty paws: dig"

    sit(play)


def test_a_full_mouth_has_to_bury_first() -> None:
    """PILE-3.2"""

    async def play(player: Player) -> None:
        await player.begin()
        for _ in range(3):
            await player.press("n", "d")
            await player.let(800)
            await player.press("k")
            await player.let(500)
        await player.press("n", "d")
        assert "✗ PILE-3.2 " in player.words("ask")

    sit(play)


# -- moving ---------------------------------------------------------------------------------------


def test_arrows_and_vi_keys_move_round_the_edges() -> None:
    async def play(player: Player) -> None:
        await player.press("enter")
        assert player.app.hand.spot == 32
        await player.press("down", "down", "down")
        assert player.app.hand.spot == 5
        await player.press("h", "h", "h", "h", "left")
        assert player.app.hand.spot == 9
        await player.press("l", "k", "j", "j", "up")
        assert player.app.hand.spot == 1

    sit(play)


@pytest.mark.parametrize(
    ("keys", "spot"), [("27", 27), ("7", 7), ("09", 9), ("54", 54), ("99", 9), ("00", 32)]
)
def test_g_and_a_number_jump_there(keys: str, spot: int) -> None:
    hand = Hand(typed="")
    for digit in keys:
        if hand.typed is not None and hand.type(digit):
            hand.typed = None
    assert hand.spot == spot


def test_n_f_and_e_leap_to_the_next_bone_unknown_or_known_and_to_a_hole() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.press("d")
        await player.let(800)
        await player.press("u")
        await player.press("n")
        assert player.app.hand.spot == 33
        await player.press("f")
        assert player.app.hand.spot == 32
        await player.let(900)
        await player.press("e")
        assert player.app.scene.pile[player.app.hand.spot - 1].lies == "empty"

    sit(play)


def test_k_moves_up_unless_there_is_a_bone_to_keep() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.press("k")
        assert player.app.hand.spot == 23
        await player.press("d")
        await player.let(800)
        await player.press("k")
        assert player.app.hand.spot == 23
        assert player.history()[-1] == "keep"

    sit(play)


def test_the_mouse_digs_keeps_picks_and_puts() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        corner = (1 + 2 * 5, 1 + 3)  # of the card on spot 12
        await player.pilot.click("#pile", offset=corner)
        assert player.history()[-1] == "dig 12"
        await player.let(800)
        await player.pilot.click("#pile", offset=corner, button=3)
        assert player.history()[-1] == "put 12 up"
        await player.let(500)
        await player.pilot.click("#pile", offset=corner)
        await player.let(800)
        await player.pilot.click("#paws", offset=(24, 2))
        assert player.history()[-1] == "keep"
        await player.let(500)
        await player.pilot.click("#paws", offset=(2, 2))
        assert player.app.hand.paw == 1
        await player.pilot.click("#pile", offset=corner)
        assert player.history()[-1] == "bury 1 12 down"

    sit(play)
