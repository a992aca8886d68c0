"""``dogpark play``, scripted through stdin: whole games, saving, resuming, taking back."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from dogpark.cli.commands import play
from dogpark.cli.table.seating import Seating
from dogpark.play.result import Result
from tests.cli.conftest import Run
from tests.cli.helpers import lines_of, one_sentence, typed_by, watched_game

BONFIRE = ("bonfire", "--seed", "5", "--players", "3")
DOG = ("dog", "--seed", "5")


# -- whole games ----------------------------------------------------------------------------------


def test_a_whole_game_of_bonfire(run: Run) -> None:
    ran = run("play", *BONFIRE, typed=["1"] * 300)
    assert ran.code == 0
    assert "Roll the dice" in ran.out
    assert "only one choice" in ran.out
    assert re.search("Winners?: ", ran.out)
    assert re.search(r"You (win|come|share)", ran.out)


@pytest.mark.parametrize("game", [BONFIRE, DOG])
def test_a_person_who_types_a_bots_moves_plays_the_same_game(
    run: Run, tmp_path: Path, game: tuple[str, ...]
) -> None:
    bots = watched_game(run, tmp_path / "bots.jsonl", *game)
    mine = tmp_path / "mine.jsonl"
    script = typed_by(bots, 0)
    ran = run("play", *game, "--ask-all", "--save", mine, typed=script)
    assert ran.code == 0, ran.out[-2000:]
    assert lines_of(mine)[1:-1] == lines_of(bots)[1:-1]
    assert "dogpark replay" in ran.out
    assert "dogpark check" in ran.out


def test_bots_only_is_watched_without_questions(run: Run) -> None:
    ran = run("play", *BONFIRE, "--humans", "none", "--bots", "random")
    assert ran.code == 0
    assert "Winner: " in ran.out or "A draw" in ran.out


ALONE = ((0,), (1,), (2,), (3,))


@pytest.mark.parametrize(
    ("places", "teams", "told"),
    [
        ((1, 2, 3, 4), ALONE, "You win! Winner: Red."),
        ((1, 1, 3, 4), ALONE, "You share the win. Winners: Red and Blue."),
        ((1, 2, 1, 2), ((0, 2), (1, 3)), "You win! Winners: Red and Yellow."),
        ((3, 1, 1, 4), ALONE, "You come third. Winners: Blue and Yellow."),
        ((1, 1, 1, 1), ALONE, "A draw: all share the first place."),
    ],
)
def test_the_last_line_tells_whether_the_win_is_shared(
    capsys: pytest.CaptureFixture[str],
    places: tuple[int, ...],
    teams: tuple[tuple[int, ...], ...],
    told: str,
) -> None:
    ended = SimpleNamespace(result=Result(places, (0,) * 4, teams))
    seating = Seating(("you", "greedy", "greedy", "greedy"))
    play._show_places(SimpleNamespace(position=ended, seating=seating))
    assert capsys.readouterr().out.strip().splitlines()[-1] == told


def test_open_hands_are_for_watching(run: Run, tmp_path: Path) -> None:
    ran = run("play", *DOG, "--open")
    assert ran.code == 2
    assert "--humans none" in one_sentence(ran.err)
    ran = run("play", *DOG, "--humans", "none", "--open", "--option", "max_rounds=1")
    assert ran.code == 0
    assert "You get the" in ran.out


def test_a_game_without_a_drawn_board(run: Run, listed_toy: object) -> None:
    ran = run("play", "fetch", "--seed", "3", typed=["1", "1"])
    assert ran.code == 0
    assert "ball" in ran.out
    assert "Winner" in ran.out or "A draw" in ran.out


# -- the picker -----------------------------------------------------------------------------------


def test_the_game_is_asked_for(run: Run) -> None:
    ran = run("play", "--seed", "5", typed=["bonfire", "3", "quit", "n"])
    assert ran.code == 0
    assert "What shall it be?" in ran.out
    assert "How many players (2–4)" in ran.out
    assert "Yellow" in ran.out


def test_nobody_answers_the_picker(run: Run) -> None:
    ran = run("play")
    assert ran.code == 2
    assert "dogpark play bonfire" in one_sentence(ran.err)


# -- at the table ---------------------------------------------------------------------------------


def test_moves_by_number_name_and_beginning(run: Run) -> None:
    for typed in ("5", "give K", "K", "give k", "king"):
        ran = run("play", *DOG, typed=[typed])
        assert "You pick the king for Yellow" in ran.out, typed


def test_what_may_mean_two_moves_is_asked_back(run: Run) -> None:
    ran = run("play", *DOG, typed=["1", "start"])
    assert "'start' may mean:" in ran.out


def test_a_refused_move_names_its_rule_and_changes_nothing(run: Run) -> None:
    ran = run("play", *DOG, typed=["1", "play Q 12", "why", "K start"])
    refused = re.search(r"Not allowed: (DOG-[\d.]+) ", ran.out)
    assert refused
    assert ran.out.count("Play a card") >= 2
    assert ran.out.count(refused.group(1)) >= 2, "why shows the text of the rule"
    assert "Red starts a peg" in ran.out


def test_why_explains_any_move(run: Run) -> None:
    ran = run("play", *DOG, typed=["1", "why 1", "why play Q 12", "why moo"])
    assert "Allowed: the king to start" in ran.out
    assert "Not allowed: DOG-" in ran.out
    assert "'moo' is not a move of this game" in ran.out


def test_nonsense_costs_nothing(run: Run) -> None:
    ran = run("play", *BONFIRE, typed=["dance", "77", "?", "rules", "rules theft", "log", "back"])
    assert "'dance' is not a move here" in ran.out
    assert "There are moves 1 to 1, not 77" in ran.out
    assert "make the move of that number" in ran.out
    assert "BON-4.1" in ran.out
    assert "What happened" in ran.out
    assert "Nothing can be taken back" in ran.out


def test_a_choice_is_taken_back_within_a_turn(run: Run) -> None:
    ran = run("play", *DOG, typed=["1", "K start", "X split", "back", "4 back"])
    after = ran.out.split("Red plays the joker")[1]
    assert "Play a card" in after
    assert "Red plays the 4 backwards" in after


def test_what_was_revealed_cannot_be_taken_back(run: Run) -> None:
    """Yellow deals, so Green is asked again right after the exchange, but knows a new card."""
    ran = run(
        "play", "dog", "--seed", "2", "--humans", "3", "--bots", "greedy", typed=["1", "back"]
    )
    _, asked = re.split("You get the .* from Blue", ran.out)
    assert "goes from" not in asked, "nobody else has moved"
    assert "Green’s turn" in asked
    assert "Nothing can be taken back" in asked


# -- keeping the game -----------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "some"), [(BONFIRE, 7), ((*DOG, "--option", "max_rounds=3"), 23)])
def test_a_saved_game_goes_on_exactly(
    run: Run, tmp_path: Path, game: tuple[str, ...], some: int
) -> None:
    bots = watched_game(run, tmp_path / "bots.jsonl", *game)
    script = typed_by(bots, 0)
    half = tmp_path / "half.jsonl"
    ran = run("play", *game, "--ask-all", typed=[*script[:some], f"save {half}", "quit", "n"])
    assert ran.code == 0
    assert "keep it to yourself" in ran.out
    assert stat.S_IMODE(half.stat().st_mode) == 0o600
    assert lines_of(half)[0]["seats"][0] == "you"
    ran = run("play", "--resume", half, "--ask-all", typed=script[some:])
    assert ran.code == 0, ran.out[-2000:]
    assert lines_of(half)[1:-1] == lines_of(bots)[1:-1]


def test_who_sat_where_is_remembered(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    run("play", *BONFIRE, "--seats", "random,you,greedy", "--save", file, typed=["quit"])
    ran = run("play", "--resume", file, typed=["quit"])
    assert ran.code == 0
    assert "Blue (you)" in ran.out


def test_quit_asks_to_save_and_never_overwrites(run: Run, tmp_path: Path) -> None:
    taken, free = tmp_path / "taken.jsonl", tmp_path / "free.jsonl"
    taken.write_text("precious")
    ran = run("play", *BONFIRE, typed=["quit", str(taken), str(free)])
    assert ran.code == 0
    assert "exists already" in ran.out
    assert taken.read_text() == "precious"
    assert free.exists()


def test_save_at_the_table_asks_before_it_replaces(run: Run, tmp_path: Path) -> None:
    taken = tmp_path / "taken.jsonl"
    taken.write_text("precious")
    run("play", *BONFIRE, typed=[f"save {taken}", "n", "quit", "n"])
    assert taken.read_text() == "precious"
    ran = run("play", *BONFIRE, typed=[f"save {taken}", "y", f"save {tmp_path}", "quit", "n"])
    assert lines_of(taken)[-1]["end"] == "unfinished"
    assert "is a folder" in ran.out


def test_the_end_of_input_is_an_end_without_result(run: Run) -> None:
    ran = run("play", *BONFIRE)
    assert ran.code == 1
    assert "nothing was saved" in ran.err


def test_the_end_of_input_behind_the_curtain(run: Run) -> None:
    ran = run("play", *DOG, "--humans", "0,2")
    assert ran.code == 1
    assert "nothing was saved" in ran.err


def test_the_seats_say_how_many_play(run: Run) -> None:
    ran = run("play", "bonfire", "--seats", "you,greedy,random", typed=["quit", "n"])
    assert "Yellow" in ran.out


def test_a_script_is_told_how_to_keep_the_record(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("play", *BONFIRE, "--option", "max_turns=1", typed=["1"] * 9)
    assert ran.code == 0
    assert "--save FILE" in ran.out
    assert list(tmp_path.iterdir()) == []


def test_a_stray_answer_is_no_file_name(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("play", *BONFIRE, typed=["quit", "1", "why", "back"])
    assert ran.code == 0
    assert ran.out.count("Type y, n, or a file name") == 3
    assert list(tmp_path.iterdir()) == []


# -- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["cat"], "no game 'cat'"),
        (["dog", "--players", "5"], "4, 6 players"),
        (["dog", "--option", "exchange=maybe"], "on, off"),
        (["dog", "--humans", "4"], "0 to 3"),
        (["dog", "--humans", "x"], "0 to 3"),
        (["dog", "--bots", "genius"], "no bot 'genius'"),
        (["dog", "--bots", "greedy,random"], "3 seats are left"),
        (["dog", "--seats", "you,greedy"], "4, 6 players"),
        (["dog", "-p", "4", "--seats", "you,greedy"], "4 names"),
        (["dog", "--seats", "you,me,you,me"], "no bot 'me'"),
        (["dog", "--seats", "you,you,you,you", "--humans", "0"], "leave --humans"),
        (["dog", "--seed", ""], "seed"),
        (["dog", "--delay", "-1"], "--delay"),
        (["dog", "--save", "missing/folder/file"], "cannot be written"),
        (["--resume", "missing.jsonl"], "no file missing.jsonl"),
    ],
)
def test_bad_input_names_what_is_wrong(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("play", *args)
    assert ran.code == 2
    assert says in one_sentence(ran.err)
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_not_replaced_unless_forced(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "taken.jsonl"
    file.write_text("precious")
    ran = run("play", *BONFIRE, "--save", file)
    assert ran.code == 2
    assert "--force" in one_sentence(ran.err)
    assert file.read_text() == "precious"
    assert run("play", *BONFIRE, "--save", file, "--force", typed=["quit"]).code == 0
    assert lines_of(file)[0]["game"] == "bonfire"


@pytest.fixture
def half(run: Run, tmp_path: Path) -> Path:
    file = tmp_path / "half.jsonl"
    run("play", *BONFIRE, "--save", file, typed=["1", "1", "1", "quit"])
    return file


def test_a_saved_game_fixes_table_and_seed(run: Run, half: Path) -> None:
    for args in (["--players", "2"], ["--seed", "1"], ["--option", "rounds=1"], ["dog"]):
        ran = run("play", *args, "--resume", half)
        assert ran.code == 2
        assert "saved game" in ran.err or "not dog" in ran.err


@pytest.mark.parametrize("how", ["truncated", "tampered", "without seed", "finished", "binary"])
def test_a_save_that_does_not_hold_is_refused(run: Run, half: Path, how: str) -> None:
    rows = half.read_text().splitlines()
    if how == "truncated":
        half.write_text("\n".join(rows[:-2]) + "\n")
        says = "cut short"
    elif how == "tampered":
        half.write_text(half.read_text().replace('"meat"', '"fire"', 1))
        says = "changed"
    elif how == "without seed":
        watched_game(run, half, *BONFIRE, "--force")
        says = "is over"
    elif how == "finished":
        watched_game(run, half, *BONFIRE, "--force")
        says = "dogpark replay"
    else:
        half.write_bytes(b"\xff\xfe\x00")
        says = "not a text file"
    before = half.read_bytes()
    ran = run("play", "--resume", half)
    assert ran.code == 2
    assert says in one_sentence(ran.err)
    assert half.read_bytes() == before


def test_a_record_without_its_seed_cannot_go_on(run: Run, tmp_path: Path) -> None:
    from dogpark.api import load

    file = tmp_path / "public.jsonl"
    file.write_text(load("bonfire", 2).start("5").record().dumps())
    ran = run("play", "--resume", file)
    assert ran.code == 2
    assert "does not carry its seed" in one_sentence(ran.err)


def test_a_write_that_fails_leaves_the_old_file(
    run: Run, half: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    before = half.read_bytes()
    monkeypatch.setattr(Path, "replace", full)
    ran = run("play", "--resume", half, typed=["1"])
    assert ran.code == 2
    assert "No space left" in one_sentence(ran.err)
    assert half.read_bytes() == before
    assert [file.name for file in half.parent.iterdir()] == [half.name]


def test_wishes_have_defaults() -> None:
    assert json.dumps(play.Wish().options) == "[]"
