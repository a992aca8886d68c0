"""Why a move was not accepted: a kind for programs, a rule and words for people."""

from __future__ import annotations

from typing import Literal, TypeAlias

RefusalKind: TypeAlias = Literal["unreadable", "not your turn", "illegal now", "stale", "over"]


class Refused(Exception):
    """A move the referee did not accept. The position is exactly as it was before."""

    def __init__(self, kind: RefusalKind, rule: str | None, message: str) -> None:
        super().__init__(f"{rule}: {message}" if rule else message)
        self.kind = kind
        self.rule = rule
        self.message = message

    def to_dict(self) -> dict[str, str | None]:
        return {"refused": self.kind, "rule": self.rule, "words": self.message}
