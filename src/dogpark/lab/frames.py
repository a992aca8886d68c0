"""Results as Polars frames: one of effects to read, one of games to work on with."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from dogpark.agents.interval import Interval
from dogpark.kernel.watching import BEGINNER, DECISIONS, HALFWAY, LEAD_CHANGES, OWN
from dogpark.lab.plan import MIXED
from dogpark.lab.study import Effect, Study


def effects(study: Study) -> pl.DataFrame:
    """A row for each measure, variant and level: as it is, changed, and the difference."""
    rows = [row for effect in study.effects() for row in _rows(study, effect)]
    return pl.DataFrame(rows, schema=_EFFECTS)


_EFFECTS = {
    "variant": pl.String,
    "measure": pl.String,
    "words": pl.String,
    "bots": pl.String,
    **{
        f"{what}{bound}": pl.Float64
        for what in ("base", "changed", "difference")
        for bound in ("", "_low", "_high")
    },
    "disagree": pl.Boolean,
}


def _rows(study: Study, effect: Effect) -> list[dict[str, Any]]:
    variant = study.plan.variants[effect.variant].name
    return [
        {
            "variant": variant,
            "measure": effect.column.name,
            "words": effect.column.words,
            "bots": who(study, lineup),
            **_bounds("base", effect.base[lineup]),
            **_bounds("changed", effect.changed[lineup]),
            **_bounds("difference", found),
            "disagree": effect.disagree,
        }
        for lineup, found in effect.difference.items()
    ]


def who(study: Study, lineup: str) -> str:
    """The bots of a lineup, for people."""
    weaker, stronger = study.plan.levels
    return {"weaker": weaker, "stronger": stronger, MIXED: f"{stronger} v {weaker}"}[lineup]


def _bounds(what: str, found: Interval | None) -> dict[str, float | None]:
    if found is None:
        return {what: None, f"{what}_low": None, f"{what}_high": None}
    return {what: found.value, f"{what}_low": found.low, f"{what}_high": found.high}


def games(study: Study) -> pl.DataFrame:
    """A row for every game that was played: its seed, who played, how it ended, what was counted."""
    return pl.concat([_cell(study, cell) for cell in study.plan.cells])


def _cell(study: Study, cell: Any) -> pl.DataFrame:
    plan, games = study.plan, study.of(cell)
    table = plan.table(cell.variant)
    count = len(games)
    seats = plan.players
    own = {m.name: games.tallies[:, OWN + i] / m.scale for i, m in enumerate(table.rooms.measures)}
    return pl.DataFrame(
        {
            "variant": [plan.variants[cell.variant].name] * count,
            "game": np.arange(count),
            "seed": [f"{plan.seed}/{number}" for number in range(count)],
            "bots": [list(plan.bots(cell, number)) for number in range(count)],
            "places": games.places[:, :seats].tolist(),
            "points": games.points[:, :seats].tolist(),
            "beginner": games.tallies[:, BEGINNER],
            "ahead_halfway": games.tallies[:, HALFWAY],
            "decisions": games.tallies[:, DECISIONS],
            "lead_changes": games.tallies[:, LEAD_CHANGES],
            **own,
        },
        schema_overrides={"bots": pl.List(pl.String), "places": pl.List(pl.Int32)},
    )


def to_dict(study: Study) -> dict[str, Any]:
    """Everything but the single games, for programs."""
    plan = study.plan
    return {
        "game": plan.game,
        "players": plan.players,
        "options": dict(plan.options),
        "levels": list(plan.levels),
        "seed": plan.seed,
        "variants": [variant.name for variant in plan.variants],
        "games": study.games,
        "wanted": plan.games,
        "complete": study.complete,
        "seconds": round(study.seconds, 3),
        "measures": {
            column.name: {
                plan.variants[v].name: {
                    who(study, lineup): found.to_dict() if found else None
                    for lineup in ("weaker", "stronger")
                    for found in (study.estimate(column, v, lineup),)
                }
                for v in range(len(plan.variants))
            }
            for column in study.columns
        },
        "skill": {
            variant.name: found.to_dict() if found else None
            for v, variant in enumerate(plan.variants)
            for found in (study.skill_gap(v),)
        },
        "seats": {
            variant.name: [s.to_dict() if s else None for s in study.seats(v, "stronger")]
            for v, variant in enumerate(plan.variants)
        },
        "effects": effects(study).to_dicts(),
    }
