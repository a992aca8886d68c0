"""``dogpark rules``: the page, one rule, a search, the house rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dogpark import games
from dogpark.cli import rulebook
from dogpark.cli.rulebook import looks_like_id
from dogpark.cli.rulebook import rulebook as book_of
from dogpark.kernel.rooms import Rooms
from tests.cli.conftest import Run
from tests.cli.helpers import one_sentence


@pytest.mark.parametrize("name", games.names())
def test_the_whole_page_with_all_house_rules(run: Run, name: str) -> None:
    ran = run("rules", name)
    facts = games.rooms(name).facts
    assert ran.code == 0
    assert f"{facts.prefix}-1.1" in ran.out
    assert ".webp" not in book_of(name).text  # a terminal shows no pictures
    for option in facts.options:
        assert option.name in ran.out


@pytest.mark.parametrize("wanted", ["DOG-5.2", "dog-5.2", "5.2"])
def test_one_rule_by_its_id(run: Run, wanted: str) -> None:
    ran = run("rules", "dog", wanted)
    assert ran.code == 0
    assert "DOG-5.2" in ran.out
    assert "DOG-5.1" not in ran.out


def test_a_chapter_by_its_number(run: Run) -> None:
    rules = json.loads(run("rules", "bonfire", "3", "--json").out)
    assert [rule["id"] for rule in rules] == ["BON-3.1", "BON-3.2", "BON-3.3"]
    assert all(rule["text"] and rule["chapter"] for rule in rules)


def test_a_search_finds_rules_with_all_words(run: Run) -> None:
    rules = json.loads(run("rules", "dog", "fresh", "star", "--json").out)
    assert rules
    for rule in rules:
        text = f"{rule['chapter']} {rule['text']}".lower()
        assert "fresh" in text
        assert "star" in text


def test_a_search_without_result_is_a_no(run: Run) -> None:
    ran = run("rules", "dog", "helicopter")
    assert ran.code == 1
    assert "helicopter" in ran.out


def test_only_the_house_rules(run: Run) -> None:
    told = json.loads(run("rules", "dog", "--options", "--json").out)
    assert [option["name"] for option in told] == [o.name for o in games.rooms("dog").facts.options]
    assert "touch_only" in run("rules", "dog", "--options").out


def test_every_rule_of_a_page_is_found_once() -> None:
    for name in games.names():
        ids = [rule.id for rule in book_of(name).rules]
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("args", "says"),
    [(["dog", "99.9"], "no rule 99.9"), (["dogg"], "Did you mean dog"), (["cat"], "no game")],
)
def test_unknown_rules_and_games(run: Run, args: list[str], says: str) -> None:
    ran = run("rules", *args)
    assert ran.code == 2
    assert says in one_sentence(ran.err)


def test_a_missing_page_is_said(run: Run, listed_toy: Rooms) -> None:
    ran = run("rules", "fetch")
    assert ran.code == 2
    assert "missing" in one_sentence(ran.err)


def test_the_installed_page_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fetch.md").write_text("# Fetch\n\n- **FET-1.1** Throw.\n  Well.\n\nNot a rule.\n")
    monkeypatch.setattr(rulebook, "_folders", lambda: [tmp_path])
    book_of.cache_clear()
    rules = book_of("fetch").rules
    book_of.cache_clear()
    assert rules[0].id == "FET-1.1"
    assert rules[0].text.startswith("Throw.\nWell.")


def test_what_looks_like_an_id() -> None:
    assert looks_like_id("5.2", "DOG")
    assert looks_like_id("dog-5", "DOG")
    assert not looks_like_id("BON-5.2", "DOG")
    assert not looks_like_id("joker", "DOG")
