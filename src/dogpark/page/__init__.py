"""The page's built files. `make page` makes them from `web/`; a wheel brings them along."""

from __future__ import annotations

from pathlib import Path

DIST = Path(__file__).parent / "dist"
INDEX = "index.html"


def built() -> bool:
    """Whether there is a page to serve."""
    return (DIST / INDEX).is_file()
