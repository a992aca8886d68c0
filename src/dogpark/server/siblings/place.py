"""Where a process stands among its siblings."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final
from zlib import crc32

BEAT: Final = 1.0  # seconds between two signs of life
SIGN: Final = b"."  # one of them


@dataclass(frozen=True)
class Place:
    """One of ``count`` processes, and where it meets the others."""

    number: int
    count: int
    folder: str  # of theirs alone; the names of their sockets are short enough there
    listening: int  # the handle at which all of them take connections

    def home(self, table: str) -> int:
        """The sibling where a table is at home: the same for everybody, and always."""
        return crc32(table.encode()) % self.count

    def is_home(self, table: str) -> bool:
        return self.home(table) == self.number

    def door(self, number: int) -> Path:
        """Where that sibling takes connections from the others."""
        return Path(self.folder, f"door-{number}")

    @property
    def hub(self) -> Path:
        return hub_of(self.folder)

    def to_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Place:
        return cls(**json.loads(text))


def hub_of(folder: str) -> Path:
    return Path(folder, "hub")
