"""One set of rule functions, three ways to run it.

The linker clones the functions of a game's rule modules (and of the kernel's generator and
driver) into fresh namespaces and wraps every clone: with nothing for Python, ``njit`` for native,
``cuda.jit(device=True)`` for the GPU. Names resolve inside the clones, so a rule written in one
file may call a rule written in another and stays plain Python for whoever reads or debugs it.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

import numpy as np

from dogpark.kernel import playout, rng

Wrap: TypeAlias = Callable[[FunctionType], Any]
HOOKS = (
    "start",
    "active",
    "legal",
    "chance",
    "apply",
    "result",
    "glance",
    "judge",
    "swayed",
    "greedy",
    "turn",
    "value",
    "chapter",
    "overlooks",
    "weaker",
)


class NotDialect(TypeError):
    """A rule module uses something the compilers cannot take."""


@dataclass(frozen=True)
class Company:
    """A driver beside ``playout``, and the module in which a game has its part of it.

    The driver names its stand-ins in HOOKS.
    """

    driver: ModuleType
    own: ModuleType


def link(
    rules: ModuleType,
    others: Iterable[ModuleType],
    wrap: Wrap,
    *,
    arrays: bool,
    company: Company | None = None,
) -> dict[str, Any]:
    """The namespace of the driver with the game's functions in place.

    ``rules`` holds the hooks; ``others`` are the further rule modules (board, strategy, …).
    ``arrays`` turns constant tuples into arrays, which compiled code indexes far faster.
    """
    modules = [rng, *others, rules]
    stand_ins = _stand_ins(playout, HOOKS, modules)
    drivers = [playout]
    if company is not None:
        stand_ins |= _stand_ins(company.driver, company.driver.HOOKS, [company.own])
        modules.append(company.own)
        drivers.append(company.driver)
    twins: dict[FunctionType, Any] = {}

    def namespace(module: ModuleType) -> dict[str, Any]:
        space: dict[str, Any] = {"__builtins__": __builtins__, "__name__": module.__name__}
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                if value not in stand_ins:
                    twins[value] = space[name] = wrap(_clone(value, space))
            elif isinstance(value, bool | int):
                space[name] = value
            elif isinstance(value, tuple) and _is_table(value):
                space[name] = np.array(value, dtype=np.int32) if arrays else value
        return space

    spaces = {module: namespace(module) for module in [*modules, *drivers]}
    for module, space in spaces.items():
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and name not in space:
                real = stand_ins.get(value, value)
                if real not in twins:
                    raise NotDialect(
                        f"{module.__name__} uses {name} of {value.__module__}, which is no rule "
                        "module; name it in RULE_MODULES"
                    )
                space[name] = twins[real]
    return spaces[drivers[-1]]


def _stand_ins(
    driver: ModuleType, hooks: Iterable[str], modules: Iterable[ModuleType]
) -> dict[FunctionType, FunctionType]:
    """For each function of the driver that a game has its own version of, that version."""
    found: dict[FunctionType, FunctionType] = {}
    for hook in hooks:
        for module in modules:
            own = vars(module).get(hook)
            if isinstance(own, FunctionType) and own.__module__ == module.__name__:
                found[vars(driver)[hook]] = own
    return found


def _clone(function: FunctionType, space: dict[str, Any]) -> FunctionType:
    if function.__defaults__ or function.__kwdefaults__ or function.__closure__:
        raise NotDialect(f"{function.__qualname__}: no default values or closures in rules")
    twin = FunctionType(function.__code__, space, function.__name__)
    twin.__module__ = function.__module__
    twin.__qualname__ = function.__qualname__
    twin.__doc__ = function.__doc__
    return twin


def _is_table(value: tuple[Any, ...]) -> bool:
    if value and all(isinstance(row, tuple) for row in value):
        return len({len(row) for row in value}) == 1 and all(_is_table(row) for row in value)
    return bool(value) and all(type(item) is int for item in value)


def fingerprint(modules: Iterable[ModuleType]) -> str:
    """A hash of the code of all these modules, the kernel's and the compiler's: the cache's key.

    Comments and formatting do not count, so editing a remark recompiles nothing.
    """
    here = Path(__file__).parent
    paths = [
        here / f"{name}.py" for name in ("rng", "playout", "linker", "schema", "parts", "native")
    ]
    paths += [Path(inspect.getfile(module)) for module in modules]
    digest = sha256()
    for path in paths:
        digest.update(path.name.encode())
        digest.update(_code_in(path.read_text("utf-8")))
    return digest.hexdigest()[:20]


@cache
def _code_in(source: str) -> bytes:
    """Parsed once in a process: that takes a while, and bots ask before every thought."""
    return sha256(ast.dump(ast.parse(source)).encode()).digest()
