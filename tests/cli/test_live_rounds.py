"""DOGPILE live: between the rounds, at the end, and leaving."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dogpark.cli.live import pages
from dogpark.cli.live.cards import short
from dogpark.cli.live.palette import DAY, NIGHT
from dogpark.cli.live.screen import RUSH_MS, LiveApp
from dogpark.cli.live.table import LiveTable
from dogpark.cli.table.match import Manners
from dogpark.cli.table.saving import load_unfinished
from dogpark.cli.table.seating import Seating
from dogpark.cli.table.story import Story
from dogpark.play.game import load
from dogpark.play.record import loads, replay
from tests.cli.live_player import Player, printed, run, sit, whole_game

# -- between the rounds ---------------------------------------------------------------------------


def test_the_loot_is_shown_after_a_round_and_a_stray_key_does_not_close_it() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.until("sniff")
        assert player.page() == "Loot of round 1"
        await player.press("enter")
        assert player.page() == "Loot of round 1"
        await player.let(RUSH_MS)
        await player.press("enter")
        assert player.page() is None

    sit(play, round_seconds=[2, 2, 2])


def test_the_loot_page_tells_bones_feats_and_who_may_sniff() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.until("sniff")
        shown = printed(pages.loot_page(NIGHT, player.app.scene))
        for dog, event in zip(player.app.scene.dogs, loot_events(player), strict=True):
            line = next(line for line in shown.splitlines() if f" {dog.seat} " in line)
            assert all(short(bone) in line for bone in event["bones"])
            assert f"+{event['extra']} {event['feat']}" in line if event["feat"] else "–" in line
            assert f" {event['points']}" in line
        columns = [line for line in shown.splitlines() if "▾" in line and "fewest" not in line]
        assert len({line.index("▾") for line in columns}) == 1
        assert shown.splitlines()[0].split()[:2] == ["dog", "loot"]
        lowest = min(dog.loot[0].points for dog in player.app.scene.dogs)
        assert shown.count("▾") == 1 + sum(
            dog.loot[0].points == lowest for dog in player.app.scene.dogs
        )

    sit(play, players=6, seed=8)


def loot_events(player: Player) -> list[dict[str, Any]]:
    story = player.app.table.story.known(0)
    return [dict(event.data) for event in story if event.key == "loot"]


def test_who_has_the_fewest_points_sniffs_three_bones_and_sees_them() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.until("sniff")
        await player.let(RUSH_MS)
        await player.press("enter")
        assert player.app.scene.stage == "sniff"
        for _ in range(3):
            await player.press("n", "enter")
        sniff = player.app.scene.sniff
        assert sniff is not None
        assert len(sniff.lifted) == 3
        assert all(sniff.lifted)
        assert all(short(str(bone)) in player.words("paws") for bone in sniff.lifted)
        await player.until("ready")
        maybe = [spot for spot in player.app.scene.pile if spot.maybe]
        assert len(maybe) == 3
        assert set(maybe[0].maybe) == set(sniff.lifted)
        assert player.pile().count("?") == 3

    sit(play, round_seconds=[6, 2, 2])


def test_s_does_without_sniffing() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.until("sniff")
        await player.let(RUSH_MS)
        await player.press("enter", "s")
        assert player.history()[-1] == "stop"

    sit(play, round_seconds=[6, 2, 2])


def test_the_dog_on_the_left_of_a_sniffer_lays_back_without_looking() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        for _ in range(3):
            await player.press("n", "d")
            await player.let(800)
            await player.press("k")
            await player.let(500)
        await player.until("lay")
        await player.press("enter")
        assert player.app.scene.stage == "lay"
        sniff = player.app.scene.sniff
        assert sniff is not None
        assert sniff.lifted == (None,) * len(sniff.lifted)
        for _ in sniff.lifted:
            assert player.app.scene.pile[player.app.hand.spot - 1].lies == "empty"
            await player.press("enter")
        assert player.app.scene.phase == "ready"
        assert player.history()[-1].startswith("lay ")

    sit(play, players=2, delay=100)  # the other dog oversleeps, and chance sniffs in its place


def test_r_puts_the_paws_up_for_the_next_round_and_closes_what_is_open() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.until("ready")
        assert player.page() == "Loot of round 1"
        await player.press("escape", "r")
        assert player.app.scene.phase == "countdown"
        assert player.app.scene.round == 2

    sit(play, round_seconds=[2, 2, 2])


def test_enter_on_the_loot_page_puts_the_paws_up_where_that_is_asked() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.until("ready")
        await player.press("enter")
        assert player.history()[-1] == "ready"
        assert player.page() is None

    sit(play, round_seconds=[2, 2, 2])


def test_a_reader_who_is_late_is_brought_back_by_the_countdown() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.until("ready")
        await player.press("escape", "question_mark")
        await player.until("countdown")
        assert player.page() is None

    sit(play, round_seconds=[2, 2, 2], ready_seconds=5)


def test_bots_that_hesitate_still_get_their_three_bones_in_time() -> None:
    """PILE-2.5"""
    sizes = [size for seed in (1, 2) for size in loot_sizes(seed)]
    assert len(sizes) == 24
    assert sizes.count(3) >= 23


def loot_sizes(seed: int) -> list[int]:
    """How many bones each of four bots has after each round of a live game."""
    clock = [0]
    seating = Seating(("greedy",) * 4)
    table = LiveTable(load("dogpile", 4).start(seed), seating, Story(), lambda: clock[0])
    table.start()
    while not table.over:
        clock[0] += 1000
        table.tick()
    return [len(loot) for dog in table.view()["players"] for loot in dog["loot"]]


# -- the end --------------------------------------------------------------------------------------


def test_a_whole_game_through_keys_ends_with_the_table_and_replays_exactly(
    tmp_path: Path,
) -> None:
    path = tmp_path / "live.jsonl"

    async def play(player: Player) -> None:
        await whole_game(player)
        assert player.page() == "Loot of round 3"
        await player.press("enter")
        assert player.page() == "Loot of round 3"
        await player.let(RUSH_MS)
        await player.press("enter")
        assert player.page() == "The end"
        await player.let(RUSH_MS)
        await player.press("enter")

    player = sit(play, round_seconds=[5, 4, 3], manners=Manners(keep_in=path))
    table = player.app.table
    assert player.app.return_value == "over"
    assert table.position.result is not None
    assert len(player.history()) > 15
    table.keep()
    again = replay(loads(path.read_text("utf-8")))
    assert again.history() == table.position.history()
    assert again.state == table.position.state


def test_the_final_page_tells_every_round_the_boneathons_and_how_it_was_won() -> None:
    player = sit(whole_game, round_seconds=[3, 2, 2])
    scene = player.app.scene
    shown = printed(pages.final_page(DAY, scene))
    for dog in scene.dogs:
        line = next(line for line in shown.splitlines() if f" {dog.seat} " in line)
        numbers = [str(loot.points) for loot in dog.loot]
        assert all(number in line for number in numbers)
        assert f" {dog.total} " in f"{line} "
    assert shown.count("★") == scene.places.count(1)
    assert ("★ blackjaw" in shown) == bool(scene.blackjaws)
    assert ("★ fullhound" in shown) != bool(scene.blackjaws)


def test_from_the_last_page_one_may_look_back() -> None:
    async def play(player: Player) -> None:
        await whole_game(player)
        await player.let(RUSH_MS)
        await player.press("enter")
        await player.let(RUSH_MS)
        for key, page in (("o", "Loot of round 3"), ("question_mark", "Keys")):
            await player.press(key)
            assert player.page() == page
            await player.press("enter")
            assert player.page() == "The end"
        assert player.app.is_running
        await player.press("escape")

    assert sit(play, round_seconds=[3, 2, 2]).app.return_value == "over"


# -- the first page -------------------------------------------------------------------------------


def test_only_what_says_so_begins_the_game() -> None:
    async def play(player: Player) -> None:
        for key in ("escape", "o", "d", "u"):
            await player.press(key)
            assert player.page() == "DOGPILE"
        await player.press("question_mark")
        assert player.page() == "Keys"
        await player.press("enter")
        assert player.page() == "DOGPILE"
        for key in ("q", "ctrl+c"):
            await player.press(key)
            assert player.page() == "Leave the table?"
            await player.press("n")
            assert player.page() == "DOGPILE"
        assert not player.app.table.started
        await player.press("r")
        assert player.app.scene.phase == "countdown"

    sit(play)


def test_one_may_leave_before_it_begins() -> None:
    async def play(player: Player) -> None:
        await player.press("q", "y")

    assert sit(play).app.return_value == "left"


# -- leaving --------------------------------------------------------------------------------------


def test_leaving_is_asked_twice() -> None:
    async def play(player: Player) -> None:
        await player.begin()
        await player.press("q")
        assert player.page() == "Leave the table?"
        await player.press("n")
        assert player.page() is None
        await player.press("ctrl+c", "ctrl+c")

    assert sit(play).app.return_value == "left"


def test_a_game_that_was_left_goes_on_where_it_stood(tmp_path: Path) -> None:
    path = tmp_path / "live.jsonl"

    async def play(player: Player) -> None:
        await player.begin()
        await player.press("d")
        player.app.table.keep()

    first = sit(play, manners=Manners(keep_in=path))
    _, position = load_unfinished(path)
    watch = [9_000_000]
    table = LiveTable(position, first.app.table.seating, Story(), lambda: watch[0])
    player = Player(LiveApp(table, by_hand=True), watch)

    async def go_on(player: Player) -> None:
        assert player.page() == "The game goes on"
        await player.let(5000)
        assert table.now == position.now
        await player.press("enter")
        await player.let(900)
        await player.press("k")
        assert player.history()[-1] == "keep"

    run(player, go_on)


def test_bots_alone_play_by_themselves_and_can_be_watched() -> None:
    async def play(player: Player) -> None:
        assert player.page() is None
        await player.until("over")
        assert player.page() == "Loot of round 3"
        assert "watching" in player.words("heading")
        assert player.words("look") == ""

    sit(play, humans="none", round_seconds=[3, 2, 1])
