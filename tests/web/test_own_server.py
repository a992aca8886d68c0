"""The page speaks to its own server and to nobody else, on every screen.

Every browser test refuses other requests (`visit`); this one walks through all screens and looks at
what was asked for, so that the others' silence means something.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect
from web.tools.driving import open_table

from tests.web.conftest import elsewhere
from tests.web.hands import GAMES

Visit = Callable[..., Page]


def test_every_request_of_every_screen_goes_to_the_pages_own_server(
    visit: Visit, server: str
) -> None:
    page = visit(service_workers="block")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url.replace("ws:", "http:", 1)))
    page.reload()
    expect(page.locator(".cover:has(svg)")).to_have_count(5)
    expect(page.locator("header .me")).to_be_visible()
    places = ["/me", "/host", *(f"/rules/{game}" for game in GAMES)]
    places += [open_table(page, game) for game in GAMES]
    places += [open_table(page, "dog", players=4, start=False), "/learn/bonfire"]
    for place in places:
        page.goto(place)
        expect(page.locator("h1, h2").first).to_be_visible()
        page.wait_for_load_state("networkidle")
    assert sum(url.startswith(f"{server}/assets/") for url in asked) > 50
    assert f"{server}/api/socket" in asked
    assert [url for url in asked if elsewhere(url, server)] == []


def test_what_goes_elsewhere_is_noticed_and_refused_by_the_browser_itself(
    browser: Browser, server: str
) -> None:
    for url in ("https://example.org/a.js", "//example.org/a.js", "http://127.0.0.1:1/"):
        assert elsewhere(url, server)
    for url in (f"{server}/a.js", "data:image/png;base64,AA", f"blob:{server}/1"):
        assert not elsewhere(url, server)
    context = browser.new_context(base_url=server)
    asked, answered = list[str](), list[str]()
    context.on("request", lambda request: asked.append(request.url))
    context.on("response", lambda answer: answered.append(answer.url))
    page = context.new_page()
    page.goto("/")
    refused = page.evaluate(
        """async () => {
          const blocked = new Promise((done) =>
            addEventListener('securitypolicyviolation', (event) => done(event.blockedURI)));
          const image = new Image();
          image.src = 'http://127.0.0.1:1/pixel.png';
          return blocked;
        }"""
    )
    assert refused == "http://127.0.0.1:1/pixel.png"
    assert [url for url in asked if elsewhere(url, server)] == [refused]
    assert refused not in answered
    context.close()
