"""Which move a scripted player makes."""

from __future__ import annotations

import json
from collections import Counter

import msgspec

from dogpark.client.loadtest.messages import Prompt

WORDS = b'{"choices":[{"action":{"do":"fold"},"words":"Fold"},{"action":{"do":"play","card":"A"}}]}'
SHORT = (
    b'{"count":4,"forms":[{"do":"give","fields":["card","to"],"moves":[["8",1],["A",2]]},'
    b'{"do":"pass","fields":[],"moves":[[]]},{"do":"none","fields":["at"],"moves":[]},'
    b'{"do":"dest","fields":["dest"],"moves":[[null]]}]}'
)
TIMES = 4000


def picks(prompt: bytes) -> Counter[str]:
    asked = msgspec.json.decode(prompt, type=Prompt)
    return Counter(json.dumps(json.loads(asked.pick())) for _ in range(TIMES))


def test_any_choice_may_be_picked() -> None:
    found = picks(WORDS)
    assert set(found) == {'{"do": "fold"}', '{"do": "play", "card": "A"}'}
    assert min(found.values()) > 0.4 * TIMES


def test_each_move_of_all_forms_is_picked_as_often() -> None:
    found = picks(SHORT)
    assert set(found) == {
        '{"do": "give", "card": "8", "to": 1}',
        '{"do": "give", "card": "A", "to": 2}',
        '{"do": "pass"}',
        '{"do": "dest", "dest": null}',
    }
    assert min(found.values()) > 0.2 * TIMES


def test_where_nothing_can_be_done_nothing_is_picked() -> None:
    assert Prompt().pick() == b""
    assert msgspec.json.decode(b'{"forms":[]}', type=Prompt).pick() == b""
