"""The pages' generated parts: messages, figures and the plan's arithmetic. `make reference`.

Each stands between two marks in a page that people write; only what is between them is written
here. A test fails while a page is not current.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from tools import capacity

from dogpark.server.ops.metrics import Metrics
from dogpark.wire.reference import KINDS, Message, helpers, messages

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
WIDTH = 100  # an example that fits stays on one line


class NoMarks(ValueError):
    """A page lacks the marks between which its generated part belongs."""


def blocks() -> dict[str, dict[str, Callable[[], str]]]:
    """Pages, and what goes between which marks."""
    return {
        "socket.md": {"asks": lambda: _told("ask"), "tells": lambda: _told("tell"), "parts": _parts,
                      "kinds": _kinds},
        "hosting.md": {"metrics": _figures},
        "scale.md": {
            "measured": lambda: capacity.known_table("measured"),
            "assumed": lambda: capacity.known_table("assumed"),
            "stages": capacity.stages_table,
            "limits": capacity.limits_table,
            "arithmetic": capacity.arithmetic,
            "cost": capacity.cost,
            "bots": capacity.bots_table,
        },
    }  # fmt: skip


def current(page: str, text: str) -> str:
    """The page's text with its generated parts as they should be."""
    for name, write in blocks()[page].items():
        begin, end = f"<!-- reference:begin {name} -->", f"<!-- reference:end {name} -->"
        if text.count(begin) != 1 or text.count(end) != 1:
            raise NoMarks(f"{page} needs the lines '{begin}' and '{end}', once each")
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}\n\n{write().strip()}\n\n{end}{after}"
    return text


def _told(direction: str) -> str:
    return "\n\n".join(_message(each) for each in messages() if each.direction == direction)


def _message(message: Message) -> str:
    usual = {k: f["default"] for k, f in message.schema["properties"].items() if "default" in f}
    whole = msgspec.to_builtins(message.example)
    given = {k: v for k, v in whole.items() if k not in usual or v != usual[k]}
    first = {key: given.pop(key) for key in ("type", "id") if key in given}
    example = _example({**first, **given})
    return "\n\n".join(
        [
            f"### `{message.name}`",
            message.words,
            _fields(message.schema),
            f"```json\n{example}\n```",
        ]
    )


def _parts() -> str:
    return "\n\n".join(
        f"### {name}\n\n{part['description']}\n\n{_fields(part)}"
        for name, part in helpers().items()
    )


def _kinds() -> str:
    return _rows(("kind", "means"), ((f"`{kind}`", words) for kind, words in KINDS.items()))


def _fields(schema: dict[str, Any]) -> str:
    needed = set(schema.get("required", ()))
    fields = [(name, field) for name, field in schema["properties"].items() if name != "type"]
    fields.sort(key=lambda each: (each[0] not in needed, each[0] != "id"))  # else as declared
    return _rows(
        ("field", "type", "what"),
        (
            (
                f"`{name}`" if name in needed else f"`{name}` *(optional)*",
                _type(field),
                field.get("description", ""),
            )
            for name, field in fields
        ),
    )


def _type(field: dict[str, Any]) -> str:
    """A field's type with its bounds, in words short enough for a table."""
    if "$ref" in field:
        name = field["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in field:
        return " or ".join(_type(each) for each in field["anyOf"])
    if "enum" in field:
        return ", ".join(f"`{json.dumps(value)}`" for value in field["enum"])
    if field.get("type") == "array":
        return f"list of {_type(field['items'])}"
    bounds = []
    if "pattern" in field:
        bounds.append(f"`{field['pattern']}`")
    if "minLength" in field or "maxLength" in field:
        bounds.append(f"{field.get('minLength', 0)} to {field['maxLength']} characters")
    if "minimum" in field:
        most = field["maximum"]
        bounds.append(f"{field['minimum']} to {'2⁵³' if most == 2**53 else most}")
    return " ".join([field.get("type", "anything"), *(f"({bound})" for bound in bounds)])


def _example(value: Any, indent: int = 0) -> str:
    """JSON that breaks only where a line would be too long."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= WIDTH or not value or not isinstance(value, dict | list):
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        told = [f"{inner}{json.dumps(k)}: {_example(v, indent + 2)}" for k, v in value.items()]
        return "{\n" + ",\n".join(told) + "\n" + " " * indent + "}"
    told = [f"{inner}{_example(each, indent + 2)}" for each in value]
    return "[\n" + ",\n".join(told) + "\n" + " " * indent + "]"


def _figures() -> str:
    def rows() -> Iterator[tuple[str, ...]]:
        metrics = Metrics()
        metrics.request("/", 200, 0)  # so that it shows its labels
        for figure in metrics.registry.collect():
            if figure.name.startswith("dogpark_"):
                name = figure.name + ("_total" if figure.type == "counter" else "")
                labels = sorted({label for s in figure.samples for label in s.labels} - {"le"})
                yield f"`{name}`", figure.type, ", ".join(labels), figure.documentation

    return _rows(("figure", "kind", "by", "what"), rows())


def _rows(head: tuple[str, ...], rows: Any) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=DOCS)
    folder: Path = parser.parse_args(arguments).folder
    for page in blocks():
        path = folder / page
        old = path.read_text("utf-8")
        new = current(page, old)
        path.write_text(new, "utf-8")
        print(f"{'written  ' if new != old else 'unchanged'} {page}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
