"""DOGPILE live: it fits, it is legible, and signs say what colours say."""

from __future__ import annotations

import pytest
from rich.style import Style

from dogpark.cli.live.canvas import Canvas
from dogpark.cli.live.cards import SIZES, draw_spot, short
from dogpark.cli.live.palette import DAY, NIGHT, Palette
from dogpark.cli.live.scene import Spot
from tests.cli.live_player import Player, sit


@pytest.mark.parametrize("size", [(80, 24), (100, 32), (120, 40), (200, 60)])
def test_everything_fits_with_six_dogs(size: tuple[int, int]) -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.press("d")
        await player.let(700)
        screen = player.app.screen_stack[0]
        for name in ("heading", "clock", "pile", "dogs", "paws", "tale", "look", "ask", "keys"):
            region = screen.query_one(f"#{name}").region
            assert region.width > 0
            assert region.height > 0
            assert region.right <= size[0], name
            assert region.bottom <= size[1], name
        assert screen.query_one("#tale").region.height >= 4
        assert max(map(len, player.words("dogs").splitlines())) <= player.app.dogs.region.width
        assert "needs" not in player.words("heading")
        await player.press("k", "1")
        assert len(player.words("keys")) <= player.app.keys.region.width - 2

    sit(play, players=6, size=size)


def test_the_largest_bones_that_fit_are_drawn() -> None:
    async def play(player: Player) -> None:
        card = player.app.pile.card
        assert (card.width, card.height) == {80: (4, 2), 100: (6, 3), 120: (7, 4)}[
            player.app.size.width
        ]

    for size in ((80, 24), (100, 32), (120, 40)):
        sit(play, size=size)


def test_a_terminal_that_is_too_small_says_so() -> None:
    async def play(player: Player) -> None:
        assert player.words("heading") == "needs 80 × 24 cells; here are 72 × 24"

    sit(play, size=(72, 24))


def test_the_table_follows_the_size_of_the_terminal_at_once() -> None:
    async def play(player: Player) -> None:
        await player.press("enter")
        for size, card in (((120, 40), 7), ((80, 24), 4), ((100, 32), 6)):
            await player.pilot.resize_terminal(*size)
            assert player.app.pile.card.width == card
        await player.pilot.resize_terminal(60, 20)
        assert player.words("heading") == "needs 80 × 24 cells; here are 60 × 20"
        await player.pilot.resize_terminal(80, 24)
        assert "round 1 of 3" in player.words("heading")

    sit(play)


def test_signs_alone_tell_how_a_bone_lies() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        for key in ("u", "p"):
            await player.press("n", "d")
            await player.let(800)
            await player.press(key)
            await player.let(1000)
        spots = player.app.scene.pile
        up, down = spots[32].bone or "", spots[33].bone or ""
        rows = player.pile().splitlines()
        top, bottom = rows[10], rows[11]
        assert top[26:30] == short(up).ljust(4)
        assert bottom[26:30] == "  33"
        assert top[31:35] == short(down).ljust(4)
        assert bottom[31:35] == "░░34"
        assert rows[1][1:5] == "░░░░"

    sit(play, delay=60)


def test_a_bone_that_may_be_many_things_still_shows_its_number() -> None:
    """PILE-5.4"""
    bones = ("9♥", "10♦", "K♣", "J♣", "joker★")
    for maybe, rows in (
        (bones[:3], [" 9♥?   ", " 10♦?  ", " K♣?   ", "░░░░░54"]),
        (bones, [" 9♥?   ", " 10♦?  ", " …     ", "░░░░░54"]),
    ):
        canvas = Canvas(7, 4, Style())
        draw_spot(canvas, 0, 0, SIZES[0], Spot(54, "down", None, maybe), NIGHT)
        assert canvas.text().plain.splitlines() == rows


@pytest.mark.parametrize("palette", [NIGHT, DAY], ids=["night", "day"])
def test_all_words_stand_out_from_their_ground(palette: Palette) -> None:
    grounds = (palette.ground, palette.panel)
    words = (palette.ink, palette.soft, palette.good, palette.bad, palette.cursor, *palette.seats)
    for ground in grounds:
        assert min(contrast(word, ground) for word in words) >= 4.5
    assert contrast(palette.known_ink, palette.known) >= 4.5
    assert min(contrast(palette.black, palette.face), contrast(palette.red, palette.face)) >= 4.5
    assert contrast(palette.back_number, palette.back) >= 3
    assert contrast(palette.hole, palette.lawn) >= 3


def contrast(one: str, other: str) -> float:
    """As the accessibility guidelines of the web count it."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_t_changes_between_day_and_night() -> None:
    async def play(player: Player) -> None:
        await player.press("enter", "t")
        assert player.app.palette is DAY
        assert player.app.theme == DAY.name
        await player.press("t")
        assert player.app.palette is NIGHT

    sit(play)


def test_what_the_others_do_shows_where_and_beside_their_names() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.let(1200)
        dug = [event for event in player.app.table.story.known(0) if event.key == "dug"]
        assert dug
        spot, seat = dug[0].data["spot"], dug[0].data["seat"]
        assert f"digs {spot}" in player.words("dogs")
        assert f"{['Red', 'Blue', 'Yellow'][seat]} digs at spot {spot}" in player.words("tale")
        row, column = divmod(spot - 1, 9)
        assert (
            player.pile().splitlines()[2 + 3 * row][2 + 5 * column : 5 + 5 * column] == f" {seat} "
        )


def test_the_digit_of_a_dog_does_not_cover_the_bone_it_puts_face_up() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.press("d")
        await player.let(800)
        await player.press("u")
        bone = player.app.scene.pile[31].bone or ""
        rows = player.pile().splitlines()
        assert rows[10][21:25] == short(bone).ljust(4)
        assert rows[11][22:25] == " 0 "

    sit(play, delay=60)


def test_bones_of_others_that_one_has_seen_stand_beside_their_names() -> None:
    """PILE-7.3, PILE-7.5"""

    async def play(player: Player) -> None:
        await player.begin()
        await player.press("d")
        await player.let(800)
        await player.press("u")
        bone = player.app.scene.pile[31].bone or ""
        player.app.table.position.apply(1, "dig 32", at=player.app.table.now)
        await player.let(60)
        line = player.words("dogs").splitlines()[2]
        assert f" {short(bone)} " in f"{line} "
        await player.let(900)
        player.app.table.position.apply(1, "keep", at=player.app.table.now)
        await player.let(60)
        assert f" {short(bone)} " in f"{player.words('dogs').splitlines()[2]} "
        assert short(bone) not in player.words("dogs").splitlines()[3]

    sit(play, delay=60)
