"""The server shows the page: its files, small and kept by browsers, and nothing else."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx
import pytest

from dogpark import page
from dogpark.server.http import page as serving_page
from dogpark.server.settings import Settings
from tests.server.whole.running import in_loop, serving

SCRIPT = b"console.log('woof');" * 100
ROOMS = ("/", "/t/k3m9x2p7qa", "/replay/k3m9x2p7qa", "/rules/dog", "/learn/dog", "/me", "/host")


@pytest.fixture
def dist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page as a build leaves it, and the server shows that one."""
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>dogpark</title>", "utf-8")
    (folder / "favicon.svg").write_text("<svg/>", "utf-8")
    (folder / ".built-from").write_text("secret", "utf-8")
    (folder / "assets" / "index-abc.js").write_bytes(SCRIPT)
    (folder / "assets" / "index-abc.js.gz").write_bytes(gzip.compress(SCRIPT))
    monkeypatch.setattr(serving_page.files, "__defaults__", (folder,))
    return folder


def asked(settings: Settings, path: str, **headers: str) -> httpx.Response:
    async def main() -> httpx.Response:
        async with (
            serving(settings) as here,
            httpx.AsyncClient(base_url=here.address.http) as client,
        ):
            client.headers = httpx.Headers(headers)
            return await client.get(path)

    return in_loop(main)


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_the_same_page(sqlite: Settings, dist: Path, room: str) -> None:
    answer = asked(sqlite, room)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert "dogpark" in answer.text


def test_a_hashed_file_is_kept_for_good_and_comes_compressed(sqlite: Settings, dist: Path) -> None:
    answer = asked(sqlite, "/assets/index-abc.js", **{"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.content == SCRIPT


def test_a_browser_that_takes_nothing_compressed_gets_it_plain(
    sqlite: Settings, dist: Path
) -> None:
    answer = asked(sqlite, "/assets/index-abc.js", **{"accept-encoding": "identity"})
    assert "content-encoding" not in answer.headers
    assert answer.content == SCRIPT


def test_a_browser_that_has_the_page_is_told_so(sqlite: Settings, dist: Path) -> None:
    tag = asked(sqlite, "/").headers["etag"]
    again = asked(sqlite, "/", **{"if-none-match": tag})
    assert again.status_code == 304
    assert again.content == b""


@pytest.mark.parametrize(
    "path",
    [
        "/assets/nothing.js",
        "/assets/..%2findex.html",
        "/assets/..%2F.built-from",
        "/.built-from",
        "/assets/%2e%2e%2f%2e%2e%2f__init__.py",
        "/worker.js",
        "/t/a/b",
    ],
)
def test_no_address_leads_to_anything_else(sqlite: Settings, dist: Path, path: str) -> None:
    assert asked(sqlite, path).status_code == 404


def test_without_a_build_the_page_says_what_to_do(
    sqlite: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving_page.files, "__defaults__", (tmp_path,))
    answer = asked(sqlite, "/")
    assert answer.status_code == 200
    assert "make play" in answer.text


def test_a_new_build_is_shown_without_a_new_start(dist: Path) -> None:
    assert b"dogpark" in serving_page.files(dist)[page.INDEX].content
    (dist / page.INDEX).write_text("new", "utf-8")
    assert serving_page.files(dist)[page.INDEX].content == b"new"
