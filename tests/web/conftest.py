"""A server with the built page, and people who look at it with Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tools import page as page_tool
from web.tools.driving import PATIENCE, find_chromium

from dogpark.server.settings import Settings
from dogpark.server.store import migrate
from tests.server.whole.running import Apart

# What Chromium says on its own about a request that was refused; the page's own errors are others.
REFUSED = "Failed to load resource"

expect.set_options(timeout=PATIENCE)  # five seconds, its own, are few where everything is slow


@pytest.fixture(scope="session")
def built() -> None:
    """The page is built, and from the sources as they are."""
    with page_tool.alone():
        page_tool.build()


@pytest.fixture(scope="session")
def server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that shows the page."""
    file = tmp_path_factory.mktemp("page") / "dogpark.sqlite"
    settings = Settings(f"sqlite:///{file}", secret="a secret that only the tests know")
    migrate.upgrade(settings)
    with Apart(settings) as running:
        yield running.address.http


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for the tests of a module: while it is there its event loop runs, and no other test's may."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Browser, server: str, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Lets somebody new come to the page; whatever goes wrong in it fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def come(path: str = "/", **more: object) -> Page:
        context = browser.new_context(base_url=server, locale="en-GB", **more)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda told: (
                wrong.append(told.text)
                if told.type == "error" and not told.text.startswith(REFUSED)
                else None
            ),
        )
        page.goto(path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert wrong == []
