"""The front door, for people who open the address in a browser."""

from __future__ import annotations

from html import escape

from litestar import MediaType, Response, get

from dogpark import games

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>dogpark</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><main><h1>dogpark</h1><p>Five dog games at one table. The tables are open.</p>
<ul>{games}</ul>
<p>Programs play here too: <a href="/api/schema/openapi.json">the HTTP interface</a>,
<a href="/api/socket.json">the socket's messages</a>.</p></main></body></html>
"""


@get("/", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def front() -> Response[str]:
    """What this is, and where its interfaces are described."""
    lines = [
        f"<li><strong>{escape(facts.title)}</strong>: {escape(facts.sentence)}</li>"
        for facts in (games.rooms(name).facts for name in games.names())
    ]
    return Response(_PAGE.format(games="".join(lines)), media_type=MediaType.HTML)
