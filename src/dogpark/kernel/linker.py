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
from hashlib import sha256
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

import numpy as np

from dogpark.kernel import playout, rng

Wrap: TypeAlias = Callable[[FunctionType], Any]
HOOKS = ("start", "active", "legal", "chance", "apply", "result", "judge", "greedy", "turn")


class NotDialect(TypeError):
    """A rule module uses something the compilers cannot take."""


def link(
    rules: ModuleType, others: Iterable[ModuleType], wrap: Wrap, *, arrays: bool
) -> dict[str, Any]:
    """The namespace of the driver with the game's functions in place.

    ``rules`` holds the hooks; ``others`` are the further rule modules (board, strategy, …).
    ``arrays`` turns constant tuples into arrays, which compiled code indexes far faster.
    """
    modules = [rng, *others, rules]
    twins: dict[FunctionType, Any] = {}
    spaces: list[dict[str, Any]] = []
    functions = {
        value
        for module in [*modules, playout]
        for value in vars(module).values()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }

    def namespace(module: ModuleType) -> dict[str, Any]:
        space: dict[str, Any] = {"__builtins__": __builtins__, "__name__": module.__name__}
        spaces.append(space)
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                twins[value] = space[name] = wrap(_clone(value, space))
            elif isinstance(value, bool | int):
                space[name] = value
            elif isinstance(value, tuple) and _is_table(value):
                space[name] = np.array(value, dtype=np.int32) if arrays else value
        return space

    linked = {module: namespace(module) for module in modules}
    driver = namespace(playout)
    for module, space in [*linked.items(), (playout, driver)]:
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ != module.__name__:
                if value not in functions:
                    raise NotDialect(
                        f"{module.__name__} uses {name} of {value.__module__}, which is no rule "
                        "module; name it in RULE_MODULES"
                    )
                space[name] = twins[value]
    for hook in HOOKS:
        for module in modules:
            if hook in linked[module]:
                driver[hook] = linked[module][hook]
    return driver


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
    paths = [here / f"{name}.py" for name in ("rng", "playout", "linker", "schema", "native")]
    paths += [Path(inspect.getfile(module)) for module in modules]
    digest = sha256()
    for path in paths:
        digest.update(path.name.encode())
        digest.update(ast.dump(ast.parse(path.read_text("utf-8"))).encode())
    return digest.hexdigest()[:20]
