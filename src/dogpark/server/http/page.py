"""The page, for people who open the address in a browser: its files, as they were built.

All files are known beforehand and looked up by name, so that no address leads anywhere else. Those
with a hash in their name never change and are kept by browsers for good.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from dogpark import page

FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the first that a browser takes is sent
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>dogpark</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><main><h1>dogpark</h1>
<p>The tables are open, but the page is not built yet: run <code>make play</code> in the checkout.</p>
<p>Programs play here too: <a href="/api/schema/openapi.json">the HTTP interface</a>,
<a href="/api/socket.json">the socket's messages</a>.</p></main></body></html>
"""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page, and the smaller twins that lie beside it."""

    kind: str
    cache: str
    tag: str
    content: bytes
    twins: Mapping[str, bytes]


@lru_cache(maxsize=2)
def _files(folder: Path, _built_at: int) -> dict[str, File]:
    names = [path for path in folder.rglob("*") if path.is_file()]
    return {
        path.relative_to(folder).as_posix(): _file(folder, path)
        for path in names
        if path.suffix not in ENCODINGS.values() and not path.name.startswith(".")
    }


def _file(folder: Path, path: Path) -> File:
    content = path.read_bytes()
    twins = {
        name: path.with_name(path.name + suffix).read_bytes()
        for name, suffix in ENCODINGS.items()
        if path.with_name(path.name + suffix).is_file()
    }
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    hashed = path.parent != folder
    return File(
        kind=kind or "application/octet-stream",
        cache=FOR_GOOD if hashed else ASK_AGAIN,
        tag=f'"{sha256(content).hexdigest()[:20]}"',
        content=content,
        twins=twins,
    )


def files(folder: Path = page.DIST) -> dict[str, File]:
    """The page's files by name; read anew after a new build. Empty while there is none."""
    try:
        built_at = (folder / page.INDEX).stat().st_mtime_ns
    except FileNotFoundError:
        return {}
    return _files(folder, built_at)


def _answer(file: File, request: Request[Any, Any, Any]) -> Response[bytes]:
    headers = {"cache-control": file.cache, "etag": file.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    content = file.content
    taken = request.headers.get("accept-encoding", "")
    for name, twin in file.twins.items():
        if name in taken:
            headers["content-encoding"], content = name, twin
            break
    return Response(content, headers=headers, media_type=file.kind)


@get(
    [
        "/",
        "/t/{name:str}",
        "/replay/{name:str}",
        "/rules/{name:str}",
        "/learn/{name:str}",
        "/me",
        "/host",
    ],
    include_in_schema=False,
    sync_to_thread=False,
)
def front(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page; which room it shows it reads from the address itself."""
    index = files().get(page.INDEX)
    if index is None:
        return Response(NOT_BUILT.encode(), media_type=MediaType.HTML)
    return _answer(index, request)


@get(
    ["/assets/{name:str}", "/favicon.svg", "/manifest.webmanifest", "/worker.js"],
    include_in_schema=False,
    sync_to_thread=False,
)
def asset(request: Request[Any, Any, Any], name: FromPath[str] = "") -> Response[bytes]:
    """A file that the page asks for."""
    file = files().get(f"assets/{name}" if name else request.url.path.removeprefix("/"))
    if file is None:
        raise NotFoundException
    return _answer(file, request)
