"""A passkey authenticator in software: what a phone or a security key does, without the phone."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL = 0x01, 0x04, 0x40


class Authenticator:
    """Holds one passkey for one server and signs challenges with it."""

    def __init__(self, origin: str = "http://localhost:8765") -> None:
        self.origin = origin
        self.id = secrets.token_bytes(32)
        self.count = 0
        self.user: str | None = None
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What ``navigator.credentials.create`` answers, as JSON."""
        self.user = options["user"]["id"]
        numbers = self._key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        credential = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(public)
        flags = USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL
        data = self._data(options["rp"]["id"], flags) + credential
        attestation = {"fmt": "none", "attStmt": {}, "authData": data}
        return self._credential(
            {
                "clientDataJSON": self._client("webauthn.create", options["challenge"]),
                "attestationObject": cbor2.dumps(attestation),
            }
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """What ``navigator.credentials.get`` answers, as JSON."""
        self.count += 1
        client = self._client("webauthn.get", options["challenge"])
        data = self._data(options["rpId"], USER_PRESENT | USER_VERIFIED)
        signed = data + hashlib.sha256(client).digest()
        assert self.user is not None
        return self._credential(
            {
                "clientDataJSON": client,
                "authenticatorData": data,
                "signature": self._key.sign(signed, ec.ECDSA(hashes.SHA256())),
                "userHandle": base64url_to_bytes(self.user),
            }
        )

    def _client(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _credential(self, response: dict[str, bytes]) -> dict[str, Any]:
        name = bytes_to_base64url(self.id)
        said = {key: bytes_to_base64url(value) for key, value in response.items()}
        return {"id": name, "rawId": name, "type": "public-key", "response": said}
