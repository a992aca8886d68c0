"""Where a request comes from: which pages may speak for the person whose browser they run in.

A browser says on every socket and every request that changes something from which page it comes,
and no page can make it lie. Only pages of this very server, and of addresses its host has named,
are let through. Programs are not browsers: they bring a token, no cookie, and no origin.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from dogpark.server.people.cookie import NAME
from dogpark.server.people.refused import NotDone
from dogpark.server.settings import Settings

SAFE = frozenset(("GET", "HEAD", "OPTIONS"))

_HOST = re.compile(r"(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?")
_PORTS = {"http": ":80", "https": ":443"}


def own_host(headers: Mapping[str, str]) -> str | None:
    """The address at which this server was asked; None if it is none."""
    host = headers.get("host", "").lower()
    return host if _HOST.fullmatch(host) else None


def origin_allowed(headers: Mapping[str, str], settings: Settings) -> bool:
    """Whether whoever sends this may act for the person it names.

    Without an origin that is a program, which must not come with a cookie: a browser that would
    leave the origin out says at least that it comes from the same site.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") == "same-origin" or not _has_cookie(headers)
    origin = origin.lower()
    if origin in settings.origins:
        return True
    host, parts = own_host(headers), urlsplit(origin)
    schemes = ("https",) if settings.secure else ("http", "https")
    if host is None or parts.scheme not in schemes or origin != f"{parts.scheme}://{parts.netloc}":
        return False
    port = _PORTS[parts.scheme]
    return parts.netloc.removesuffix(port) == host.removesuffix(port)


def check_forgery(method: str, headers: Mapping[str, str], settings: Settings) -> None:
    """Refuses what another page makes a browser send (cross-site request forgery).

    Two walls, each enough by itself in today's browsers. The origin must be allowed: every browser
    sends it, or Sec-Fetch-Site, with each request that is not safe. And a body must be JSON: a form
    cannot send that, and for a script of another site the browser asks this server beforehand
    whether it may, which is never answered with yes. The cookie's SameSite=Lax is a third. So no
    token in forms is needed, which would have to be fetched, kept and renewed, and which programs
    would have to play along with.
    """
    if method in SAFE:
        return
    if not origin_allowed(headers, settings):
        raise NotDone("not allowed", "This page may not do that here. Programs: use a token.")
    kind = headers.get("content-type")
    empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
    if kind is None and empty:
        return
    if kind is None or kind.split(";")[0].strip().lower() != "application/json":
        raise NotDone("unreadable", "Send JSON, with the content type application/json.")


def _has_cookie(headers: Mapping[str, str]) -> bool:
    return f"{NAME}=" in headers.get("cookie", "")
