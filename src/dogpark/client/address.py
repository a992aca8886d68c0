"""Where a server is, as people write it: an address, with or without ``http://`` before it."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import quote, urlsplit


class BadAddress(ValueError):
    """Not an address of a server; the message says why."""


@dataclass(frozen=True)
class Address:
    """The address of a server."""

    secure: bool
    host: str
    port: int

    @property
    def http(self) -> str:
        return f"http{'s' if self.secure else ''}://{self._place}"

    @property
    def here(self) -> bool:
        """Whether it is this very machine, by its loopback address."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False  # a name; whose it is today nobody can promise

    def socket_for(self, table: str | None) -> str:
        """Where to open a socket that will watch this table, if it is known which.

        A hint: of several processes, the one that has the table can take the connection. Other
        tables may be watched over it all the same.
        """
        hint = "" if table is None else f"?table={quote(table, safe='')}"
        return f"ws{'s' if self.secure else ''}://{self._place}/api/socket{hint}"

    @property
    def _place(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    def __str__(self) -> str:
        return self.http


def read_address(text: str) -> Address:
    """``127.0.0.1:8765``, ``http://localhost:8765`` or ``https://dogs.example``."""
    parts = urlsplit(text if "://" in text else f"http://{text}")
    if parts.scheme not in ("http", "https"):
        raise BadAddress(f"a server's address begins with http:// or https://, not {text!r}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or parts.path.strip("/") or parts.query or parts.username:
        raise BadAddress(f"a server's address looks like http://127.0.0.1:8765, not {text!r}")
    secure = parts.scheme == "https"
    return Address(secure, host, port or (443 if secure else 80))
