"""Parts of views that are kept: their JSON is what encoding them would be."""

from __future__ import annotations

import msgspec

from dogpark.kernel.kept import Kept, encoded


def test_what_is_kept_with_more_is_as_if_made_at_once() -> None:
    part = Kept({"seat": 1, "pegs": [{"at": "16*"}]})
    whole = part.with_more({"cards": 3, "folded": False})
    assert whole == {**part, "cards": 3, "folded": False}
    assert whole.json == msgspec.json.encode(dict(whole))


def test_every_entry_is_encoded_as_it_would_be_alone() -> None:
    kept = Kept({"a": 1})
    view = {"one": kept, "all": [kept, kept], "none": [], "names": ["x"], "big": 300, "no": None}
    assert encoded(view) == {key: msgspec.json.encode(value) for key, value in view.items()}
