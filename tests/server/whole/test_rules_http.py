"""The rules as they are told: in every language the same, with pictures of positions that are current."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tools import rule_pictures

from dogpark import games
from dogpark.server.http.rules_pages import LANGUAGES
from dogpark.server.settings import Settings
from tests.server.whole.guests import Guest, at_a_server
from tests.server.whole.running import Here

RULES = Path(__file__).parents[3] / "docs" / "rules"
DEFINED = re.compile(r"^- \*\*([A-Z]+-[\d.]+)\*\*", re.MULTILINE)
HEADING = re.compile(r"^(#+) ", re.MULTILINE)
OTHERS = [language for language in LANGUAGES if language != "en"]
FEWEST = 4  # pictures of a game


def _page(game: str, language: str) -> str:
    page = RULES / ("" if language == "en" else language) / f"{game}.md"
    assert page.is_file(), f"{page} is missing"
    return page.read_text("utf-8")


def _told(page: dict[str, Any]) -> list[dict[str, Any]]:
    return [text for part in page["parts"] for text in part["texts"]]


# -- languages ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", sorted(games.names()))
def test_every_language_has_the_same_rules_in_the_same_order(game: str, language: str) -> None:
    english, other = DEFINED.findall(_page(game, "en")), DEFINED.findall(_page(game, language))
    assert [rule for rule in english if rule not in other] == [], "not translated"
    assert [rule for rule in other if rule not in english] == [], "not in English any more"
    assert other == english


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", sorted(games.names()))
def test_every_language_has_the_same_headings_and_pictures(game: str, language: str) -> None:
    english, other = _page(game, "en"), _page(game, language)
    assert HEADING.findall(other) == HEADING.findall(english)
    assert rule_pictures.IMAGE.findall(other) == rule_pictures.IMAGE.findall(english)
    # Each rule and each picture stands in the same part.
    parts = [
        [
            [*DEFINED.findall(part), *rule_pictures.IMAGE.findall(part)]
            for part in page.split("\n## ")
        ]
        for page in (english, other)
    ]
    assert parts[1] == parts[0]


def test_the_rules_are_told_in_the_language_that_is_asked_for(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        for game in games.names():
            english = _told(await ann.api.get(f"/api/rules/{game}"))
            for language in OTHERS:
                page = await ann.api.get(f"/api/rules/{game}?language={language}")
                assert page["language"] == language
                texts = _told(page)
                assert [one["rule"] for one in texts if one["rule"]] == [
                    one["rule"] for one in english if one["rule"]
                ]
                assert {one["html"] for one in texts if one["rule"]}.isdisjoint(
                    one["html"] for one in english if one["rule"]
                )

    at_a_server(sqlite, 1, test)


@pytest.mark.parametrize("language", ["fr", "", "..", "de/../de", "DE"])
def test_a_language_that_is_not_there_is_answered_in_english(
    sqlite: Settings, language: str
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        page = await ann.api.get(f"/api/rules/dog?language={language}")
        assert page == await ann.api.get("/api/rules/dog")
        assert page["language"] == "en"

    at_a_server(sqlite, 1, test)


def test_a_rule_that_another_names_is_linked_without_spaces_around_it_too(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        for language in LANGUAGES:
            texts = _told(await ann.api.get(f"/api/rules/breath?language={language}"))
            named = {rule: html for one in texts for rule, html in [(one["rule"], one["html"])]}
            assert 'href="#BRE-11.4"' in named["BRE-10.7"]

    at_a_server(sqlite, 1, test)


# -- pictures -------------------------------------------------------------------------------------


def test_the_stored_positions_are_what_the_rules_make_of_them_today() -> None:
    """If they are not: python -m tools.rule_pictures"""
    stored = {file.stem: file.read_text("utf-8") for file in rule_pictures.FOLDER.glob("*.json")}
    wanted = rule_pictures.written()
    stale = [name for name in {*stored, *wanted} if stored.get(name) != wanted.get(name)]
    assert sorted(stale) == [], "run: python -m tools.rule_pictures"


def test_every_game_shows_positions_and_each_position_is_shown_once_and_drawn() -> None:
    shown = []
    for game in games.names():
        names = rule_pictures.named_in(RULES / f"{game}.md")
        assert len(names) >= FEWEST
        assert all(name.startswith(f"{game}-") for name in names)
        shown += names
    assert sorted(shown) == sorted(rule_pictures.written())
    for name in shown:
        picture = (rule_pictures.FOLDER / f"{name}.webp").read_bytes()
        assert (picture[:4], picture[8:12]) == (b"RIFF", b"WEBP")


def test_a_picture_is_told_as_a_position_with_its_words_and_never_as_html(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        page = await ann.api.get("/api/rules/dog?language=de")
        texts = _told(page)
        found = {one["position"]["name"]: one for one in texts if "position" in one}
        assert list(found) == rule_pictures.named_in(RULES / "dog.md")
        jack = found["dog-jack"]
        assert (jack["rule"], jack["html"]) == (None, "")
        position = jack["position"]
        assert "Bube" in position["words"]
        assert (position["players"], position["seat"]) == (4, 0)
        assert position["view"]["game"] == "dog"
        assert position["prompt"]["stage"] == "target"
        assert any(one["event"] == "played" for one in position["happened"])
        assert not any("<img" in one["html"] for one in texts)

    at_a_server(sqlite, 1, test)
