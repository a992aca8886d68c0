"""The published description of the socket says what the server reads and writes."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest
from tools import capacity
from tools.reference import DOCS, NoMarks, blocks, current, main

import dogpark
from dogpark.wire.asks import AnyAsk
from dogpark.wire.reference import EXAMPLES, KINDS, Message, messages, socket_schema
from dogpark.wire.tells import AnyTell, Kind

HOW = "write it anew with `make reference`"
UNIONS: dict[str, Any] = {"ask": AnyAsk, "tell": AnyTell}
ALL = pytest.mark.parametrize("message", messages(), ids=lambda message: message.name)


def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    schema = socket_schema()
    return jsonschema_rs.Draft202012Validator({**schema, "anyOf": [{"$ref": f"#/$defs/{name}"}]})


def test_every_message_has_an_example_and_no_example_is_of_anything_else() -> None:
    assert set(EXAMPLES) == {*get_args(AnyAsk), *get_args(AnyTell)}


def test_the_schema_is_a_schema() -> None:
    jsonschema_rs.meta.validate(socket_schema())


@ALL
def test_an_example_is_read_back_as_the_message_it_is(message: Message) -> None:
    text = msgspec.json.encode(message.example)
    assert msgspec.json.decode(text, type=UNIONS[message.direction]) == message.example


@ALL
def test_an_example_fits_the_published_schema_and_one_with_a_wrong_type_does_not(
    message: Message,
) -> None:
    example = msgspec.to_builtins(message.example)
    fits = validator(message.direction.capitalize())
    fits.validate(example)
    assert not fits.is_valid({**example, "type": "no such message"})
    for field in message.schema["required"]:
        assert not fits.is_valid({key: example[key] for key in example if key != field})


@ALL
def test_every_field_of_a_message_is_described(message: Message) -> None:
    assert message.words.endswith(".")
    bare = {
        name
        for name, field in message.schema["properties"].items()
        if "description" not in field and name != "type" and "$ref" not in field
    }
    assert bare <= {"table", "words", "happened"}, "those speak for themselves; others do not"


def test_a_client_cannot_send_fields_that_nobody_reads() -> None:
    fits = validator("Ask")
    assert fits.is_valid({"type": "ping", "id": 1})
    assert not fits.is_valid({"type": "ping", "id": 1, "seat": 3})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"type":"ping","id":1,"seat":3}', type=AnyAsk)


def test_the_examples_show_what_the_game_really_shows() -> None:
    position = dogpark.load("bonfire", players=2).start(seed=1)
    seen, asked = position.view(0), position.prompt(position.active[0])
    for example in EXAMPLES.values():
        for part in getattr(example, "parts", ()):
            assert set(part.set) <= set(seen)
            assert set(part.prompt or ()) <= set(asked)
            for choice in (part.prompt or {}).get("choices", ()):
                assert choice["action"] in [each["action"] for each in asked["choices"]]


def test_every_kind_of_refusal_is_explained() -> None:
    assert set(KINDS) == set(get_args(Kind))


@pytest.mark.parametrize("page", sorted(blocks()))
def test_the_page_is_current(page: str) -> None:
    old = (DOCS / page).read_text("utf-8")
    new = current(page, old)
    changes = list(unified_diff(old.splitlines(), new.splitlines(), page, "now", lineterm="", n=1))
    assert old == new, "\n".join([HOW, *changes[:40]])


def test_the_capacity_plan_starts_from_figures_that_were_measured() -> None:
    assert all(figure.value > 0 for figure in capacity.MEASURED)
    assert "TO BE MEASURED" not in (DOCS / "scale.md").read_text("utf-8")


def test_the_capacity_plan_reckons_right() -> None:
    one, ten = capacity.plan(100_000), capacity.plan(1_000_000)
    assert ten.moves == pytest.approx(10 * one.moves)
    assert one.moves == pytest.approx(100_000 * 4 / 18)  # 4 moves in 2 × 8 + 2 × 1 seconds
    assert one.processes - 1 < one.moves / (capacity.MOVES.value / 2) <= one.processes
    assert one.logs - 1 < one.moves / (capacity.APPENDS.value / 2) <= one.logs


def test_a_page_that_fell_behind_is_written_anew_and_the_rest_of_it_stays(tmp_path: Path) -> None:
    for page in blocks():
        marks = [
            f"<!-- reference:begin {n} -->\nold\n<!-- reference:end {n} -->" for n in blocks()[page]
        ]
        (tmp_path / page).write_text("\n".join(["# Title", *marks, "The end."]), "utf-8")
    assert main(["--folder", str(tmp_path)]) == 0
    text = (tmp_path / "socket.md").read_text("utf-8")
    assert text.startswith("# Title")
    assert text.endswith("The end.")
    assert "### `watch`" in text
    assert "\nold\n" not in text
    assert current("socket.md", text) == text


def test_a_page_without_marks_is_refused_with_the_lines_it_needs() -> None:
    with pytest.raises(NoMarks, match="reference:begin asks"):
        current("socket.md", "# Socket")
