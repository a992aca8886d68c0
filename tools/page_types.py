"""The page's types of messages and bodies, made from the server's own. `make reference`.

A test fails while `web/src/wire/types.ts` is not current.
"""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from dogpark.server.http.history import PastGames
from dogpark.server.http.me import Me
from dogpark.server.http.ratings import Board
from dogpark.server.http.replays import Replay
from dogpark.server.http.rules_pages import RulesPage
from dogpark.wire import bodies
from dogpark.wire.asks import AnyAsk
from dogpark.wire.tells import AnyTell

FILE = Path(__file__).parent.parent / "web" / "src" / "wire" / "types.ts"
HEAD = "// Made from the server's types by `make reference`; not to be changed by hand.\n"
WIDTH = 100
BODIES = (
    bodies.NewTable,
    bodies.Rearrange,
    bodies.Quick,
    bodies.Sit,
    bodies.Fill,
    bodies.Rise,
    bodies.Swap,
    bodies.TableReply,
    bodies.Tables,
    bodies.RefusedBody,
    Me,
    PastGames,
    Board,
    RulesPage,
    Replay,
)
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}  # fmt: skip


def written() -> str:
    """The whole file as it should be."""
    (ask, tell, *_), parts = msgspec.json.schema_components(
        [AnyAsk, AnyTell, *BODIES], ref_template="{name}"
    )
    told = [HEAD]
    told += [_interface(name, part) for name, part in sorted(parts.items())]
    told += [_union("Ask", "What a client sends.", ask)]
    told += [_union("Tell", "What the server sends.", tell)]
    return "\n".join(told)


def _interface(name: str, schema: dict[str, Any]) -> str:
    needed = set(schema.get("required", ()))
    lines = [*_comment(schema, ""), f"export interface {name} {{"]
    for field, part in schema["properties"].items():
        lines += _comment(part, "  ")
        lines.append(f"  {field}{'' if field in needed else '?'}: {_type(part)};")
    return "\n".join([*lines, "}", ""])


def _union(name: str, words: str, schema: dict[str, Any]) -> str:
    return f"/** {words} */\nexport type {name} =\n  | " + "\n  | ".join(
        part["$ref"] for part in schema["anyOf"]
    ) + ";\n"  # fmt: skip


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(_type(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        inner = _type(schema.get("items", {}))
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind == "object":
        # What a game fills in is known to its own scene, not to the wire.
        return "Record<string, any>"
    return PLAIN.get(str(kind), "any")


def _comment(schema: dict[str, Any], indent: str) -> list[str]:
    words = inspect.cleandoc(schema.get("description", "")).replace("``", "`")
    if not words:
        return []
    lines = words.splitlines()
    if len(lines) == 1 and len(indent) + len(words) + 7 <= WIDTH:
        return [f"{indent}/** {words} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def main() -> int:
    old = FILE.read_text("utf-8") if FILE.exists() else ""
    new = written()
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(new, "utf-8")
    print(f"{'written  ' if new != old else 'unchanged'} {FILE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
