"""A game's declared facts as JSON, for programs, the lobby and the page."""

from __future__ import annotations

from typing import Any

from dogpark.kernel.facts import Cells, Choice, Facts, Option, SeatChoice, Split, Whole, Wholes


def facts_dict(facts: Facts) -> dict[str, Any]:
    """The declared facts as JSON."""
    return {
        "name": facts.name,
        "title": facts.title,
        "edition": facts.edition,
        "sentence": facts.sentence,
        "minutes": facts.minutes,
        "players": list(facts.seats),
        "teams": {str(n): [list(t) for t in teams] for n, teams in facts.teams.items()},
        "rules_version": facts.rules_version,
        "rule_prefix": facts.prefix,
        "hidden": facts.hidden,
        "timed": facts.timed,
        "no_conferring": facts.no_conferring,
        "stages": [stage for stage in facts.stages if stage],
        "options": [option_dict(option) for option in facts.options],
    }


def option_dict(option: Option) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": option.name,
        "words": option.words,
        "rule": option.rule,
        "bounds": option.bounds,
    }
    match option:
        case Choice():
            told |= {"kind": "choice", "values": list(option.values), "default": option.default}
        case Whole():
            told |= {"kind": "whole", "low": option.low, "high": option.high}
            told["default"] = option.default
        case SeatChoice():
            told |= {"kind": "seat", "default": option.default}
        case Split():
            told |= {"kind": "split", "low": option.low, "total": option.total}
            told["default"] = list(option.default)
        case Wholes():
            told |= {"kind": "wholes", "low": option.low, "high": option.high}
            told["default"] = list(option.default)
        case Cells():
            told |= {"kind": "cells", "width": option.width, "height": option.height}
            told |= {"most": option.most, "default": option.default}
    return told
