"""A server with the built page, and people who look at it with Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)
from tools import page as page_tool
from web.tools.driving import PATIENCE, find_chromium

from dogpark.server.settings import Settings
from dogpark.server.store import migrate
from tests.server.whole.running import Apart
from tests.web.shuffled import Shuffled

# What Chromium says on its own about a request that was refused; the page's own errors are others.
REFUSED = "Failed to load resource"
AWAY = "ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED"  # said of a server that is gone
NOWHERE = ("data", "blob")  # addresses that lead to nobody

expect.set_options(timeout=PATIENCE)  # five seconds, its own, are few where everything is slow


@pytest.fixture(scope="session")
def built() -> None:
    """The page is built, and from the sources as they are."""
    with page_tool.alone():
        page_tool.build()


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps its tables."""
    return tmp_path_factory.mktemp("page") / "dogpark.sqlite"


def settings_for(database: Path) -> Settings:
    """A new database. It is set up in a thread: where a browser runs, no other event loop may."""
    settings = Settings(f"sqlite:///{database}", secret="a secret that only the tests know")
    with ThreadPoolExecutor(1) as thread:
        thread.submit(migrate.upgrade, settings).result()
    return settings


@pytest.fixture(scope="session")
def server(built: None, database: Path) -> Iterator[str]:
    """The address of a server that shows the page."""
    with Shuffled(settings_for(database)) as running:
        yield running.address.http


@pytest.fixture
def own_server(built: None, tmp_path: Path) -> Iterator[Apart]:
    """A server of this test's own, to be killed and started again."""
    with Shuffled(settings_for(tmp_path / "own.sqlite")) as running:
        yield running


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """One for the tests of a module: while it is there its event loop runs, and no other test's may."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    chromium = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
    yield chromium
    chromium.close()


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Lets somebody new come to the page; whatever goes wrong in it fails the test.

    So does a request to anybody but the page's own server, in every test and on every screen.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def come(path: str = "/", address: str = server, **more: object) -> Page:
        context = browser.new_context(base_url=address, locale="en-GB", **more)  # type: ignore[arg-type] # of the keywords
        context.set_default_timeout(PATIENCE)
        contexts.append(context)

        def asked(request: Request) -> None:
            if elsewhere(request.url, address):
                wrong.append(f"a request to {request.url}")

        context.on("request", asked)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda told: (
                wrong.append(told.text) if told.type == "error" and not _known(told.text) else None
            ),
        )
        page.goto(path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert wrong == []


def elsewhere(url: str, address: str) -> bool:
    """Whether a request leaves the page's own server."""
    asked, own = urlsplit(url), urlsplit(address)
    return asked.scheme not in NOWHERE and asked.netloc != own.netloc


def _known(said: str) -> bool:
    return said.startswith(REFUSED) or any(f"net::{why}" in said for why in AWAY)
