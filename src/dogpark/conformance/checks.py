"""The registry of checks. Each has a name, a sentence, and a function that yields what is wrong.

By what they look at there are kinds: a table before anything is played, a moment of a game (every
step, or some of them for the costly ones), a finished walk, a table after all its walks, and the
compiled twins of several games at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from dogpark.conformance.tables import Table

Kind: TypeAlias = Literal["table", "moment", "costly", "walk", "after", "twins"]
Problems: TypeAlias = Iterable["str | Finding"]
F = TypeVar("F", bound=Callable[..., Problems])


@dataclass(frozen=True)
class Finding:
    """A problem that knows better than its caller where it was met."""

    table: Table
    seed: str
    step: int | None
    problem: str


@dataclass(frozen=True)
class Check:
    """One named check."""

    name: str
    kind: Kind
    sentence: str
    function: Callable[..., Problems]

    def problems(self, *looked_at: Any) -> Iterator[str | Finding]:
        """What is wrong; an exception inside a check is wrong as well, and says so."""
        try:
            yield from self.function(*looked_at)
        except Exception as error:  # noqa: BLE001 (whatever a game raises is a finding)
            yield f"raised {_where(error)}"


CHECKS: dict[str, Check] = {}


def check(kind: Kind) -> Callable[[F], F]:
    """Registers a function under its name; the first line of its docstring is its sentence."""

    def register(function: F) -> F:
        name = function.__name__
        if name in CHECKS:
            raise ValueError(f"two checks are called {name}")
        sentence = (function.__doc__ or "").strip().partition("\n")[0]
        CHECKS[name] = Check(name, kind, sentence, function)
        return function

    return register


def of_kind(kind: Kind, names: Iterable[str] | None = None) -> list[Check]:
    chosen = CHECKS if names is None else set(names)
    return [found for found in CHECKS.values() if found.kind == kind and found.name in chosen]


def _where(error: Exception) -> str:
    trace, place = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} in {code.co_name}"
        trace = trace.tb_next
    return f"{type(error).__name__}: {error} ({place})"
