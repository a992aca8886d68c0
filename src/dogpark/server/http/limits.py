"""How much one person and one address may ask for.

A handler names its own limits: ``@post(…, per_person=TABLES)``; what it does not name is held by
the general ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any

from litestar.datastructures import Headers

from dogpark.server.people.buckets import Limit
from dogpark.server.settings import Settings

MOST_BYTES = 64 * 1024  # of a request's body

ANY = Limit("person", burst=120, per_second=20)
TABLES = Limit(
    "tables", burst=20, per_second=1 / 6, words="That is many tables; play at one of them first."
)
# Each is an entry that is kept for good, and told to everybody who watches.
ARRANGING = Limit(
    "arranging",
    burst=60,
    per_second=1,
    words="That is a lot of coming and going; give the others a moment to follow.",
)
RECORDS = Limit("records", burst=20, per_second=1 / 2)
_SEARCH = "Your data was asked for just now; please wait a while."
EXPORTS = Limit("export", burst=3, per_second=1 / 1200, words=_SEARCH, shared=True)
EXPORTS_HERE = Limit("export-address", burst=10, per_second=1 / 360, words=_SEARCH, shared=True)


def per_address(settings: Settings) -> Limit:
    """Everything from one address. Who lets more people in from one lets them do more there."""
    people = settings.people_per_minute
    return Limit("address", burst=max(400, 20 * people), per_second=max(50, people))


def most_sockets(settings: Settings) -> int:
    """Open at the same time from one address."""
    return max(200, 10 * settings.people_per_minute)


def guests(settings: Settings) -> Limit:
    """New guests from one address."""
    people = settings.people_per_minute
    words = "Many people have just come from your address; please try again in a minute."
    return Limit("guests", burst=people, per_second=people / 60, words=words, shared=True)


def address(scope: Mapping[str, Any], headers: Headers, settings: Settings) -> str:
    """Whom a limit is for: the client's address, or its network where one person has many.

    What a client claims itself is worth nothing. The proxy in front, where there is one and the
    settings say so, adds the address it saw at the end, or below in a line of its own.
    """
    client = scope.get("client")
    host = str(client[0]) if client else ""
    if settings.trust_proxy:
        lines = headers.getall("x-forwarded-for", [""])
        host = lines[-1].split(",")[-1].strip() or host
    try:
        found = ip_address(host)
    except ValueError:
        return "unknown"
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> 64 << 64)) + "/64"
    return str(found)
