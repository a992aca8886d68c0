"""What the server gives people to hold: the cookie that says who they are, and short notes.

The cookie holds the person's id and the generation of their cookies, signed. Whoever is here has
it signed anew once a day; after a year of absence it is worth nothing. A person's generation moves
on when they log out everywhere or change their password, and every older cookie ends with that.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from itsdangerous import BadData, URLSafeTimedSerializer

NAME = "dogpark"
LIFE = timedelta(days=365)
ROTATION = timedelta(days=1)
MOST_SIGNS = 1024  # far more than any cookie of ours; longer ones are not worth reading

Purpose = Literal["who", "passkey", "reset"]


@dataclass(frozen=True)
class Held:
    """What a good cookie says, and whether it is time to sign it anew."""

    person: str
    generation: int
    stale: bool


class Signer:
    """Signs and reads what this server gives away. One key per purpose, made of one secret."""

    def __init__(self, secret: str) -> None:
        if not secret:
            raise ValueError("a server without a secret cannot sign anything")
        self._secret = secret

    def cookie(self, person: str, generation: int) -> str:
        return str(self._signs("who").dumps([person, generation]))

    def read_cookie(self, value: str) -> Held | None:
        """None for whatever this server has not signed, or signed more than a year ago."""
        read = self._read("who", value, LIFE)
        match read:
            case ([str(person), int(generation)], datetime() as at):
                return Held(person, generation, stale=datetime.now(UTC) - at > ROTATION)
        return None

    def note(self, purpose: Purpose, said: dict[str, Any]) -> str:
        """Something a client brings back soon, such as the challenge for a passkey."""
        return str(self._signs(purpose).dumps(said))

    def read_note(self, purpose: Purpose, value: str, life: timedelta) -> dict[str, Any] | None:
        read = self._read(purpose, value, life)
        return read[0] if read and isinstance(read[0], dict) else None

    def _read(self, purpose: Purpose, value: str, life: timedelta) -> tuple[Any, datetime] | None:
        if len(value) > MOST_SIGNS or not value.isascii():
            return None
        seconds = int(life.total_seconds())
        try:
            said, at = self._signs(purpose).loads(value, max_age=seconds, return_timestamp=True)
        except BadData:
            return None
        return said, at

    def _signs(self, purpose: Purpose) -> URLSafeTimedSerializer:
        # The purpose goes into the key: what was signed for one is worth nothing for another.
        return URLSafeTimedSerializer(
            self._secret,
            salt=f"dogpark.{purpose}",
            signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
        )
