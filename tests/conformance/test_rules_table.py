"""`make rules`: which code and which tests stand for each rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.rules_table import main

PAGE = """# Cat

## 1. The table

- **CAT-1.1** A cat sits.
- **CAT-1.2** A cat does not sit (see CAT-1.1).

### **CAT-10.1** Naps

**CAT-2.1** A paragraph may open with its id as well, and mention **CAT-1.2** in bold.
"""
CODE = '"""CAT-1.1, CAT-2.1."""\n# CAT-1.2 and CAT-10.1\n'
TESTS = '"""CAT-1.1 CAT-1.2"""\n\n\ndef test_naps() -> None:\n    """CAT-10.1, CAT-2.1"""\n'


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout with one game."""
    _write(tmp_path / "docs/rules/cat.md", PAGE)
    _write(tmp_path / "src/dogpark/games/__init__.py", "")
    _write(tmp_path / "src/dogpark/games/cat/__init__.py", "")
    _write(tmp_path / "src/dogpark/games/cat/rules.py", CODE)
    _write(tmp_path / "tests/games/cat/test_cat.py", TESTS)
    return tmp_path


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_a_tree_in_which_every_rule_has_code_and_a_test_passes(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--root", str(tree)]) == 0
    out = capsys.readouterr().out
    assert "4 rules of 1 games" in out
    assert "rules.py 1" in out
    assert "test_cat.py 5" in out


def test_the_json_form_names_every_place(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--root", str(tree), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    rules = {row["rule"]: row for row in told["books"][0]["rules"]}
    assert list(rules) == ["CAT-1.1", "CAT-1.2", "CAT-10.1", "CAT-2.1"]
    assert rules["CAT-1.2"]["code"] == ["games/cat/rules.py:2"]
    assert rules["CAT-1.2"]["tests"] == ["tests/games/cat/test_cat.py:1"]
    assert told["wrong"] == []


def test_a_rule_cited_by_the_terminal_counts_as_code(tree: Path) -> None:
    _write(tree / "src/dogpark/games/cat/rules.py", CODE.replace("CAT-1.2 and ", ""))
    assert main(["--root", str(tree), "--quiet"]) == 1
    _write(tree / "src/dogpark/cli/boards/cat.py", "# CAT-1.2\n")
    assert main(["--root", str(tree), "--quiet"]) == 0


@pytest.mark.parametrize(
    ("path", "text", "complaint"),
    [
        (
            "tests/games/cat/test_cat.py",
            TESTS.replace("CAT-10.1, ", ""),
            "without a test: CAT-10.1",
        ),
        (
            "src/dogpark/games/cat/rules.py",
            '"""CAT-1.1"""\n# CAT-1.2 CAT-10.1\n',
            "no code cites: CAT-2.1",
        ),
        ("src/dogpark/games/cat/rules.py", CODE + "# CAT-7.7\n", "cited but not defined: CAT-7.7"),
        ("tests/games/cat/test_cat.py", TESTS + "# CAT-7.8\n", "cited but not defined: CAT-7.8"),
        ("docs/rules/cat.md", PAGE + "\nAs in CAT-7.9.\n", "cited but not defined: CAT-7.9"),
        ("docs/rules/cat.md", PAGE + "\n- **CAT-1.1** Again.\n", "defined twice: CAT-1.1"),
        ("docs/rules/cat.md", "# Cat\n", "docs/rules/cat.md defines no rules"),
    ],
)
def test_what_is_wrong_is_named(
    tree: Path, capsys: pytest.CaptureFixture[str], path: str, text: str, complaint: str
) -> None:
    _write(tree / path, text)
    assert main(["--root", str(tree), "--quiet"]) == 1
    assert complaint in capsys.readouterr().err


def test_a_game_folder_without_a_page_is_named(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _write(tree / "src/dogpark/games/mouse/__init__.py", "")
    assert main(["--root", str(tree), "--quiet"]) == 1
    assert "mouse: docs/rules/mouse.md defines no rules" in capsys.readouterr().err
