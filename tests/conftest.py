"""What all tests share: one cache of compiled code for all workers of all runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from dogpark.kernel import native
from dogpark.kernel.native import Native
from dogpark.kernel.rooms import Rooms

ROOT = Path(__file__).parent.parent
WAITING = ROOT / "tests" / "web"

settings.register_profile(
    "dogpark", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("dogpark")


def pytest_configure(config: pytest.Config) -> None:
    """Compiled code lies in pytest's own cache; child processes find the toys."""
    if "DOGPARK_CACHE" not in os.environ:
        os.environ["DOGPARK_CACHE"] = str(config.rootpath / ".pytest_cache" / "d" / "dogpark")
    path = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if str(ROOT) not in path:
        os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), *filter(None, path)])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers first: they mostly wait, and should do so while others compute.

    Each worker begins with a stretch of the list and takes from the others when it is done.
    """
    items.sort(key=lambda item: WAITING not in item.path.parents)


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """One process at a time; the others wait."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w", encoding="utf-8") as file:
        if sys.platform == "win32":
            yield  # without a lock two workers may compile the same game, which only costs time
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(file, fcntl.LOCK_UN)


@cache
def _compiled(package: str) -> Native:
    rooms = Rooms(package)
    with _alone(native.cache_root() / f"{rooms.name}.lock"):
        return native.warm(rooms)


@pytest.fixture(scope="session")
def compiled() -> Callable[[str], Native]:
    """The native twin of a package; the first worker that asks compiles, the others load."""
    return _compiled


@pytest.fixture
def fetch() -> Rooms:
    """A fresh set of the toy game's rooms."""
    return Rooms("tests.toys.fetch")
