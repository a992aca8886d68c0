"""The page's types are those of the server."""

from __future__ import annotations

import pytest
from tools.page_types import FILE, main, written


def test_the_page_s_types_are_current() -> None:
    assert FILE.read_text("utf-8") == written(), "write it anew with `make reference`"


def test_every_message_and_body_is_there() -> None:
    text = written()
    for name in ("Ask", "Tell", "Act", "Snapshot", "NewTable", "TableReply", "Me"):
        assert f" {name} " in text


def test_writing_it_again_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    assert capsys.readouterr().out == "unchanged types.ts\n"
