"""``dogpark lab``: the table, JSON, the report in a browser, Parquet, early stops, bad input."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from playwright.sync_api import Browser, sync_playwright
from web.tools.driving import PATIENCE, find_chromium

from dogpark import lab as api
from dogpark.cli.commands import lab
from dogpark.kernel import cuda
from dogpark.kernel.watching import DECISIONS
from dogpark.lab.crew import LocalCrew
from dogpark.lab.plan import STRONGER, WEAKER, Cell
from dogpark.lab.study import Study
from tests.cli.conftest import Run
from tests.cli.helpers import one_sentence

SHORT = ("--option", "rounds=2", "--device", "python", "--workers", 1)
FEW = (*SHORT, "--games", 20)
LEVELS = {"puppy", "greedy"}
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1440, "height": 900}


@pytest.fixture(scope="module")
def disagreed() -> Study:
    """A study in which games become longer by one level and shorter by the other."""
    plan = api.plan("bonfire", vary={"rounds": [1]}, options={"rounds": 2}, games=20)
    study = api.study(plan, LocalCrew("python", 1))
    for lineup, more in ((WEAKER, 10), (STRONGER, -10)):
        base, changed = study.of(Cell(0, lineup)).tallies, study.of(Cell(1, lineup)).tallies
        changed[:, DECISIONS] = base[:, DECISIONS] + more
    return study


# -- on the screen --------------------------------------------------------------------------------


def test_the_table_tells_the_change_before_the_game_as_it_is(run: Run) -> None:
    ran = run("lab", "bonfire", *FEW, "--vary", "rounds=1")
    assert ran.code == 0
    assert "Here Comes the Dog, 2 players" in ran.out
    change, as_it_is = ran.out.split("as it is")
    assert "rounds=1 instead of 2" in change
    row = next(line for line in change.splitlines() if line.startswith("decisions in a game"))
    assert row.count("±") == 2
    assert row.count("-") == 2
    assert row.rstrip().endswith("by both")
    assert "wins of greedy against puppy" in as_it_is


@pytest.mark.parametrize("columns", [80, 120])
def test_no_figure_is_cut_on_a_usual_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = run("lab", "bonfire", *FEW, "--vary", "die_faces=1,2,3;1,1,4")
    assert "die_faces=1,1,4 instead of 2,2,2" in ran.out
    assert "…" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= columns


def test_a_game_can_be_looked_at_without_a_change(run: Run) -> None:
    ran = run("lab", "bonfire", *FEW)
    assert ran.code == 0
    assert "as it is" in ran.out
    assert "what changes" not in ran.out


def test_where_the_levels_disagree_comes_first(
    disagreed: Study, capsys: pytest.CaptureFixture[str]
) -> None:
    lab.terminal.out().print(lab.summary(disagreed))
    told = capsys.readouterr().out
    first = told.split("what changes")[1].splitlines()[2]
    assert first.startswith("decisions in a game")
    assert first.rstrip().endswith("levels disagree")
    assert "no evidence for the rule" in " ".join(told.split())


# -- for programs ---------------------------------------------------------------------------------


def test_json_carries_paired_differences_with_intervals_by_both_levels(run: Run) -> None:
    told = json.loads(run("lab", "bonfire", *FEW, "--vary", "rounds=1", "--json").out)
    assert (told["games"], told["complete"]) == (20, True)
    assert told["variants"] == ["as it is", "rounds=1"]
    decisions = [row for row in told["effects"] if row["measure"] == "decisions"]
    assert {row["bots"] for row in decisions} == LEVELS
    for row in decisions:
        assert row["difference_low"] < row["difference"] < row["difference_high"] < 0
        assert row["changed"] - row["base"] == pytest.approx(row["difference"])
        as_it_is = told["measures"]["decisions"]["as it is"][row["bots"]]
        assert as_it_is["value"] == row["base"]
        alone = as_it_is["high"] - as_it_is["low"]
        assert row["base_high"] - row["base_low"] == pytest.approx(alone)
    assert 0 <= told["skill"]["rounds=1"]["value"] <= 1


def test_several_numbers_of_players_are_several_studies(run: Run) -> None:
    told = json.loads(run("lab", "bonfire", *FEW, "--players", "2,3", "--json").out)
    assert [study["players"] for study in told["studies"]] == [2, 3]


def test_every_game_goes_into_a_parquet_file(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "games.parquet"
    ran = run("lab", "bonfire", *FEW, "--vary", "rounds=1", "--players", "2,3", "--record", kept)
    assert ran.code == 0
    games = pl.read_parquet(kept)
    assert len(games) == 2 * 2 * 3 * 20
    assert games.filter(variant="rounds=1")["rounds"].unique().to_list() == [1]
    assert games.filter(players=3)["places"].list.len().unique().to_list() == [3]
    assert games["seed"][19] == "1/19"


# -- the report -----------------------------------------------------------------------------------


class Fetched(HTMLParser):
    """The addresses that a page would load something from, or lead to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.styles = ""
        self._in_style = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("src", "href", "srcset")]
        self._in_style = tag == "style"

    def handle_data(self, data: str) -> None:
        self.styles += data if self._in_style else ""


