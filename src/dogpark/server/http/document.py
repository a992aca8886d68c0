"""The description of the HTTP interface, made from its handlers and types (OpenAPI)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag

from dogpark.server.people.cookie import NAME
from dogpark.server.version import VERSION
from dogpark.wire.bodies import Body

PATH = "/api/schema/openapi.json"
TAGS = {
    "tables": "Open, find, join, arrange and leave tables. The game itself goes over the socket.",
    "people": "Oneself: name, colour, data.",
    "accounts": "Passwords and passkeys, for those who want to be known on other devices.",
    "programs": "Tokens for programs that play.",
    "results": "Ratings and finished games.",
    "operations": "For those who run the server.",
}
_COOKIE = SecurityScheme(
    type="apiKey",
    name=NAME,
    security_scheme_in="cookie",
    description="In a browser: who asks first gets it, and is a guest.",
)
_TOKEN = SecurityScheme(
    type="http",
    scheme="Bearer",
    description="For programs: a token made at `/api/me/tokens`.",
)


class Document(JsonRenderPlugin):
    """Renders the description."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, precise(openapi_schema))


def precise(document: dict[str, Any]) -> dict[str, Any]:
    """Says what the framework leaves out: that bodies hold nothing but the fields they name."""
    for body in _below(Body):
        schema = document["components"]["schemas"].get(body.__name__)
        if schema is not None:
            schema["additionalProperties"] = False
    return document


def document_config() -> OpenAPIConfig:
    """For the application."""
    folder, _, name = PATH.rpartition("/")
    return OpenAPIConfig(
        title="dogpark",
        version=VERSION,
        description="Tables of five dog games. Moves are made over the socket at "
        "`/api/socket`, whose messages are described in `/api/socket.json`.",
        path=folder,
        render_plugins=[Document(path=f"/{name}")],
        use_handler_docstrings=True,
        components=Components(security_schemes={"cookie": _COOKIE, "token": _TOKEN}),
        security=[{"cookie": []}, {"token": []}, {}],
        tags=[Tag(name=name, description=words) for name, words in TAGS.items()],
    )


def _below(kind: type) -> Iterator[type]:
    kinds: list[type] = kind.__subclasses__()
    for one in kinds:
        yield one
        yield from _below(one)
