"""The pictures of the page in docs/: of every screen, and shown to somebody."""

from __future__ import annotations

from pathlib import Path

import pytest
from web.tools.screenshots import ALL, SCREENS, SIZES, THEMES

DOCS = Path(__file__).parent.parent.parent / "docs"
MOST = 5_000_000  # bytes of all of them


@pytest.mark.parametrize("screen", ALL)
def test_there_is_a_picture_of_every_screen_in_both_sizes_and_themes(screen: str) -> None:
    for size in SIZES:
        for theme in THEMES:
            picture = SCREENS / f"{screen}-{size}-{theme}.webp"
            assert picture.is_file(), f"{picture.name} is missing: run `make screenshots`"
            assert picture.read_bytes()[8:12] == b"WEBP"


def test_no_picture_is_left_of_a_screen_that_is_gone() -> None:
    wanted = {f"{screen}-{size}-{theme}" for screen in ALL for size in SIZES for theme in THEMES}
    assert {picture.stem for picture in SCREENS.iterdir()} == wanted


def test_the_pictures_are_small() -> None:
    assert sum(picture.stat().st_size for picture in SCREENS.iterdir()) < MOST


@pytest.mark.parametrize("screen", ALL)
def test_every_screen_is_shown_on_the_page_about_playing(screen: str) -> None:
    page = (DOCS / "page.md").read_text("utf-8")
    for theme in THEMES:
        assert f"img/screens/{screen}-desktop-{theme}.webp#only-{theme}" in page