def test_the_report_is_one_file_that_asks_nobody_for_anything(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    ran = run("lab", "bonfire", *FEW, "--vary", "rounds=1", "--report", path)
    assert ran.code == 0
    assert "The report is in" in ran.err
    assert [one.name for one in tmp_path.iterdir()] == ["report.html"]
    fetched = Fetched(path.read_text("utf-8"))
    assert fetched.found == []
    assert "main" in fetched.styles
    assert "url(" not in fetched.styles
    assert "@import" not in fetched.styles


@pytest.fixture
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox"]
        )
        yield chromium
        chromium.close()


@pytest.mark.parametrize(
    ("screen", "scheme"), [(PHONE, "dark"), (DESK, "light")], ids=["phone", "desk"]
)
def test_the_report_is_drawn_in_a_browser_that_is_offline(
    browser: Browser, disagreed: Study, tmp_path: Path, screen: Any, scheme: Any
) -> None:
    path = api.report(disagreed, tmp_path / "report.html", "dogpark lab bonfire")
    context = browser.new_context(viewport=screen, color_scheme=scheme, offline=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    wrong: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    plots = page.locator(".js-plotly-plot")
    assert plots.count() == 5  # two of changes, who begins, skill, length
    for number in range(plots.count()):
        plots.nth(number).locator(
            ".scatterlayer path.point, .scatterlayer path.js-line"
        ).first.wait_for()
    warned = page.locator(".warn").inner_text().replace("\N{NO-BREAK SPACE}", " ")
    assert warned.startswith("The two levels disagree:")
    assert "among greedy bots (\N{MINUS SIGN}10.00 ± 0.00)" in warned
    assert "among puppy bots (+10.00 ± 0.00)" in warned
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ink, paper = page.evaluate(
        "[getComputedStyle(document.querySelector('.infolayer text')).fill,"
        " getComputedStyle(document.body).color]"
    )
    assert ink == paper
    assert wrong == []
    assert [url for url in asked if not url.startswith(("data:", "blob:"))] == [path.as_uri()]
    context.close()


# -- stopping early -------------------------------------------------------------------------------


@pytest.mark.parametrize("vary", [("--vary", "rounds=1"), ()], ids=["a change", "no change"])
def test_a_study_stops_at_the_wanted_precision(run: Run, vary: tuple[str, ...]) -> None:
    ran = run("lab", "bonfire", *SHORT, *vary, "--games", 5000, "--precision", "turns=2", "--json")
    told = json.loads(ran.out)
    assert ran.code == 0
    assert 32 < told["games"] < 5000
    assert told["complete"] is False
    known = [row for row in told["effects"] if row["measure"] == "turns"]
    assert len(known) == len(vary)
    for row in known:
        assert row["difference_high"] - row["difference"] <= 2


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """Lets somebody press Ctrl-C in the study of so many players, after so many games of each cell."""
    play = lab.run_study

    def after(players: int, games: int) -> None:
        def until(plan: api.Plan, *args: Any, **more: Any) -> Iterator[Study]:
            for study in play(plan, *args, **more):
                if plan.players == players and study.games >= games:
                    raise KeyboardInterrupt
                yield study

        monkeypatch.setattr(lab, "run_study", until)

    return after


def test_ctrl_c_keeps_what_there_is(
    run: Run, stopped: Callable[[int, int], None], tmp_path: Path
) -> None:
    stopped(2, 96)
    path = tmp_path / "report.html"
    ran = run(
        *("lab", "bonfire", *SHORT, "--games", 5000, "--vary", "rounds=1"),
        *("--players", "2,3", "--json", "--report", path),
    )
    assert ran.code == 130
    (told,) = json.loads(ran.out)["studies"]
    assert (told["games"], told["wanted"], told["complete"]) == (96, 5000, False)
    assert "stopped early, of 5,000 games planned" in path.read_text("utf-8")


def test_ctrl_c_in_a_second_study_keeps_the_first(
    run: Run, stopped: Callable[[int, int], None]
) -> None:
    stopped(3, 0)
    ran = run("lab", "bonfire", *FEW, "--players", "2,3", "--json")
    assert ran.code == 130
    (told,) = json.loads(ran.out)["studies"]
    assert (told["players"], told["complete"]) == (2, True)


def test_ctrl_c_before_anything_is_said(run: Run, stopped: Callable[[int, int], None]) -> None:
    stopped(2, 0)
    ran = run("lab", "bonfire", *FEW)
    assert (ran.code, ran.out) == (130, "")
    assert "Stopped before" in ran.err


# -- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--vary", "tails=1"], "no option 'tails'; it has"),
        (["--vary", "rounds=99"], "a whole number from 1 to 9"),
        (["--vary", "rounds"], "option=value"),
        (["--vary", "rounds=2"], "nothing to compare"),
        (["--vary", "rounds=1,1"], "given twice"),
        (["--vary", "die_faces=1,2"], "3 counts"),
        (["--option", "tails=1"], "no option 'tails'"),
        (["--players", 9], "2, 3, 4 players; given 9"),
        (["--players", "two"], "--players takes numbers"),
        (["--bots", "genius,greedy"], "there are random"),
        (["--bots", "greedy"], "two levels"),
        (["--bots", "greedy,greedy"], "two levels"),
        (["--games", 0], "--games"),
        (["--games", 1], "--games"),
        (["--seed", ""], "seed is empty"),
        (["--device", "abacus"], "python, native, cuda"),
        (["--precision", "tails=1"], "no measure 'tails'; there are"),
        (["--precision", "rounds"], "measure=number"),
        (["--precision", "rounds=0"], "more than nothing"),
        (["--precision", "first_wins=1"], "0.01 is one percentage point"),
        (["--report", "/no/such/folder/report.html"], "no folder /no/such/folder"),
        (["--record", "/"], "is a folder"),
        (["--cluster", "ray://127.0.0.1:1"], "leave --device out"),
    ],
)
def test_bad_input_names_what_is_wrong(run: Run, args: list[object], says: str) -> None:
    ran = run("lab", "bonfire", *FEW, *args)
    assert ran.code == 2
    assert says in one_sentence(ran.err)


