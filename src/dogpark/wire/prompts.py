"""Reading a prompt: the moves it offers, whichever way it lists them.

Few choices are listed one by one under ``choices``, each with its ``action`` and what it would do in
``words``. Many are listed under ``forms``, one for each kind of move: ``do`` and ``fields`` name it,
and ``moves`` holds the values of those fields, one row a move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def moves_of(prompt: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every move that may be answered to this prompt, ready to be sent."""
    if "choices" in prompt:
        return [choice["action"] for choice in prompt["choices"]]
    return [
        {"do": form["do"], **dict(zip(form["fields"], values, strict=True))}
        for form in prompt["forms"]
        for values in form["moves"]
    ]