def test_a_report_that_cannot_be_written_is_refused_before_the_games(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*args: Any, **more: Any) -> Any:
        raise AssertionError("games were played for nothing")

    monkeypatch.setattr(lab, "run_study", never)
    ran = run("lab", "bonfire", "--report", "/no/such/folder/report.html")
    assert (ran.code, ran.out) == (2, "")


def test_a_full_disk_does_not_lose_the_figures(run: Run) -> None:
    ran = run("lab", "bonfire", *FEW, "--report", "/dev/full", "--json")
    assert ran.code == 2
    assert "/dev/full cannot be written: No space left" in one_sentence(ran.err)
    assert json.loads(ran.out)["complete"] is True


def test_without_a_gpu_the_message_says_why(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "trouble", lambda: "no CUDA device was found; use --device native")
    ran = run("lab", "bonfire", "--device", "cuda")
    assert ran.code == 2
    assert "--device native" in one_sentence(ran.err)


@pytest.mark.parametrize(
    ("address", "says"),
    [("ray://127.0.0.1:1", "Connection refused"), ("somewhere", "Invalid address")],
)
def test_a_cluster_that_is_not_there_is_told_at_once(run: Run, address: str, says: str) -> None:
    ran = run("lab", "bonfire", "--cluster", address)
    assert ran.code == 2
    assert f"No Ray cluster answers at {address}: {says}" in one_sentence(ran.err)
